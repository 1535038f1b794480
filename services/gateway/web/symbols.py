"""Code symbols: sixteen shapes, each with its character, told apart in grey, by colour and aloud.

The colours are those of Okabe and Ito, chosen so that colour-blind eyes tell them apart; each is
used twice, filled and outlined, always with a shape of its own. Shapes are drawn in a square of 32.
"""

SYMBOLS = "123456789ABCDEFG"

SHAPES: dict[str, str] = {
    "1": "M16 2a14 14 0 1 0 0 28a14 14 0 1 0 0-28z",
    "2": "M4 4h24v24H4z",
    "3": "M16 2l15 27H1z",
    "4": "M16 1l15 15-15 15L1 16z",
    "5": "M16 1l14.5 10.5-5.5 18H7L1.5 11.500z",
    "6": "M8 3h16l8 13-8 13H8L0 16z",
    "7": "M11 2h10v9h9v10h-9v9H11v-9H2V11h9z",
    "8": "M16 0l4 10.500 11.500.5-9 7 3 11.500L16 23l-9.500 6.500 3-11.500-9-7L12 10.500z",
    "9": "M16 30L1 12a8 8 0 0 1 15-6a8 8 0 0 1 15 6z",
    "A": "M2 2h28L16 31z",
    "B": "M1 8h30v16H1z",
    "C": "M8 1h16v30H8z",
    "D": "M10 1h12l9 9v12l-9 9H10l-9-9V10z",
    "E": "M7 5h25l-7 22H0z",
    "F": "M16 1a15 15 0 0 1 15 15v13H1V16A15 15 0 0 1 16 1z",
    "G": "M0 10h16V2l16 14-16 14v-8H0z",
}


def first(count: int) -> str:
    """The symbols of a game that has so many."""
    return SYMBOLS[:count]


def tidy_code(text: str) -> str:
    """A code as typed, perhaps with spaces and small letters, as the interface wants it."""
    return "".join(text.split()).replace("-", "").replace(",", "").upper()
