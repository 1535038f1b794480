"""Whether a player's request is taken, and the first reason why not."""

from tests.reference.duel import Attempt, Duel, Refusal

INVALID = Refusal(422, "invalid_code")


def conflict(code: str) -> Refusal:
    return Refusal(409, code)


def code_refused(
    duel: Duel, account_id: str, code: str, confirm: bool, phase: str, barred: str | None
) -> Refusal | None:
    """Saving a code: a confirmed one is final, confirming it again changes nothing."""
    if not duel.valid(code):
        return INVALID
    if barred:
        return conflict(barred)
    if phase != "preparing":
        return conflict("not_preparing")
    desk = duel.desks[account_id]
    if desk.confirmed and not (confirm and code == desk.code):
        return conflict("code_already_confirmed")
    return None


def repeated(duel: Duel, account_id: str, number: int, guess: str) -> Attempt | None:
    """The attempt that this request repeats."""
    for attempt in duel.desks[account_id].attempts:
        if (attempt.number, attempt.guess) == (number, guess):
            return attempt
    return None


def attempt_refused(
    duel: Duel, account_id: str, number: int, guess: str, phase: str, barred: str | None
) -> Refusal | None:
    """An attempt that repeats none: the first of the reasons that holds."""
    desk = duel.desks[account_id]
    if not duel.valid(guess):
        return INVALID
    if phase != "solving":
        return conflict("not_solving")
    if barred:
        return conflict(barred)
    if desk.solved(duel.game):
        return conflict("already_solved")
    if desk.attempts_left(duel.game) == 0:
        return conflict("no_attempts_left")
    return None if number == len(desk.attempts) + 1 else conflict("attempt_out_of_turn")


def clue_refused(
    duel: Duel, account_id: str, balance: int, phase: str, barred: str | None
) -> Refusal | None:
    """A clue: the first of the reasons that holds."""
    desk, rules = duel.desks[account_id], duel.clue_rules
    if rules is None:
        return conflict("clues_disabled")
    if phase != "solving":
        return conflict("not_solving")
    if barred:
        return conflict(barred)
    if desk.solved(duel.game):
        return conflict("already_solved")
    if len(desk.attempts) < rules.unlock_after_attempts:
        return conflict("clue_locked")
    if len(desk.clues) >= rules.limit:
        return conflict("clue_limit_reached")
    return conflict("insufficient_aura") if balance < rules.aura_cost else None
