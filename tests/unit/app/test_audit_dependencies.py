"""The audit of dependencies: a fault fails it, silence is said plainly and fails nothing."""

from pathlib import Path

import pytest

from deploy import audit_dependencies
from deploy.audit_dependencies import report


def test_a_known_fault_is_named_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    fault = {"id": "X-1", "fix_versions": ["2.0"]}
    found = {
        "dependencies": [
            {"name": "good", "version": "1.0", "vulns": []},
            {"name": "bad", "version": "1.0", "vulns": [fault]},
            {"name": "odd", "skip_reason": "not known"},
        ]
    }
    assert report(found, "") == 1
    told = capsys.readouterr().out
    assert "bad 1.0: X-1, fixed in 2.0" in told
    assert "NOT AUDITED, unknown to the service: odd" in told
    assert "2 packages asked about, 1 with known faults" in told


def test_nobody_who_answers_is_said_and_fails_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # A proxy where nobody listens: no advisory service answers.
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")
    lock = tmp_path / "requirements.lock"
    lock.write_text("flask==3.1.0 --hash=sha256:" + "0" * 64 + "\n")
    assert report(*audit_dependencies.audit(lock)) == 0
    assert capsys.readouterr().out.startswith("NOT AUDITED: no advisory service answers (")


def test_an_index_without_advisories_is_no_audit(capsys: pytest.CaptureFixture[str]) -> None:
    assert report({"dependencies": [{"name": "a", "skip_reason": "not found"}]}, "") == 0
    assert capsys.readouterr().out.startswith("NOT AUDITED")


def test_what_can_be_audited_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert report({"dependencies": [{"name": "a", "version": "1", "vulns": []}]}, "") == 0
    assert capsys.readouterr().out == "1 packages asked about, 0 with known faults\n"
