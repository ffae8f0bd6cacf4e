"""Where others in the same network find this server: a link with localhost in it leads nobody else anywhere."""

from __future__ import annotations

import ipaddress
import socket

EVERYWHERE = ("0.0.0.0", "::", "")
ELSEWHERE = "10.255.255.255"
"""Any address of another machine: the way there goes through the network; nothing is sent."""


def find_addresses(host: str) -> list[str]:
    """Return the addresses under which a server at `host` is found in the local network, the likely one first."""
    if host not in EVERYWHERE:
        return [host] if _is_useful(host) else []
    found = [_find_way(), *_find_names()]
    return list(dict.fromkeys(address for address in found if _is_useful(address)))


def is_here(address: str) -> bool:
    """Return whether somebody asks from this very machine."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


def _find_way() -> str:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((ELSEWHERE, 9))
            return str(probe.getsockname()[0])
        except OSError:
            return ""


def _find_names() -> list[str]:
    try:
        return [str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    except OSError:
        return []


def _is_useful(address: str) -> bool:
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return bool(address) and address != "localhost"  # a name
    return known.is_private and not (known.is_loopback or known.is_unspecified or known.is_link_local)
