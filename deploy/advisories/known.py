"""What an advisory says, and which versions of a package it concerns. Nothing here reads files."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ECOSYSTEM = "PyPI"
# How a record calls the end of what it concerns, and how a span does.
_END = {"fixed": "fixed", "last_affected": "last"}


@dataclass(frozen=True, order=True)
class Pin:
    """One version of one package, as a lock names it."""

    name: str
    version: str

    def __str__(self) -> str:
        return f"{self.name} {self.version}"


@dataclass(frozen=True)
class Span:
    """Versions from `since` on, up to but without `fixed`, or up to and with `last`."""

    since: str
    fixed: str | None = None
    last: str | None = None

    def holds(self, version: Version) -> bool:
        if version < Version(self.since):
            return False
        if self.fixed is not None:
            return version < Version(self.fixed)
        return self.last is None or version <= Version(self.last)


@dataclass(frozen=True)
class Advisory:
    """One known fault of one package. `versions` are single ones that no span need hold."""

    id: str
    aliases: tuple[str, ...]
    published: str
    modified: str
    spans: tuple[Span, ...]
    versions: tuple[str, ...] = ()

    @property
    def fixed_in(self) -> tuple[str, ...]:
        return tuple(span.fixed for span in self.spans if span.fixed is not None)

    def concerns(self, version: str) -> bool:
        one = Version(version)
        listed = any(Version(other) == one for other in self.versions)
        return listed or any(span.holds(one) for span in self.spans)


def pins_of(lock: str) -> Iterator[Pin]:
    """The pinned packages of a lock's text; of a package with several pins all of them."""
    for line in lock.splitlines():
        if line[:1].isalpha():
            wanted = Requirement(line.rstrip(" \\"))
            (exactly,) = wanted.specifier
            yield Pin(canonicalize_name(wanted.name), exactly.version)


def advisories_in(record: Mapping[str, Any]) -> Iterator[tuple[str, Advisory]]:
    """What an OSV record says, by package; nothing of one that was withdrawn."""
    if "withdrawn" in record:
        return
    for affected in record.get("affected", ()):
        package = affected.get("package", {})
        if package.get("ecosystem") == ECOSYSTEM:
            yield canonicalize_name(package["name"]), _advisory(record, affected)


def newest(advisories: Iterable[Advisory]) -> str:
    """The day on which the latest of them was last changed."""
    return max(one.modified for one in advisories)


def _advisory(record: Mapping[str, Any], affected: Mapping[str, Any]) -> Advisory:
    ranges = [one for one in affected.get("ranges", ()) if one["type"] == "ECOSYSTEM"]
    spans = tuple(span for one in ranges for span in _spans(one["events"]))
    return Advisory(
        id=record["id"],
        aliases=tuple(record.get("aliases", ())),
        published=_day(record.get("published", record["modified"])),
        modified=_day(record["modified"]),
        spans=spans,
        # Where there are spans, the versions that are listed beside them say the same again.
        versions=() if spans else tuple(filter(_is_version, affected.get("versions", ()))),
    )


def _spans(events: Sequence[Mapping[str, str]]) -> Iterator[Span]:
    """A range's events in order of versions, each beginning joined with the end after it."""
    since: str | None = None
    for kind, version in sorted(_told(events), key=lambda told: (Version(told[1]), told[0])):
        if kind == "introduced":
            since = version if since is None else since
        elif since is not None:
            yield Span(since, **{_END[kind]: version})
            since = None
    if since is not None:
        yield Span(since)


def _told(events: Sequence[Mapping[str, str]]) -> Iterator[tuple[str, str]]:
    for event in events:
        yield from ((kind, str(version)) for kind, version in event.items())


def _day(instant: object) -> str:
    return str(instant)[:10]


def _is_version(text: str) -> bool:
    """Some lists hold names of very old releases that are no versions by today's rules."""
    try:
        Version(str(text))
    except InvalidVersion:
        return False
    return True
