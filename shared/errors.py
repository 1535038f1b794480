"""The one exception tree: every refusal Justa can answer with.

Domain code raises these; the web edge translates them once into problem+json
(`shared.web.problems`). A subclass says its HTTP `status`, its stable `code` and its
English `title`; `detail` is the sentence for this one case.
"""

from collections.abc import Mapping, Sequence


class Problem(Exception):
    """A refusal with a stable code.

    `errors` maps a field (dotted for nested ones) to its messages and is sent with 422 only;
    `retry_after` is in whole seconds and becomes the header of 429 and 503.
    """

    status = 500
    code = "internal_error"
    title = "Something went wrong on our side"

    def __init__(
        self,
        detail: str | None = None,
        *,
        errors: Mapping[str, Sequence[str]] | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(detail or self.title)
        self.detail = detail
        self.errors = {field: list(messages) for field, messages in (errors or {}).items()}
        self.retry_after = retry_after


class BadRequest(Problem):
    status, code, title = 400, "bad_request", "The request cannot be understood"


class Unauthorized(Problem):
    status, code, title = 401, "unauthorized", "Log in first"


class Forbidden(Problem):
    status, code, title = 403, "forbidden", "This is not for your role"


class NotFound(Problem):
    status, code, title = 404, "not_found", "There is no such thing"


class Conflict(Problem):
    status, code, title = 409, "conflict", "That does not fit the present state"


class PreconditionFailed(Problem):
    status, code, title = 412, "stale", "It has changed since you read it"


class Invalid(Problem):
    """Input that is well-formed JSON but not acceptable; names the fields at fault."""

    status, code, title = 422, "invalid", "Some fields are not acceptable"


class TooManyRequests(Problem):
    status, code, title = 429, "rate_limited", "Too many requests"


class ServiceUnavailable(Problem):
    status, code, title = 503, "service_unavailable", "That part of Justa does not answer just now"


def invalid_field(field: str, message: str) -> Invalid:
    """An `Invalid` about one field."""
    return Invalid(errors={field: [message]})
