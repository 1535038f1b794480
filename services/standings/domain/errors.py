"""Why the standings refuse: each a `Problem` with a stable code."""

from shared.errors import Conflict, NotFound


class RoundNotClosed(Conflict):
    """A table was asked for whose last round is still open, or ahead."""

    code, title = "round_not_closed", "That round is not closed yet"


class MatchOpen(Conflict):
    """A match was to be judged anew that has no result yet."""

    code, title = "match_open", "That match is not closed yet"


class UnknownRevision(NotFound):
    """An old revision of a table was asked for that was never published."""

    title = "There is no such revision of that table"


class BeyondReportFormat(Conflict):
    """A season is too large for the fixed columns of a tournament report file."""

    code, title = "beyond_report_format", "The season does not fit the report format"
