"""Who may do what: every route, every role, one's own objects and another's, in one table.

The table is `authorization.txt` beside this file. A route that is served and stands in no line of
it fails the test, as does a line that no route serves.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from werkzeug.exceptions import HTTPException

from services.gateway.usecases.operators import ensure_operator
from tests.clients import Answer, RunningPlatform, embedded
from tests.e2e.seams import quick_passwords

TABLE = Path(__file__).with_name("authorization.txt")
PASSWORD = "a password of many letters"
UNKNOWN = "01900000-0000-7000-8000-00000000abcd"
START = datetime(2050, 3, 1, 12, tzinfo=UTC)


@dataclass(frozen=True)
class Line:
    """One route and what each role is answered; `body` is what everybody sends."""

    method: str
    path: str
    expected: dict[str, int]
    body: Any

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


def _table() -> list[Line]:
    rows = [row.split("#")[0].rstrip() for row in TABLE.read_text().splitlines()]
    head, *lines = [row for row in rows if row]
    return [_line(row, head.split()[2:]) for row in lines]


def _line(row: str, roles: list[str]) -> Line:
    method, path, *rest = row.split(None, 2 + len(roles))
    statuses = dict(zip(roles, map(int, rest[: len(roles)]), strict=True))
    body = json.loads(rest[len(roles)]) if len(rest) > len(roles) else {}
    return Line(method, path, statuses, body)


LINES = _table()


class Stage:
    """A season in its first round of two players, and one caller of each kind."""

    def __init__(self, running: RunningPlatform) -> None:
        self.platform, self.client = running.platform, running.client()
        self.url_maps = [runtime.web().url_map for runtime in self.platform.runtimes.values()]
        email, password = running.operator_email, running.operator_password
        self.operator = self._log_in(str(email), str(password))
        self._move(START)
        tokens = {name: self._player(name) for name in ("own", "bea", "other")}
        made = self._ask("POST", "/guests", json={"display_name": "Gus"}).body
        key = {"name": "cards", "role": "game_server"}
        self.tokens = {
            "nobody": None,
            "guest": made["access_token"],
            "own": tokens["own"],
            "other": tokens["other"],
            "operator": self.operator,
            "server": self._ask("POST", "/api-keys", self.operator, json=key).body["key"],
        }
        self.objects = {"unknown": UNKNOWN, "account": self._me(tokens["own"])["id"]}
        self.objects |= self._season(tokens)
        incident = {"title": "Odd", "description": ""}
        made = self._ask("POST", "/admin/incidents", self.operator, json=incident).body
        self.objects["incident"] = made["id"]

    def ask(self, line: Line, role: str) -> Answer:
        token = self.tokens[role]
        ends_logins = ("/me", "/sessions/current", "/me/sessions/{s}")
        if line.method == "DELETE" and line.path in ends_logins:
            token = self._fresh(role)
        if line.path == "/events":
            return self._listen(token)
        path = re.sub(r"\{(\w+)\}", lambda found: self._object(found[1], token), line.path)
        return self._ask(line.method, path, token, json=line.body)

    def _listen(self, token: str | None) -> Answer:
        """The head of a stream that would go on."""
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        stream = self.client._http.open("/api/v1/events", headers=headers, buffered=False)
        stream.close()
        return Answer(stream.status_code, dict(stream.headers), b"")

    def _object(self, name: str, token: str | None) -> str:
        if name == "s":
            own = self._ask("GET", "/me/sessions", token)
            return str(own.body["items"][0]["id"]) if own.status == 200 else UNKNOWN
        return self.objects[name]

    def _fresh(self, role: str) -> str | None:
        """A login that may end, of somebody of the same kind who may go."""
        if role in ("own", "other"):
            return self._player(f"x{datetime.now(UTC).timestamp()}")
        if role == "guest":
            made = self._ask("POST", "/guests", json={"display_name": "Gil"}).body
            return str(made["access_token"])
        if role == "operator":
            email, password = "second@example.org", PASSWORD
            runtime = self.platform.runtimes["gateway"]
            ensure_operator(runtime, email=email, password=password, display_name="Second")
            return self._log_in(email, password)
        return self.tokens[role]

    def _season(self, tokens: dict[str, str]) -> dict[str, str]:
        body = {
            "name": "Spring",
            "format": "double_round_robin",
            "time_zone": "UTC",
            "starts_on": "2050-03-04",
            "registration_opens_at": START.isoformat(),
            "registration_closes_at": (START + timedelta(days=1)).isoformat(),
        }
        season = self._ask("POST", "/seasons", self.operator, json=body).body["id"]
        for name in ("own", "bea"):
            self._ask("POST", f"/seasons/{season}/registration", tokens[name])
        self._move(datetime(2050, 3, 4, 1, tzinfo=UTC))
        (match,) = self._ask("GET", f"/seasons/{season}/rounds/1/matches").body["items"]
        draft = {**body, "registration_opens_at": "2051-01-01T00:00:00Z"}
        draft |= {"registration_closes_at": "2051-02-01T00:00:00Z", "starts_on": "2051-03-01"}
        later = self._ask("POST", "/seasons", self.operator, json=draft).body["id"]
        # A ladder that is yet to begin: nobody is paired while the table is read.
        ladder = {"name": "Next", "starts_at": "2051-01-01T00:00:00Z"}
        ladder |= {"ends_at": "2051-02-01T00:00:00Z"}
        planned = self._ask("POST", "/ladder/seasons", self.operator, json=ladder).body["id"]
        return {"season": season, "match": match["id"], "draft": later, "ladder": planned}

    def _move(self, to: datetime) -> None:
        self._ask("POST", "/admin/clock", self.operator, json={"now": to.isoformat()})

    def _player(self, name: str) -> str:
        email = f"{name}@example.org"
        body = {"email": email, "password": PASSWORD, "display_name": name, "accept_rules": True}
        assert self._ask("POST", "/accounts", json=body).status == 201
        return self._log_in(email, PASSWORD)

    def _log_in(self, email: str, password: str) -> str:
        body = {"email": email, "password": password}
        return str(self._ask("POST", "/sessions", json=body).body["access_token"])

    def _me(self, token: str) -> Any:
        return self._ask("GET", "/me", token).body

    def _ask(self, method: str, path: str, token: str | None = None, **given: Any) -> Answer:
        if method == "GET":
            given = {}
        return self.client.request(method, f"/api/v1{path}", token=token, **given)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    with quick_passwords(), embedded(tmp_path_factory.mktemp("authorization")) as running:
        yield Stage(running)


@pytest.mark.parametrize("line", LINES, ids=str)
def test_everybody_may_what_the_table_says(stage: Stage, line: Line) -> None:
    answers = {role: stage.ask(line, role) for role in line.expected}
    seen = {role: answer.status for role, answer in answers.items()}
    assert seen == line.expected, {role: answer.raw[:200] for role, answer in answers.items()}


def test_every_route_stands_in_the_table(stage: Stage) -> None:
    served = {
        (method, rule.rule.removeprefix("/api/v1"))
        for url_map in stage.url_maps
        for rule in url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/v1/")
    }
    listed = {_rule_of(stage, line) for line in LINES}
    assert sorted(served - listed) == []
    assert sorted(listed - served) == []


def _rule_of(stage: Stage, line: Line) -> tuple[str, str]:
    path = "/api/v1" + re.sub(r"\{\w+\}", UNKNOWN, line.path.partition("?")[0])
    for url_map in stage.url_maps:
        adapter = url_map.bind("here")
        try:
            rule, _ = adapter.match(path, method=line.method, return_rule=True)
        except HTTPException:
            continue
        return line.method, rule.rule.removeprefix("/api/v1")
    return line.method, line.path
