"""The organiser's part: a season is set up, looked at, and helped on where it is held."""

from datetime import datetime, timedelta
from typing import Any

from services.app.demo.account import Account

PREFIX = "Demonstration"
OPEN_STATES = ("draft", "registration", "running")


class Organiser:
    """An operator who runs demonstration seasons."""

    def __init__(self, account: Account) -> None:
        self._account = account

    def found(self) -> dict[str, Any] | None:
        """A demonstration season that an earlier run left unfinished."""
        cursor = ""
        while cursor is not None:
            page = self._account.call("GET", f"/seasons?limit=200{cursor}")
            for season in page["items"]:
                if season["name"].startswith(PREFIX) and season["state"] in OPEN_STATES:
                    return dict(season)
            cursor = page["next"] and f"&cursor={page['next']}"
        return None

    def announce(self, settings: dict[str, Any]) -> dict[str, Any]:
        return dict(self._account.call("POST", "/seasons", settings))

    def look(self, season_id: str) -> dict[str, Any]:
        return dict(self._account.call("GET", f"/seasons/{season_id}"))

    def rounds(self, season_id: str) -> list[dict[str, Any]]:
        return list(self._account.call("GET", f"/seasons/{season_id}/rounds?limit=200")["items"])

    def resume(self, season_id: str) -> None:
        self._account.call(
            "POST", f"/seasons/{season_id}/resume", {"reason": "the demonstration is back"}
        )

    def close_registration(self, season_id: str) -> None:
        self._account.call("POST", f"/seasons/{season_id}/close-registration")

    def move_clock(self, to: str) -> None:
        self._account.call("POST", "/admin/clock", {"now": to})

    def matches(self, season_id: str, number: int) -> list[dict[str, Any]]:
        path = f"/seasons/{season_id}/rounds/{number}/matches?limit=200"
        return list(self._account.call("GET", path)["items"])

    def table(self, season_id: str) -> list[dict[str, Any]]:
        path = f"/seasons/{season_id}/standings?limit=200"
        return list(self._account.call("GET", path)["items"])

    def match(self, match_id: str) -> dict[str, Any]:
        return dict(self._account.call("GET", f"/matches/{match_id}"))


def evening(now: datetime) -> dict[str, Any]:
    """A season for an audience: five short rounds, the first one in a few seconds."""
    start = now + timedelta(seconds=10)
    return {
        "name": f"{PREFIX} of {now:%Y-%m-%d %H:%M}",
        "format": "swiss",
        "swiss_rounds": 5,
        "time_zone": "Europe/Madrid",
        "registration_opens_at": now.isoformat(),
        "registration_closes_at": start.isoformat(),
        "starts_at": start.isoformat(),
        "cadence": {
            "kind": "timed",
            "prepare_seconds": 10,
            "solve_seconds": 30,
            "break_seconds": 5,
        },
    }


def fortnight(now: datetime) -> dict[str, Any]:
    """A season as leagues play them: five rounds of two calendar days each."""
    first_day = (now + timedelta(days=2)).date()
    return {
        "name": f"{PREFIX} of {now:%Y-%m-%d %H:%M}",
        "format": "swiss",
        "swiss_rounds": 5,
        "time_zone": "Europe/Madrid",
        "registration_opens_at": now.isoformat(),
        "registration_closes_at": (now + timedelta(hours=12)).isoformat(),
        "starts_on": first_day.isoformat(),
    }
