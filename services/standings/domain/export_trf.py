"""The season as a FIDE Tournament Report File of 2016 (TRF16): text in fixed columns.

First side plays "w", second "b"; the starting number is the lot's. Points are the
season's own, as the format asks for where a win is not worth one. Lines end in CR LF.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from services.standings.domain.errors import BeyondReportFormat
from services.standings.domain.results import MatchOutcome
from services.standings.domain.season import Bye, Participant
from services.standings.domain.table import Row
from services.standings.domain.trf_rounds import Cell, round_cells

HIGHEST_NUMBER = 9999
"""Four columns are all the format has for a starting number, a rank or whole points."""

_NAME_WIDTH = 33


@dataclass(frozen=True, slots=True)
class ReportHeader:
    """What the report says of the tournament as a whole.

    `rounds` is the number planned; `round_dates` are the local first days of the rounds,
    from round 1 on, as far as they are known.
    """

    name: str
    city: str
    federation: str
    starts_on: date | None
    ends_on: date | None
    system: str
    chief_arbiter: str
    time_allowed: str
    rounds: int
    round_dates: Sequence[date] = field(default_factory=tuple)


def season_trf(
    header: ReportHeader,
    participants: Sequence[Participant],
    rows: Iterable[Row],
    results: Iterable[MatchOutcome],
    byes: Iterable[Bye],
    last_round: int,
    names: Mapping[str, str],
) -> str:
    """The report after `last_round`: header lines, then a line for each player by lot.

    `rows` is the table after that round, `results` and `byes` those of the rounds up to it.
    Raises `BeyondReportFormat` where a number does not fit its columns.
    """
    numbers = {one.account_id: one.number for one in participants}
    row_of = {row.account_id: row for row in rows}
    cells = round_cells(numbers, results, byes, last_round)
    players = [
        _player_line(one.number, names[one.account_id], row_of[one.account_id], cells[one.number])
        for one in sorted(participants, key=lambda one: one.number)
    ]
    return "".join(f"{line}\r\n" for line in (*_header_lines(header, len(numbers)), *players))


def _header_lines(header: ReportHeader, players: int) -> list[str]:
    texts = (
        ("012", header.name),
        ("022", header.city),
        ("032", header.federation),
        ("042", _day(header.starts_on)),
        ("052", _day(header.ends_on)),
        ("062", str(players)),
        ("072", "0"),
        ("082", "0"),
        ("092", header.system),
        ("102", header.chief_arbiter),
        ("122", header.time_allowed),
    )
    lines = [f"{tag} {one_line(text)}".rstrip() for tag, text in texts]
    if header.round_dates:
        lines.append(_round_dates(header.round_dates))
    return [*lines, f"XXR {header.rounds}"]


def _player_line(number: int, name: str, row: Row, cells: Sequence[Cell]) -> str:
    """Columns: 5-8 number, 10 sex, 11-13 title, 15-47 name, 49-52 rating, 54-56 federation,
    58-68 FIDE number, 70-79 birth, 81-84 points, 86-89 rank; ten a round from 92 on.
    """
    _must_fit(number)
    person = f"001 {number:>4} {'':4} {one_line(name)[:_NAME_WIDTH]:<{_NAME_WIDTH}}"
    unknown = f"{'':4} {'':3} {'':11} {'':10}"
    rank = "" if row.position is None else row.position
    rounds = "".join(f"  {cell.opponent:>4} {cell.colour} {cell.code}" for cell in cells)
    return f"{person} {unknown} {_points(row.points):>4} {rank:>4}{rounds}"


def one_line(text: str) -> str:
    """The text without anything that could end the line or shift its columns."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    return " ".join(printable.split())


def _points(points: int) -> str:
    """With one decimal as the format has it; from 100 on there is only room without."""
    _must_fit(points)
    return f"{points}.0" if points < 100 else str(points)


def _must_fit(number: int) -> None:
    if number > HIGHEST_NUMBER:
        raise BeyondReportFormat(f"{number} is more than the {HIGHEST_NUMBER} the format holds.")


def _day(day: date | None) -> str:
    return "" if day is None else day.strftime("%Y/%m/%d")


def _round_dates(days: Sequence[date]) -> str:
    """Each date right above its round: columns 92-99, 102-109 and so on."""
    return f"{'132':<91}" + "  ".join(day.strftime("%y/%m/%d") for day in days)
