"""Which call refuses with which codes, beside those that follow from its shape.

From the shape follow: 401 and 403 where a login or a role is needed, 404 where a path names
something, 413 and 415 where there may be a body, 422 there and where there is a query, and 400,
429, 500 and 503 everywhere.
"""

from collections.abc import Mapping

_MOVE = ("not_your_match", "withdrawn", "disqualified")
_REMATCH = ("not_your_match", "no_rematch", "duel_open")
_PRECONDITION = ("stale",)
_REPORT = ("game_already_reported", "season_final", "no_ladder_season")

REFUSALS: Mapping[str, tuple[str, ...]] = {
    "POST /accounts": ("email_taken", "display_name_taken"),
    "POST /guests": ("display_name_taken",),
    "POST /accounts/verification/confirm": ("invalid_mail_token",),
    "POST /accounts/password-reset/confirm": ("invalid_mail_token",),
    "POST /sessions": ("bad_credentials", "account_suspended"),
    "POST /sessions/refresh": ("invalid_refresh_token", "account_suspended"),
    # Who comes by a key has no login.
    "DELETE /sessions/current": ("not_found",),
    "GET /mail/off": ("invalid_mail_token",),
    "POST /mail/off": ("invalid_mail_token",),
    "PATCH /me": ("email_taken", "display_name_taken"),
    "POST /admin/accounts/{account_id}/suspend": ("own_account",),
    # Where time goes by itself.
    "GET /admin/clock": ("not_found",),
    "POST /admin/clock": ("not_found", "clock_backwards"),
    "PATCH /admin/incidents/{incident_id}": ("own_match", *_PRECONDITION),
    "POST /admin/incidents/{incident_id}/decisions": (
        "own_match",
        "own_account",
        "match_open",
        "use_ladder_void",
        "season_not_running",
        "season_final",
        "not_under_review",
        *_PRECONDITION,
    ),
    "PATCH /admin/signals/{signal_id}": ("own_match",),
    "POST /matches/{match_id}/disputes": ("not_your_match", "match_open", "friendly_match"),
    "GET /seasons/{season_id}/export.json": ("season_not_finished",),
    "PATCH /seasons/{season_id}": ("season_settings_fixed", "skipped_date", *_PRECONDITION),
    "POST /seasons": ("skipped_date",),
    "POST /seasons/{season_id}/open-registration": ("season_not_draft", *_PRECONDITION),
    "POST /seasons/{season_id}/close-registration": ("registration_not_open", *_PRECONDITION),
    "POST /seasons/{season_id}/cancel": ("season_over", *_PRECONDITION),
    "POST /seasons/{season_id}/postpone": (
        "nothing_to_postpone",
        "season_over",
        "skipped_date",
        *_PRECONDITION,
    ),
    "POST /seasons/{season_id}/resume": ("season_not_held", "season_over", *_PRECONDITION),
    "POST /seasons/{season_id}/disqualifications": ("season_not_running", *_PRECONDITION),
    "POST /seasons/{season_id}/registration": ("registration_not_open", "season_full"),
    "DELETE /seasons/{season_id}/registration": (
        "not_registered",
        "registration_not_open",
        "season_over",
    ),
    "GET /seasons/{season_id}/standings": ("round_not_closed",),
    "GET /seasons/{season_id}/standings/positions": ("round_not_closed",),
    "GET /seasons/{season_id}/export.csv": ("round_not_closed",),
    "GET /seasons/{season_id}/export.trf": ("round_not_closed", "beyond_report_format"),
    "GET /seasons/{season_id}/crosstable": ("round_not_closed",),
    "POST /seasons/{season_id}/standings/preview": ("match_open",),
    "PUT /matches/{match_id}/code": (
        "invalid_code",
        "code_already_confirmed",
        "not_preparing",
        *_MOVE,
    ),
    "POST /matches/{match_id}/attempts": (
        "invalid_code",
        "not_solving",
        "already_solved",
        "no_attempts_left",
        "attempt_out_of_turn",
        *_MOVE,
    ),
    "POST /matches/{match_id}/clues": (
        "clues_disabled",
        "not_solving",
        "already_solved",
        "clue_locked",
        "clue_limit_reached",
        "insufficient_aura",
        *_MOVE,
    ),
    "POST /matches/{match_id}/annul": ("own_match", "match_open", "use_ladder_void"),
    "POST /matches/{match_id}/correct": ("own_match", "match_open", "use_ladder_void"),
    "POST /accounts/{account_id}/aura": ("insufficient_aura",),
    "POST /matches/{match_id}/resign": ("not_your_match", "duel_over", "no_resignation"),
    "GET /matches/{match_id}/rematch": _REMATCH,
    "POST /matches/{match_id}/rematch": (*_REMATCH, "already_playing", "opponent_playing"),
    "DELETE /matches/{match_id}/rematch": _REMATCH,
    "POST /tables": ("already_playing",),
    "DELETE /tables/{table_id}": ("table_taken",),
    "POST /tables/computer": ("already_playing",),
    "POST /tables/{invite_code}/join": (
        "already_playing",
        "opponent_playing",
        "own_table",
        "table_taken",
    ),
    "POST /ladder/seasons": ("seasons_overlap",),
    "GET /ladder/seasons/current": ("not_found",),
    # Nobody may queue who is disqualified; in a match they are refused like all who have left.
    "PUT /ladder/queue": ("already_playing", "no_active_season", "403 disqualified"),
    "POST /ladder/games": _REPORT,
    "POST /ladder/games/start": _REPORT,
    "POST /ladder/games/{game_id}/void": ("own_match",),
    "POST /ladder/games/{game_id}/unvoid": ("own_match", "season_final"),
    "POST /ladder/games/{game_id}/review": ("own_match",),
    "POST /ladder/games/{game_id}/settle": ("own_match", "not_under_review"),
    "POST /admin/dead-letters/{letter_id}/replay": ("still_dead",),
    # Where no provider is set.
    "POST /sessions/openid": ("not_found",),
    "POST /sessions/openid/confirm": (
        "not_found",
        "openid_refused",
        "openid_not_linked",
        "display_name_taken",
        "account_suspended",
    ),
}
