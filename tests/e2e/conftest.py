"""Starts of `justa up` that end with their test."""

from collections.abc import Callable, Iterator

import pytest

from tests.e2e.running import JustaUp


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
