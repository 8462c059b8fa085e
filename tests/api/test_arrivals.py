"""Datagrams and cells by patterns, and from lists of instants and sizes."""

from pathlib import Path
from typing import Any

import pytest

import cellwise as cw

HEADERS_BYTES = 28


def stream(udp: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """One flow of datagrams over a link of 1 Gbit/s."""
    return {
        "duration": "2 s",
        "nodes": {"a": {"kind": "host"}, "b": {"kind": "host"}},
        "links": {"l": {"ends": ["a", "b"], "kind": "raw", "rate": "1 Gbit/s", "delay": "1 ms"}},
        "flows": {"f": {"from": "a", "to": "b", "kind": "udp", "udp": udp, **keys}},
    }


def numbers(run: cw.Run) -> dict[str, int]:
    row = run.flows.fetchnumpy()
    return {name: int(row[name][0]) for name in ("segments_received", "delivered_bytes")}


def test_on_off_datagrams_are_as_many_as_their_periods_hold() -> None:
    """10 Mbit/s of 1250 octets is a datagram in a millisecond: 10 in each of 50 periods on."""
    source = {"pattern": "on-off", "rate": "10 Mbit/s", "on": "10 ms", "off": "30 ms"}
    found = numbers(cw.run(stream({"payload": "1250 bytes", "source": source})))
    assert found == {"segments_received": 500, "delivered_bytes": 500 * 1250}


@pytest.mark.parametrize("pattern", ["poisson", "pareto-on-off", "mpeg"])
def test_random_patterns_of_datagrams_keep_their_mean_rate(pattern: str) -> None:
    rates = {"poisson": {"rate": "4 Mbit/s"}, "pareto-on-off": {"rate": "8 Mbit/s"}, "mpeg": {}}
    # Frames of 60, 23 and 9.3 kbit, one, three and eight in twelve, at 25 a second.
    mean_bps = {"mpeg": 25 * (60e3 + 3 * 23e3 + 8 * 9.3e3) / 12}.get(pattern, 4e6)
    udp = {"payload": "100 bytes", "source": {"pattern": pattern, **rates[pattern]}}
    # The scenes of a video are long.
    duration = "100 s" if pattern == "mpeg" else "10 s"
    runs = cw.replicate({**stream(udp), "duration": duration}, 10)
    means = [float(run.flows.fetchnumpy()["throughput_bps"][0]) for run in runs]
    assert sum(means) / len(means) == pytest.approx(mean_bps, rel=0.15)


def test_a_constant_pattern_is_the_rate() -> None:
    pattern = {"payload": "999 bytes", "source": {"pattern": "constant", "rate": "7 Mbit/s"}}
    rate = {"payload": "999 bytes", "rate": "7 Mbit/s"}
    assert numbers(cw.run(stream(pattern))) == numbers(cw.run(stream(rate)))


def test_a_file_gives_instants_and_sizes(tmp_path: Path) -> None:
    (tmp_path / "arrivals.csv").write_text("at_ms,bytes\n0,100\n0,1400\n2.5,1\n900,700\n2500,9\n")
    text = """
        duration = "2 s"
        nodes = { a = { kind = "host" }, b = { kind = "host" } }
        links.l = { ends = ["a", "b"], kind = "raw", rate = "1 Mbit/s", delay = "0 s" }
        flow.kind = "udp"
        udp.source = { pattern = "list", file = "arrivals.csv" }
        flows.f = { from = "a", to = "b" }
    """
    scenario = cw.Scenario.from_toml(text, folder=tmp_path)
    run = cw.run(scenario)
    assert numbers(run) == {"segments_received": 4, "delivered_bytes": 2201}
    # The second waits for the first: (100 + 28 + 1400 + 28) octets at an octet in 8 us.
    assert float(run.flows.fetchnumpy()["delay_max_s"][0]) == pytest.approx((1500 + 2 * HEADERS_BYTES) * 8e-6)


def test_an_exercise_on_the_generic_cell_rate_algorithm() -> None:
    """GCRA(40 us, 20 us): the third cell is early by 20 and conforms, the fourth by 30."""
    arrivals = [{"at": f"{us} us"} for us in (0, 40, 60, 90, 120, 200)]
    link = {"rate": "424 Mbit/s", "delay": "0 s"}
    run = cw.run(
        {
            "duration": "1 ms",
            "nodes": {"a": {"kind": "host"}, "s": {"kind": "switch"}, "b": {"kind": "host"}},
            "links": {"x": {"ends": ["a", "s"], **link}, "y": {"ends": ["s", "b"], **link}},
            "vcs": {
                "v": {
                    "path": ["a", "s", "b"],
                    "contract": {"kind": "cbr.1", "pcr": "10.6 Mbit/s", "cdvt": "20 us"},
                    "policing": {"kind": "cell"},
                }
            },
            "flows": {
                "f": {
                    "vc": "v",
                    "kind": "cells",
                    "cells": {"source": {"pattern": "list", "arrivals": arrivals}},
                }
            },
        }
    )
    assert int(run.vcs.fetchnumpy()["lost_policed_cells"][0]) == 1


def test_what_is_wrong_with_a_source_is_reported_with_its_place() -> None:
    udp = {"rate": "1 Mbit/s", "source": {"pattern": "greedy"}}
    with pytest.raises(cw.ConfigError) as refused:
        cw.run(stream(udp))
    reported = str(refused.value)
    assert "flows.f.udp.source.pattern" in reported
    assert "flows.f.udp.source: says when datagrams leave, as rate does" in reported
    long = {"source": {"pattern": "list", "arrivals": [{"at": "0 s", "bytes": "9000 bytes"}]}}
    with pytest.raises(cw.ConfigError, match=r"flows\.f\.udp\.source"):
        cw.run(stream(long))
    late = {"source": {"pattern": "list", "arrivals": [{"at": "2 us"}, {"at": "1 us"}]}}
    with pytest.raises(cw.ConfigError, match=r"flows\.f\.udp\.source\.arrivals\[1\]\.at"):
        cw.run(stream(late))
