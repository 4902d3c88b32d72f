# SPDX-License-Identifier: MIT
"""The rules texts: one Markdown file per game and language, cut into paragraphs by anchor."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

from companion.engine.registry import Registry

_HEADING = re.compile(r"^## (?P<title>.+?) \{#(?P<anchor>[a-z0-9-]+)\}\s*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its anchor, its heading, and its text as HTML (raw HTML in it is shown as text)."""

    anchor: str
    title: str
    html: str


@dataclass(frozen=True, slots=True)
class RulesText:
    """A game's rules in one language: what stands before the first rule, and the rules."""

    intro: str
    rules: tuple[Rule, ...]

    def rule(self, anchor: str) -> Rule | None:
        """Return the rule with that anchor."""
        return next((rule for rule in self.rules if rule.anchor == anchor), None)


def rules_text(registry: Registry, slug: str, language: str = "en") -> RulesText | None:
    """Return a game's rules, in English where the language has none; None without any text."""
    for code in (language, "en"):
        file = registry.folder / "rules" / f"{slug}.{code}.md"
        if file.is_file():
            return _read(file, file.stat().st_mtime_ns)
    return None


@cache
def _read(file: Path, changed: int) -> RulesText:
    del changed  # only part of the cache's key: an edited text is read again
    text = file.read_text("utf-8")
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    rules = [
        Rule(found["anchor"], found["title"], markdown.render(text[found.end() : end]))
        for found, end in zip(headings, ends, strict=True)
    ]
    before = text[: headings[0].start()] if headings else text
    intro = re.sub(r"^# .*\n", "", before).strip()
    return RulesText(markdown.render(intro), tuple(rules))
