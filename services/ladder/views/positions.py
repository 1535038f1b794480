"""Where a player stands, exactly, and who stands around them."""

from collections.abc import Mapping, Sequence

from services.ladder.domain.ranking import Place, Ranked, with_positions
from services.ladder.store import past, players, ranking
from services.ladder.store.past import Then
from services.ladder.store.players import Stored
from shared.unit_of_work import UnitOfWork

Placed = list[tuple[int, Ranked]]


def around(
    uow: UnitOfWork, season_id: str, stored: Stored, each: int, then: Then | None
) -> tuple[Ranked, Placed]:
    """The player as they stand, or stood `then`, and the rows around them with their positions.

    `each` rows on either side, the player among them; none for a player who is not listed.
    """
    if then is None:
        return stored.ranked, _around_now(uow, season_id, stored.ranked, each)
    held = past.all_at(uow, season_id, then)
    ranked = held.get(stored.id, stored.ranked)
    return ranked, _around_then(uow, season_id, ranked, each, held)


def _around_now(uow: UnitOfWork, season_id: str, mine: Ranked, each: int) -> Placed:
    if not mine.listed:
        return []
    # One row more than is shown tells whether the first one shares its position.
    found = ranking.around(uow, season_id, mine.place, each + 1, each)
    rows = [*found.above, mine, *found.below]
    ahead = found.better + found.tied - len(found.above)
    if len(found.above) > each and rows[0].merit != rows[1].merit:
        return with_positions(rows[1:], ahead + 2, ahead + 1)
    first = _position_of_first(uow, season_id, rows[0], mine, found.better, ahead)
    placed = with_positions(rows, first, ahead)
    return placed[1:] if len(found.above) > each else placed


def _position_of_first(
    uow: UnitOfWork, season_id: str, first: Ranked, mine: Ranked, better: int, ahead: int
) -> int:
    """The position of a row that has so many rows `ahead` of it.

    `better` are those who are better than the player in question.
    """
    if ahead == 0:
        return 1
    if first.merit == mine.merit:
        return better + 1
    before_it, _ = ranking.ahead_of(uow, season_id, first.place)
    return before_it + 1


def _around_then(
    uow: UnitOfWork, season_id: str, mine: Ranked, each: int, held: Mapping[int, Ranked]
) -> Placed:
    """As now, but those who have changed since stand where they did."""
    if not mine.listed:
        return []
    ids = {row.account_id for row in held.values()}
    now = [one.ranked for one in players.of_accounts(uow, season_id, ids).values()]
    most = each + len(held)
    found = ranking.around(uow, season_id, mine.place, most, most)
    still = [
        row for row in (*found.above, *found.below) if row.account_id not in ids | {mine.account_id}
    ]
    rows = sorted({mine, *still, *(row for row in held.values() if row.listed)}, key=_place)
    index = rows.index(mine)
    near = rows[max(0, index - each) : index + each + 1]
    return with_positions(near, *_counted_then(uow, season_id, near[0], now, held))


def _counted_then(
    uow: UnitOfWork,
    season_id: str,
    row: Ranked,
    now: Sequence[Ranked],
    held: Mapping[int, Ranked],
) -> tuple[int, int]:
    """A row's position, and how many were ahead of it."""
    better, tied = ranking.ahead_of(uow, season_id, row.place)
    then = [one for one in held.values() if one.listed]
    present = [one for one in now if one.listed]
    better += sum(one.merit < row.merit for one in then)
    better -= sum(one.merit < row.merit for one in present)
    ahead = better + tied
    ahead += sum(one.merit == row.merit and one.place < row.place for one in then)
    ahead -= sum(one.merit == row.merit and one.place < row.place for one in present)
    return better + 1, ahead


def _place(row: Ranked) -> Place:
    return row.place
