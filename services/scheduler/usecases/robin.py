"""Drawing up a round robin: the whole calendar at once, a large one in several transactions."""

from services.scheduler.domain.berger import RobinRound, robin_round
from services.scheduler.domain.season import round_paired
from services.scheduler.store import matches, participants, rounds, seasons
from services.scheduler.store.matches import Drawn
from services.scheduler.store.seasons import Stored
from services.scheduler.usecases import telling
from shared.unit_of_work import UnitOfWork

MOST_MATCHES = 2_000
"""How many matches one transaction draws, so that none takes long; one round at least."""


def draw(uow: UnitOfWork, season_id: str) -> None:
    """Draw what is left to draw of a season, or some of it."""
    with uow.savepoint():
        draw_some(uow, seasons.lock(uow, season_id))


def draw_some(uow: UnitOfWork, stored: Stored) -> None:
    """Draw the next rounds of a locked season; `draw_at` stays set while some are left."""
    lot = [player.account_id for player in participants.by_lot(uow, stored.id)]
    season, drawn = stored.season, 0
    total = season.rounds or 0
    while season.paired < total and drawn < MOST_MATCHES:
        season = round_paired(season)
        drawn += _draw(uow, stored, lot, robin_round(len(lot), season.paired))
    if season.paired == total:
        stored.row.draw_at = None
    elif stored.row.draw_at is None:
        stored.row.draw_at = uow.now()
    seasons.save(uow, stored, season)


def _draw(uow: UnitOfWork, stored: Stored, lot: list[str], drawn: RobinRound) -> int:
    """Seat the players of one round; how many matches it has."""
    bye = None if drawn.bye is None else lot[drawn.bye - 1]
    seated = [Drawn(uow.new_id(), lot[a - 1], lot[b - 1]) for a, b in drawn.matches]
    matches.add(uow, stored.id, drawn.number, seated, bye)
    rounds.change(uow, stored.id, drawn.number, paired_at=uow.now(), matches=len(seated), bye=bye)
    telling.round_paired(uow, stored, drawn.number, seated)
    return len(seated)
