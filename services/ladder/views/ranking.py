"""The ranking: pages of it, and a player with their neighbours."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from services.ladder.domain.errors import UnknownRevision
from services.ladder.domain.game import instant_of
from services.ladder.domain.ranking import Place, Ranked, with_positions
from services.ladder.domain.season import LadderSeason
from services.ladder.store import past, players, ranking, seasons
from services.ladder.store.past import Seen, Then
from services.ladder.views import positions
from shared.errors import NotFound, invalid_field
from shared.names import names_of
from shared.unit_of_work import UnitOfWork
from shared.web.fields import told_instant
from shared.web.paging import Page, cursor
from shared.web.sealing import sealed, unsealed

MOST = 2**31 - 1
"""Points and games beyond this are in no ranking, and in no column."""


@dataclass(frozen=True, slots=True)
class Reached:
    """How far somebody has read: the last row, its position, how many rows, in which ranking."""

    place: Place
    position: int
    rows: int
    then: Then


def page_of_ranking(
    uow: UnitOfWork, season_id: str, page: Page, revision: int | None
) -> dict[str, Any]:
    """A page of the ranking, or of a confirmed revision of it.

    Whoever goes on reading goes on in the ranking that their first page was of, whatever has
    happened since. Raises `NotFound`, `UnknownRevision` or `Invalid`.
    """
    season = seasons.one(uow, season_id)
    reached = _reached(page.after)
    then = reached.then if reached else _then(uow, season, revision)
    rows = _rows(uow, season, reached, then, page.limit + 1)
    if reached is None:
        placed = with_positions(rows, first_position=1, before=0)
    else:
        placed = _going_on(rows, reached)
    shown = placed[: page.limit]
    more = len(placed) > page.limit
    names, barred = _names(uow, season, shown, then)
    read = (reached.rows if reached else 0) + len(shown)
    return {
        "season_id": season_id,
        "revision": then.revision,
        "disqualified": [{"account_id": one, "display_name": names[one]} for one in barred],
        "items": [_row(position, ranked, names) for position, ranked in shown],
        "next": _cursor(*shown[-1], read, then) if more else None,
    }


def player(
    uow: UnitOfWork, season_id: str, account_id: str, around: int, revision: int | None
) -> dict[str, Any]:
    """A player's row and those around it; without a position, and alone, who is not listed.

    Raises `NotFound` for who has not played in the season, and `UnknownRevision`.
    """
    stored = players.find(uow, season_id, account_id)
    if stored is None:
        seasons.one(uow, season_id)
        raise NotFound("That account has not played in this ladder season")
    then = None if revision is None else _then(uow, seasons.one(uow, season_id), revision)
    ranked, near = positions.around(uow, season_id, stored, around, then)
    names = names_of(uow, [account_id, *(row.account_id for _, row in near)])
    position = next((number for number, row in near if row.account_id == account_id), None)
    return {
        **_row(position, ranked, names),
        "disqualified": ranked.disqualified,
        "around": [_row(number, row, names) for number, row in near],
    }


def _then(uow: UnitOfWork, season: LadderSeason, revision: int | None) -> Then:
    """The ranking that is asked for: by revision, the latest one, or what is seen now."""
    if revision is None:
        return (
            Then(season.revision) if season.final else Then(seen=past.what_is_seen(uow, season.id))
        )
    if not 1 <= revision <= season.revision:
        raise UnknownRevision
    return Then(revision)


def _rows(
    uow: UnitOfWork, season: LadderSeason, reached: Reached | None, then: Then, most: int
) -> Sequence[Ranked]:
    if reached is None and (then.seen or then.revision == season.revision):
        return ranking.top(uow, season.id, most)
    place = reached.place if reached else None
    return ranking.below_then(uow, season.id, place, most, then)


def _going_on(rows: Sequence[Ranked], reached: Reached) -> list[tuple[int, Ranked]]:
    """Positions of the rows behind those that were read."""
    if not rows:
        return []
    shares = rows[0].merit == reached.place[:3]
    first = reached.position if shares else reached.rows + 1
    return with_positions(rows, first_position=first, before=reached.rows)


def _names(
    uow: UnitOfWork, season: LadderSeason, shown: Sequence[tuple[int, Ranked]], then: Then
) -> tuple[dict[str, str], list[str]]:
    barred = players.disqualified(uow, season.id)
    if then.revision is not None and then.revision < season.revision:
        held = past.all_at(uow, season.id, then).values()
        others = set(barred) - {one.account_id for one in held}
        barred = sorted(others | {one.account_id for one in held if one.disqualified})
    return names_of(uow, [*barred, *(row.account_id for _, row in shown)]), barred


def _row(position: int | None, ranked: Ranked, names: Mapping[str, str]) -> dict[str, Any]:
    form = ranked.form
    return {
        "position": position,
        "account_id": ranked.account_id,
        "display_name": names[ranked.account_id],
        "points": form.points,
        "rated_games": form.rated_games,
        "wins": form.wins,
        "losses": form.losses,
        "streak": form.streak,
        "last_finished_at": told_instant(instant_of(form.finished)) if form.rated_games else None,
    }


def _cursor(position: int, ranked: Ranked, rows: int, then: Then) -> str:
    return cursor([*ranked.place, position, rows, _of_what(then)])


def _reached(given: Any) -> Reached | None:
    if given is None:
        return None
    match given:
        case [int(points), int(games), int(finished), str(account), int(position), int(rows), of]:
            then = _then_of(of)
            if then is not None and max(map(abs, (points, games))) <= MOST:
                return Reached((points, games, finished, account), position, rows, then)
    raise invalid_field("cursor", "not a cursor of this list")


def _of_what(then: Then) -> Any:
    """The moment as a cursor has it. Which transactions were under way is nobody's business: on a
    server that services share, their numbers would tell what goes on in matches.
    """
    if then.seen is None:
        return then.revision
    return [then.seen.last, sealed(list(then.seen.under_way)) if then.seen.under_way else ""]


def _then_of(given: Any) -> Then | None:
    match given:
        case int(revision) if revision > 0 and not isinstance(given, bool):
            return Then(revision=revision)
        case [int(last), ""]:
            return Then(seen=Seen(last))
        case [int(last), str(text)]:
            under_way = unsealed(text)
            return under_way and Then(seen=Seen(last, tuple(under_way)))
    return None
