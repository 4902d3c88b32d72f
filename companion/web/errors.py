# SPDX-License-Identifier: MIT
"""What a person sees when something is not there or goes wrong: a sentence, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask, current_app, render_template
from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types
from flask_wtf.csrf import CSRFError  # type: ignore[import-untyped]  # it ships no types
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException

from companion.engine.errors import EngineError
from companion.persistence.trouble import Busy, Full, ReadOnly, Trouble, Unreachable, trouble
from companion.services.tables import NoSuchTable

Answer = tuple[str, int] | tuple[str, int, dict[str, str]]


def init_errors(app: Flask) -> None:
    """Register a page for everything that can go wrong."""
    app.register_error_handler(NoSuchTable, _no_such_table)
    app.register_error_handler(Busy, _busy)
    app.register_error_handler(Full, _full)
    app.register_error_handler(ReadOnly, _read_only)
    app.register_error_handler(Unreachable, _unreachable)
    app.register_error_handler(SQLAlchemyError, _database)
    app.register_error_handler(CSRFError, _stale_form)
    app.register_error_handler(EngineError, _unreadable)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, _broken)


def page(status: int, title: str, text: str) -> tuple[str, int]:
    """Return an error page: what happened, and what to do."""
    return render_template("errors/error.html", status=status, heading=title, text=text), status


def _no_such_table(error: NoSuchTable) -> Answer:
    return page(
        404,
        gettext("This table is not here"),
        gettext("It may belong to another group, or the address has a slip in it."),
    )


def _busy(error: Busy) -> Answer:
    text, status = page(
        503,
        gettext("Too many at once"),
        gettext("Nothing was saved. Go back and save again in a moment."),
    )
    return text, status, {"Retry-After": "2"}


def _full(error: Full) -> Answer:
    current_app.logger.error("nothing can be saved: %s", error)
    return page(
        507,
        gettext("The disk is full"),
        gettext("Nothing was saved. Make room on the machine that Companion runs on, then save."),
    )


def _read_only(error: ReadOnly) -> Answer:
    current_app.logger.error("nothing can be saved: %s", error)
    return page(
        503,
        gettext("Saving is not allowed here"),
        gettext("Nothing was saved. Companion may read its database, but not write to it."),
    )


def _unreachable(error: Unreachable) -> Answer:
    current_app.logger.error("the database is out of reach: %s", error)
    return page(
        503,
        gettext("The database is out of reach"),
        gettext("Look after the machine that Companion runs on, then try again."),
    )


def _database(error: SQLAlchemyError) -> Answer:
    """Answer an error of the database that came while only reading."""
    found = trouble(error)
    answers: dict[type[Trouble], Callable[[Any], Answer]] = {
        Busy: _busy,
        Full: _full,
        ReadOnly: _read_only,
        Unreachable: _unreachable,
    }
    return answers[type(found)](found) if found else _broken(error)


def _stale_form(error: CSRFError) -> Answer:
    return page(
        400,
        gettext("This form is from an earlier visit"),
        gettext("Nothing was saved. Go back, reload the page and send it again."),
    )


def _unreadable(error: EngineError) -> Answer:
    return page(
        500,
        gettext("This version cannot read the table"),
        gettext("Nothing is lost: what was entered is kept as it is."),
    )


def _http(error: HTTPException) -> Answer | HTTPException:
    status = error.code or 500
    if status < 400:
        return error
    known = {
        404: (gettext("This page is not here"), gettext("The address may have a slip in it.")),
        405: (gettext("That did not work"), gettext("Go back and try it from the page itself.")),
        413: (gettext("That was too much"), gettext("Nothing was saved. Send less at once.")),
    }
    heading, text = known.get(
        status, (gettext("That did not work"), gettext("Nothing was saved. Go back and try again."))
    )
    return page(status, heading, text)


def _broken(error: Exception) -> Answer:
    current_app.logger.error("a page broke", exc_info=error)
    return page(
        500,
        gettext("Something broke on our side"),
        gettext("What was saved is still there. Go back and try again."),
    )
