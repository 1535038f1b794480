"""Games, points, the ranking, the queue and operators' adjustments."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from shared.db import Instant
from shared.tables import TransactionId, current_transaction

revision = "0003"
down_revision = "0002"

Key = sa.String(36).with_variant(sa.String(36, collation="C"), "postgresql")
Number = sa.BigInteger().with_variant(sa.Integer, "sqlite")
Json = sa.JSON(none_as_null=True)

# Updated with every result: kept small by vacuuming at once, and by room for new versions.
_BUSY = (
    "fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, "
    "autovacuum_vacuum_cost_delay = 0"
)
_PENDING = "NOT voided AND (finished_at IS NULL OR under_review)"

TABLES = (
    "ladder_adjustments",
    "ladder_duels",
    "ladder_tickets",
    "ladder_reports",
    "ladder_sides",
    "ladder_games",
    "ladder_group_counts",
    "ladder_point_counts",
    "ladder_past",
    "ladder_players",
    "ladder_confirmations",
    "ladder_queue",
)


def upgrade() -> None:
    with op.batch_alter_table("ladder_seasons") as seasons:
        seasons.add_column(sa.Column("revision", sa.Integer, nullable=False, server_default="0"))
    queue = op.create_table(
        "ladder_queue",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.CheckConstraint("id = 1", name="one_queue"),
    )
    op.bulk_insert(queue, [{"id": 1}])
    op.create_table(
        "ladder_confirmations",
        sa.Column("season_id", Key, primary_key=True),
        sa.Column("revision", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("confirmed_at", Instant, nullable=False),
        sa.Column("prize", Json, nullable=False),
        sa.Column("adjustment", Number),
    )
    _create_ranking()
    _create_games()
    _index_games()
    _create_sides()
    _create_reports()
    _create_queue()
    op.create_table(
        "ladder_adjustments",
        sa.Column("id", Number, primary_key=True, autoincrement=True),
        sa.Column("season_id", Key, nullable=False),
        sa.Column("kind", sa.String(24), nullable=False),
        sa.Column("game_id", Key),
        sa.Column("account_id", Key),
        sa.Column("author_id", Key, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("at", Instant, nullable=False),
    )
    op.create_index("ladder_adjustments_of_season", "ladder_adjustments", ["season_id", "id"])


def downgrade() -> None:
    for table in TABLES:
        op.drop_table(table)
    with op.batch_alter_table("ladder_seasons") as seasons:
        seasons.drop_column("revision")


def _create_ranking() -> None:
    op.create_table(
        "ladder_players",
        sa.Column("id", Number, primary_key=True, autoincrement=True),
        sa.Column("season_id", Key, nullable=False),
        sa.Column("account_id", Key, nullable=False),
        *_form(),
        sa.Column("last_started", Number, nullable=False),
        sa.Column("last_game", Key, nullable=False),
        *_place(),
        sa.Column("disqualified", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
        sa.UniqueConstraint("season_id", "account_id", name="one_player_an_account"),
        sa.CheckConstraint("minus_points = -points", name="points_negated"),
        sa.CheckConstraint("minus_games = -rated_games", name="games_negated"),
        sa.CheckConstraint("listed = (rated_games > 0 AND NOT disqualified)", name="who_is_listed"),
    )
    ranking = ["season_id", "minus_points", "minus_games", "finished", "account_id"]
    _partial("ladder_ranking", "ladder_players", ranking, "listed", "listed = 1")
    barred = ["season_id", "account_id"]
    _partial("ladder_disqualified", "ladder_players", barred, "disqualified", "disqualified = 1")
    _create_past()
    _create_counts()


def _create_past() -> None:
    op.create_table(
        "ladder_past",
        sa.Column("id", Number, primary_key=True, autoincrement=True),
        sa.Column("season_id", Key, nullable=False),
        sa.Column("player_id", Number, nullable=False),
        sa.Column("account_id", Key, nullable=False),
        *_form(),
        *_place(),
        sa.Column("disqualified", sa.Boolean, nullable=False),
        sa.Column("until_revision", sa.Integer, nullable=False),
        sa.Column("replaced_at", Instant, nullable=False),
        sa.Column("xid", TransactionId, nullable=False, server_default=current_transaction()),
        sqlite_autoincrement=True,
    )
    op.create_index("ladder_past_of_player", "ladder_past", ["player_id"])
    op.create_index("ladder_past_since", "ladder_past", ["season_id", "id"])
    held = "until_revision > 0"
    _partial("ladder_past_revisions", "ladder_past", ["season_id", "until_revision"], held, held)


def _create_counts() -> None:
    op.create_table(
        "ladder_point_counts",
        sa.Column("season_id", Key, primary_key=True),
        sa.Column("points", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("players", sa.Integer, nullable=False),
    )
    op.create_table(
        "ladder_group_counts",
        sa.Column("season_id", Key, primary_key=True),
        sa.Column("points", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rated_games", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("players", sa.Integer, nullable=False),
    )
    if op.get_bind().dialect.name == "postgresql":
        for table in ("ladder_point_counts", "ladder_group_counts", "ladder_past"):
            op.execute(f"ALTER TABLE {table} SET ({_BUSY})")


def _create_games() -> None:
    op.create_table(
        "ladder_games",
        sa.Column("id", Key, primary_key=True),
        sa.Column("season_id", Key, nullable=False),
        sa.Column("origin", sa.String(8), nullable=False),
        sa.Column("first_id", Key),
        sa.Column("first_guest", sa.String(80)),
        sa.Column("first_visitor", Key),
        sa.Column("second_id", Key),
        sa.Column("second_guest", sa.String(80)),
        sa.Column("second_visitor", Key),
        sa.Column("pair", Number),
        sa.Column("unrated_reason", sa.String(16)),
        sa.Column("started_at", Instant, nullable=False),
        *_end(),
        sa.Column("voided", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("under_review", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("revision", sa.Integer, nullable=False, server_default="0"),
        sa.Column("opens_until", Instant),
        sa.Column("called_off", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("here", sa.Boolean, nullable=False, server_default=sa.false()),
    )


def _index_games() -> None:
    rated = "unrated_reason IS NULL"
    _partial("ladder_rated_pairs", "ladder_games", ["pair", "started_at"], rated, rated)
    pending = ["season_id", "started_at"]
    _partial("ladder_pending", "ladder_games", pending, _PENDING, _PENDING)
    asked = "here AND (finished_at IS NULL OR called_off)"
    _partial("ladder_asked_duels", "ladder_games", ["id"], asked, asked)
    opening = "opens_until IS NOT NULL"
    _partial("ladder_opening", "ladder_games", ["opens_until"], opening, opening)


def _create_sides() -> None:
    op.create_table(
        "ladder_sides",
        sa.Column("player_id", Number, primary_key=True, autoincrement=False),
        sa.Column("finished", Number, primary_key=True, autoincrement=False),
        sa.Column("started", Number, primary_key=True, autoincrement=False),
        sa.Column("game_id", Key, primary_key=True),
        sa.Column("counted", sa.Boolean, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        *(
            sa.Column(name, sa.Integer, nullable=False)
            for name in ("points_before", "points_after", "streak_after", "games_after")
        ),
        sa.Column("wins_after", sa.Integer, nullable=False),
    )


def _create_reports() -> None:
    op.create_table(
        "ladder_reports",
        sa.Column("external_id", sa.String(200), primary_key=True),
        sa.Column("game_id", Key, nullable=False, unique=True),
        sa.Column("reporter", Key, nullable=False),
        sa.Column("start_print", sa.String(64), nullable=False),
        sa.Column("end_print", sa.String(64)),
        sa.Column("answer", Json),
        sa.Column("reported_at", Instant, nullable=False),
    )


def _create_queue() -> None:
    op.create_table(
        "ladder_tickets",
        sa.Column("account_id", Key, primary_key=True),
        sa.Column("joined_at", Instant, nullable=False),
        sa.Column("seen_at", Instant, nullable=False),
        sa.Column("game_id", Key),
    )
    op.create_index("ix_ladder_tickets_seen_at", "ladder_tickets", ["seen_at"])
    op.create_index("ix_ladder_tickets_game_id", "ladder_tickets", ["game_id"])
    op.create_table(
        "ladder_duels",
        sa.Column("match_id", Key, primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("first_id", Key, nullable=False),
        sa.Column("second_id", Key, nullable=False),
        sa.Column("opened", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("ended", sa.Boolean, nullable=False, server_default=sa.false()),
        *_end(),
    )
    for side in ("first", "second"):
        busy, in_sqlite = "opened AND NOT ended", "opened = 1 AND ended = 0"
        _partial(f"ladder_busy_{side}", "ladder_duels", [f"{side}_id"], busy, in_sqlite)


def _form() -> list[sa.Column[Any]]:
    whole = ("points", "streak", "rated_games", "wins")
    columns = [sa.Column(name, sa.Integer, nullable=False) for name in whole]
    return [*columns, sa.Column("finished", Number, nullable=False)]


def _place() -> list[sa.Column[Any]]:
    negated = [
        sa.Column(name, sa.Integer, nullable=False) for name in ("minus_points", "minus_games")
    ]
    return [*negated, sa.Column("listed", sa.Boolean, nullable=False)]


def _end() -> list[sa.Column[Any]]:
    return [
        sa.Column("finished_at", Instant),
        sa.Column("ending", sa.String(24)),
        sa.Column("phase", sa.String(16)),
        sa.Column("winner", sa.SmallInteger),
        sa.Column("left_side", sa.SmallInteger),
    ]


def _partial(name: str, table: str, columns: list[str], where: str, in_sqlite: str) -> None:
    op.create_index(
        name, table, columns, postgresql_where=sa.text(where), sqlite_where=sa.text(in_sqlite)
    )
