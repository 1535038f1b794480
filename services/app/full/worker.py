"""`justa worker SERVICE`: consumer, relay, timers and upkeep of one service."""

import os
import signal
import sys

import structlog

from services.app.full.making import connected, make_runtime
from services.gateway.live.wire import LiveTeller
from services.gateway.public_reads.wire import ReadsTeller
from shared import tracing
from shared.full_settings import ops_port
from shared.logs import configure_logs
from shared.messaging.rabbit import RabbitBus
from shared.ops_port import open_ops_port
from shared.settings import Settings

SWITCH_SECONDS = 0.001
_STOPS = (signal.SIGTERM, signal.SIGINT)

log = structlog.get_logger()


def work(service: str, settings: Settings) -> None:
    """Work until told to stop: then unready at once, take nothing new, finish and acknowledge
    what is in hand, hang up, and be alive to the end. Told once more, it goes as it stands.
    """
    assert settings.broker_url
    configure_logs(settings.log_level)
    # Several threads wait for the database and the broker many times a second each, and after
    # every wait for the interpreter.
    sys.setswitchinterval(SWITCH_SECONDS)
    # Threads inherit this: the signals reach nobody but the wait below.
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    tracing.begin(settings, "justa worker")
    bus = RabbitBus(settings.broker_url, delays=settings.retry_delays)
    runtime = make_runtime(service, settings, bus)
    if service == "gateway":
        # Before somebody is reminded, their match is asked for in their own name.
        connected(runtime, settings)
        runtime.add_part(LiveTeller(runtime))
        runtime.add_part(ReadsTeller(runtime))
    port = open_ops_port([runtime], settings.host, ops_port(settings))
    runtime.start()
    signal.sigwait(_STOPS)
    _let_a_second_signal_end_it()
    runtime.stop()
    bus.close()
    tracing.end()
    port.close()


def _let_a_second_signal_end_it() -> None:
    for number in _STOPS:
        signal.signal(number, lambda *_: os._exit(1))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPS)
