"""What listeners are told of the ladder and its live duels."""

from datetime import UTC, datetime
from typing import Any

from services.gateway.domain.live import LiveEvent
from shared.events.catalogue import (
    DuelOpened,
    LadderGameVoided,
    LadderSeasonConfirmed,
    RatingChanged,
)
from shared.names import COMPUTERS
from tests.service.gateway.announcing import told
from tests.service.gateway.gateway_under_test import Gateway

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)


def opened(kind: Any = "ladder", second: str = "bea") -> DuelOpened:
    return DuelOpened(
        match_id="M",
        kind=kind,
        origin="queue",
        first="ana",
        second=second,
        first_is_guest=False,
        second_is_guest=False,
        rated=True,
        unrated_reason=None,
        opened_at=NOON,
        preparing_until=NOON,
    )


def rating(account_id: str, season_id: str = "S") -> RatingChanged:
    return RatingChanged(
        season_id=season_id,
        account_id=account_id,
        revision=1,
        points=1510,
        streak=1,
        rated_games=1,
    )


def test_the_two_who_were_paired_learn_where_they_play(gateway: Gateway) -> None:
    gateway.hear(opened())
    for who in ("ana", "bea"):
        assert told(gateway, who) == [LiveEvent("ladder_matched", {"match_id": "M"}, who)]
    assert told(gateway) == []


def test_a_friendly_duel_is_a_duel_that_changed(gateway: Gateway) -> None:
    gateway.hear(opened("friendly", COMPUTERS["easy"]))
    assert told(gateway, "ana") == [LiveEvent("duel_changed", {"match_id": "M"}, "ana")]
    assert told(gateway, COMPUTERS["easy"]) == []


def test_changes_of_ratings_that_come_together_are_told_as_one(gateway: Gateway) -> None:
    gateway.hear(rating("ana"), rating("bea"), rating("ana"), rating("cai", "T"))
    gateway.hear(rating("dia"))
    changed = [event.data["season_id"] for event in told(gateway)]
    assert {event.type for event in told(gateway)} == {"ranking_changed"}
    assert changed == ["S", "T", "S"]


def test_a_confirmed_ranking_is_one_to_read_again(gateway: Gateway) -> None:
    gateway.hear(
        LadderSeasonConfirmed(season_id="S", revision=2, confirmed_at=NOON, prize=("ana",))
    )
    assert told(gateway) == [LiveEvent("ranking_changed", {"season_id": "S"})]


def test_the_players_of_a_voided_game_hear_of_it(gateway: Gateway) -> None:
    gateway.hear(
        LadderGameVoided(
            season_id="S", game_id="G", first="ana", second=None, voided=True, revision=1
        )
    )
    game = {"game_id": "G", "season_id": "S"}
    assert told(gateway, "ana") == [LiveEvent("ladder_game_changed", game, "ana")]
    assert told(gateway) == []
