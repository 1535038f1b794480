"""What the fields of forms are read as."""

import pytest
from flask import Flask

from services.gateway.web import forms


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (" 12 ", 12),
        ("-3", -3),
        ("", None),
        (" ", None),
        ("--5", "--5"),
        ("-", "-"),
        ("1e5", "1e5"),
        ("²", "²"),
        ("1" * 5000, "1" * 5000),
        ("9" * 30, int("9" * 30)),
    ],
)
def test_what_is_no_whole_number_goes_on_as_it_was_typed(typed: str, read: int | str) -> None:
    with Flask(__name__).test_request_context(method="POST", data={"amount": typed}):
        assert forms.whole("amount") == read
