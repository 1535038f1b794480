"""The scheduler on its own database, with a clock to move and the other services played by hand."""

import json
import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlalchemy import select

from services.scheduler.service import SERVICE
from shared.clock import ManualClock
from shared.events.catalogue import (
    CATALOGUE,
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
from shared.messaging.local import LocalBus
from shared.migrate import migrate
from shared.runtime import Runtime
from shared.settings import Settings
from shared.tables import outbox
from shared.web.tokens import ANYBODY, Caller, sign

SECRET = "s" * 48
SEASONS = "/api/v1/seasons"
START = datetime(2030, 1, 1, tzinfo=UTC)
OPERATOR = Caller("01890000-0000-7000-8000-000000000000", "Olga", frozenset({"player", "operator"}))
GUEST = Caller("01890000-0000-7000-8000-0000000000ff", "Gus", frozenset({"guest"}))

E = TypeVar("E", bound=Event)


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


class Scheduler:
    """The service, spoken to as the gateway speaks to it, and what it has told the others."""

    def __init__(
        self, data: Path, url: str | None = None, clock: type[ManualClock] = ManualClock
    ) -> None:
        settings = Settings(data=data, secret=SECRET, clock="manual")
        self.clock = clock(data / "clock.json")
        self.clock.move(START)
        self.runtime = Runtime(
            SERVICE,
            settings=settings,
            url=url or settings.sqlite_url("scheduler"),
            clock=self.clock,
            bus=LocalBus(),
        )
        migrate(SERVICE, self.runtime.engine)
        self.app = self.runtime.web()
        self._read = 0

    def close(self) -> None:
        self.runtime.engine.dispose()

    # Calls

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        caller: Caller = OPERATOR,
        headers: dict[str, str] | None = None,
    ) -> Any:
        sent = {"Authorization": f"Bearer {sign(caller, SECRET, 'scheduler')}", **(headers or {})}
        given = {} if body is None else {"json": body}
        return self.app.test_client().open(path, method=method, headers=sent, **given)

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

    def run_due(self) -> None:
        """Do all that is due by now, the most overdue first."""
        while due := self._due(self.clock.now()):
            for _, index in due:
                with self.runtime.writing() as uow:
                    SERVICE.timers[index].run(uow)

    def move(self, to: datetime) -> None:
        """Let time pass from deadline to deadline."""
        self.run_due()
        while due := self._due(to):
            self.clock.move(max(self.clock.now(), due[0][0]))
            self.run_due()
        self.clock.move(to)

    def leap(self, to: datetime) -> None:
        """Wake up later, as after a downtime."""
        self.clock.move(to)
        self.run_due()

    def _due(self, by: datetime) -> list[tuple[datetime, int]]:
        with self.runtime.reading() as uow:
            planned = [(timer.next_due(uow), index) for index, timer in enumerate(SERVICE.timers)]
        return sorted((due, index) for due, index in planned if due is not None and due <= by)

    # Events

    def told(self) -> list[Event]:
        """All events so far, in order."""
        with self.runtime.reading() as uow:
            rows = uow.connection.execute(select(outbox).order_by(outbox.c.seq)).all()
        return [_event(row) for row in rows]

    def told_of(self, kind: type[E]) -> list[E]:
        return [cast(E, event) for event in self.told() if isinstance(event, kind)]

    def news(self) -> list[Event]:
        """The events since the last call of this."""
        told = self.told()
        new, self._read = told[self._read :], len(told)
        return new

    def names_of_news(self) -> list[str]:
        return [event.type for event in self.news()]

    def feed(self, *events: Event) -> None:
        """Let the scheduler hear events, each in a transaction of its own."""
        for event in events:
            with self.runtime.writing() as uow:
                self.runtime.handlers[type(event)](uow, event)

    def bar_all(self) -> None:
        """As the match service does: obey everyone's leaving."""
        for event in self.told():
            if isinstance(event, ParticipantWithdrawn | ParticipantDisqualified):
                self.feed(barred(event))

    def publish(
        self, season_id: str, after_round: int, points: dict[str, int] | None = None
    ) -> None:
        """As the standings do: the table after a round, by points and then by lot."""
        self.feed(*self.table(season_id, after_round, points))
        self.run_due()

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
        pages = [e for e in self.told_of(RegistrationClosed) if e.season_id == season_id]
        return [entry for page in pages for entry in page.participants]

    def publish_closed(self) -> None:
        """Publish a table for every round that has closed."""
        for event in self.told_of(RoundClosed):
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


def _event(row: Any) -> Event:
    return cast(Event, CATALOGUE[row.type].schema.load(json.loads(row.payload)))
