"""Is the data folder usable, and are the databases in it whole and up to date."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from services.app.doctor.finding import Finding, good, note, wrong
from services.app.lock import holder_of, is_held

SHORTEST_SECRET = 32


def check_folder(data: Path) -> Iterator[Finding]:
    if not data.exists():
        yield _folder_to_be(data)
    elif not data.is_dir():
        yield wrong("data folder", f"{data} is no folder", "choose another one: JUSTA_DATA, --data")
    elif not os.access(data, os.W_OK | os.X_OK):
        yield wrong("data folder", f"{data} cannot be written", f"make it yours: chown {data}")
    elif is_held(data):
        yield note("data folder", f"{data} is in use by {holder_of(data)}")
    else:
        yield good("data folder", str(data))


def check_secret(data: Path, given: str | None) -> Iterator[Finding]:
    """The secret in the folder is its owner's alone, and the one in force is long enough."""
    file = data / "secret"
    open_to = stat.S_IMODE(file.stat().st_mode) & 0o077 if file.exists() else 0
    secret = given or (file.read_text().strip() if file.exists() else None)
    if open_to:
        yield wrong("secret", f"{file} can be read by others", f"chmod 600 {file}")
    elif secret is None:
        yield good("secret", "made at the first start")
    elif len(secret) < SHORTEST_SECRET:
        mend = "unset JUSTA_SECRET or set a longer one" if given else f"rm {file}"
        told = f"it is shorter than {SHORTEST_SECRET} characters"
        yield wrong("secret", told, f"{mend} (everybody has to log in again)")
    else:
        yield good("secret", "known to its owner alone")


def check_databases(data: Path) -> Iterator[Finding]:
    # Imported here: a program that does not load is a finding of its own, not the doctor's end.
    from services.app.composition import SERVICES
    from shared.migrate import newest_revision

    for service in SERVICES:
        file = data / f"{service.name}.sqlite"
        if file.exists():
            yield _database(service.name, file, newest_revision(service))
        else:
            yield note(f"database {service.name}", "not there yet; `justa up` makes it")


def _database(name: str, file: Path, newest: str | None) -> Finding:
    about = f"database {name}"
    try:
        with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
            damage = connection.execute("PRAGMA quick_check").fetchone()[0]
            revision = _revision(connection)
    except sqlite3.Error as error:
        damage, revision = str(error), None
    if damage != "ok":
        return wrong(about, f"damaged: {damage}", f"put back a copy of {file} from before")
    if revision != newest:
        told = f"at migration {revision or 'none'}, the program at {newest}"
        return wrong(about, told, f"run `justa migrate {name}` (`justa up` does it too)")
    return good(about, f"whole, at migration {revision}")


def _revision(connection: sqlite3.Connection) -> str | None:
    try:
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.OperationalError:
        return None
    return row[0] if row else None


def _folder_to_be(data: Path) -> Finding:
    parent = next(place for place in data.parents if place.exists())
    if os.access(parent, os.W_OK | os.X_OK):
        return good("data folder", f"{data}, made at the first start")
    return wrong("data folder", f"{data} cannot be made", "choose another: JUSTA_DATA, --data")
