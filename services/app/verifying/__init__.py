"""Replaying a season's file without the platform: `justa verify FILE`.

reading    the file as typed values
draw       participants, the lot, the number of rounds, their times
pairings   who should have met whom
duels      codes, attempts, clues, results and what was made of them
tables     every revision of every table
verdict    all of it, in plain words
"""

from services.app.verifying.verdict import Verdict, verify

__all__ = ["Verdict", "verify"]
