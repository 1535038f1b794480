"""A small service of two endpoints and one handler, to try the kit with."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import marshmallow as ma
import pytest
from flask_smorest import Blueprint
from sqlalchemy import Column, Integer, MetaData, Table, insert, select

from shared.clock import SystemClock
from shared.errors import Conflict
from shared.events.catalogue import SolvingOpened
from shared.messaging.local import LocalBus
from shared.runtime import Runtime
from shared.service import Service
from shared.settings import Settings
from shared.tables import KIT
from shared.unit_of_work import UnitOfWork
from shared.web.edge import caller, needs, uow
from shared.web.tokens import Caller, sign

SECRET = "k" * 48
METADATA = MetaData()
notes = Table("notes", METADATA, Column("n", Integer, primary_key=True))


class Note(ma.Schema):
    n = ma.fields.Integer(required=True, strict=True)


def write_note(work: UnitOfWork, event: SolvingOpened) -> None:
    work.connection.execute(insert(notes).values(n=event.round))


def _blueprint() -> Blueprint:
    blp = Blueprint("notes", __name__, url_prefix="/api/v1")

    @blp.post("/notes")
    @needs("player")
    @blp.arguments(Note)
    @blp.response(201, Note)
    def post_note(body: dict[str, Any]) -> dict[str, Any]:
        uow().connection.execute(insert(notes).values(n=body["n"]))
        uow().emit(SolvingOpened(season_id=caller().account, round=body["n"], matches=0))
        if body["n"] == 13:
            raise Conflict
        return body

    @blp.get("/notes/first")
    @blp.response(200, Note)
    def first_note() -> dict[str, Any]:
        return {"n": uow().connection.execute(select(notes.c.n)).scalar_one()}

    return blp


def make_service(name: str) -> Service:
    return Service(
        name=name,
        package=f"services.{name}",
        metadata=METADATA,
        blueprints=(_blueprint(),),
        handlers={SolvingOpened: write_note},
    )


@pytest.fixture
def make_runtime(tmp_path: Path) -> Iterator[Callable[..., Runtime]]:
    made: list[Runtime] = []

    def make(name: str = "scheduler", bus: LocalBus | None = None, **changes: Any) -> Runtime:
        settings = Settings(data=tmp_path, secret=SECRET)
        runtime = Runtime(
            changes.pop("service", make_service(name)),
            settings=settings,
            url=settings.sqlite_url(name),
            clock=SystemClock(),
            bus=bus or LocalBus(),
            **changes,
        )
        for metadata in (KIT, METADATA):
            metadata.create_all(runtime.engine)
        made.append(runtime)
        return runtime

    yield make
    for runtime in made:
        runtime.engine.dispose()


@pytest.fixture
def login() -> Callable[..., dict[str, str]]:
    def headers(account: str = "ana", *roles: str, service: str = "scheduler") -> dict[str, str]:
        caller = Caller(account, account.title(), frozenset(roles or ("player",)))
        token = sign(caller, SECRET, service)
        return {"Authorization": f"Bearer {token}"}

    return headers
