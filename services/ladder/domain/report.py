"""What a game server reports, and when that contradicts itself."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from services.ladder.domain.game import End, Ending, Origin, Phase, Player
from shared.errors import Invalid

AHEAD = timedelta(seconds=5)
"""How far a game server's clock may be ahead of ours."""

Faults = dict[str, list[str]]


@dataclass(frozen=True, slots=True)
class Report:
    """`end` is None where only the start is reported."""

    external_id: str
    origin: Origin
    players: tuple[Player, Player]
    started_at: datetime
    end: End | None = None


def checked(report: Report, now: datetime) -> Report:
    """The report with its winner filled in; raises `Invalid` where it contradicts itself.

    Whoever leaves loses, so a report need not name the winner as well.
    """
    faults = _faults_of_start(report, now)
    if report.end:
        faults |= _faults_of_times(report.started_at, report.end, now)
        faults |= _faults_of_ending(report.end)
    if faults:
        raise Invalid(errors=faults)
    if report.end is None or report.end.left is None or report.end.winner is not None:
        return report
    end = report.end
    won = End(end.finished_at, end.ending, end.phase, 1 - report.end.left, end.left)
    return Report(report.external_id, report.origin, report.players, report.started_at, won)


def _faults_of_start(report: Report, now: datetime) -> Faults:
    first, second = (player.account_id for player in report.players)
    faults: Faults = {}
    if first is not None and first == second:
        faults["players"] = ["Nobody plays against themselves."]
    if report.started_at > now + AHEAD:
        faults["started_at"] = ["It lies in the future."]
    return faults


def _faults_of_times(started_at: datetime, end: End, now: datetime) -> Faults:
    if end.finished_at < started_at:
        return {"finished_at": ["It lies before the start."]}
    if end.finished_at > now + AHEAD:
        return {"finished_at": ["It lies in the future."]}
    return {}


def _faults_of_ending(end: End) -> Faults:
    match end.ending:
        case Ending.WIN:
            return _faults_of_win(end)
        case Ending.NO_WINNER:
            return _must_be_null(end, "winner", "left")
        case Ending.PREPARATION_TIMEOUT:
            return _faults_of_timeout(end)
        case _:
            return _faults_of_leaving(end)


def _faults_of_win(end: End) -> Faults:
    faults = _must_be_null(end, "left")
    if end.winner is None:
        faults["winner"] = ["A win has a winner."]
    return faults


def _faults_of_timeout(end: End) -> Faults:
    # Null for both: then there is no winner either.
    faults = _must_be_null(end, "winner") if end.left is None else _faults_of_leaving(end)
    if end.phase is Phase.PLAY:
        faults["phase"] = ["Preparing is over in play."]
    return faults


def _faults_of_leaving(end: End) -> Faults:
    if end.left is None:
        return {"left": ["Say who left."]}
    if end.winner == end.left:
        return {"winner": ["Whoever leaves does not win."]}
    return {}


def _must_be_null(end: End, *fields: str) -> Faults:
    wrong = [field for field in fields if getattr(end, field) is not None]
    return {field: ["It does not go with this ending."] for field in wrong}
