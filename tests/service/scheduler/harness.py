"""The scheduler on its own database, with a clock to move and the other services played by hand."""

import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from services.scheduler.service import SERVICE
from shared.clock import ManualClock
from shared.events.catalogue import (
    Event,
    ParticipantBarred,
    ParticipantDisqualified,
    ParticipantWithdrawn,
    RankedParticipant,
    RegistrationClosed,
    RoundClosed,
    StandingsPublished,
)
from shared.events.paging import pages_of
from shared.settings import Settings
from shared.web.tokens import ANYBODY, Caller
from tests.service.alone import SECRET, Alone

SEASONS = "/api/v1/seasons"
START = datetime(2030, 1, 1, tzinfo=UTC)
OPERATOR = Caller("01890000-0000-7000-8000-000000000000", "Olga", frozenset({"player", "operator"}))
GUEST = Caller("01890000-0000-7000-8000-0000000000ff", "Gus", frozenset({"guest"}))


def player(number: int) -> Caller:
    id = f"01890000-0000-7000-8000-{number:012d}"
    return Caller(id, f"Player {number}", frozenset({"player"}))


class WallClock(ManualClock):
    """A clock that the tests move, and that the scheduler takes for a real one."""

    manual = False


def at(days: float = 0, **more: float) -> datetime:
    """An instant counted from the start of the year in which the tests play."""
    return START + timedelta(days=days, **more)


def written(instant: datetime) -> str:
    return instant.isoformat().replace("+00:00", "Z")


