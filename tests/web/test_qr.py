# SPDX-License-Identifier: MIT
"""QR codes: what is drawn, read back, is the code; and never one of the machine itself."""

import re
from xml.etree import ElementTree

import pytest
import qrcode

from companion.web.qr import BLACK_ON_WHITE, RESET, qr_svg, qr_terminal
from companion.web.welcome import welcome

LINKS = ["http://192.168.1.20:8000", "HTTP://192.168.1.20:8000/T/K7QF", "https://cards.example/t/7"]
LOOPBACK = ["http://localhost:8000/", "http://127.0.0.1", "http://[::1]:80/", "http://0.0.0.0:8000"]
SVG = "{http://www.w3.org/2000/svg}"
QUIET = 4


def code_of(link: str) -> list[list[bool]]:
    """The code as the library makes it, without quiet zone."""
    code = qrcode.QRCode(error_correction=qrcode.ERROR_CORRECT_M, border=0)
    code.add_data(link)
    return [[bool(module) for module in row] for row in code.get_matrix()]


def without_quiet_zone(rows: list[list[bool]]) -> list[list[bool]]:
    """Check that the zone is there and light, and take it off."""
    assert not any(any(row) for row in rows[:QUIET] + rows[-QUIET:])
    assert not any(any(row[:QUIET] + row[-QUIET:]) for row in rows)
    return [row[QUIET:-QUIET] for row in rows[QUIET:-QUIET]]


def read_svg(svg: str) -> list[list[bool]]:
    """Draw the path on a grid, as a browser would."""
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    size = int(root.attrib["viewBox"].split()[2])
    rows = [[False] * size for _ in range(size)]
    path = root.find(f"{SVG}path")
    assert path is not None
    bar = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")
    assert bar.sub("", path.attrib["d"]) == ""
    for x, y, width, back in bar.findall(path.attrib["d"]):
        assert width == back
        for column in range(int(x), int(x) + int(width)):
            rows[int(y)][column] = True
    return rows


def read_terminal(text: str, ink_is_dark: bool) -> list[list[bool]]:
    """Split each character into its two halves."""
    inked = {" ": (False, False), "▀": (True, False), "▄": (False, True), "█": (True, True)}
    rows = [
        [inked[character][half] == ink_is_dark for character in line]
        for line in text.split("\n")
        for half in (0, 1)
    ]
    return rows if len(rows) == len(rows[0]) else rows[:-1]


@pytest.mark.parametrize("link", LINKS)
def test_the_svg_read_back_is_the_code(link: str) -> None:
    assert without_quiet_zone(read_svg(qr_svg(link))) == code_of(link)


@pytest.mark.parametrize("link", LINKS)
def test_the_plain_text_read_back_on_a_dark_terminal_is_the_code(link: str) -> None:
    text = qr_terminal(link)
    assert "\x1b" not in text
    assert without_quiet_zone(read_terminal(text, ink_is_dark=False)) == code_of(link)


@pytest.mark.parametrize("link", LINKS)
def test_on_a_terminal_with_colours_the_code_is_black_on_white_whatever_the_theme(
    link: str,
) -> None:
    lines = qr_terminal(link, tty=True).split("\n")
    assert all(line.startswith(BLACK_ON_WHITE) and line.endswith(RESET) for line in lines)
    text = "\n".join(line.removeprefix(BLACK_ON_WHITE).removesuffix(RESET) for line in lines)
    assert without_quiet_zone(read_terminal(text, ink_is_dark=True)) == code_of(link)


def test_the_svg_is_dark_on_white_has_a_label_and_no_inline_style() -> None:
    svg = qr_svg("http://192.168.1.20:8000", 'Code for "table" <7>')
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own text
    assert root.attrib["aria-label"] == 'Code for "table" <7>'
    assert root.attrib["role"] == "img"
    assert [child.attrib["fill"] for child in root] == ["#fff", "#000"]
    assert "style" not in svg


def test_without_a_label_the_link_itself_is_said() -> None:
    link = "http://192.168.1.20:8000/?a=1&b=2"
    assert ElementTree.fromstring(qr_svg(link)).attrib["aria-label"] == link  # noqa: S314 - our own text


@pytest.mark.parametrize("link", [*LOOPBACK, "", "K7QF", "http://cards.example/" + "x" * 5000])
def test_no_code_is_made_that_leads_nowhere_on_a_phone(link: str) -> None:
    with pytest.raises(ValueError, match=r"leads nowhere|too long"):
        qr_svg(link)
    with pytest.raises(ValueError, match=r"leads nowhere|too long"):
        qr_terminal(link)


def test_the_welcome_gives_both_addresses_and_the_code_of_the_one_for_phones() -> None:
    text = welcome("http://localhost:8000", "http://192.168.1.20:8000", tty=False)
    assert "http://localhost:8000" in text
    assert "http://192.168.1.20:8000\n\n" + qr_terminal("http://192.168.1.20:8000") in text


@pytest.mark.parametrize("phone_url", [None, *LOOPBACK])
def test_without_a_network_address_the_welcome_says_so_and_shows_no_code(
    phone_url: str | None,
) -> None:
    text = welcome("http://localhost:8000", phone_url, tty=True)
    assert "http://localhost:8000" in text
    assert "no network address" in text
    assert not set("█▀▄\x1b") & set(text)


def test_a_server_for_this_machine_only_is_not_blamed_on_the_network() -> None:
    text = welcome("http://localhost:8000", None, tty=True, bound="127.0.0.1")
    assert "listens on 127.0.0.1 only" in text
    assert "network" not in text
