"""Puts a process on a host whose clock is ahead, by `TEST_SECONDS_AHEAD`.

Python imports this by itself where `PYTHONPATH` leads here, before the program takes its own
idea of the time from `shared.clock`.
"""

import os
import time
from datetime import datetime, timedelta

from shared import clock

_ahead = float(os.environ["TEST_SECONDS_AHEAD"])
_time, _now = time.time, clock.real_now


def _time_ahead() -> float:
    return _time() + _ahead


def _now_ahead() -> datetime:
    return _now() + timedelta(seconds=_ahead)


time.time, clock.real_now = _time_ahead, _now_ahead
