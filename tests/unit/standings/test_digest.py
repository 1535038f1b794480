"""A table's fingerprint: the same for the same table, another for every change."""

from dataclasses import fields, replace
from hashlib import sha256
from typing import Any

import pytest

from services.standings.domain.digest import digest
from services.standings.domain.table import DecidedBy, Row
from tests.unit.standings.builders import match, table

ROWS = tuple(table("ABC", [match("A", "B", solved_in=(4, 6), difference=2)]).values())
OTHER: dict[str, Any] = {"account_id": "Z", "decided_by": DecidedBy.SHARED}


def test_it_is_of_one_line_of_json_for_each_row() -> None:
    """Anyone can compute it, and it never changes for the same table."""
    lines = (
        b'[1,"A",1,1,0,0,0,3,2,1,4,null,null]\n'
        b'[2,"C",0,0,0,0,0,0,0,0,0,null,"points"]\n'
        b'[3,"B",1,0,0,1,0,0,-2,1,6,null,"attempt_difference"]\n'
    )
    assert digest(ROWS) == sha256(lines).hexdigest()


def test_an_empty_table_has_one_too() -> None:
    assert len(digest(())) == 64


@pytest.mark.parametrize("name", [one.name for one in fields(Row)])
def test_every_field_is_part_of_it(name: str) -> None:
    changed = replace(ROWS[0], **{name: OTHER.get(name, 99)})
    assert digest((changed, *ROWS[1:])) != digest(ROWS)


def test_the_order_of_rows_is_part_of_it() -> None:
    assert digest(reversed(ROWS)) != digest(ROWS)
