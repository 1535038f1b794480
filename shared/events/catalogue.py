"""Every event of Justa: who says it, who hears it, what it carries and in which order.

An event announces a fact that its producer has already stored. Versions only add fields; a
change that breaks a reader is a new type. Whatever can grow comes in pages of at most
`PAGE_SIZE` with `page` (from 1), `pages` and a `revision`. Names of people appear in the
`Account…` events alone; everything else carries ids. Instants are UTC.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Literal, Self, TypeVar, dataclass_transform

import marshmallow as ma

from shared.events.reading import Unusual, reader_of, teller_of
from shared.events.schema import schema_of

PAGE_SIZE = 500


class Event:
    """What every event type has beside its own fields; filled in by the `event` decorator."""

    type: ClassVar[str]
    version: ClassVar[int]
    producer: ClassVar[str]
    consumers: ClassVar[tuple[str, ...]]
    ordering: ClassVar[str]
    private: ClassVar[bool]
    meaning: ClassVar[str]
    schema: ClassVar[ma.Schema]
    _read: ClassVar[Callable[[Any], Any]]
    _tell: ClassVar[Callable[[Any], dict[str, Any]]]

    @classmethod
    def from_data(cls, data: Any) -> Self:
        """The event that `data` tells; raises `marshmallow.ValidationError`."""
        try:
            event: Self = cls._read(data)
        except Unusual:
            event = cls.schema.load(data)
        return event

    def to_data(self) -> dict[str, Any]:
        """What the event carries, fit for JSON."""
        return type(self)._tell(self)

    @property
    def ordering_key(self) -> str:
        """Events with the same key are told in the order in which they were stored."""
        return str(getattr(self, self.ordering))


EventType = type[Event]
CATALOGUE: dict[str, EventType] = {}
_E = TypeVar("_E", bound=type[Any])


@dataclass_transform(kw_only_default=True, frozen_default=True)
def event(
    *,
    producer: str,
    consumers: tuple[str, ...],
    ordering: str,
    version: int = 1,
    private: bool = False,
) -> Callable[[_E], _E]:
    """Enter a dataclass into the catalogue.

    That a `private` event was told at all is nothing for anybody but whom it is about: not even
    for operators.
    """

    def enter(cls: _E) -> _E:
        made: Any = dataclass(frozen=True, kw_only=True)(cls)
        made.type, made.version, made.private = cls.__name__, version, private
        made.producer, made.consumers, made.ordering = producer, consumers, ordering
        made.meaning = (cls.__doc__ or "").strip().splitlines()[0]
        made.schema = schema_of(made)
        made._read, made._tell = reader_of(made), teller_of(made)
        CATALOGUE[made.type] = made
        return made  # type: ignore[no-any-return]  # the decorator keeps the class it was given

    return enter


def heard_by(service: str) -> tuple[EventType, ...]:
    """The types that `service` consumes."""
    return tuple(t for t in CATALOGUE.values() if service in t.consumers)


def private_types() -> tuple[str, ...]:
    """The names of the private types."""
    return tuple(t.type for t in CATALOGUE.values() if t.private)


_KEEP_NAMES = ("scheduler", "match", "standings", "ladder")


# --- accounts ---------------------------------------------------------------------------


@event(producer="gateway", consumers=_KEEP_NAMES, ordering="account_id")
class AccountRegistered(Event):
    """Somebody may now take part under this display name.

    A guest has no account: nothing of theirs is rated, and they are in no league.
    """

    account_id: str
    display_name: str
    revision: int
    is_guest: bool = False


@event(producer="gateway", consumers=_KEEP_NAMES, ordering="account_id")
class AccountRenamed(Event):
    """The display name changed; the highest revision is the one in force."""

    account_id: str
    display_name: str
    revision: int


@event(producer="gateway", consumers=_KEEP_NAMES, ordering="account_id")
class AccountSuspended(Event):
    """Operators suspended an account, or lifted that again."""

    account_id: str
    suspended: bool
    revision: int


@event(producer="gateway", consumers=_KEEP_NAMES, ordering="account_id")
class AccountDeleted(Event):
    """The account is gone for good; its history stays under "deleted player"."""

    account_id: str
    revision: int


@event(producer="gateway", consumers=("match",), ordering="match_id")
class ReviewChanged(Event):
    """The result of a match is under review, or not any more.

    `revision` counts the changes of that match; the highest one is in force.
    """

    match_id: str
    under_review: bool
    revision: int


# --- what seasons are made of -----------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class PointValues:
    """What a result is worth, in points."""

    win: int
    draw: int
    loss: int
    bye: int


@dataclass(frozen=True, kw_only=True)
class GameSettings:
    code_length: int
    symbols: int
    repeats: bool
    max_attempts: int


@dataclass(frozen=True, kw_only=True)
class ClueSettings:
    unlock_after_attempts: int
    limit: int
    aura_cost: int


@dataclass(frozen=True, kw_only=True)
class LotNumber:
    account_id: str
    number: int


@dataclass(frozen=True, kw_only=True)
class RoundTimes:
    """The three instants of a round; null while a timed round is not announced yet."""

    round: int
    preparing_from: datetime | None
    solving_from: datetime | None
    closes_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class PairedMatch:
    """One match of a round. The three figures are those of a Swiss pairing, else null."""

    match_id: str
    first: str
    second: str
    points_difference: int | None = None
    rank_difference: int | None = None
    met_before: int | None = None


@dataclass(frozen=True, kw_only=True)
class RankedParticipant:
    """One line of a published table; `position` is null for somebody disqualified."""

    account_id: str
    position: int | None
    points: int


Format = Literal["swiss", "double_round_robin"]
Outcome = Literal["first", "second", "draw", "none"]
GameOrigin = Literal["queue", "private", "computer"]
UnratedReason = Literal["private", "computer", "guest", "rematch_limit"]


@dataclass(frozen=True, kw_only=True)
class ObservedSide:
    """How one side of a match answered: its attempts, and the milliseconds between each attempt
    and the one before it.
    """

    account_id: str
    attempts: int
    solved: bool
    answer_milliseconds: tuple[int, ...]


# --- the scheduler's --------------------------------------------------------------------


@event(producer="scheduler", consumers=("standings", "match", "gateway"), ordering="season_id")
class SeasonAnnounced(Event):
    """Registration opened: the season's settings are fixed from here on."""

    season_id: str
    name: str
    format: Format
    time_zone: str
    points: PointValues
    game: GameSettings
    clues: ClueSettings | None


