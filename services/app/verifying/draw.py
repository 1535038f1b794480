"""The draw of lots, the number of rounds, their times, and who left when."""

from collections.abc import Iterator
from datetime import timedelta

from services.app.verifying.reading import Part, SeasonFile, instant
from services.scheduler.domain.calendar import round_times
from services.scheduler.domain.lot import draw_commitment, lot_order
from services.scheduler.domain.rounds import leg, number_of_rounds
from services.scheduler.domain.settings import TimedCadence

_STARTS = ("preparing_from", "solving_from", "closes_at")


def check_draw(file: SeasonFile) -> Iterator[str]:
    """The seed is the one that was promised, and the lot follows from it."""
    season, participants = file.season, file.items("participants")
    if draw_commitment(season["draw_seed"]) != season["draw_commitment"]:
        yield "the seed of the draw is not the one that was promised before registration closed"
    drawn = lot_order(season["draw_seed"], (one["account_id"] for one in participants))
    for number, account_id in enumerate(drawn, start=1):
        if file.lot[account_id] != number:
            yield f"the lot gives number {number} to {account_id}, the file {file.lot[account_id]}"
    if not len(file.lot) == len(participants) == season["participants"]:
        yield f"{season['participants']} participants are counted, {len(file.lot)} are listed"
    if len(participants) < file.settings.min_participants:
        yield f"{len(participants)} participants are fewer than the season needs"


def check_departures(file: SeasonFile) -> Iterator[str]:
    """Departures are numbered without a gap, and everybody's status follows from them."""
    status = dict.fromkeys(file.lot, "active")
    last = len(file.items("rounds")) + 1
    for number, one in enumerate(file.items("departures"), start=1):
        if one["number"] != number:
            yield f"departure {number} is numbered {one['number']}"
        if one["account_id"] not in status or not 1 <= one["from_round"] <= last:
            yield f"departure {number} is of nobody, or from no round of the season"
        status[one["account_id"]] = one["kind"]
    for participant in file.items("participants"):
        account_id = participant["account_id"]
        if participant["status"] != status[account_id]:
            yield f"{account_id} is listed as {participant['status']}, not {status[account_id]}"


def check_rounds(file: SeasonFile) -> Iterator[str]:
    """As many rounds as the settings say, each closed one after the other, at the right times."""
    season, rounds = file.season, file.items("rounds")
    planned = number_of_rounds(file.settings.format, len(file.lot), file.settings.swiss_rounds)
    if not planned == len(rounds) == season["rounds"]:
        yield f"{planned} rounds are to be played, {len(rounds)} are listed"
    left = 0
    for number, one in enumerate(rounds, start=1):
        if one["number"] != number:
            yield f"round {number} is numbered {one['number']}"
        if one["leg"] != leg(file.settings.format, number, planned):
            yield f"round {number} is not of leg {one['leg']}"
        is_closed = number <= len(file.closed_rounds)
        if (one["state"] == "closed") != is_closed:
            yield f"round {number} did not close in its turn"
        if is_closed:
            if not left <= one["departures"] <= len(file.items("departures")):
                yield f"round {number} counts {one['departures']} departures"
            left = one["departures"]
        elif one["departures"] is not None:
            yield f"round {number} has not closed and counts departures"
    if (season["current_round"] or 0) != len(file.closed_rounds):
        yield f"the last round played is not round {season['current_round']}"
    yield from _check_end(file, planned)
    yield from _check_times(file)


def _check_end(file: SeasonFile, planned: int) -> Iterator[str]:
    played = len(file.closed_rounds)
    still_in = [one for one in file.lot if file.plays_in(one, played + 1)]
    over = [file.season[name] for name in ("state", "provisional", "held", "cancel_reason")]
    if over != ["finished", False, False, None]:
        yield "the season is not told as finished"
    if played < planned and len(still_in) > 1:
        yield f"the season did not end with round {played} of {planned}"


def _check_times(file: SeasonFile) -> Iterator[str]:
    announced = [one for one in file.items("rounds") if one["preparing_from"] is not None]
    before = None
    for one in announced:
        instants = [instant(one[name]) for name in _STARTS]
        if instants != sorted(set(instants)) or (before and instants[0] < before):
            yield f"the times of round {one['number']} are not in order"
        before = instants[-1]
    if not file.season["postponements"]:
        yield from _check_plan(file, announced)


def _check_plan(file: SeasonFile, announced: list[Part]) -> Iterator[str]:
    """In a season that was never postponed, the times are those of its settings."""
    cadence = file.settings.cadence
    for planned in round_times(file.settings, len(file.items("rounds"))):
        one = file.items("rounds")[planned.number - 1]
        if any(instant(one[name]) != getattr(planned, name) for name in _STARTS):
            yield f"the times of round {planned.number} are not those of the settings"
    if not isinstance(cadence, TimedCadence):
        return
    rest_until = None
    for one in announced:
        begins, solving, closes = (instant(one[name]) for name in _STARTS)
        lengths = (solving - begins, closes - solving)
        expected = (cadence.prepare_seconds, cadence.solve_seconds)
        if lengths != tuple(timedelta(seconds=seconds) for seconds in expected):
            yield f"the phases of round {one['number']} are not as long as the settings say"
        if rest_until and begins < rest_until:
            yield f"round {one['number']} began before the break was over"
        rest_until = closes + timedelta(seconds=cadence.break_seconds)
