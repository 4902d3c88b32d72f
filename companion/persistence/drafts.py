# SPDX-License-Identifier: MIT
"""What a device has begun and not finished: one draft per name, replaced by the next."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from companion.persistence.base import Base, UtcDateTime, now


class Draft(Base):
    """A half-filled form, by the device that fills it in and the form's own name."""

    __tablename__ = "drafts"
    __table_args__ = (UniqueConstraint("device_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"))
    name: Mapped[str]
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[datetime] = mapped_column(UtcDateTime, default=now, onupdate=now)
