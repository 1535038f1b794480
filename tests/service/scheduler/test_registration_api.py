"""Registering and leaving before the list closes, and what happens when many come at once."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from services.scheduler.domain import registration
from services.scheduler.domain.lot import lot_order
from services.scheduler.store import participants, seasons
from shared.events.catalogue import AccountDeleted, AccountRegistered, RegistrationClosed
from shared.web.paging import cursor
from shared.web.tokens import Caller
from tests.service.scheduler.harness import (
    ANYBODY,
    GUEST,
    OPERATOR,
    SEASONS,
    Scheduler,
    at,
    player,
    written,
)


def at_once(number: int, work: Callable[[int], Any]) -> list[Any]:
    """What so many threads get that start at the same moment."""
    answers: list[Any] = [None] * number
    barrier = threading.Barrier(number)

    def run(index: int) -> None:
        barrier.wait()
        answers[index] = work(index)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def register(scheduler: Scheduler, season_id: str, caller: Caller) -> Any:
    return scheduler.call("POST", f"{SEASONS}/{season_id}/registration", caller=caller)


def leave(scheduler: Scheduler, season_id: str, caller: Caller) -> Any:
    return scheduler.call("DELETE", f"{SEASONS}/{season_id}/registration", caller=caller)


def test_registering_twice_is_once(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    scheduler.clock.move(at(1))
    first = register(scheduler, season_id, player(1))
    assert first.status_code == 201
    assert first.json == {
        "account_id": player(1).account_id,
        "display_name": "Player 1",
        "registered_at": written(at(1)),
    }
    scheduler.clock.move(at(2))
    again = register(scheduler, season_id, player(1))
    assert (again.status_code, again.json) == (200, first.json)
    assert scheduler.season(season_id)["participants"] == 1


def test_who_may_register(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    assert register(scheduler, season_id, ANYBODY).status_code == 401
    machine = Caller(player(9).account_id, "Server", frozenset({"game_server"}))
    for caller in (GUEST, machine):
        assert register(scheduler, season_id, caller).json["code"] == "forbidden"
    assert register(scheduler, season_id, OPERATOR).status_code == 201


def test_registration_is_open_from_its_opening_until_just_before_its_close(
    scheduler: Scheduler,
) -> None:
    season_id = scheduler.create(registration_opens_at=written(at(1)))

    def tried(number: int) -> tuple[int, str | None]:
        answer = register(scheduler, season_id, player(number))
        return answer.status_code, answer.json.get("code")

    scheduler.clock.move(at(1, microseconds=-1))
    assert tried(1) == (409, "registration_not_open")
    # The timer has not come by yet: the stored instant decides.
    scheduler.clock.move(at(1))
    assert tried(1) == (201, None)
    assert scheduler.names_of_news() == ["SeasonAnnounced"]
    scheduler.clock.move(at(9, microseconds=-1))
    assert tried(2) == (201, None)
    scheduler.clock.move(at(9))
    assert tried(3) == (409, "registration_not_open")
    scheduler.work()
    assert tried(3) == (409, "registration_not_open")
    assert scheduler.season(season_id)["participants"] == 2


def test_leaving_takes_one_off_the_list(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    scheduler.register(season_id, 1, 2)
    assert leave(scheduler, season_id, player(1)).status_code == 204
    assert scheduler.season(season_id)["participants"] == 1
    gone = leave(scheduler, season_id, player(1))
    assert (gone.status_code, gone.json["code"]) == (404, "not_registered")
    assert register(scheduler, season_id, player(1)).status_code == 201


def test_a_round_robin_has_so_many_places_and_a_swiss_has_no_end_of_them(
    scheduler: Scheduler, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registration, "MOST_IN_ROUND_ROBIN", 3)
    season_id = scheduler.create()
    path = f"{SEASONS}/{season_id}/registration"
    scheduler.register(season_id, 1, 2, 3)
    refused = scheduler.call("POST", path, caller=player(4))
    assert (refused.status_code, refused.json["code"]) == (409, "season_full")
    assert scheduler.call("POST", path, caller=player(3)).status_code == 200
    assert scheduler.call("DELETE", path, caller=player(1)).status_code == 204
    scheduler.register(season_id, 4)
    scheduler.register(scheduler.create(format="swiss"), *range(1, 6))


def test_there_is_nothing_to_leave_in_a_draft_or_in_a_season_that_is_over(
    scheduler: Scheduler,
) -> None:
    draft = scheduler.create(registration_opens_at=written(at(1)))
    assert leave(scheduler, draft, player(1)).json["code"] == "registration_not_open"
    scheduler.act(draft, "cancel", reason="rain")
    over = leave(scheduler, draft, player(1))
    assert (over.status_code, over.json["code"]) == (409, "season_over")


def test_the_list_is_in_order_of_registration_and_then_of_the_lot(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    for hour, number in enumerate((5, 3, 1, 4, 2)):
        scheduler.clock.move(at(1, hours=hour))
        scheduler.register(season_id, number)
    path = f"{SEASONS}/{season_id}/participants"
    before = scheduler.items(path, 2)
    assert [entry["display_name"] for entry in before] == [f"Player {n}" for n in (5, 3, 1, 4, 2)]
    assert {entry["number"] for entry in before} == {None}
    half = scheduler.get(f"{path}?limit=2")
    scheduler.move(at(9))
    after = scheduler.items(path, 2)
    assert [entry["number"] for entry in after] == [1, 2, 3, 4, 5]
    seed = scheduler.season(season_id)["draw_seed"]
    accounts = [player(number).account_id or "" for number in range(1, 6)]
    assert [entry["account_id"] for entry in after] == list(lot_order(seed, accounts))
    assert {entry["status"] for entry in after} == {"active"}
    rest = scheduler.get(f"{path}?limit=9&cursor={half['next']}")["items"]
    assert [entry["display_name"] for entry in rest] == [f"Player {n}" for n in (1, 4, 2)]


def test_cursors_that_nobody_was_given_are_refused(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    for key in (-1, 2**40, "x", ["x", "y"], [1, 2], ["2030-01-01", "y"], {"a": 1}):
        for listed in ("participants", "rounds"):
            asked = f"{SEASONS}/{season_id}/{listed}?cursor={cursor(key)}"
            answer = scheduler.call("GET", asked)
            assert answer.status_code == 422, (listed, key)


def test_one_account_registering_many_times_at_once_is_on_the_list_once(
    scheduler: Scheduler,
) -> None:
    season_id = scheduler.create()
    answers = at_once(8, lambda _: register(scheduler, season_id, player(1)))
    assert Counter(answer.status_code for answer in answers) == {201: 1, 200: 7}
    assert len({answer.get_data() for answer in answers}) == 1
    assert scheduler.season(season_id)["participants"] == 1


def test_everyone_who_got_in_while_the_list_closes_is_numbered(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    scheduler.register(season_id, 0, 100)

    def work(index: int) -> Any:
        if index == 5:
            return scheduler.call("POST", f"{SEASONS}/{season_id}/close-registration", {})
        return register(scheduler, season_id, player(index + 1))

    answers = at_once(10, work)
    assert answers.pop(5).status_code == 200
    assert {answer.status_code for answer in answers} <= {201, 409}
    inside = [answer.json["account_id"] for answer in answers if answer.status_code == 201]
    inside += [player(0).account_id, player(100).account_id]
    listed = scheduler.items(f"{SEASONS}/{season_id}/participants")
    assert sorted(entry["account_id"] for entry in listed) == sorted(inside)
    assert sorted(entry["number"] for entry in listed) == list(range(1, len(inside) + 1))
    (closed,) = scheduler.emitted(RegistrationClosed)
    assert len(closed.participants) == len(inside)
    assert scheduler.season(season_id)["participants"] == len(inside)


def test_two_operators_close_at_once(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    scheduler.register(season_id, 1, 2, 3)
    path = f"{SEASONS}/{season_id}/close-registration"
    answers = at_once(4, lambda _: scheduler.call("POST", path, {}).status_code)
    assert sorted(answers) == [200, 409, 409, 409]
    assert len(scheduler.emitted(RegistrationClosed)) == 1


def test_a_deleted_account_leaves_the_list_and_cannot_come_back(scheduler: Scheduler) -> None:
    season_id, other = scheduler.create(), scheduler.create()
    for season in (season_id, other):
        scheduler.register(season, 1, 2)
    gone = AccountDeleted(account_id=str(player(1).account_id), revision=2)
    scheduler.tell(gone, gone)
    for season in (season_id, other):
        assert scheduler.season(season)["participants"] == 1
    late = AccountRegistered(account_id=gone.account_id, display_name="Back", revision=1)
    scheduler.tell(late)
    assert register(scheduler, season_id, player(1)).status_code == 403
    assert scheduler.season(season_id)["participants"] == 1


def test_a_list_longer_than_an_event_is_told_in_pages(scheduler: Scheduler) -> None:
    season_id = scheduler.create(format="swiss")
    with scheduler.runtime.writing() as uow:
        stored = seasons.lock(uow, season_id)
        for number in range(1, 1102):
            participants.register(uow, season_id, str(player(number).account_id), at(1))
        stored.row.participants = 1101
    scheduler.move(at(9))
    pages = scheduler.emitted(RegistrationClosed)
    assert [(page.page, page.pages, len(page.participants)) for page in pages] == [
        (1, 3, 500),
        (2, 3, 500),
        (3, 3, 101),
    ]
    assert pages[0].rounds == 11
    numbers = [entry.number for page in pages for entry in page.participants]
    assert numbers == list(range(1, 1102))
