"""Rounds: when they are, which are paired, what their close announced."""

from collections.abc import Iterable, Sequence

from sqlalchemy import bindparam, exists, select, update

from services.standings.domain.facts import Closed
from services.standings.domain.round_days import RoundSpan
from services.standings.store.entering import enter, table_of
from services.standings.tables import MatchRow, RoundRow
from shared.unit_of_work import UnitOfWork


def enter_times(uow: UnitOfWork, season_id: str, spans: Sequence[RoundSpan], revision: int) -> None:
    """Note the rounds' times unless those of this or a later change of the season are known."""
    _enter_rounds(uow, season_id, (span.round for span in spans))
    rounds = table_of(RoundRow)
    newer = update(rounds).where(
        rounds.c.season_id == season_id,
        rounds.c.round == bindparam("which"),
        rounds.c.times_revision < revision,
    )
    told = newer.values(
        preparing_from=bindparam("begins"), closes_at=bindparam("closes"), times_revision=revision
    )
    values = [
        {"which": span.round, "begins": span.preparing_from, "closes": span.closes_at}
        for span in spans
    ]
    if values:
        uow.connection.execute(told, values)


def enter_matches(uow: UnitOfWork, season_id: str, number: int, match_ids: Iterable[str]) -> None:
    """Note that the round is paired, and a page of its matches."""
    _learn(uow, season_id, number, paired=True)
    matches = [{"match_id": one, "season_id": season_id, "round": number} for one in match_ids]
    enter(uow, MatchRow, matches)


def enter_close(uow: UnitOfWork, season_id: str, closed: Closed) -> None:
    _learn(uow, season_id, closed.round, matches=closed.matches, bye=closed.bye)


def closed(uow: UnitOfWork, season_id: str) -> dict[int, Closed]:
    """The closed rounds, by number."""
    rows = uow.session.execute(
        select(RoundRow.round, RoundRow.matches, RoundRow.bye).where(
            RoundRow.season_id == season_id, RoundRow.matches.is_not(None)
        )
    )
    return {number: Closed(number, matches or 0, bye) for number, matches, bye in rows}


def paired(uow: UnitOfWork, season_id: str) -> list[int]:
    """The rounds paired so far."""
    of_season = select(RoundRow.round).where(RoundRow.season_id == season_id, RoundRow.paired)
    return list(uow.session.scalars(of_season))


def spans(uow: UnitOfWork, season_id: str) -> list[RoundSpan]:
    """The times of the rounds, as far as they have been told."""
    columns = (RoundRow.round, RoundRow.preparing_from, RoundRow.closes_at)
    rows = uow.session.execute(select(*columns).where(RoundRow.season_id == season_id))
    return [RoundSpan(*row) for row in rows]


def has_match(uow: UnitOfWork, season_id: str, match_id: str) -> bool:
    """Whether such a match was paired in the season."""
    wanted = (MatchRow.match_id == match_id, MatchRow.season_id == season_id)
    return bool(uow.session.scalar(select(exists().where(*wanted))))


def _learn(uow: UnitOfWork, season_id: str, number: int, **told: object) -> None:
    _enter_rounds(uow, season_id, [number])
    this_one = (RoundRow.season_id == season_id, RoundRow.round == number)
    uow.session.execute(update(RoundRow).where(*this_one).values(**told))


def _enter_rounds(uow: UnitOfWork, season_id: str, numbers: Iterable[int]) -> None:
    rows = [
        {"season_id": season_id, "round": number, "paired": False, "times_revision": -1}
        for number in numbers
    ]
    enter(uow, RoundRow, rows)
