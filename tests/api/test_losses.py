"""Losses one by one, segments one by one."""

import re

import numpy as np
import pytest

import cellwise as cw
from cellwise.losses import sendings, sentences, wasted
from cellwise.plots.cells import frame_cells
from cellwise.plots.marks import Spans
from cellwise.source import Source


@pytest.fixture(scope="module")
def run() -> cw.Run:
    """A run that loses cells of every kind of packet at one small buffer."""
    scenario = cw.Scenario.from_template("n-source").with_(
        {
            "duration": "2 s",
            "topology.sources": 3,
            "topology.link_delay": "1 ms",
            "switch.buffer": "100 cells",
            "probes": {name: {"flow": "*"} for name in ("segments", "sequence", "acknowledgment")}
            | {"losses": {"port": "*"}},
        }
    )
    return cw.run(scenario)


def test_every_lost_cell_is_recorded(run: cw.Run) -> None:
    losses = run.columns("losses")
    assert losses["cells"].sum() == run.audit["lost"] > 0
    assert np.all(np.diff(losses["time_s"]) >= 0)
    assert np.all(losses["first_cell"] + losses["cells"] - 1 <= losses["frame_cells"])


def test_cells_in_vain_are_those_of_hit_frames_that_were_not_lost(run: cw.Run) -> None:
    losses = run.columns("losses")
    first = losses["first_loss"] == 1
    of_hit_frames = losses["frame_cells"][first].sum()
    assert losses["wasted_cells"].sum() == of_hit_frames - losses["cells"].sum()
    assert np.all(losses["wasted_cells"][~first] == 0)
    # The receiver throws them away, and the frames that ran into those without an end.
    assert 0 < losses["wasted_cells"].sum() <= run.columns("vcs")["wasted_cells"].sum()


def test_losses_are_reported_with_segment_cells_place_and_reason(run: cw.Run) -> None:
    lines = list(sentences(run, "tcp1"))
    assert lines
    cells = r"(cells? [\d to]+ of 12|all 12 cells)"
    pattern = rf"^\d+\.\d{{6}} s  tcp1, segment \d+: {cells} refused at sw1\.trunk, buffer full"
    assert all(re.match(pattern, line) for line in lines), lines[:3]
    assert any(line.endswith("carried in vain") for line in lines)
    (row,) = wasted(run)
    assert (row["place"], row["reason"], row["lost_cells"]) == ("sw1.trunk", "overflow", run.audit["lost"])
    assert row["wasted_cells"] == run.columns("losses")["wasted_cells"].sum()


def test_segments_and_acknowledgments_are_those_that_were_counted(run: cw.Run) -> None:
    segments, flows = run.columns("segments"), run.columns("flows")
    for place, flow in enumerate(flows["flow"]):
        count = {
            event: int(np.count_nonzero((segments["flow"] == flow) & (segments["event"] == event)))
            for event in ("sent", "sent-again", "acknowledged", "duplicate")
        }
        assert count["sent"] + count["sent-again"] == flows["segments_sent"][place]
        assert count["sent-again"] == flows["retransmitted_segments"][place] > 0
        assert count["duplicate"] == flows["duplicate_acks"][place]


def test_a_sequence_plot_shows_segments_duplicates_and_lost_cells(run: cw.Run) -> None:
    shown: dict[str, int] = {}
    columns = run.plot("sequence", flow="tcp2").columns()
    for name in columns["series"]:
        shown[str(name)] = shown.get(str(name), 0) + 1
    flows, losses = run.columns("flows"), run.columns("losses")
    assert shown["sent again"] == flows["retransmitted_segments"][1]
    assert shown["sent"] + shown["sent again"] == flows["segments_sent"][1]
    assert shown.get("duplicate ACKs", 0) == flows["duplicate_acks"][1]
    assert shown["lost cells"] == np.count_nonzero((losses["flow"] == "tcp2") & (losses["kind"] == "data"))


