# SPDX-License-Identifier: MIT
"""Who is asking: a device, known by the secret in its cookie, and its private group.

There are no accounts. A device's rows are made when it first writes something, so that a
visit that only looks leaves nothing behind.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from companion.persistence.models import Device, Group, Match


class NotYours(Exception):
    """This device already has a group with tables of its own."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A device that has written before, and the group whose tables it sees."""

    device_id: int
    group_id: int


def new_secret() -> str:
    """Return a secret for a cookie or a link: 256 bits nobody can guess."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """Return what is stored of a secret; it has too many bits to need a slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def find_visitor(session: Session, secret: str) -> Visitor | None:
    """Return the device with that secret, if it has ever written anything."""
    found = select(Device.id, Device.group_id).where(Device.secret_hash == hashed(secret))
    row = session.execute(found).one_or_none()
    return Visitor(row.id, row.group_id) if row else None


def ensure_visitor(session: Session, secret: str) -> Visitor:
    """Return the device with that secret; inside ``writing`` it is made with a group of its own."""
    known = find_visitor(session, secret)
    if known:
        return known
    device = Device(secret_hash=hashed(secret), group=Group())
    session.add(device)
    session.flush()
    return Visitor(device.id, device.group_id)


def new_group(session: Session) -> tuple[int, str]:
    """Make a group that a link opens, inside ``writing``; return its id and the link's secret."""
    secret = new_secret()
    group = Group(secret_hash=hashed(secret))
    session.add(group)
    session.flush()
    return group.id, secret


def enter_group(session: Session, device_secret: str, link_secret: str) -> bool:
    """Take a device into the group of a link, inside ``writing``.

    Returns:
        Whether the link is alive.

    Raises:
        NotYours: the device has tables of its own, which it would no longer see.
    """
    group = session.scalar(select(Group.id).where(Group.secret_hash == hashed(link_secret)))
    if group is None:
        return False
    known = find_visitor(session, device_secret)
    if known is None:
        session.add(Device(secret_hash=hashed(device_secret), group_id=group))
        return True
    if known.group_id == group:
        return True
    if session.scalar(select(Match.id).where(Match.group_id == known.group_id).limit(1)):
        raise NotYours
    session.get_one(Device, known.device_id).group_id = group
    return True