@event(producer="scheduler", consumers=("standings", "match", "gateway"), ordering="season_id")
class SeasonChanged(Event):
    """A running season's clock changed: all rounds announced and not closed, as they stand now.

    `revision` counts the season's changes; the highest one is in force. While `held_round`
    is set, the phase `held_phase` of that round stays open beyond its stored end.
    """

    season_id: str
    revision: int
    change: Literal["postponed", "held", "resumed", "round_announced"]
    held_round: int | None
    held_phase: Literal["preparing", "solving"] | None
    rounds: tuple[RoundTimes, ...]
    page: int
    pages: int


@event(producer="scheduler", consumers=("standings", "match", "gateway"), ordering="season_id")
class SeasonCancelled(Event):
    """The season is over without an end; an open round closes without results.

    Rounds up to `last_round` had closed before (0: none) and get their results all the same.
    """

    season_id: str
    reason: str
    last_round: int


@event(producer="scheduler", consumers=("standings", "match", "gateway"), ordering="season_id")
class SeasonFinished(Event):
    """All rounds are played; `last_round` is the last one that closed (0: none)."""

    season_id: str
    last_round: int


@event(producer="scheduler", consumers=("standings", "match"), ordering="season_id")
class RegistrationClosed(Event):
    """The list of participants is final, numbered by lot, and the number of rounds fixed."""

    season_id: str
    format: Format
    points: PointValues
    rounds: int
    participants: tuple[LotNumber, ...]
    page: int
    pages: int
    revision: int


@event(producer="scheduler", consumers=("match",), ordering="season_id")
class ParticipantWithdrawn(Event):
    """Somebody left: from `from_round` on they play no more.

    `departure` numbers the season's withdrawals and disqualifications together, 1, 2, 3 …
    """

    season_id: str
    account_id: str
    from_round: int
    departure: int


@event(producer="scheduler", consumers=("match",), ordering="season_id")
class ParticipantDisqualified(Event):
    """Somebody moves no more from now on, and counts as withdrawn from `from_round` on.

    `departure` as in `ParticipantWithdrawn`. `last_round` is set where the season had finished
    before: the round of its last table.
    """

    season_id: str
    account_id: str
    from_round: int
    departure: int
    last_round: int | None = None


