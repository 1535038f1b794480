"""What the end-to-end tests take out of the platform because it is slow on purpose."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from argon2 import PasswordHasher

from services.gateway.callers import hashing


@contextmanager
def quick_passwords() -> Iterator[None]:
    """Hash passwords the same way, but with next to no work."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hashing, "_hasher", PasswordHasher(1, 8, 1))
        yield
