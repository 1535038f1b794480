"""What the ladder tells again, and what it takes when it is told again."""

from typing import Any

from sqlalchemy import delete, update

from services.ladder.snapshot import next_asked, next_meetings
from services.ladder.store import tickets
from services.ladder.tables.games import GameRow
from services.ladder.tables.queue import DuelRow
from services.ladder.usecases import pairing
from shared.clock import real_now
from shared.events.catalogue import LadderGameCalledOff, LadderGameOpened, ReportedGameEnded
from tests.service.ladder.harness import SEASONS, SERVER, Ladder, account, caller
from tests.service.ladder.telling import ended, opened


def pair(ladder: Ladder, letters: str) -> LadderGameOpened:
    with ladder.runtime.writing() as uow:
        for letter in letters:
            tickets.add(uow, account(letter), real_now())
        pairing.pair_waiting(uow, real_now())
    return ladder.emitted(LadderGameOpened)[-1]


def told(ladder: Ladder, chapter: Any = next_asked) -> list[Any]:
    facts: list[Any] = []
    with ladder.runtime.reading() as uow:
        reached: tuple[Any, ...] = ()
        while page := chapter(uow, reached):
            facts += page.facts
            reached = page.reached
    return facts


def test_duels_that_are_to_be_played_or_were_called_off_are_told_again(ladder: Ladder) -> None:
    ladder.season(*"abcdef")
    over, called_off = pair(ladder, "ab"), pair(ladder, "cd")
    ladder.tell(opened(over), ended(over, "first"))
    ladder.pair(seconds=31)
    ladder.call("DELETE", "/queue", caller=caller("c"))
    asked = [one for one in ladder.emitted(LadderGameOpened) if one != over]
    facts = told(ladder)
    assert [one for one in facts if isinstance(one, LadderGameOpened)] == asked
    assert facts[facts.index(called_off) + 1] == LadderGameCalledOff(game_id=called_off.game_id)


def test_results_and_open_duels_that_were_lost_come_back(ladder: Ladder) -> None:
    season = ladder.season(*"abcd")
    over, going_on = pair(ladder, "ab"), pair(ladder, "cd")
    ladder.tell(opened(over), opened(going_on))
    with ladder.runtime.writing() as uow:
        uow.connection.execute(delete(DuelRow))
        uow.connection.execute(update(GameRow).values(opens_until=real_now()))
    ladder.tell(ended(over, "first"), opened(going_on), opened(over))
    ladder.pair(seconds=60)
    assert ladder.points(season, "a") == (1510, 1)
    assert ladder.get("/queue", caller("c"))["match_id"] == going_on.game_id
    assert ladder.emitted(LadderGameCalledOff) == []
    assert ladder.get(f"{SEASONS}/{season}")["pending"] == 1


def test_who_met_elsewhere_by_the_queue_is_told_once_and_again(ladder: Ladder) -> None:
    season = ladder.season(*"abcd")
    ladder.move(48)
    whole = ladder.report("ab", 1)["game_id"]
    begun = ladder.body("cd", 2, winner=None, ending="no_winner")
    start = {name: begun[name] for name in ("external_id", "origin", "players", "started_at")}
    game_id = ladder.call("POST", "/games/start", start, SERVER).json["game_id"]
    ladder.report("ac", 3, origin="private")
    ladder.report("ad", 4, players=[{"account_id": account("a")}, {"guest": "Visitor"}])
    assert [one.game_id for one in ladder.emitted(ReportedGameEnded)] == [whole]
    for _ in range(2):
        ladder.call("POST", "/games", begun, SERVER)
    first, second = ladder.emitted(ReportedGameEnded)
    assert (first.season_id, first.first, first.second) == (season, account("a"), account("b"))
    assert (second.game_id, first.winner, second.winner) == (game_id, "first", None)
    assert told(ladder, next_meetings) == [first, second]
