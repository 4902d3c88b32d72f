# SPDX-License-Identifier: MIT
"""Stylesheets, symbols and drawings: how the look reaches the page.

`init_assets` registers two routes and the Jinja globals of the templates:

* ``/static/h/<version>/<path>`` serves the static files under a name that changes with their
  contents, to be kept for a year. One version covers the whole folder, so that the relative
  addresses inside stylesheets and modules (fonts, imports) stay right.
* ``/static/games-<version>.css`` is the one generated stylesheet: the colours of every game, taken
  from the games' own data. No file of the look knows a game.

The globals are listed in `_globals`; what each draws is told in `companion.web.pictures`,
`companion.web.table_ring` and `companion.web.charts`.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from flask import Flask, Response, current_app, request, send_from_directory, url_for
from flask_babel import gettext  # type: ignore[import-untyped]  # it ships no types
from markupsafe import Markup

from companion.engine.colours import Colours
from companion.web import charts, pictures, table_ring
from companion.web.pictures import Disc

# The emblem that stands in for a game without one of its own: the general score sheet's. It is
# the only game that is named outside the games, because a fallback has to be something.
FALLBACK_EMBLEM = "any_game"

YEAR = 365 * 24 * 60 * 60
"""Seconds that a file under a versioned name may be kept."""

THEMES = ("light", "dark")

_SLUG = re.compile(r"[a-z][a-z0-9_]*")
_AROUND_DRAWING = re.compile(r"<!--.*?-->|<svg[^>]*>|</svg>", re.DOTALL)


class GameLook(Protocol):
    """What the look takes from a game."""

    @property
    def slug(self) -> str:
        """Its name in addresses and in ``data-game``."""

    @property
    def title(self) -> object:
        """Its name for people."""

    @property
    def colours(self) -> Colours | None:
        """Its colours; without any it shows in the neutral ones."""


class Games(Protocol):
    """The registry, as far as the look is concerned."""

    @property
    def folder(self) -> Path:
        """Where the games' modules lie, with ``emblems/`` beside them."""

    def __iter__(self) -> Iterator[GameLook]:
        """Yield every game."""


def game_stylesheet(games: Iterable[GameLook]) -> str:
    """Return the rules that give each ``[data-game=slug]`` its colours.

    Both values of a token stand on one line, as everywhere in the stylesheets:
    ``var(--L,light)var(--D,dark)``, of which the page's theme switches one off.
    ValueError for a slug that is no plain name.
    """
    rules = []
    for game in games:
        if not _SLUG.fullmatch(game.slug):
            raise ValueError(f"{game.slug!r} cannot be a game's slug")
        if game.colours is not None:
            tokens = "".join(
                f"--{name.replace('_', '-')}:var(--L,{light})var(--D,{dark});"
                for name, (light, dark) in game.colours.tokens()
            )
            rules.append(f"[data-game={game.slug}]{{{tokens}}}")
    return "@layer tokens{\n" + "\n".join(rules) + "\n}\n"


def drawing(svg: str) -> Markup:
    """Return the inside of an SVG file of this project, without comments and the outer tag."""
    inner = " ".join(_AROUND_DRAWING.sub("", svg).split())
    return Markup(inner)  # noqa: S704  # a file of the project itself, never of a user


def sprite(static: Path) -> Markup:
    """Return all icons (``i-…``) and suits (``s-…``) as symbols, to stand once in each page."""
    symbols = Markup("").join(
        Markup('<symbol id="{}-{}" viewBox="0 0 24 24">{}</symbol>').format(
            prefix, path.stem, drawing(path.read_text("utf-8"))
        )
        for prefix, folder in (("i", "lucide"), ("s", "suits"))
        for path in sorted((static / "icons" / folder).glob("*.svg"))
    )
    return Markup(
        '<svg class="sprite" width="0" height="0" aria-hidden="true"><defs>{}</defs></svg>'
    ).format(symbols)


def emblems(folder: Path) -> dict[str, Markup]:
    """Return the games' emblems by slug."""
    return {path.stem: drawing(path.read_text("utf-8")) for path in sorted(folder.glob("*.svg"))}


def title_letters(title: str) -> str:
    """Return what stands for a title on the general emblem: "Skull King" is SK, "Tichu" is Ti."""
    words = [word for word in re.findall(r"\w+", title) if word]
    if len(words) > 1:
        return "".join(word[0] for word in words[:2]).upper()
    return words[0][:2].capitalize() if words else ""


def version_of(folder: Path) -> str:
    """Return eight hex digits that change with any name or content in *folder*."""
    digest = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:8]


