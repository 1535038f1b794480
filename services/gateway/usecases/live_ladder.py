"""What the ladder and its live duels announce becomes what listeners are told."""

from services.gateway.domain.live import LiveEvent
from services.gateway.live.bell import BELL
from services.gateway.store import live
from shared.events.catalogue import (
    DuelOpened,
    LadderGameVoided,
    LadderSeasonConfirmed,
    RatingChanged,
)
from shared.names import is_computer
from shared.unit_of_work import UnitOfWork


def open_duel(uow: UnitOfWork, event: DuelOpened) -> None:
    """Its two players learn where they play: out of the queue, or at a table."""
    type_ = "ladder_matched" if event.kind == "ladder" else "duel_changed"
    where = {"match_id": event.match_id}
    people = [one for one in (event.first, event.second) if not is_computer(one)]
    _tell(uow, [LiveEvent(type_, where, one) for one in people])


def change_ranking(uow: UnitOfWork, event: RatingChanged | LadderSeasonConfirmed) -> None:
    """Everybody may read the ranking again; many changes that come together are told as one."""
    changed = LiveEvent("ranking_changed", {"season_id": event.season_id})
    uow.at_commit(("ranking_changed", event.season_id), lambda: _tell(uow, [changed]))


def void_game(uow: UnitOfWork, event: LadderGameVoided) -> None:
    """The players of a game hear that it was voided, or counts again."""
    game = {"game_id": event.game_id, "season_id": event.season_id}
    people = [one for one in (event.first, event.second) if one and not is_computer(one)]
    _tell(uow, [LiveEvent("ladder_game_changed", game, one) for one in people])


def _tell(uow: UnitOfWork, events: list[LiveEvent]) -> None:
    live.tell(uow, events)
    uow.afterwards(BELL.ring)
