"""Tables as files."""

import re
from dataclasses import dataclass
from unicodedata import normalize

from services.standings import store
from services.standings.domain.export_csv import table_csv
from services.standings.domain.export_trf import ReportHeader, season_trf
from services.standings.domain.history import results_at
from services.standings.domain.published import Published
from services.standings.domain.round_days import season_days
from services.standings.domain.season import Season
from services.standings.views.table import published
from shared.names import names_of
from shared.unit_of_work import UnitOfWork

_SYSTEMS = {None: "", "swiss": "Swiss", "double_round_robin": "Double round robin"}


@dataclass(frozen=True)
class File:
    """A file to download: its name (ASCII), its media type, its text."""

    name: str
    media_type: str
    text: str


def csv_file(uow: UnitOfWork, season_id: str, number: int | None, revision: int | None) -> File:
    """The table asked for, as comma-separated values.

    Raises `NotFound`, `RoundNotClosed` or `UnknownRevision`.
    """
    season = store.seasons.get(uow, season_id)
    table = published(uow, season_id, number, revision)
    text = table_csv(table.rows, names_of(uow, (row.account_id for row in table.rows)))
    return File(_file_name(season, table, "csv"), "text/csv", text)


def trf_file(uow: UnitOfWork, season_id: str, number: int | None, revision: int | None) -> File:
    """The season up to the table asked for, as a tournament report.

    Raises as `csv_file` does, and `BeyondReportFormat`.
    """
    season = store.seasons.get(uow, season_id)
    table = published(uow, season_id, number, revision)
    return File(_file_name(season, table, "trf"), "text/plain", _report(uow, season, table))


def _report(uow: UnitOfWork, season: Season, table: Published) -> str:
    facts, issue = store.facts.load(uow, season), table.issue
    assert facts.registered is not None  # or there would be no table
    return season_trf(
        _header(uow, season, facts.registered.rounds),
        facts.registered.participants,
        table.rows,
        results_at(facts, issue.round, issue.act),
        facts.byes(issue.round),
        issue.round,
        names_of(uow, (row.account_id for row in table.rows)),
    )


def _header(uow: UnitOfWork, season: Season, rounds: int) -> ReportHeader:
    """What the report says of the season; an early end takes the place of the planned one."""
    last_round = rounds if season.last_round is None else season.last_round
    days = season_days(store.rounds.spans(uow, season.id), season.time_zone, last_round)
    return ReportHeader(
        name=season.name or season.id,
        city="",
        federation="",
        starts_on=days.starts_on,
        ends_on=days.ends_on,
        system=_SYSTEMS[season.format],
        chief_arbiter="",
        time_allowed="",
        rounds=rounds,
        round_dates=days.first_days,
    )


def _file_name(season: Season, table: Published, extension: str) -> str:
    """The season's name in plain letters, and the round: `spring-cup-round-3.csv`."""
    plain = normalize("NFKD", season.name or "").encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "season"
    return f"{slug}-round-{table.issue.round}.{extension}"
