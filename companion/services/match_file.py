# SPDX-License-Identifier: MIT
"""The public match file: taking one in, scoring it, and writing the score.

The form is ``companion-match/1``; the score is ``companion-score/1``. Both are read by other
people's programs, so their keys never change their meaning.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from companion.engine.errors import Problem
from companion.engine.figures import shown
from companion.engine.game import Game
from companion.engine.registry import Registry
from companion.engine.replay import Match, Scored, play
from companion.engine.setting import read_setting
from companion.engine.sheet import Round, Start
from companion.engine.text import Msg, Translate, english, msg, render

FORMAT = "companion-match/1"
SCORE_FORMAT = "companion-score/1"
BIGGEST = 1_000_000
DEEPEST = 64
_LONGEST_INT = 100
_KEYS = {"format", "game", "options", "seats", "dealer", "starter", "opening", "rounds", "closed"}


class Unreadable(Exception):
    """The file cannot be taken at all; ``text`` says why in one sentence."""

    def __init__(self, text: Msg) -> None:
        super().__init__(str(text))
        self.text = text


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A match file whose outer form is sound; its values are still raw."""

    game: Game
    names: tuple[str, ...]
    raw: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Words:
    """The reader's language and the players' names."""

    names: Sequence[str] = ()
    translate: Translate = english
    number: Callable[[Decimal], str] = str

    def say(self, text: Msg) -> str:
        """Return a sentence in the reader's words, without the soft hyphens that screens need."""
        return render(text, self.names, self.translate, self.number).replace("\u00ad", "")


def take(content: bytes, registry: Registry) -> MatchFile:
    """Take a file in.

    Raises:
        Unreadable: not UTF-8 or JSON, over 1 MB or 64 levels deep, a key twice in one object,
            wrong types at the top, an unknown format or game, or a number of seats that the
            game has not.
    """
    raw = _json(content)
    if not isinstance(raw, dict):
        raise Unreadable(msg("A match file is one JSON object."))
    if raw.get("format") != FORMAT:
        raise Unreadable(msg("The format of a match file is “{format}”.", format=FORMAT))
    slug = raw.get("game")
    if not isinstance(slug, str) or slug not in registry:
        raise Unreadable(msg("There is no game “{slug}”.", slug=str(slug)[:60]))
    game, names = registry[slug], raw.get("seats")
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise Unreadable(msg("“seats” is a list of names."))
    if len(names) not in game.seats:
        low, high = game.seats[0], game.seats[-1]
        raise Unreadable(
            msg("{game} has {low} to {high} players.", game=game.title, low=low, high=high)
        )
    for key, kind in (("options", dict), ("opening", dict), ("rounds", list)):
        if raw.get(key) is not None and not isinstance(raw[key], kind):
            raise Unreadable(msg("“{key}” has the wrong form.", key=key))
    return MatchFile(game, tuple(names), raw)


def score(
    file: MatchFile,
    translate: Translate = english,
    number: Callable[[Decimal], str] = str,
) -> tuple[dict[str, Any], bool]:
    """Score a match file; *translate* and *number* write the reader's language.

    Returns:
        The score as plain JSON values, and whether everything could be scored.
    """
    game, words = file.game, Words(file.names, translate, number)
    head = {"format": SCORE_FORMAT, "game": game.slug, "version": game.version}
    problems = [_unknown(key) for key in file.raw if key not in _KEYS]
    setting, wrong = read_setting(game, len(file.names), file.raw)
    problems += wrong
    closed = file.raw.get("closed")
    if not isinstance(closed, bool | None):
        problems.append(Problem(msg("Yes or no."), "closed"))
    if setting is None or problems:
        nothing = {"rounds": [], "totals": [], "ranks": [], "winners": [], "over": False}
        return head | nothing | {"problems": _problems(problems, words), "next": None}, False
    rounds = file.raw.get("rounds") or []
    match = play(game, setting, _objects(rounds), closed=bool(closed))
    if len(match.rounds) < len(rounds):
        problems = _stopped(match, rounds)
    return head | match_json(match, words, problems), not problems


def match_json(match: Match, words: Words, problems: Sequence[Problem] = ()) -> dict[str, Any]:
    """Return the state of a match in the keys of the score format."""
    return {
        "rounds": [_round(scored, match, words) for scored in match.rounds],
        "totals": _points(match.totals, match),
        "ranks": list(match.ranks),
        "winners": list(match.winners),
        "over": match.over,
        "problems": [
            problem | {"round": match.next.number} for problem in _problems(problems, words)
        ],
        "next": None if match.over else _next(match.game, match.next, words),
    }


