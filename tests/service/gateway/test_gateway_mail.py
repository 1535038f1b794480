"""What goes by e-mail."""

import email
import re
import socketserver
import threading
from collections.abc import Iterator
from datetime import timedelta
from email.message import Message
from pathlib import Path
from typing import Any

import pytest

from services.gateway.mail import mailer as mailer_module
from services.gateway.mail import texts
from services.gateway.mail.mailer import Mailer
from services.gateway.store import mail
from shared.clock import real_now
from tests.service.gateway.gateway_under_test import PASSWORD, Gateway, Player


def _send(gateway: Gateway) -> list[Message]:
    """Let the mailer work and read what it laid into its folder."""
    Mailer(gateway.runtime).send_some()
    files = sorted((gateway.settings.data / "mail").glob("*.eml"))
    return [email.message_from_bytes(file.read_bytes()) for file in files]


def _token(message: Message) -> str:
    text = message.get_payload(decode=True)
    assert isinstance(text, bytes)
    found = re.search(r"^    (\S+)$", text.decode(), re.MULTILINE)
    assert found
    return found[1]


@pytest.mark.parametrize("subject", ["verification", "password-reset"])
def test_known_and_unknown_addresses_get_one_answer(gateway: Gateway, subject: str) -> None:
    gateway.register("Ana")
    headers = {"X-Request-Id": "the-same"}
    known, unknown = (
        gateway.post(f"/accounts/{subject}", {"email": address}, headers=headers)
        for address in ("ana@example.org", "nobody@example.org")
    )
    assert (known.status_code, known.data) == (202, b"")
    assert "Content-Type" not in known.headers
    assert (unknown.status_code, dict(unknown.headers)) == (202, dict(known.headers))
    (message,) = _send(gateway)
    assert message["To"] == "ana@example.org"
    assert len(_send(gateway)) == 1


