"""Captures, opened with the tools that people open them with."""

import os
import re
import resource
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import cellwise as cw
from cellwise.capture import lua_path

#: What a packet with something wrong in it has: a checksum that is bad, or anything at all in a field.
WRONG = {
    "ip.checksum.status": "0",
    "tcp.checksum.status": "0",
    "udp.checksum.status": "0",
    "_ws.malformed": None,
    "_ws.short": None,
    # Notes on checksums; other groups are about what packets are sent.
    "_ws.expert.group": "16777216",
}
CHECKS = [
    word
    for option in ("ip.check_checksum:TRUE", "tcp.check_checksum:TRUE", "udp.check_checksum:TRUE")
    for word in ("-o", option)
]


@pytest.fixture
def tool() -> Callable[..., str]:
    """A tool from a package of the system: what it prints of a file, or a word why the test is skipped."""

    def call(name: str, *arguments: str) -> str:
        if shutil.which(name) is None:
            reported = f"{name} is not installed (Debian package {name})"
            if os.environ.get("CI"):
                pytest.fail(reported)
            pytest.skip(reported)
        done = subprocess.run(
            [name, *arguments],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            env=os.environ | {"LC_ALL": "C"},
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return call


Tool = Callable[..., str]


@pytest.fixture
def lossy() -> cw.Scenario:
    """Three TCP flows that lose cells at a small buffer, with a handshake."""
    return cw.Scenario.from_template("n-source").with_(
        {
            "duration": "3 s",
            "topology.sources": 3,
            "topology.link_delay": "1 ms",
            "switch.buffer": "100 cells",
            "tcp.handshake": True,
            "tcp.window_scaling": True,
            "tcp.receive_window": "200000 bytes",
            "probes.segments": {"flow": "*"},
        }
    )


def fields(tool: Tool, file: Path, *names: str, only: str = "") -> list[tuple[str, ...]]:
    """What tshark prints of the packets that a filter lets through."""
    wanted = [word for name in names for word in ("-e", name)]
    chosen = ["-Y", only] if only else []
    text = tool("tshark", "-n", "-r", str(file), *CHECKS, *chosen, "-T", "fields", *wanted)
    return [tuple(line.split("\t")) for line in text.splitlines()]


def good(tool: Tool, file: Path, *names: str) -> list[tuple[str, ...]]:
    """What tshark prints of all packets, none of which has anything wrong in it."""
    found = fields(tool, file, "frame.number", *WRONG, *names)
    assert [number for number, *rest in found if is_wrong(rest)] == []
    return [row[1 + len(WRONG) :] for row in found]


def is_wrong(row: list[str]) -> bool:
    shown = zip(WRONG.values(), row, strict=False)
    return any(text and (bad is None or bad in text.split(",")) for bad, text in shown)


@pytest.mark.parametrize("suffix", ["pcap", "pcapng"])
def test_tshark_shows_the_times_of_the_run(
    tool: Tool, lossy: cw.Scenario, tmp_path: Path, suffix: str
) -> None:
    file = tmp_path / f"s1.{suffix}"
    segments = cw.run(lossy, captures={"ip@s1": file}).columns("segments")
    recorded_s = segments["time_s"][segments["flow"] == "tcp1"]
    shown_s = [float(at) for (at,) in fields(tool, file, "frame.time_epoch")]
    assert len(shown_s) > 1000
    # The opening handshake is in the capture alone.
    apart_s = np.abs(np.subtract.outer(recorded_s, shown_s)).min(axis=1)
    assert apart_s.max() < 1.1e-9


@pytest.mark.parametrize("suffix", ["pcap", "pcapng"])
def test_tshark_finds_nothing_wrong_with_packets(
    tool: Tool, lossy: cw.Scenario, tmp_path: Path, suffix: str
) -> None:
    file = tmp_path / f"s1.{suffix}"
    run = cw.run(lossy, captures={"ip@s1": file})
    packets = good(tool, file, "ip.src", "tcp.len", "tcp.checksum.status")
    assert {status for *_, status in packets} == {"1"}, "every checksum was looked at and is good"
    sent = [octets for source, octets, _ in packets if source == packets[0][0] and octets != "0"]
    assert len(sent) == run.columns("flows")["segments_sent"][0]


def test_tshark_finds_frames_with_their_connection_and_nothing_wrong(
    tool: Tool, lossy: cw.Scenario, tmp_path: Path
) -> None:
    file = tmp_path / "frames.pcapng"
    run = cw.run(lossy, captures={"aal5@s2": file})
    frames = good(tool, file, "atm.vpi", "atm.vci", "tcp.checksum.status")
    assert {(vpi, vci) for vpi, vci, _ in frames} == {("0", "33")}, "the second connection"
    assert {status for *_, status in frames} == {"1"}
    vcs = run.columns("vcs")
    (forward,) = np.flatnonzero((vcs["vc"] == "vc2") & (vcs["direction"] == "forward"))
    (backward,) = np.flatnonzero((vcs["vc"] == "vc2") & (vcs["direction"] == "backward"))
    assert len(frames) == vcs["frames_sent"][forward] + vcs["frames_delivered"][backward]


@pytest.mark.parametrize("suffix", ["pcap", "pcapng", "erf"])
def test_tshark_finds_the_cells_that_the_table_counts_and_nothing_wrong(
    tool: Tool, lossy: cw.Scenario, tmp_path: Path, suffix: str
) -> None:
    file = tmp_path / f"trunk.{suffix}"
    run = cw.run(lossy.with_(duration="300 ms"), captures={"cells@sw1.trunk": file})
    cells = good(tool, file, "atm.vci", "frame.len")
    ports = run.columns("ports")
    row = ports["port"].tolist().index("sw1.trunk")
    assert len(cells) == ports["transmitted_cells"][row]
    assert {vci for vci, _ in cells} == {"32", "33", "34"}


def test_lost_cells_have_a_comment_in_wireshark(tool: Tool, lossy: cw.Scenario, tmp_path: Path) -> None:
    file = tmp_path / "arriving.pcapng"
    run = cw.run(lossy, captures={"cells@sw1.trunk:arriving": file})
    comments = fields(tool, file, "frame.comment", only="frame.comment")
    assert {comment for (comment,) in comments} == {"lost: overflow. The buffer was full."}
    ports = run.columns("ports")
    assert len(comments) == ports["lost_cells"][ports["port"].tolist().index("sw1.trunk")]


#: Two hosts with a link between them, over which datagrams and a transfer that understands marks go.
FRAMED = """
duration = "3 s"
udp = { payload = "20 bytes", rate = "0.1 Mbit/s" }
tcp = { ecn = true, handshake = true }
nodes.a.kind = "host"
nodes.b.kind = "host"
flows.u = { kind = "udp", from = "a", to = "b", dscp = "EF" }
flows.t = { from = "a", to = "b" }
[links.l]
ends = ["a", "b"]
rate = "4 Mbit/s"
delay = "5 ms"
queue = { discipline = "codel", ecn = true }
packet_errors = { model = "independent", packet_error_ratio = 0.005 }
"""


@pytest.mark.parametrize(
    ("link", "protocols", "shown"),
    [
        ('kind = "ethernet"', "eth:ethertype:ip", {}),
        (
            'kind = "ethernet"\nethernet = { vlan_tags = 2, pppoe = true }',
            "eth:ethertype:ieee8021ad:ethertype:vlan:ethertype:pppoes:ppp:ip",
            {"vlan.id": "1", "pppoe.session_id": "0x0001"},
        ),
        ('kind = "ptm"\nptm.vlan_tags = 1', "eth:ethertype:vlan:ethertype:ip", {"vlan.id": "1"}),
        ('kind = "docsis"', "eth:ethertype:ip", {}),
        ('kind = "ppp"', "ppp:ip", {"ppp.protocol": "0x0021"}),
        ('kind = "ppp"\nppp = { pfc = true, acfc = true }', "ppp:ip", {}),
        ('kind = "raw"', "raw:ip", {}),
    ],
    ids=["ethernet", "vlan-pppoe", "ptm", "docsis", "ppp", "ppp-short", "raw"],
)
def test_tshark_finds_framed_packets_with_what_became_of_them_and_nothing_wrong(
    tool: Tool, tmp_path: Path, link: str, protocols: str, shown: dict[str, str]
) -> None:
    scenario = cw.Scenario.from_toml(f"{FRAMED}{link}\n")
    sent, offered = tmp_path / "sent.pcap", tmp_path / "offered.pcapng"
    run = cw.run(scenario, captures={"packets@a.nic": sent, "packets@a.nic:arriving": offered})
    ports = run.columns("packet_ports")
    row = ports["port"].tolist().index("a.nic")
    of: dict[Path, list[tuple[int, str]]] = {}
    for file in (sent, offered):
        found = good(tool, file, "frame.protocols", "ip.dsfield.ecn", "frame.comment", *shown)
        assert {names.split(":udp")[0].split(":tcp")[0] for names, *_ in found} == {protocols}
        assert {tuple(rest) for _, _, _, *rest in found} == {tuple(shown.values())}
        of[file] = [(int(ecn), comment) for _, ecn, comment, *_ in found]
    assert len(of[sent]) == ports["sent_packets"][row]
    comments = [comment for _, comment in of[offered]]
    reported = {
        word: sum(one.startswith(word) for one in comments)
        for word in ("delivered", "dropped", "lost", "held")
    }
    assert sum(reported.values()) == len(comments), "every packet has one fate"
    assert reported["dropped"] == ports["dropped_packets"][row]
    assert reported["lost"] == ports["lost_on_line_packets"][row] > 0
    assert reported["delivered"] > 0
    marked = sum(one.endswith("; marked CE: aqm") for one in comments)
    assert marked == ports["marked_packets"][row] > 0
    assert sum(ecn == 3 for ecn, _ in of[sent]) == marked
    assert run.fingerprint == cw.run(scenario).fingerprint


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"tcp.variant": "reno", "switch.drop": {"policy": "epd", "threshold": 0.5}},
        {"tcp.variant": "sack", "tcp.timestamps": True, "switch.buffer": "300 cells"},
    ],
    ids=["default", "reno-epd", "sack"],
)
def test_tshark_and_tcptrace_count_what_the_run_counts(
    tool: Tool, lossy: cw.Scenario, tmp_path: Path, changes: dict[str, object]
) -> None:
    file = tmp_path / "s1.pcap"
    run = cw.run(lossy.with_(changes), captures={"ip@s1": file})
    flows = {name: values[0] for name, values in run.columns("flows").items()}
    again = int(flows["retransmitted_segments"])
    assert again > 0, "a scenario without retransmissions proves nothing"
    seen = "tcp.len > 0 && (tcp.analysis.retransmission || tcp.analysis.out_of_order)"
    assert len(fields(tool, file, "frame.number", only=seen)) == again
    reported = tool("tcptrace", "-n", "-l", str(file))
    segments = run.columns("segments")
    octets = segments["payload_bytes"][segments["flow"] == "tcp1"].sum()
    assert traced(reported, "actual data pkts") == flows["segments_sent"]
    assert traced(reported, "rexmt data pkts") == again
    assert traced(reported, "actual data bytes") == octets


