"""Connections to the broker: what they are told, and how long to wait for the next one."""

import random
import threading

import pika
import structlog
from pika.exceptions import AMQPError
from pika.spec import BasicProperties

log = structlog.get_logger()

PUMP_SECONDS = 0.5
RECONNECT_SECONDS = (1.0, 30.0)
MOST_DOUBLINGS = 5
PERSISTENT = 2


def parameters_for(url: str, what: str) -> pika.URLParameters:
    parameters = pika.URLParameters(url)
    parameters.heartbeat = 20
    parameters.blocked_connection_timeout = 120
    parameters.socket_timeout = 10
    parameters.client_properties = {"connection_name": f"justa-{what}"}
    return parameters


def properties_of(id: str, type: str) -> BasicProperties:
    return BasicProperties(
        message_id=id,
        type=type,
        content_type="application/cloudevents+json",
        delivery_mode=PERSISTENT,
    )


def hang_up(connection: pika.BlockingConnection) -> None:
    try:
        if connection.is_open:
            connection.close()
    except (AMQPError, OSError) as error:
        log.debug("close_failed", error=repr(error))


def longest_pause(failures: int) -> float:
    """How many seconds to wait at most after so many failures in a row to connect."""
    shortest, longest = RECONNECT_SECONDS
    # Of a broker that is away for a day there are thousands, and no float holds that power of two.
    return min(longest, shortest * 2.0 ** min(failures, MOST_DOUBLINGS))


def pause(closing: threading.Event, failures: int) -> None:
    """Wait before the next try to connect: growing, jittered, ended at once by closing."""
    if failures:
        closing.wait(random.uniform(RECONNECT_SECONDS[0], longest_pause(failures)))
