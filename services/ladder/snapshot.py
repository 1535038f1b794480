"""What the ladder keeps of others' data: names and live duels; and what it can tell again: which
duels it has asked for, and who met elsewhere.
"""

from services.ladder.store import games, seasons
from services.ladder.usecases.meeting import ended_event, is_meeting
from services.ladder.usecases.pairing import opened_event
from shared.events.catalogue import (
    DuelOpened,
    Event,
    LadderGameCalledOff,
    LadderGameOpened,
    MatchResult,
    ReportedGameEnded,
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


def next_meetings(uow: UnitOfWork, reached: Reached) -> Told | None:
    """Some games of other game servers, as far as two have met in them."""
    found = games.reported(uow, after=reached[0] if reached else "", most=MOST_GAMES)
    if not found:
        return None
    return Told([ended_event(one) for one in found if is_meeting(one)], (found[-1].id,))


SNAPSHOT = Snapshot(
    keeps=(*KEPT_OF_ACCOUNTS, DuelOpened, MatchResult),
    chapters=(
        Chapter(types=(LadderGameOpened, LadderGameCalledOff), read=next_asked),
        Chapter(types=(ReportedGameEnded,), read=next_meetings),
    ),
)
