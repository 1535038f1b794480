"""Reports that contradict themselves."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from services.ladder.domain.game import End, Ending, Origin, Phase, Player
from services.ladder.domain.report import Report, checked
from shared.errors import Invalid

NOW = datetime(2030, 5, 1, 12, tzinfo=UTC)
END = End(NOW, Ending.WIN, Phase.PLAY, winner=0)
REPORT = Report("1", Origin.QUEUE, (Player("ana"), Player("bea")), NOW - timedelta(hours=1), END)


def faults(report: Report) -> list[str]:
    with pytest.raises(Invalid) as refusal:
        checked(report, NOW)
    return sorted(refusal.value.errors)


def finished(at: datetime) -> Report:
    return replace(REPORT, end=replace(END, finished_at=at))


def ended(ending: Ending, phase=Phase.PLAY, winner=None, left=None) -> Report:
    return replace(REPORT, end=End(NOW, ending, phase, winner, left))


@pytest.mark.parametrize(
    ("report", "fields"),
    [
        (ended(Ending.WIN), ["winner"]),
        (ended(Ending.WIN, winner=0, left=1), ["left"]),
        (ended(Ending.RESIGNATION), ["left"]),
        (ended(Ending.RESIGNATION, winner=1, left=1), ["winner"]),
        (ended(Ending.ABANDONMENT), ["left"]),
        (ended(Ending.NO_WINNER, winner=0), ["winner"]),
        (ended(Ending.NO_WINNER, left=0), ["left"]),
        (ended(Ending.PREPARATION_TIMEOUT, Phase.PLAY, left=0), ["phase"]),
        (ended(Ending.PREPARATION_TIMEOUT, Phase.PREPARING, winner=1), ["winner"]),
        (ended(Ending.PREPARATION_TIMEOUT, Phase.MULLIGAN, winner=1, left=1), ["winner"]),
        (replace(REPORT, players=(Player("ana"), Player("ana"))), ["players"]),
        (replace(REPORT, started_at=NOW + timedelta(seconds=6)), ["finished_at", "started_at"]),
        (replace(REPORT, end=replace(END, finished_at=NOW - timedelta(hours=2))), ["finished_at"]),
        (
            replace(REPORT, end=replace(END, finished_at=NOW + timedelta(seconds=6))),
            ["finished_at"],
        ),
    ],
)
def test_contradictions_name_their_field(report, fields):
    assert faults(report) == fields


def test_clocks_may_be_five_seconds_ahead():
    ahead = NOW + timedelta(seconds=5)
    report = replace(REPORT, started_at=ahead, end=replace(END, finished_at=ahead))
    assert checked(report, NOW) == report


def test_two_guests_of_one_name_are_two():
    report = replace(REPORT, players=(Player(None, "Gus"), Player(None, "Gus")))
    assert checked(report, NOW) == report


@pytest.mark.parametrize(
    ("report", "winner"),
    [
        (ended(Ending.RESIGNATION, Phase.TURN_ORDER, left=0), 1),
        (ended(Ending.ABANDONMENT, Phase.MULLIGAN, left=1), 0),
        (ended(Ending.PREPARATION_TIMEOUT, Phase.PREPARING, left=1), 0),
        (ended(Ending.PREPARATION_TIMEOUT, Phase.PREPARING), None),
        (ended(Ending.RESIGNATION, winner=1, left=0), 1),
        (ended(Ending.NO_WINNER), None),
    ],
)
def test_whoever_leaves_loses(report, winner):
    assert checked(report, NOW).end.winner == winner
