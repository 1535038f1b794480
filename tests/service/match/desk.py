"""A match service under test."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from flask.testing import FlaskClient
from sqlalchemy import select
from werkzeug.test import TestResponse

from services.match.service import SERVICE
from shared.clock import ManualClock
from shared.events.catalogue import CATALOGUE, AccountRegistered, Event
from shared.messaging.local import LocalBus
from shared.migrate import migrate
from shared.runtime import Runtime
from shared.settings import Settings
from shared.tables import outbox
from shared.web.tokens import ANYBODY, Caller, sign
from tests.service.match.telling import START

SECRET = "m" * 48
BASE = "/api/v1"
E = TypeVar("E", bound=Event)


class Desk:
    """One runtime of the match service; nothing runs in the background."""

    def __init__(self, data: Path, *, url: str | None = None) -> None:
        """In the folder `data`, with a migrated database there, or an empty one at `url`."""
        settings = Settings(data=data, secret=SECRET, clock="manual")
        self.clock = ManualClock(data / "clock.json")
        self.clock.move(START)
        self.runtime = Runtime(
            SERVICE,
            settings=settings,
            url=url or settings.sqlite_url("match"),
            clock=self.clock,
            bus=LocalBus(),
        )
        if url:
            migrate(SERVICE, self.runtime.engine)
        self.app = self.runtime.web()
        self.know("ana", "bea", "cai", "dia", "op")

    def know(self, *accounts: str) -> None:
        self.tell(
            *(AccountRegistered(account_id=a, display_name=a.title(), revision=1) for a in accounts)
        )

    def tell(self, *events: Event) -> None:
        """Let the service hear of events, each in a transaction of its own."""
        for event in events:
            with self.runtime.writing() as uow:
                SERVICE.handlers[type(event)](uow, event)

    def move(self, to: datetime) -> None:
        """Let an instant come, with the work that is due then."""
        self.clock.move(to)
        self.work()

    def work(self) -> None:
        """Run timers until none is due."""
        while self.work_once():
            pass

    def work_once(self) -> bool:
        """Run one batch of the most overdue timer; False if none is due."""
        with self.runtime.reading() as uow:
            dues = [(due, t) for t in SERVICE.timers if (due := t.next_due(uow)) is not None]
            overdue = [pair for pair in dues if pair[0] <= uow.now()]
        if not overdue:
            return False
        _, timer = min(overdue, key=lambda pair: pair[0])
        with self.runtime.writing() as uow:
            timer.run(uow)
        return True

    def emitted(self, kind: type[E]) -> list[E]:
        """All events of a type so far, in order."""
        with self.runtime.reading() as uow:
            rows = uow.connection.execute(
                select(outbox.c.payload)
                .where(outbox.c.type == kind.__name__)
                .order_by(outbox.c.seq)
            ).scalars()
            return [CATALOGUE[kind.__name__].schema.load(json.loads(row)) for row in rows]

    def ask(
        self, who: str | None, method: str, path: str, body: Any = None, **headers: str
    ) -> TestResponse:
        """Ask as an account ("op" is an operator, None somebody without a login)."""
        return ask(self.app.test_client(), self.caller(who), method, path, body, headers)

    def caller(self, who: str | None) -> Caller:
        if who is None:
            return ANYBODY
        roles = {"op": {"player", "operator"}, "guest": {"guest"}, "server": {"game_server"}}
        return Caller(who, who.title(), frozenset(roles.get(who, {"player"})))

    # Shorthand for what tests ask most

    def code(self, who: str, code: str, match_id: str = "m1", *, confirm: bool = True) -> Any:
        return self.ask(who, "PUT", f"/matches/{match_id}/code", {"code": code, "confirm": confirm})

    def attempt(self, who: str, number: int, guess: str, match_id: str = "m1") -> TestResponse:
        body = {"number": number, "guess": guess}
        return self.ask(who, "POST", f"/matches/{match_id}/attempts", body)

    def clue(self, who: str, match_id: str = "m1") -> TestResponse:
        return self.ask(who, "POST", f"/matches/{match_id}/clues")

    def look(self, who: str | None, match_id: str = "m1") -> Any:
        answer = self.ask(who, "GET", f"/matches/{match_id}")
        assert answer.status_code == 200, answer.text
        return answer.json

    def grant(self, account: str, amount: int) -> None:
        body = {"amount": amount, "reason": "welcome"}
        answer = self.ask("op", "POST", f"/accounts/{account}/aura", body)
        assert answer.status_code == 201, answer.text


def ask(
    client: FlaskClient,
    caller: Caller,
    method: str,
    path: str,
    body: Any = None,
    headers: dict[str, str] | None = None,
) -> TestResponse:
    given = {} if body is None else {"json": body}
    sent = {name.replace("_", "-"): value for name, value in (headers or {}).items()}
    sent["Authorization"] = f"Bearer {sign(caller, SECRET, 'match')}"
    return client.open(BASE + path, method=method, headers=sent, **given)


def refusal(answer: TestResponse) -> tuple[int, str]:
    """Status and code of a refusal."""
    assert answer.mimetype == "application/problem+json", answer.text
    return answer.status_code, answer.json["code"]
