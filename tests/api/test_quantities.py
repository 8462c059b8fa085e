"""Units are read and listed the same by scenarios, by options, by conditions and by the page."""

import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import cellwise as cw
from cellwise import quantity, units
from cellwise.levels import Level
from cellwise.vocabulary import UNITS

#: Settings, each with texts that mean the same value.
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


def test_the_page_is_reported_the_same_units() -> None:
    reported = {unit["name"] for units in json.loads(cw.json_schema())["x-units"].values() for unit in units}
    assert {"min", "h", "KiB", "kB", "Tbit/s", "cells/s"} <= reported


def test_the_units_of_every_day_are_at_the_top_and_all_in_their_module() -> None:
    daily = [name for name in cw.__all__ if hasattr(units, name)]
    assert daily == ["cells", "gbit_s", "kbit_s", "mbit_s", "ms", "octets", "packets", "s", "us"]
    assert all(getattr(cw, name) is getattr(units, name) for name in daily)


def test_every_unit_has_a_function_that_users_can_call() -> None:
    assert set(units.MADE) == {unit for units in UNITS.values() for unit in units}
    for unit, made in units.MADE.items():
        assert getattr(cw.units, made.__name__) is made
        assert Level.of(made(3)) == Level.of(f"3 {unit}")


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (cw.ms(10 / 6), "1.666666667 ms"),
        (cw.mbit_s(1.5), "1.5 Mbit/s"),
        (cw.units.mb(0.1), "0.1 MB"),
        (cw.units.hours(1 / 3), "20 min"),
        (cw.units.cells_s(Fraction(1, 3)), "141 bit/s"),
        (cw.us(Decimal("2.5")), "2.5 us"),
        (cw.cells(np.int64(3)), "3 cells"),
        (cw.packets(20), "20 packets"),
        (cw.kbit_s(np.float64(512)), "512 kbit/s"),
    ],
)
def test_a_number_becomes_a_quantity_to_the_nearest_step(made: str, text: str) -> None:
    assert made == text


def test_what_is_made_of_a_number_is_taken_wherever_a_quantity_is() -> None:
    base = cw.Scenario.from_template("n-source")
    ways = [
        base.with_(duration=cw.ms(10 / 6)),
        base.with_({"duration": cw.ms(10 / 6)}),
        base.set("duration", cw.ms(10 / 6)),
        cw.Scenario.from_dict({**base.to_dict(), "duration": cw.ms(10 / 6)}),
        cw.sweep(base, grid={"duration": [cw.ms(10 / 6)]}).cases["duration=1.666666667 ms"],
    ]
    assert {one.id for one in ways} == {base.with_(duration="1666666667 ps").id}


@pytest.mark.parametrize(
    ("make", "number", "reported"),
    [
        (cw.cells, 2.5, "2.5 cells is not allowed; give a whole number of cells"),
        (cw.packets, 0.5, "0.5 packets is not allowed; give a whole number of packets"),
        (cw.octets, 1 / 3, "whole number of bytes"),
        (cw.ms, -1, "-1 ms is not allowed; give a finite number, at least 0"),
        (cw.s, float("nan"), "nan s is not allowed"),
        (cw.s, float("inf"), "inf s is not allowed"),
        (cw.mbit_s, "fast", "'fast' Mbit/s is not allowed"),
        (cw.mbit_s, None, "None Mbit/s is not allowed"),
        (cw.cells, True, "True cells is not allowed"),
    ],
)
def test_a_number_that_is_none_is_refused(make: Callable[..., str], number: object, reported: str) -> None:
    with pytest.raises(ValueError, match=reported):
        make(number)


def test_a_unit_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="unit: 'parsec' is not known; the units are"):
        quantity.written(1, "parsec")