def traced(reported: str, name: str) -> int:
    """A number that tcptrace prints of the direction of the data."""
    found = re.search(rf"{name}:\s+(\d+)\s+{name}:\s+(\d+)", reported)
    assert found is not None, reported
    return max(int(number) for number in found.groups())


def test_the_dissector_shows_the_fields_of_rm_cells(tool: Tool, tmp_path: Path) -> None:
    file = tmp_path / "s1.erf"
    scenario = cw.Scenario.from_template("n-source").with_(
        {
            "duration": "200 ms",
            "topology.link_delay": "5 us",
            "atm.category": "abr",
            "tcp.delayed_ack": False,
            "switch.rate_rule": {"rule": "erica"},
        }
    )
    cw.run(scenario, captures={"cells@s1.nic": file})
    script = ["-X", f"lua_script:{lua_path()}"]
    names = ["abr_rm.dir", "abr_rm.protocol", "abr_rm.er", "abr_rm.ccr", "abr_rm.mcr", "abr_rm.crc_good"]
    wanted = [word for name in names for word in ("-e", name)]
    text = tool("tshark", *script, "-n", "-r", str(file), "-Y", "abr_rm", "-T", "fields", *wanted)
    cells = [line.split("\t") for line in text.splitlines()]
    assert len(cells) > 3
    assert {tuple(cell[:2]) for cell in cells} <= {("0", "1"), ("1", "1")}
    assert all(cell[5] in ("1", "True") for cell in cells)
    assert all(0 < float(cell[3]) <= 366_793 and float(cell[4]) == 0 for cell in cells)


