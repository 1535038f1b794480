"""A service's dead letters as operators look after them over HTTP.

To the outside a letter's id begins with the name of the service that could not handle it. Letters
of private events are not told of here: when somebody moved in an open duel is nothing for
operators. They have the command for these.
"""

from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from typing import Any

import marshmallow as ma
from flask import Blueprint, jsonify
from flask.typing import ResponseReturnValue

from shared.errors import NotFound, invalid_field
from shared.events.catalogue import private_types
from shared.events.envelope import Envelope, UnreadableEvent
from shared.messaging import dead_letters, letters
from shared.messaging.letters import KeptLetter
from shared.web.blueprint import Blueprint as Documented
from shared.web.edge import needs, runtime, uow
from shared.web.fields import InstantField
from shared.web.paging import Page, asked_page, cut

INSIDE = "/internal/dead-letters"
TICK, NO_TIME = timedelta(microseconds=1), timedelta()


class DeadLetterOut(ma.Schema):
    """`told_at` is when the event was stored by who told it; null if that cannot be read."""

    id = ma.fields.String()
    service = ma.fields.String()
    type = ma.fields.String()
    reason = ma.fields.String()
    attempts = ma.fields.Integer()
    told_at = InstantField(allow_none=True)
    buried_at = InstantField()


class WholeDeadLetterOut(DeadLetterOut):
    body = ma.fields.String(metadata={"description": "as it came"})


def place_of(letter: Mapping[str, Any]) -> tuple[datetime, str, str]:
    """What the letters of all services are sorted by, as their lists are told."""
    return letter["buried_at"], letter["service"], letter["id"]


def key_of(letter: Mapping[str, Any]) -> tuple[str, str]:
    """A letter's place in the form of a cursor."""
    return letter["buried_at"].isoformat(), letter["id"]


inside = Blueprint("own dead letters", __name__)
blp = Documented(
    "dead letters", __name__, url_prefix="/api/v1/admin/dead-letters", description="Operators"
)


@inside.get(INSIDE)
@needs("operator")
def list_own() -> ResponseReturnValue:
    """This service's letters; the gateway joins the lists of all services."""
    return jsonify(own_page())


def own_page() -> dict[str, Any]:
    """The page of this service's letters that the present request asks for, the latest first."""
    page = asked_page()
    found = letters.newest(
        uow().connection, page.limit + 1, before=_key_after(page), without=private_types()
    )
    whole = cut([_shown(letter) for letter in found], page, key_of)
    return {**whole, "items": DeadLetterOut(many=True).dump(whole["items"])}


@blp.get("/<letter_id>")
@needs("operator")
@blp.response(200, WholeDeadLetterOut)
def one(letter_id: str) -> Any:
    """A dead letter, and the event as it came."""
    return _shown(_found(letter_id))


@blp.post("/<letter_id>/replay")
@needs("operator")
@blp.response(200, DeadLetterOut)
def replay(letter_id: str) -> Any:
    """Handle the event now. 409 `still_dead` says why it stays where it is."""
    letter = _found(letter_id)
    return _shown(dead_letters.replay(uow(), runtime(), letter.id))


@blp.delete("/<letter_id>")
@needs("operator")
@blp.response(204)
def drop(letter_id: str) -> Any:
    """Forget the event for good."""
    dead_letters.drop(uow(), _found(letter_id).id)


def _found(letter_id: str) -> KeptLetter:
    own, _, id = letter_id.partition(".")
    letter = letters.find(uow().connection, id) if own == runtime().name else None
    if letter is None or letter.type in private_types():
        raise NotFound
    return letter


def _key_after(page: Page) -> tuple[datetime, str] | None:
    """The key of the last letter told, as it sorts among this service's own.

    Letters of one instant are told by the names of their services, the last name first.
    """
    if page.after is None:
        return None
    try:
        at, letter_id = page.after
        instant, (service, _, id) = InstantField().deserialize(at), letter_id.partition(".")
    except (ValueError, TypeError, AttributeError, ma.ValidationError) as error:
        raise invalid_field("cursor", "not a cursor of this list") from error
    if service == runtime().name:
        return instant, id
    return instant + (TICK if runtime().name < service else NO_TIME), ""


def _shown(letter: KeptLetter) -> dict[str, Any]:
    own = runtime().name
    told_at = _told_at(letter)
    return {**asdict(letter), "id": f"{own}.{letter.id}", "service": own, "told_at": told_at}


def _told_at(letter: KeptLetter) -> datetime | None:
    try:
        return Envelope.from_json(letter.body).time
    except UnreadableEvent:
        return None
