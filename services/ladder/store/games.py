"""Games: added once, ended once, voided and reviewed under the locks of their players."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, bindparam, func, not_, or_, select, update

from services.ladder.domain.game import (
    End,
    Ending,
    Game,
    Origin,
    Phase,
    Player,
    UnratedReason,
)
from services.ladder.tables.base import table_of
from services.ladder.tables.games import GameRow, ReportRow
from shared.errors import NotFound
from shared.inserting import insert_rows
from shared.many import among
from shared.prepared import Prepared
from shared.unit_of_work import UnitOfWork

_GAMES = table_of(GameRow)
_PENDING = and_(not_(GameRow.voided), or_(GameRow.finished_at.is_(None), GameRow.under_review))
_OF_IDS = Prepared(select(_GAMES).where(among(GameRow.id, "ids")))
_STARTS = Prepared(
    select(GameRow.pair, GameRow.started_at).where(
        among(GameRow.pair, "pairs"),
        GameRow.unrated_reason.is_(None),
        GameRow.started_at.between(bindparam("first"), bindparam("last")),
        not_(GameRow.voided),
    ),
)


def one(uow: UnitOfWork, game_id: str) -> Game:
    """Raises `NotFound`."""
    row = uow.connection.execute(select(_GAMES).where(GameRow.id == game_id)).first()
    if row is None:
        raise NotFound("There is no such ladder game")
    return _game(row)


def find(uow: UnitOfWork, game_ids: Iterable[str]) -> dict[str, Game]:
    wanted = sorted(game_ids)
    if not wanted:
        return {}
    return {row.id: _game(row) for row in uow.ask(_OF_IDS, ids=wanted)}


def add(uow: UnitOfWork, games: Sequence[Game], *, opens_until: datetime | None = None) -> None:
    """Enter new games; those of the queue wait for their duels until `opens_until` (real time)."""
    asked = {"opens_until": opens_until, "here": opens_until is not None}
    insert_rows(uow.connection, GameRow, [{**_values(game), **asked} for game in games])


def save(uow: UnitOfWork, game: Game, *, called_off: bool = False) -> None:
    """Write how a game ended and what operators did about it.

    One that has ended waits for no duel any more; one that was called off stays so.
    """
    changed = {**end_values(game.end), "voided": game.voided, "under_review": game.under_review}
    if game.end is not None:
        changed["opens_until"] = None
    if called_off:
        changed["called_off"] = True
    of_game = update(GameRow).where(GameRow.id == game.id)
    uow.connection.execute(of_game.values(**changed, revision=game.revision))


def await_no_longer(uow: UnitOfWork, game_id: str) -> None:
    """The duel of a game of the queue is open."""
    uow.connection.execute(update(GameRow).where(GameRow.id == game_id).values(opens_until=None))


def overdue(uow: UnitOfWork, now: datetime, most: int) -> list[Game]:
    """Games whose duels should have been open by `now` (real time)."""
    asked = select(_GAMES).where(GameRow.opens_until <= now)
    rows = uow.connection.execute(asked.order_by(GameRow.opens_until).limit(most))
    return [_game(row) for row in rows]


def waits_for_duel(uow: UnitOfWork, game_id: str) -> bool:
    asked = select(GameRow.opens_until).where(GameRow.id == game_id)
    return uow.connection.execute(asked).scalar() is not None


def awaited_by(uow: UnitOfWork, account_id: str) -> str | None:
    """The game of an account that waits for its duel."""
    mine = or_(GameRow.first_id == account_id, GameRow.second_id == account_id)
    asked = select(GameRow.id).where(GameRow.opens_until.is_not(None), mine)
    return uow.connection.execute(asked).scalar()


def pending(uow: UnitOfWork, season_id: str) -> int:
    """The season's games that have not ended, and its results under review."""
    asked = select(func.count()).select_from(_GAMES).where(GameRow.season_id == season_id, _PENDING)
    return int(uow.connection.execute(asked).scalar_one())


def unended(uow: UnitOfWork, after: tuple[datetime, str] | None, most: int) -> list[Game]:
    """Games that started and have not ended, in the order of their starts."""
    key = (GameRow.started_at, GameRow.id)
    asked = select(_GAMES).where(GameRow.finished_at.is_(None), _PENDING)
    if after is not None:
        start, game_id = after
        later = and_(GameRow.started_at == start, GameRow.id > game_id)
        asked = asked.where(or_(GameRow.started_at > start, later))
    return [_game(row) for row in uow.connection.execute(asked.order_by(*key).limit(most))]


