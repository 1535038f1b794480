"""One round, played on a copy of the stage: with the secrets or without, and everybody watching."""

import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.e2e.secrecy import acting, looking, operating
from tests.e2e.secrecy.acting import Move, Script
from tests.e2e.secrecy.comparing import Key
from tests.e2e.secrecy.listening import EVENTS, Listener, last_id, live
from tests.e2e.secrecy.moments import Moment
from tests.e2e.secrecy.passing import go_to
from tests.e2e.secrecy.people import Person, Seen, ask
from tests.e2e.secrecy.seams import TestPlatform, running
from tests.e2e.secrecy.stage import Duel, Stage

LOOKS = tuple(moment for moment in Moment if moment is not Moment.MORNING)
LAST_LOOK = Moment.LAST_SECOND
"""When everything has been done, all watchers look at everything."""
OTHERS_LOOK = (Moment.LAST_SECOND, Moment.CLOSING)


@dataclass
class World:
    """A running world, and what everyone without a secret has seen in it so far."""

    platform: TestPlatform
    stage: Stage
    secrets: Mapping[str, Script]
    seen: dict[Key, Seen] = field(default_factory=dict)
    listeners: dict[str, Listener] = field(default_factory=dict)
    answers: dict[str, list[tuple[Move, Seen]]] = field(default_factory=dict)
    """For each match what its actor did in secret, and was answered."""

    @property
    def watchers(self) -> list[Person]:
        """Those who look at everything: an opponent and an operator, then the rest."""
        stage = self.stage
        return [
            stage.duels[0].opponent,
            stage.operator,
            stage.third,
            stage.guest,
            stage.nobody,
        ]

    def listen(self) -> None:
        self.listeners = {who.name: Listener(self.platform, who) for who in self.watchers}

    def play(self, looks: Collection[Moment] = LOOKS, until: Moment = Moment.CLOSING) -> None:
        """Play the round up to a moment, and look around at these of its moments."""
        incident = self._do(Moment.MORNING, self.stage.operator, operating.incident(self.stage))
        guide = looking.guide(self.platform, self.stage, incident.json["id"])
        for moment in list(Moment)[: until.value]:
            self.live_through(moment)
            if moment in looks:
                self._look(moment, guide)

    def live_through(self, moment: Moment) -> None:
        """First what everyone may see, then the secrets, then everybody else's own moves."""
        go_to(self.platform, self.stage, moment)
        for duel in self.stage.duels:
            self._leave(moment, duel)
        for duel in self.stage.secret_duels:
            self._act_in_secret(moment, duel)
        for duel in self.stage.duels:
            self._watch(moment, duel)
        self.platform.settle()

    def heard(self) -> dict[str, bytes]:
        """What each watcher has been told live."""
        present = {who: live(self.platform, who)[EVENTS].body for who in self.watchers}
        return {
            who.name: self.listeners[who.name].told_until(last_id(told))
            for who, told in present.items()
        }

    # Acts

    def _leave(self, moment: Moment, duel: Duel) -> None:
        if (duel.secret, moment) == (acting.WITHDRAWS, Moment.EVENING):
            self._ask(duel.actor, Move("DELETE", "/seasons/{season}/registration", None, 204))
        if (duel.secret, moment) == (acting.IS_DISQUALIFIED, Moment.SOLVING):
            self._do(moment, self.stage.operator, operating.disqualification(duel))

    def _act_in_secret(self, moment: Moment, duel: Duel) -> None:
        for move in self.secrets.get(str(duel.secret), {}).get(moment, ()):
            answer = self._ask(duel.actor, move, duel)
            self.answers.setdefault(duel.match_id, []).append((move, answer))

    def _watch(self, moment: Moment, duel: Duel) -> None:
        unprepared = duel.secret == acting.UNPREPARED
        script = acting.UNPREPARED_WATCHING if unprepared else acting.WATCHING
        for player in [duel.opponent] if duel.secret else [duel.actor, duel.opponent]:
            for move in script.get(moment, ()):
                self._do(moment, player, move, duel)
        for move in operating.acts_on(duel, moment) if duel.secret else ():
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
        """An opponent and an operator always look at everything, the others at times."""
        everywhere = self.watchers if moment is LAST_LOOK else self.watchers[:2]
        for who in everywhere:
            self._keep(moment, who, guide.all)
        if moment in OTHERS_LOOK:
            for who in (w for w in self.watchers if w not in everywhere):
                self._keep(moment, who, guide.main(self.stage.duels[0]))
            for player, duel in self._players_without_secret():
                if player not in self.watchers:
                    self._keep(moment, player, guide.own(duel))

    def _players_without_secret(self) -> Iterator[tuple[Person, Duel]]:
        for duel in self.stage.duels:
            yield duel.opponent, duel
            if not duel.secret:
                yield duel.actor, duel

    def _keep(self, moment: Moment, who: Person, addresses: Sequence[str]) -> None:
        sight = looking.look(self.platform, who, addresses)
        for address, seen in looking.look_again(self.platform, who, self._last_sight(who)).items():
            sight[f"{address} again"] = seen
        self.seen |= {(moment, who.name, address): seen for address, seen in sight.items()}

    def _last_sight(self, who: Person) -> looking.Sight:
        """How matches read to somebody when they last looked."""
        return {
            address: seen
            for (_, name, address), seen in self.seen.items()
            if name == who.name and address in self._worth_a_second_look
        }

    @property
    def _worth_a_second_look(self) -> set[str]:
        first = self.stage.duels[0]
        return {f"/matches/{first.match_id}", f"/seasons/{self.stage.season}/rounds/1/matches"}


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