class Scheduler(Alone):
    """The scheduler, and what the match service and the standings would do."""

    def __init__(
        self, data: Path, url: str | None = None, clock: type[ManualClock] = ManualClock
    ) -> None:
        settings = Settings(data=data, secret=SECRET, clock="manual")
        self.clock = clock(data / "clock.json")
        self.clock.move(START)
        super().__init__(SERVICE, settings, self.clock, url)
        self._read = 0

    # Calls

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        caller: Caller = OPERATOR,
        headers: dict[str, str] | None = None,
    ) -> Any:
        return self.request(caller, method, path, body, headers)

    def get(self, path: str) -> Any:
        """What anybody reads."""
        answer = self.call("GET", path, caller=ANYBODY)
        assert answer.status_code == 200, answer.json
        return answer.json

    def items(self, path: str, limit: int = 50) -> list[Any]:
        """A whole list, page by page."""
        items, cursor = [], ""
        while cursor is not None:
            page = self.get(f"{path}?limit={limit}{cursor}")
            items += page["items"]
            cursor = page["next"] and f"&cursor={page['next']}"
        return items

    def obeyed(self, method: str, path: str, body: Any = None, caller: Caller = OPERATOR) -> Any:
        """A call that is answered once the match service has obeyed, which it does here."""
        answers: list[Any] = []
        asking = threading.Thread(
            target=lambda: answers.append(self.call(method, path, body, caller))
        )
        asking.start()
        while asking.is_alive():
            self.bar_all()
            asking.join(0.005)
        return answers[0]

    # Time

    def move(self, to: datetime) -> None:
        """Let time pass from deadline to deadline."""
        self.work()
        while due := self.due(to):
            self.clock.move(max(self.clock.now(), due[0][0]))
            self.work()
        self.clock.move(to)

    def leap(self, to: datetime) -> None:
        """Wake up later, as after a downtime."""
        self.clock.move(to)
        self.work()

    # Events

    def news(self) -> list[Event]:
        """The events since the last call of this."""
        told = self.emitted()
        new, self._read = told[self._read :], len(told)
        return new

    def names_of_news(self) -> list[str]:
        return [event.type for event in self.news()]

    def bar_all(self) -> None:
        """As the match service does: obey everyone's leaving."""
        for event in self.emitted():
            if isinstance(event, ParticipantWithdrawn | ParticipantDisqualified):
                self.tell(barred(event))

    def publish(
        self, season_id: str, after_round: int, points: dict[str, int] | None = None
    ) -> None:
        """As the standings do: the table after a round, by points and then by lot."""
        self.tell(*self.table(season_id, after_round, points))
        self.work()

    def table(
        self,
        season_id: str,
        after_round: int,
        points: dict[str, int] | None = None,
        revision: int = 1,
    ) -> list[Event]:
        """The pages that the standings would publish."""
        lot = [p.account_id for p in self.lot(season_id)]
        has = points or {}
        order = sorted(lot, key=lambda account: (-has.get(account, 0), lot.index(account)))
        ranked = [
            RankedParticipant(account_id=account, position=place, points=has.get(account, 0))
            for place, account in enumerate(order, start=1)
        ]
        return [
            StandingsPublished(
                season_id=season_id,
                round=after_round,
                revision=revision,
                digest="d" * 64,
                published_at=self.clock.now(),
                ranking=page,
                page=number,
                pages=pages,
            )
            for number, pages, page in pages_of(ranked)
        ]

    def lot(self, season_id: str) -> Sequence[Any]:
        pages = [e for e in self.emitted(RegistrationClosed) if e.season_id == season_id]
        return [entry for page in pages for entry in page.participants]

    def publish_closed(self) -> None:
        """Publish a table for every round that has closed."""
        for event in self.emitted(RoundClosed):
            self.publish(event.season_id, event.round)

    # Seasons

    def plan(self, **changes: Any) -> dict[str, Any]:
        """What an operator sends: registration until day 9, round 1 on day 10."""
        body = {
            "name": "Spring",
            "format": "double_round_robin",
            "time_zone": "UTC",
            "starts_on": "2030-01-11",
            "registration_opens_at": written(at(-1)),
            "registration_closes_at": written(at(9)),
            **changes,
        }
        return {name: value for name, value in body.items() if value is not None}

    def create(self, **changes: Any) -> str:
        """A new season; its id."""
        answer = self.call("POST", SEASONS, self.plan(**changes))
        assert answer.status_code == 201, answer.json
        return str(answer.json["id"])

    def register(self, season_id: str, *numbers: int) -> None:
        for number in numbers:
            answer = self.call("POST", f"{SEASONS}/{season_id}/registration", caller=player(number))
            assert answer.status_code == 201, answer.json

    def running(self, players: int, **changes: Any) -> str:
        """A season whose registration has closed at its instant, round 1 drawn."""
        season_id = self.create(**changes)
        self.register(season_id, *range(1, players + 1))
        self.move(at(9))
        if changes.get("format") == "swiss":
            self.publish(season_id, 0)
        return season_id

    def season(self, season_id: str) -> dict[str, Any]:
        return cast(dict[str, Any], self.get(f"{SEASONS}/{season_id}"))

    def rounds(self, season_id: str) -> list[Any]:
        return self.items(f"{SEASONS}/{season_id}/rounds", 200)

    def states(self, season_id: str) -> list[str]:
        return [shown["state"] for shown in self.rounds(season_id)]

    def act(self, season_id: str, act: str, **body: Any) -> Any:
        """An operator's act; the season it answers with."""
        answer = self.call("POST", f"{SEASONS}/{season_id}/{act}", body)
        assert answer.status_code == 200, answer.json
        return answer.json

    def withdraw(self, season_id: str, number: int) -> None:
        answer = self.obeyed("DELETE", f"{SEASONS}/{season_id}/registration", caller=player(number))
        assert answer.status_code == 204, answer.json

    def disqualify(self, season_id: str, number: int) -> Any:
        body = {"account_id": player(number).account_id, "reason": "two accounts"}
        answer = self.obeyed("POST", f"{SEASONS}/{season_id}/disqualifications", body)
        assert answer.status_code == 200, answer.json
        return answer.json


def barred(event: ParticipantWithdrawn | ParticipantDisqualified) -> ParticipantBarred:
    """The match service's answer to somebody's leaving."""
    put_out = isinstance(event, ParticipantDisqualified)
    return ParticipantBarred(
        season_id=event.season_id,
        account_id=event.account_id,
        kind="disqualified" if put_out else "withdrawn",
        act=1 if put_out else None,
    )