def test_an_address_is_verified_once(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    gateway.post("/accounts/verification", {"email": "ana@example.org"})
    token = _token(*_send(gateway))
    path = "/accounts/verification/confirm"
    assert gateway.post(path, {"token": token}).status_code == 204
    assert gateway.get("/me", ana.token).json["email_verified"] is True
    again = gateway.post(path, {"token": token})
    assert (again.status_code, again.json["code"]) == (422, "invalid_mail_token")


def test_a_new_password_ends_all_logins(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    gateway.post("/accounts/password-reset", {"email": "ANA@example.org"})
    token = _token(*_send(gateway))
    path, body = "/accounts/password-reset/confirm", {"token": token, "password": "a new one"}
    assert gateway.post(path, {**body, "password": "short"}).status_code == 422
    assert gateway.post("/accounts/verification/confirm", {"token": token}).status_code == 422
    assert gateway.post(path, body).status_code == 204
    assert gateway.post(path, body).json["code"] == "invalid_mail_token"
    assert gateway.get("/me", ana.token).status_code == 401
    old = gateway.post("/sessions", {"email": "ana@example.org", "password": PASSWORD})
    assert old.status_code == 401
    anew = Player(gateway.log_in("ana@example.org", "a new one"))
    assert gateway.get("/me", anew.token).json["email_verified"] is True


def test_a_token_for_an_address_given_up_opens_nothing(gateway: Gateway) -> None:
    ana = gateway.player("Ana")
    gateway.post("/accounts/password-reset", {"email": "ana@example.org"})
    token = _token(*_send(gateway))
    moved = {"email": "ana@example.net", "current_password": PASSWORD}
    gateway.call("PATCH", "/me", moved, ana.token)
    answer = gateway.post(
        "/accounts/password-reset/confirm", {"token": token, "password": "a new one"}
    )
    assert answer.json["code"] == "invalid_mail_token"
    gateway.log_in("ana@example.net", PASSWORD)


def test_tokens_run_out(gateway: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
    gateway.register("Ana")
    gateway.post("/accounts/password-reset", {"email": "ana@example.org"})
    token = _token(*_send(gateway))
    later = real_now() + timedelta(hours=1, seconds=1)
    monkeypatch.setattr("services.gateway.usecases.mail.real_now", lambda: later)
    answer = gateway.post(
        "/accounts/password-reset/confirm", {"token": token, "password": "a new one"}
    )
    assert answer.json["code"] == "invalid_mail_token"


def test_messages_speak_the_language_of_the_request(gateway: Gateway) -> None:
    gateway.register("Ana")
    body, spanish = {"email": "ana@example.org"}, {"Accept-Language": "es"}
    gateway.post("/accounts/verification", body, headers=spanish)
    (message,) = _send(gateway)
    subject = str(email.header.make_header(email.header.decode_header(message["Subject"])))
    assert subject == "Justa: confirma tu correo electrónico"


TEXTS = [*texts._TEXTS.items(), *texts._REMINDERS.items()]


@pytest.mark.parametrize("text", [text for _, text in TEXTS], ids=[str(name) for name, _ in TEXTS])
def test_every_address_in_a_message_is_a_page(gateway: Gateway, text: texts.Text) -> None:
    pages = gateway.edge._web.url_map.bind("")
    for path in re.findall(r"{address}([^\s)]*)", text.body):
        pages.match(path.replace("{about}", "1") or "/", "GET")


def test_every_message_is_written_in_both_languages() -> None:
    for written in (texts._TEXTS, texts._REMINDERS):
        assert {(kind, "es") for kind, _ in written} == {
            name for name in written if name[1] == "es"
        }
        assert len({text.subject for text in written.values()}) == len(written)


def test_the_folder_of_messages_is_for_the_machines_keeper_alone(gateway: Gateway) -> None:
    gateway.register("Ana")
    gateway.post("/accounts/verification", {"email": "ana@example.org"})
    _send(gateway)
    folder = gateway.settings.data / "mail"
    assert folder.stat().st_mode & 0o077 == 0
    assert all(file.stat().st_mode & 0o077 == 0 for file in folder.iterdir())


class _Received(socketserver.StreamRequestHandler):
    """Just enough of SMTP to take one message."""

    def handle(self) -> None:
        self._say("220 ready")
        in_data, lines = False, []
        for raw in self.rfile:
            line = raw.decode().rstrip("\r\n")
            if in_data:
                if line == ".":
                    self.server.received.append("\n".join(lines))  # type: ignore[attr-defined]  # ours
                    in_data = False
                    self._say("250 taken")
                else:
                    lines.append(line)
            elif line.upper() == "DATA":
                in_data = True
                self._say("354 go on")
            elif line.upper() == "QUIT":
                self._say("221 bye")
                return
            else:
                self._say("250 fine")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())


@pytest.fixture
def smtp() -> Iterator[Any]:
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Received) as server:
        server.received = []  # type: ignore[attr-defined]  # ours
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def test_a_mail_server_gets_the_message(smtp: Any, tmp_path: Path) -> None:
    host, port = smtp.server_address
    gateway = Gateway(
        tmp_path,
        smtp_url=f"smtp://{host}:{port}",
        mail_from="justa@example.org",
        public_url="https://justa.example.org",
    )
    gateway.register("Ana")
    gateway.post("/accounts/verification", {"email": "ana@example.org"})
    assert Mailer(gateway.runtime).send_some() == 1
    (received,) = smtp.received
    assert "To: ana@example.org" in received
    text = email.message_from_string(received).get_payload(decode=True)
    assert b"https://justa.example.org" in bytes(text)
    assert Mailer(gateway.runtime).send_some() == 0
    gateway.close()


def test_a_silent_mail_server_is_tried_again_ever_more_rarely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway = Gateway(tmp_path, smtp_url="smtp://127.0.0.1:1")
    gateway.register("Ana")
    gateway.post("/accounts/verification", {"email": "ana@example.org"})
    now = real_now()
    monkeypatch.setattr(mailer_module, "real_now", lambda: now)
    waits = []
    while Mailer(gateway.runtime).send_some():
        with gateway.runtime.reading() as uow:
            rows = mail.due(uow, now + timedelta(days=9), 10)
            if not rows:
                break
            waits.append((rows[0].try_after - now).total_seconds())
            now = rows[0].try_after
    assert waits == [30.0 * 2**number for number in range(mailer_module.MOST_ATTEMPTS)]
    gateway.close()


def test_of_two_mailers_one_sends(gateway: Gateway, monkeypatch: pytest.MonkeyPatch) -> None:
    gateway.register("Ana")
    gateway.post("/accounts/verification", {"email": "ana@example.org"})
    sent: list[str] = []
    first, second = Mailer(gateway.runtime), Mailer(gateway.runtime)

    def overtaken(name: str, _message: Any) -> None:
        sent.append(name)
        second.send_some()

    monkeypatch.setattr(first, "_send", overtaken)
    monkeypatch.setattr(second, "_send", lambda name, _: sent.append(name))
    with gateway.runtime.reading() as uow:
        (row,) = mail.due(uow, real_now(), 10)
    first.send_some()
    second._deal_with(row)
    assert len(sent) == 1
