"""What the ladder refuses."""

from shared.errors import Conflict


class SeasonsOverlap(Conflict):
    code, title = "seasons_overlap", "Ladder seasons must not overlap"
