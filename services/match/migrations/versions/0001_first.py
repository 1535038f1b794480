"""The first tables: seasons as told, duels and their moves, results, Aura."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant
from shared.kit_migrations import create_kit, drop_kit

revision = "0001"
down_revision = None

_Id = sa.String(36)
_Settings = sa.JSON(none_as_null=True)
_TABLES = (
    "seasons",
    "rounds",
    "matches",
    "sides",
    "attempts",
    "clues",
    "results",
    "bars",
    "wallets",
    "aura_entries",
)


def upgrade() -> None:
    create_kit()
    _create_seasons()
    _create_rounds()
    _create_matches()
    _create_moves()
    _create_results()
    _create_bars()
    _create_aura()


def downgrade() -> None:
    for table in reversed(_TABLES):
        op.drop_table(table)
    drop_kit()


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())


def _create_seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", _Id, primary_key=True),
        sa.Column("rounds", sa.Integer),
        sa.Column("revision", sa.Integer, nullable=False, server_default=sa.text("-1")),
        sa.Column("held_round", sa.Integer),
        sa.Column("held_phase", sa.String(16)),
        sa.Column("last_round", sa.Integer),
        sa.Column("cancelled_at", Instant),
        _flag("called_off"),
        sa.Column("acts", sa.Integer, nullable=False, server_default=sa.text("0")),
    )


def _create_rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("season_id", _Id, sa.ForeignKey("seasons.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("times_revision", sa.Integer, nullable=False, server_default=sa.text("-1")),
        sa.Column("preparing_from", Instant),
        sa.Column("solving_from", Instant),
        sa.Column("closes_at", Instant),
        sa.Column("points", _Settings),
        sa.Column("game", _Settings),
        sa.Column("clues", _Settings),
        sa.Column("optimal", sa.String(16)),
        _flag("solving_opened"),
        _flag("drawn"),
        _flag("due"),
        sa.Column("departures", sa.Integer),
        _flag("settled"),
    )
    op.create_index(
        "ix_rounds_to_draw",
        "rounds",
        ["solving_from"],
        sqlite_where=sa.text("drawn = 0"),
        postgresql_where=sa.text("NOT drawn"),
    )
    op.create_index(
        "ix_rounds_to_settle",
        "rounds",
        ["closes_at"],
        sqlite_where=sa.text("due = 1 AND settled = 0"),
        postgresql_where=sa.text("due AND NOT settled"),
    )


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", _Id, primary_key=True),
        sa.Column("season_id", _Id, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("points_difference", sa.Integer),
        sa.Column("rank_difference", sa.Integer),
        sa.Column("met_before", sa.Integer),
        sa.Column("ended_at", Instant),
        sa.Column("result_revision", sa.Integer),
        sa.ForeignKeyConstraint(["season_id", "round"], ["rounds.season_id", "rounds.number"]),
        sa.UniqueConstraint("season_id", "round", "place"),
    )
    op.create_table(
        "sides",
        sa.Column("match_id", _Id, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String(6), primary_key=True),
        sa.Column("season_id", _Id, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("account_id", _Id, nullable=False),
        sa.Column("draft", sa.String(8)),
        sa.Column("code", sa.String(8)),
        _flag("code_generated"),
        sa.UniqueConstraint("season_id", "round", "account_id"),
    )
    op.create_index("ix_sides_account_id", "sides", ["account_id"])


def _create_moves() -> None:
    op.create_table(
        "attempts",
        sa.Column("match_id", _Id, primary_key=True),
        sa.Column("side", sa.String(6), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guess", sa.String(8), nullable=False),
        sa.Column("exact", sa.Integer, nullable=False),
        sa.Column("partial", sa.Integer, nullable=False),
        sa.Column("at", Instant, nullable=False),
        sa.ForeignKeyConstraint(["match_id", "side"], ["sides.match_id", "sides.side"]),
    )
    op.create_table(
        "clues",
        sa.Column("match_id", _Id, primary_key=True),
        sa.Column("side", sa.String(6), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("symbol", sa.String(1), nullable=False),
        sa.Column("at", Instant, nullable=False),
        sa.ForeignKeyConstraint(["match_id", "side"], ["sides.match_id", "sides.side"]),
        sa.UniqueConstraint("match_id", "side", "position"),
    )


def _create_results() -> None:
    op.create_table(
        "results",
        sa.Column("match_id", _Id, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("outcome", sa.String(8), nullable=False),
        sa.Column("by", sa.String(32), nullable=False),
        sa.Column("first_points", sa.Integer, nullable=False),
        sa.Column("second_points", sa.Integer, nullable=False),
        sa.Column("attempt_difference", sa.Integer, nullable=False),
        sa.Column("first_played", sa.Boolean, nullable=False),
        sa.Column("first_solved", sa.Boolean, nullable=False),
        sa.Column("first_attempts", sa.Integer, nullable=False),
        sa.Column("second_played", sa.Boolean, nullable=False),
        sa.Column("second_solved", sa.Boolean, nullable=False),
        sa.Column("second_attempts", sa.Integer, nullable=False),
        sa.Column("annulled", sa.Boolean, nullable=False),
        sa.Column("at", Instant, nullable=False),
        sa.Column("act", sa.Integer),
        sa.Column("operator_id", _Id),
        sa.Column("reason", sa.Text),
    )


def _create_bars() -> None:
    op.create_table(
        "bars",
        sa.Column("season_id", _Id, sa.ForeignKey("seasons.id"), primary_key=True),
        sa.Column("departure", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("account_id", _Id, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("from_round", sa.Integer, nullable=False),
        sa.Column("act", sa.Integer),
    )
    op.create_index("ix_bars_account", "bars", ["season_id", "account_id"])


def _create_aura() -> None:
    op.create_table(
        "wallets",
        sa.Column("account_id", _Id, primary_key=True),
        sa.Column("balance", sa.BigInteger, nullable=False, server_default=sa.text("0")),
        sa.Column("entries", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.CheckConstraint("balance >= 0", name="balance_not_negative"),
    )
    op.create_table(
        "aura_entries",
        sa.Column("account_id", _Id, sa.ForeignKey("wallets.account_id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("amount", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", Instant, nullable=False),
        sa.Column("balance_after", sa.BigInteger, nullable=False),
        sa.Column("operator_id", _Id),
    )
