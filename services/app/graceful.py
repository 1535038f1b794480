"""gunicorn's worker, as both set-ups run it."""

from typing import Any

from gunicorn.workers.gthread import ThreadWorker


class GracefulWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn carries no types
    """Tells the application (`begin_to_stop`) as soon as it is to stop, not when it has stopped."""

    def handle_exit(self, sig: int, frame: Any) -> None:
        self.app.begin_to_stop()
        super().handle_exit(sig, frame)
