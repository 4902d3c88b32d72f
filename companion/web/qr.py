# SPDX-License-Identifier: MIT
"""QR codes of links: as SVG for pages and as characters for a terminal.

Always dark on white with the quiet zone of four modules that the standard (ISO/IEC 18004) asks
for: many phones do not read a code that is inverted or touches its surroundings.
"""

from functools import lru_cache
from itertools import groupby
from typing import Final

import qrcode
from markupsafe import Markup

from companion.web.address import is_loopback_url

QUIET: Final = 4  # modules
BLACK_ON_WHITE: Final = "\x1b[38;5;16;48;5;231m"  # colours of the cube, which no theme changes
RESET: Final = "\x1b[0m"
# What two modules, one above the other, look like when the light ones are printed.
HALVES: Final = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


@lru_cache(maxsize=64)
def matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the code's rows, dark modules true, quiet zone included.

    Raises:
        ValueError: the text leads to the machine itself, or is too long for a code. A phone that
            scans "localhost" looks for the server on the phone.
    """
    if is_loopback_url(text):
        raise ValueError(f"{text!r} leads nowhere on another device")
    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=QUIET)
    code.add_data(text)
    try:
        return tuple(tuple(bool(module) for module in row) for row in code.get_matrix())
    except ValueError as error:  # the library speaks of "version 41"
        raise ValueError(f"a link of {len(text)} characters is too long for a code") from error


def qr_svg(text: str, label: str = "") -> Markup:
    """Return the code as an SVG element of one path on a white ground.

    Args:
        text: the link.
        label: what a screen reader says, translated; the link itself if empty.

    Raises:
        ValueError: see `matrix`.
    """
    rows = matrix(text)
    path = []
    for y, row in enumerate(rows):
        x = 0
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                path.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    size = len(rows)
    return Markup(
        '<svg class="qr" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" role="img" '
        'aria-label="{label}" shape-rendering="crispEdges">'
        '<rect width="{size}" height="{size}" fill="#fff"/>'
        '<path fill="#000" d="{path}"/></svg>'
    ).format(size=size, label=label or text, path="".join(path))


def qr_terminal(text: str, tty: bool = False) -> str:
    """Return the code in half-block characters, two rows of modules to a line.

    Args:
        text: the link.
        tty: whether colours may be used. With them the code is black on white whatever the
            terminal's own colours; without, it is right on the usual dark ground.

    Raises:
        ValueError: see `matrix`.
    """
    rows = list(matrix(text))
    if len(rows) % 2:
        rows.append((False,) * len(rows[0]))
    # Without colours the light modules are printed: most terminals are light on dark.
    lines = [
        "".join(HALVES[above ^ tty, below ^ tty] for above, below in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]
    return "\n".join(f"{BLACK_ON_WHITE}{line}{RESET}" if tty else line for line in lines)
