"""Withdrawing and disqualifying: what is told, and that the answer waits for the match service."""

from typing import Any

import pytest

from services.scheduler.usecases import obeying
from shared.events.catalogue import ParticipantDisqualified, ParticipantWithdrawn, RoundClosed
from tests.service.scheduler.harness import (
    ANYBODY,
    GUEST,
    SEASONS,
    Scheduler,
    at,
    barred,
    player,
)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(obeying, "PATIENCE_SECONDS", 0.0)


def statuses(scheduler: Scheduler, season_id: str) -> dict[str, str]:
    listed = scheduler.items(f"{SEASONS}/{season_id}/participants")
    return {entry["display_name"]: entry["status"] for entry in listed}


def test_a_withdrawal_is_answered_once_the_match_service_obeys(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    scheduler.move(at(10))
    scheduler.withdraw(season_id, 2)
    (told,) = scheduler.emitted(ParticipantWithdrawn)
    assert (told.account_id, told.from_round, told.departure) == (player(2).account_id, 2, 1)
    assert statuses(scheduler, season_id)["Player 2"] == "withdrawn"
    assert scheduler.season(season_id)["participants"] == 4


@pytest.mark.usefixtures("impatient")
def test_without_the_match_service_the_caller_is_asked_to_repeat(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    path = f"{SEASONS}/{season_id}/registration"
    for _ in range(2):
        answer = scheduler.call("DELETE", path, caller=player(2))
        assert (answer.status_code, answer.json["code"]) == (503, "service_unavailable")
        assert int(answer.headers["Retry-After"]) > 0
    (told,) = scheduler.emitted(ParticipantWithdrawn)
    scheduler.tell(barred(told), barred(told))
    for _ in range(2):
        assert scheduler.call("DELETE", path, caller=player(2)).status_code == 204
    assert len(scheduler.emitted(ParticipantWithdrawn)) == 1


@pytest.mark.usefixtures("impatient")
def test_word_of_a_withdrawal_does_not_answer_a_disqualification(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    left = scheduler.call("DELETE", f"{SEASONS}/{season_id}/registration", caller=player(2))
    assert left.status_code == 503
    scheduler.bar_all()
    path = f"{SEASONS}/{season_id}/disqualifications"
    body = {"account_id": player(2).account_id, "reason": "two accounts"}
    assert scheduler.call("POST", path, body).status_code == 503
    (told,) = scheduler.emitted(ParticipantDisqualified)
    scheduler.tell(barred(told))
    assert scheduler.call("POST", path, body).status_code == 200
    assert len(scheduler.emitted(ParticipantDisqualified)) == 1


@pytest.mark.usefixtures("impatient")
def test_a_repeat_with_the_same_key_waits_as_the_first_did(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    path = f"{SEASONS}/{season_id}/disqualifications"
    body = {"account_id": player(2).account_id, "reason": "two accounts"}
    key = {"Idempotency-Key": "once"}
    for _ in range(2):
        answer = scheduler.call("POST", path, body, headers=key)
        assert (answer.status_code, answer.json["code"]) == (503, "service_unavailable")
    scheduler.bar_all()
    first, again = (scheduler.call("POST", path, body, headers=key) for _ in "12")
    assert (first.status_code, first.data) == (200, again.data)
    assert len(scheduler.emitted(ParticipantDisqualified)) == 1


@pytest.mark.usefixtures("impatient")
def test_a_refusal_is_repeated_at_once(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    path = f"{SEASONS}/{season_id}/disqualifications"
    body = {"account_id": "nobody", "reason": "two accounts"}
    key = {"Idempotency-Key": "once"}
    answers = [scheduler.call("POST", path, body, headers=key) for _ in "12"]
    assert {answer.status_code for answer in answers} == {422}


def test_leaving_after_a_disqualification_changes_nothing(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    scheduler.disqualify(season_id, 2)
    scheduler.withdraw(season_id, 2)
    assert scheduler.emitted(ParticipantWithdrawn) == []
    assert statuses(scheduler, season_id)["Player 2"] == "disqualified"


def test_departures_are_numbered_together_and_a_round_says_how_many(scheduler: Scheduler) -> None:
    season_id = scheduler.running(6)
    scheduler.withdraw(season_id, 1)
    scheduler.move(at(12))
    scheduler.disqualify(season_id, 2)
    shown = scheduler.disqualify(season_id, 1)
    assert shown["state"] == "running"
    scheduler.move(at(14))
    gone: list[Any] = [
        event
        for event in scheduler.emitted()
        if isinstance(event, ParticipantWithdrawn | ParticipantDisqualified)
    ]
    assert [(event.departure, event.from_round) for event in gone] == [(1, 2), (2, 3), (3, 2)]
    assert [event.departures for event in scheduler.emitted(RoundClosed)] == [1, 3]


def test_a_disqualification_after_the_end_names_the_last_table(scheduler: Scheduler) -> None:
    season_id = scheduler.running(2)
    scheduler.move(at(14))
    scheduler.publish_closed()
    shown = scheduler.disqualify(season_id, 1)
    assert shown["state"] == "finished"
    (told,) = scheduler.emitted(ParticipantDisqualified)
    assert told.last_round == 2
    late = scheduler.call("DELETE", f"{SEASONS}/{season_id}/registration", caller=player(2))
    assert (late.status_code, late.json["code"]) == (409, "season_over")


def test_a_disqualification_before_the_end_names_no_table(scheduler: Scheduler) -> None:
    season_id = scheduler.running(3)
    scheduler.disqualify(season_id, 1)
    assert scheduler.emitted(ParticipantDisqualified)[0].last_round is None


def test_whom_nobody_can_disqualify(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    scheduler.register(season_id, 1, 2)
    path = f"{SEASONS}/{season_id}/disqualifications"
    body = {"account_id": player(1).account_id, "reason": "two accounts"}
    early = scheduler.call("POST", path, body)
    assert (early.status_code, early.json["code"]) == (409, "season_not_running")
    scheduler.move(at(9))
    for account in (player(3).account_id, "nobody"):
        answer = scheduler.call("POST", path, {**body, "account_id": account})
        assert answer.status_code == 422
        assert answer.json["errors"].keys() == {"account_id"}
    for account in (None, 7, "", "a\tb", "x" * 37):
        answer = scheduler.call("POST", path, {**body, "account_id": account})
        assert answer.json["errors"].keys() == {"account_id"}
    scheduler.act(season_id, "cancel", reason="rain")
    late = scheduler.call("POST", path, body)
    assert (late.status_code, late.json["code"]) == (409, "season_not_running")


def test_who_cannot_leave(scheduler: Scheduler) -> None:
    season_id = scheduler.running(2)
    path = f"{SEASONS}/{season_id}/registration"
    assert scheduler.call("DELETE", path, caller=ANYBODY).status_code == 401
    assert scheduler.call("DELETE", path, caller=GUEST).status_code == 403
    stranger = scheduler.call("DELETE", path, caller=player(3))
    assert (stranger.status_code, stranger.json["code"]) == (404, "not_registered")


def test_leaving_at_the_very_close_of_the_list_is_a_withdrawal(scheduler: Scheduler) -> None:
    season_id = scheduler.create()
    scheduler.register(season_id, 1, 2, 3)
    scheduler.clock.move(at(9))
    scheduler.withdraw(season_id, 2)
    told = [event.type for event in scheduler.emitted()]
    assert told.index("RegistrationClosed") < told.index("ParticipantWithdrawn")
    assert len(scheduler.lot(season_id)) == 3


def test_an_operator_disqualifies_with_the_season_they_read(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    path = f"{SEASONS}/{season_id}"
    tag = scheduler.call("GET", path, caller=ANYBODY).headers["ETag"]
    scheduler.move(at(10))
    body = {"account_id": player(1).account_id, "reason": "two accounts"}
    stale = scheduler.call("POST", f"{path}/disqualifications", body, headers={"If-Match": tag})
    assert stale.status_code == 412
    assert scheduler.emitted(ParticipantDisqualified) == []


def test_departures_are_listed_in_order_and_counted_by_rounds(scheduler: Scheduler) -> None:
    season_id = scheduler.running(4)
    path = f"{SEASONS}/{season_id}/departures"
    assert scheduler.items(path) == []
    scheduler.move(at(10))
    scheduler.withdraw(season_id, 2)
    scheduler.disqualify(season_id, 3)
    assert [
        (d["number"], d["account_id"], d["kind"], d["from_round"]) for d in scheduler.items(path)
    ] == [
        (1, player(2).account_id, "withdrawn", 2),
        (2, player(3).account_id, "disqualified", 2),
    ]
    assert [one["departures"] for one in scheduler.rounds(season_id)[:2]] == [None, None]
    scheduler.move(at(12))
    assert [one["departures"] for one in scheduler.rounds(season_id)[:2]] == [2, None]
    assert scheduler.call("GET", f"{SEASONS}/none/departures", caller=ANYBODY).status_code == 404
