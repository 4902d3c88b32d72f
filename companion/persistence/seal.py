# SPDX-License-Identifier: MIT
"""The log's seal: an event is written once and never changed or removed.

Two locks on the same door. The ORM's listeners tell a programmer at once; the database's triggers
also stop whoever comes with SQL. ``create_all`` sets the triggers by itself; migrations carry their
own copy of the same statements, because a migration must not change when this module does.
"""

from __future__ import annotations

from sqlalchemy import Connection, Table, event
from sqlalchemy.orm import Mapper, ORMExecuteState, Session

from companion.persistence.models import Event

_LOG = Event.__table__

SQLITE = (
    """CREATE TRIGGER events_never_change BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    """CREATE TRIGGER events_never_go BEFORE DELETE ON events
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    # INSERT OR REPLACE removes the old row without asking the trigger above.
    """CREATE TRIGGER events_never_replaced BEFORE INSERT ON events
    WHEN EXISTS (SELECT 1 FROM events WHERE id = NEW.id
        OR (match_id = NEW.match_id AND (seq = NEW.seq OR key = NEW.key)))
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
)
"""The statements that seal the log on SQLite."""

POSTGRESQL = (
    """CREATE FUNCTION events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'restrict_violation'; END $$""",
    """CREATE TRIGGER events_never_change BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION events_refuse()""",
    """CREATE TRIGGER events_never_emptied BEFORE TRUNCATE ON events
    FOR EACH STATEMENT EXECUTE FUNCTION events_refuse()""",
)
"""The statements that seal the log on PostgreSQL."""


class LogIsAppendOnly(RuntimeError):
    """Somebody tried to change or remove an event; a correction is a new event."""


def statements(dialect: str) -> tuple[str, ...]:
    """Return the statements that seal the log on *dialect* (``sqlite`` or ``postgresql``)."""
    return {"sqlite": SQLITE, "postgresql": POSTGRESQL}[dialect]


@event.listens_for(_LOG, "after_create")
def _set_triggers(_table: Table, connection: Connection, **_options: object) -> None:
    for statement in statements(connection.dialect.name):
        connection.exec_driver_sql(statement)


@event.listens_for(_LOG, "after_drop")
def _drop_function(_table: Table, connection: Connection, **_options: object) -> None:
    # SQLite drops triggers with their table; PostgreSQL keeps the function they called.
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("DROP FUNCTION IF EXISTS events_refuse()")


@event.listens_for(Event, "before_update")
@event.listens_for(Event, "before_delete")
def _refuse_row(_mapper: Mapper[Event], _connection: Connection, row: Event) -> None:
    raise LogIsAppendOnly(f"event {row.seq} of match {row.match_id}")


@event.listens_for(Session, "do_orm_execute")
def _refuse_statement(state: ORMExecuteState) -> None:
    # By name, because update(Event) holds an annotated copy of the table.
    name = getattr(getattr(state.statement, "table", None), "name", None)
    if (state.is_update or state.is_delete) and name == Event.__tablename__:
        raise LogIsAppendOnly("events are neither updated nor deleted")
