"""A ladder season kept plainly: every game in a list, everything counted anew when asked."""

from dataclasses import dataclass, field
from typing import Any

LOSS = ((2400, 20), (2200, 18), (2000, 15), (1800, 12), (1600, 8), (0, 5))


@dataclass
class PlainGame:
    """Times in minutes. `winner` is a letter, or None."""

    id: str
    players: str
    started: int
    finished: int
    winner: str | None
    rated: bool
    voided: bool = False


@dataclass
class PlainSeason:
    games: list[PlainGame] = field(default_factory=list)

    def is_rated(self, players: str, started: int) -> bool:
        """Whether no 24 hours would hold a third game of the pair."""
        starts = [
            game.started
            for game in self.games
            if set(game.players) == set(players) and game.rated and not game.voided
        ]
        starts.append(started)
        return all(sum(begin <= one < begin + 1440 for one in starts) <= 2 for begin in starts)

    def of(self, player: str) -> list[PlainGame]:
        counted = [
            game
            for game in self.games
            if player in game.players and game.rated and game.winner and not game.voided
        ]
        return sorted(counted, key=lambda game: (game.finished, game.started, game.id))

    def changes(self, player: str) -> list[tuple[str, int]]:
        """What each counted game did, in the order of play."""
        points, streak, changes = 1500, 0, []
        for game in self.of(player):
            if game.winner == player:
                change, streak = 10 + min(3 * streak, 12), streak + 1
            else:
                cost = next(cost for least, cost in LOSS if points >= least)
                change, streak = -min(cost, points - 1500), 0
            points += change
            changes.append((game.id, change))
        return changes

    def row(self, player: str) -> tuple[int, int, int, int]:
        """Points, games, last finish and wins."""
        counted = self.of(player)
        points = 1500 + sum(change for _, change in self.changes(player))
        wins = sum(game.winner == player for game in counted)
        return points, len(counted), counted[-1].finished if counted else 0, wins

    def ranking(self, players: str) -> list[tuple[int, str, Any]]:
        """Position, player and row of all who are listed."""
        rows = {player: self.row(player) for player in players if self.of(player)}
        merits = {player: (-row[0], -row[1], row[2]) for player, row in rows.items()}
        return [
            (1 + sum(merits[one] < merits[player] for one in rows), player, rows[player])
            for player in sorted(rows, key=lambda player: (merits[player], player))
        ]
