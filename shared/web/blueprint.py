"""The blueprint of every service's calls."""

from typing import Any

import flask_smorest
from marshmallow import Schema


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]  # the library is untyped
    """As smorest's, but a body's schema is made once, not for every request."""

    def arguments(self, schema: type[Schema], **given: Any) -> Any:
        return super().arguments(schema(), **given)
