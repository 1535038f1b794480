"""The interface to read, at /api/docs. The page loads its own stylesheet and nothing else."""

from pathlib import Path

from flask import Response, render_template

from services.gateway import reading_page
from services.gateway.ports import ports_of
from services.gateway.reading_page import calls
from shared.web.blueprint import Blueprint
from shared.web.edge import runtime

ROOM = Path(reading_page.__file__).parent
GUARD = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"

blp = Blueprint("docs", __name__, url_prefix="/api/docs", template_folder=str(ROOM))


@blp.get("")
def page() -> Response:
    """Every call, readable."""
    extras = runtime().extras
    if "reading_page" not in extras:
        document = ports_of(runtime()).openapi()
        extras["reading_page"] = render_template(
            "api.html",
            document=document,
            subjects=calls.subjects(document),
            refusals=calls.refusals(document),
        )
    return _guarded(Response(extras["reading_page"], mimetype="text/html"))


@blp.get("/style.css")
def style() -> Response:
    """How it looks."""
    return _guarded(Response((ROOM / "style.css").read_text(), mimetype="text/css"))


def _guarded(response: Response) -> Response:
    response.headers["Content-Security-Policy"] = GUARD
    return response
