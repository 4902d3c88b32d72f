# SPDX-License-Identifier: MIT
"""How the look reaches the page: versioned addresses, the games' colours, symbols, emblems."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from flask import Flask, render_template_string
from flask_babel import Babel  # type: ignore[import-untyped]  # it ships no types

import companion.games
from companion.engine.colours import Colours, contrast, too_faint
from companion.engine.registry import Registry
from companion.web.assets import (
    YEAR,
    emblems,
    game_stylesheet,
    init_assets,
    sprite,
    title_letters,
    version_of,
)

ROOT = Path(__file__).parents[2]
STATIC = ROOT / "static"

PLAIN = Colours(
    accent=("#123456", "#fedcba"),
    on_accent=("#ffffff", "#000000"),
    accent_edge=("#000000", "#000000"),
    accent_text=("#000000", "#ffffff"),
    accent_soft=("#eeeeee", "#222222"),
    lid=("#123456", "#111111"),
    lid_ink=("#ffffff", "#ffffff"),
    lid_2=("#234567", "#222222"),
    lid_edge=("#000000", "#000000"),
    e1=("#ffffff", "#ffffff"),
    e2=("#ffcc00", "#ffcc00"),
    e3=("#000000", "#000000"),
)


@dataclass(frozen=True)
class Look:
    """A game, as far as its look goes."""

    slug: str
    title: str
    colours: Colours | None = PLAIN


@dataclass(frozen=True)
class Games:
    """A registry of two games: one without colours and emblem of its own."""

    folder: Path

    def __iter__(self) -> Iterator[Look]:
        return iter([Look("pairs", "Pairs"), Look("bare_bones", "Bare Bones", None)])


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    drawn = tmp_path / "emblems"
    drawn.mkdir()
    frame = '<!-- ours --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">{}</svg>'
    (drawn / "pairs.svg").write_text(frame.format('<circle r="5"/>'))
    (drawn / "any_game.svg").write_text(frame.format('<rect width="9"/>'))
    app = Flask("plain", static_folder=str(STATIC), template_folder=str(ROOT / "templates"))
    Babel(app)
    init_assets(app, Games(tmp_path))
    return app


def rendered(app: Flask, template: str, **cookies: str) -> str:
    headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    with app.test_request_context(headers=headers if cookies else None):
        return render_template_string(template)


# --- addresses ---


def test_a_static_file_has_an_address_that_browsers_keep_for_a_year(app: Flask) -> None:
    address = rendered(app, "{{ asset('css/base.css') }}")

    assert re.fullmatch(r"/static/h/[0-9a-f]{8}/css/base\.css", address)
    with app.test_client().get(address) as answer:
        assert answer.data == (STATIC / "css/base.css").read_bytes()
        assert answer.cache_control.immutable
        assert answer.cache_control.max_age == YEAR


def test_an_address_of_an_older_version_still_answers_but_is_not_kept(app: Flask) -> None:
    with app.test_client().get("/static/h/00000000/css/base.css") as answer:
        assert answer.status_code == 200
        assert not answer.cache_control.immutable
        assert answer.cache_control.no_cache


def test_no_address_leads_out_of_the_static_folder(app: Flask) -> None:
    version = version_of(STATIC)
    client = app.test_client()

    assert client.get(f"/static/h/{version}/../pyproject.toml").status_code == 404
    assert client.get(f"/static/h/{version}/%2e%2e/pyproject.toml").status_code == 404
    assert client.get(f"/static/h/{version}/css/none.css").status_code == 404


def test_while_developing_files_have_their_plain_address(app: Flask) -> None:
    app.debug = True

    assert rendered(app, "{{ asset('css/base.css') }}") == "/static/css/base.css"


def test_the_version_changes_with_a_files_content_and_with_its_name(tmp_path: Path) -> None:
    (tmp_path / "a.css").write_text("one")
    first = version_of(tmp_path)
    (tmp_path / "a.css").write_text("two")
    second = version_of(tmp_path)
    (tmp_path / "a.css").rename(tmp_path / "b.css")

    assert len({first, second, version_of(tmp_path)}) == 3


# --- the games' colours ---


def test_a_games_colours_become_one_rule_with_both_values_of_each_token() -> None:
    sheet = game_stylesheet([Look("pairs", "Pairs")])

    assert sheet.startswith("@layer tokens{\n[data-game=pairs]{")
    assert "--accent:var(--L,#123456)var(--D,#fedcba);" in sheet
    assert "--lid-2:var(--L,#234567)var(--D,#222222);" in sheet
    assert sheet.count("--") == 12 * 3


def test_a_game_without_colours_adds_no_rule() -> None:
    assert "data-game" not in game_stylesheet([Look("bare", "Bare", None)])


@pytest.mark.parametrize("slug", ["", "a]{}b", "Pairs", "a b", "../a"])
def test_a_slug_that_could_break_the_stylesheet_is_refused(slug: str) -> None:
    with pytest.raises(ValueError, match="slug"):
        game_stylesheet([Look(slug, "Pairs")])


def test_the_colours_are_served_under_a_name_that_browsers_keep(app: Flask) -> None:
    address = rendered(app, "{{ game_colours() }}")
    answer = app.test_client().get(address)

    assert re.fullmatch(r"/static/games-[0-9a-f]{8}\.css", address)
    assert answer.mimetype == "text/css"
    assert "[data-game=pairs]" in answer.text
    assert answer.cache_control.immutable
    assert not app.test_client().get("/static/games-00000000.css").cache_control.immutable


@pytest.mark.parametrize("wrong", ["#FFFFFF", "#fff", "red", "#12345g", "#123456;}", ""])
def test_a_colour_that_is_no_six_digit_hex_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="lid must be two colours"):
        replace(PLAIN, lid=("#000000", wrong))


def test_contrast_is_that_of_the_guideline() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#777777") == 1
    assert contrast("#ffffff", "#767676") == pytest.approx(4.54, abs=0.01)


def test_an_ink_too_faint_on_its_lid_is_named_with_the_time_of_day() -> None:
    assert too_faint(PLAIN) == []
    assert too_faint(replace(PLAIN, lid_ink=("#ffffff", "#333333"))) == [
        "lid in the dark: #333333 on #111111 has only 1.49"
    ]


def test_every_games_lid_and_accent_can_be_read() -> None:
    games = list(Registry(companion.games))

    assert games
    assert [faint for game in games if game.colours for faint in too_faint(game.colours)] == []


# --- symbols and emblems ---


def test_the_sprite_holds_every_icon_and_suit_once_and_no_style() -> None:
    drawn = sprite(STATIC)
    ids = re.findall(r'<symbol id="([^"]+)"', drawn)

    assert {"i-arrow-left", "i-undo-2", "s-fire", "s-deal"} <= set(ids)
    assert len(ids) == len(set(ids)) == len(list((STATIC / "icons").rglob("*.svg")))
    assert "style=" not in drawn
    assert "<!--" not in drawn


def test_a_game_shows_its_own_emblem(app: Flask) -> None:
    drawn = rendered(app, "{{ emblem('pairs', cls='big') }}")

    assert '<svg class="emblem big"' in drawn
    assert '<circle r="5"/>' in drawn
    assert "<text" not in drawn


def test_a_game_without_emblem_shows_the_general_one_with_its_initials(app: Flask) -> None:
    assert '<rect width="9"/>' in rendered(app, "{{ emblem('bare_bones') }}")
    assert ">BB</text>" in rendered(app, "{{ emblem('bare_bones') }}")
    assert ">NN</text>" in rendered(app, "{{ emblem('bare_bones', 'Nine Nuts') }}")


@pytest.mark.parametrize(
    "title, letters",
    [("Skull King", "SK"), ("Tichu", "Ti"), ("6 nimmt!", "6N"), ("", ""), ("<b>", "B")],
)
def test_a_title_is_told_by_its_initials(title: str, letters: str) -> None:
    assert title_letters(title) == letters


def test_every_emblem_draws_in_the_three_tones_only() -> None:
    drawn = emblems(Path(companion.games.__path__[0]) / "emblems")

    assert drawn
    for slug, svg in drawn.items():
        fills = set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg))
        assert fills <= {"none", "var(--e1)", "var(--e2)", "var(--e3)"}, slug


# --- what the globals say ---


@pytest.mark.parametrize("cookie, theme", [("dark", "dark"), ("light", "light"), ("x", "")])
def test_the_page_takes_the_theme_of_this_device_if_it_is_one(
    app: Flask, cookie: str, theme: str
) -> None:
    assert rendered(app, "{{ theme() }}", theme=cookie) == theme
    assert rendered(app, "{{ theme() }}") == ""


def test_a_ring_says_who_sits_where_and_who_deals_and_leads(app: Flask) -> None:
    drawn = rendered(app, "{{ ring(discs(['Ada', 'B<b>', 'Cem']), 0, 1, passing='left') }}")

    assert (
        'aria-label="Seats clockwise: Ada, B&lt;b&gt;, Cem. Ada deals. B&lt;b&gt; leads."' in drawn
    )


def test_a_table_too_large_for_a_ring_becomes_a_list_of_all_seats(app: Flask) -> None:
    drawn = rendered(
        app,
        "{% import 'macros/ui.html' as ui %}"
        "{{ ui.table_ring(discs('ABCDEFGH'|list), dealer=2, centre='Pass 3') }}",
    )

    assert '<svg class="ring' not in drawn
    assert drawn.count("<li>") == 8
    assert "Deals" in drawn
