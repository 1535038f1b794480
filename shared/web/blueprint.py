"""The blueprint of every service's calls."""

from collections.abc import Callable
from functools import partial
from typing import Any

import flask_smorest
from marshmallow import Schema


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # the library is untyped
    """As smorest's, but a body's schema is made once, not for every request.

    A view's `justa_read` reads what it is given, or raises what the view would.
    """

    def arguments(
        self, schema: type[Schema], *, location: str = "json", **given: Any
    ) -> Callable[[Any], Any]:
        made = schema()
        reading = super().arguments(made, location=location, **given)

        def mark(view: Any) -> Any:
            marked = reading(view)
            marked.justa_read = partial(self.ARGUMENTS_PARSER.parse, made, location=location)
            return marked

        return mark
