"""Reminders by mail: to whom, of what, once, and not to who had enough."""

import email
import re
import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.policy import default
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from services.gateway.domain.reminding import DONE, Times, next_due
from services.gateway.mail.reminder_mailer import ReminderMailer
from services.gateway.usecases.reminding import remind_due
from shared.clock import ManualClock
from shared.events.catalogue import PairedMatch, RoundTimes
from tests.servers import free_port
from tests.service.gateway.announcing import closed, paired, result
from tests.service.gateway.gateway_under_test import Gateway, Player

DAWN = datetime(2030, 3, 29, 23, tzinfo=UTC)
HOUR = timedelta(hours=1)
TIMES = RoundTimes(
    round=1, preparing_from=DAWN, solving_from=DAWN + 24 * HOUR, closes_at=DAWN + 48 * HOUR
)


class Inbox:
    """A mail server that keeps what it is given."""

    def __init__(self) -> None:
        self.received: list[Message] = []

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        self.received.append(email.message_from_bytes(envelope.content, policy=default))
        return "250 taken"


@pytest.fixture
def inbox() -> Iterator[tuple[Inbox, int]]:
    kept = Inbox()
    port = free_port()
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    yield kept, port
    controller.stop()


@pytest.fixture
def season(inbox: tuple[Inbox, int], tmp_path: Path) -> Iterator["Season"]:
    under_test = Season(tmp_path, *inbox)
    yield under_test
    under_test.gateway.close()


class Season:
    """Ana meets Bea in a round of two days; both have verified addresses."""

    def __init__(self, folder: Path, inbox: Inbox, port: int) -> None:
        self.inbox = inbox
        self.gateway = Gateway(
            folder, smtp_url=f"smtp://127.0.0.1:{port}", public_url="https://justa.example"
        )
        assert isinstance(self.gateway.clock, ManualClock)
        self.clock = self.gateway.clock
        self.clock.move(DAWN - HOUR)
        self.ana, self.bea = self._verified("Ana"), self._verified("Bea")
        self.see(self.ana), self.see(self.bea)

    def _verified(self, name: str) -> Player:
        player = self.gateway.player(name)
        with self.gateway.runtime.writing() as uow:
            from services.gateway.store import accounts

            account = accounts.lock(uow, player.id)
            accounts.save(uow, account.verified(account.email or ""))
        return player

    def see(self, player: Player, **side: Any) -> None:
        """What the match service tells a player of their match M."""
        seen = {"code_confirmed": False, "solved": False, "attempts_left": 10, **side}
        self.sides = {**getattr(self, "sides", {}), player.id: seen}

        def answer() -> None:
            passed = self.gateway.services.passed[-1]
            you = self.sides.get(passed.caller.account_id or "")
            told = {"id": "M", "state": "solving", **({"you": you} if you else {})}
            self.gateway.services.answers["/api/v1/matches/M"] = ("200 OK", told)

        self.gateway.services.meanwhile = answer

    def pair(self) -> None:
        match = PairedMatch(match_id="M", first=self.ana.id, second=self.bea.id)
        self.gateway.hear(paired(1, TIMES, match))

    def at(self, instant: datetime) -> list[tuple[str, str]]:
        """Who got which mail by `instant`: address and subject."""
        self.clock.move(instant)
        for _ in range(4):
            with self.gateway.runtime.writing() as uow:
                remind_due(uow)
        before = len(self.inbox.received)
        while ReminderMailer(self.gateway.runtime).send_some():
            pass
        news = self.inbox.received[before:]
        return sorted((str(m["To"]), str(m["Subject"])) for m in news)


CODE = "Justa: your code is not confirmed yet"
SOLVING = "Justa: you can look for the other code now"
DEADLINE = "Justa: your match closes soon"


def test_each_is_reminded_once_of_what_is_left_to_do(season: Season) -> None:
    season.pair()
    season.pair()
    assert season.at(DAWN + 17 * HOUR) == []
    season.see(season.ana, code_confirmed=True)
    assert season.at(DAWN + 18 * HOUR) == [("bea@example.org", CODE)]
    assert season.at(DAWN + 19 * HOUR) == []
    assert season.at(DAWN + 24 * HOUR) == [
        ("ana@example.org", SOLVING),
        ("bea@example.org", SOLVING),
    ]
    season.see(season.ana, solved=True, attempts_left=0)
    assert season.at(DAWN + 42 * HOUR) == [("bea@example.org", DEADLINE)]
    assert season.at(DAWN + 49 * HOUR) == []
    assert {p.caller.account_id for p in season.gateway.services.passed} == {
        season.ana.id,
        season.bea.id,
    }


def test_two_mailers_send_each_reminder_once(season: Season) -> None:
    season.pair()
    season.clock.move(DAWN + 18 * HOUR)
    with season.gateway.runtime.writing() as uow:
        remind_due(uow)
    together = threading.Barrier(3)

    def send() -> None:
        together.wait()
        while ReminderMailer(season.gateway.runtime).send_some():
            pass

    mailers = [threading.Thread(target=send) for _ in range(3)]
    for mailer in mailers:
        mailer.start()
    for mailer in mailers:
        mailer.join()
    assert sorted(str(m["To"]) for m in season.inbox.received) == [
        "ana@example.org",
        "bea@example.org",
    ]


