"""A match service under test."""

from datetime import datetime
from pathlib import Path
from typing import Any

from werkzeug.test import TestResponse

from services.match.service import SERVICE
from shared.clock import ManualClock
from shared.events.catalogue import AccountRegistered
from shared.settings import Settings
from shared.web.tokens import ANYBODY, Caller
from tests.service.alone import SECRET, Alone
from tests.service.match.telling import START

BASE = "/api/v1"


class Desk(Alone):
    """The match service, and what players do."""

    def __init__(self, data: Path, *, url: str | None = None) -> None:
        settings = Settings(data=data, secret=SECRET, clock="manual")
        self.clock = ManualClock(data / "clock.json")
        self.clock.move(START)
        super().__init__(SERVICE, settings, self.clock, url)
        self.know("ana", "bea", "cai", "dia", "op")

    def know(self, *accounts: str) -> None:
        self.tell(
            *(AccountRegistered(account_id=a, display_name=a.title(), revision=1) for a in accounts)
        )

    def move(self, to: datetime) -> None:
        """Let an instant come, with the work that is due then."""
        self.clock.move(to)
        self.work()

    def ask(
        self, who: str | None, method: str, path: str, body: Any = None, **headers: str
    ) -> TestResponse:
        """Ask as an account ("op" is an operator, None somebody without a login)."""
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.request(self.caller(who), method, BASE + path, body, sent)

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


def refusal(answer: TestResponse) -> tuple[int, str]:
    """Status and code of a refusal."""
    assert answer.mimetype == "application/problem+json", answer.text
    return answer.status_code, answer.json["code"]
