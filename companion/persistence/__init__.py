# SPDX-License-Identifier: MIT
"""The store: tables, the append-only log, and the one way to write into it."""

from companion.persistence import seal as seal  # whoever imports a table gets it sealed
