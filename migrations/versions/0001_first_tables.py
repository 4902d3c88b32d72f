# SPDX-License-Identifier: MIT
"""The first tables: groups, devices, people, matches, seats, and the sealed log of events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)

SEAL = {
    "sqlite": (
        """CREATE TRIGGER events_never_change BEFORE UPDATE ON events
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
        """CREATE TRIGGER events_never_go BEFORE DELETE ON events
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
        """CREATE TRIGGER events_never_replaced BEFORE INSERT ON events
        WHEN EXISTS (SELECT 1 FROM events WHERE id = NEW.id
            OR (match_id = NEW.match_id AND (seq = NEW.seq OR key = NEW.key)))
        BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END""",
    ),
    "postgresql": (
        """CREATE FUNCTION events_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the log is append-only' USING ERRCODE = 'restrict_violation';
        END $$""",
        """CREATE TRIGGER events_never_change BEFORE UPDATE OR DELETE ON events
        FOR EACH ROW EXECUTE FUNCTION events_refuse()""",
        """CREATE TRIGGER events_never_emptied BEFORE TRUNCATE ON events
        FOR EACH STATEMENT EXECUTE FUNCTION events_refuse()""",
    ),
}


def upgrade() -> None:
    create_people()
    create_matches()
    create_events()
    for statement in SEAL[op.get_bind().dialect.name]:
        op.execute(statement)


def create_people() -> None:
    op.create_table(
        "groups",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("secret_hash", sa.String),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_groups"),
        sa.UniqueConstraint("secret_hash", name="uq_groups_secret_hash"),
    )
    op.create_table(
        "devices",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("secret_hash", sa.String, nullable=False),
        sa.Column("group_id", sa.Integer, nullable=False),
        sa.Column("name", sa.String),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("seen_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.UniqueConstraint("secret_hash", name="uq_devices_secret_hash"),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name="fk_devices_group_id_groups"),
    )
    op.create_index("ix_devices_group_id", "devices", ["group_id"])
    op.create_table(
        "people",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("group_id", sa.Integer, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
        sa.UniqueConstraint("group_id", "name", name="uq_people_group_id_name"),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name="fk_people_group_id_groups"),
    )


def create_matches() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("code", sa.String, nullable=False),
        sa.Column("group_id", sa.Integer, nullable=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sa.UniqueConstraint("code", name="uq_matches_code"),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name="fk_matches_group_id_groups"),
    )
    op.create_index("ix_matches_group_id", "matches", ["group_id"])
    op.create_table(
        "seats",
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("person_id", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match_id", "position", name="pk_seats"),
        sa.CheckConstraint("position >= 0", name=op.f("ck_seats_position")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_seats_match_id_matches"),
        sa.ForeignKeyConstraint(["person_id"], ["people.id"], name="fk_seats_person_id_people"),
    )
    op.create_index("ix_seats_person_id", "seats", ["person_id"])


def create_events() -> None:
    op.create_table(
        "events",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("match_id", sa.Integer, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("game_version", sa.Integer, nullable=False),
        sa.Column("device_id", sa.Integer),
        sa.Column("seat", sa.Integer),
        sa.Column("key", sa.String),
        sa.Column("at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
        sa.UniqueConstraint("match_id", "seq", name="uq_events_match_id_seq"),
        sa.UniqueConstraint("match_id", "key", name="uq_events_match_id_key"),
        sa.CheckConstraint("seq >= 1", name=op.f("ck_events_seq")),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_events_match_id_matches"),
        sa.ForeignKeyConstraint(["device_id"], ["devices.id"], name="fk_events_device_id_devices"),
    )
    op.create_index("ix_events_device_id", "events", ["device_id"])


def downgrade() -> None:
    for table in ("events", "seats", "matches", "people", "devices", "groups"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION events_refuse()")
