"""Where players of a season stand and stood, and how many stand where."""

from datetime import datetime

from sqlalchemy import Boolean, CheckConstraint, Index, SmallInteger, UniqueConstraint, false, text
from sqlalchemy.orm import Mapped, mapped_column

from services.ladder.tables.base import Base, Key, Number
from shared.tables import TransactionId, current_transaction


class PlayerRow(Base):
    """An account in a season: the fold over its counted games, and its place in the ranking.

    `finished`, `last_started` and `last_game` are the last counted game's place in the order of
    play. The ranking is read along one index in one direction, hence the negated columns.
    """

    __tablename__ = "ladder_players"
    __table_args__ = (
        UniqueConstraint("season_id", "account_id", name="one_player_an_account"),
        CheckConstraint("minus_points = -points", name="points_negated"),
        CheckConstraint("minus_games = -rated_games", name="games_negated"),
        CheckConstraint("listed = (rated_games > 0 AND NOT disqualified)", name="who_is_listed"),
        Index(
            "ladder_ranking",
            "season_id",
            "minus_points",
            "minus_games",
            "finished",
            "account_id",
            sqlite_where=text("listed = 1"),
            postgresql_where=text("listed"),
        ),
        Index(
            "ladder_disqualified",
            "season_id",
            "account_id",
            sqlite_where=text("disqualified = 1"),
            postgresql_where=text("disqualified"),
        ),
    )

    id: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=True)
    season_id: Mapped[str] = mapped_column(Key)
    account_id: Mapped[str] = mapped_column(Key)
    points: Mapped[int]
    streak: Mapped[int]
    rated_games: Mapped[int]
    wins: Mapped[int]
    finished: Mapped[int] = mapped_column(Number)
    last_started: Mapped[int] = mapped_column(Number)
    last_game: Mapped[str] = mapped_column(Key)
    minus_points: Mapped[int]
    minus_games: Mapped[int]
    listed: Mapped[bool]
    disqualified: Mapped[bool] = mapped_column(Boolean, server_default=false())
    revision: Mapped[int] = mapped_column(server_default=text("0"))


class PastRow(Base):
    """What a player's row was before a change.

    With it the ranking can be read as it stood: in a confirmed revision (`until_revision` is the
    last one in which this held), or when somebody began to read it page by page (`xid` says which
    transaction changed it). Those of the second kind are kept for minutes only.
    """

    __tablename__ = "ladder_past"
    __table_args__ = (
        Index("ladder_past_of_player", "player_id"),
        Index("ladder_past_since", "season_id", "id"),
        Index(
            "ladder_past_revisions",
            "season_id",
            "until_revision",
            sqlite_where=text("until_revision > 0"),
            postgresql_where=text("until_revision > 0"),
        ),
        # A number is never given twice, or what changed later could seem to be older.
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(Number, primary_key=True, autoincrement=True)
    season_id: Mapped[str] = mapped_column(Key)
    player_id: Mapped[int] = mapped_column(Number)
    account_id: Mapped[str] = mapped_column(Key)
    points: Mapped[int]
    streak: Mapped[int]
    rated_games: Mapped[int]
    wins: Mapped[int]
    finished: Mapped[int] = mapped_column(Number)
    minus_points: Mapped[int]
    minus_games: Mapped[int]
    listed: Mapped[bool]
    disqualified: Mapped[bool]
    until_revision: Mapped[int]
    replaced_at: Mapped[datetime]
    xid: Mapped[int] = mapped_column(TransactionId, server_default=current_transaction())


class CountRow(Base):
    """How many listed players of a season stand somewhere; a row for each place that is not empty.

    Each level is finer than the one before: level 0 counts those with so many points, level 1
    those of them with so many rated games, level 2 those of them whose last finish lies in one
    stretch of time. What a level does not tell apart is 0.
    """

    __tablename__ = "ladder_counts"

    season_id: Mapped[str] = mapped_column(Key, primary_key=True)
    level: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    points: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    rated_games: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    stretch: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    players: Mapped[int]
