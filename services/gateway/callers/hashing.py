"""Passwords at rest: argon2id, a bounded number at once.

Hashing takes tens of milliseconds and 19 MiB on purpose, so it is done before a transaction
begins, and never by more threads than would leave the others breathing.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from services.gateway.domain.passwords import prepared
from shared.errors import ServiceUnavailable

AT_ONCE = 2
LONGEST_WAIT_SECONDS = 10.0

_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_turns = threading.BoundedSemaphore(AT_ONCE)


def hash_password(password: str) -> str:
    with _turn():
        return _hasher.hash(prepared(password))


def is_password(password: str, password_hash: str | None) -> bool:
    """Whether `password` is the one hashed; as slow, and false, where there is no hash."""
    expected = password_hash or _nobodys_hash()
    with _turn():
        try:
            matches = _hasher.verify(expected, prepared(password))
        except (VerificationError, InvalidHashError):
            return False
    return matches and password_hash is not None


@contextmanager
def _turn() -> Iterator[None]:
    if not _turns.acquire(timeout=LONGEST_WAIT_SECONDS):
        raise ServiceUnavailable("Too many log in just now", retry_after=5)
    try:
        yield
    finally:
        _turns.release()


@lru_cache(maxsize=1)
def _nobodys_hash() -> str:
    return _hasher.hash("nobody's password")
