"""A season's file as typed values. Whatever does not read as one raises `Unreadable`."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any

from services.gateway.domain.season_file import FORMAT, LISTS
from services.scheduler.domain.settings import SeasonSettings
from services.scheduler.domain.settings_reader import season_settings, settings_given
from shared.errors import Invalid

Part = Mapping[str, Any]

SETTINGS = (
    "format",
    "time_zone",
    "starts_on",
    "starts_at",
    "registration_opens_at",
    "registration_closes_at",
    "points",
    "game",
    "clues",
    "cadence",
    "swiss_rounds",
    "min_participants",
)
_INSTANTS = ("starts_at", "registration_opens_at", "registration_closes_at")


class Unreadable(Exception):
    """The file is not of a season, or not of this form."""


@dataclass(frozen=True)
class SeasonFile:
    """The file's parts, and what several checks need of them."""

    whole: Part

    @property
    def season(self) -> Part:
        return self.whole["season"]  # type: ignore[no-any-return]

    def items(self, part: str) -> Sequence[Part]:
        return self.whole[part]  # type: ignore[no-any-return]

    @cached_property
    def settings(self) -> SeasonSettings:
        """Raises `Unreadable` for settings that no season can have."""
        given = {name: self.season[name] for name in SETTINGS}
        for name in _INSTANTS:
            given[name] = instant(given[name]) if given[name] is not None else None
        if given["starts_on"] is not None:
            given["starts_on"] = date.fromisoformat(given["starts_on"])
        # An operator may close registration at once, before it was to open.
        before_closing = given["registration_closes_at"] - timedelta(seconds=1)
        given["registration_opens_at"] = min(given["registration_opens_at"], before_closing)
        try:
            settings = season_settings(given)
        except Invalid as fault:
            raise Unreadable(f"its settings are none of a season: {fault.errors}") from fault
        if settings_given(settings) != given:
            raise Unreadable("its settings are not given in full")
        return settings

    @cached_property
    def lot(self) -> dict[str, int]:
        """Account to number."""
        return {one["account_id"]: one["number"] for one in self.items("participants")}

    @cached_property
    def closed_rounds(self) -> Sequence[Part]:
        return [one for one in self.items("rounds") if one["state"] == "closed"]

    @cached_property
    def matches_of(self) -> Mapping[int, Sequence[Part]]:
        """A round's matches."""
        found: defaultdict[int, list[Part]] = defaultdict(list)
        for match in self.items("matches"):
            found[match["round"]].append(match)
        return found

    @cached_property
    def out_from(self) -> Mapping[str, int]:
        """For who has left, the first round they were out of."""
        found: dict[str, int] = {}
        for one in self.items("departures"):
            before = found.get(one["account_id"], one["from_round"])
            found[one["account_id"]] = min(before, one["from_round"])
        return found

    def plays_in(self, account_id: str, number: int) -> bool:
        """Whether somebody was still in for the pairing of a round."""
        return number < self.out_from.get(account_id, number + 1)


def read(whole: Any) -> SeasonFile:
    """Raises `Unreadable` for anything but a season's file of this form."""
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise Unreadable(f"it is not of the form {FORMAT}")
    lists = all(isinstance(whole.get(part), list) for part in LISTS)
    if not isinstance(whole.get("season"), dict) or not lists:
        raise Unreadable("some of its parts are missing")
    if not isinstance(whole.get("digest"), str):
        raise Unreadable("its digest is missing")
    return SeasonFile(whole)


def instant(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise Unreadable(f"{text} is no instant")
    return moment
