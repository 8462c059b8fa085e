"""`cellwise staircase`: the steps of an idle line, and the encapsulation that measured steps show."""

import csv
import io
import itertools
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

#: The command line, as the fixture `cli` calls it.
Cli = Callable[..., "subprocess.CompletedProcess[str]"]


def test_the_time_rises_every_48_octets_by_a_cell_each_way(cli: Cli) -> None:
    done = cli(
        "staircase", "--encapsulation", "pppoe-llcsnap", "--down", "8 Mbit/s", "--up", "1 Mbit/s", "--json"
    )
    assert (done.returncode, done.stderr) == (0, "")
    steps = json.loads(done.stdout)
    assert (steps[0]["from_bytes"], steps[-1]["to_bytes"]) == (40, 1500)
    for one, other in itertools.pairwise(steps):
        assert other["from_bytes"] == one["to_bytes"] + 1
        assert other["cells"] == one["cells"] + 1
        assert other["round_trip_s"] - one["round_trip_s"] == pytest.approx(424 / 8e6 + 424 / 1e6)
    assert [step["to_bytes"] for step in steps[:3]] == [56, 104, 152]
    assert [step["simulated_s"] for step in steps] == [None] * len(steps)


def test_runs_stand_beside_the_formula(cli: Cli) -> None:
    done = cli("staircase", "--to", "130", "--run")
    assert (done.returncode, done.stderr) == (0, "")
    headings, *rows = done.stdout.splitlines()
    assert "simulated, ms" in headings
    assert [row.split()[:3] for row in rows] == [["2", "40", "80"], ["3", "81", "128"], ["4", "129", "130"]]
    for row in rows:
        formula, first, last = row.split()[3:]
        assert formula == first == last


def test_csv_has_a_row_for_each_step(cli: Cli, tmp_path: Path) -> None:
    assert cli("staircase", "--to", "130", "--run", "-o", "steps.csv").stdout == "steps.csv\n"
    rows = list(csv.DictReader(io.StringIO((tmp_path / "steps.csv").read_text())))
    assert [row["cells"] for row in rows] == ["2", "3", "4"]
    for row in rows:
        assert float(row["simulated_from_s"]) == pytest.approx(float(row["round_trip_s"]), abs=5e-12)


def test_json_is_printed_beside_a_file(cli: Cli, tmp_path: Path) -> None:
    steps = json.loads(cli("staircase", "--to", "130", "--json", "-o", "steps.csv").stdout)
    assert [step["cells"] for step in steps] == [2, 3, 4]
    assert (tmp_path / "steps.csv").is_file()


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_a_picture_is_written(cli: Cli, tmp_path: Path, ending: str) -> None:
    done = cli("staircase", "--run", "--to", "300", "-o", f"steps.{ending}")
    assert done.returncode == 0, done.stderr
    content = (tmp_path / f"steps.{ending}").read_bytes()
    assert len(content) > 5000
    if ending == "svg":
        assert b"</svg>" in content


def measured(cli: Cli, tmp_path: Path, encapsulation: str, payload: bool) -> Path:
    """Times as a user measures them with ping: in ms, for every size."""
    steps = json.loads(cli("staircase", "--encapsulation", encapsulation, "--to", "600", "--json").stdout)
    lines = ["# size rtt"]
    for step in steps:
        for size in range(step["from_bytes"], step["to_bytes"] + 1):
            lines.append(f"{size - (28 if payload else 0)} {1e3 * step['round_trip_s']:.3f}")
    file = tmp_path / "pings.txt"
    file.write_text("\n".join([*lines, ""]))
    return file


