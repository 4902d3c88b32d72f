# SPDX-License-Identifier: MIT
"""No template shows a word that is not marked for translation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

ROOT = Path(__file__).parents[2]
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SCRIPTS = sorted((ROOT / "static").rglob("*.js"))
ENVIRONMENT = Environment(extensions=["jinja2.ext.i18n"], autoescape=True)

#: Attributes that somebody sees or hears.
SPOKEN = {"aria-label", "aria-description", "aria-valuetext", "aria-roledescription"}
SHOWN = {"title", "placeholder", "alt", "label", "summary"}
GETTEXT = {"_", "gettext", "ngettext", "pgettext", "npgettext"}
#: The product's name and the languages' own names are the same in every language.
NAMES = {"Companion", "English", "Nederlands", "Deutsch", "Frysk"}
#: Blocks and macros whose text stands inside a tag: classes and attributes.
IN_A_TAG = re.compile(
    r"\{% (block|macro) (cls|page_cls|game|body_attrs|attrs|described)\b.*?\{%-? end\1 -?%\}", re.S
)
#: Stands in the HTML where Jinja writes something.
HOLE = "q0q"
LETTERS = re.compile(r"[^\W\d_]{2,}")
SENTENCE = re.compile(r"[A-Z][a-z]+|[^\W\d_]+ [^\W\d_]+ [^\W\d_]+")


def naked(text: str) -> bool:
    """Tell whether words stand in a text once what Jinja writes and names are taken out."""
    words = LETTERS.findall(text.replace(HOLE, " "))
    return any(word not in NAMES for word in words)


class Visible(HTMLParser):
    """Collects the words that a page of holes would show."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.silent += tag in ("script", "style")
        of = dict(attrs)
        for name, value in attrs:
            seen = name in SPOKEN | SHOWN
            seen |= name == "value" and of.get("type") in ("submit", "button", "reset")
            seen |= name == "content" and of.get("name") in ("description", "application-name")
            seen |= name.startswith("data-") and bool(re.match(r"[A-Z][a-z]", value or ""))
            if seen and naked(value or ""):
                self.found.append(f"{name}: {value}")

    def handle_endtag(self, tag: str) -> None:
        self.silent -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self.silent and naked(data):
            self.found.append(" ".join(data.split()))


def html_words(source: str) -> list[str]:
    """Return the words that stand in the HTML itself."""
    parts = []
    inside = None
    for _, kind, text in ENVIRONMENT.lex(IN_A_TAG.sub("", source)):
        if kind == "data" and inside is None:
            parts.append(text)
        elif kind in ("variable_begin", "block_begin", "comment_begin", "raw_begin"):
            inside = kind
            parts += [HOLE] * (kind == "variable_begin")
        elif kind in ("variable_end", "block_end", "comment_end", "raw_end"):
            inside = None
    page = Visible()
    page.feed("".join(parts))
    page.close()
    return page.found


def spoken_constants(node: nodes.Node) -> Iterator[str]:
    """Yield the texts in Jinja's own code that read like words for people."""
    match node:
        case nodes.Call(node=nodes.Name(name=name)) if name in GETTEXT:
            for keyword in node.kwargs:
                yield from spoken_constants(keyword)
            return
        case nodes.Const(value=str(text)) if SENTENCE.search(text) and text not in NAMES:
            yield text
    for child in node.iter_child_nodes():
        yield from spoken_constants(child)


def code_words(source: str) -> list[str]:
    """Return the unmarked sentences among the texts in Jinja's code."""
    css = re.compile(r"[a-z0-9 _-]+")  # a few classes in a row are no sentence
    return [text for text in spoken_constants(ENVIRONMENT.parse(source)) if not css.fullmatch(text)]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", TEMPLATES, ids=name)
def test_a_template_marks_every_word_that_it_shows(path: Path) -> None:
    source = path.read_text("utf-8")

    assert html_words(source) == []
    assert code_words(source) == []


@pytest.mark.parametrize("path", SCRIPTS, ids=name)
def test_a_script_brings_no_words_of_its_own(path: Path) -> None:
    code = re.sub(r"/\*.*?\*/|(?m:^\s*//.*$)", "", path.read_text("utf-8"), flags=re.S)
    texts = re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`", code)

    assert [text for text in map("".join, texts) if re.search(r"[A-Z][a-z]+ [a-z]", text)] == []


@pytest.mark.parametrize(
    "source, words",
    [
        ("<p>Save</p>", ["Save"]),
        ('<a aria-label="Go back">{{ icon("x") }}</a>', ["aria-label: Go back"]),
        ('<input placeholder="Name {{ n }}">', [f"placeholder: Name {HOLE}"]),
        ('<input type="submit" value="Save">', ["value: Save"]),
        ("{% if a %}points{% endif %}", ["points"]),
        ("<{{ tag }} class='a b'>{{ n }} rounds</{{ tag }}>", [f"{HOLE} rounds"]),
        ("{% macro m() %}<b>{% call n() %}Ready?{% endcall %}</b>{% endmacro %}", ["Ready?"]),
        ('<button data-confirm="Really?">{{ _("End") }}</button>', ["data-confirm: Really?"]),
    ],
)
def test_an_unmarked_word_is_seen(source: str, words: list[str]) -> None:
    assert html_words(source) == words


@pytest.mark.parametrize(
    "source, words",
    [
        ('{{ ui.button("Save") }}', ["Save"]),
        ('{{ ui.link(_("Save"), url, title="Keep it") }}', ["Keep it"]),
        ('{% set words = "Nothing here" if empty %}', ["Nothing here"]),
        ('{{ _("%(a)s here", a="Nobody") }}', ["Nobody"]),
        ('{{ ngettext("One", "Many", n) }}', []),
    ],
)
def test_an_unmarked_word_in_code_is_seen(source: str, words: list[str]) -> None:
    assert code_words(source) == words


@pytest.mark.parametrize(
    "source",
    [
        '<p class="big red">{{ _("Save") }} – 3</p>{# Not shown #}',
        '<input name="points" value="Ada" type="text">',
        "<script>const a = 1;</script><title>Companion</title>",
        '<a href="{{ url_for("home.index") }}" class="{{ "quiet mid wide" }}">&nbsp;→</a>',
        "{% trans %}A whole sentence{% endtrans %}",
    ],
)
def test_what_is_marked_or_unseen_passes(source: str) -> None:
    assert code_words(source) == []
    assert html_words(source) == [] or "trans" in source
