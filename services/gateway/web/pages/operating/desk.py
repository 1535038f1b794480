"""What all operators' pages share: nobody else gets in."""

from flask import Blueprint

from services.gateway.web.refused import Refused
from services.gateway.web.visitor import is_operator, require_login


def desk(name: str) -> Blueprint:
    """A blueprint of pages for operators alone."""
    pages = Blueprint(f"operating_{name}", __name__, url_prefix="/operators")
    pages.before_request(_require_operator)
    return pages


def _require_operator() -> None:
    require_login()
    if not is_operator():
        raise Refused(403, {"code": "forbidden"})
