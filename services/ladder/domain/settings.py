"""What a ladder season is set to: points, limits and the clocks of its games."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from shared.errors import Invalid


@dataclass(frozen=True)
class LossBracket:
    """From `from_points` points on, up to the next bracket, a loss costs `cost` points.

    Points below the lowest bracket cost what the lowest one does.
    """

    from_points: int
    cost: int


DEFAULT_LOSS_BRACKETS = (
    LossBracket(1500, 5),
    LossBracket(1600, 8),
    LossBracket(1800, 12),
    LossBracket(2000, 15),
    LossBracket(2200, 18),
    LossBracket(2400, 20),
)


@dataclass(frozen=True)
class LadderSettings:
    """A season's settings, defaults filled in; fixed with the season's creation.

    A win gives `win_points` and `streak_step` for each win in a row just before it, that bonus
    at most `streak_cap`. At most `rematch_limit` games of one pair within `rematch_hours` are
    rated. The prize asks for `prize_min_games` rated games. `report_grace_seconds` is how long
    after the season's end late reports are still taken.
    """

    start_points: int = 1500
    floor: int = 1500
    win_points: int = 10
    streak_step: int = 3
    streak_cap: int = 12
    loss_brackets: tuple[LossBracket, ...] = DEFAULT_LOSS_BRACKETS
    rematch_limit: int = 2
    rematch_hours: int = 24
    prize_min_games: int = 20
    preparation_seconds: int = 60
    solve_seconds: int = 600
    abandon_seconds: int = 60
    report_grace_seconds: int = 3600


def ladder_settings(given: Mapping[str, Any]) -> LadderSettings:
    """Settings from what an operator gives, brackets in rising order.

    Values come typed and each in its range. Raises `Invalid` where they contradict each other:
    a floor above the start, two brackets from the same points on, a climb into a bracket that
    costs less.
    """
    brackets = given.get("loss_brackets")
    changes = dict(given)
    if brackets is not None:
        ordered = sorted(brackets, key=lambda bracket: bracket["from_points"])
        changes["loss_brackets"] = tuple(LossBracket(**bracket) for bracket in ordered)
    settings = LadderSettings(**changes)
    if faults := _contradictions(settings):
        raise Invalid(errors=faults)
    return settings


def settings_given(settings: LadderSettings) -> dict[str, Any]:
    """The settings as plain values, such as `ladder_settings` takes."""
    plain = asdict(settings)
    plain["loss_brackets"] = [asdict(bracket) for bracket in settings.loss_brackets]
    return plain


def _contradictions(settings: LadderSettings) -> dict[str, list[str]]:
    faults: dict[str, list[str]] = {}
    if settings.floor > settings.start_points:
        faults["settings.floor"] = ["The floor must not lie above the points at the start."]
    starts = [bracket.from_points for bracket in settings.loss_brackets]
    costs = [bracket.cost for bracket in settings.loss_brackets]
    if len(set(starts)) < len(starts):
        faults["settings.loss_brackets"] = ["Two brackets start from the same points."]
    elif costs != sorted(costs):
        faults["settings.loss_brackets"] = ["More points must not make a loss cheaper."]
    return faults
