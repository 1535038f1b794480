"""Reading a tournament report back: fixed columns, and what the rounds' signs are worth."""

from dataclasses import dataclass
from typing import Any

WINS, DRAWS, LOSSES = "1W+", "=D", "0L-"


@dataclass(frozen=True)
class ReportedRound:
    opponent: int | None
    colour: str
    result: str


@dataclass(frozen=True)
class ReportedPlayer:
    number: int
    name: str
    points: int
    rank: int | None
    rounds: tuple[ReportedRound, ...]


def read_report(text: str) -> tuple[dict[str, str], dict[int, ReportedPlayer]]:
    """The header by its tags, and the players by their starting numbers."""
    assert text.endswith("\r\n")
    lines = text.removesuffix("\r\n").split("\r\n")
    header = {line[:3]: line[4:] for line in lines if line[:3] != "001"}
    players = [_player(line) for line in lines if line[:3] == "001"]
    assert int(header["062"]) == len(players)
    return header, {player.number: player for player in players}


def worth(players: dict[int, ReportedPlayer], player: ReportedPlayer, points: Any) -> int:
    """What a player's rounds are worth, by the season's point values."""
    total = 0
    for place, one in enumerate(player.rounds):
        if one.opponent is None:
            total += points["bye"] if one.result == "U" else 0
            continue
        other = players[one.opponent].rounds[place]
        assert other.opponent == player.number
        assert {one.colour, other.colour} == {"w", "b"}
        if one.result in WINS:
            assert other.result in LOSSES
            total += points["win"]
        elif one.result in DRAWS:
            assert other.result in DRAWS
            total += points["draw"]
        elif other.result in WINS:
            total += points["loss"]
    return total


def _player(line: str) -> ReportedPlayer:
    cells = [line[start : start + 8] for start in range(91, len(line), 10)]
    return ReportedPlayer(
        number=int(line[4:8]),
        name=line[14:47].rstrip(),
        points=int(float(line[80:84])),
        rank=int(line[85:89]) if line[85:89].strip() else None,
        rounds=tuple(_round(cell) for cell in cells),
    )


def _round(cell: str) -> ReportedRound:
    opponent, colour, result = cell[:4], cell[5], cell[7]
    return ReportedRound(None if opponent == "0000" else int(opponent), colour, result)
