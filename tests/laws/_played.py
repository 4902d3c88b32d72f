# SPDX-License-Identifier: MIT
"""Matches as a real table could have played them, and the same match told in other ways."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from companion.engine import fields as f
from companion.engine.game import Game
from companion.engine.log import Event
from companion.engine.replay import DIRECTIONS, Match, play
from companion.engine.setting import Setting, read_setting
from companion.engine.sheet import Mode, Phase, Round, dump
from companion.services.match_file import FORMAT

NAMES = ("Ada", "Ben", "Cem", "Dee", "Eve", "Finn", "Gil", "Hana", "Ida", "Jan", "Kim", "Lou")


@dataclass(frozen=True)
class Played:
    """A match in plain values, such as a match file holds.

    Attributes:
        game: what was played.
        seats: how many players.
        options: raw house rules.
        first: who dealt or began in round 1, where the game has that and the table said.
        opening: what was brought from paper.
        rounds: per round the raw entry of each phase, and what the table chose.
    """

    game: Game
    seats: int
    options: Mapping[str, Any]
    first: int | None = None
    opening: Mapping[str, Any] | None = None
    rounds: tuple[Mapping[str, Any], ...] = ()

    def start(self) -> dict[str, Any]:
        """Return what the match starts with, in the keys of a match file."""
        start: dict[str, Any] = {"seats": list(NAMES[: self.seats]), "options": dict(self.options)}
        if self.game.first_role is not None:
            start[self.game.first_role] = self.first
        return start if self.opening is None else start | {"opening": dict(self.opening)}

    def setting(self) -> Setting:
        """Return the setting; the table that drew it has made sure that it can be read."""
        setting, problems = read_setting(self.game, self.seats, self.start())
        assert setting is not None, problems
        return setting

    def match(self) -> Match:
        """Return the state after all rounds."""
        return play(self.game, self.setting(), self.rounds)

    def file(self) -> dict[str, Any]:
        """Return the match file."""
        head = {"format": FORMAT, "game": self.game.slug}
        return {**head, **self.start(), "rounds": [dict(raw) for raw in self.rounds]}

    def log(self) -> list[Event]:
        """Return the log of a table that entered each round at once."""
        return numbered([self.started(), *(e for n in self.numbers for e in self.entered(n))])

    @property
    def numbers(self) -> range:
        """The numbers of the rounds."""
        return range(1, len(self.rounds) + 1)

    def started(self) -> tuple[str, dict[str, Any]]:
        """Return the first event of its log."""
        return "started", {"game": self.game.slug, "version": self.game.version, **self.start()}

    def entered(self, number: int) -> list[tuple[str, dict[str, Any]]]:
        """Return the events of one round: what the table chose, then each phase."""
        raw = self.rounds[number - 1]
        chosen = {key: value for key, value in raw.items() if not isinstance(value, Mapping)}
        events = [("noted", {"round": number, **chosen})] if chosen else []
        return events + [
            ("entered", {"round": number, "phase": key, "entry": entry})
            for key, entry in raw.items()
            if key not in chosen
        ]


def numbered(events: Sequence[tuple[str, Mapping[str, Any]]]) -> list[Event]:
    """Return events as a store gives them back: numbered, and through JSON."""
    return [
        Event(seq, kind, json.loads(json.dumps(body))) for seq, (kind, body) in enumerate(events, 1)
    ]


def played_by(
    game: Game,
    seats: int,
    options: Mapping[str, Any],
    dice: Random,
    *,
    first: int | None = None,
    rounds: int = 3,
    paper: bool = False,
) -> Played:
    """Let the game's own samples play up to so many rounds; equals choose by the dice."""
    opening = None
    if paper:
        opening = {"totals": [dice.randint(-20, 60) for _ in range(seats)]}
        for column in game.opening:
            opening[column.key] = [dice.randint(column.low, 2) for _ in range(seats)]
    played = Played(game, seats, options, first, opening)
    for _ in range(rounds):
        match = played.match()
        if match.over:
            break
        played = replace(played, rounds=(*played.rounds, _round(match, dice)))
    return played


def _round(match: Match, dice: Random) -> dict[str, Any]:
    here = match.next
    chosen: dict[str, Any] = {}
    if isinstance(here.start.starter, tuple):
        chosen["starter"] = dice.choice(here.start.starter)
        here = replace(here, start=here.start._replace(starter=chosen["starter"]))
    if here.start.passing is not None and dice.random() < 0.2:
        chosen["pass"] = dice.choice(DIRECTIONS)
    return {**chosen, **{p.key: match.game.sample(here, dice) for p in match.game.phases(here)}}


