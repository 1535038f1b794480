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
    """A match of a round: its id and its two accounts, the first-named first."""

    id: str
    first: str
    second: str


def add(
    uow: UnitOfWork, season_id: str, number: int, drawn: Sequence[Drawn], bye: str | None
) -> None:
    """Seat everyone in a round; raises SQLAlchemy's IntegrityError for somebody seated already."""
    here = {"season_id": season_id, "round": number}
    insert_all(uow, MatchRow, [{**here, **vars(match)} for match in drawn])
    seats = [
        {**here, "account_id": account_id, "match_id": match.id}
        for match in drawn
        for account_id in (match.first, match.second)
    ]
    if bye is not None:
        seats.append({**here, "account_id": bye, "match_id": None})
    insert_all(uow, SeatRow, seats)


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
