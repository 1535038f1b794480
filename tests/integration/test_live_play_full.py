"""Tables and the computer over HTTP, on RabbitMQ with PostgreSQL."""

import pytest

from services.match.domain.computer.guessing import Level
from tests.clients import Client
from tests.integration.full_platform import FullPlatform
from tests.integration.test_ladder_full import START, platform  # noqa: F401
from tests.integration.test_live_play import (
    Cast,
    assemble,
    begin_and_end_in_quick_succession,
    play_at_a_table,
    play_the_computer,
)


@pytest.fixture
def full_cast(platform: FullPlatform) -> Cast:  # noqa: F811
    operator = {"email": "operator@example.org", "password": "correct horse battery"}
    return assemble(Client(platform.wsgi), operator, platform.await_published, START)


def test_tables_and_computers(full_cast: Cast) -> None:
    for level in Level:
        play_the_computer(full_cast, level.value)
    play_at_a_table(full_cast)
    begin_and_end_in_quick_succession(full_cast)
