"""The operators' port tells whether a process lives, can work, and what it counted."""

import http.client
import json

import pytest

from services.ladder.service import SERVICE as LADDER
from shared import metrics
from shared.clock import SystemClock
from shared.events.catalogue import SolvingOpened
from shared.messaging.local import LocalBus
from shared.migrate import migrate
from shared.ops_port import OpsPort, open_ops_port
from shared.runtime import Runtime
from shared.settings import Settings
from tests.waiting import until


def ask(port, path):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    return answer.status, answer.read().decode()


@pytest.mark.parametrize(
    ("dead", "trouble", "alive", "ready"),
    [(None, None, 200, 200), (None, "no broker", 200, 503), ("relay ended", None, 503, 200)],
)
def test_alive_and_ready_are_two_things(dead, trouble, alive, ready):
    port = OpsPort("127.0.0.1", 0, dead=lambda: dead, trouble=lambda: trouble).start()
    assert ask(port.port, "/healthz")[0] == alive
    status, body = ask(port.port, "/readyz")
    assert status == ready
    assert json.loads(body)["status"] == (trouble or "ready")
    assert ask(port.port, "/anything")[0] == 404
    port.close()


def test_what_a_service_does_is_counted(make_runtime):
    bus = LocalBus()
    speaker, listener = make_runtime("scheduler", bus), make_runtime("match", bus)
    opened = open_ops_port([speaker, listener], "127.0.0.1", 0)
    port = opened.port
    with speaker.writing() as uow:
        uow.emit(SolvingOpened(season_id="s", round=1, matches=0))
    assert 'justa_outbox_events{service="scheduler"} 1.0' in ask(port, "/metrics")[1]
    for runtime in (speaker, listener):
        runtime.start()
    applied = 'justa_events_handled_total{outcome="applied",service="match",type="SolvingOpened"}'
    until(lambda: applied in ask(port, "/metrics")[1])
    page = until(lambda: _with(ask(port, "/metrics")[1], 'events{service="scheduler"} 0.0'))
    assert 'justa_events_published_total{service="scheduler",type="SolvingOpened"}' in page
    assert 'justa_leader{part="match-timers",service="match"} 1.0' in page
    assert 'justa_dead_letters{service="match"} 0.0' in page
    for runtime in (speaker, listener):
        runtime.stop()
    assert ask(port, "/readyz") == (503, '{"status": "stopping"}')
    opened.close()
    assert "justa_outbox_events" not in metrics.page().decode()


def test_a_database_that_was_not_migrated_is_not_ready(tmp_path):
    settings = Settings(data=tmp_path, secret="s" * 48)
    url = settings.sqlite_url("ladder")
    runtime = Runtime(LADDER, settings=settings, url=url, clock=SystemClock(), bus=None)
    assert runtime.vitals.trouble() == "the database waits for `justa migrate`"
    migrate(LADDER, runtime.engine)
    assert runtime.vitals.trouble() is None
    runtime.stop()


def _with(page, line):
    return page if line in page else None
