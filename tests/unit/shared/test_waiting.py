"""Looking again until something is so."""

from shared.waiting import wait_until


def test_what_is_so_already_is_asked_once() -> None:
    looks: list[int] = []
    assert wait_until(lambda: looks.append(1) is None, patience=0.0, every=60.0)
    assert len(looks) == 1


def test_looks_again_until_it_is_so() -> None:
    answers = iter([False, False, True])
    assert wait_until(lambda: next(answers), patience=60.0, every=0.0)
    assert list(answers) == []


def test_gives_up_when_patience_is_over() -> None:
    looks: list[int] = []
    assert not wait_until(lambda: bool(looks.append(1)), patience=0.0, every=60.0)
    assert len(looks) == 1
