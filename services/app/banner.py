"""What `justa up` tells the person who started it."""

from contextlib import suppress

from shared.settings import Settings


class Banner:
    """Prints where the platform is, how to log in, and what to do next."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def show_login(self, email: str, password: str) -> None:
        """The first operator's password, which nothing can show again; raises if nobody listens."""
        print(f"First operator: {email}  password: {password}  (shown this once)", flush=True)

    def show_address(self, address: str) -> None:
        lines = [
            f"Justa is up: {address}  (Ctrl-C stops it; all data is in {self._settings.data})",
            self._about_play(),
            f"Look in:     curl {address}/api/v1/seasons",
            'Play:        README.md, "Play a season with curl"',
        ]
        # Whoever started it may have stopped listening; that is no reason not to serve.
        with suppress(OSError):
            print("\n".join(lines), flush=True)

    def _about_play(self) -> str:
        if self._settings.clock == "manual":
            return "Clock:       stands still until an operator moves it (POST /api/v1/admin/clock)"
        if self._settings.demo:
            return "Demo:        eight invented players play a season; JUSTA_DEMO=0 keeps them away"
        return "Demo:        off (JUSTA_DEMO)"
