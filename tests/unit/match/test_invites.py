"""Invite codes can be said, typed carelessly, and not guessed."""

import random
import re

from hypothesis import given
from hypothesis import strategies as st

from services.match.domain.invites import draw_invite, read_invite


@given(st.integers(0, 2**32))
def test_an_invite_code_can_be_said_and_typed(seed: int) -> None:
    code = draw_invite(random.Random(seed).randrange)
    assert re.fullmatch(r"([a-z][aeiou]){2}(-([a-z][aeiou]){2}){3}", code)
    for typed in (code, code.upper(), code.replace("-", " "), code.replace("-", ""), f" {code}\n"):
        assert read_invite(typed) == code


def test_there_are_too_many_to_guess() -> None:
    choices: list[int] = []
    draw_invite(lambda count: choices.append(count) or 0)
    ways = 1
    for count in choices:
        ways *= count
    assert ways > 5 * 10**14


def test_anything_may_be_typed() -> None:
    assert read_invite("") == ""
    assert read_invite("¿Qué?") == "qué"
