"""What a name looks like: equal for names that a reader can hardly tell apart.

Unicode lists which characters are confused with which (UTS 39, *confusables*). All that are
confused with each other are written as one of them here, so that what is left can be compared.
"""

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache

from confusable_homoglyphs.confusables import confusables_data

_MOST_TURNS = 8
# Unseen where they stand: directions of writing, variants of a sign, joiners of combined letters.
_UNSEEN = frozenset(map(chr, (0x034F, 0x200E, 0x200F, *range(0xFE00, 0xFE10))))


def looks(name: str) -> frozenset[str]:
    """The ways in which `name` may be read, one or two: two names with one in common look alike.

    Case makes no difference to whose name it is, but to what it looks like: a capital i is a
    small L to the eye, a small i is not. So both readings count. Blanks count in neither.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return frozenset({_bare(folded), _bare(name)})


def _bare(text: str) -> str:
    return "".join(_skeleton(_skeleton(text).casefold()).split())


def _skeleton(text: str) -> str:
    """`text` with every character written as the one it stands for here."""
    for _ in range(_MOST_TURNS):
        decomposed = unicodedata.normalize("NFD", text)
        written = "".join(_written().get(sign, sign) for sign in decomposed if _is_seen(sign))
        if written == text:
            break
        text = written
    return text


def _is_seen(sign: str) -> bool:
    return sign not in _UNSEEN


@cache
def _written() -> Mapping[str, str]:
    """Each confusable character and what is written for it."""
    return {
        sign: stands_for
        for group in _groups(confusables_data)
        if (stands_for := min(group, key=_preference))
        for sign in group
        if len(sign) == 1 and sign != stands_for
    }


def _preference(text: str) -> tuple[bool, bool, bool, bool, str]:
    """A text of several letters first (æ and ae), for those are not replaced as one; then what
    case has a say about: small ASCII letters before capitals before digits.
    """
    return len(text) == 1, not text.isascii(), not text.islower(), not text.isupper(), text


def _groups(table: Mapping[str, Iterable[Mapping[str, str]]]) -> list[set[str]]:
    """The table's texts in groups of those confused with each other, directly or in a row."""
    neighbours: dict[str, set[str]] = {}
    for text, others in table.items():
        for other in others:
            one, two = _clean(text), _clean(other["c"])
            neighbours.setdefault(one, set()).add(two)
            neighbours.setdefault(two, set()).add(one)
    groups, grouped = [], set[str]()
    for text in neighbours:
        if text not in grouped:
            group = _reached(text, neighbours)
            groups.append(group)
            grouped |= group
    return groups


def _reached(start: str, neighbours: Mapping[str, set[str]]) -> set[str]:
    reached, ahead = {start}, [start]
    while ahead:
        fresh = neighbours[ahead.pop()] - reached
        reached |= fresh
        ahead.extend(fresh)
    return reached


def _clean(text: str) -> str:
    """Without the marks of direction that the table puts around some of its entries."""
    seen = "".join(filter(_is_seen, text))
    return unicodedata.normalize("NFD", seen or text)
