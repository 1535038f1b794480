"""Statements of the most trodden paths: compiled once, and several asked in one round trip.

Compiling, binding and describing results anew costs several times what the database needs for a
row by its key. A `Prepared` knows all that from its statement, and runs on the transaction's own
connection like any other. Elsewhere plain SQLAlchemy is fast enough, and says more.
"""

from collections import namedtuple
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Dialect, Executable, RootTransaction, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from shared import tracing

Rows = list[Any]
"""Rows as named tuples, by the names of the statement's columns."""
Asked = tuple["Prepared", Mapping[str, Any]]
"""A statement and its parameters."""
_Process = Callable[[Any], Any]


class Prepared:
    """A statement for any database. What it is given is named: `bindparam`, not a list in it.

    `returned`: the columns of its rows, where it is no `select`.
    `planned_once`: PostgreSQL would plan it anew each time, as its best way might depend on what
    it is given, and does not: planning takes it longer than doing.
    """

    def __init__(
        self, statement: Executable, returned: Sequence[Any] = (), *, planned_once: bool = False
    ) -> None:
        self._statement: Any = statement
        self._columns = tuple(getattr(statement, "selected_columns", returned))
        self.planned_once = planned_once
        self._compiled: dict[str, _Compiled] = {}

    def run(self, connection: Connection, **given: Any) -> Rows:
        """Its rows, none if it returns none. Raises what SQLAlchemy would."""
        (rows,) = together(connection, (self, given))
        return rows

    def compiled(self, dialect: Dialect) -> "_Compiled":
        """The statement as one kind of database takes it; for `together`."""
        found = self._compiled.get(dialect.name)
        if found is None:
            found = _Compiled(self._statement.compile(dialect=dialect), dialect, self._columns)
            self._compiled[dialect.name] = found
        return found


def together(connection: Connection, *asked: Asked) -> list[Rows]:
    """The rows of each statement, all sent at once and done one after another.

    Each sees what was committed before its own turn came, not before the first one's.
    """
    if not tracing.spans.on:
        return _together(connection, asked)
    with tracing.spans.asking(connection, asked):
        return _together(connection, asked)


def _together(connection: Connection, asked: Sequence[Asked]) -> list[Rows]:
    dialect, driver = connection.dialect, _driver(connection)
    if dialect.name == "sqlite":
        with _as_sqlalchemy_raises(connection):
            return [each.compiled(dialect).ask(driver, given) for each, given in asked]
    planned_once = any(each.planned_once for each, _ in asked)
    sent = [(_PLAN_ONCE, {}), *asked, (_PLAN_FREELY, {})] if planned_once else asked
    ready = [(each.compiled(dialect), given) for each, given in sent]
    with _as_sqlalchemy_raises(connection):
        with driver.pipeline() if len(ready) > 1 else nullcontext():
            cursors = [each.send(driver, given) for each, given in ready]
        found = [each.rows(cursor) for (each, _), cursor in zip(ready, cursors, strict=True)]
    return found[1:-1] if planned_once else found


@contextmanager
def committed_at_once(transaction: RootTransaction) -> Iterator[None]:
    """Commit after the block; what it does by `Prepared` without rows travels with the commit.

    Raises at its end what any of that would have raised, and where a part of the transaction
    failed outside of every savepoint.
    """
    connection = transaction.connection
    if connection.dialect.name == "sqlite":
        yield
        transaction.commit()
        return
    driver = _driver(connection)
    with _as_sqlalchemy_raises(connection):
        try:
            with driver.pipeline():
                yield
                transaction.commit()
        except BaseException:
            # SQLAlchemy may take for committed what the server has refused since.
            if not driver.closed:
                driver.rollback()
            raise


def _driver(connection: Connection) -> Any:
    """The driver's own connection, on which the transaction runs; it begins here at the latest."""
    if not connection.in_transaction():
        connection.begin()
    return connection.connection.driver_connection


@contextmanager
def _as_sqlalchemy_raises(connection: Connection) -> Iterator[None]:
    dialect, held = connection.dialect, _driver(connection)
    driver: Any = dialect.loaded_dbapi
    try:
        yield
    except driver.Error as error:
        # The dialect goes by the connection's own state, and without it takes none for lost.
        lost = dialect.is_disconnect(error, held, None)
        if lost:
            connection.invalidate(error)
        raise DBAPIError.instance(
            None, None, error, driver.Error, True, connection_invalidated=lost, dialect=dialect
        ) from error


@dataclass(frozen=True)
class _Compiled:
    sql: SQLCompiler
    dialect: Dialect
    columns: Sequence[Any]

    @cached_property
    def text(self) -> str:
        return str(self.sql)

    def ask(self, driver: Any, given: Mapping[str, Any]) -> Rows:
        return self.rows(self.send(driver, given))

    def send(self, driver: Any, given: Mapping[str, Any]) -> Any:
        """The cursor from which to fetch the rows."""
        return driver.execute(self.text, self._bound(given))

    def rows(self, cursor: Any) -> Rows:
        if not self.columns:
            return []
        found = cursor.fetchall()
        if self._results:
            found = map(self._processed, found)
        return [self._row(*values) for values in found]

    def _bound(self, given: Mapping[str, Any]) -> Any:
        """The parameters as the driver wants them: by name, or by place."""
        known = {**self._own, **given}
        for name, process in self._binds:
            known[name] = process(known[name])
        places = self.sql.positiontup
        return known if places is None else tuple(known[name] for name in places)

    def _processed(self, values: tuple[Any, ...]) -> list[Any]:
        processed = list(values)
        for place, process in self._results:
            processed[place] = process(processed[place])
        return processed

    @cached_property
    def _row(self) -> Any:
        return namedtuple("Row", [column.name for column in self.columns])

    @cached_property
    def _own(self) -> dict[str, Any]:
        """What the statement brings with it."""
        binds = self.sql.bind_names.items()
        return {name: bind.value for bind, name in binds if not bind.required}

    @cached_property
    def _binds(self) -> list[tuple[str, _Process]]:
        # One parameter may stand in several places.
        types = {name: bind.type for bind, name in self.sql.bind_names.items()}
        found = [(name, self._known(of).bind_processor(self.dialect)) for name, of in types.items()]
        return [(name, process) for name, process in found if process]

    @cached_property
    def _results(self) -> list[tuple[int, _Process]]:
        found = [
            self._known(each.type).result_processor(self.dialect, None) for each in self.columns
        ]
        return [(place, process) for place, process in enumerate(found) if process]

    def _known(self, type_: TypeEngine[Any]) -> Any:
        return type_.dialect_impl(self.dialect)


_PLAN_ONCE = Prepared(text("SET LOCAL plan_cache_mode = force_generic_plan"))
_PLAN_FREELY = Prepared(text("SET LOCAL plan_cache_mode = auto"))