def rated_starts(
    uow: UnitOfWork, pairs: Iterable[int], first: datetime, last: datetime
) -> Sequence[tuple[int, datetime]]:
    """Starts, from `first` to `last`, of the rated games of pairs that are not voided."""
    found = uow.ask(_STARTS, pairs=sorted(set(pairs)), first=first, last=last)
    return [(row.pair, row.started_at) for row in found]


def recent_pairs(
    uow: UnitOfWork, account_ids: Iterable[str], since: datetime
) -> set[frozenset[str]]:
    """Which of the accounts have met through the queue since an instant."""
    ids = sorted(account_ids)
    keys = {
        pair_key(one, other): frozenset((one, other))
        for place, one in enumerate(ids)
        for other in ids[place + 1 :]
    }
    met = select(GameRow.pair).where(
        GameRow.pair.in_(sorted(keys)), GameRow.started_at >= since, GameRow.origin == "queue"
    )
    found = uow.connection.execute(met.distinct()).scalars()
    return {keys[pair] for pair in found if pair is not None}


def asked_of_match(uow: UnitOfWork, *, after: str, most: int) -> list[tuple[Game, bool]]:
    """Games whose duels were asked for and that have not ended or were called off, by id; with
    whether they were.
    """
    asked = select(_GAMES).where(
        GameRow.id > after, GameRow.here, or_(GameRow.finished_at.is_(None), GameRow.called_off)
    )
    rows = uow.connection.execute(asked.order_by(GameRow.id).limit(most))
    return [(_game(row), row.called_off) for row in rows]


def reported(uow: UnitOfWork, *, after: str, most: int) -> list[Game]:
    """Games that game servers have reported, by id."""
    asked = select(_GAMES).join(ReportRow, ReportRow.game_id == GameRow.id)
    rows = uow.connection.execute(asked.where(GameRow.id > after).order_by(GameRow.id).limit(most))
    return [_game(row) for row in rows]


def pair_key(one: str, other: str) -> int:
    """A number for two accounts, whichever comes first; two pairs in 2⁶³ share one."""
    text = "\n".join(sorted((one, other)))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 1


def pair_of(game: Game) -> int | None:
    return pair_key(*game.accounts) if len(game.accounts) == 2 else None


def _values(game: Game) -> dict[str, Any]:
    first, second = game.players
    return {
        "id": game.id,
        "season_id": game.season_id,
        "origin": game.origin.value,
        "first_id": first.account_id,
        "first_guest": first.guest,
        "first_visitor": first.visitor_id,
        "second_id": second.account_id,
        "second_guest": second.guest,
        "second_visitor": second.visitor_id,
        "pair": pair_of(game),
        "unrated_reason": game.unrated_reason and game.unrated_reason.value,
        "started_at": game.started_at,
        **end_values(game.end),
        "voided": game.voided,
        "under_review": game.under_review,
        "revision": game.revision,
        "called_off": False,
    }


def end_values(end: End | None) -> dict[str, Any]:
    """The columns of an end, in rows of games and of duels alike."""
    if end is None:
        return dict.fromkeys(("finished_at", "ending", "phase", "winner", "left_side"))
    return {
        "finished_at": end.finished_at,
        "ending": end.ending.value,
        "phase": end.phase and end.phase.value,
        "winner": end.winner,
        "left_side": end.left,
    }


def end_of(row: Row[Any]) -> End | None:
    """The end that a row of games or of duels tells of."""
    if row.finished_at is None:
        return None
    phase = Phase(row.phase) if row.phase else None
    return End(row.finished_at, Ending(row.ending), phase, row.winner, row.left_side)


def _game(row: Any) -> Game:
    return Game(
        id=row.id,
        season_id=row.season_id,
        origin=Origin(row.origin),
        players=(
            Player(row.first_id, row.first_guest, row.first_visitor),
            Player(row.second_id, row.second_guest, row.second_visitor),
        ),
        started_at=row.started_at,
        unrated_reason=UnratedReason(row.unrated_reason) if row.unrated_reason else None,
        end=end_of(row),
        voided=row.voided,
        under_review=row.under_review,
        revision=row.revision,
    )
