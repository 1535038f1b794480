"""What the ladder keeps of others' data: names and live duels; and which duels it has asked for."""

from services.ladder.store import games, seasons
from services.ladder.usecases.pairing import opened_event
from shared.events.catalogue import (
    DuelOpened,
    Event,
    LadderGameCalledOff,
    LadderGameOpened,
    MatchResult,
)
from shared.names import KEPT_OF_ACCOUNTS
from shared.snapshot import Chapter, Reached, Snapshot, Told
from shared.unit_of_work import UnitOfWork

MOST_GAMES = 100


def next_asked(uow: UnitOfWork, reached: Reached) -> Told | None:
    """Some games whose duels were asked for and are to be played, or were called off."""
    found = games.asked_of_match(uow, after=reached[0] if reached else "", most=MOST_GAMES)
    if not found:
        return None
    facts: list[Event] = []
    for game, called_off in found:
        facts.append(opened_event(game, seasons.one(uow, game.season_id)))
        if called_off:
            facts.append(LadderGameCalledOff(game_id=game.id))
    return Told(facts, (found[-1][0].id,))


SNAPSHOT = Snapshot(
    keeps=(*KEPT_OF_ACCOUNTS, DuelOpened, MatchResult),
    chapters=(Chapter(types=(LadderGameOpened, LadderGameCalledOff), read=next_asked),),
)
