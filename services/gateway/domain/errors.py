"""What the gateway refuses, beside what the kit already does."""

from shared.errors import Conflict, Forbidden, Invalid, Problem, ServiceUnavailable, Unauthorized


class EmailTaken(Conflict):
    code, title = "email_taken", "An account with that e-mail address exists"


class DisplayNameTaken(Conflict):
    code, title = "display_name_taken", "Somebody else goes by that name"


class BadCredentials(Unauthorized):
    """The same for an unknown address and for a wrong password."""

    code, title = "bad_credentials", "E-mail address or password is wrong"


class LoginOver(Unauthorized):
    """A bearer token that is malformed, expired, or of a login that has ended."""

    code, title = "invalid_token", "That login is over; log in again"


class RefreshRefused(Unauthorized):
    code, title = "invalid_refresh_token", "That refresh token is not good any more"


class OpenIdRefused(Unauthorized):
    """A return from the provider that cannot be believed, or comes too late or twice."""

    code, title = "openid_refused", "Logging in there did not work; begin again"


class OpenIdNotLinked(Conflict):
    """Whose address it is is not proven on both sides."""

    code = "openid_not_linked"
    title = "An account has that e-mail address; log in to it and confirm the address first"


class AccountIsSuspended(Forbidden):
    code, title = "account_suspended", "This account is suspended"


class OwnAccount(Conflict):
    code, title = "own_account", "Somebody else has to decide about your own account"


class OwnMatch(Forbidden):
    """An operator is to decide about a match that they play in, or about themselves."""

    code, title = "own_match", "Nobody decides about a match of their own"


class NotYourMatch(Forbidden):
    code, title = "not_your_match", "You do not play in this match"


class MatchOpen(Conflict):
    code, title = "match_open", "That match has no result yet"


class NothingAtStake(Conflict):
    code, title = (
        "friendly_match",
        "A friendly match counts for nothing; there is nothing to dispute",
    )


class SeasonNotFinished(Conflict):
    code, title = "season_not_finished", "A season can be exported whole once it has finished"


class MailTokenRefused(Invalid):
    code, title = "invalid_mail_token", "That code is unknown, used or too old"


class ClockBackwards(Invalid):
    code, title = "clock_backwards", "The clock never goes back"


class TooLarge(Problem):
    status, code, title = 413, "too_large", "The request is too large"


class UnderMaintenance(ServiceUnavailable):
    code, title = "maintenance", "Justa is being looked after; nothing can be changed just now"


class TooManyStreams(ServiceUnavailable):
    title = "Too many listen already; try again soon"
