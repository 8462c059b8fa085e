"""Keys with units in their names, and a run that has many of them."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

#: The endings of names that are units.
UNIT = re.compile(r"(_per_s|_k?bps|_mbps|_s|_ms|_us|_ns|_ps|_cells|_bytes|_octets|_percent)(:\w+)?( ±)?$")

DOCUMENT: dict[str, Any] = {
    "title": "two connections, one with two flows",
    "duration": "150 ms",
    "topology": {"template": "n-source", "sources": 2},
    "flows": {"telnet": {"vc": "vc1", "kind": "udp", "udp": {"payload": "64 bytes", "rate": "1 Mbit/s"}}},
    "switch": {"buffer": "400 cells"},
    "tcp": {"timer_tick": "10 ms", "delayed_ack": False},
    "probes": {
        "queue": {"port": "sw1.trunk"},
        "delays": {"flow": "*"},
        "losses": {"port": "*"},
        "segments": {"flow": "tcp1"},
        "transmitted": {"port": "*", "every": "10 ms"},
    },
}

#: Settings with which a template has traffic within a few milliseconds.
SOON: dict[str, dict[str, Any]] = {name: {"load_start": "1 ms"} for name in ("rrul", "dsl", "vdsl2")}


def network_in_brief(template: str) -> dict[str, Any]:
    """The topology of a template for a run that is shorter than its defaults are meant for."""
    return {"template": template, **SOON.get(template, {})}


def with_units(value: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Walk plain values: the path and the value of every key with a unit in its name."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            here = (*path, str(key))
            if UNIT.search(str(key)) and not isinstance(one, Mapping | list):
                yield here, one
            yield from with_units(one, here)
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from with_units(one, (*path, str(number)))
