"""Invite codes: nobody guesses one, and everybody can say it over the telephone."""

from services.match.domain.codes import Choose

_CONSONANTS = "bdfgklmnprstvz"
_VOWELS = "aeiou"
_SYLLABLES, _IN_A_WORD = 8, 2


def draw_invite(choose: Choose) -> str:
    """An invite code such as `bamo-kire-tosu-lafi`: one of about 5·10^14."""
    syllables = [_pick(_CONSONANTS, choose) + _pick(_VOWELS, choose) for _ in range(_SYLLABLES)]
    words = (syllables[n : n + _IN_A_WORD] for n in range(0, _SYLLABLES, _IN_A_WORD))
    return "-".join("".join(word) for word in words)


def read_invite(text: str) -> str:
    """The invite code that somebody typed: capitals, spaces and missing hyphens are forgiven."""
    letters = "".join(letter for letter in text.casefold() if letter.isalpha())
    size = 2 * _IN_A_WORD
    return "-".join(letters[n : n + size] for n in range(0, len(letters), size))


def _pick(letters: str, choose: Choose) -> str:
    return letters[choose(len(letters))]
