"""Who should have met whom: the round robin's calendar, or each Swiss round drawn again."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from services.app.verifying.reading import Part, SeasonFile
from services.scheduler.domain.berger import robin_round
from services.scheduler.domain.settings import Format
from services.scheduler.domain.swiss import Entrant, pair_swiss

Seats = tuple[str, str]


def check_pairings(file: SeasonFile) -> Iterator[str]:
    """Every closed round has the matches and the bye that it should."""
    check = _check_swiss if file.settings.format == Format.SWISS else _check_robin
    for one in file.closed_rounds:
        yield from check(file, one)
    strays = set(file.matches_of) - {one["number"] for one in file.closed_rounds}
    if strays:
        yield f"there are matches of rounds that have not closed: {sorted(strays)}"


def _check_robin(file: SeasonFile, one: Part) -> Iterator[str]:
    number = one["number"]
    account = {number: account_id for account_id, number in file.lot.items()}
    drawn = robin_round(len(account), number)
    expected = {(account[a], account[b]) for a, b in drawn.matches}
    bye = None if drawn.bye is None else account[drawn.bye]
    yield from _compare(file, one, expected, bye)
    if one["optimal"] is not None or any(m["pairing"] for m in file.matches_of[number]):
        yield f"round {number}: a round robin's pairing has no reasons"


def _check_swiss(file: SeasonFile, one: Part) -> Iterator[str]:
    """Draw the round again from the table before it: the best pairing there is, always the same."""
    number = one["number"]
    drawn = pair_swiss(list(_entrants(file, number)))
    reasons = {(m.first, m.second): m for m in drawn.matches}
    yield from _compare(file, one, set(reasons), drawn.bye)
    if one["optimal"] != drawn.optimal:
        yield f"round {number}: its pairing is {drawn.optimal}, not {one['optimal']}"
    for match in file.matches_of[number]:
        reason = reasons.get(_seats(match))
        if reason is None:
            continue
        expected = {
            "points_difference": reason.points_difference,
            "rank_difference": reason.rank_difference,
            "met_before": reason.met_before,
            "optimal": drawn.optimal,
        }
        if match["pairing"] != expected:
            yield f"round {number}: match {match['id']} was paired by {expected}"


def _compare(file: SeasonFile, one: Part, expected: set[Seats], bye: str | None) -> Iterator[str]:
    number, matches = one["number"], file.matches_of[one["number"]]
    found = Counter(map(_seats, matches))
    for first, second in sorted(expected - set(found)):
        yield f"round {number}: {first} should have met {second}, in this order"
    for first, second in sorted((found - Counter(expected)).elements()):
        yield f"round {number}: {first} should not have met {second}"
    if one["bye"] != bye:
        yield f"round {number}: the bye is {bye}'s, not {one['bye']}'s"


def _entrants(file: SeasonFile, number: int) -> Iterator[Entrant]:
    """Those still in for a round, in the order of the first revision of the table before it."""
    opponents: defaultdict[str, list[str]] = defaultdict(list)
    firsts, byes = Counter[str](), Counter[str]()
    for one in file.closed_rounds[: number - 1]:
        byes[one["bye"]] += 1
        for match in file.matches_of[one["number"]]:
            first, second = _seats(match)
            opponents[first].append(second)
            opponents[second].append(first)
            firsts[first] += 1
    (table,) = [t for t in file.items("tables") if (t["round"], t["revision"]) == (number - 1, 1)]
    for row in table["items"]:
        account_id = row["account_id"]
        if file.plays_in(account_id, number):
            yield Entrant(
                account_id=account_id,
                lot=file.lot[account_id],
                points=row["points"],
                byes=byes[account_id],
                times_first=firsts[account_id],
                opponents=tuple(opponents[account_id]),
            )


def _seats(match: Part) -> Seats:
    return match["first"]["account_id"], match["second"]["account_id"]
