"""What the scheduler can tell again of its seasons, and what it keeps of others' data."""

from collections.abc import Iterator

from services.scheduler.domain.season import State
from services.scheduler.store import departures, matches, participants, rounds, seasons
from services.scheduler.store.seasons import Stored
from services.scheduler.tables import RoundRow
from services.scheduler.usecases import facts
from shared.events.catalogue import (
    Event,
    ParticipantBarred,
    ParticipantDisqualified,
    ParticipantWithdrawn,
    RegistrationClosed,
    RoundClosed,
    RoundPaired,
    SeasonAnnounced,
    SeasonCancelled,
    SeasonChanged,
    SeasonFinished,
    SolvingOpened,
    StandingsPublished,
)
from shared.names import KEPT_OF_ACCOUNTS
from shared.snapshot import Chapter, Reached, Snapshot, Told
from shared.unit_of_work import UnitOfWork

MOST_DEPARTURES = 200


def next_season(uow: UnitOfWork, reached: Reached) -> Told | None:
    """One season as a whole: its settings, its list, its clock and its end."""
    stored = seasons.next_announced(uow, after=reached[0] if reached else "")
    return Told(list(_of_season(uow, stored)), (stored.id,)) if stored else None


def next_round(uow: UnitOfWork, reached: Reached) -> Told | None:
    """One round that has been drawn, and how far it has come."""
    season_id, number = reached or ("", 0)
    row = rounds.next_drawn(uow, after=(season_id, number))
    return Told(list(_of_round(uow, row)), (row.season_id, row.number)) if row else None


def next_departures(uow: UnitOfWork, reached: Reached) -> Told | None:
    """Some of those who left."""
    season_id, number = reached or ("", 0)
    rows = departures.some(uow, after=(season_id, number), most=MOST_DEPARTURES)
    if not rows:
        return None
    return Told([facts.departed(row) for row in rows], (rows[-1].season_id, rows[-1].number))


def _of_season(uow: UnitOfWork, stored: Stored) -> Iterator[Event]:
    yield facts.announced(stored)
    if stored.season.rounds is not None:
        lot = [player.account_id for player in participants.by_lot(uow, stored.id)]
        yield from facts.registration_closed(stored, lot)
    if stored.row.revision:
        going_on = rounds.announced(uow, stored.id, after=stored.season.closed)
        change: facts.Change = "held" if stored.season.held_end else "postponed"
        yield from facts.changed(stored, change, going_on)
    if stored.season.state == State.CANCELLED:
        yield facts.cancelled(stored)
    if stored.season.state == State.FINISHED:
        yield facts.finished(stored)


def _of_round(uow: UnitOfWork, row: RoundRow) -> Iterator[Event]:
    stored = seasons.read(uow, row.season_id)
    yield from facts.round_paired(stored, row, matches.of_round(uow, stored.id, row.number))
    if row.solving_opened:
        yield facts.solving_opened(stored, row)
    if row.departures is not None:
        yield facts.round_closed(uow, stored, row, row.departures)


SNAPSHOT = Snapshot(
    keeps=(*KEPT_OF_ACCOUNTS, ParticipantBarred, StandingsPublished),
    chapters=(
        Chapter(
            types=(
                SeasonAnnounced,
                RegistrationClosed,
                SeasonChanged,
                SeasonCancelled,
                SeasonFinished,
            ),
            read=next_season,
        ),
        Chapter(types=(RoundPaired, SolvingOpened, RoundClosed), read=next_round),
        Chapter(types=(ParticipantWithdrawn, ParticipantDisqualified), read=next_departures),
    ),
)
