# SPDX-License-Identifier: MIT
"""The tables. What happened in a match stands in :class:`Event` alone; nothing there ever changes.

Totals, ranks and winners have no column: they are replayed from the events.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from companion.persistence.base import Base, UtcDateTime, now

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and letters that nobody mistakes for one another, read aloud or on a screen."""


def new_code() -> str:
    """Return a match's public name: 14 letters, 69 bits, so that nobody finds one by trying."""
    return "".join(secrets.choice(_LETTERS) for _ in range(14))


class Group(Base):
    """A private circle of people, with its matches; *secret_hash* belongs to its sharing link."""

    __tablename__ = "groups"

    id: Mapped[int] = mapped_column(primary_key=True)
    secret_hash: Mapped[str | None] = mapped_column(unique=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)


class Device(Base):
    """A browser that has been here; its cookie's secret is kept as a hash only."""

    __tablename__ = "devices"

    id: Mapped[int] = mapped_column(primary_key=True)
    secret_hash: Mapped[str] = mapped_column(unique=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"), index=True)
    name: Mapped[str | None]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)

    group: Mapped[Group] = relationship()


class Person(Base):
    """Somebody who has played in this group before."""

    __tablename__ = "people"
    __table_args__ = (UniqueConstraint("group_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"))
    name: Mapped[str]

    group: Mapped[Group] = relationship()


class Match(Base):
    """One match: whose it is, which game, and its public name in addresses."""

    __tablename__ = "matches"

    id: Mapped[int] = mapped_column(primary_key=True)
    code: Mapped[str] = mapped_column(unique=True, default=new_code)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"), index=True)
    game: Mapped[str]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)

    group: Mapped[Group] = relationship()
    seats: Mapped[list[Seat]] = relationship(
        order_by="Seat.position", back_populates="match", cascade="save-update, merge"
    )


class Seat(Base):
    """Who sits where; positions count clockwise from 0."""

    __tablename__ = "seats"
    __table_args__ = (CheckConstraint("position >= 0", name="position"),)

    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    person_id: Mapped[int] = mapped_column(ForeignKey("people.id"), index=True)

    match: Mapped[Match] = relationship(back_populates="seats")
    person: Mapped[Person] = relationship()


class Event(Base):
    """One thing that happened in a match; written once (see ``seal``), by ``log_store.append``.

    *seq* counts from 1 within the match, without gaps. *key* is the writer's idempotency key.
    The body is text-exact JSON, not JSONB: an export must not depend on the database.
    """

    __tablename__ = "events"
    __table_args__ = (
        UniqueConstraint("match_id", "seq"),
        UniqueConstraint("match_id", "key"),
        CheckConstraint("seq >= 1", name="seq"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[int] = mapped_column(ForeignKey("matches.id"))
    seq: Mapped[int]
    kind: Mapped[str]
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    game_version: Mapped[int]
    device_id: Mapped[int | None] = mapped_column(ForeignKey("devices.id"), index=True)
    seat: Mapped[int | None]
    key: Mapped[str | None]
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)
