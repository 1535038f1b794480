"""Players of a season: where each stands after all of their counted games."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from services.ladder.domain.game import Moment
from services.ladder.domain.points import Form
from services.ladder.domain.ranking import Ranked
from services.ladder.tables.base import table_of
from services.ladder.tables.ranking import PlayerRow
from shared.inserting import insert_or_replace
from shared.many import among
from shared.prepared import Prepared
from shared.unit_of_work import UnitOfWork

NOTHING_YET: Moment = (0, 0, "")


@dataclass(frozen=True, slots=True)
class Stored:
    """A player's row. `last` is the place of their last counted game in the order of play."""

    id: int
    season_id: str
    ranked: Ranked
    last: Moment
    revision: int

    @property
    def form(self) -> Form:
        return self.ranked.form


@dataclass(frozen=True, slots=True)
class Written:
    """What a player's row is to be."""

    season_id: str
    ranked: Ranked
    last: Moment
    revision: int


_COLUMNS = table_of(PlayerRow)
_OF_ACCOUNTS = Prepared(
    select(_COLUMNS).where(
        PlayerRow.season_id == bindparam("season"),
        among(PlayerRow.account_id, "accounts"),
    ),
)


def find(uow: UnitOfWork, season_id: str, account_id: str) -> Stored | None:
    return of_accounts(uow, season_id, [account_id]).get(account_id)


def of_accounts(uow: UnitOfWork, season_id: str, account_ids: Iterable[str]) -> dict[str, Stored]:
    """Those of the accounts that have a row in the season, by account."""
    rows = uow.ask(_OF_ACCOUNTS, season=season_id, accounts=sorted(account_ids))
    return {row.account_id: _stored(row) for row in rows}


def disqualified(uow: UnitOfWork, season_id: str) -> list[str]:
    """The accounts that are disqualified from a season, by id."""
    asked = select(PlayerRow.account_id).where(
        PlayerRow.season_id == season_id, PlayerRow.disqualified
    )
    return list(uow.connection.execute(asked.order_by(PlayerRow.account_id)).scalars())


def some(uow: UnitOfWork, season_id: str, *, after: str, most: int) -> list[Stored]:
    """Players by account id, those behind `after`."""
    asked = select(_COLUMNS).where(PlayerRow.season_id == season_id, PlayerRow.account_id > after)
    rows = uow.connection.execute(asked.order_by(PlayerRow.account_id).limit(most))
    return [_stored(row) for row in rows]


def write(uow: UnitOfWork, players: Sequence[Written]) -> dict[tuple[str, str], int]:
    """Insert or change rows; the row's id for each season and account."""
    key = ("season_id", "account_id")
    rows = [_values(player) for player in players]
    found = insert_or_replace(uow.connection, PlayerRow, rows, key, (*key, "id"))
    return {(season, account): number for season, account, number in found}


def ranked_of(row: Any) -> Ranked:
    """The player behind a row of this table, or of the past ones."""
    form = Form(row.points, row.streak, row.rated_games, row.wins, row.finished)
    return Ranked(row.account_id, form, row.disqualified)


def form_values(ranked: Ranked) -> dict[str, Any]:
    """The columns that this table and the past one share."""
    form = ranked.form
    return {
        "account_id": ranked.account_id,
        "points": form.points,
        "streak": form.streak,
        "rated_games": form.rated_games,
        "wins": form.wins,
        "finished": form.finished,
        "minus_points": -form.points,
        "minus_games": -form.rated_games,
        "listed": ranked.listed,
        "disqualified": ranked.disqualified,
    }


def _stored(row: Any) -> Stored:
    last = (row.finished, row.last_started, row.last_game)
    return Stored(row.id, row.season_id, ranked_of(row), last, row.revision)


def _values(player: Written) -> dict[str, Any]:
    return {
        "season_id": player.season_id,
        **form_values(player.ranked),
        "last_started": player.last[1],
        "last_game": player.last[2],
        "revision": player.revision,
    }
