"""A missing, changed or invented line of the audit log shows, whoever reached the database."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from services.app.cli import main
from services.gateway.domain.audit_chain import Fault
from services.gateway.service import SERVICE
from services.gateway.store import audit
from shared.migrate import migrate
from tests.service.gateway.gateway_under_test import Gateway
from tests.service.gateway.migrating import go_back_before

GUARDS = ("audit_stays", "audit_holds", "audit_links_stay", "audit_links_hold")
INVENTED = (
    "INSERT INTO audit (id, at, account_id, method, path, request_id) "
    "SELECT 'x', at, account_id, method, path, request_id FROM audit LIMIT 1"
)


@pytest.fixture
def written(gateway: Gateway) -> Gateway:
    """A log of five acts: four answered, one whose answer never came."""
    operator = gateway.operator()
    for number in range(4):
        gateway.post(f"/seasons/{number}/cancel", {"reason": "rain"}, operator.token)
    gateway.services.dead.add("scheduler")
    gateway.post("/seasons/4/cancel", {"reason": "rain"}, operator.token)
    return gateway


def check(gateway: Gateway) -> list[Fault]:
    with gateway.runtime.reading() as uow:
        return list(audit.check(uow))


def tamper(gateway: Gateway, statement: str) -> None:
    """As somebody would who owns the database: past the guards."""
    with gateway.runtime.plain_writing() as connection:
        for guard in GUARDS:
            connection.execute(text(f"DROP TRIGGER IF EXISTS {guard}"))
        assert connection.execute(text(statement)).rowcount > 0


def test_an_honest_log_has_no_faults(written: Gateway) -> None:
    assert check(written) == []
    with written.runtime.reading() as uow:
        assert audit.head(uow)[0] == 4 * 2 + 1


@pytest.mark.parametrize(
    ("statement", "faults"),
    [
        ("DELETE FROM audit WHERE path LIKE '%/1/%'", ["line_missing", "line_missing"]),
        ("UPDATE audit SET reason = 'sun' WHERE path LIKE '%/1/%'", ["line_changed"]),
        ("UPDATE audit SET account_id = 'x' WHERE path LIKE '%/4/%'", ["line_changed"]),
        ("UPDATE audit SET at = '1999-01-01 00:00:00' WHERE path LIKE '%/0/%'", ["line_changed"]),
        ("UPDATE audit SET status = 409 WHERE path LIKE '%/2/%'", ["line_changed"]),
        ("UPDATE audit SET status = NULL WHERE path LIKE '%/2/%'", ["line_changed"]),
        ("UPDATE audit SET status = 200 WHERE path LIKE '%/4/%'", ["line_not_linked"]),
        (INVENTED, ["line_not_linked"]),
        ("DELETE FROM audit_links WHERE number = 3", ["link_missing", "line_not_linked"]),
        ("DELETE FROM audit_links WHERE number >= 9", ["end_missing", "line_not_linked"]),
        ("UPDATE audit_links SET digest = 'x' WHERE number = 9", ["line_changed", "end_missing"]),
        ("DELETE FROM audit_head", ["end_missing"]),
    ],
)
def test_what_was_done_to_it_shows(written: Gateway, statement: str, faults: list[str]) -> None:
    tamper(written, statement)
    assert [fault.what for fault in check(written)] == faults


def test_lines_of_before_the_chain_are_linked_by_the_migration(written: Gateway) -> None:
    engine = written.runtime.engine
    go_back_before(engine, "0007")
    migrate(SERVICE, engine)
    assert check(written) == []


def test_the_command_tells_it_in_plain_words(written: Gateway, tmp_path: Path) -> None:
    def run(*more: str) -> tuple[int, str]:
        told = CliRunner().invoke(main, ["audit", "verify", "--data", str(tmp_path), *more])
        return told.exit_code, told.output

    code, output = run()
    assert code == 0
    since = output.split("--since ")[1].strip()
    operator = written.operator()
    written.services.dead.clear()
    written.post("/seasons/9/cancel", {"reason": "rain"}, operator.token)
    assert run("--since", since)[0] == 0
    assert run("--since", "nonsense")[0] == 1
    # Somebody writes the whole log anew, chain and all, without the first act.
    tamper(written, "DELETE FROM audit WHERE path LIKE '%/0/%'")
    go_back_before(written.runtime.engine, "0007")
    migrate(SERVICE, written.runtime.engine)
    assert run()[0] == 0
    code, output = run("--since", since)
    assert code == 1
    assert "link 9 is another one than it was" in output


def test_deleting_an_account_leaves_the_chain_as_it_is(gateway: Gateway) -> None:
    operator, ana = gateway.operator(), gateway.player("Ana")
    gateway.post(f"/admin/accounts/{ana.id}/suspend", {"reason": "x"}, operator.token)
    gateway.post(
        f"/admin/accounts/{ana.id}/suspend", {"reason": "x", "suspended": False}, operator.token
    )
    assert gateway.call("DELETE", "/me", token=ana.token).status_code == 204
    assert check(gateway) == []
