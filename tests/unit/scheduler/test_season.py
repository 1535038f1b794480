"""A season's life: registration, rounds, who is in, and when it is over."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from services.scheduler.domain.calendar import RoundTimes
from services.scheduler.domain.errors import (
    RegistrationNotOpen,
    SeasonNotDraft,
    SeasonNotRunning,
    SeasonOver,
    SeasonSettingsFixed,
)
from services.scheduler.domain.participants import (
    Participant,
    Status,
    disqualified,
    withdrawn,
)
from services.scheduler.domain.registration import (
    Departure,
    close_registration,
    departure,
    ensure_registration_open,
    open_registration,
    opens_now,
    with_settings,
)
from services.scheduler.domain.rounds import (
    RoundState,
    current_round,
    leg,
    number_of_rounds,
    round_state,
)
from services.scheduler.domain.season import (
    Season,
    State,
    cancel,
    ensure_can_disqualify,
    finish_if_deserted,
    finish_if_played,
    following_round,
    out_from_round,
    paired_rounds,
    round_closed,
    round_paired,
    round_to_pair,
)
from services.scheduler.domain.settings import CalendarCadence, Format, SeasonSettings

OPENS = datetime(2026, 3, 1, tzinfo=UTC)
CLOSES = datetime(2026, 3, 20, tzinfo=UTC)
INSTANT = timedelta(microseconds=1)
SETTINGS = SeasonSettings(
    format=Format.SWISS,
    time_zone="Europe/Madrid",
    registration_opens_at=OPENS,
    registration_closes_at=CLOSES,
    starts_on=date(2026, 3, 28),
)
ROUND_ROBIN = replace(SETTINGS, format=Format.DOUBLE_ROUND_ROBIN)
DRAFT = Season(State.DRAFT, SETTINGS)
REGISTRATION = Season(State.REGISTRATION, SETTINGS)
FINISHED = Season(State.FINISHED, SETTINGS, rounds=1, paired=1, closed=1)
CANCELLED = Season(State.CANCELLED, SETTINGS, cancel_reason="Nobody came.")


def running(settings: SeasonSettings, rounds: int, paired: int, closed: int) -> Season:
    return Season(State.RUNNING, settings, rounds=rounds, paired=paired, closed=closed)


def count_in(players: list[Participant], round_number: int) -> int:
    return sum(player.plays_in(round_number) for player in players)


# Registration


def test_settings_change_only_before_the_instant_of_opening() -> None:
    other = replace(SETTINGS, min_participants=4)
    assert with_settings(DRAFT, other, OPENS - INSTANT).settings == other
    with pytest.raises(SeasonSettingsFixed):
        with_settings(DRAFT, other, OPENS)
    with pytest.raises(SeasonSettingsFixed):
        with_settings(REGISTRATION, other, OPENS - INSTANT)


def test_registration_opens_at_its_instant() -> None:
    assert not opens_now(DRAFT, OPENS - INSTANT)
    assert opens_now(DRAFT, OPENS)
    assert not opens_now(REGISTRATION, OPENS)
    assert open_registration(DRAFT, OPENS + timedelta(seconds=3)) == REGISTRATION


def test_an_operator_opens_registration_early() -> None:
    early = OPENS - timedelta(days=3)
    season = open_registration(DRAFT, early)
    assert season.state == State.REGISTRATION
    assert season.settings.registration_opens_at == early
    ensure_registration_open(season, early)


@pytest.mark.parametrize("season", [REGISTRATION, FINISHED, CANCELLED])
def test_registration_opens_once(season: Season) -> None:
    with pytest.raises(SeasonNotDraft):
        open_registration(season, OPENS)


def test_accounts_register_from_the_opening_until_just_before_the_close() -> None:
    for season in (DRAFT, REGISTRATION):
        ensure_registration_open(season, OPENS)
        ensure_registration_open(season, CLOSES - INSTANT)
        with pytest.raises(RegistrationNotOpen):
            ensure_registration_open(season, CLOSES)
    with pytest.raises(RegistrationNotOpen):
        ensure_registration_open(DRAFT, OPENS - INSTANT)


@pytest.mark.parametrize("season", [FINISHED, CANCELLED, running(SETTINGS, 3, 1, 0)])
def test_nobody_registers_later(season: Season) -> None:
    with pytest.raises(RegistrationNotOpen):
        ensure_registration_open(season, OPENS)


def test_registration_closes_at_its_instant() -> None:
    season = close_registration(REGISTRATION, 8, CLOSES + timedelta(seconds=2))
    assert season == running(SETTINGS, rounds=3, paired=0, closed=0)


def test_an_operator_closes_registration_early() -> None:
    early = OPENS + timedelta(days=1)
    season = close_registration(REGISTRATION, 5, early)
    assert season.settings == replace(SETTINGS, registration_closes_at=early)
    assert season.rounds == 3


@pytest.mark.parametrize("season", [DRAFT, FINISHED, CANCELLED, running(SETTINGS, 3, 1, 0)])
def test_only_an_open_registration_closes(season: Season) -> None:
    with pytest.raises(RegistrationNotOpen):
        close_registration(season, 8, CLOSES)


@pytest.mark.parametrize("participants", [0, 1, 3])
def test_too_few_participants_cancel_the_season_and_it_says_why(participants: int) -> None:
    season = replace(REGISTRATION, settings=replace(SETTINGS, min_participants=4))
    closed = close_registration(season, participants, CLOSES)
    assert closed.state == State.CANCELLED
    assert closed.rounds is None
    assert f"{participants} participant" in (closed.cancel_reason or "")
    assert "at least 4" in (closed.cancel_reason or "")


def test_just_enough_participants_run_the_season() -> None:
    season = replace(REGISTRATION, settings=replace(SETTINGS, min_participants=4))
    assert close_registration(season, 4, CLOSES).state == State.RUNNING


def test_a_calendar_without_end_cancels_the_season() -> None:
    endless = replace(ROUND_ROBIN, cadence=CalendarCadence(rest_days=365))
    season = close_registration(replace(REGISTRATION, settings=endless), 1000, CLOSES)
    assert season.state == State.CANCELLED
    assert "1998 rounds" in (season.cancel_reason or "")


def test_giving_up_leaves_the_list_before_the_close_and_withdraws_after_it() -> None:
    assert departure(REGISTRATION, OPENS) == Departure.LEAVES
    assert departure(running(SETTINGS, 3, 1, 0), CLOSES) == Departure.WITHDRAWS
    with pytest.raises(RegistrationNotOpen):
        departure(DRAFT, OPENS - INSTANT)
    for season in (FINISHED, CANCELLED):
        with pytest.raises(SeasonOver):
            departure(season, CLOSES)


# Rounds


@pytest.mark.parametrize(
    ("participants", "swiss", "round_robin"),
    [
        (2, 1, 2),
        (3, 2, 6),
        (4, 2, 6),
        (5, 3, 10),
        (8, 3, 14),
        (9, 4, 18),
        (16, 4, 30),
        (17, 5, 34),
        (1024, 10, 2046),
        (1025, 11, 2050),
    ],
)
def test_the_number_of_rounds(participants: int, swiss: int, round_robin: int) -> None:
    assert number_of_rounds(Format.SWISS, participants) == swiss
    assert number_of_rounds(Format.DOUBLE_ROUND_ROBIN, participants) == round_robin


@pytest.mark.parametrize(
    ("participants", "asked", "rounds"),
    [(8, 7, 7), (8, 8, 7), (8, 1, 1), (9, 20, 9), (2, 100, 1), (3, 9, 3)],
)
def test_a_swiss_never_takes_more_rounds_than_a_leg(
    participants: int, asked: int, rounds: int
) -> None:
    assert number_of_rounds(Format.SWISS, participants, asked) == rounds


def test_one_alone_plays_no_rounds() -> None:
    with pytest.raises(ValueError, match="fewer than two"):
        number_of_rounds(Format.SWISS, 1)


def test_legs() -> None:
    legs = [leg(Format.DOUBLE_ROUND_ROBIN, number, 6) for number in range(1, 7)]
    assert legs == [1, 1, 1, 2, 2, 2]
    assert leg(Format.SWISS, 1, 6) is None


TIMES = RoundTimes(1, OPENS, OPENS + timedelta(days=1), OPENS + timedelta(days=2))


@pytest.mark.parametrize(
    ("at", "state"),
    [
        (OPENS - INSTANT, RoundState.SCHEDULED),
        (OPENS, RoundState.PREPARING),
        (TIMES.solving_from - INSTANT, RoundState.PREPARING),
        (TIMES.solving_from, RoundState.SOLVING),
        (TIMES.closes_at, RoundState.SOLVING),
    ],
)
def test_the_state_of_a_round(at: datetime, state: RoundState) -> None:
    assert round_state(TIMES, at, paired=True, closed=False) == state
    assert round_state(TIMES, at, paired=False, closed=False) == RoundState.SCHEDULED
    assert round_state(TIMES, at, paired=True, closed=True) == RoundState.CLOSED
    assert round_state(None, at, paired=True, closed=False) == RoundState.SCHEDULED


def test_a_phase_goes_on_while_the_season_is_held_at_its_end() -> None:
    late = TIMES.closes_at + timedelta(days=3)
    for held_end, state in (
        (TIMES.solving_from, RoundState.PREPARING),
        (TIMES.closes_at, RoundState.SOLVING),
    ):
        assert round_state(TIMES, late, paired=True, closed=False, held_end=held_end) == state


def test_the_current_round_is_the_open_one_or_else_the_last_closed() -> None:
    assert current_round(0, RoundState.SCHEDULED) is None
    assert current_round(0, RoundState.PREPARING) == 1
    assert current_round(1, RoundState.SCHEDULED) == 1
    assert current_round(1, RoundState.SOLVING) == 2
    assert current_round(2, None) == 2
    assert current_round(0, None) is None


def test_a_round_closed_by_a_cancelling_stays_the_current_one() -> None:
    assert current_round(1, RoundState.CLOSED) == 2


# Pairing, closing, finishing


def test_a_swiss_is_paired_round_by_round_until_its_last_one_closes() -> None:
    season = close_registration(REGISTRATION, 4, CLOSES)
    for number in (1, 2):
        assert round_to_pair(season) == number
        season = round_paired(season)
        assert round_to_pair(season) is None
        assert season.state == State.RUNNING
        season = round_closed(season)
    assert season.state == State.RUNNING
    assert finish_if_played(season, table_after=1) == season
    season = finish_if_played(season, table_after=2)
    assert season.state == State.FINISHED
    assert (season.paired, season.closed) == (2, 2)
    assert round_to_pair(season) is None


def test_no_round_is_paired_or_closed_out_of_turn() -> None:
    with pytest.raises(SeasonNotRunning):
        round_paired(running(SETTINGS, rounds=3, paired=1, closed=0))
    with pytest.raises(SeasonNotRunning):
        round_closed(running(SETTINGS, rounds=3, paired=1, closed=1))
    for season in (DRAFT, REGISTRATION, FINISHED, CANCELLED):
        assert round_to_pair(season) is None
        with pytest.raises(SeasonNotRunning):
            round_closed(season)


@pytest.mark.parametrize(("paired", "closed", "out_from"), [(1, 0, 2), (1, 1, 2), (2, 1, 3)])
def test_a_withdrawal_from_a_swiss_takes_effect_after_the_round_drawn_last(
    paired: int, closed: int, out_from: int
) -> None:
    assert out_from_round(running(SETTINGS, 3, paired, closed)) == out_from


@pytest.mark.parametrize(("closed", "out_from"), [(0, 2), (1, 3), (4, 6), (5, 7), (6, 7)])
def test_a_withdrawal_from_a_round_robin_spares_the_round_after_the_closed_one(
    closed: int, out_from: int
) -> None:
    # Whether the next round has been drawn up yet makes no difference.
    for paired in {closed, min(closed + 1, 6)}:
        season = running(ROUND_ROBIN, 6, paired, closed)
        assert out_from_round(season) == out_from
        assert paired_rounds(season) == out_from - 1


def test_whoever_is_out_is_in_up_to_the_round_before() -> None:
    ana, bea, eva = (Participant(name, number) for number, name in enumerate(("a", "b", "e"), 1))
    bea = withdrawn(bea, from_round=3)
    eva = disqualified(eva, from_round=2)
    assert [player.plays_in(1) for player in (ana, bea, eva)] == [True, True, True]
    assert [player.plays_in(2) for player in (ana, bea, eva)] == [True, True, False]
    assert [player.plays_in(3) for player in (ana, bea, eva)] == [True, False, False]
    assert (bea.status, eva.status) == (Status.WITHDRAWN, Status.DISQUALIFIED)


def test_withdrawing_or_being_disqualified_again_changes_nothing() -> None:
    once = withdrawn(Participant("a", 1), from_round=2)
    assert withdrawn(once, from_round=4) == once
    out = disqualified(Participant("a", 1), from_round=2)
    assert disqualified(out, from_round=4) == out
    assert withdrawn(out, from_round=4) == out


def test_a_withdrawn_player_who_is_disqualified_stays_out_from_the_earlier_round() -> None:
    out = disqualified(withdrawn(Participant("a", 1), from_round=2), from_round=4)
    assert out == Participant("a", 1, Status.DISQUALIFIED, out_from_round=2)


def test_with_fewer_than_two_left_the_season_finishes_once_the_open_round_closes() -> None:
    season = running(SETTINGS, rounds=3, paired=1, closed=0)
    players = [withdrawn(Participant(name, 1), out_from_round(season)) for name in "abcd"]
    assert finish_if_deserted(season, count_in(players, 1)) == season
    closed = round_closed(season)
    assert finish_if_deserted(closed, still_in=2) == closed
    assert finish_if_deserted(closed, still_in=1).state == State.FINISHED
    assert finish_if_deserted(closed, count_in(players, 2)).state == State.FINISHED


def test_after_the_last_round_the_season_waits_for_its_table_even_if_deserted() -> None:
    season = running(SETTINGS, rounds=3, paired=3, closed=3)
    assert following_round(season) is None
    assert finish_if_deserted(season, still_in=0) == season


def test_a_round_robin_is_drawn_ahead() -> None:
    season = running(ROUND_ROBIN, rounds=2, paired=0, closed=0)
    season = round_paired(round_paired(season))
    assert season.paired == 2
    with pytest.raises(SeasonNotRunning):
        round_paired(season)


def test_a_round_robin_left_between_rounds_plays_the_round_that_counts_as_paired() -> None:
    season = round_paired(running(ROUND_ROBIN, rounds=6, paired=1, closed=1))
    players = [withdrawn(Participant(name, 1), out_from_round(season)) for name in "abcd"]
    assert count_in(players, 2) == 4
    assert finish_if_deserted(season, count_in(players, 2)).state == State.RUNNING
    closed = round_closed(season)
    assert finish_if_deserted(closed, count_in(players, 3)).state == State.FINISHED


# Cancelling and disqualifying


@pytest.mark.parametrize("season", [DRAFT, REGISTRATION, running(SETTINGS, 3, 1, 0)])
def test_an_operator_cancels_with_a_reason(season: Season) -> None:
    cancelled = cancel(replace(season, held_end=CLOSES), "The hall burned down.")
    assert cancelled.state == State.CANCELLED
    assert cancelled.cancel_reason == "The hall burned down."
    assert cancelled.held_end is None


@pytest.mark.parametrize("season", [FINISHED, CANCELLED])
def test_what_is_over_is_not_cancelled(season: Season) -> None:
    with pytest.raises(SeasonOver):
        cancel(season, "Too late.")


def test_disqualifying_needs_a_closed_list_of_participants() -> None:
    for season in (running(SETTINGS, 3, 1, 0), FINISHED):
        ensure_can_disqualify(season)
    for season in (DRAFT, REGISTRATION, CANCELLED):
        with pytest.raises(SeasonNotRunning):
            ensure_can_disqualify(season)


def test_refusals_have_stable_codes() -> None:
    assert SeasonSettingsFixed.code == "season_settings_fixed"
    assert RegistrationNotOpen.code == "registration_not_open"
    assert SeasonSettingsFixed.status == RegistrationNotOpen.status == 409