def test_the_cells_under_segments_are_seen_where_little_is_shown(run: cw.Run) -> None:
    segments, losses = run.columns("segments"), run.columns("losses")
    first = int(np.flatnonzero((losses["flow"] == "tcp1") & (losses["kind"] == "data"))[0])
    begin = int(losses["first_octet"][first])
    columns = run.plot("sequence", flow="tcp1", from_bytes=begin, to_bytes=begin + 511).columns()
    name = columns["series"].astype(str)
    again = (segments["flow"] == "tcp1") & (segments["octet"] <= begin + 511)
    again &= segments["octet"] + segments["payload_bytes"] >= begin
    sent = again & np.isin(segments["event"].astype(str), ["sent", "sent-again"])
    # 552 octets over LLC/SNAP take 12 cells.
    assert np.count_nonzero(np.isin(name, ["cells", "cells lost later"])) == 12 * np.count_nonzero(sent) > 0
    lost = (losses["flow"] == "tcp1") & (losses["kind"] == "data") & (losses["first_octet"] <= begin + 511)
    lost &= losses["first_octet"] + losses["payload_bytes"] >= begin
    assert np.count_nonzero(name == "lost cells") == losses["cells"][lost].sum() > 0
    assert "cells" not in run.plot("sequence", flow="tcp1").columns()["series"]


def test_cells_that_are_lost_later_look_different_in_their_segment(run: cw.Run) -> None:
    losses, segments = run.columns("losses"), run.columns("segments")
    own = (losses["flow"] == "tcp1") & (losses["kind"] == "data")
    first = int(np.flatnonzero(own)[0])
    octet, until = int(losses["first_octet"][first]), int(losses["first_octet"][first]) + 511
    sent = (segments["flow"] == "tcp1") & (segments["octet"] == octet) & (segments["payload_bytes"] > 0)
    sent_s = segments["time_s"][sent]
    assert len(sent_s) > 1, "the segment is sent again, in other cells"
    of_it = own & (losses["first_octet"] == octet)
    # Each loss is of the last sending before it, here of the first one. It is later than the part shown.
    of_first = of_it & (losses["time_s"] < sent_s[1])
    to_s = (sent_s[0] + losses["time_s"][of_it].min()) / 2
    drawing = run.plot("sequence", flow="tcp1", to_s=to_s, from_bytes=octet, to_bytes=until)
    marks = {mark.name: mark for mark in drawing.marks}
    assert "lost cells" not in marks
    whole, lost = marks["cells"], marks["cells lost later"]
    assert isinstance(whole, Spans)
    assert isinstance(lost, Spans)
    numbers = {
        cell
        for begin, count in zip(losses["first_cell"][of_first], losses["cells"][of_first], strict=True)
        for cell in range(begin, begin + count)
    }
    here = (lost.x == sent_s[0]) & (lost.low >= octet)
    assert np.rint((lost.low[here] - octet) * 12 / 512).astype(int).tolist() == [
        cell - 1 for cell in sorted(numbers)
    ]
    assert (lost.width, lost.colour) != (whole.width, whole.colour)
    assert lost.width > whole.width
    again = run.plot("sequence", flow="tcp1", from_bytes=octet, to_bytes=until).columns()
    name, time_s = again["series"].astype(str), again["time_s"]
    for at in sent_s:
        there = (time_s == at) & (again["sequence_number_bytes_from"] >= octet)
        there &= again["sequence_number_bytes_from"] < until
        assert np.count_nonzero(there & np.isin(name, ["cells", "cells lost later"])) == 12
    assert np.count_nonzero(name == "cells lost later") == np.count_nonzero(name == "lost cells")


def test_a_loss_is_of_the_last_sending_before_it() -> None:
    sent = {"octet": np.array([0, 512, 0, 0]), "time_s": np.array([1.0, 1.0, 2.0, 3.0])}
    losses = {
        "first_octet": np.array([0, 0, 512, 0, 512, 9]),
        "time_s": np.array([1.5, 2.0, 0.5, 9.0, 8.0, 8.0]),
    }
    assert sendings(sent, losses).tolist() == [0, 2, -1, 3, 1, -1]
    assert sendings(sent, {name: values[:0] for name, values in losses.items()}).tolist() == []
    assert sendings({name: values[:0] for name, values in sent.items()}, losses).tolist() == [-1] * 6


@pytest.mark.parametrize("encapsulation", ["llc-snap", "vc-mux", "pppoe-llc"])
@pytest.mark.parametrize("timestamps", [False, True])
def test_the_cells_of_segments_are_those_of_their_frames(encapsulation: str, timestamps: bool) -> None:
    scenario = cw.Scenario.from_template("n-source").with_(
        {
            "duration": "1 s",
            "switch.buffer": "100 cells",
            "atm.encapsulation": encapsulation,
            "tcp.timestamps": timestamps,
            "probes.losses.port": "*",
        }
    )
    run = cw.run(scenario)
    losses = run.columns("losses")
    data = (losses["kind"] == "data") & (losses["flow"] == "tcp1")
    counted = frame_cells(Source.of_run(run), "tcp1", losses["payload_bytes"][data])
    assert data.any()
    assert counted.tolist() == losses["frame_cells"][data].tolist()