@event(producer="scheduler", consumers=("match", "standings", "gateway"), ordering="season_id")
class RoundPaired(Event):
    """Who meets whom in a round, and who has the bye.

    `times_revision` is the season's revision (see `SeasonChanged`) that the times are of.
    `optimal` tells of a Swiss round whether its pairing is proven to be the best one.
    """

    season_id: str
    round: int
    leg: int | None
    times: RoundTimes
    times_revision: int
    points: PointValues
    game: GameSettings
    clues: ClueSettings | None
    bye: str | None
    optimal: Literal["proven", "within_window"] | None
    matches: tuple[PairedMatch, ...]
    matches_in_round: int
    page: int
    pages: int
    revision: int


@event(producer="scheduler", consumers=("match", "gateway"), ordering="season_id")
class SolvingOpened(Event):
    """Preparing is over: missing codes are drawn and both sides solve."""

    season_id: str
    round: int
    matches: int


@event(producer="scheduler", consumers=("match", "standings", "gateway"), ordering="season_id")
class RoundClosed(Event):
    """A round is over; `matches` results follow from the match service.

    `bye` is who earns the bye's points: null also if the one with the bye had left before.
    `departures` is how many withdrawals and disqualifications (see `ParticipantWithdrawn`) had
    been in the season by then: the round's results wait for word of all of them, and later
    ones change none of them, whatever the order in which events come.
    """

    season_id: str
    round: int
    matches: int
    bye: str | None
    departures: int


# --- the match service's ----------------------------------------------------------------


@event(producer="match", consumers=("ladder", "gateway"), ordering="match_id")
class DuelOpened(Event):
    """A live duel began: a ladder game that was asked for, or a friendly one at a table.

    The id of a ladder game is that of its match. The computer plays under account ids of its own.
    `unrated_reason` is null for a rated game. Preparing ends at `preparing_until` at the latest.
    """

    match_id: str
    kind: Literal["ladder", "friendly"]
    origin: GameOrigin
    first: str
    second: str
    first_is_guest: bool
    second_is_guest: bool
    rated: bool
    unrated_reason: UnratedReason | None
    opened_at: datetime
    preparing_until: datetime


@event(producer="match", consumers=("standings", "ladder", "gateway"), ordering="match_id")
class MatchResult(Event):
    """How a match ended, or how an operator changed that.

    `revision` 1 is the result itself, every annulment or correction one more. The match
    service numbers what it does to a season after the fact (corrections, and
    disqualifications it obeys) as *acts* 1, 2, 3 …: `act` is this change's own number (null
    in a first result), `acts` how many there had been when this was decided, itself included.
    `first_attempts` and `second_attempts` are attempts made; points are the season's (0 in ladder
    and friendly games, whose `season_id` and `round` are null). `left` is who resigned, abandoned
    or let the preparation deadline pass; `left_phase` the phase in which a live duel ended so, or
    without anybody to blame, null where it was played to its end.
    """

    match_id: str
    kind: Literal["league", "ladder", "friendly"]
    season_id: str | None
    round: int | None
    first: str
    second: str
    outcome: Outcome
    by: str
    first_played: bool
    second_played: bool
    first_attempts: int
    second_attempts: int
    first_solved: bool
    second_solved: bool
    first_points: int
    second_points: int
    attempt_difference: int
    left: Literal["first", "second"] | None
    left_phase: Literal["preparing", "solving"] | None
    started_at: datetime
    finished_at: datetime
    revision: int
    annulled: bool
    act: int | None
    acts: int


@event(producer="match", consumers=("scheduler", "standings"), ordering="season_id")
class ParticipantBarred(Event):
    """The match service obeys: this participant's codes and attempts are refused from now on.

    `act` is a disqualification's number among the season's acts (see `MatchResult`), null for
    a withdrawal, which changes no table. `last_round` is passed on from
    `ParticipantDisqualified`.
    """

    season_id: str
    account_id: str
    kind: Literal["withdrawn", "disqualified"]
    act: int | None
    last_round: int | None = None


@event(producer="match", consumers=("gateway",), ordering="match_id", private=True)
class DuelChanged(Event):
    """One player's view of a duel changed; told to `account_id` alone."""

    match_id: str
    account_id: str


# --- the ladder's -----------------------------------------------------------------------


