# SPDX-License-Identifier: MIT
"""TEN: collect runs in four colours, and let wild cards close the gaps.

>>> pile = frozenset({"r1": 1, "r2": 1, "r4": 1, "r#": 1, "w5": 1, "g7": 2}.items())
>>> [(part.points, str(part.why)) for part in _runs(pile, 1)]
[(5, 'Red 1 to 5 (coloured wild as 3, numbered wild 5)'), (1, 'Green 7')]
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from companion.engine.colours import Colours
from companion.engine.fields import Cards, Int, Tokens
from companion.engine.game import Finish, Game, Line, Lines, Options, Setup, Step, Tie, line
from companion.engine.sheet import Mode, Nothing, Phase, Round, Start, score_phase
from companion.engine.text import Msg, Seat, msg
from companion.games._run_search import TOP
from companion.games._runs import Run, Wild, best
from companion.games._ten_cards import CARDS, LETTERS, NAMES
from companion.games._ten_checks import (
    BUSTS,
    TOKENS,
    check_busts,
    check_count,
    check_points,
    check_tokens,
)

DECK, TOKENS_EACH = 129, 5

COLOURS = Colours(
    accent=("#34499f", "#97a8f7"),
    on_accent=("#f6f7ff", "#0d1640"),
    accent_edge=("#1f2e70", "#5564ae"),
    accent_text=("#34499f", "#b9c4ff"),
    accent_soft=("#dee3f6", "#282e4b"),
    lid=("#34499f", "#27367e"),
    lid_ink=("#f1f3ff", "#f1f3ff"),
    lid_2=("#465cb4", "#364797"),
    lid_edge=("#233379", "#17214f"),
    e1=("#f3f1ff", "#f3f1ff"),
    e2=("#f7c35a", "#f7c35a"),
    e3=("#1b2866", "#17214f"),
)

OPTIONS = (
    Int(
        key="perfect",
        label=msg("Bonus for 1 to 9"),
        help=msg("What a colour that is complete from 1 to 9 earns besides its nine points."),
        high=20,
        default=1,
    ),
)

_TOKENS = Tokens(
    key="tokens",
    label=msg("Black tokens left"),
    help=msg("Most of them breaks a tie."),
    high=999,
)
_COUNT = Int(
    key="cards",
    label=msg("Cards in all"),
    help=msg("Fewest wins if that is level too; wild cards and spare cards count."),
    high=CARDS.size,
    optional=True,
)
_PHASES = score_phase(
    Mode(
        "cards",
        msg("Cards"),
        (
            Cards(
                key="pile",
                label=msg("Cards"),
                ask=lambda who: msg("Which cards does {who} have?", who=who),
                deck=CARDS,
            ),
            _TOKENS,
            Tokens(key="busts", label=msg("Bust tokens left"), high=999),
            _COUNT,
        ),
        (check_count, check_tokens, check_busts),
        way=msg("Tap cards"),
        nothing=Nothing(lambda who: msg("{who} has none", who=who)),
    ),
    Mode(
        "points",
        msg("Points"),
        (
            Int(key="points", label=msg("Points"), low=-99_999, high=99_999, signed=False),
            _TOKENS,
            _COUNT,
        ),
        (check_points, check_tokens),
        way=msg("Type points"),
    ),
)


def phases(round: Round) -> tuple[Phase, ...]:
    """Ask for everybody's cards, or for the points."""
    return _PHASES


def score(round: Round) -> Lines:
    """Count the best run of each colour and the bonus of a complete one (settled)."""
    entry = round.entry
    if entry.mode == "points":
        return tuple(line(points, msg("Points"), "runs") for points in entry.column("points"))
    perfect = round.options["perfect"]
    return tuple(_runs(frozenset(pile.items()), perfect) for pile in entry.column("pile"))


@lru_cache(maxsize=1024)  # the page asks again with every card that is tapped
def _runs(pile: frozenset[tuple[str, int]], perfect: int) -> tuple[Line, ...]:
    """Return a line for each run and each bonus.

    A run completed by wild cards earns the bonus as well (derived: no source restricts it).
    """
    natural: dict[str, list[int]] = {colour: [] for colour in NAMES}
    own: dict[str, int] = {}
    numbered: list[int] = []
    full = 0
    for id, count in pile:
        kind, value = id[0], id[1]
        if kind in LETTERS and value == "#":
            own[LETTERS[kind]] = count
        elif kind in LETTERS:
            natural[LETTERS[kind]].append(int(value))
        elif value == "#":
            full = count
        else:
            numbered.append(int(value))
    lines = []
    for run in best(natural, own, numbered, full, perfect).runs:
        lines.append(Line(run.length, _told(run), "runs"))
        if run.length == TOP:
            lines += line(perfect, _complete(run), "perfect-run")
    return tuple(lines)


