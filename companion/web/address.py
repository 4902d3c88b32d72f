# SPDX-License-Identifier: MIT
"""Find the address by which the phones around the table reach this machine.

Nothing here sends anything. The host name is no help (it mostly resolves to 127.0.0.1), and the
address that the routing table would take is wrong under a VPN and missing at a hotspot. So all
addresses are listed and ranked; the ranking is a pure function.
"""

import re
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from ipaddress import ip_address
from typing import Final, Literal, NamedTuple
from urllib.parse import urlsplit

import ifaddr

# Bridges of containers and virtual machines, tunnels and mobile modems, by the start of their name.
VIRTUAL_STARTS: Final = (
    *("docker", "br-", "veth", "virbr", "vmnet", "vbox", "lxc", "lxd", "incus", "podman"),
    *("cni", "cali", "flannel", "kube", "hassio", "dummy", "tun", "tap", "utun", "ipsec", "wg"),
    *("tailscale", "zt", "feth", "nordlynx", "proton", "mullvad", "ppp", "wwan", "rmnet", "ccmni"),
)
# The same on Windows, where an adapter has a name in words.
VIRTUAL_WORDS: Final = (
    *("vethernet", "virtual", "vmware", "hyper-v", "wsl", "tunnel", "wireguard", "openvpn"),
    *("tap-windows", "wintun", "zerotier", "vpn"),
)
# Reserved for documentation (RFC 5737, RFC 3849): routed like any other address, and nobody's.
ELSEWHERE: Final = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))

EVERY_IPV4: Final = "0.0.0.0"  # noqa: S104 - the word for it; whether to listen there is for the CLI

HOST_HEADER: Final = re.compile(r"(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")


class Address(NamedTuple):
    """An address of this machine; `virtual` ones mostly lead into a container or a tunnel."""

    ip: str
    interface: str
    kind: Literal["network", "virtual"]


def is_loopback(host: str) -> bool:
    """Tell whether a host (no port; IPv6 with or without brackets) means the machine itself.

    An empty host and the "every address" 0.0.0.0 and :: count as well: no phone gets anywhere
    with them.
    """
    name = host.strip("[]").rstrip(".").casefold()
    if name in {"", "localhost"} or name.endswith(".localhost"):
        return True
    try:
        ip = ip_address(name.partition("%")[0])
    except ValueError:
        return False
    inner = getattr(ip, "ipv4_mapped", None) or ip
    return bool(inner.is_loopback or inner.is_unspecified)


def is_loopback_url(url: str) -> bool:
    """Tell whether a URL leads nowhere but to the machine it is opened on; or nowhere at all."""
    try:
        return is_loopback(urlsplit(url).hostname or "")
    except ValueError:
        return True


def rank(found: Iterable[tuple[str, str]], routed: Sequence[str] = ()) -> list[Address]:
    """Put addresses in the order in which a phone should try them.

    Args:
        found: pairs of interface and IP, in the system's order.
        routed: the addresses from which the system would reach the outside.

    Returns:
        All that another machine could reach: virtual interfaces last, then IPv4 before IPv6, then
        the routed one first. Loopback and link-local addresses are left out.
    """
    usable = []
    for interface, text in found:
        ip = ip_address(text)
        if not (is_loopback(text) or ip.is_link_local or ip.is_multicast):
            kind: Literal["network", "virtual"] = "virtual" if _is_virtual(interface) else "network"
            usable.append(Address(str(ip), interface, kind))
    return sorted(
        dict.fromkeys(usable),
        key=lambda each: (each.kind == "virtual", ":" in each.ip, each.ip not in routed),
    )


def _is_virtual(interface: str) -> bool:
    name = interface.casefold()
    return name.startswith(VIRTUAL_STARTS) or any(word in name for word in VIRTUAL_WORDS)


def candidates() -> list[Address]:
    """List this machine's addresses, best first; empty when it has nothing but loopback."""
    routed = _routed()
    found = [("", ip) for ip in routed]
    with suppress(OSError):  # some phones forbid apps to list the interfaces
        found = [
            (str(adapter.nice_name), ip.ip if isinstance(ip.ip, str) else ip.ip[0])
            for adapter in ifaddr.get_adapters()
            for ip in adapter.ips
        ]
    return rank(found, routed)


def _routed() -> list[str]:
    """Return the addresses from which the system would speak to the outside, IPv4 first.

    Connecting a UDP socket only looks a route up: no packet leaves. Without a route it fails.
    """
    routed = []
    for family, elsewhere in ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((elsewhere, 9))
            routed.append(str(probe.getsockname()[0]))
    return routed


def urls(
    port: int, bound: str = EVERY_IPV4, addresses: Iterable[Address] | None = None
) -> list[str]:
    """List the URLs by which other machines may reach the server, best first.

    Args:
        port: the port it listens on.
        bound: the host it was told to listen on; "0.0.0.0" serves IPv4 only, "::" both.
        addresses: this machine's addresses if known, else they are looked up.
    """
    if addresses is None:
        addresses = candidates()
    ips = [each.ip for each in addresses]
    if bound == EVERY_IPV4:
        ips = [ip for ip in ips if ":" not in ip]
    elif bound != "::":
        ips = [] if is_loopback(bound) else [bound]
    return [f"http://{_host_port(ip, port)}" for ip in ips]


def best_url(
    public_url: str | None,
    port: int,
    request_host: str | None = None,
    *,
    bound: str = EVERY_IPV4,
    addresses: Iterable[Address] | None = None,
) -> str | None:
    """Choose the URL to hand to the phones, without a slash at its end.

    Args:
        public_url: what the host declared (`--public-url`); it wins.
        port: the port the server listens on.
        request_host: the Host header of the page that asks. If not loopback it wins over the
            addresses, since it has just been reached.
        bound: as in `urls`.
        addresses: as in `urls`.

    Returns:
        The URL, or None when nothing but loopback is there: then say so.
    """
    if public_url and not is_loopback_url(public_url):
        return public_url.rstrip("/")
    if request_host and HOST_HEADER.fullmatch(request_host):
        url = f"http://{request_host}"
        if not is_loopback_url(url):
            return url
    return next(iter(urls(port, bound, addresses)), None)


def _host_port(ip: str, port: int) -> str:
    host = f"[{ip}]" if ":" in ip else ip
    return host if port == 80 else f"{host}:{port}"
