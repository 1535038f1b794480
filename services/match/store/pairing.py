"""The matches of a round, as they are paired and as they are listed."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from sqlalchemy import and_, select, tuple_

from services.match.domain.duel import Side as Which
from services.match.store.inserting import insert_new
from services.match.tables import Match, Round, Side
from shared.events.catalogue import PAGE_SIZE, PairedMatch, RoundPaired
from shared.unit_of_work import UnitOfWork


def add_matches(uow: UnitOfWork, paired: RoundPaired) -> int:
    """Store the matches of a page that are not stored yet; how many there were."""
    first_place = (paired.page - 1) * PAGE_SIZE + 1
    rows = [_match(paired, match, place) for place, match in enumerate(paired.matches, first_place)]
    new = insert_new(uow, Match, rows, ["id"])
    sides = [side for match in paired.matches for side in _sides(paired, match)]
    insert_new(uow, Side, sides, ["match_id", "side"])
    return new


def settings_of(paired: RoundPaired) -> dict[str, Any]:
    """What a round's row takes over from its pairing."""
    return {
        "points": asdict(paired.points),
        "game": asdict(paired.game),
        "clues": paired.clues and asdict(paired.clues),
        "optimal": paired.optimal,
    }


def listed(
    uow: UnitOfWork, season_id: str, number: int, after: int, most: int
) -> Sequence[tuple[int, str]]:
    """Up to `most` matches of a round as (place, id), from behind place `after` on."""
    asked = (
        select(Match.place, Match.id)
        .where(Match.season_id == season_id, Match.round == number, Match.place > after)
        .order_by(Match.place)
        .limit(most)
    )
    return [(row.place, row.id) for row in uow.connection.execute(asked)]


def ended_in(
    uow: UnitOfWork, season_id: str, after: tuple[int, int], most: int
) -> Sequence[tuple[tuple[int, int], str]]:
    """Up to `most` matches of a season that have ended, as ((round, place), id), behind `after`."""
    place = (Match.round, Match.place)
    asked = (
        select(*place, Match.id)
        .where(Match.season_id == season_id, Match.ended_at.is_not(None))
        .where(tuple_(*place) > tuple_(*after))
        .order_by(*place)
        .limit(most)
    )
    return [((row.round, row.place), row.id) for row in uow.connection.execute(asked)]


def ended_of(uow: UnitOfWork, account_id: str) -> list[tuple[str, datetime | None]]:
    """An account's matches that have ended, each with its end: the stored close of its round, or
    when a live duel ended."""
    asked = (
        select(Match.id, Match.season_id, Match.ended_at, Round.closes_at)
        .join(Side, Side.match_id == Match.id)
        .outerjoin(Round, and_(Round.season_id == Match.season_id, Round.number == Match.round))
        .where(Side.account_id == account_id, Match.ended_at.is_not(None))
    )
    return [
        (row.id, row.closes_at if row.season_id else row.ended_at)
        for row in uow.connection.execute(asked)
    ]


def not_ended_of(uow: UnitOfWork, account_id: str) -> Sequence[str]:
    """An account's matches that have not ended."""
    asked = (
        select(Match.id)
        .join(Side, Side.match_id == Match.id)
        .where(Side.account_id == account_id, Match.ended_at.is_(None))
    )
    return uow.connection.execute(asked).scalars().all()


def _match(paired: RoundPaired, match: PairedMatch, place: int) -> dict[str, Any]:
    return {
        "id": match.match_id,
        "season_id": paired.season_id,
        "round": paired.round,
        "place": place,
        "points_difference": match.points_difference,
        "rank_difference": match.rank_difference,
        "met_before": match.met_before,
    }


def _sides(paired: RoundPaired, match: PairedMatch) -> list[dict[str, Any]]:
    fixed = {"match_id": match.match_id, "season_id": paired.season_id, "round": paired.round}
    return [
        {**fixed, "side": Which.FIRST.value, "account_id": match.first},
        {**fixed, "side": Which.SECOND.value, "account_id": match.second},
    ]
