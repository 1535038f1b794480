"""Bodies to copy from; each fits its schema."""

from collections.abc import Mapping
from typing import Any

_ANA = "01975f0a-3c00-7abc-8def-0000000000a1"
_BEA = "01975f0a-3c00-7abc-8def-0000000000a2"
_MATCH = "01975f0a-3c00-7abc-8def-0000000000d1"
_SEASON = "01975f0a-3c00-7abc-8def-000000000051"
_ACCOUNT = {"id": _ANA, "display_name": "Ana", "roles": ["player"]}
_TOKENS = {
    "access_token": "eyJhbGciOi…",
    "token_type": "Bearer",
    "expires_in": 900,
    "refresh_token": "kJ3v…",
    "account": _ACCOUNT,
}
_START = {
    "external_id": "cards/4711",
    "origin": "queue",
    "players": [{"account_id": _ANA}, {"account_id": _BEA}],
    "started_at": "2030-06-02T18:00:00Z",
}
_REPORT = {
    **_START,
    "finished_at": "2030-06-02T18:20:00Z",
    "ending": "win",
    "phase": "play",
    "winner": 0,
    "left": None,
}

REQUESTS: Mapping[str, Any] = {
    "POST /accounts": {
        "email": "ana@example.org",
        "password": "a good long password",
        "display_name": "Ana",
        "accept_rules": True,
    },
    "POST /guests": {"display_name": "Ana"},
    "POST /accounts/verification": {"email": "ana@example.org"},
    "POST /accounts/verification/confirm": {"token": "kJ3v…"},
    "POST /accounts/password-reset": {"email": "ana@example.org"},
    "POST /accounts/password-reset/confirm": {
        "token": "kJ3v…",
        "password": "another good long password",
    },
    "PATCH /me": {"email": "ana@example.net", "current_password": "a good long password"},
    "PATCH /me/mail": {"language": "es", "reminders": True},
    "POST /sessions/openid/confirm": {
        "code": "SplxlOBe…",
        "state": "af0ifjs…",
        "binding": "n-0S6_W…",
        "accept_rules": True,
    },
    "POST /sessions": {"email": "ana@example.org", "password": "a good long password"},
    "POST /sessions/refresh": {"refresh_token": "kJ3v…"},
    "POST /seasons": {
        "name": "Spring",
        "format": "swiss",
        "time_zone": "Europe/Madrid",
        "starts_on": "2030-03-30",
        "registration_opens_at": "2030-03-01T12:00:00Z",
        "registration_closes_at": "2030-03-29T12:00:00Z",
        "game": {"code_length": 4, "symbols": 6, "repeats": True, "max_attempts": 10},
    },
    "PATCH /seasons/{season_id}": {"name": "Spring cup", "min_participants": 8},
    "POST /seasons/{season_id}/open-registration": {"reason": "All is ready."},
    "POST /seasons/{season_id}/close-registration": {"reason": "Everybody is here."},
    "POST /seasons/{season_id}/cancel": {"reason": "The club has closed."},
    "POST /seasons/{season_id}/resume": {"reason": "The servers are back."},
    "POST /seasons/{season_id}/postpone": {"days": 1, "reason": "The hall is flooded."},
    "POST /seasons/{season_id}/disqualifications": {
        "account_id": _BEA,
        "reason": "Two accounts.",
    },
    "POST /seasons/{season_id}/standings/preview": {"match_id": _MATCH, "annul": True},
    "PUT /matches/{match_id}/code": {"code": "1234", "confirm": True},
    "POST /matches/{match_id}/attempts": {"number": 1, "guess": "1122"},
    "POST /matches/{match_id}/annul": {"reason": "One person on both sides."},
    "POST /matches/{match_id}/correct": {"outcome": "draw", "reason": "Seen on video."},
    "POST /matches/{match_id}/disputes": {"reason": "She was not there."},
    "POST /accounts/{account_id}/aura": {"amount": 10, "reason": "Welcome."},
    "POST /ladder/seasons": {
        "name": "Summer",
        "starts_at": "2030-06-01T00:00:00Z",
        "ends_at": "2030-09-01T00:00:00Z",
    },
    "POST /ladder/seasons/{season_id}/disqualifications": {
        "account_id": _BEA,
        "reason": "Two accounts.",
    },
    "POST /ladder/games": _REPORT,
    "POST /ladder/games/start": _START,
    "POST /ladder/games/batch": {"items": [_REPORT]},
    "POST /ladder/games/{game_id}/void": {"reason": "The server had failed."},
    "POST /ladder/games/{game_id}/unvoid": {"reason": "It had not failed."},
    "POST /ladder/games/{game_id}/review": {"reason": "Disputed."},
    "POST /ladder/games/{game_id}/settle": {"decision": "keep", "reason": "All is well."},
    "POST /tables": {"game": {"code_length": 4}},
    "POST /tables/computer": {"level": "easy"},
    "POST /api-keys": {"name": "Card server", "role": "game_server"},
    "POST /admin/clock": {"now": "2030-03-30T23:00:00Z"},
    "PUT /admin/maintenance": {"on": True, "reason": "A new version."},
    "POST /admin/accounts/{account_id}/suspend": {"reason": "Insults."},
    "POST /admin/incidents": {"title": "Odd results", "match_ids": [_MATCH]},
    "PATCH /admin/incidents/{incident_id}": {"state": "under_review"},
    "PATCH /admin/signals/{signal_id}": {"state": "seen", "reason": "Two of one household."},
    "POST /admin/incidents/{incident_id}/notes": {"text": "Asked both."},
    "POST /admin/incidents/{incident_id}/decisions": {
        "act": "correct",
        "match_id": _MATCH,
        "outcome": "draw",
        "reason": "Seen on video.",
    },
}

ANSWERS: Mapping[str, Any] = {
    "POST /accounts": {"id": _ANA, "display_name": "Ana", "created_at": "2030-03-01T12:00:00Z"},
    "POST /sessions": _TOKENS,
    "POST /sessions/refresh": _TOKENS,
    "POST /seasons/{season_id}/registration": {
        "account_id": _ANA,
        "display_name": "Ana",
        "registered_at": "2030-03-02T09:30:00Z",
    },
    "POST /matches/{match_id}/attempts": {
        "number": 1,
        "guess": "1122",
        "exact": 1,
        "partial": 2,
        "solved": False,
        "attempts_left": 9,
    },
    "POST /matches/{match_id}/clues": {
        "position": 3,
        "symbol": "5",
        "aura_spent": 5,
        "aura_balance": 7,
    },
    "POST /matches/{match_id}/disputes": {
        "match_id": _MATCH,
        "account_id": _ANA,
        "at": "2030-04-01T08:00:00Z",
        "reason": "She was not there.",
        "state": "under_review",
        "resolution": None,
    },
    "POST /matches/{match_id}/rematch": {
        "state": "offered",
        "by": _ANA,
        "expires_at": "2030-03-31T23:00:00Z",
        "match_id": None,
    },
    "GET /admin/signals": {
        "items": [
            {
                "id": "01975f0a-3c00-7abc-8def-0000000000b1",
                "kind": "same_network",
                "at": "2030-03-31T22:00:00Z",
                "account_ids": [_ANA, _BEA],
                "match_id": _MATCH,
                "season_id": _SEASON,
                "details": {"seen_at": "play"},
                "state": "new",
                "seen_at": None,
                "seen_by": None,
            }
        ],
        "next": None,
    },
}
