"""Words for what the interface tells in codes: states, results, criteria, endings."""

from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext as _l

from services.gateway.web.languages import gettext as _
from services.gateway.web.languages import ngettext

Words = Mapping[str, Any]

SEASON_STATES: Words = {
    "draft": _l("planned, still provisional"),
    "registration": _l("registration open"),
    "running": _l("running"),
    "finished": _l("finished"),
    "cancelled": _l("cancelled"),
}
FORMATS: Words = {"swiss": _l("Swiss system"), "double_round_robin": _l("Double round robin")}
ROUND_STATES: Words = {
    "scheduled": _l("to come"),
    "preparing": _l("codes are being prepared"),
    "solving": _l("codes are being solved"),
    "closed": _l("closed"),
}
DUEL_STATES: Words = {
    "scheduled": _l("Not begun yet"),
    "preparing": _l("Preparing"),
    "solving": _l("Solving"),
    "closed": _l("Closed"),
}
KINDS: Words = {
    "league": _l("League match"),
    "ladder": _l("Ladder game"),
    "friendly": _l("Friendly game"),
}
STATUSES: Words = {
    "active": _l("playing"),
    "withdrawn": _l("withdrew"),
    "disqualified": _l("disqualified"),
}
CRITERIA: Words = {
    "points": _l("Points"),
    "wins": _l("Wins"),
    "attempt_difference": _l("Attempt difference"),
    "average_attempts": _l("Average attempts"),
    "head_to_head": _l("Head-to-head"),
}
DECIDED_BY: Words = {
    "points": _l("fewer points"),
    "wins": _l("level on points, fewer wins"),
    "attempt_difference": _l("level on points and wins, lower attempt difference"),
    "average_attempts": _l("level up to attempt difference, needs more attempts on average"),
    "head_to_head": _l("level up to average, fewer points against each other"),
    "shared": _l("level on everything, shares the position"),
    "disqualified": _l("disqualified, listed without a position"),
}
LADDER_STATES: Words = {
    "scheduled": _l("to come"),
    "active": _l("running"),
    "closing": _l("closing: last results are being settled"),
    "final": _l("final"),
}
ENDINGS: Words = {
    "win": _l("by play"),
    "resignation": _l("resignation"),
    "abandonment": _l("left the game"),
    "preparation_timeout": _l("did not prepare in time"),
    "no_winner": _l("ended without a winner"),
}
UNRATED: Words = {
    "private": _l("a private table"),
    "computer": _l("against the computer"),
    "guest": _l("a guest took part"),
    "rematch_limit": _l("too many games of the two within a day"),
}
LEVELS: Words = {"easy": _l("Easy"), "normal": _l("Normal"), "perfect": _l("Perfect")}
OUTCOMES: Words = {
    "first": _l("the first player wins"),
    "second": _l("the second player wins"),
    "draw": _l("a draw"),
    "none": _l("both lose"),
}
RESULTS: Words = {
    "win": _l("win"),
    "draw": _l("draw"),
    "loss": _l("loss"),
    "forfeit_win": _l("win by forfeit"),
    "forfeit_loss": _l("loss by forfeit"),
    "bye": _l("bye"),
    "annulled": _l("annulled"),
}
CHANGES: Words = {
    "annulled": _l("a result was annulled"),
    "corrected": _l("a result was corrected"),
    "disqualified": _l("a player was disqualified"),
}
_BY: Words = {
    "attempts": _l("%(winner)s wins: fewer attempts."),
    "only_solver": _l("%(winner)s wins: the only one to find the code."),
    "forfeit": _l("%(winner)s wins by forfeit: the opponent made no attempt."),
    "double_forfeit": _l("Both lose by forfeit: nobody made an attempt."),
    "equal_attempts": _l("Drawn: both needed as many attempts."),
    "unsolved": _l("Drawn: neither found the code."),
    "resignation": _l("%(winner)s wins: the opponent resigned."),
    "abandonment": _l("%(winner)s wins: the opponent left the game."),
    "preparation_timeout": _l("%(winner)s wins: the opponent did not prepare in time."),
    "closed": _l("Closed without a winner."),
}
SAID: Words = {
    "welcome": _l("Welcome. Your account is open."),
    "logged_in": _l("You are logged in."),
    "logged_out": _l("You are logged out."),
    "registered": _l("You are registered for this season."),
    "left": _l("You have left this season."),
    "saved": _l("Saved."),
    "draft_saved": _l("Draft saved. Only a confirmed code counts."),
    "code_confirmed": _l("Your code is confirmed. It is final now."),
    "clue": _l("Here is your clue."),
    "rematch_asked": _l("You have asked for a rematch."),
    "rematch_off": _l("There will be no rematch."),
    "resigned": _l("You resigned."),
    "disputed": _l("Operators will look into it."),
    "mail_sent": _l("If that address is known here, a message is on its way to it."),
    "verified": _l("Your address is confirmed."),
    "password_set": _l("Your new password is set. Log in with it."),
    "account_deleted": _l("Your account is deleted."),
    "session_ended": _l("That login is ended."),
    "season_created": _l("The season is planned."),
    "season_changed": _l("The season is changed."),
    "annulled": _l("The match is annulled; the tables follow within seconds."),
    "corrected": _l("The result is corrected; the tables follow within seconds."),
    "disqualified": _l("The player is disqualified."),
    "aura_granted": _l("The Aura is granted."),
    "suspended": _l("The account is suspended."),
    "readmitted": _l("The account may play again."),
    "incident_opened": _l("The incident is open."),
    "signals_marked": _l("The signals are marked."),
    "noted": _l("The note is written down."),
    "replayed": _l("The message is handled now."),
    "dropped": _l("The message is forgotten."),
    "ranked_again": _l("The player is in the ranking again."),
    "key_revoked": _l("The key is revoked."),
    "clock_moved": _l("The clock is moved."),
    "queued": _l("You are in the queue."),
    "unqueued": _l("You have left the queue."),
    "voided": _l("The game is voided; its two players are counted anew."),
    "unvoided": _l("The game counts again."),
    "under_review": _l("The game is under review; it counts until that is settled."),
    "settled": _l("The review is settled."),
}


