"""What a viewer may see of a match: the only way in which a duel leaves the service.

Until a duel has ended, anyone but its players sees who plays whom and the phase; a player sees
their own side besides, and nothing of the other's, neither directly nor by any count. Once it has
ended, both sides and the result are there together, for everyone. Operators see what anyone sees.
"""

from datetime import datetime
from typing import NotRequired, TypedDict

from services.match.domain.duel import Attempt, Clue, Duel, Phase, Player, Side
from services.match.domain.result import Points, Result
from services.match.domain.settings import ClueSettings, GameSettings


class SideView(TypedDict):
    """A side as everyone sees it: the account, and all it did once the duel has ended."""

    account_id: str
    code: NotRequired[str | None]
    code_generated: NotRequired[bool]
    attempts: NotRequired[tuple[Attempt, ...]]
    clues: NotRequired[tuple[Clue, ...]]
    solved: NotRequired[bool]


class OwnView(TypedDict):
    """A player's own side as that player sees it."""

    side: Side
    code: str | None
    code_confirmed: bool
    attempts: tuple[Attempt, ...]
    solved: bool
    clues: tuple[Clue, ...]
    attempts_left: int


class ResultView(TypedDict):
    """A result as it is published."""

    outcome: str
    by: str
    points: Points
    attempt_difference: int
    revision: int
    annulled: bool


class MatchView(TypedDict):
    """A match as one viewer sees it, without names."""

    id: str
    kind: str
    season_id: str | None
    round: int | None
    game_id: NotRequired[str]
    rated: NotRequired[bool]
    unrated_reason: NotRequired[str | None]
    state: Phase
    preparing_until: datetime | None
    solving_until: datetime | None
    game: GameSettings
    clues: ClueSettings | None
    first: SideView
    second: SideView
    you: NotRequired[OwnView]
    result: ResultView | None


def view_match(duel: Duel, result: Result | None, viewer: Side | None, now: datetime) -> MatchView:
    """The match for the player of a side, or for anyone else (`viewer` None).

    Call it on a duel that lacks no codes (`preparing.lacks_codes`): a code of one's own that
    appeared only with the other's first attempt would give that attempt away.
    """
    view = MatchView(
        id=duel.match_id,
        kind=duel.kind,
        season_id=duel.season_id,
        round=duel.round,
        state=visible_state(duel, now),
        preparing_until=duel.preparing_until,
        solving_until=duel.solving_until,
        game=duel.game,
        clues=duel.clues,
        first=_view_side(duel, Side.FIRST),
        second=_view_side(duel, Side.SECOND),
        result=view_result(duel, result),
    )
    if duel.live is not None:
        terms = duel.live.terms
        view["game_id"], view["rated"] = duel.match_id, terms.rated
        view["unrated_reason"] = terms.unrated_reason
    return view if viewer is None else {**view, "you": view_own(duel, viewer)}


def visible_state(duel: Duel, now: datetime) -> Phase:
    """The phase as it is told: closed only together with what the close publishes.

    Between the deadline and the settling no move is taken, but the season may yet turn out to be
    held, and nothing secret may have been shown by then.
    """
    phase = duel.phase(now)
    if phase is not Phase.CLOSED or duel.ended_at is not None:
        return phase
    return Phase.SOLVING if duel.solving_from is not None else Phase.PREPARING


def view_own(duel: Duel, side: Side) -> OwnView:
    """A player's own side; a code that the server drew is there, but not confirmed."""
    player = duel.player(side)
    return OwnView(
        side=side,
        code=player.code or player.draft,
        code_confirmed=player.code_confirmed,
        attempts=player.attempts,
        solved=duel.solved(side),
        clues=player.clues,
        attempts_left=duel.attempts_left(side),
    )


def view_result(duel: Duel, result: Result | None) -> ResultView | None:
    """The published result; None before the end and for a duel that was called off."""
    if result is None or duel.ended_at is None:
        return None
    return ResultView(
        outcome=result.outcome,
        by=result.by,
        points=result.points,
        attempt_difference=result.attempt_difference,
        revision=result.revision,
        annulled=result.annulled,
    )


def _view_side(duel: Duel, side: Side) -> SideView:
    player = duel.player(side)
    if duel.ended_at is None:
        return SideView(account_id=player.account_id)
    return _view_ended(player, solved=duel.solved(side))


def _view_ended(player: Player, *, solved: bool) -> SideView:
    return SideView(
        account_id=player.account_id,
        code=player.code,
        code_generated=player.code_generated,
        attempts=player.attempts,
        clues=player.clues,
        solved=solved,
    )
