"""What the scheduler refuses, each with its stable code."""

from shared.errors import Conflict, Invalid, NotFound


class SeasonSettingsFixed(Conflict):
    code = "season_settings_fixed"
    title = "The season's settings are fixed from the moment registration opens"


class RegistrationNotOpen(Conflict):
    code = "registration_not_open"
    title = "Registration for this season is not open"


class SeasonNotDraft(Conflict):
    code = "season_not_draft"
    title = "Registration has been opened already"


class SeasonNotRunning(Conflict):
    code = "season_not_running"
    title = "The season's list of participants has not closed yet, or the season was cancelled"


class SeasonFull(Conflict):
    code = "season_full"
    title = "This season has no place left"


class SeasonOver(Conflict):
    code = "season_over"
    title = "The season has finished or was cancelled"


class SeasonNotHeld(Conflict):
    code = "season_not_held"
    title = "The season is not held"


class NothingToPostpone(Conflict):
    code = "nothing_to_postpone"
    title = "No instant of the season lies ahead"


class NotRegistered(NotFound):
    code = "not_registered"
    title = "That account does not take part in this season"


class SkippedDate(Invalid):
    """The zone's clocks jumped over the whole date, as at a change of the date line's side."""

    code = "skipped_date"
    title = "That date does not exist in the season's time zone"
