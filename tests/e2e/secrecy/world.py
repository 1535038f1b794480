"""One round, played on a copy of the stage: with the secrets or without, and everybody watching."""

import shutil
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.e2e.secrecy import acting, looking, operating
from tests.e2e.secrecy.acting import Move, Script
from tests.e2e.secrecy.listening import EVENTS, Listener, last_id, live
from tests.e2e.secrecy.moments import Moment
from tests.e2e.secrecy.people import Person, Seen, ask
from tests.e2e.secrecy.seams import TestPlatform, running
from tests.e2e.secrecy.stage import Duel, Stage

Key = tuple[Moment, str, str]
"""When, who, and what they looked at or did."""
SECOND, HOUR = timedelta(seconds=1), timedelta(hours=1)


@dataclass
class World:
    """A running world, and what everyone without a secret has seen in it so far."""

    platform: TestPlatform
    stage: Stage
    secrets: Mapping[str, Script]
    seen: dict[Key, Seen] = field(default_factory=dict)
    listeners: dict[str, Listener] = field(default_factory=dict)
    answers: dict[tuple[str, Moment], list[Seen]] = field(default_factory=dict)
    """What the actors were answered in secret."""

    @property
    def watchers(self) -> list[Person]:
        """Those who look at everything: an opponent, a player of another match, and the rest."""
        stage = self.stage
        return [
            stage.duels[0].opponent,
            stage.third,
            stage.operator,
            stage.guest,
            stage.nobody,
        ]

    def listen(self) -> None:
        self.listeners = {who.name: Listener(self.platform, who) for who in self.watchers}

    def play(self, looks: Collection[Moment] = tuple(Moment)) -> None:
        """Play the round until it closes, and look around at these of its moments."""
        incident = self._do(Moment.MORNING, self.stage.operator, operating.incident(self.stage))
        guide = looking.guide(self.platform, self.stage, incident.json["id"])
        for moment in Moment:
            self._go_to(moment)
            self._act(moment)
            self.platform.settle()
            if moment in looks:
                self._look(moment, guide)

    def heard(self) -> dict[str, bytes]:
        """What each watcher has been told live."""
        present = {who: live(self.platform, who)[EVENTS].body for who in self.watchers}
        return {
            who.name: self.listeners[who.name].told_until(last_id(told))
            for who, told in present.items()
        }

    def close(self) -> None:
        """Let the duels be settled, and everything published."""
        self.platform.clock.hold()
        self.platform.settle()

    # Time

    def _go_to(self, moment: Moment) -> None:
        platform, stage = self.platform, self.stage
        match moment:
            case Moment.MORNING:
                platform.move_clock(stage.preparing_from)
            case Moment.EVENING:
                platform.move_clock(stage.solving_from - HOUR)
            case Moment.SOLVING:
                platform.clock.hold()
                platform.move_clock(stage.solving_from + HOUR)
            case Moment.LAST_SECOND:
                platform.move_clock(stage.closes_at - SECOND)
            case Moment.AT_SOLVING | Moment.AT_CLOSE:
                platform.clock.hold(*platform.runtimes)
                at_solving = moment is Moment.AT_SOLVING
                platform.clock.move(stage.solving_from if at_solving else stage.closes_at)
            case Moment.CLOSING:
                platform.clock.hold("match")
                platform.settle()

    # Acts

    def _act(self, moment: Moment) -> None:
        """First what everyone may see, then the secrets, then everybody else's own moves."""
        for duel in self.stage.duels:
            self._leave(moment, duel)
        for duel in self.stage.secret_duels:
            for move in self.secrets.get(str(duel.secret), {}).get(moment, ()):
                answer = self._ask(duel.actor, move, duel)
                self.answers.setdefault((str(duel.secret), moment), []).append(answer)
        for duel in self.stage.duels:
            self._watch(moment, duel)

    def _leave(self, moment: Moment, duel: Duel) -> None:
        if (duel.secret, moment) == (acting.WITHDRAWS, Moment.EVENING):
            self._ask(duel.actor, Move("DELETE", "/seasons/{season}/registration", None, 204))
        if (duel.secret, moment) == (acting.IS_DISQUALIFIED, Moment.SOLVING):
            self._do(moment, self.stage.operator, operating.disqualification(duel))

    def _watch(self, moment: Moment, duel: Duel) -> None:
        unprepared = duel.secret == acting.UNPREPARED
        script = acting.UNPREPARED_WATCHING if unprepared else acting.WATCHING
        for player in [duel.opponent] if duel.secret else [duel.actor, duel.opponent]:
            for move in script.get(moment, ()):
                self._do(moment, player, move, duel)
        if duel.secret:
            for move in operating.acts_on(duel, moment):
                self._do(moment, self.stage.operator, move, duel)

    def _do(self, moment: Moment, who: Person, move: Move, duel: Duel | None = None) -> Seen:
        """A move that is no secret: what it is answered is seen, in its turn."""
        answer = self._ask(who, move, duel)
        turn = sum(key[:2] == (moment, who.name) for key in self.seen)
        self.seen[moment, who.name, f"{turn}. {move.method} {move.path}"] = answer
        return answer

    def _ask(self, who: Person, move: Move, duel: Duel | None = None) -> Seen:
        known = {"season": self.stage.season, "name": who.name}
        if duel:
            others = (d.match_id for d in self.stage.duels if d != duel)
            known |= {"match": duel.match_id, "other": next(others)}
        path, body = move.path.format(**known), _filled(move.body, known)
        answer = ask(self.platform, who, move.method, path, body, dict(move.headers))
        assert (answer.status, answer.code) == (move.status, move.code), (who, move, answer)
        return answer

    # Looks

    def _look(self, moment: Moment, guide: looking.Guide) -> None:
        watchers = self.watchers
        for who in watchers:
            self._keep(moment, who, looking.look(self.platform, who, guide.all))
        for duel in self.stage.duels:
            for player in (duel.opponent, *(() if duel.secret else (duel.actor,))):
                if player not in watchers:
                    own = guide.own(duel.match_id)
                    self._keep(moment, player, looking.look(self.platform, player, own))

    def _keep(self, moment: Moment, who: Person, sight: looking.Sight) -> None:
        before = {
            address: seen
            for (_, name, address), seen in self.seen.items()
            if name == who.name and address.startswith("/matches")
        }
        sight |= looking.look_again(self.platform, who, before)
        self.seen |= {(moment, who.name, address): seen for address, seen in sight.items()}


def _filled(body: Any, known: Mapping[str, str]) -> Any:
    if not isinstance(body, dict):
        return body
    return {k: v.format(**known) if isinstance(v, str) else v for k, v in body.items()}


@contextmanager
def world(
    stage: Stage, folder: Path, secrets: Mapping[str, Script], **settings: Any
) -> Iterator[World]:
    """A world on a copy of the stage in which the actors follow `secrets`."""
    shutil.copytree(stage.folder, folder)
    with running(folder, era=1, **settings) as platform:
        yield World(platform, stage, secrets)


def differences(one: Mapping[Key, Seen], other: Mapping[Key, Seen]) -> list[str]:
    """What somebody saw in one world and not in the other."""
    return [
        f"{moment.name}, {who}, {what}: {told}"
        for moment, who, what in sorted(one.keys() | other.keys(), key=str)
        if (told := looking.unlike(one.get((moment, who, what)), other.get((moment, who, what))))
    ]
