# SPDX-License-Identifier: MIT
"""${message}.

Rules of every migration (delete this list when they are kept):
- All steps run in one transaction, on SQLite too. A failure leaves the old tables.
- It goes up, down and up again, and goes up with data in it. Tests try all three.
- It never changes or removes an event. Rebuilding `events` on SQLite (batch mode) drops its
  triggers: set them again, with the statements written out here.
- It imports nothing from companion. What it needs of today's code is copied here, since that
  code will change and this must not.
- SQLite alters tables only through op.batch_alter_table.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}

revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    ${upgrades if upgrades else "pass"}


def downgrade() -> None:
    ${downgrades if downgrades else "pass"}
