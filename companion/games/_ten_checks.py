# SPDX-License-Identifier: MIT
"""What cannot be true, or is unusual, when a game of TEN is counted."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.errors import Problem, ask
from companion.engine.sheet import Entry, Round
from companion.engine.text import msg
from companion.games._run_search import TOP
from companion.games._runs import COLOURS

TOKENS, MOST_EACH, BUSTS = 50, 10, 15


def check_count(round: Round, entry: Entry) -> Iterable[Problem]:
    """Refuse fewer cards in all than lie in the pile."""
    for seat, row in enumerate(entry.seats):
        held = sum(row["pile"].values())
        if row["cards"] is not None and row["cards"] < held:
            text = msg(
                "{cards} cards in all, but {held} are tapped.", cards=row["cards"], held=held
            )
            yield Problem(text, "cards", seat)


def check_tokens(round: Round, entry: Entry) -> Iterable[Problem]:
    """Ask about more black tokens than the limit of 10 (settled) or the box allows."""
    tokens = entry.column("tokens")
    for seat, count in enumerate(tokens):
        if count > MOST_EACH:
            text = msg(
                "{count} black tokens, but nobody keeps more than {most}.",
                count=count,
                most=MOST_EACH,
            )
            yield ask(text, "tokens", seat)
    if sum(tokens) > TOKENS:
        text = msg(
            "{count} black tokens together, but the box has {most}.",
            count=sum(tokens),
            most=TOKENS,
        )
        yield ask(text, "tokens")


def check_busts(round: Round, entry: Entry) -> Iterable[Problem]:
    """Ask about more bust tokens than the box has."""
    count = sum(entry.column("busts"))
    if count > BUSTS:
        text = msg("{count} bust tokens, but the box has {most}.", count=count, most=BUSTS)
        yield ask(text, "busts")


def check_points(round: Round, entry: Entry) -> Iterable[Problem]:
    """Ask about points that four runs cannot give: four complete colours are the most."""
    most = len(COLOURS) * (TOP + round.options["perfect"])
    for seat, points in enumerate(entry.column("points")):
        if not 0 <= points <= most:
            yield ask(msg("A hand gives 0 to {most} points.", most=most), "points", seat)
