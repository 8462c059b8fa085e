"""The probe of packets: every packet that arrives at a packet port, when it is sent, and its fate."""

from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import cellwise as cw
from cellwise.cli.summary import print_summary
from cellwise.errors import ConfigError

SCENARIO: dict[str, Any] = {
    "duration": "1 s",
    "topology": {"template": "ethernet-bottleneck"},
    "probes": {"packets": {"port": "*", "limit": 1_000_000}},
}


@pytest.fixture(scope="module")
def run() -> cw.Run:
    return cw.run(cw.Scenario.from_dict(SCENARIO))


def test_there_is_a_row_per_packet_that_a_port_has_sent_or_dropped(run: cw.Run) -> None:
    packets, ports = run.columns("packets"), run.columns("packet_ports")
    for row, port in enumerate(ports["port"]):
        here = packets["port"] == port
        begun = here & ~np.isnan(packets["begins_s"])
        assert np.count_nonzero(begun) == ports["sent_packets"][row], port
        assert np.count_nonzero(packets["fate"][here] == "queue-limit") == ports["dropped_packets"][row], port
    assert np.all(np.diff(packets["time_s"]) >= 0)


def test_a_packet_takes_its_line_for_its_octets_and_no_two_at_once(run: cw.Run) -> None:
    packets = run.columns("packets")
    for port in set(packets["port"]):
        here = (packets["port"] == port) & ~np.isnan(packets["begins_s"])
        begins, ends = packets["begins_s"][here], packets["ends_s"][here]
        order = np.argsort(begins, kind="stable")
        assert np.all(begins >= packets["time_s"][here])
        assert np.all(begins[order][1:] >= ends[order][:-1] - 1e-12), port


def test_beyond_the_limit_packets_are_counted(run: cw.Run, tmp_path: Path) -> None:
    packets = run.columns("packets")["port"]
    port = str(max(set(packets), key=lambda one: np.count_nonzero(packets == one)))
    probes = {"packets": {"port": port, "limit": 10}}
    short = cw.run(cw.Scenario.from_dict({**SCENARIO, "probes": probes}))
    assert short.packets_left_out == {port: np.count_nonzero(packets == port) - 10}
    loaded = cw.Run.load(short.save(tmp_path / "run"))
    assert loaded.packets_left_out == short.packets_left_out
    assert loaded.coming_packets.fetchall() == short.coming_packets.fetchall()
    console = Console(file=StringIO(), record=True, width=200)
    print_summary(short, console, "again")
    left_out = short.packets_left_out[port]
    assert f"packets left out: {left_out} at {port}, beyond the limit of its probe" in console.export_text()


def test_every_mistake_of_a_probe_is_reported() -> None:
    probes = {"packets": [{"port": "r.trnk"}, {"port": "*", "from": "2 s"}]}
    with pytest.raises(ConfigError) as caught:
        cw.run(cw.Scenario.from_dict({**SCENARIO, "probes": probes}))
    assert [issue["path"] for issue in caught.value.issues] == [
        "probes.packets[0].port",
        "probes.packets[1].from",
    ]
