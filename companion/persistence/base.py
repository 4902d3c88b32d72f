# SPDX-License-Identifier: MIT
"""The declarative base, and the column types all tables share."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import ClassVar

from sqlalchemy import DateTime, Dialect, MetaData, String
from sqlalchemy.orm import DeclarativeBase
from sqlalchemy.types import TypeDecorator

# Every constraint has a name, so that a migration can find it again on every database.
_NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}


class PlainText(TypeDecorator[str]):
    """Text without the character NUL, which PostgreSQL does not take; it is kept as U+FFFD.

    Nobody types one, but anybody can send one: in an address, or in what a form hides.
    """

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Put the character for what cannot be shown in place of every NUL."""
        return None if value is None else value.replace("\0", "\ufffd")


class Base(DeclarativeBase):
    """The base of all tables."""

    metadata: ClassVar[MetaData] = MetaData(naming_convention=_NAMES)


# Not as an attribute: Flask-SQLAlchemy makes a base of its own on this one, and both would set it.
Base.registry.update_type_annotation_map({str: PlainText})


class UtcDateTime(TypeDecorator[datetime]):
    """A moment: always knows its zone, always UTC, the same on every database.

    Raises:
        ValueError: when a moment without a zone is to be stored.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Turn *value* into UTC; SQLite stores it without the zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a moment needs its time zone: {value}")
        moment = value.astimezone(UTC)
        return moment.replace(tzinfo=None) if dialect.name == "sqlite" else moment

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Give the zone back."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def now() -> datetime:
    """Return this moment in UTC."""
    return datetime.now(UTC)
