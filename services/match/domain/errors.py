"""Every refusal a duel can answer with; the codes are what clients rely on."""

from shared.errors import Conflict, Forbidden, Invalid


class InvalidCode(Invalid):
    code, title = "invalid_code", "That is not a valid code in this game"


class NotPreparing(Conflict):
    code, title = "not_preparing", "Codes are not being prepared now"


class CodeAlreadyConfirmed(Conflict):
    code, title = "code_already_confirmed", "Your code is final"


class NotSolving(Conflict):
    code, title = "not_solving", "This match is not being solved now"


class AlreadySolved(Conflict):
    code, title = "already_solved", "You have solved this code"


class NoAttemptsLeft(Conflict):
    code, title = "no_attempts_left", "You have no attempts left"


class AttemptOutOfTurn(Conflict):
    code, title = "attempt_out_of_turn", "That is not the number of your next attempt"


class Withdrawn(Conflict):
    code, title = "withdrawn", "You have withdrawn from this season"


class Disqualified(Conflict):
    code, title = "disqualified", "You are disqualified from this season"


class CluesDisabled(Conflict):
    code, title = "clues_disabled", "This season has no clues"


class ClueLocked(Conflict):
    code, title = "clue_locked", "Clues come after more attempts"


class ClueLimitReached(Conflict):
    code, title = "clue_limit_reached", "You have had all your clues"


class InsufficientAura(Conflict):
    code, title = "insufficient_aura", "There is not enough Aura"


class MatchOpen(Conflict):
    code, title = "match_open", "Only a closed match can be annulled or corrected"


class UseLadderVoid(Conflict):
    code, title = "use_ladder_void", "A ladder game is voided on the ladder"


class OwnMatch(Forbidden):
    code, title = "own_match", "Nobody decides on a match of their own"


class NotYourMatch(Forbidden):
    code, title = "not_your_match", "You do not play in this match"


class AlreadyPlaying(Conflict):
    """`accounts` are those who are in another live duel."""

    code, title = "already_playing", "You are in another live duel"

    def __init__(self, *accounts: str) -> None:
        super().__init__()
        self.accounts = accounts


class OpponentPlaying(Conflict):
    code, title = "opponent_playing", "Whoever opened this table is in another live duel"


class OwnTable(Conflict):
    code, title = "own_table", "This is your own table"


class TableTaken(Conflict):
    code, title = "table_taken", "Somebody else has joined this table"


class DuelOver(Conflict):
    code, title = "duel_over", "This duel is over"


class DuelOpen(Conflict):
    code, title = "duel_open", "This duel is not over yet"


class NoRematch(Conflict):
    code, title = "no_rematch", "Only two who met at a private table play again at once"


class NoResignation(Conflict):
    code, title = "no_resignation", "Nobody resigns a match of the league"
