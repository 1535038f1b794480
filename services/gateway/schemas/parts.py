"""What the schemas are made of: texts by their length, ids, what a rule of the domain accepts."""

from collections.abc import Callable
from typing import Any

import marshmallow as ma
from marshmallow.validate import Length

from shared.errors import Invalid

LONGEST_TEXT = 4000


class Checked(ma.fields.String):
    """A text that one of the domain's rules accepts, in the form in which it is kept."""

    def __init__(self, rule: Callable[[str], str], **options: Any) -> None:
        super().__init__(**options)
        self._rule = rule

    def _deserialize(self, *given: Any, **options: Any) -> str:
        try:
            return self._rule(super()._deserialize(*given, **options) or "")
        except Invalid as refusal:
            messages = [words for said in refusal.errors.values() for words in said]
            raise ma.ValidationError(messages) from refusal


def text(most: int, least: int = 1, **options: Any) -> ma.fields.String:
    return ma.fields.String(validate=Length(least, most), **options)


def ids(**options: Any) -> ma.fields.List[Any]:
    return ma.fields.List(text(36), validate=Length(max=100), **options)
