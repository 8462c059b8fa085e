"""Units are read and listed the same by scenarios, by options, by conditions and by the page."""

import json

import pytest

import cellwise as cw
from cellwise.levels import Level

#: Texts that mean the same, with what they are for.
SAME = [
    ("duration", ["120 s", "2 min"]),
    ("limits.memory", ["2048000 bytes", "2000 KiB", "2048000 B", "2048000 octets", "2048 kB"]),
    ("topology.link_rate", ["155520 kbit/s", "155520 kbps", "155.52 Mbps", "0.00015552 Tbit/s"]),
    ("topology.link_rate", ["424 kbit/s", "1000 cells/s"]),
]


@pytest.mark.parametrize(("path", "texts"), SAME)
def test_a_quantity_is_the_same_however_it_is_written(path: str, texts: list[str]) -> None:
    assert len({Level.of(text) for text in texts}) == 1
    base = cw.Scenario.from_template("n-source")
    assert len({base.with_({path: text}).id for text in texts}) == 1


@pytest.mark.parametrize(
    ("path", "units"),
    [
        ("duration", "ps, ns, us, ms, s, min, h"),
        ("topology.link_rate", "bit/s, kbit/s, Mbit/s, Gbit/s, Tbit/s, cells/s"),
        ("tcp.mss", "bytes, kB, KiB, MB, MiB, GB, GiB"),
    ],
)
def test_a_wrong_unit_is_answered_with_all_that_are_right(path: str, units: str) -> None:
    with pytest.raises(cw.ConfigError, match=f"use one of {units}"):
        cw.Scenario.from_template("n-source").with_({path: "5 parsecs"})


def test_the_page_is_told_the_same_units() -> None:
    told = {unit["name"] for units in json.loads(cw.json_schema())["x-units"].values() for unit in units}
    assert {"min", "h", "KiB", "kB", "Tbit/s", "cells/s"} <= told
