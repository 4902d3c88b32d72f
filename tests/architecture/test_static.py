# SPDX-License-Identifier: MIT
"""What the strict content policy and a table without internet ask of the files of the look."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.colours import TEXT_CONTRAST, contrast

ROOT = Path(__file__).parents[2]
STATIC, TEMPLATES, COMPANION = ROOT / "static", ROOT / "templates", ROOT / "companion"
TOKENS = (STATIC / "css" / "tokens.css").read_text("utf-8")
PAPER = ("#fefbf5", "#2c232b")

# Addresses that name a standard and load nothing.
NAMES_ONLY = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")

# The one place outside the games that names a game: the emblem of those that brought none.
FALLBACK = (COMPANION / "web" / "assets.py", 'FALLBACK_EMBLEM = "any_game"')


def texts(folder: Path, *endings: str) -> Iterator[tuple[Path, str]]:
    """Yield the text files of *folder* that are our own or run in the page."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in endings and "__pycache__" not in path.parts:
            yield path, path.read_text("utf-8")


def without_comments(text: str) -> str:
    return re.sub(r"/\*.*?\*/|\{#.*?#\}|<!--.*?-->|^\s*//.*?$", "", text, flags=re.S | re.M)


def slugs() -> list[str]:
    modules = (COMPANION / "games").glob("[a-z]*.py")
    return sorted(path.stem for path in modules)


def test_nothing_is_loaded_from_elsewhere() -> None:
    loads = []
    for path, text in [
        *texts(STATIC, ".css", ".js", ".svg", ".webmanifest"),
        *texts(TEMPLATES, ".html"),
    ]:
        plain = without_comments(text)
        for name in NAMES_ONLY:
            plain = plain.replace(name, "")
        # An address to follow by a tap is no load; everything else that names a host is.
        plain = re.sub(r'<a [^>]*href="https?://[^"]*"', "", plain)
        if re.search(r"""https?://|["'(=]//[a-z]|@import""", plain):
            loads.append(str(path.relative_to(ROOT)))

    assert loads == []


def test_no_template_carries_a_style_a_script_or_a_handler_of_its_own() -> None:
    inline = []
    for path, text in texts(TEMPLATES, ".html"):
        plain = without_comments(text)
        scripts = [tag for tag in re.findall(r"<script\b[^>]*>", plain) if "src=" not in tag]
        if scripts or re.search(r"<style\b|\sstyle\s*=|\son[a-z]+\s*=\s*[\"']|javascript:", plain):
            inline.append(str(path.relative_to(ROOT)))

    assert inline == []


def test_no_script_or_drawing_sets_styles_that_the_policy_forbids() -> None:
    found = [
        str(path.relative_to(ROOT))
        for path, text in texts(STATIC, ".js", ".svg")
        if "vendor" not in path.parts
        and re.search(r"""setAttribute\(["']style|\sstyle=|<style|\beval\(|new Function""", text)
    ]

    assert found == []


@pytest.mark.parametrize(
    "folder", sorted({"fonts", "icons/lucide", *(p.name for p in STATIC.glob("vendor/*/"))})
)
def test_everything_that_others_made_has_its_version_and_its_licence(folder: str) -> None:
    home = STATIC / folder if (STATIC / folder).is_dir() else STATIC / "vendor" / folder
    files = {path.name.upper() for path in home.iterdir()}

    assert re.search(r"\d+\.\d+", (home / "VERSION").read_text("utf-8"))
    assert any(name.startswith(("LICENSE", "OFL")) for name in files)


def test_no_game_is_named_outside_the_games() -> None:
    assert "any_game" in slugs()
    named = []
    rooms = [STATIC, TEMPLATES, *(COMPANION / room for room in ("engine", "services", "web"))]
    for room in rooms:
        for path, text in texts(room, ".py", ".html", ".css", ".js", ".svg"):
            plain = text.replace(FALLBACK[1], "") if path == FALLBACK[0] else text
            named += [
                f"{path.relative_to(ROOT)}: {slug}"
                for slug in slugs()
                if re.search(rf"(?<![a-z]){slug}(?![a-z])", plain, re.IGNORECASE)
            ]

    assert named == []


def test_the_exception_that_names_a_game_is_still_needed() -> None:
    assert FALLBACK[1] in FALLBACK[0].read_text("utf-8")


def test_the_neutral_colours_are_the_only_ones_in_the_stylesheets() -> None:
    named = {
        name
        for _, text in texts(STATIC / "css", ".css")
        for name in re.findall(r"\[data-game=([a-z_]+)\]", text)
    }

    assert named == {"any"}


def token(name: str) -> tuple[str, str]:
    """Return a colour of the tokens, by day and in the dark."""
    found = re.search(rf"--{name}:(?:var\(--L,(#\w+)\)var\(--D,(#\w+)\)|(#\w+))", TOKENS)
    assert found, name
    day, dark = found.group(1) or found.group(3), found.group(2) or found.group(3)
    return full(day), full(dark)


def full(colour: str) -> str:
    return colour if len(colour) == 7 else "#" + "".join(digit * 2 for digit in colour[1:])


@pytest.mark.parametrize("number", range(1, 13))
def test_the_initial_on_each_counter_can_be_read(number: int) -> None:
    ink = token("on-p4" if number == 4 else "on-p")

    for counter, letter in zip(token(f"p{number}"), ink, strict=True):
        assert contrast(counter, letter) >= TEXT_CONTRAST


@pytest.mark.parametrize("number", range(1, 13))
def test_each_players_line_colour_can_be_read_as_text_on_paper(number: int) -> None:
    for line, paper in zip(token(f"l{number}"), PAPER, strict=True):
        assert contrast(line, paper) >= TEXT_CONTRAST


@pytest.mark.parametrize("name", ["ink", "ink-2", "accent-text", "good", "warn", "bad", "red"])
def test_texts_can_be_read_on_paper(name: str) -> None:
    assert token("paper") == PAPER
    for ink, paper in zip(token(name), PAPER, strict=True):
        assert contrast(ink, paper) >= TEXT_CONTRAST


def test_every_icon_that_a_template_names_is_in_the_sprite() -> None:
    have = {path.stem for path in (STATIC / "icons" / "lucide").glob("*.svg")}
    named = {
        name
        for _, text in texts(TEMPLATES, ".html")
        for name in re.findall(r'\bicon\("([a-z0-9-]+)"', without_comments(text))
    }

    assert named
    assert named - have == set()
