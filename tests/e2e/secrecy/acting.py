"""What players do in a round: in secret, in the open, and while they watch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.e2e.secrecy.moments import Moment
from tests.e2e.secrecy.stage import credentials

CODE = "2345"
"""What opponents confirm."""
DRAWN = "1111"
"""What is drawn where chance is taken out. All secret codes begin with the same two symbols, so
that clues about them are alike, and have neither a 5 nor a 6, so that guesses at them are."""


@dataclass(frozen=True)
class Move:
    """A request; `{match}`, `{other}` (another match), `{season}` and `{name}` are filled in.

    `status` and `code` are what it must be answered with.
    """

    method: str
    path: str
    body: Any = None
    status: int = 200
    code: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


def code(text: str, *, confirm: bool = False, refused: str | None = None) -> Move:
    body = {"code": text, "confirm": confirm}
    return _move("PUT", "/matches/{match}/code", body, 200, refused)


def attempt(
    number: int, guess: str, *, status: int = 201, refused: str | None = None, key: str = ""
) -> Move:
    headers = {"Idempotency-Key": key} if key else {}
    body = {"number": number, "guess": guess}
    return _move("POST", "/matches/{match}/attempts", body, status, refused, headers)


def clue(*, refused: str | None = None) -> Move:
    return _move("POST", "/matches/{match}/clues", None, 201, refused)


def _move(
    method: str,
    path: str,
    body: Any,
    status: int,
    refused: str | None,
    headers: Mapping[str, str] | None = None,
) -> Move:
    if refused:
        status = STATUS.get(refused, 409)
    return Move(method, path, body, status, refused, headers or {})


STATUS = {
    "invalid_code": 422,
    "invalid": 422,
    "idempotency_key_reused": 422,
    "unsupported_media_type": 415,
    "not_your_match": 403,
    "forbidden": 403,
}


def look(path: str = "/matches/{match}") -> Move:
    return Move("GET", path)


LOG_IN = Move("POST", "/sessions", credentials("{name}"), 201)

Script = Mapping[Moment, Sequence[Move]]

SECRETS: Mapping[str, Script] = {
    "saves and changes a draft, looks around, logs in again": {
        Moment.MORNING: [code("1122"), code("1133"), LOG_IN],
        Moment.EVENING: [code("1144"), look(), look("/me/matches"), look("/me/export")],
        Moment.SOLVING: [look(), look("/me/aura"), LOG_IN],
    },
    "confirms, again, and what is refused": {
        Moment.MORNING: [
            attempt(1, "1111", refused="not_solving"),
            clue(refused="not_solving"),
            code("11", refused="invalid_code"),
            code("1199", refused="invalid_code"),
        ],
        Moment.EVENING: [
            code("1122", confirm=True),
            code("1122", confirm=True),
            code("1133", confirm=True, refused="code_already_confirmed"),
            code("1133", refused="code_already_confirmed"),
            _move("PUT", "/matches/{match}/code", b"1122", 415, "unsupported_media_type"),
            _move("PUT", "/matches/{match}/code", {"code": "1122"}, 422, "invalid"),
        ],
        Moment.SOLVING: [
            code("1144", refused="not_preparing"),
            attempt(2, "1111", refused="attempt_out_of_turn"),
            attempt(1, "11", refused="invalid_code"),
            attempt(1, "1111"),
            attempt(1, "1111", status=200),
            attempt(1, "2222", refused="attempt_out_of_turn"),
            _move(
                "POST",
                "/matches/{other}/attempts",
                {"number": 1, "guess": "1111"},
                403,
                "not_your_match",
            ),
            _move("POST", "/matches/{match}/annul", {"reason": "I lose"}, 403, "forbidden"),
        ],
    },
    "solves, with keys, repeatedly": {
        Moment.EVENING: [code("1123"), code("1124", confirm=True)],
        Moment.SOLVING: [
            attempt(1, "2354", key="first"),
            attempt(1, "2354", key="first"),
            attempt(1, "5555", key="first", refused="idempotency_key_reused"),
            attempt(2, "2345", key="second"),
            attempt(3, "1111", refused="already_solved"),
            clue(refused="already_solved"),
        ],
        Moment.LAST_SECOND: [attempt(2, "2345", status=200), attempt(2, "2345", key="second")],
    },
    "runs out of attempts, clues and Aura": {
        Moment.SOLVING: [
            clue(refused="clue_locked"),
            attempt(1, "1111"),
            clue(),
            clue(),
            clue(refused="insufficient_aura"),
            *(attempt(number, "1112") for number in (2, 3, 4)),
        ],
        Moment.LAST_SECOND: [
            attempt(5, "2316"),
            attempt(6, "2361"),
            attempt(7, "2345", refused="no_attempts_left"),
        ],
    },
    "comes at the last and at the first moment": {
        Moment.AT_SOLVING: [
            code("1122", confirm=True, refused="not_preparing"),
            attempt(1, "1234"),
        ],
        Moment.LAST_SECOND: [attempt(2, "1235"), clue()],
        Moment.AT_CLOSE: [
            attempt(3, "1236", refused="not_solving"),
            attempt(2, "1235", status=200),
            clue(refused="not_solving"),
            look(),
        ],
        Moment.CLOSING: [attempt(3, "1236", refused="not_solving"), look()],
    },
    "has withdrawn, and plays on": {
        Moment.MORNING: [code("1133")],
        Moment.EVENING: [code("1134", confirm=True)],
        Moment.SOLVING: [attempt(1, "2222"), clue(), attempt(2, "3333")],
    },
    "is disqualified, and goes on trying": {
        Moment.EVENING: [code("1134", confirm=True)],
        Moment.AT_SOLVING: [attempt(1, "2345")],
        Moment.SOLVING: [
            attempt(1, "2345", status=200),
            attempt(2, "2222", refused="disqualified"),
            clue(refused="disqualified"),
        ],
        Moment.LAST_SECOND: [attempt(2, "3333", refused="disqualified")],
    },
}

WITHDRAWS = "has withdrawn, and plays on"
IS_DISQUALIFIED = "is disqualified, and goes on trying"
UNPREPARED = "comes at the last and at the first moment"
"""Whoever plays against this one confirms no code, so that one is drawn for both."""

WATCHING: Script = {
    Moment.MORNING: [code("6543"), clue(refused="not_solving")],
    Moment.EVENING: [
        code(CODE, confirm=True),
        code("6543", confirm=True, refused="code_already_confirmed"),
    ],
    Moment.AT_SOLVING: [attempt(1, "1155")],
    Moment.SOLVING: [
        attempt(3, "5656", refused="attempt_out_of_turn"),
        attempt(2, "5656"),
        clue(),
    ],
    Moment.LAST_SECOND: [
        attempt(2, "5656", status=200),
        attempt(3, "6565"),
        clue(),
        clue(refused="insufficient_aura"),
    ],
    Moment.AT_CLOSE: [attempt(4, "6565", refused="not_solving"), clue(refused="not_solving")],
    Moment.CLOSING: [attempt(3, "6565", status=200), code("1234", refused="not_preparing")],
}
"""What everybody does who has no secret: the same in all worlds, and answered alike."""
UNPREPARED_WATCHING: Script = {**WATCHING, Moment.EVENING: [code("6544")]}
