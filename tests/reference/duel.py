"""One match of the league, as both players' desks."""

from dataclasses import dataclass, field
from datetime import datetime

from tests.reference.feedback import feedback, is_code
from tests.reference.plan import Clues, Game
from tests.reference.results import Side


@dataclass(frozen=True)
class Attempt:
    """A guess with its feedback."""

    number: int
    guess: str
    exact: int
    partial: int
    at: datetime


@dataclass(frozen=True)
class Clue:
    """What a clue told."""

    position: int
    symbol: str
    at: datetime


@dataclass(frozen=True)
class Refusal:
    """The status and code with which a request must be refused."""

    status: int
    code: str


@dataclass
class Desk:
    """One player's side of a match: the own code, and what was tried against the other's."""

    code: str | None = None
    confirmed: bool = False
    generated: bool = False
    attempts: list[Attempt] = field(default_factory=list)
    clues: list[Clue] = field(default_factory=list)

    def solved(self, game: Game) -> bool:
        return any(attempt.exact == game.code_length for attempt in self.attempts)

    def attempts_left(self, game: Game) -> int:
        return 0 if self.solved(game) else game.max_attempts - len(self.attempts)

    @property
    def final_code(self) -> str | None:
        """The code that the other solves, as far as it is known outside."""
        return self.code if self.confirmed or self.generated else None


@dataclass
class Duel:
    """A match: who plays whom in which round, and their desks."""

    id: str
    round: int
    first: str
    second: str
    game: Game
    clue_rules: Clues | None
    desks: dict[str, Desk] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.desks = {self.first: Desk(), self.second: Desk()}

    def side(self, account_id: str) -> str:
        return "first" if account_id == self.first else "second"

    def opponent(self, account_id: str) -> str:
        return self.second if account_id == self.first else self.first

    def target(self, account_id: str) -> str | None:
        return self.desks[self.opponent(account_id)].final_code

    def played(self, account_id: str, barred: bool) -> Side:
        """What counts of that player's desk when the round closes: of a barred one, nothing."""
        desk = self.desks[account_id]
        if barred or not desk.attempts:
            return Side(played=False, solved=False, attempts=0)
        return Side(True, desk.solved(self.game), len(desk.attempts))

    def valid(self, code: str) -> bool:
        game = self.game
        return is_code(code, game.code_length, game.symbols, game.repeats)

    def save(self, account_id: str, code: str, confirmed: bool) -> None:
        desk = self.desks[account_id]
        desk.code, desk.confirmed = code, confirmed

    def draw(self, account_id: str, code: str) -> None:
        """A drawn code is valid and all feedback given on it was right."""
        desk = self.desks[account_id]
        assert not desk.confirmed, f"{self.id}: a confirmed code was replaced"
        assert self.valid(code), f"{self.id}: drew {code}"
        desk.code, desk.generated = code, True
        for attempt in self.desks[self.opponent(account_id)].attempts:
            self._check(code, attempt)
        for clue in self.desks[self.opponent(account_id)].clues:
            assert code[clue.position - 1] == clue.symbol, f"{self.id}: false clue {clue}"

    def attempt(self, account_id: str, attempt: Attempt) -> None:
        target = self.target(account_id)
        if target is not None:
            self._check(target, attempt)
        self.desks[account_id].attempts.append(attempt)

    def tell(self, account_id: str, clue: Clue) -> None:
        desk, target = self.desks[account_id], self.target(account_id)
        assert 1 <= clue.position <= self.game.code_length, f"{self.id}: {clue}"
        told = [earlier.position for earlier in desk.clues]
        assert clue.position not in told, f"{self.id}: {clue} was told before"
        if target is not None:
            assert target[clue.position - 1] == clue.symbol, f"{self.id}: {target} {clue}"
        desk.clues.append(clue)

    def _check(self, code: str, attempt: Attempt) -> None:
        given, right = (attempt.exact, attempt.partial), feedback(code, attempt.guess)
        assert given == right, f"{self.id}: {code}/{attempt.guess} gave {given}, is {right}"
