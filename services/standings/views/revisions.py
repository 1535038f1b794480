"""What was published when, and which acts made each revision."""

from collections.abc import Mapping, Sequence
from itertools import count, takewhile
from typing import Any

from services.standings import store
from services.standings.domain.facts import Barred
from services.standings.domain.history import Act
from services.standings.domain.published import Change, changes
from shared.errors import invalid_field
from shared.names import names_of
from shared.unit_of_work import UnitOfWork
from shared.web.paging import Page, cut


def page_of_revisions(
    uow: UnitOfWork, season_id: str, number: int | None, page: Page
) -> dict[str, Any]:
    """The revisions of one round's table, or of all; by round and revision.

    Raises `NotFound`, or `Invalid` for a cursor of something else.
    """
    store.seasons.get(uow, season_id)
    after = _place(page.after)
    made = changes(store.published.issues(uow, season_id, number))
    listed = cut([one for one in made if _key(one) > after], page, key=_key)
    return {**listed, "items": _shown(uow, season_id, listed["items"])}


def page_of_acts(uow: UnitOfWork, season_id: str, page: Page) -> dict[str, Any]:
    """What was done to a season after the fact, in order, as far as it is known without a gap.

    Raises `NotFound`, or `Invalid` for a cursor of something else.
    """
    store.seasons.get(uow, season_id)
    if page.after is not None and type(page.after) is not int:
        raise invalid_field("cursor", "not a cursor of this list")
    acts = store.acts.by_number(uow, season_id)
    known = list(takewhile(acts.__contains__, count(1)))
    after = [number for number in known if number > (page.after or 0)]
    listed = cut(after[: page.limit + 1], page, key=lambda number: number)
    return {**listed, "items": [_act(acts[number]) for number in listed["items"]]}


def _act(act: Act) -> dict[str, Any]:
    if isinstance(act, Barred):
        shown = {"kind": "disqualified", "account_id": act.account_id, "match_id": None}
        return {"act": act.act, **shown, "last_round": act.last_round}
    kind = "annulled" if act.result.annulled else "corrected"
    shown = {"kind": kind, "account_id": None, "match_id": act.result.match_id}
    return {"act": act.act, **shown, "last_round": None}


def _key(change: Change) -> tuple[int, int]:
    return change.issue.round, change.issue.revision


def _shown(uow: UnitOfWork, season_id: str, made: Sequence[Change]) -> list[dict[str, Any]]:
    acts = store.acts.by_number(uow, season_id) if any(one.acts for one in made) else {}
    names = names_of(uow, (act.account_id for act in acts.values() if isinstance(act, Barred)))
    return [
        {
            "round": one.issue.round,
            "revision": one.issue.revision,
            "act": one.issue.act,
            "published_at": one.issue.published_at,
            "digest": one.issue.digest,
            "changes": [_change(acts[number], names) for number in one.acts],
        }
        for one in made
    ]


def _change(act: Act, names: Mapping[str, str]) -> dict[str, Any]:
    if isinstance(act, Barred):
        who = {"account_id": act.account_id, "display_name": names[act.account_id]}
        return {"kind": "disqualified", "match_id": None, "outcome": None, "account": who}
    kind = "annulled" if act.result.annulled else "corrected"
    outcome = None if act.result.annulled else act.result.outcome
    return {
        "kind": kind,
        "match_id": act.result.match_id,
        "outcome": outcome,
        "account": None,
    }


def _place(cursor: Any) -> tuple[int, int]:
    """The (round, revision) that the page before ended with; raises `Invalid`."""
    if cursor is None:
        return (-1, 0)
    match cursor:
        case [int(number), int(revision)]:
            return (number, revision)
    raise invalid_field("cursor", "not a cursor of this list")
