"""Who meets whom. The seats' key lets nobody have two matches, or a match and a bye, in a round."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select

from services.scheduler.store.inserting import insert_all
from services.scheduler.tables import MatchRow, RoundRow, SeatRow
from shared.unit_of_work import UnitOfWork


@dataclass(frozen=True)
class Drawn:
    """A match of a round: its id, its two accounts, the first-named first, and the three figures
    of a Swiss pairing.
    """

    id: str
    first: str
    second: str
    points_difference: int | None = None
    rank_difference: int | None = None
    met_before: int | None = None


def add(
    uow: UnitOfWork, season_id: str, number: int, drawn: Sequence[Drawn], bye: str | None
) -> None:
    """Seat everyone in a round, its matches in their order.

    Raises SQLAlchemy's IntegrityError for somebody seated already.
    """
    here = {"season_id": season_id, "round": number}
    insert_all(
        uow,
        MatchRow,
        [{**here, "place": place, **vars(match)} for place, match in enumerate(drawn, start=1)],
    )
    seats = [
        {**here, "account_id": account_id, "match_id": match.id}
        for match in drawn
        for account_id in (match.first, match.second)
    ]
    if bye is not None:
        seats.append({**here, "account_id": bye, "match_id": None})
    insert_all(uow, SeatRow, seats)


def of_round(uow: UnitOfWork, season_id: str, number: int) -> list[Drawn]:
    """A round's matches in the order in which they were drawn."""
    columns = [MatchRow.__table__.c[name] for name in Drawn.__dataclass_fields__]
    here = (MatchRow.season_id == season_id, MatchRow.round == number)
    in_order = select(*columns).where(*here).order_by(MatchRow.place, MatchRow.id)
    return [Drawn(*row) for row in uow.session.execute(in_order)]


@dataclass(frozen=True)
class History:
    """What has been so far: opponents in order of rounds, byes, and how often first-named."""

    opponents: dict[str, list[str]]
    byes: Counter[str]
    firsts: Counter[str]


def history(uow: UnitOfWork, season_id: str) -> History:
    """The whole season's drawn rounds, whatever became of their matches."""
    opponents: dict[str, list[str]] = defaultdict(list)
    firsts: Counter[str] = Counter()
    met = select(MatchRow.first, MatchRow.second).where(MatchRow.season_id == season_id)
    for first, second in uow.session.execute(met.order_by(MatchRow.round)):
        opponents[first].append(second)
        opponents[second].append(first)
        firsts[first] += 1
    byes = select(RoundRow.bye).where(RoundRow.season_id == season_id)
    sat_out = Counter(account for account in uow.session.scalars(byes) if account)
    return History(opponents, sat_out, firsts)
