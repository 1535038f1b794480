"""Which duels a batch takes: conditions for `duels.lock_some`."""

from sqlalchemy import ColumnElement, and_, exists

from services.match.tables import Match, Side


def of_round(season_id: str, number: int) -> ColumnElement[bool]:
    return and_(Match.season_id == season_id, Match.round == number)


def after_round(season_id: str, number: int) -> ColumnElement[bool]:
    return and_(Match.season_id == season_id, Match.round > number)


def not_ended() -> ColumnElement[bool]:
    return Match.ended_at.is_(None)


def lacking_a_code() -> ColumnElement[bool]:
    return and_(not_ended(), exists().where(Side.match_id == Match.id, Side.code.is_(None)))


def among(ids: list[str]) -> ColumnElement[bool]:
    return Match.id.in_(ids)