@pytest.mark.parametrize(
    ("encapsulation", "octets", "payload"),
    [("pppoe-llcsnap", 40, False), ("pppoa-vcmux", 10, True), ("pppoe-llc-fcs", 44, True)],
)
def test_measured_times_betray_the_encapsulation(
    cli: Cli, tmp_path: Path, encapsulation: str, octets: int, payload: bool
) -> None:
    file = measured(cli, tmp_path, encapsulation, payload)
    options = ["--payload"] if payload else []
    done = cli("staircase", "--detect", file.name, *options)
    assert (done.returncode, done.stderr) == (0, "")
    assert f"overhead: {octets} octets, or 48 more" in done.stdout
    assert f"{encapsulation} ({octets})" in done.stdout.splitlines()[-1]
    reported = json.loads(cli("staircase", "--detect", file.name, *options, "--json").stdout)
    assert (reported["is_staircase"], reported["offsets"]) == (True, [octets])
    assert reported["candidates"][encapsulation] == octets
    assert reported["step"] == pytest.approx(1e3 * (424 / 1.5e6 + 424 / 512e3), rel=1e-3)


#: What tools write of one reply over IPv4, and how many octets of its packet their size leaves out.
TOOLS = {
    "ping": (20, "{size} bytes from example.net (192.0.2.1): icmp_seq=7 ttl=57 time={ms} ms"),
    "ping -D": (20, "[1510067692.15] {size} bytes from 192.0.2.1: icmp_seq=7 ttl=57 time={ms} ms (DUP!)"),
    "busybox": (20, "{size} bytes from 192.0.2.1: seq=7 ttl=57 time={ms} ms"),
    "windows": (28, "Reply from 192.0.2.1: bytes={size} time={ms}ms TTL=57"),
    "hrping": (0, "From 192.0.2.1: bytes={size} seq=0001 TTL=245 ID=b9e6 time={ms}ms"),
    "fping": (20, "192.0.2.1 : [0], {size} bytes, {ms} ms (12.8 avg, 0% loss)"),
    "fping -D": (20, "[1596092373.18] 192.0.2.1 : [0], {size} bytes, {ms} ms (12.8 avg, 0% loss)"),
}


@pytest.mark.parametrize("tool", TOOLS)
def test_the_output_of_a_tool_is_read_as_it_is(cli: Cli, tmp_path: Path, tool: str) -> None:
    """Lines as in the sources of iputils, BusyBox and fping, and in the collector of moeller0 for hrPING."""
    left_out, reply = TOOLS[tool]
    steps = json.loads(cli("staircase", "--encapsulation", "pppoe-llcsnap", "--to", "400", "--json").stdout)
    lines = ["PING 192.0.2.1 (192.0.2.1) 16(44) bytes of data."]
    for step in steps:
        for octets in range(max(step["from_bytes"], 44), step["to_bytes"] + 1):
            lines.append(reply.format(size=octets - left_out, ms=f"{1e3 * step['round_trip_s']:.3f}"))
            lines += ["", "Request timed out.", "rtt min/avg/max/mdev = 23.600/23.600/23.600/0.000 ms"]
    (tmp_path / "raw.txt").write_text("\n".join(lines))
    for options in ([], ["--payload"]):  # the headers are known: the option is for lines of two numbers
        done = cli("staircase", "--detect", "raw.txt", *options)
        assert (done.returncode, done.stderr) == (0, "")
        assert "overhead: 40 octets, or 48 more" in done.stdout
        assert ("fping 5.0" in done.stdout) == ("fping" in tool)


def test_sizes_over_a_short_range_are_refused_for_their_range(cli: Cli, tmp_path: Path) -> None:
    lines = [f"{size} 1.5" for size in range(40, 137)]
    (tmp_path / "pings.txt").write_text("\n".join(lines))
    done = cli("staircase", "--detect", "pings.txt")
    reported = (
        "sizes from 40 to 136 octets are a short range, of 96 octets; give one of at least 144, 3 steps of 48"
    )
    refused(done, reported)
    assert "not enough" not in done.stderr


@pytest.mark.parametrize(
    "line",
    [
        "7 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=23.6 ms",
        "64 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=2.3.6 ms",
        "65516 bytes from 192.0.2.1: icmp_seq=1 ttl=57 time=23.6 ms",
        "From 192.0.2.1: bytes=27 seq=0001 TTL=245 ID=b9e6 time=5.031ms",
    ],
)
def test_a_reply_that_cannot_be_is_named(cli: Cli, tmp_path: Path, line: str) -> None:
    (tmp_path / "raw.txt").write_text(f"PING\n{line}\n")
    refused(cli("staircase", "--detect", "raw.txt"), "raw.txt:2:", line, "28 to 65535 octets", "in ms")


