"""Calls an act of the interface as an operator, audited like one that they sent themselves."""

from collections.abc import Iterable
from typing import Any

from werkzeug.test import create_environ

from services.gateway.ports import Environ, StartResponse, ports_of
from services.gateway.routes import BASE, route_of
from services.gateway.to_services.acts import pass_act
from services.gateway.usecases.deciding import Answered
from shared.context import current_cause
from shared.errors import ServiceUnavailable
from shared.runtime import Runtime
from shared.web.tokens import Caller, sign

RETRY_SECONDS = 2


class Acting:
    """Acts as `operator`, in the course of the request `request_id`.

    `key`, the operator's idempotency key, goes on to the service, and `language` with it.
    """

    def __init__(
        self,
        runtime: Runtime,
        operator: Caller,
        *,
        request_id: str,
        key: str | None,
        language: str,
    ) -> None:
        self._runtime = runtime
        self._operator = operator
        self._headers = {"X-Request-Id": request_id, "Accept-Language": language}
        if (cause := current_cause()) and cause.traceparent:
            self._headers["Traceparent"] = cause.traceparent
        if key is not None:
            self._headers["Idempotency-Key"] = key

    def call(self, path: str, body: dict[str, str]) -> Answered:
        """What the act's service answers; raises `ServiceUnavailable` if it does not."""
        seen: list[tuple[int, dict[str, str]]] = []

        def start(status: str, headers: list[tuple[str, str]], *_: Any) -> None:
            seen.append((int(status.split(" ", 1)[0]), dict(headers)))

        route = route_of(BASE + path)
        assert route is not None, path
        word = sign(self._operator, self._runtime.settings.secret, route.service)
        headers = {**self._headers, "Authorization": f"Bearer {word}"}
        environ = create_environ(BASE + path, method="POST", json=body, headers=headers)

        def reach(environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
            services = ports_of(self._runtime).services
            try:
                return services.call(route.service, environ, start_response)
            except Exception as error:
                raise ServiceUnavailable(retry_after=RETRY_SECONDS) from error

        answer = b"".join(pass_act(self._runtime, self._operator, reach, environ, start))
        status, answered = seen[-1]
        return Answered(status, answered, answer)
