# SPDX-License-Identifier: MIT
"""Drafts: what a device has begun to fill in survives a reload and a restart."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "drafts",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("device_id", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_drafts"),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_drafts_device_id_devices"),
        sa.UniqueConstraint("device_id", "name", name="uq_drafts_device_id_name"),
    )


def downgrade() -> None:
    op.drop_table("drafts")
