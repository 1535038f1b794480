"""Chance: the cryptographic source from which codes and clues are drawn."""

import secrets


def choose(count: int) -> int:
    """One of 0 … count−1, each as likely."""
    return secrets.randbelow(count)
