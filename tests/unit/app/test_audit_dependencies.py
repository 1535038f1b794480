"""The audit of dependencies: a service's word first, else that of the advisories shipped here."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from deploy import audit_dependencies
from deploy.advisories import renew, shipped
from deploy.advisories.known import Advisory, Pin, Span, pins_of
from deploy.advisories.shipped import Shipped
from deploy.audit_dependencies import LOCKS, Fault, ask_service, audit, report

SILENCE: tuple[list[Any], str] = ([], "nobody there")
BAD, GOOD = Pin("urllib3", "2.0.6"), Pin("urllib3", "2.0.7")
REDIRECTS = "PYSEC-2023-212"


def shipped_alone(*pins: Pin) -> list[Fault]:
    return audit(set(pins), SILENCE, shipped.read())[0]


def test_a_version_with_a_known_fault_is_found_in_what_is_shipped() -> None:
    (fault,) = shipped_alone(BAD)
    assert fault.names == (REDIRECTS, "CVE-2023-45803", "GHSA-g4mx-q9vg-27p4")
    assert str(fault).endswith("fixed in 1.26.18, 2.0.7")
    assert report([fault], [], []) == 1


def test_the_version_that_mends_it_is_not() -> None:
    assert shipped_alone(GOOD) == []
    assert report([], [], []) == 0


def test_each_line_of_versions_has_a_mending_of_its_own() -> None:
    old, mended = Pin("urllib3", "1.26.17"), Pin("urllib3", "1.26.18")
    assert [fault.names[0] for fault in shipped_alone(old)] == [REDIRECTS]
    assert shipped_alone(mended) == []


def test_versions_are_compared_as_versions() -> None:
    # Among strings 2.10 would come before 2.9.1, and 3.0.0b9 after 3.0.0.
    assert shipped_alone(Pin("babel", "2.10"), Pin("marshmallow", "3.0.0")) == []
    assert len(shipped_alone(Pin("babel", "2.9.0"), Pin("marshmallow", "3.0.0b8"))) == 2


def test_what_is_shipped_knows_of_every_pinned_package() -> None:
    pinned = {pin.name for lock in LOCKS for pin in pins_of(lock.read_text())}
    assert pinned <= shipped.read().packages.keys()


def test_how_old_the_advisories_are_is_said() -> None:
    known = Shipped("source", "licence", date(2020, 2, 1), {})
    _, lines = audit({GOOD}, SILENCE, known)
    assert lines[0] == "no advisory service answers (nobody there)"
    assert lines[1].startswith("1 packages audited against advisories as of 2020-02-01, ")


def test_a_package_never_looked_up_fails_and_says_how_to_renew(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text(f"never-heard-of==1.0 \\\n    --hash=sha256:{'0' * 64}\n")
    monkeypatch.setattr(audit_dependencies, "LOCKS", (lock,))
    monkeypatch.setattr(audit_dependencies, "ask_service", lambda _: SILENCE)
    assert audit_dependencies.main() == 1
    told = capsys.readouterr().out
    assert "never looked up: never-heard-of" in told
    assert "python -m deploy.advisories.renew" in told


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"packages": []}', "nonsense"])
def test_advisories_that_cannot_be_read_fail(
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "shipped.json"
    file.write_text(text)
    monkeypatch.setattr(shipped, "read", lambda read=shipped.read: read(file))
    assert audit_dependencies.main() == 1
    assert "cannot be read" in capsys.readouterr().out


def test_a_fault_that_is_accepted_is_told_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(audit_dependencies, "ACCEPTED", {"CVE-2023-45803": "no redirects here"})
    assert report(shipped_alone(BAD), [], []) == 0
    assert "(accepted: no redirects here)" in capsys.readouterr().out


def test_what_a_service_knows_is_its_word_alone() -> None:
    vulns = [{"id": "X-1", "aliases": ["CVE-X"], "fix_versions": ["3.0"]}]
    told = [
        {"name": BAD.name, "version": BAD.version, "vulns": []},
        {"name": "flask", "version": "3.1.0", "vulns": vulns},
    ]
    pins = {BAD, Pin("flask", "3.1.0"), Pin("werkzeug", "2.2.2")}
    faults, lines = audit(pins, (told, ""), shipped.read())
    assert str(faults[0]) == "flask 3.1.0: X-1, CVE-X, fixed in 3.0"
    assert {fault.pin.name for fault in faults[1:]} == {"werkzeug"}
    assert lines[0] == "2 packages asked about at an advisory service"
    assert lines[1].startswith("1 packages audited against advisories")


def test_nobody_who_answers_is_no_knowledge(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # A proxy where nobody listens: no advisory service answers.
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:1")
    lock = tmp_path / "requirements.lock"
    lock.write_text("flask==3.1.0 --hash=sha256:" + "0" * 64 + "\n")
    known, why_not = ask_service([lock])
    assert known == []
    assert why_not


RECORD = """
id: PYSEC-1
modified: 2025-03-04T05:06:07Z
published: "2025-01-02T00:00:00Z"
aliases: [CVE-1]
affected:
- package: {name: My_Package, ecosystem: PyPI}
  ranges:
  - type: GIT
    events: [{introduced: "0"}]
  - type: ECOSYSTEM
    events: [{introduced: "2.0"}, {fixed: "2.1"}, {introduced: "0"}, {last_affected: "1.5"}]
  versions: ["1.0", "2.0"]
"""


def test_renewing_keeps_facts_of_the_wanted_packages_alone(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text(RECORD)
    gone = {"id": "PYSEC-2", "modified": "2025-01-01", "withdrawn": "2025-01-01", "affected": []}
    (tmp_path / "gone.json").write_text(json.dumps(gone))
    listed = {"package": {"name": "other", "ecosystem": "PyPI"}, "versions": ["1.0", "2004d"]}
    other = {"id": "PYSEC-3", "modified": "2024-01-01", "affected": [listed]}
    (tmp_path / "listed.json").write_text(json.dumps(other))
    made = renew.renewed(tmp_path, {"my-package", "other", "unknown"})
    assert made.as_of == date(2025, 3, 4)
    spans = (Span("0", last="1.5"), Span("2.0", fixed="2.1"))
    one = Advisory("PYSEC-1", ("CVE-1",), "2025-01-02", "2025-03-04", spans)
    assert made.packages["my-package"] == (one,)
    assert [one.concerns(v) for v in ("1.5", "1.6", "2.0.1", "2.1")] == [True, False, True, False]
    assert [known.versions for known in made.packages["other"]] == [("1.0",)]
    assert made.packages["unknown"] == ()


def test_what_is_written_is_read_the_same(tmp_path: Path) -> None:
    file = tmp_path / "shipped.json"
    shipped.write(shipped.read(), file)
    assert shipped.read(file) == shipped.read()
    assert file.read_text() == shipped.FILE.read_text()


def test_a_folder_of_nothing_renews_nothing(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no advisories"):
        renew.renewed(tmp_path, {"flask"})
    (tmp_path / "bad.yaml").write_text("{")
    with pytest.raises(ValueError, match="cannot be read"):
        renew.renewed(tmp_path, {"flask"})
