"""The double round robin from the published tables' rotation."""

from collections.abc import Sequence

Pair = tuple[int, int]


def berger(size: int) -> list[list[Pair]]:
    """The rounds for an even number of players, numbered from 1, first-named player first.

    The first round pairs the ends of the line. From round to round every number but the
    highest moves on by half the field around the circle of the others, and the highest
    changes sides.
    """
    rounds = []
    line = [(number, size + 1 - number) for number in range(1, size // 2 + 1)]
    for turn in range(size - 1):
        moved = [(_moved(a, turn, size), _moved(b, turn, size)) for a, b in line]
        if turn % 2 == 1:
            moved[0] = (moved[0][1], moved[0][0])
        rounds.append(moved)
    return rounds


def _moved(number: int, turns: int, size: int) -> int:
    if number == size:
        return number
    return (number - 1 + turns * (size // 2)) % (size - 1) + 1


def double_round_robin(players: int) -> list[tuple[int, list[Pair], int | None]]:
    """Both legs as (leg, pairs, number with the bye), the second with every pair reversed."""
    size = players + players % 2
    legs = []
    for leg in (1, 2):
        for pairs in berger(size):
            ordered = pairs if leg == 1 else [(b, a) for a, b in pairs]
            legs.append((leg, *_without_bye(ordered, players)))
    return legs


def _without_bye(pairs: Sequence[Pair], players: int) -> tuple[list[Pair], int | None]:
    real = [pair for pair in pairs if max(pair) <= players]
    missing = set(range(1, players + 1)) - {number for pair in real for number in pair}
    return real, (missing.pop() if missing else None)
