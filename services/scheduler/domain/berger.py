"""Double round robin: every round of the calendar from the number of players alone.

The first leg is the published Berger table for the next even number; the second leg is the
same rounds in the same sequence with the two players of each match in reversed order.
Players are lot numbers from 1; in an odd field the highest number of the table is nobody, and
whoever meets it has the bye. Everyone meets everyone once a leg; in an odd field everyone has
exactly one bye a leg, in an even one nobody has.
"""

from dataclasses import dataclass

Seats = tuple[int, int]


@dataclass(frozen=True)
class RobinRound:
    """One round: `number` from 1 through both legs, `leg` 1 or 2, `bye` only in odd fields.

    `matches` are pairs of lot numbers, the first-named player first.
    """

    number: int
    leg: int
    matches: tuple[Seats, ...]
    bye: int | None


def robin_round(number_of_players: int, number: int) -> RobinRound:
    """Round `number` of the calendar: of 2(N-1) rounds where N is even, of 2N where it is odd.

    Raises ValueError for fewer than two players and for a round that the calendar does not have.
    """
    rounds = _rounds_a_leg(number_of_players)
    if not 1 <= number <= 2 * rounds:
        raise ValueError(f"{number_of_players} players have no round {number}")
    leg, t = divmod(number - 1, rounds)
    seats = _berger_round(rounds + 1, t + 1)
    if leg:
        seats = tuple((b, a) for a, b in seats)
    return RobinRound(
        number=number,
        leg=leg + 1,
        matches=tuple(pair for pair in seats if max(pair) <= number_of_players),
        bye=next((min(pair) for pair in seats if max(pair) > number_of_players), None),
    )


def _rounds_a_leg(number_of_players: int) -> int:
    if number_of_players < 2:
        raise ValueError("a round robin needs at least two players")
    return number_of_players - 1 + number_of_players % 2


def _berger_round(table_size: int, t: int) -> tuple[Seats, ...]:
    """Round `t` (from 1) of the Berger table for an even number of players."""
    circle = table_size - 1
    if t % 2:
        anchor = (t + 1) // 2
        first = (anchor, table_size)
    else:
        anchor = (table_size + t) // 2
        first = (table_size, anchor)
    others = (
        ((anchor - 1 + i) % circle + 1, (anchor - 1 - i) % circle + 1)
        for i in range(1, table_size // 2)
    )
    return (first, *others)
