"""Games, what each side has of them, and what game servers reported.

Games carry no foreign key to their season, for every start would lock the season's row; whoever
inserts one has read the season.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import Index, SmallInteger, String, false, text
from sqlalchemy.orm import Mapped, mapped_column

from services.ladder.tables.base import Base, Key, Number

_ASKED = "here AND (finished_at IS NULL OR called_off)"
_PENDING = "NOT voided AND (finished_at IS NULL OR under_review)"


class GameRow(Base):
    """A game. A player is an account, or a guest's name as reported, or the id under which a guest
    or the computer plays here.

    `pair` is a hash of the two accounts, to find the pair's other games by. `opens_until` is set,
    in real time, while a game of the queue waits for its duel to open; `called_off` once that took
    too long. `revision` counts voids and their undoing.
    """

    __tablename__ = "ladder_games"
    __table_args__ = (
        Index(
            "ladder_rated_pairs",
            "pair",
            "started_at",
            sqlite_where=text("unrated_reason IS NULL"),
            postgresql_where=text("unrated_reason IS NULL"),
        ),
        Index(
            "ladder_pending",
            "season_id",
            "started_at",
            sqlite_where=text(_PENDING),
            postgresql_where=text(_PENDING),
        ),
        Index(
            "ladder_asked_duels",
            "id",
            sqlite_where=text(_ASKED),
            postgresql_where=text(_ASKED),
        ),
        Index(
            "ladder_opening",
            "opens_until",
            sqlite_where=text("opens_until IS NOT NULL"),
            postgresql_where=text("opens_until IS NOT NULL"),
        ),
    )

    id: Mapped[str] = mapped_column(Key, primary_key=True)
    season_id: Mapped[str] = mapped_column(Key)
    origin: Mapped[str] = mapped_column(String(8))
    first_id: Mapped[str | None] = mapped_column(Key)
    first_guest: Mapped[str | None] = mapped_column(String(80))
    first_visitor: Mapped[str | None] = mapped_column(Key)
    second_id: Mapped[str | None] = mapped_column(Key)
    second_guest: Mapped[str | None] = mapped_column(String(80))
    second_visitor: Mapped[str | None] = mapped_column(Key)
    pair: Mapped[int | None] = mapped_column(Number)
    unrated_reason: Mapped[str | None] = mapped_column(String(16))
    started_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
    ending: Mapped[str | None] = mapped_column(String(24))
    phase: Mapped[str | None] = mapped_column(String(16))
    winner: Mapped[int | None] = mapped_column(SmallInteger)
    left_side: Mapped[int | None] = mapped_column(SmallInteger)
    voided: Mapped[bool] = mapped_column(server_default=false())
    under_review: Mapped[bool] = mapped_column(server_default=false())
    revision: Mapped[int] = mapped_column(server_default=text("0"))
    opens_until: Mapped[datetime | None]
    called_off: Mapped[bool] = mapped_column(server_default=false())
    here: Mapped[bool] = mapped_column(server_default=false())


class SideRow(Base):
    """A game in a player's history, in the order of play; of a counted one what it did.

    The key is the order of play itself. Every counted row holds the whole form after it, so that
    a fold can begin anywhere.
    """

    __tablename__ = "ladder_sides"

    player_id: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=False)
    finished: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=False)
    started: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=False)
    game_id: Mapped[str] = mapped_column(Key, primary_key=True)
    counted: Mapped[bool]
    won: Mapped[bool]
    points_before: Mapped[int]
    points_after: Mapped[int]
    streak_after: Mapped[int]
    games_after: Mapped[int]
    wins_after: Mapped[int]


class ReportRow(Base):
    """What a game server reported under an id of its own, and what it was answered.

    The prints are digests of what was said of the start and of the end; the second is null while
    only the start was reported.
    """

    __tablename__ = "ladder_reports"

    external_id: Mapped[str] = mapped_column(String(200), primary_key=True)
    game_id: Mapped[str] = mapped_column(Key, unique=True)
    reporter: Mapped[str] = mapped_column(Key)
    start_print: Mapped[str] = mapped_column(String(64))
    end_print: Mapped[str | None] = mapped_column(String(64))
    answer: Mapped[dict[str, Any] | None]
    reported_at: Mapped[datetime]