def init_assets(app: Flask, games: Games) -> None:
    """Register the asset routes and the Jinja globals for *games* (the registry)."""
    static = Path(app.static_folder or "")
    version = version_of(static)
    colours = game_stylesheet(games)
    colours_version = hashlib.sha256(colours.encode()).hexdigest()[:8]

    @app.get("/static/h/<stamp>/<path:filename>", endpoint="asset")
    def serve_asset(stamp: str, filename: str) -> Response:
        """Serve a static file; only under its present version may it be kept."""
        response = send_from_directory(static, filename)
        return _kept(response) if stamp == version else response

    @app.get("/static/games-<stamp>.css", endpoint="game_colours")
    def serve_game_colours(stamp: str) -> Response:
        """Serve the colours of all games."""
        response = Response(colours, mimetype="text/css")
        return _kept(response) if stamp == colours_version else response

    def asset(filename: str) -> str:
        # While developing, files change under a running server: no name that is kept.
        if current_app.debug:
            return url_for("static", filename=filename)
        return url_for("asset", stamp=version, filename=filename)

    def game_colours() -> str:
        return url_for("game_colours", stamp=colours_version)

    app.jinja_env.globals.update(_globals(static, games))
    app.jinja_env.globals.update(asset=asset, game_colours=game_colours)


def _kept(response: Response) -> Response:
    """Let browsers and proxies keep *response* for a year without asking again."""
    response.cache_control.no_cache = None
    response.cache_control.public = True
    response.cache_control.max_age = YEAR
    response.cache_control.immutable = True
    return response


def _globals(static: Path, games: Games) -> dict[str, Callable[..., object]]:
    """Return what templates may call: the drawings, with labels in the reader's language."""
    symbols = sprite(static)
    mark = drawing((static / "img" / "brand.svg").read_text("utf-8"))
    return {
        "sprite": lambda: symbols,
        "theme": theme,
        "icon": pictures.icon,
        "suit": pictures.suit,
        "brand": lambda cls="": pictures.emblem(mark, cls=cls),
        "emblem": _emblem_of(emblems(games.folder / "emblems"), games),
        "discs": pictures.discs,
        "tally": tally,
        "bar": pictures.bar,
        "share": pictures.share,
        "ring": ring,
        "chart": chart,
        "spark": charts.spark,
    }


def _emblem_of(drawings: Mapping[str, Markup], games: Games) -> Callable[..., Markup]:
    titles = {game.slug: str(game.title) for game in games}

    def emblem(slug: str, title: str = "", cls: str = "") -> Markup:
        """Return the emblem of *slug*, or the general one with the initials of its title."""
        own = drawings.get(slug)
        if own is not None:
            return pictures.emblem(own, cls=cls)
        letters = title_letters(title or titles.get(slug, slug))
        return pictures.emblem(drawings.get(FALLBACK_EMBLEM, Markup("")), letters, cls)

    return emblem


def theme() -> str:
    """Return the theme this device has chosen: light, dark, or nothing (as the system says)."""
    chosen = request.cookies.get("theme", "")
    return chosen if chosen in THEMES else ""


def tally(count: int, of: int | None = None, label: str = "") -> Markup:
    """Return tally strokes; see `pictures.tally`."""
    total = of or count
    spoken = label or gettext("%(count)d of %(total)d", count=count, total=total)
    return pictures.tally(count, of, spoken)


def ring(
    seats: Sequence[Disc],
    dealer: int | Collection[int] | None = None,
    starter: int | Collection[int] | None = None,
    **shown: Any,  # handed on as it is; `table_ring.ring` has the types
) -> Markup | None:
    """Return the table from above; see `table_ring.ring`."""
    names = ", ".join(player.name for player in seats)
    sentences = [gettext("Seats clockwise: %(names)s.", names=names)]
    if isinstance(dealer, int) and 0 <= dealer < len(seats):
        sentences.append(gettext("%(name)s deals.", name=seats[dealer].name))
    if isinstance(starter, int) and 0 <= starter < len(seats):
        sentences.append(gettext("%(name)s leads.", name=seats[starter].name))
    shown.setdefault("label", " ".join(sentences))
    return table_ring.ring(seats, dealer, starter, **shown)


def chart(
    series: Sequence[Sequence[int]],
    players: Sequence[Disc],
    limit: int | None = None,
    **shown: Any,  # handed on as it is; `charts.chart` has the types
) -> Markup:
    """Return the running totals; see `charts.chart`."""
    names = ", ".join(player.name for player in players)
    shown.setdefault("label", gettext("Running totals per round of %(names)s", names=names))
    if limit is not None:
        shown.setdefault("limit_label", gettext("ends at %(limit)d", limit=limit))
    return charts.chart(series, players, limit, **shown)
