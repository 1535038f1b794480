"""Drawing a Swiss round from the table before it.

The drawing of a large field takes seconds, and no writing transaction may: the field is read from
a snapshot, paired outside any transaction, and entered under the season's lock if nobody has left
in the meantime.
"""

from dataclasses import dataclass

from services.scheduler.domain.season import round_paired, round_to_pair
from services.scheduler.domain.settings import Format, TimedCadence
from services.scheduler.domain.swiss import Entrant, Pairing, pair_swiss
from services.scheduler.store import matches, participants, rankings, rounds, seasons
from services.scheduler.store.matches import Drawn
from services.scheduler.store.seasons import Stored
from services.scheduler.usecases import announcing, ending, telling
from shared.unit_of_work import UnitOfWork


@dataclass(frozen=True)
class Field:
    """Who is to be paired for a round; right as long as `departures` is the season's."""

    round: int
    departures: int
    entrants: tuple[Entrant, ...]


def draw_once_ranked(uow: UnitOfWork, stored: Stored) -> None:
    """Have the next round drawn if it is its turn and the table before it is complete."""
    number = round_to_pair(stored.season)
    swiss = stored.settings.format == Format.SWISS
    ready = number is not None and rankings.is_complete(uow, stored.id, number - 1)
    stored.row.draw_at = (stored.row.draw_at or uow.now()) if swiss and ready else None
    seasons.save(uow, stored, stored.season)


def draw(uow: UnitOfWork, season_id: str) -> None:
    """Draw the season's next round. `uow` must not have begun anything yet."""
    field = _read_field(uow, season_id)
    pairing = pair_swiss(field.entrants) if field and len(field.entrants) > 1 else None
    with uow.savepoint():
        stored = seasons.lock(uow, season_id)
        if field is None or round_to_pair(stored.season) != field.round:
            draw_once_ranked(uow, stored)
        elif pairing is None:
            ending.finish_without_players(uow, stored)
        elif stored.row.departures == field.departures:
            _enter(uow, stored, pairing)


def _read_field(uow: UnitOfWork, season_id: str) -> Field | None:
    """The field as it stands; None if no round is to be drawn."""
    with uow.reading() as look:
        stored = seasons.read(look, season_id)
        number = round_to_pair(stored.season)
        if number is None:
            return None
        return Field(number, stored.row.departures, _entrants(look, season_id, number))


def _entrants(uow: UnitOfWork, season_id: str, number: int) -> tuple[Entrant, ...]:
    """Those still in for the round, in the order of the table before it."""
    lot = {
        player.account_id: player.number
        for player in participants.by_lot(uow, season_id)
        if player.plays_in(number)
    }
    history = matches.history(uow, season_id)
    return tuple(
        Entrant(
            account_id=account_id,
            lot=lot[account_id],
            points=points,
            byes=history.byes[account_id],
            times_first=history.firsts[account_id],
            opponents=tuple(history.opponents.get(account_id, ())),
        )
        for account_id, points in rankings.ranking(uow, season_id, number - 1)
        if account_id in lot
    )


def _enter(uow: UnitOfWork, stored: Stored, pairing: Pairing) -> None:
    number = stored.season.paired + 1
    seated = [Drawn(uow.new_id(), **vars(match)) for match in pairing.matches]
    matches.add(uow, stored.id, number, seated, pairing.bye)
    rounds.change(
        uow,
        stored.id,
        number,
        paired_at=uow.now(),
        matches=len(seated),
        bye=pairing.bye,
        optimal=pairing.optimal,
        digest=pairing.digest,
    )
    _announce_if_timed(uow, stored, number)
    stored.row.draw_at = None
    seasons.save(uow, stored, round_paired(stored.season))
    telling.round_paired(uow, stored, number, seated)


def _announce_if_timed(uow: UnitOfWork, stored: Stored, number: int) -> None:
    if number > 1 and isinstance(stored.settings.cadence, TimedCadence):
        before = rounds.one(uow, stored.id, number - 1)
        assert before.closes_at is not None
        announcing.announce_round(uow, stored, number, after=before.closes_at)