def result(match: Mapping[str, Any]) -> str:
    """How a closed match ended, in one sentence; empty while nothing is told."""
    told = match.get("result")
    if not told:
        return ""
    if told.get("annulled"):
        return _("Annulled: it counts for nothing. It had ended so: %(how)s", how=_ended(match))
    return _ended(match)


def score(match: Mapping[str, Any]) -> str:
    """The points of a closed match; empty while nothing is told."""
    told = match.get("result")
    if not told or not told.get("points"):
        return ""
    return f"{told['points']['first']} : {told['points']['second']}"


def apart(pairing: Mapping[str, Any]) -> str:
    """How far from each other two stood who were paired."""
    points, ranks = pairing["points_difference"], pairing["rank_difference"]
    return _(
        "%(points)s and %(ranks)s apart",
        points=ngettext("%(num)s point", "%(num)s points", points),
        ranks=ngettext("%(num)s rank", "%(num)s ranks", ranks),
    )


def feedback(exact: int, partial: int) -> str:
    """How an attempt was answered, in words."""
    right = ngettext("%(num)s exact", "%(num)s exact", exact)
    astray = ngettext("%(num)s misplaced", "%(num)s misplaced", partial)
    return f"{right}, {astray}"


def attempt_said(attempt: Mapping[str, Any], *, solved: bool, attempts_left: int) -> str:
    """An attempt just made, in one sentence."""
    told = _(
        "Attempt %(number)s, %(code)s: %(feedback)s.",
        number=attempt["number"],
        code=" ".join(attempt["guess"]),
        feedback=feedback(attempt["exact"], attempt["partial"]),
    )
    return f"{told} {_attempts_left(solved=solved, count=attempts_left)}"


def explained(game: Mapping[str, Any]) -> str:
    """Why a rated ladder game changed the points as it did: the rule, and its sum."""
    told = game.get("explanation") or {}
    if told.get("rule") == "win":
        return _won(told)
    if told.get("rule") == "loss":
        return _lost(told, game["points_before"])
    return ""


def _won(told: Mapping[str, Any]) -> str:
    base, bonus = told["base"], told["streak_bonus"]
    if not bonus:
        return _("A win: +%(base)s.", base=base)
    return ngettext(
        "A win: +%(base)s, and +%(bonus)s for %(num)s win just before.",
        "A win: +%(base)s, and +%(bonus)s for %(num)s wins just before.",
        told["streak_before"],
        base=base,
        bonus=bonus,
    )


def _lost(told: Mapping[str, Any], before: int) -> str:
    low, high = told["bracket"]["from"], told["bracket"]["to"]
    bracket = f"{low}–{high}" if high else f"{low}+"
    said = _(
        "A loss with %(points)s points, bracket %(bracket)s: −%(cost)s.",
        points=before,
        bracket=bracket,
        cost=told["cost"],
    )
    if told["spared_by_floor"]:
        spared = told["spared_by_floor"]
        said += " " + _("The floor spared %(spared)s of it.", spared=spared)
    return said


def _attempts_left(*, solved: bool, count: int) -> str:
    if solved:
        return _("You have found the code.")
    if not count:
        return _("No attempts are left.")
    return ngettext("%(num)s attempt left.", "%(num)s attempts left.", count)


def _ended(match: Mapping[str, Any]) -> str:
    told = match["result"]
    winner = match.get(told["outcome"]) if told["outcome"] in ("first", "second") else None
    if told["by"] == "corrected":
        if winner:
            return _("Corrected by an operator: %(winner)s wins.", winner=winner["display_name"])
        drawn = told["outcome"] == "draw"
        return (
            _("Corrected by an operator: a draw.")
            if drawn
            else _("Corrected by an operator: both lose.")
        )
    if winner is None and told["by"] not in ("double_forfeit", "equal_attempts", "unsolved"):
        return str(_BY["closed"])
    return str(_BY[told["by"]]) % {"winner": winner["display_name"] if winner else ""}