def test_one_click_of_the_mail_ends_all_reminders(season: Season) -> None:
    season.pair()
    season.at(DAWN + 18 * HOUR)
    (message,) = [m for m in season.inbox.received if m["To"] == "ana@example.org"]
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    link = str(message["List-Unsubscribe"]).strip("<>")
    assert link.startswith("https://justa.example/api/v1/mail/off?token=")
    path = link.removeprefix("https://justa.example/api/v1")
    gateway = season.gateway
    page = gateway.get(path)
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert gateway.get("/me/mail", season.ana.token).json["reminders"] is True
    done = gateway.call("POST", path, data={"List-Unsubscribe": "One-Click"})
    assert done.status_code == 200
    assert gateway.get("/me/mail", season.ana.token).json["reminders"] is False
    assert season.at(DAWN + 24 * HOUR) == [("bea@example.org", SOLVING)]
    assert gateway.post("/mail/off?token=made-up").json["code"] == "invalid_mail_token"
    assert gateway.post("/mail/off?token=" + season.bea.token).status_code == 422


def test_reminders_speak_the_language_of_their_reader(season: Season) -> None:
    wishes = {"language": "es"}
    season.gateway.call("PATCH", "/me/mail", wishes, season.ana.token)
    season.pair()
    assert season.at(DAWN + 18 * HOUR) == [
        ("ana@example.org", "Justa: tu código aún no está confirmado"),
        ("bea@example.org", CODE),
    ]
    (message,) = [m for m in season.inbox.received if m["To"] == "ana@example.org"]
    assert "No más recordatorios" in message.get_content()  # type: ignore[attr-defined]  # of its policy
    # Registering in Spanish is enough to be written to in it.
    headers = {"Accept-Language": "es"}
    body = {"email": "c@example.org", "password": "correct horse", "accept_rules": True}
    season.gateway.post("/accounts", {**body, "display_name": "Cai"}, headers=headers)
    cai = season.gateway.log_in("c@example.org", "correct horse")["access_token"]
    assert season.gateway.get("/me/mail", cai).json == {"language": "es", "reminders": True}


@pytest.mark.parametrize("end", ["result", "closed", "unverified", "suspended", "deleted"])
def test_nobody_is_reminded_of_what_is_over_or_where_nobody_reads(season: Season, end: str) -> None:
    gateway = season.gateway
    if end == "closed":
        gateway.hear(closed(1))
    season.pair()
    if end == "result":
        gateway.hear(result(season.ana.id, season.bea.id))
    elif end == "unverified":
        moved = {"email": "new@example.org", "current_password": "correct horse battery"}
        gateway.call("PATCH", "/me", moved, season.ana.token)
    elif end == "suspended":
        path = f"/admin/accounts/{season.ana.id}/suspend"
        gateway.post(path, {"reason": "x"}, gateway.operator().token)
    elif end == "deleted":
        gateway.call("DELETE", "/me", token=season.ana.token)
    left = [] if end in ("result", "closed") else [("bea@example.org", CODE)]
    assert season.at(DAWN + 18 * HOUR) == left


def test_a_service_that_is_away_is_asked_again_later(season: Season) -> None:
    season.pair()
    season.gateway.services.dead.add("match")
    assert season.at(DAWN + 18 * HOUR) == []
    with season.gateway.runtime.writing() as uow:
        from sqlalchemy import text

        waiting = uow.connection.execute(
            text("SELECT count(*) FROM reminders WHERE try_after IS NOT NULL AND attempts = 1")
        ).scalar_one()
    assert waiting == 2


def test_a_ladder_season_that_ends_is_told_to_its_players(season: Season) -> None:
    season.clock.move(DAWN)
    answers = season.gateway.services.answers
    ending = {"id": "L", "state": "active", "ends_at": "2030-03-30T22:00:00Z"}
    answers["/api/v1/ladder/seasons/current"] = ("200 OK", ending)
    ranked = {"items": [{"account_id": season.ana.id}], "next": None}
    answers["/api/v1/ladder/seasons/L/ranking"] = ("200 OK", ranked)
    mailer = ReminderMailer(season.gateway.runtime)
    for _ in range(2):
        mailer.look_at_the_ladder()
    ReminderMailer(season.gateway.runtime).look_at_the_ladder()
    assert season.at(DAWN) == [("ana@example.org", "Justa: the ladder season ends soon")]


def test_short_phases_and_unknown_times_bring_no_mail() -> None:
    brief = Times(DAWN, DAWN + HOUR, DAWN + 2 * HOUR)
    assert next_due(0, brief) == (DONE, None)
    assert next_due(0, Times(None, None, None)) == (0, None)
    long = Times(DAWN, DAWN + HOUR, DAWN + 9 * HOUR)
    assert next_due(0, long) == (1, DAWN + HOUR)
    assert next_due(2, long) == (2, DAWN + 7 * HOUR)


def test_a_new_address_is_told_to_the_old_one_and_proves_itself(season: Season) -> None:
    from services.gateway.mail.mailer import Mailer

    moved = {"email": "ana@example.net", "current_password": "correct horse battery"}
    season.gateway.call("PATCH", "/me", moved, season.ana.token)
    assert season.gateway.get("/me", season.ana.token).json["email_verified"] is False
    Mailer(season.gateway.runtime).send_some()
    told = {str(m["To"]): m for m in season.inbox.received}
    assert set(told) == {"ana@example.org", "ana@example.net"}
    assert "another" in str(told["ana@example.org"]["Subject"])
    text = told["ana@example.net"].get_content()  # type: ignore[attr-defined]  # of its policy
    found = re.search(r"^    (\S+)", text, re.MULTILINE)
    assert found
    path = "/accounts/verification/confirm"
    assert season.gateway.post(path, {"token": found[1]}).status_code == 204
    assert season.gateway.get("/me", season.ana.token).json["email_verified"] is True
