# SPDX-License-Identifier: MIT
"""Half-filled forms, kept on the server for the device that fills them in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from companion.persistence.drafts import Draft
from companion.services.visitors import Visitor


def read_draft(session: Session, visitor: Visitor | None, name: str) -> dict[str, Any]:
    """Return a draft's body; empty where there is none."""
    if visitor is None:
        return {}
    found = select(Draft.body).where(Draft.device_id == visitor.device_id, Draft.name == name)
    return dict(session.scalar(found) or {})


def write_draft(session: Session, visitor: Visitor, name: str, body: Mapping[str, Any]) -> None:
    """Put a draft in place of the one with the same name; inside ``writing``."""
    found = select(Draft).where(Draft.device_id == visitor.device_id, Draft.name == name)
    draft = session.scalar(found)
    if draft is None:
        session.add(Draft(device_id=visitor.device_id, name=name, body=dict(body)))
    else:
        draft.body = dict(body)


def drop_draft(session: Session, visitor: Visitor, name: str) -> None:
    """Forget a draft; inside ``writing``."""
    mine = (Draft.device_id == visitor.device_id, Draft.name == name)
    session.execute(delete(Draft).where(*mine))
