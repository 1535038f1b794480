"""The kit's tables, and seasons with all that belongs to them."""

import sqlalchemy as sa
from alembic import op

from shared.db import Instant
from shared.kit_migrations import create_kit, drop_kit

revision = "0001"
down_revision = None

Id = sa.String(36)


def upgrade() -> None:
    create_kit()
    _create_seasons()
    _create_participants()
    _create_rounds()
    _create_matches()
    _create_presence()


def downgrade() -> None:
    for table in (
        "absences",
        "presence",
        "rankings",
        "seats",
        "matches",
        "rounds",
        "participants",
        "postponements",
        "seasons",
    ):
        op.drop_table(table)
    drop_kit()


def _create_seasons() -> None:
    op.create_table(
        "seasons",
        sa.Column("id", Id, primary_key=True),
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("format", sa.String(24), nullable=False),
        sa.Column("time_zone", sa.String(64), nullable=False),
        sa.Column("registration_opens_at", Instant, nullable=False),
        sa.Column("registration_closes_at", Instant, nullable=False),
        sa.Column("starts_on", sa.Date),
        sa.Column("starts_at", Instant),
        sa.Column("rules", sa.JSON, nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("rounds", sa.Integer),
        sa.Column("paired", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("closed", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("held_end", Instant),
        sa.Column("resumed_end", Instant),
        sa.Column("cancel_reason", sa.Text),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("participants", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("revision", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("departures", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("next_at", Instant),
        sa.Column("draw_at", Instant),
        sa.Column("created_by", Id, nullable=False),
        sa.Column("created_at", Instant, nullable=False),
    )
    for column in ("next_at", "draw_at", "state"):
        op.create_index(f"ix_seasons_{column}", "seasons", [column])
    op.create_table(
        "postponements",
        sa.Column("season_id", Id, sa.ForeignKey("seasons.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", Instant, nullable=False),
        sa.Column("unit", sa.String(8), nullable=False),
        sa.Column("amount", sa.Integer, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
    )


def _create_participants() -> None:
    op.create_table(
        "participants",
        sa.Column("season_id", Id, sa.ForeignKey("seasons.id"), primary_key=True),
        sa.Column("account_id", Id, primary_key=True),
        sa.Column("registered_at", Instant, nullable=False),
        sa.Column("number", sa.Integer),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("out_from_round", sa.Integer),
        _flag("withdrawal_obeyed"),
        _flag("disqualification_obeyed"),
        sa.UniqueConstraint("season_id", "number", name="one_participant_a_number"),
    )
    registered = ["season_id", "registered_at", "account_id"]
    op.create_index("ix_participants_registered", "participants", registered)
    op.create_index("ix_participants_account", "participants", ["account_id"])


def _create_rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("season_id", Id, sa.ForeignKey("seasons.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("prepares_on", sa.Date),
        sa.Column("solves_on", sa.Date),
        sa.Column("ends_on", sa.Date),
        sa.Column("preparing_from", Instant),
        sa.Column("solving_from", Instant),
        sa.Column("closes_at", Instant),
        sa.Column("times_revision", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("times_set_at", Instant),
        sa.Column("paired_at", Instant),
        sa.Column("matches", sa.Integer),
        sa.Column("bye", Id),
        sa.Column("optimal", sa.String(16)),
        sa.Column("digest", sa.String(64)),
        _flag("solving_opened"),
        sa.Column("closed_at", Instant),
    )


def _create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", Id, primary_key=True),
        sa.Column("season_id", Id, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("first", Id, nullable=False),
        sa.Column("second", Id, nullable=False),
        sa.ForeignKeyConstraint(["season_id", "round"], ["rounds.season_id", "rounds.number"]),
        sa.CheckConstraint("first <> second", name="two_players"),
    )
    op.create_index("ix_matches_round", "matches", ["season_id", "round"])
    op.create_table(
        "seats",
        sa.Column("season_id", Id, primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("account_id", Id, primary_key=True),
        sa.Column("match_id", Id, sa.ForeignKey("matches.id")),
    )
    op.create_table(
        "rankings",
        sa.Column("season_id", Id, primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("page", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("pages", sa.Integer, nullable=False),
        sa.Column("ranking", sa.JSON, nullable=False),
    )


def _create_presence() -> None:
    op.create_table(
        "presence",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seen_at", Instant, nullable=False),
        sa.CheckConstraint("id = 1", name="one_presence"),
    )
    op.create_table(
        "absences",
        sa.Column("season_id", Id, primary_key=True),
        sa.Column("begins_at", Instant, primary_key=True),
        sa.Column("ends_at", Instant, primary_key=True),
    )


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())