def test_a_part_of_the_sequence_numbers_is_some_octets_long(run: cw.Run) -> None:
    with pytest.raises(ValueError, match="from_bytes, to_bytes: 9 to 3 is not allowed"):
        run.plot("sequence", from_bytes=9, to_bytes=3)


def test_a_port_may_be_chosen_and_others_are_left_out() -> None:
    scenario = cw.Scenario.from_template("n-source").with_(
        {"duration": "1 s", "switch.buffer": "100 cells", "probes": {"losses": {"port": "sw2.trunk"}}}
    )
    run = cw.run(scenario)
    assert run.audit["lost"] > 0
    assert len(run.columns("losses")["time_s"]) == 0


def test_a_queue_of_packets_above_a_line_of_cells_is_chosen_by_the_name_of_its_port() -> None:
    queue = {"discipline": "tail", "limit": "5 packets"}
    topology = {"lines": 2, "upstream": "64 kbit/s", "uploads": True, "queue": queue}
    base = cw.Scenario.from_template("adsl").with_({"duration": "20 s", "topology": topology})
    every = cw.run(base.with_({"probes.losses": {"port": "*"}}))
    of_one = every.columns("losses")["place"] == "client2.nic"
    assert 0 < of_one.sum() < of_one.size
    chosen = cw.run(base.with_({"probes.losses": {"port": "client2.nic"}}))
    for name, column in chosen.columns("losses").items():
        assert column.tolist() == every.columns("losses")[name][of_one].tolist(), name
    ports = chosen.columns("packet_ports")
    (row,) = np.flatnonzero(ports["port"] == "client2.nic")
    assert set(chosen.columns("losses")["reason"]) == {"queue-limit"}
    assert ports["dropped_packets"][row] == of_one.sum()


def test_records_are_saved_and_loaded(run: cw.Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = run.save(tmp_path_factory.mktemp("saved") / "run")
    loaded = cw.Run.load(folder)
    assert loaded.fingerprint == run.fingerprint
    assert list(sentences(loaded)) == list(sentences(run))


def test_what_was_not_recorded_is_asked_for_by_its_key(brief: cw.Scenario) -> None:
    with pytest.raises(ValueError, match=r'again:\n\n\[probes\.losses\]\nport = "\*"\n'):
        cw.run(brief).columns("losses")


@pytest.fixture(scope="module")
def over_packets() -> cw.Scenario:
    """A router in front of a narrow packet link that loses packets of a queue and on the line."""
    return cw.Scenario.from_toml(
        """
duration = "4 s"
tcp = { ecn = false, mss = "1400 bytes", receive_window = "65535 bytes" }
nodes = { s.kind = "host", r.kind = "router", d.kind = "host" }
[links]
fast = { ends = ["s", "r"], kind = "ethernet", rate = "100 Mbit/s", delay = "1 ms" }

[links.slow]
ends = ["r", "d"]
kind = "ethernet"
rate = "2 Mbit/s"
delay = "5 ms"

[links.slow.queue]
discipline = "tail"
limit = "10 packets"
[links.slow.packet_errors]
model = "independent"
packet_error_ratio = 0.02
[flows]
f = { from = "s", to = "d" }
p = { from = "s", to = "d", kind = "ping", ping = { interval = "20 ms" } }
[probes]
losses = { port = "*" }
"""
    )


def test_lost_packets_are_reported_by_place_and_reason_and_one_by_one(over_packets: cw.Scenario) -> None:
    run = cw.run(over_packets)
    ports = run.columns("packet_ports")
    (row,) = np.flatnonzero(ports["port"] == "r.slow")
    reported = {(line["place"], line["reason"]): line for line in wasted(run)}
    assert reported["r.slow", "queue-limit"]["lost_packets"] == ports["dropped_packets"][row] > 0
    assert reported["r.slow", "line-error"]["lost_packets"] >= ports["lost_on_line_packets"][row] > 0
    assert all(
        line["lost_cells"] == line["frames"] == line["wasted_cells"] == 0 for line in reported.values()
    )
    lines = list(sentences(run))
    subject = r"(f, (segment \d+|acknowledgment of octet \d+)|p, echo (request|reply) \d+)"
    what = r"(dropped at r\.slow, as many packets wait as may|errored by noise behind (r\.slow|d\.nic))"
    assert all(re.fullmatch(rf"\d+\.\d{{6}} s  {subject}: {what}", line) for line in lines), lines[:3]
    assert len(lines) == sum(line["lost_packets"] for line in reported.values())
