# SPDX-License-Identifier: MIT
"""What `companion serve` says when it is ready."""

from companion.web.address import EVERY_IPV4, is_loopback, is_loopback_url
from companion.web.qr import qr_terminal

EVERYWHERE = (EVERY_IPV4, "::")


def welcome(local_url: str, phone_url: str | None, tty: bool, bound: str = EVERY_IPV4) -> str:
    """Return the lines to print: the address here, the one for phones, and its QR code.

    Args:
        local_url: for a browser on this machine.
        phone_url: for everybody else, or None when there is no network address.
        tty: whether the output is a terminal that shows colours.
        bound: the host the server listens on, to say why phones cannot reach it.
    """
    lines = ["Companion is running. Ctrl-C stops it.", "", f"On this machine:  {local_url}"]
    if phone_url and not is_loopback_url(phone_url):
        return "\n".join(
            [*lines, f"On phones:        {phone_url}", "", qr_terminal(phone_url, tty)]
        )
    if bound not in EVERYWHERE and is_loopback(bound):
        lines += [f"Phones cannot reach it: it listens on {bound} only. Leave --host out for all."]
    else:
        lines += [
            "Phones cannot reach it: this machine has no network address.",
            "Join a Wi-Fi or start a hotspot, then start Companion again.",
        ]
    return "\n".join(lines)
