# SPDX-License-Identifier: MIT
"""The app's settings: few, and each with a reason."""

from __future__ import annotations

import os
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

from companion.i18n.translate import LOCALES
from companion.persistence.paths import data_dir

#: A phone that comes back next Christmas still finds its games.
KEPT = timedelta(days=5 * 365)


def defaults() -> dict[str, Any]:
    """Return the settings that need neither the disk nor the environment."""
    return {
        "BABEL_DEFAULT_LOCALE": "en",
        "BABEL_TRANSLATION_DIRECTORIES": str(LOCALES),
        # Cards lie on the table for hours between two taps; the session's own age bounds a form.
        "WTF_CSRF_TIME_LIMIT": None,
        "PERMANENT_SESSION_LIFETIME": KEPT,
        "SESSION_COOKIE_NAME": "companion",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "MAX_CONTENT_LENGTH": 2 * 1024 * 1024,
        "PUBLIC_URL": None,
    }


def secret_key() -> str:
    """Return the key that signs cookies: from the environment, else kept in the data folder."""
    given = os.environ.get("COMPANION_SECRET_KEY")
    return given or _kept_key(data_dir() / "secret-key")


def _kept_key(file: Path) -> str:
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        # Exclusive: of two processes that start at once one writes, and the other reads it.
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        if key := file.read_text("ascii").strip():
            return key
        handle = os.open(file, os.O_WRONLY | os.O_TRUNC, 0o600)
    key = secrets.token_hex(32)
    with os.fdopen(handle, "w") as out:
        out.write(key)
    return key


def folder(name: str) -> Path:
    """Return ``templates`` or ``static``: inside the installed package, else beside it."""
    package = Path(__file__).parent.parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name
