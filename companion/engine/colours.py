# SPDX-License-Identifier: MIT
"""A game's colours: data of its module, so that no stylesheet has to know the game.

Every token is a pair (by day, in the dark). The web layer turns the pairs into one stylesheet;
here they are only checked, together with the contrast between a colour and its ink.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields

Pair = tuple[str, str]
"""One token: (light, dark), each ``#rrggbb``."""

TEXT_CONTRAST = 4.5
"""WCAG 2.2, 1.4.3: the least contrast between a text and what it stands on."""

_HEX = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, kw_only=True)
class Colours:
    """The lid, the accent and the three flat tones of the emblem.

    accent      what can be pressed, and its ink (*on_accent*), thickness (*accent_edge*),
                the same hue as text on paper (*accent_text*) and as a tint (*accent_soft*)
    lid         the box lid on top of a screen, its ink, its lighter table top and its edge
    e1, e2, e3  the emblem's tones: body, highlight, line
    """

    accent: Pair
    on_accent: Pair
    accent_edge: Pair
    accent_text: Pair
    accent_soft: Pair
    lid: Pair
    lid_ink: Pair
    lid_2: Pair
    lid_edge: Pair
    e1: Pair
    e2: Pair
    e3: Pair

    def __post_init__(self) -> None:
        """Refuse anything but two lower-case ``#rrggbb`` values per token (ValueError)."""
        for name, pair in self.tokens():
            if len(pair) != 2 or not all(_HEX.fullmatch(value) for value in pair):
                raise ValueError(f"{name} must be two colours like #a1b2c3, not {pair!r}")

    def tokens(self) -> list[tuple[str, Pair]]:
        """Return every token with its pair, in the order they are declared."""
        return [(field.name, getattr(self, field.name)) for field in fields(self)]


def contrast(first: str, second: str) -> float:
    """Return the contrast of two ``#rrggbb`` colours, 1 (equal) to 21 (black on white).

    Source: WCAG 2.2, definition of contrast ratio.
    """
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def too_faint(colours: Colours) -> list[str]:
    """Name each pair of a surface and its ink that cannot be read, by day or in the dark.

    Lids and accents are read against their own ink; an empty list is what a game should have.
    """
    faint: list[str] = []
    pairs = {
        "accent": (colours.accent, colours.on_accent),
        "lid": (colours.lid, colours.lid_ink),
    }
    for name, (surface, ink) in pairs.items():
        for when, under, over in zip(("by day", "in the dark"), surface, ink, strict=True):
            measured = contrast(under, over)
            if measured < TEXT_CONTRAST:
                faint.append(f"{name} {when}: {over} on {under} has only {measured:.2f}")
    return faint


def _luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb`` (WCAG 2.2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