@event(producer="ladder", consumers=("match",), ordering="game_id")
class LadderGameOpened(Event):
    """Two players of the queue were paired: the match service opens their live duel.

    Whether the game is rated is decided; `unrated_reason` is null if it is. The duel's clocks
    start when it is open, and are the season's (seconds).
    """

    game_id: str
    season_id: str
    first: str
    second: str
    rated: bool
    unrated_reason: UnratedReason | None
    started_at: datetime
    preparation_seconds: int
    solve_seconds: int
    abandon_seconds: int


@event(producer="ladder", consumers=("match",), ordering="match_id")
class DuelHeard(Event):
    """The ladder goes by it from now on that a live duel began or, if `over`, that it has ended."""

    match_id: str
    over: bool


@event(producer="ladder", consumers=("match",), ordering="game_id")
class LadderGameCalledOff(Event):
    """A game whose duel was not open in time: it has ended without a winner and never opens."""

    game_id: str


@event(producer="ladder", consumers=("gateway",), ordering="account_id")
class RatingChanged(Event):
    """What the ranking of a ladder season says of a player changed.

    That is their points, streak or number of rated games, or that they are left out of it.
    `revision` counts that player's changes in the season; the highest one is in force.
    """

    season_id: str
    account_id: str
    revision: int
    points: int
    streak: int
    rated_games: int


@event(producer="ladder", consumers=("gateway",), ordering="game_id")
class LadderGameVoided(Event):
    """An operator voided a game, or lifted that again.

    Guests of other game servers have no id.
    """

    season_id: str
    game_id: str
    first: str | None
    second: str | None
    voided: bool
    revision: int


@event(producer="ladder", consumers=("gateway",), ordering="season_id")
class LadderSeasonConfirmed(Event):
    """The final ranking of a ladder season, as revision 1 or a correction of it.

    `prize` names everybody who shares the first place and has played enough, or nobody.
    """

    season_id: str
    revision: int
    confirmed_at: datetime
    prize: tuple[str, ...]


@event(producer="ladder", consumers=("gateway",), ordering="game_id")
class ReportedGameEnded(Event):
    """Two accounts have met in the ladder's queue of another game server, for operators to look at.

    `winner` is who won as reported, whether it was rated or not, null for nobody.
    """

    game_id: str
    season_id: str
    first: str
    second: str
    winner: Literal["first", "second"] | None
    ended_at: datetime


@event(producer="match", consumers=("gateway",), ordering="match_id")
class PlayObserved(Event):
    """How both sides of a match played, for operators to look at; told when the match has closed.

    `outcome` is what the play itself decided, null where the match was called off.
    """

    match_id: str
    kind: Literal["league", "ladder", "friendly"]
    season_id: str | None
    round: int | None
    first: ObservedSide
    second: ObservedSide
    outcome: Outcome | None
    ended_at: datetime


# --- the standings' ---------------------------------------------------------------------


@event(producer="standings", consumers=("scheduler", "gateway"), ordering="season_id")
class StandingsPublished(Event):
    """A complete table after a round (0: before the first), as one revision of it."""

    season_id: str
    round: int
    revision: int
    digest: str
    published_at: datetime
    ranking: tuple[RankedParticipant, ...]
    page: int
    pages: int


# --- of the kit: every service says these -----------------------------------------------

ALL_SERVICES = ("scheduler", "match", "standings", "ladder", "gateway")


@dataclass(frozen=True, kw_only=True)
class StreamLength:
    """The position of the last event that went to a listener."""

    consumer: str
    position: int


@event(producer="*", consumers=ALL_SERVICES, ordering="source")
class StreamAnnounced(Event):
    """How many events `source` has given to each of its listeners so far."""

    source: str
    lengths: tuple[StreamLength, ...]


@event(producer="*", consumers=ALL_SERVICES, ordering="source")
class EventsWanted(Event):
    """`consumer` never got these positions of its stream from `source`; send them again."""

    source: str
    consumer: str
    positions: tuple[int, ...]


@event(producer="*", consumers=ALL_SERVICES, ordering="asker")
class SnapshotWanted(Event):
    """`asker` wants to be told again, as it stands now, what it keeps of others' data.

    `types` are the events that it takes for that.
    """

    asker: str
    types: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class ToldFact:
    """What an event of `type` would carry."""

    type: str
    data: dict[str, Any]


@event(producer="*", consumers=ALL_SERVICES, ordering="asker")
class SnapshotTold(Event):
    """Facts told again to `asker` alone: those who have them are not troubled."""

    asker: str
    facts: tuple[ToldFact, ...]
