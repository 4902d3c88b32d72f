# SPDX-License-Identifier: MIT
"""Which address goes to the phones, in the situations a card table is in."""

import socket
from types import SimpleNamespace
from typing import NamedTuple

import ifaddr
import pytest

from companion.web.address import (
    EVERY_IPV4,
    Address,
    best_url,
    candidates,
    is_loopback,
    is_loopback_url,
    rank,
    urls,
)

LOOPBACK = [("lo", "127.0.0.1"), ("lo", "::1")]


class Place(NamedTuple):
    found: list[tuple[str, str]]
    routed: list[str]
    ranked: list[str]


PLACES = {
    "at home, with docker": Place(
        [("docker0", "172.17.0.1"), ("br-4f2a", "172.18.0.1"), ("wlan0", "192.168.1.20"),
         ("wlan0", "fe80::1"), ("veth9", "fe80::2")],
        ["192.168.1.20"],
        ["192.168.1.20", "172.17.0.1", "172.18.0.1"],
    ),
    "own hotspot, no route out": Place([("ap0", "192.168.43.1")], [], ["192.168.43.1"]),
    "own hotspot of a phone with mobile data": Place(
        [("rmnet_data0", "10.77.3.4"), ("wlan1", "192.168.43.1")],
        ["10.77.3.4"],
        ["192.168.43.1", "10.77.3.4"],
    ),
    "under a VPN that takes the route": Place(
        [("tun0", "10.8.0.6"), ("wlan0", "192.168.1.20")],
        ["10.8.0.6"],
        ["192.168.1.20", "10.8.0.6"],
    ),
    "cable and wifi": Place(
        [("wlan0", "192.168.1.20"), ("eth0", "192.168.1.10")],
        ["192.168.1.10"],
        ["192.168.1.10", "192.168.1.20"],
    ),
    "IPv6 only": Place(
        [("wlan0", "fe80::aa"), ("wlan0", "2001:db8:1::20"), ("tailscale0", "100.64.0.3")],
        ["2001:db8:1::20"],
        ["2001:db8:1::20", "100.64.0.3"],
    ),
    "both versions": Place(
        [("wlan0", "fd00::20"), ("wlan0", "192.168.1.20")],
        ["192.168.1.20", "fd00::20"],
        ["192.168.1.20", "fd00::20"],
    ),
    "offline": Place([("wlan0", "169.254.7.7"), ("wlan0", "fe80::aa")], [], []),
    "Windows": Place(
        [("vEthernet (WSL)", "172.20.0.1"), ("VMware Virtual Ethernet Adapter", "192.168.80.1"),
         ("Intel(R) Wi-Fi 6 AX201 160MHz", "192.168.1.20")],
        ["192.168.1.20"],
        ["192.168.1.20", "172.20.0.1", "192.168.80.1"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES.keys())
def test_the_address_that_phones_reach_comes_first(place: Place) -> None:
    assert [each.ip for each in rank(LOOPBACK + place.found, place.routed)] == place.ranked


def test_a_virtual_address_says_that_it_is_one() -> None:
    assert rank([("wg0", "10.0.0.2"), ("eth0", "10.0.0.3"), ("eth0", "10.0.0.3")]) == [
        Address("10.0.0.3", "eth0", "network"),
        Address("10.0.0.2", "wg0", "virtual"),
    ]


HOME = rank([("wlan0", "192.168.1.20"), ("wlan0", "fd00::20")])


@pytest.mark.parametrize(
    "public, request_host, url",
    [
        ("https://cards.example/", "192.168.1.9:8000", "https://cards.example"),
        ("http://localhost:8000", None, "http://192.168.1.20:8000"),
        (None, "192.168.1.9:8000", "http://192.168.1.9:8000"),
        (None, "companion.local:8000", "http://companion.local:8000"),
        (None, "[fd00::20]:8000", "http://[fd00::20]:8000"),
        (None, "localhost:8000", "http://192.168.1.20:8000"),
        (None, "127.0.0.1:8000", "http://192.168.1.20:8000"),
        (None, "[::1]:8000", "http://192.168.1.20:8000"),
        (None, "[:::]:8000", "http://192.168.1.20:8000"),
        (None, "a/b@c", "http://192.168.1.20:8000"),
        (None, "", "http://192.168.1.20:8000"),
        ("", None, "http://192.168.1.20:8000"),
    ],
)
def test_the_declared_url_wins_then_the_host_that_was_reached_then_the_best_address(
    public: str | None, request_host: str | None, url: str
) -> None:
    assert best_url(public, 8000, request_host, addresses=HOME) == url


def test_only_addresses_that_the_server_listens_on_are_offered() -> None:
    assert urls(8000, EVERY_IPV4, HOME) == ["http://192.168.1.20:8000"]
    assert urls(80, "::", HOME) == ["http://192.168.1.20", "http://[fd00::20]"]
    assert urls(8000, "fd00::20", HOME) == ["http://[fd00::20]:8000"]
    assert urls(8000, "127.0.0.1", HOME) == []


def test_without_a_network_there_is_no_url() -> None:
    assert best_url(None, 8000, "localhost:8000", addresses=[]) is None


@pytest.mark.parametrize(
    "host",
    ["localhost", "LOCALHOST.", "a.localhost", "127.0.0.1", "127.8.8.8", "::1", "[::1]", "",
     EVERY_IPV4, "::", "::ffff:127.0.0.1"],
)  # fmt: skip
def test_these_hosts_mean_the_machine_itself(host: str) -> None:
    assert is_loopback(host)


@pytest.mark.parametrize("host", ["192.168.1.20", "fd00::1", "localhost.example", "companion"])
def test_these_hosts_are_elsewhere(host: str) -> None:
    assert not is_loopback(host)


def test_a_url_that_cannot_be_read_leads_nowhere() -> None:
    assert is_loopback_url("http://[:::]/")
    assert not is_loopback_url("HTTP://192.168.1.20:8000/T/K7QF")


class NoRoute:
    """A socket of a machine without any route; sending would be an AttributeError."""

    def __init__(self, *_: object) -> None: ...

    def __enter__(self) -> "NoRoute":
        return self

    def __exit__(self, *_: object) -> None: ...

    def connect(self, _: object) -> None:
        raise OSError(101, "Network is unreachable")


class Routed(NoRoute):
    """A socket of a machine with a route by 192.168.1.20."""

    def connect(self, to: object) -> None:
        if to != ("192.0.2.1", 9):
            super().connect(to)

    def getsockname(self) -> tuple[str, int]:
        return ("192.168.1.20", 9)


def adapters() -> list[SimpleNamespace]:
    wifi = [SimpleNamespace(ip="192.168.1.20"), SimpleNamespace(ip=("fe80::1", 0, 2))]
    return [
        SimpleNamespace(nice_name="docker0", ips=[SimpleNamespace(ip="172.17.0.1")]),
        SimpleNamespace(nice_name="wlan0", ips=[*wifi, SimpleNamespace(ip=("fd00::20", 0, 0))]),
    ]


def test_the_machines_addresses_are_found_without_a_route(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", adapters)
    monkeypatch.setattr(socket, "socket", NoRoute)
    assert [each.ip for each in candidates()] == ["192.168.1.20", "fd00::20", "172.17.0.1"]


def test_where_interfaces_are_not_told_the_route_has_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden() -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(ifaddr, "get_adapters", forbidden)
    monkeypatch.setattr(socket, "socket", Routed)
    assert candidates() == [Address("192.168.1.20", "", "network")]
    monkeypatch.setattr(socket, "socket", NoRoute)
    assert candidates() == []