def phase_and_mode(match: Match, number: int, key: str) -> tuple[Phase, Mode]:
    """Return a scored round's phase and the mode that it was entered in."""
    phase = next(p for p in match.game.phases(match.round_at(number)) if p.key == key)
    mode = phase.mode(match.rounds[number - 1].entries[key].mode)
    assert mode is not None
    return phase, mode


def told_fully(played: Played) -> Played:
    """Return the match with every entry as the log stores it: all fields, plain values."""
    match = played.match()
    assert len(match.rounds) == len(played.rounds), match.problems
    rounds = []
    for scored, raw in zip(match.rounds, played.rounds, strict=True):
        entries = {
            key: dump(phase_and_mode(match, scored.number, key)[0], entry)
            for key, entry in scored.entries.items()
        }
        rounds.append({**raw, **entries})
    return replace(played, rounds=tuple(rounds))


def reseated(played: Played, order: Sequence[int]) -> Played:
    """Return the match with the same people in other seats: seat i holds old seat order[i]."""
    full, match = told_fully(played), played.match()
    rounds = []
    for number, raw in enumerate(full.rounds, 1):
        moved = dict(raw)
        for key in match.rounds[number - 1].entries:
            _, mode = phase_and_mode(match, number, key)
            moved[key] = _reseat_entry(mode, raw[key], order)
        if raw.get("starter") is not None:
            moved["starter"] = order.index(raw["starter"])
        rounds.append(moved)
    opening = full.opening and {key: [row[old] for old in order] for key, row in _items(full)}
    first = None if full.first is None else order.index(full.first)
    return replace(full, first=first, opening=opening, rounds=tuple(rounds))


def _items(played: Played) -> list[tuple[str, Any]]:
    return list((played.opening or {}).items())


def _reseat_entry(mode: Mode, entry: Mapping[str, Any], order: Sequence[int]) -> dict[str, Any]:
    def moved(fields: Sequence[f.Field], row: Mapping[str, Any]) -> dict[str, Any]:
        refs = {x.key for x in fields if isinstance(x, f.SeatRef)}
        return {
            key: order.index(cell) if key in refs and cell is not None else cell
            for key, cell in row.items()
        }

    rows = [moved(mode.seat_fields, entry["seats"][old]) for old in order]
    return {**entry, "seats": rows, "table": moved(mode.table_fields, entry["table"])}


def as_form(field: f.Field, plain: Any) -> Any:
    """Return a plain value as a page's form sends it: nothing but texts."""
    if plain is None:
        return "" if not isinstance(field, f.SeatRef) else "none"
    match field:
        case f.Flag():
            return "on" if plain else ""
        case f.Labels():
            return "\n".join(plain)
        case f.Cards() | f.Numbers():
            return {key: str(cell) for key, cell in plain.items()}
    return str(plain)


def on_forms(played: Played) -> Played:
    """Return the match with every option and every value written as a form's text."""
    full, match = told_fully(played), played.match()
    known = {option.key: option for option in full.game.options}
    rounds = []
    for number, raw in enumerate(full.rounds, 1):
        texts: dict[str, Any] = {
            key: str(cell) for key, cell in raw.items() if not isinstance(cell, Mapping)
        }
        for key in match.rounds[number - 1].entries:
            _, mode = phase_and_mode(match, number, key)
            texts[key] = _entry_on_form(mode, raw[key])
        rounds.append(texts)
    opening = full.opening and {key: [str(cell) for cell in row] for key, row in _items(full)}
    options = {key: as_form(known[key], plain) for key, plain in full.options.items()}
    return replace(full, options=options, opening=opening, rounds=tuple(rounds))


def _entry_on_form(mode: Mode, entry: Mapping[str, Any]) -> dict[str, Any]:
    seats = [{x.key: as_form(x, row[x.key]) for x in mode.seat_fields} for row in entry["seats"]]
    table = {x.key: as_form(x, entry["table"][x.key]) for x in mode.table_fields}
    return {"mode": mode.key, "seats": seats, "table": table}


def empty_round(game: Game, seats: int, options: Mapping[str, Any]) -> Round:
    """Return round 1 of a match in which nothing is known but the house rules."""
    read, problems = game.read_options(options)
    assert not problems, problems
    here = Round(number=1, seats=seats, options=read, totals=(0,) * seats)
    return replace(here, start=game.start(here))
