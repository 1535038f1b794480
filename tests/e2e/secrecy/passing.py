"""Letting time pass from moment to moment, noticed at once, late, or not by everybody."""

from datetime import timedelta

from tests.e2e.secrecy.moments import Moment
from tests.e2e.secrecy.seams import TestPlatform
from tests.e2e.secrecy.stage import Stage

SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


def go_to(platform: TestPlatform, stage: Stage, moment: Moment) -> None:
    """Let the moment come; each but the first follows on the one before it."""
    match moment:
        case Moment.MORNING:
            platform.move_clock(stage.preparing_from)
        case Moment.EVENING:
            platform.move_clock(stage.solving_from - HOUR)
        case Moment.AT_SOLVING | Moment.AT_CLOSE:
            platform.clock.hold(*platform.runtimes)
            at_solving = moment is Moment.AT_SOLVING
            platform.clock.move(stage.solving_from if at_solving else stage.closes_at)
        case Moment.SOLVING:
            platform.clock.hold()
            platform.move_clock(stage.solving_from + HOUR)
        case Moment.LAST_SECOND:
            platform.move_clock(stage.closes_at - SECOND)
        case Moment.CLOSING:
            platform.clock.hold("match")
            platform.settle()


def close(platform: TestPlatform) -> None:
    """Let the duels be settled, and everything published."""
    platform.clock.hold()
    platform.settle()
