"""Word inside this process that an account or its logins changed, so that nobody trusts a memory.

Other processes notice by themselves once their own memory of a caller runs out.
"""

from typing import Protocol
from weakref import WeakSet


class Forgetful(Protocol):
    def forget(self, account_id: str) -> None:
        """Ask the database again about everything that this account shows."""


_listeners: "WeakSet[Forgetful]" = WeakSet()


def listen(listener: Forgetful) -> None:
    _listeners.add(listener)


def account_changed(account_id: str) -> None:
    for listener in list(_listeners):
        listener.forget(account_id)
