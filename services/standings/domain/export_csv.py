"""The table as comma-separated values, for spreadsheets.

RFC 4180: CRLF line ends, a header line, quotes doubled inside quoted fields.
"""

import csv
import re
from collections.abc import Iterable, Mapping
from io import StringIO

from services.standings.domain.table import Row

HEADER = (
    "position",
    "account_id",
    "display_name",
    "played",
    "wins",
    "draws",
    "losses",
    "byes",
    "points",
    "attempt_difference",
    "solved_games",
    "solved_attempts",
    "average_attempts",
    "head_to_head",
    "decided_by",
)

_FORMULA_BEGINS = re.compile(r'(^|;)(?=[ \u00a0\u3000"]*[=+\-@＝＋－＠\t\r\n])')
"""Where a spreadsheet may see a formula begin, full-width signs included: at the start, and, where
lists are written with semicolons as in Spain, behind each of them.
"""


def table_csv(rows: Iterable[Row], names: Mapping[str, str]) -> str:
    """The table as text; `names` maps account ids to display names.

    Where there is no value (position of the disqualified, average without a solved game,
    head-to-head outside a tied group) the field is empty.
    """
    text = StringIO(newline="")
    lines = csv.writer(text)
    lines.writerow(HEADER)
    lines.writerows(_fields(row, names[row.account_id]) for row in rows)
    return text.getvalue()


def harmless(name: str) -> str:
    """A name as plain text to a spreadsheet: an apostrophe stops what looks like a formula.

    Players choose their names; opened in a spreadsheet, one like `=HYPERLINK(…)` would run.
    """
    return _FORMULA_BEGINS.sub(r"\1'", name)


def _fields(row: Row, name: str) -> tuple[object, ...]:
    return (
        row.position,
        row.account_id,
        harmless(name),
        row.played,
        row.wins,
        row.draws,
        row.losses,
        row.byes,
        row.points,
        row.attempt_difference,
        row.solved_games,
        row.solved_attempts,
        row.average_attempts,
        row.head_to_head,
        row.decided_by,
    )
