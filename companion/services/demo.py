# SPDX-License-Identifier: MIT
"""A group full of played games, to look around in."""

from __future__ import annotations

from random import Random

from sqlalchemy.orm import Session

from companion.engine.game import Game
from companion.engine.registry import Registry
from companion.services.entries import Asked, Refused, close, enter
from companion.services.tables import NewTable, draw_code, find_table, open_table
from companion.services.visitors import Visitor, enter_group, find_visitor, new_group, new_secret

NAMES = ("Ada", "Ben", "Cem", "Dee", "Eve", "Finn", "Gil", "Hana", "Ida", "Jan", "Kim", "Lou")

_MOST_ROUNDS = 40  # a game without an end of its own is ended here


def fill(session: Session, registry: Registry, seed: int = 11) -> tuple[str, int]:
    """Make a group with a finished match of every game for every player count, inside ``writing``.

    Returns:
        The secret of the group's link, and how many matches were played.
    """
    _, secret = new_group(session)
    device = new_secret()
    enter_group(session, device, secret)
    session.flush()
    visitor = find_visitor(session, device)
    if visitor is None:
        raise RuntimeError("the device just made is not there")
    dice = Random(seed)  # noqa: S311 - sample games, no secrets
    played = 0
    for game in registry:
        for seats in game.seats:
            _play(session, registry, visitor, game, seats, dice)
            played += 1
    return secret, played


def _play(
    session: Session, registry: Registry, visitor: Visitor, game: Game, seats: int, dice: Random
) -> None:
    names = list(NAMES[:seats])
    dice.shuffle(names)
    first = dice.randrange(seats)
    new = NewTable(
        code=draw_code(),
        game=game.slug,
        names=names,
        dealer=first if game.first_role == "dealer" else None,
        starter=first if game.first_role == "starter" else None,
    )
    code = open_table(session, registry, visitor, new)
    open_end = game.finish(seats, game.read_options({})[0])
    last = _MOST_ROUNDS if open_end.rounds or open_end.reach else 5
    for _ in range(last):
        table = find_table(session, registry, visitor.group_id, code)
        here, phase = table.match.next, table.match.phase
        if table.match.over or phase is None:
            return
        asked = Asked(
            round=here.number,
            phase=phase.key,
            raw=game.sample(here, dice),
            expected=table.head,
            key=new_secret(),
            waved=True,
        )
        outcome = enter(session, registry, visitor, code, asked)
        if isinstance(outcome, Refused):
            raise ValueError(f"{game.slug}: its own sample was refused: {outcome.problems}")
    close(session, registry, visitor, code, new_secret())