def _told(run: Run) -> Msg:
    """Name a run, and in it what each wild card stands for."""
    colour, wilds = NAMES[run.colour], tuple(map(_stands_for, run.wilds))
    if run.length == 1:
        if wilds:
            return msg("{colour} {number} ({wilds})", colour=colour, number=run.low, wilds=wilds)
        return msg("{colour} {number}", colour=colour, number=run.low)
    ends = {"colour": colour, "low": run.low, "high": run.high}
    if wilds:
        return msg("{colour} {low} to {high} ({wilds})", **ends, wilds=wilds)
    return msg("{colour} {low} to {high}", **ends)


def _complete(run: Run) -> Msg:
    return msg("{colour} complete from {low} to {high}", colour=NAMES[run.colour], low=1, high=TOP)


def _stands_for(wild: Wild) -> Msg:
    if wild.card == "w#":
        return msg("full wild as {number}", number=wild.number)
    if wild.card.startswith("w"):
        return msg("numbered wild {number}", number=wild.number)
    return msg("coloured wild as {number}", number=wild.number)


def start(round: Round) -> Start:
    """Return who drew the reference card with the start mark, if the table said."""
    return Start(starter=round.first.starter)


def steps(round: Round) -> tuple[Step, ...]:
    """Say who starts, and what comes before the counting."""
    if round.seats == 1:
        return (_SOLO,)
    starter = round.start.starter
    if isinstance(starter, int):
        return (Step(msg("{who} starts.", who=Seat(starter)), "start"), _LAST_BUY)
    return (_START, _LAST_BUY)


_SOLO = Step(
    msg("Play by the solo rules in the box; Companion adds up the runs of your cards."), "solo"
)
_START = Step(
    msg("Deal out the reference cards at random: whoever gets the start mark starts."), "start"
)
_LAST_BUY = Step(msg("After the last card everybody may buy once more; then count."), "last-buy")


def finish(seats: int, options: Options) -> Finish:
    """End after the one round; ties go to the most black tokens, then to the fewest cards.

    The tie-breaks are from one complete source; what is still level is a shared win.
    """
    return Finish("high", rounds=1, ties=_TIES)


def _tokens(round: Round) -> list[int]:
    return round.entry.column("tokens")


def _held(round: Round) -> list[int | None]:
    """Return how many cards everybody holds; None where nobody told beside typed points."""
    entry = round.entry
    if entry.mode == "points":
        return entry.column("cards")
    return [
        sum(row["pile"].values()) if row["cards"] is None else row["cards"] for row in entry.seats
    ]


_TIES = (
    Tie(_TOKENS.label, _tokens, "high"),
    Tie(_COUNT.label, _held, "low"),
)


def setup(seats: int, options: Options) -> Setup:
    """Sort out the high money cards for few players, give tokens, draw who starts (settled).

    How many cards of each money value there are was told nowhere, so the size of a smaller deck
    is not known; nor is the solo deck.
    """
    supply = TOKENS - TOKENS_EACH * seats
    facts = {
        "suits": len(NAMES),
        "ranks": [1, TOP],
        "tokens_each": TOKENS_EACH,
        "supply": supply,
        "rounds": 1,
    }
    if seats == 1:
        return Setup((_SOLO,), facts)
    if seats >= 4:
        facts["deck"] = DECK
    tokens = msg(
        "Give everybody {each} black tokens; {supply} stay in the supply.",
        each=TOKENS_EACH,
        supply=supply,
    )
    busts = msg("Lay the {busts} white bust tokens next to them.", busts=BUSTS)
    steps = (_shuffle(seats), Step(tokens, "tokens"), Step(busts, "tokens"), _START)
    return Setup(steps, facts)


def sample(round: Round, dice: Random) -> dict[str, Any]:
    """Deal everybody eight to twenty cards of one deck, and some tokens."""
    cards = [card.id for card in CARDS.cards for _ in range(card.copies)]
    dice.shuffle(cards)
    rows = [
        {
            "pile": cards[20 * seat : 20 * seat + dice.randint(8, 20)],
            "tokens": dice.randint(0, 10),
            "busts": dice.randint(0, 3),
        }
        for seat in range(round.seats)
    ]
    return {"mode": "cards", "seats": rows}


def _shuffle(seats: int) -> Step:
    if seats == 2:
        text = msg("Take out the cards marked 3+ or 4+; shuffle the rest as draw pile.")
    elif seats == 3:
        text = msg("Take out the cards marked 4+; shuffle the rest as draw pile.")
    else:
        text = msg("Shuffle all {deck} cards as draw pile.", deck=DECK)
    return Step(text, "deck")


GAME = Game(
    slug="tien",
    title=msg("TEN"),
    about=msg("Collect runs in four colours; the most points win."),
    seats=range(1, 6),
    minutes=30,
    sources=("AEG 2021, designed by Johnson, Melvin and Stankewich", "published reviews"),
    bgg_id=335609,
    colours=COLOURS,
    first_role="starter",
    options=OPTIONS,
    setup=setup,
    phases=phases,
    score=score,
    finish=finish,
    start=start,
    steps=steps,
    sample=sample,
)
