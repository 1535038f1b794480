"""Private tables, and games against the computer: friendly duels, nothing rated."""

from typing import Any

from services.match.chance import choose
from services.match.domain.computer.guessing import Level
from services.match.domain.errors import AlreadyPlaying, OpponentPlaying, OwnTable, TableTaken
from services.match.domain.invites import draw_invite, read_invite
from services.match.domain.live import Origin, Terms
from services.match.domain.settings import GameSettings
from services.match.domain.tables import OPEN_FOR, Table
from services.match.store import accounts, duels, live_duels, tables
from services.match.usecases.hearing import answer_once_heard
from services.match.usecases.live_duels import open_duel
from shared.errors import NotFound
from shared.events.catalogue import DuelChanged
from shared.names import COMPUTERS, ensure_not_deleted, learn_name
from shared.unit_of_work import UnitOfWork
from shared.web.tokens import Caller

AT_A_TABLE = Terms(Origin.PRIVATE, unrated_reason="private")
Game = dict[str, Any] | None


def open_table(
    uow: UnitOfWork, caller: Caller, game: Game, *, rematch_of: str | None = None
) -> Table:
    """Open a table; it takes the place of the caller's open one. Raises `AlreadyPlaying`."""
    welcome(uow, caller)
    if live_duels.duel_of(uow, caller.account):
        raise AlreadyPlaying
    now = uow.now()
    table = Table(
        id=uow.new_id(),
        invite_code=draw_invite(choose),
        account_id=caller.account,
        is_guest=_is_guest(caller),
        game=GameSettings(**(game or {})),
        opened_at=now,
        expires_at=now + OPEN_FOR,
        rematch_of=rematch_of,
    )
    tables.add(uow, table)
    return table


def own_table(uow: UnitOfWork, caller: Caller, table_id: str) -> Table:
    """A table of the caller's, for as long as somebody can join it, and after somebody has.

    Raises `NotFound`.
    """
    table = tables.find(uow, table_id)
    if table is None or table.account_id != caller.account:
        raise NotFound
    if table.match_id is None and not table.is_open(uow.now()):
        raise NotFound
    return table


def close_table(uow: UnitOfWork, caller: Caller, table_id: str) -> None:
    """Close an open table of the caller's. Raises `NotFound`, `TableTaken`."""
    if own_table(uow, caller, table_id).match_id is not None:
        raise TableTaken
    tables.drop_open(uow, caller.account)


def join(uow: UnitOfWork, caller: Caller, invite: str) -> str:
    """Sit down at a table: its duel begins. The match; for whoever joined, the same again.

    Raises `NotFound`, `OwnTable`, `TableTaken`, `AlreadyPlaying`, `OpponentPlaying`.
    """
    welcome(uow, caller)
    table = tables.lock_invited(uow, read_invite(invite))
    if table is None:
        raise NotFound("There is no open table under that invite code")
    if table.account_id == caller.account:
        raise OwnTable
    if table.match_id is not None:
        return _joined_before(uow, caller, table.match_id)
    if not table.is_open(uow.now()) or accounts.is_suspended(uow, table.account_id):
        raise NotFound("There is no open table under that invite code")
    return sit_down(uow, caller, table)


def play_computer(uow: UnitOfWork, caller: Caller, level: str, game: Game) -> str:
    """Begin a game against the computer; the match. Raises `AlreadyPlaying`."""
    welcome(uow, caller)
    terms = Terms(Origin.COMPUTER, unrated_reason="computer", level=Level(level))
    players = (caller.account, COMPUTERS[level])
    settings, guests = GameSettings(**(game or {})), (_is_guest(caller), False)
    match_id = open_duel(uow, uow.new_id(), players, settings, terms, guests=guests).match_id
    answer_once_heard(uow, match_id, over=False)
    return match_id


def sit_down(uow: UnitOfWork, caller: Caller, table: Table) -> str:
    """Begin the duel at a locked open table; the match.

    Raises `AlreadyPlaying`, `OpponentPlaying`.
    """
    match_id, players = uow.new_id(), (table.account_id, caller.account)
    guests = (table.is_guest, _is_guest(caller))
    try:
        open_duel(uow, match_id, players, table.game, AT_A_TABLE, guests=guests)
    except AlreadyPlaying as refusal:
        if caller.account in refusal.accounts:
            raise
        raise OpponentPlaying from refusal
    answer_once_heard(uow, match_id, over=False)
    tables.seat(uow, table, match_id)
    uow.emit(DuelChanged(match_id=match_id, account_id=table.account_id))
    return match_id


def _joined_before(uow: UnitOfWork, caller: Caller, match_id: str) -> str:
    stored, _ = duels.lock(uow, match_id)
    if stored.duel.side_of(caller.account) is None:
        raise TableTaken
    return match_id


def welcome(uow: UnitOfWork, caller: Caller) -> None:
    """Know the caller's name, and that they are still there."""
    learn_name(uow, caller.account, caller.name)
    ensure_not_deleted(uow, caller.account)


def _is_guest(caller: Caller) -> bool:
    return "guest" in caller.roles
