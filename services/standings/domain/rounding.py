"""Averages as people read them.

The table compares averages exactly; only what is shown is rounded.
"""

from decimal import Decimal


def shown_average(attempts: int, games: int) -> Decimal | None:
    """`attempts / games` to two places, halves up; None where there is no game.

    Integers throughout: a binary fraction would round 2.675 down.
    """
    if games == 0:
        return None
    hundredths = (200 * attempts + games) // (2 * games)
    return Decimal(hundredths).scaleb(-2)
