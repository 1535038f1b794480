"""What the standings do when something is due."""

from services.standings import store, usecases
from shared.service import Timer

TIMERS = (
    Timer(
        "publish_tables",
        next_due=store.looks.next_due,
        run=usecases.publishing.look_at_next,
    ),
)
