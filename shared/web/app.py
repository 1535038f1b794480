"""The Flask application of a service: one request, one transaction, one form of error."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from http import HTTPStatus
from time import perf_counter
from typing import TYPE_CHECKING, Any

from flask import Flask, Response, current_app, g, request
from flask.json.provider import DefaultJSONProvider
from flask_smorest import Api
from werkzeug.exceptions import HTTPException

from shared.context import Cause, accepted_request_id, accepted_traceparent, caused_by
from shared.errors import Problem
from shared.metrics import request_answered
from shared.names import NotHeardOf, await_accounts
from shared.unit_of_work import UnitOfWork
from shared.web import dead_letters, idempotency
from shared.web.away import translate_absence
from shared.web.bodies import require_sound_address, require_sound_json
from shared.web.edge import caller
from shared.web.etags import add_etag
from shared.web.health import health
from shared.web.problems import http_problem, problem_response, translate_problems

if TYPE_CHECKING:
    from shared.runtime import Runtime

MOST_BYTES = 1024 * 1024
_UNBOUND = frozenset({"health.healthz", "health.readyz"})


class JustaJSON(DefaultJSONProvider):
    """Keeps the order of fields as the schemas declare them, and letters as they are."""

    sort_keys = False
    ensure_ascii = False


class ServiceApp(Flask):
    """Runs every view inside a unit of work; a refusal or a fault leaves no trace."""

    json_provider_class = JustaJSON
    justa: "Runtime"

    def ensure_sync(self, func: Any) -> Any:
        """The view as it is: none here is a coroutine, which Flask would look for each time."""
        return func

    def dispatch_request(self) -> Any:
        if request.url_rule is None or request.endpoint in _UNBOUND:
            return super().dispatch_request()
        with caused_by(self._cause()):
            # Raises where the gateway did not send this request, public reads included.
            caller()
            require_sound_address()
            if request.method in ("GET", "HEAD", "OPTIONS"):
                with self.justa.reading() as g.uow:
                    return self.make_response(super().dispatch_request())
            if not self._mark("justa_form"):
                require_sound_json()
            if (stored := self._ask_first()) is not None:
                return stored
            if self._mark("justa_apart"):
                return self._do_apart()
            try:
                return self._in_transaction()
            except NotHeardOf as lacking:
                await_accounts(self.justa, lacking.account_ids)
                return self._in_transaction(has_waited=True)

    def _in_transaction(self, *, has_waited: bool = False) -> Response:
        with self.justa.writing(has_waited=has_waited) as g.uow:
            return self._write(g.uow)

    def _write(self, uow: UnitOfWork) -> Response:
        key = self._key()
        if key is None:
            return self.make_response(super().dispatch_request())
        stored = idempotency.first_answer(uow, caller(), key)
        if stored is not None:
            self._wait_again(stored)
            return stored
        return idempotency.remember(uow, caller(), key, self._effect_or_refusal(uow.savepoint()))

    def _ask_first(self) -> Response | None:
        """Let a view's question be asked; the stored answer where that makes it needless."""
        question = self._mark("justa_question")
        if question is None:
            return None
        caller().require(*self._mark("justa_roles"))
        if (read := self._mark("justa_read")) is not None:
            # Nobody is asked about what will be refused.
            read()
        key = self._key()
        if key is not None:
            with self.justa.reading() as look:
                stored = idempotency.stored_answer(look, caller(), key)
            if stored is not None:
                return stored
        g.asked = question(**(request.view_args or {}))
        return None

    def _do_apart(self) -> Response:
        """The view's work, with its key entered before it and its answer stored after it."""
        key = self._key()
        if key is None:
            return self._effect_or_refusal(self._own_transaction())
        with self.justa.writing() as uow:
            stored = idempotency.first_answer(uow, caller(), key)
        if stored is not None:
            return stored
        response = self._effect_or_refusal(self._own_transaction())
        if response.status_code >= 500:
            return response
        with self.justa.writing() as uow:
            return idempotency.remember(uow, caller(), key, response)

    @contextmanager
    def _own_transaction(self) -> Iterator[None]:
        with self.justa.writing() as g.uow:
            yield

    def _key(self) -> str | None:
        """The present request's idempotency key, where its answer may be stored."""
        return None if self._mark("justa_secret") else idempotency.asked_key(caller())

    def _wait_again(self, stored: Response) -> None:
        wait = self._mark("justa_wait")
        if wait is not None and stored.status_code < 400:
            wait(**(request.view_args or {}))

    def _effect_or_refusal(self, part: AbstractContextManager[None]) -> Response:
        """The view's answer; a refusal is an answer too, without the effects of that `part`."""
        try:
            with part:
                return self.make_response(super().dispatch_request())
        except Problem as refusal:
            if refusal.status >= 500:
                raise
            return problem_response(refusal)
        except HTTPException as refusal:
            return http_problem(refusal)

    def _mark(self, mark: str) -> Any:
        """What the present request's view is marked with; None if it is not."""
        view = self.view_functions.get(request.endpoint or "")
        return getattr(view, mark, None)

    def _cause(self) -> Cause:
        offered = accepted_request_id(request.headers.get("X-Request-Id"))
        g.request_id = offered or self.justa.new_id()
        traceparent = accepted_traceparent(request.headers.get("traceparent"))
        return Cause(g.request_id, traceparent=traceparent)


def create_app(runtime: "Runtime") -> ServiceApp:
    """The web application of the service that `runtime` runs."""
    app = ServiceApp(f"justa.{runtime.name}")
    app.justa = runtime
    app.extensions["justa"] = runtime
    app.config.update(
        MAX_CONTENT_LENGTH=MOST_BYTES,
        API_TITLE="Justa",
        API_VERSION="v1",
        OPENAPI_VERSION="3.1.0",
        PROPAGATE_EXCEPTIONS=False,
    )
    translate_problems(app)
    app.register_blueprint(health)
    app.register_blueprint(dead_letters.inside)
    api = Api(app)
    for blueprint in (*runtime.service.blueprints, dead_letters.blp):
        api.register_blueprint(blueprint)
    app.extensions["justa_api"] = api
    # smorest brings an error handler of its own; ours is the one that speaks problem+json.
    translate_problems(app)
    translate_absence(app)
    app.before_request(_start_watch)
    app.after_request(_count)
    app.after_request(add_etag)
    app.after_request(_say_no_type_of_nothing)
    app.after_request(_name_request)
    return app


def route_of(environ: dict[str, Any]) -> str | None:
    """The template of the address that an application of Flask is answering."""
    asked = environ.get("werkzeug.request")
    rule = asked.url_rule if asked is not None else None
    return rule.rule if rule is not None else None


def _start_watch() -> None:
    g.began = perf_counter()


def _count(response: Response) -> Response:
    route = request.url_rule.rule if request.url_rule else "none"
    service = current_app.extensions["justa"].name
    passed = perf_counter() - g.began
    request_answered(service, request.method, route, response.status_code, passed)
    return response


def _say_no_type_of_nothing(response: Response) -> Response:
    """An answer without a body is of no type; the framework would call it HTML."""
    is_empty = not response.is_streamed and not response.calculate_content_length()
    if is_empty or response.status_code == HTTPStatus.NO_CONTENT:
        response.headers.pop("Content-Type", None)
    return response


def _name_request(response: Response) -> Response:
    if "request_id" in g:
        response.headers["X-Request-Id"] = g.request_id
    return response
