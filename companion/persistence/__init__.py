# SPDX-License-Identifier: MIT
"""The store: tables, the append-only log, and the one way to write into it."""

# Whoever imports a part of the store gets all tables, and the log sealed.
from companion.persistence import drafts as drafts
from companion.persistence import seal as seal
