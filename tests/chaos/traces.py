"""What all the events have left behind in databases and queues: nothing lost, nothing doubled."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

import pika
from sqlalchemy import Engine, create_engine, text

from shared.events.catalogue import ALL_SERVICES, heard_by
from shared.messaging.topology import dead_queue, topology_of
from tests.broker import waiting

# Those of `Deployment`: what waits for its next try waits in a queue named by the delay.
RETRY_DELAYS = (0.2, 0.5, 1.0)


class Traces:
    """The five databases and the broker, as whoever looks for a lost event sees them."""

    def __init__(self, databases: Mapping[str, str], broker_url: str) -> None:
        self._engines: dict[str, Engine] = {s: create_engine(u) for s, u in databases.items()}
        self._broker_url = broker_url

    def close(self) -> None:
        for engine in self._engines.values():
            engine.dispose()

    def unrest(self) -> dict[str, Any]:
        """What is still on its way: events stored, queued, or not handled by every listener."""
        found = {
            "outboxes": self._unpublished(),
            "queues": self._queued(),
            "unheard": {s: unheard for s in ALL_SERVICES if (unheard := self._unheard(s))},
        }
        return {what: where for what, where in found.items() if where}

    def check_no_dead_letters(self) -> None:
        for service in ALL_SERVICES:
            lying = waiting(self._broker_url, dead_queue(service))
            assert lying == 0, f"dead letters of {service}"
            kept = self._ask(service, "SELECT type, reason FROM dead_letters")
            assert kept == [], f"dead letters of {service}"

    def check_results(self, season_id: str, match_ids: set[str]) -> None:
        """Each match has one first result, each result is told once, and the standings agree."""
        asked = "SELECT payload FROM outbox WHERE type = 'MatchResult'"
        told = [json.loads(payload) for (payload,) in self._ask("match", asked)]
        mine = [(r["match_id"], r["revision"]) for r in told if r["season_id"] == season_id]
        firsts = [match_id for match_id, revision in mine if revision == 1]
        assert sorted(firsts) == sorted(match_ids), "each first result is told once"
        names = "r.match_id, r.revision, r.outcome, r.by, r.first_points, r.second_points"
        names += ", r.attempt_difference, r.first_attempts, r.second_attempts, r.annulled"
        decided = f"SELECT {names} FROM results r JOIN matches m ON m.id = r.match_id"
        ours = self._ask("match", f"{decided} WHERE m.season_id = :season", season=season_id)
        known = f"SELECT {names} FROM results r WHERE r.season_id = :season"
        theirs = self._ask("standings", known, season=season_id)
        assert sorted(ours) == sorted(theirs)
        assert sorted((row[0], row[1]) for row in ours) == sorted(mine)
        assert len(mine) == len(match_ids) + 1, "and one is corrected once"

    def check_tables(self, season_id: str, rounds: int) -> None:
        """Revisions are without gaps, bear their own digests, and the scheduler has the first."""
        asked = "SELECT round, revision, digest, rows FROM published_tables WHERE season_id = :s"
        tables = self._ask("standings", f"{asked} ORDER BY round, revision", s=season_id)
        revisions: dict[int, list[int]] = {}
        copies = self._copies(season_id)
        for number, revision, digest, rows in tables:
            revisions.setdefault(number, []).append(revision)
            assert digest == _digest(rows), f"table {number}"
            assert self._told_digests(season_id, number, revision) == {digest}
            if revision == 1:
                copied = [[row[1], row[7]] for row in rows]
                assert copies[number] == copied, f"the scheduler's copy of {number}"
        assert list(revisions) == list(copies) == list(range(rounds + 1))
        assert all(seen == list(range(1, len(seen) + 1)) for seen in revisions.values())

    def _copies(self, season_id: str) -> dict[int, list[Any]]:
        """The tables from which the scheduler has drawn."""
        asked = "SELECT round, ranking FROM rankings WHERE season_id = :s ORDER BY round, page"
        copies: dict[int, list[Any]] = {}
        for number, ranking in self._ask("scheduler", asked, s=season_id):
            copies.setdefault(number, []).extend(ranking)
        return copies

    def _told_digests(self, season_id: str, number: int, revision: int) -> set[str]:
        asked = "SELECT payload FROM outbox WHERE type = 'StandingsPublished' AND aggregateid = :s"
        told = [json.loads(row[0]) for row in self._ask("standings", asked, s=season_id)]
        return {
            one["digest"] for one in told if (one["round"], one["revision"]) == (number, revision)
        }

    def _unpublished(self) -> dict[str, int]:
        asked = "SELECT count(*) FROM outbox WHERE published_at IS NULL"
        counts = {service: self._ask(service, asked)[0][0] for service in ALL_SERVICES}
        return {service: count for service, count in counts.items() if count}

    def _queued(self) -> dict[str, int]:
        with pika.BlockingConnection(pika.URLParameters(self._broker_url)) as connection:
            channel = connection.channel()
            counts = {
                queue.name: channel.queue_declare(queue.name, passive=True).method.message_count
                for service in ALL_SERVICES
                for queue in topology_of(service, RETRY_DELAYS).queues
                if queue.name != dead_queue(service)
            }
        return {name: count for name, count in counts.items() if count}

    def _unheard(self, service: str) -> list[str]:
        """Events of all outboxes that `service` hears and has not handled."""
        types = [heard.type for heard in heard_by(service)]
        asked = "SELECT id, type FROM outbox WHERE type = ANY(:types)"
        handled = {row[0] for row in self._ask(service, "SELECT id FROM inbox")}
        said = [row for source in ALL_SERVICES for row in self._ask(source, asked, types=types)]
        return [f"{type} {id}" for id, type in said if id not in handled]

    def _ask(self, service: str, asked: str, **values: Any) -> list[tuple[Any, ...]]:
        with self._engines[service].connect() as connection:
            return [tuple(row) for row in connection.execute(text(asked), values)]


def _digest(rows: list[Any]) -> str:
    lines = (json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    return hashlib.sha256("".join(lines).encode()).hexdigest()
