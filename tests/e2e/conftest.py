"""Starts of `justa up` that end with their test, and one platform to race on."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.e2e.running import JustaUp

if TYPE_CHECKING:
    from tests.e2e.racing.arena import Arena


@pytest.fixture
def start() -> Iterator[Callable[..., JustaUp]]:
    """Start `justa up`; whatever is left of it at the end of the test is killed."""
    started: list[JustaUp] = []

    def begin(*arguments, **options) -> JustaUp:
        started.append(JustaUp(*arguments, **options))
        return started[-1]

    yield begin
    for one in started:
        one.kill()


@pytest.fixture(scope="session")
def arena(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Arena]":
    """One embedded platform for all races, each with players and seasons of its own."""
    from tests.clients import embedded
    from tests.e2e.racing.arena import Arena
    from tests.e2e.seams import quick_passwords

    with quick_passwords(), embedded(tmp_path_factory.mktemp("arena")) as platform:
        yield Arena(platform)