def test_a_capture_changes_nothing(lossy: cw.Scenario, tmp_path: Path) -> None:
    points = ("ip@s1", "aal5@d1", "cells@sw1.trunk", "cells@sw2.trunk:arriving")
    captures = {point: tmp_path / f"{place}.pcapng" for place, point in enumerate(points)}
    assert cw.run(lossy).fingerprint == cw.run(lossy, captures=captures).fingerprint


@pytest.mark.parametrize(
    ("captures", "reported"),
    [
        ({"ip@nobody": "a.pcap"}, "unknown host; known: s1, s2, s3"),
        ({"cells@sw1.trnk": "a.pcap"}, 'did you mean "sw1.trunk"'),
        (
            {"tcp@s1": "a.pcap"},
            "give ip@HOST, aal5@HOST, cells@NODE.LINK or packets@NODE.LINK; the last two also",
        ),
        ({"ip@s1": "a.cap"}, "one of .pcap, .pcapng, .erf"),
        ({"ip@s1": "a.erf"}, "holds cells only"),
        (
            {"cells@sw1.trunk:arriving": "a.pcap"},
            "cannot distinguish lost cells from others; give it a .pcapng file",
        ),
        ({"packets@sw1.trunk:arriving": "a.pcap"}, "cannot distinguish dropped packets from others; give it"),
        (
            {"packets@sw1.trunk": "a.pcap"},
            "has no queue of packets: it sends cells; give cells@ and the port",
        ),
        ({"packets@sw1.trunk": "a.erf"}, "holds cells only"),
        ({"ip@s1": "a.pcap", "ip@s2": "./a.pcap"}, "is named twice"),
    ],
)
def test_what_cannot_be_captured_is_refused_before_the_run(
    lossy: cw.Scenario,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    captures: dict[str, str],
    reported: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(cw.ConfigError) as refused:
        cw.run(lossy, captures=captures)
    assert reported in str(refused.value)
    assert refused.value.issues
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_cannot_be_written_is_named_and_none_is_left(lossy: cw.Scenario, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("in the way")
    with pytest.raises(cw.ResultsError, match=r"a/b\.pcap: cannot be written"):
        cw.run(lossy, captures={"ip@s2": tmp_path / "c.pcap", "ip@s1": tmp_path / "a" / "b.pcap"})
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_full_disk_ends_the_run_and_names_the_file(lossy: cw.Scenario, tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, before[1]))
    try:
        with pytest.raises(OSError, match=r"full\.pcap") as refused:
            cw.run(lossy, captures={"cells@sw1.trunk": tmp_path / "full.pcap"})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert refused.value.strerror == "File too large"
    assert list(tmp_path.iterdir()) == []
