"""The order of the ranking and the prize."""

from hypothesis import given
from hypothesis import strategies as st

from services.ladder.domain.points import Form
from services.ladder.domain.ranking import Ranked, prize_of, with_positions


def ranked(name: str, points: int, games: int = 1, finished: int = 0) -> Ranked:
    return Ranked(name, Form(points, rated_games=games, finished=finished))


def order(*rows: Ranked) -> list[str]:
    return [row.account_id for row in sorted(rows, key=lambda row: row.place)]


def test_points_then_more_games_then_the_earlier_finish_then_the_id():
    a, b = ranked("a", 1510, 1, 5), ranked("b", 1520, 1, 9)
    c, d = ranked("c", 1510, 2, 9), ranked("d", 1510, 2, 8)
    e = ranked("e", 1510, 1, 5)
    assert order(a, b, c, d, e) == ["b", "d", "c", "a", "e"]


def test_who_is_listed():
    assert ranked("a", 1500).listed
    assert not ranked("a", 1500, games=0).listed
    assert not Ranked("a", Form(1700, rated_games=30), disqualified=True).listed


_rows = st.lists(
    st.tuples(st.integers(1500, 1503), st.integers(1, 2), st.integers(0, 2)), max_size=30
)


@given(_rows, st.integers(0, 30), st.integers(1, 7))
def test_positions_are_those_of_the_whole_sort_on_any_page(forms, skip, length):
    rows = [ranked(f"{n:02}", *form) for n, form in enumerate(forms)]
    rows.sort(key=lambda row: row.place)
    positions = [1 + sum(other.merit < row.merit for other in rows) for row in rows]
    page = rows[skip : skip + length]
    first = positions[skip] if page else 1
    placed = with_positions(page, first, skip)
    assert [position for position, _ in placed] == positions[skip : skip + length]


def test_the_prize_goes_to_all_who_share_the_first_place_and_have_played_enough():
    first = [ranked("a", 1900, 20), ranked("b", 1900, 20)]
    assert prize_of(first, 20) == ("a", "b")
    assert prize_of(first, 21) == ()
    assert prize_of([], 0) == ()
