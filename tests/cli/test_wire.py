"""`cellwise wire`: real hosts on simulated lines. A run removes its devices from this machine.

Tests that make namespaces and devices are skipped, with the reason, where the user may not make them.
"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cellwise import _core
from cellwise import wire as wires

Cli = Callable[..., "subprocess.CompletedProcess[str]"]

LINE = """
title = "A line between two hosts"
[nodes]
a.kind = "host"
b.kind = "host"
[links]
line = {{ ends = ["a", "b"], rate = "{rate}", delay = "1 ms" }}
[vcs]
v = {{ path = ["a", "b"], encapsulation = "{encapsulation}" }}
[flows]
f = {{ vc = "v", kind = "outside" }}
"""
RECORD = "cellwise-wire 1\nseed 1\nports a b\nscenario 1\n{scenario}\n{rows}end 1000000000000\n"
#: Names that nothing else on a machine has, nor the same test in another process.
NETNS = (f"cellwise-test-a-{os.getpid()}", f"cellwise-test-b-{os.getpid()}")
TO_B = "198.18.0.2"
INTERRUPTED = 130
#: Nothing here takes so long unless it hangs.
PATIENCE_S = 300
CELL_BITS, PAYLOAD, TRAILER = 424, 48, 8


def _lack() -> str | None:
    """Name what is missing on this machine."""
    if sys.platform != "linux":
        return "needs Linux"
    missing = [
        one["found"]
        for one in json.loads(_core.wire_doctor())["checks"]
        if one["is_needed"] and not one["is_good"]
    ]
    missing += [f"no program `{one}`" for one in ("ip", "ping") if shutil.which(one) is None]
    return "; ".join(missing) or None


LACK = _lack()


def real(test: Callable[..., None]) -> Callable[..., None]:
    """Mark a test that makes namespaces and devices."""
    alone = pytest.mark.usefixtures("real_hosts")(test)
    return pytest.mark.skipif(LACK is not None, reason=f"real hosts: {LACK}")(alone)


def line(folder: Path, rate: str = "1 Mbit/s", encapsulation: str = "llc-snap") -> Path:
    file = folder / "line.toml"
    file.write_text(LINE.format(rate=rate, encapsulation=encapsulation), encoding="utf-8")
    return file


def inside(place: int, *command: str, timeout: float = PATIENCE_S) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["ip", "netns", "exec", NETNS[place], *command],
        capture_output=True, text=True, timeout=timeout, check=False,
    )  # fmt: skip


def namespaces() -> set[str]:
    listed = subprocess.run(["ip", "netns", "list"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0] for line in listed.splitlines()}


@contextlib.contextmanager
def wired(file: str | Path, *more: str) -> Iterator["subprocess.Popen[str]"]:
    """A run with hosts that may begin; whatever becomes of it, nothing stays."""
    command = [
        sys.executable,
        "-m",
        "cellwise",
        "wire",
        str(file),
        "--netns",
        ",".join(NETNS),
        "--json",
        *more,
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        try:
            assert run.stderr is not None
            for said in run.stderr:
                if said.startswith("try: "):
                    break
            else:
                pytest.fail(f"it did not begin: {run.wait()}")
            yield run
        finally:
            if run.poll() is None:
                run.kill()
                run.wait()
            _core.wire_clean()


def ended(run: "subprocess.Popen[str]", by: signal.Signals = signal.SIGINT) -> dict[str, Any]:
    run.send_signal(by)
    said, _ = run.communicate(timeout=PATIENCE_S)
    report: dict[str, Any] = json.loads(said)
    assert run.returncode == (1 if report["faults"] else 0)
    return report


def must_count(report: dict[str, Any]) -> None:
    """Leave a test whose times say nothing: the run itself found this machine too late."""
    if report["faults"]:
        pytest.skip(f"this machine was too late: {'; '.join(report['faults'])}")


def record(tmp_path: Path, rows: str, rate: str = "1 Mbit/s") -> Path:
    import cellwise as cw

    scenario = cw.Scenario.read(line(tmp_path, rate)).with_(duration="10 s").to_json()
    file = tmp_path / "run.wire"
    file.write_text(RECORD.format(scenario="".join(scenario.splitlines()), rows=rows), encoding="utf-8")
    return file


def test_a_record_is_replayed_and_held_against_what_came(cli: Cli, tmp_path: Path) -> None:
    # 100 octets and 16 of encapsulation and trailer take 3 cells of 424 us, and the way a millisecond.
    file = record(tmp_path, "o 0 5 100 0 0 1 1 2\nd 1 2272000005 0 0\n")
    done = cli("wire", "--replay", file)
    assert (done.returncode, done.stdout) == (
        0, "1 packets offered again, 1 delivered: all as recorded, to the picosecond\n",
    )  # fmt: skip
    other = cli("wire", line(tmp_path, "2 Mbit/s"), "--replay", file)
    assert other.returncode == 1
    assert "delivery 0 differs: recorded offer 0 at port 1 at 2272000005 ps" in other.stdout


def test_mistakes_in_a_record_come_all_at_once(cli: Cli, tmp_path: Path) -> None:
    done = cli("wire", "--replay", record(tmp_path, "o 0 5 100\nwhat\n"))
    assert done.returncode == 2
    assert "line 6: `o 0 5 100` is not" in done.stderr
    assert "line 7: " in done.stderr


def test_what_does_not_go_together_is_reported(cli: Cli, tmp_path: Path) -> None:
    file = line(tmp_path)
    for arguments, reported in [
        ([], "give a scenario FILE or --template NAME, and --netns"),
        (["--template", "dsl", "--netns", "a,b"], "none has its transport outside; give one kind"),
        ([file, "--netns", "a"], "the scenario has 2 ports: a, b"),
        ([file, "--netns", "a,b", "--seconds", "0"], "--seconds: 0 is not allowed"),
        ([file, "--netns", "a,b", "--mtu", "65535"], "mtu: 65535 octets are not allowed"),
    ]:
        done = cli("wire", *arguments)
        assert done.returncode == 2, done
        assert reported in done.stderr


@real
def test_a_name_that_is_none_is_refused_and_nothing_is_made(cli: Cli, tmp_path: Path) -> None:
    before = namespaces()
    done = cli("wire", line(tmp_path), "--netns", "a/b,a/b", "--mtu", "500")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 4, done.stderr
    assert namespaces() == before


@real
@pytest.mark.parametrize(("encapsulation", "octets"), [("llc-snap", 16), ("vc-mux", 8)])
def test_pings_climb_a_staircase_of_cells_to_the_octet(
    tmp_path: Path, encapsulation: str, octets: int
) -> None:
    # spec: an echo request of p octets is a packet of p + 28.
    edges = [cells * PAYLOAD - 28 - octets for cells in range(2, 5)]
    sizes = [size for edge in edges for size in (edge, edge + 1) if size >= 16]
    with wired(line(tmp_path, encapsulation=encapsulation)) as run:
        times_ms = {}
        for size in sizes:
            said = inside(0, "ping", "-q", "-c", "15", "-i", "0.02", "-s", str(size), TO_B).stdout
            found = re.search(r"= ([\d.]+)/", said)
            assert found is not None, said
            times_ms[size] = float(found[1])
        must_count(ended(run))
    # Least times of many, so that a moment's load does not count; half a step parts one stair from the next.
    step_ms = 2 * CELL_BITS / 1e3
    floor_ms = times_ms[sizes[0]] - step_ms * -(-(sizes[0] + 28 + octets) // PAYLOAD)
    for size, found_ms in times_ms.items():
        wanted_ms = floor_ms + step_ms * -(-(size + 28 + octets) // PAYLOAD)
        assert abs(found_ms - wanted_ms) < step_ms / 2, times_ms


@real
def test_a_fair_queue_tells_the_flows_of_a_host_apart(tmp_path: Path) -> None:
    # Two streams of 8 Mbit/s each on 10 Mbit/s upstream: in their queue a ping would be late or lost.
    streams = (
        "import socket, time\n"
        "outs = [socket.socket(socket.AF_INET, socket.SOCK_DGRAM) for _ in range(2)]\n"
        "end = time.monotonic() + 5\n"
        "while time.monotonic() < end:\n"
        "    for port, out in enumerate(outs):\n"
        "        out.sendto(bytes(1400), ('198.18.0.2', 9 + port))\n"
        "    time.sleep(1.4e-3)\n"
    )
    changes = ["downloads=0", "uploads=0", "outside=true", "queue.discipline=fq-codel"]
    changed = [f"--set=topology.{change}" for change in changes]
    with wired("--template=vdsl2", *changed, "--record", str(tmp_path / "run.wire")) as run:
        flood = subprocess.Popen(["ip", "netns", "exec", NETNS[0], sys.executable, "-c", streams])
        time.sleep(1)
        said = inside(0, "ping", "-q", "-c", "15", "-i", "0.2", "-W", "2", TO_B).stdout
        flood.wait()
        report = ended(run)
    assert wires.replay(tmp_path / "run.wire")["differs"] is None
    must_count(report)
    assert report["lost"] > 100
    assert "15 received" in said
    least, mean = (float(one) for one in re.findall(r"[\d.]+", said.rpartition("=")[2])[:2])
    assert least > 30.2
    assert mean < 36, said


@real
@pytest.mark.skipif(shutil.which("iperf3") is None, reason="no program `iperf3`")
def test_a_transfer_fills_the_line_and_its_record_is_replayed_to_the_bit(cli: Cli, tmp_path: Path) -> None:
    file = tmp_path / "run.wire"
    with wired(line(tmp_path, "8 Mbit/s"), "--record", str(file)) as run:
        server = subprocess.Popen(
            ["ip", "netns", "exec", NETNS[1], "iperf3", "-s", "-1", "--forceflush"],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        try:
            assert server.stdout is not None
            assert any("listening" in said for said in server.stdout)
            done = inside(
                0, "timeout", "20", "iperf3", "-c", TO_B, "-t", "6", "-O", "2", "-w", "128K", "--json"
            )
        finally:
            server.kill()
            server.communicate()
        report = ended(run)
    again = cli("wire", "--replay", file)
    assert again.returncode == 0, again.stdout
    assert "all as recorded" in again.stdout
    must_count(report)
    goodput_bps = json.loads(done.stdout)["end"]["sum_received"]["bits_per_second"]
    cells = -(-(1500 + 16) // PAYLOAD)
    assert goodput_bps == pytest.approx(8e6 * 1448 / (53 * cells), rel=0.01)


@real
@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_signals_that_end_a_process_leave_the_machine_as_it_was(tmp_path: Path, by: signal.Signals) -> None:
    before = namespaces()
    with wired(line(tmp_path), "--record", str(tmp_path / "run.wire")) as run:
        assert NETNS[0] in namespaces()
        inside(0, "ping", "-q", "-c", "2", "-i", "0.05", TO_B)
        report = ended(run, by)
    assert report["is_real_time"] in (True, False)
    assert namespaces() == before
    assert not Path(f"/run/cellwise/wire-{run.pid}").exists()
    # The record is whole, and the folder holds no unfinished file.
    assert wires.replay(tmp_path / "run.wire")["differs"] is None
    assert sorted(one.name for one in tmp_path.iterdir()) == ["line.toml", "run.wire"]


@real
def test_a_signal_while_the_floor_is_measured_ends_it_all(tmp_path: Path) -> None:
    before = namespaces()
    command = [sys.executable, "-m", "cellwise", "wire", str(line(tmp_path)), "--netns", ",".join(NETNS)]
    command.append("--floor")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        due = time.monotonic() + PATIENCE_S
        while NETNS[1] not in namespaces() and time.monotonic() < due:
            time.sleep(0.05)
        run.send_signal(signal.SIGTERM)
        said = run.communicate(timeout=PATIENCE_S)
    assert run.returncode == INTERRUPTED, said
    assert "ready" not in said[1]
    assert namespaces() == before


@real
def test_what_a_full_queue_drops_is_counted_and_the_run_does_not_count(tmp_path: Path) -> None:
    # The process is stopped. Meanwhile more datagrams arrive than the queue of a device holds.
    flood = (
        "import socket\n"
        "out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
        f"for _ in range({2 * wires.QUEUE_PACKETS}):\n"
        "    out.sendto(b'x' * 20, ('198.18.0.2', 9))\n"
    )
    with wired(line(tmp_path, "155.52 Mbit/s")) as run:
        # One echo before, so that it moves packets; one after, so that it has read what was left.
        inside(0, "ping", "-c", "1", "-W", "20", TO_B)
        run.send_signal(signal.SIGSTOP)
        inside(0, sys.executable, "-c", flood)
        run.send_signal(signal.SIGCONT)
        inside(0, "ping", "-c", "1", "-W", "20", TO_B)
        report = ended(run)
    dropped = report["dropped_by_devices"]
    assert report["ports"][0]["came"] + dropped == 2 * wires.QUEUE_PACKETS + 2, report
    assert dropped > 0
    assert f"packets that a device dropped because its queue was full: {dropped}" in report["faults"]


@real
def test_memory_does_not_grow_with_what_crosses_the_network(tmp_path: Path) -> None:
    # Small packets at a high rate: memory would soon grow if each packet were recorded.
    def resident_kb() -> int:
        status = Path(f"/proc/{run.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1])

    file = tmp_path / "run.wire"
    with wired(line(tmp_path, "155.52 Mbit/s"), "--record", str(file)) as run:
        flooding = ["ping", "-q", "-f", "-l", "20", "-w", "3", TO_B]
        inside(0, *flooding)
        before_kb = resident_kb()
        for _ in range(3):
            inside(0, *flooding)
        grown_kb = resident_kb() - before_kb
        report = ended(run)
    # What is kept of a packet is its octets, 84, and two rows of a record.
    assert report["offered"] > 10_000, report
    assert grown_kb * 1024 < 20 * report["offered"] * 3 / 4, (grown_kb, report["offered"])


@real
def test_how_the_thread_fared_and_what_devices_leave_to_hardware_are_reported(
    cli: Cli, tmp_path: Path
) -> None:
    with wired(line(tmp_path)) as run:
        inside(0, "ping", "-q", "-c", "2", "-i", "0.05", TO_B)
        report = ended(run)
    assert report["offloads"] == []
    assert 0 < report["busy"] < 1
    assert report["preempted"] >= 0
    done = cli("wire", "--doctor")
    assert "offload: ok: devices leave nothing to hardware" in done.stdout


@real
def test_what_a_killed_run_leaves_the_doctor_removes(cli: Cli, tmp_path: Path) -> None:
    before = namespaces()
    with wired(line(tmp_path)) as run:
        run.send_signal(signal.SIGKILL)
        run.wait()
        assert NETNS[0] in namespaces()
        done = cli("wire", "--doctor")
    assert f"removed what process {run.pid} has left: {', '.join(NETNS)}" in done.stdout
    assert namespaces() == before


@real
def test_a_namespace_that_was_there_stays_without_the_device(tmp_path: Path) -> None:
    subprocess.run(["ip", "netns", "add", NETNS[0]], check=True)
    try:
        with wired(line(tmp_path)) as run:
            assert "cw0" in inside(0, "ip", "link").stdout
            ended(run)
        assert NETNS[0] in namespaces()
        assert NETNS[1] not in namespaces()
        assert "cw0" not in inside(0, "ip", "link").stdout
    finally:
        subprocess.run(["ip", "netns", "del", NETNS[0]], check=True)


@real
def test_a_second_run_in_a_namespace_is_refused_and_the_first_goes_on(cli: Cli, tmp_path: Path) -> None:
    other = "cellwise-test-c"
    with wired(line(tmp_path)) as run:
        done = cli("wire", line(tmp_path), "--netns", f"{NETNS[0]},{other}", "--seconds", "1")
        assert done.returncode == 2
        assert f"making the device cw0 in the namespace {NETNS[0]}: " in done.stderr
        assert other not in namespaces()
        assert "2 received" in inside(0, "ping", "-c", "2", "-i", "0.05", TO_B).stdout
        ended(run)


@real
def test_a_name_that_stands_for_no_namespace_is_reported_and_nothing_is_left(
    cli: Cli, tmp_path: Path
) -> None:
    Path("/run/netns").mkdir(exist_ok=True)
    broken = Path("/run/netns", NETNS[0])
    broken.touch()
    try:
        done = cli("wire", line(tmp_path), "--netns", ",".join(NETNS), "--seconds", "1")
    finally:
        broken.unlink()
    assert done.returncode == 2
    assert f"entering the namespace {NETNS[0]}: " in done.stderr
    assert NETNS[1] not in namespaces()


@real
def test_a_packet_beyond_the_mtu_makes_the_run_invalid_with_the_reason(tmp_path: Path) -> None:
    with wired(line(tmp_path), "--record", str(tmp_path / "run.wire")) as run:
        inside(0, "ip", "link", "set", "cw0", "mtu", "3000")
        inside(0, "ping", "-c", "1", "-W", "1", "-M", "do", "-s", "2000", TO_B)
        report = ended(run)
    assert [one for one in report["faults"] if "more than the MTU of 1500" in one], report
    assert "invalid packets that were refused" in (tmp_path / "run.wire").read_text(encoding="utf-8")
