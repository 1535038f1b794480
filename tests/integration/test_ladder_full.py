"""A rated game from the queue to the ranking over HTTP, on RabbitMQ with PostgreSQL."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from services.app.composition import BY_NAME
from shared.db import open_engine
from shared.migrate import migrate
from tests.clients import Client
from tests.e2e.seams import quick_passwords
from tests.integration.full_platform import FullPlatform, StandingClock, settings_for
from tests.servers import RabbitServer
from tests.waiting import until

API = "/api/v1"
START = datetime(2040, 5, 1, 12, tzinfo=UTC)


@pytest.fixture
def platform(
    tmp_path: Path, fresh_rabbit: RabbitServer, make_database: Callable[[str], str]
) -> Iterator[FullPlatform]:
    databases = {name: make_database(name) for name in BY_NAME}
    for name, service in BY_NAME.items():
        engine = open_engine(databases[name])
        migrate(service, engine)
        engine.dispose()
    running = FullPlatform(
        settings_for(tmp_path), databases, fresh_rabbit.url, StandingClock(START)
    )
    with quick_passwords():
        running.start()
        yield running
    running.stop()


def test_a_rated_game_from_the_queue_to_the_ranking(platform: FullPlatform) -> None:
    client = Client(platform.wsgi)

    def ask(method: str, path: str, body: Any = None, token: str = "", status: int = 200) -> Any:
        answer = client.request(method, API + path, body, token=token or None)
        assert answer.status == status, (method, path, answer.body)
        return answer.body

    def log_in(email: str, password: str) -> tuple[str, str]:
        session = ask("POST", "/sessions", {"email": email, "password": password}, status=201)
        return session["account"]["id"], session["access_token"]

    _, operator = log_in("operator@example.org", "correct horse battery")
    times = {"starts_at": str(START), "ends_at": str(START + timedelta(days=9))}
    season = ask("POST", "/ladder/seasons", {"name": "May", **times}, operator, 201)["id"]
    people = []
    for name in ("ana", "bea"):
        login = {"email": f"{name}@example.org", "password": f"the password of {name}"}
        account = {**login, "display_name": name.title(), "accept_rules": True}
        ask("POST", "/accounts", account, status=201)
        people.append(log_in(**login))
    (ana, ana_token), (bea, bea_token) = people
    for token in (ana_token, bea_token):
        assert ask("PUT", "/ladder/queue", token=token)["state"] in ("waiting", "matched")

    def matched() -> str:
        return str(ask("GET", "/ladder/queue", token=ana_token)["match_id"] or "")

    match_id = until(matched, 60, "the duel")
    ask("POST", f"/matches/{match_id}/resign", token=bea_token)

    def listed() -> Any:
        return ask("GET", f"/ladder/seasons/{season}/ranking")["items"]

    rows = until(listed, 60, "the result")
    assert [(row["account_id"], row["points"]) for row in rows] == [(ana, 1510), (bea, 1500)]
    (game,) = ask("GET", f"/ladder/seasons/{season}/players/{bea}/games")["items"]
    assert (game["game_id"], game["ending"], game["rated"]) == (match_id, "resignation", True)
    voided = ask("POST", f"/ladder/games/{match_id}/void", {"reason": "a trial"}, operator)
    assert voided["voided"] is True
    assert ask("GET", f"/ladder/seasons/{season}/ranking")["items"] == []

    key = ask("POST", "/api-keys", {"name": "Cards", "role": "game_server"}, operator, 201)["key"]
    report = {
        "external_id": "cards 1",
        "origin": "queue",
        "players": [{"account_id": bea}, {"account_id": ana}],
        "started_at": str(START),
        "finished_at": str(START),
        "ending": "win",
        "phase": "play",
        "winner": 0,
        "left": None,
    }
    assert ask("POST", "/ladder/games", report, key, 201)["rated"] is True
    assert listed()[0]["account_id"] == bea