def _json(content: bytes) -> Any:
    if len(content) > BIGGEST:
        raise Unreadable(msg("The file is larger than {most} bytes.", most=BIGGEST))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(msg("The file is not UTF-8 text.")) from None
    if _depth(text) > DEEPEST:
        raise Unreadable(msg("The file is nested deeper than {most} levels.", most=DEEPEST))
    try:
        return json.loads(
            text,
            parse_float=_float,
            parse_int=_int,
            parse_constant=_no_constant,
            object_pairs_hook=_once,
        )
    except ValueError as why:
        raise Unreadable(msg("The file is not JSON: {why}.", why=str(why)[:200])) from None


def _depth(text: str) -> int:
    """Return how deep lists and objects nest, before a parser has to follow them."""
    deepest = depth = 0
    inside = escaped = False
    for letter in text:
        if inside:
            inside = escaped or letter != '"'
            escaped = letter == "\\" and not escaped
        elif letter == '"':
            inside = True
        elif letter in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in "]}":
            depth -= 1
    return deepest


def _int(digits: str) -> int | Decimal:
    # Python refuses to turn very long digits into an int; a field refuses the Decimal kindly.
    return int(digits) if len(digits) <= _LONGEST_INT else Decimal(digits)


def _float(digits: str) -> Decimal:
    try:
        return Decimal(digits)
    except InvalidOperation:  # an exponent beyond all reason; a field refuses infinity kindly
        return Decimal("Infinity")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; a key given twice is refused, since one of the two would be lost."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise Unreadable(msg("The key “{key}” stands twice in one object.", key=twice[:60]))
    return found


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number in JSON")


def _unknown(key: str) -> Problem:
    return Problem(msg("A match file has no “{key}”.", key=key[:60]), key[:60])


def _objects(rounds: Sequence[Any]) -> list[Mapping[str, Any]]:
    """Return the rounds up to the first that is no object."""
    sound: list[Mapping[str, Any]] = []
    for raw in rounds:
        if not isinstance(raw, Mapping):
            break
        sound.append(raw)
    return sound


def _stopped(match: Match, rounds: Sequence[Any]) -> list[Problem]:
    """Say why the round after the scored ones could not be scored."""
    if match.problems:
        return list(match.problems)
    if not isinstance(rounds[len(match.rounds)], Mapping):
        return [Problem(msg("A round is an object."))]
    key = match.phase.key if match.phase else None
    return [Problem(msg("This round has no entry."), key)]


def _problems(problems: Sequence[Problem], words: Words) -> list[dict[str, Any]]:
    return [
        {
            "text": words.say(problem.text),
            "field": problem.field,
            "seat": problem.seat,
            "severity": problem.severity,
        }
        for problem in problems
    ]


def _points(values: Sequence[int], match: Match) -> list[int | float]:
    return [_number(value, match.game.decimals(match.setting.options)) for value in values]


def _number(value: int, decimals: int) -> int | float:
    number = shown(value, decimals)
    return number if isinstance(number, int) else float(number)


def _round(scored: Scored, match: Match, words: Words) -> dict[str, Any]:
    decimals = match.game.decimals(match.setting.options)
    return {
        "number": scored.number,
        **start_json(scored.start),
        "points": _points(scored.points, match),
        "totals": _points(scored.totals, match),
        "lines": [
            [
                {
                    "points": _number(part.points, decimals),
                    "why": words.say(part.why),
                    "rule": part.rule,
                }
                for part in mine
            ]
            for mine in scored.lines
        ],
        "carry": {key: list(values) for key, values in scored.carry.items()},
        "problems": _problems(scored.problems, words),
    }


def _next(game: Game, here: Round, words: Words) -> dict[str, Any]:
    return {
        "round": here.number,
        **start_json(here.start),
        "steps": [words.say(step.text) for step in game.steps(here)],
    }


def start_json(start: Start) -> dict[str, Any]:
    """Return who deals, who starts and what is passed."""
    passing = start.passing
    return {
        "dealer": _role(start.dealer),
        "starter": _role(start.starter),
        "pass": passing and {"count": passing.count, "direction": passing.direction},
    }


def _role(role: int | tuple[int, ...] | None) -> int | list[int] | None:
    return list(role) if isinstance(role, tuple) else role
