"""What the ladder refuses; the codes are what clients rely on."""

from shared.errors import Conflict, Forbidden, Invalid, NotFound


class SeasonsOverlap(Conflict):
    code, title = "seasons_overlap", "Ladder seasons must not overlap"


class NoLadderSeason(Invalid):
    code, title = "no_ladder_season", "There was no ladder season when the game started"


class SeasonFinal(Conflict):
    code, title = "season_final", "The ranking of that ladder season is confirmed"


class GameAlreadyReported(Conflict):
    code, title = "game_already_reported", "That game was reported otherwise before"


class NotUnderReview(Conflict):
    code, title = "not_under_review", "That game is not under review"


class AlreadyPlaying(Conflict):
    code, title = "already_playing", "You are playing a live duel already"


class NoActiveSeason(Conflict):
    code, title = "no_active_season", "No ladder season is active"


class Disqualified(Forbidden):
    code, title = "disqualified", "You are disqualified from this season"


class Suspended(Forbidden):
    code, title = "account_suspended", "This account is suspended"


class OwnMatch(Forbidden):
    code, title = "own_match", "Nobody decides on a match of their own"


class UnknownRevision(NotFound):
    title = "There is no such revision of that ranking"