def test_output_without_a_reply_says_what_was_expected(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "raw.txt").write_text("PING 192.0.2.1 (192.0.2.1) 16(44) bytes of data.\n\n")
    refused(cli("staircase", "--detect", "raw.txt"), "raw.txt:1:", "ping, hrping or fping", "for each reply")


def test_times_of_a_line_without_cells_betray_nothing(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "pings.csv").write_text("".join(f"{size},{5 + 0.01 * size}\n" for size in range(40, 900)))
    done = cli("staircase", "--detect", "pings.csv")
    assert done.returncode == 0
    assert "no steps of 48 octets" in done.stdout
    assert "candidates" not in done.stdout


def refused(done: "subprocess.CompletedProcess[str]", *words: str) -> None:
    assert (done.returncode, done.stdout) == (2, "")
    assert "Traceback" not in done.stderr
    for word in words:
        assert word in done.stderr, (word, done.stderr)


@pytest.mark.parametrize(
    "line", ["40", "40 1 2", "a 1", "40 b", "40 nan", "40 inf", "40 -1", "0 1", "40.5 1", "99999 1"]
)
def test_a_line_that_is_no_size_and_time_is_named(cli: Cli, tmp_path: Path, line: str) -> None:
    (tmp_path / "pings.txt").write_text(f"100 1.5\n{line}\n")
    refused(cli("staircase", "--detect", "pings.txt"), "pings.txt:2:", repr(line), "octets and a time")


def test_files_that_say_nothing_are_refused(cli: Cli, tmp_path: Path) -> None:
    refused(cli("staircase", "--detect", "nowhere.txt"), "nowhere.txt: no such file")
    (tmp_path / "empty.txt").write_text("# nothing\n\n")
    refused(cli("staircase", "--detect", "empty.txt"), "empty.txt: 0 different sizes are not enough")
    (tmp_path / "binary.txt").write_bytes(b"\xff\xfe\x00")
    refused(cli("staircase", "--detect", "binary.txt"), "is not UTF-8 text")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--encapsulation", "ethernet"], ["carries no cells", "pppoe-llcsnap"]),
        (["--encapsulation", "x"], ["'x' is not known", "vc-mux"]),
        (["--down", "fast"], ["--down", "'fast'"]),
        (["--up", "1 bit/s"], ["up: 1 bit/s"]),
        (["--from", "28"], ["sizes: 28 to 1500"]),
        (["-o", "steps.txt"], ["steps.txt", ".pdf", ".csv"]),
        (["--payload"], ["--payload: is for --detect"]),
        (["--detect", "x", "--run"], ["--detect: does not go with --run and --out"]),
        (["--detect", "x", "-o", "steps.csv"], ["--detect: does not go with --run and --out"]),
    ],
)
def test_wrong_options_are_explained(cli: Cli, options: list[str], words: list[str]) -> None:
    refused(cli("staircase", *options), *words)


def test_a_keyword_that_only_adds_octets_has_its_steps_too(cli: Cli) -> None:
    """By tc-cake(8), `conservative` adds 48 octets: a cell more than the packet's own octets take."""
    done = cli("staircase", "--encapsulation", "conservative", "--to", "200", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    steps = json.loads(done.stdout)
    assert [(one["cells"], one["to_bytes"]) for one in steps] == [
        (2, 48),
        (3, 96),
        (4, 144),
        (5, 192),
        (6, 200),
    ]
    alike = json.loads(cli("staircase", "--to", "200", "--json").stdout)
    times = {one["cells"]: one["round_trip_s"] for one in alike}
    assert all(one["round_trip_s"] == times[one["cells"]] for one in steps if one["cells"] in times)


def test_what_is_no_encapsulation_cannot_be_simulated(cli: Cli) -> None:
    done = cli("staircase", "--encapsulation", "conservative", "--run")
    assert done.returncode == 2
    assert "run: 'conservative' only adds octets and is no encapsulation" in done.stderr
