import csv
import gzip
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise import export
from cellwise.export import flent
from cellwise.export.omnetpp import quoted
from cellwise.metrics import jain_index
from cellwise.plots import NotRecordedError
from cellwise.results import TABLES


@pytest.fixture(scope="module")
def run() -> cw.Run:
    scenario = cw.Scenario.from_template("n-source").with_(
        {
            "title": 'three "sources"',
            "duration": "1200 ms",
            "topology.sources": 3,
            "switch.buffer": "1000 cells",
            "tcp.timer_tick": "100 ms",
            "probes": {"acknowledgment": {"flow": "*"}, "queue": {"port": "sw1.trunk", "every": "1 ms"}},
        }
    )
    return cw.run(scenario)


@pytest.mark.parametrize("to", export.names())
def test_the_same_run_gives_the_same_bytes(to: str, run: cw.Run, tmp_path: Path) -> None:
    first, second = (export.export(run, to, tmp_path / name / "out") for name in ("a", "b"))
    assert first
    assert [one.read_bytes() for one in first] == [one.read_bytes() for one in second]
    assert not list(tmp_path.rglob("*.tmp"))


@pytest.mark.parametrize("to", export.names())
def test_a_loaded_run_exports_as_the_one_that_was_saved(to: str, run: cw.Run, tmp_path: Path) -> None:
    loaded = cw.Run.load(run.save(tmp_path / "run"))
    first, second = (
        export.export(one, to, tmp_path / name / "out") for one, name in ((run, "a"), (loaded, "b"))
    )
    assert [one.read_bytes() for one in first] == [one.read_bytes() for one in second]


def test_an_unknown_exporter_is_answered_with_the_known_ones(run: cw.Run, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'xlsx' is not known; the formats are flent, omnetpp, csv"):
        export.export(run, "xlsx", tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


FULL = """
import resource, sys
import cellwise as cw
from cellwise import export
run = cw.run(cw.Scenario.from_template("n-source").with_(duration="20 ms"))
resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
try:
    export.export(run, "csv", sys.argv[1])
except OSError as error:
    print(error.filename, error.strerror)
"""


def test_a_full_disk_leaves_no_tables_of_which_some_are_missing(tmp_path: Path) -> None:
    command = [sys.executable, "-c", FULL, str(tmp_path / "tables")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "too large" in done.stdout
    assert list(tmp_path.iterdir()) == []


# flent: what its manual says of the data file, format version 4.


@pytest.fixture(scope="module")
def flent_file(run: cw.Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    (path,) = export.export(run, "flent", tmp_path_factory.mktemp("flent") / "run")
    return path


def content(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(gzip.decompress(path.read_bytes()))
    return document


def test_a_flent_file_has_the_keys_of_its_format_and_series_of_one_length(flent_file: Path) -> None:
    assert flent_file.name == "run.flent.gz"
    document = content(flent_file)
    assert set(document) == {"version", "x_values", "results", "metadata", "raw_values"}
    assert document["version"] == 4
    lengths = {len(values) for values in document["results"].values()}
    assert lengths == {len(document["x_values"])} == {60}
    assert set(document["raw_values"]) <= set(document["results"])
    for values in document["raw_values"].values():
        assert all(set(value) == {"t", "val"} for value in values)
    metadata = document["metadata"]
    for key in (
        "NAME",
        "TITLE",
        "TIME",
        "LENGTH",
        "TOTAL_LENGTH",
        "STEP_SIZE",
        "HOSTS",
        "LOCAL_HOST",
        "NOTE",
    ):
        assert metadata[key] is not None
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", metadata["TIME"])
    assert metadata["TEST_PARAMETERS"] == {"upload_streams": "3"}


def test_the_throughputs_of_a_flent_file_add_up_to_what_was_acknowledged(
    flent_file: Path, run: cw.Run
) -> None:
    results = content(flent_file)["results"]
    width_s = content(flent_file)["metadata"]["STEP_SIZE"]
    for number in (1, 2, 3):
        octets = sum(results[f"TCP upload::{number}"]) * 1e6 * width_s / 8
        acknowledged = run.series("acknowledgment", flow=f"tcp{number}").value[-1]
        assert octets == pytest.approx(acknowledged)
    flows = np.array([results[f"TCP upload::{number}"] for number in (1, 2, 3)])
    np.testing.assert_allclose(results["TCP upload sum"], flows.sum(axis=0))
    np.testing.assert_allclose(results["TCP upload avg"], flows.mean(axis=0))
    for window, fairness in zip(flows.T, results["TCP upload fairness"], strict=True):
        assert fairness == (pytest.approx(jain_index(window)) if window.any() else None)


def test_a_flent_file_needs_the_acknowledgments_and_says_which_probe_has_them() -> None:
    run = cw.run(cw.Scenario.from_template("n-source").with_(duration="20 ms"))
    with pytest.raises(
        NotRecordedError, match=r'(?s)export flent: .*\[probes\.acknowledgment\]\nflow = "\*"'
    ):
        flent.document(run, "run.flent.gz")


@pytest.mark.filterwarnings("ignore")
def test_flent_itself_reads_the_file(flent_file: Path) -> None:
    from flent import resultset

    found = resultset.load(str(flent_file))
    assert found.meta("NAME") == "tcp_nup"
    assert found.series("TCP upload sum") == content(flent_file)["results"]["TCP upload sum"]
    assert found.label() == 'three "sources"'


@pytest.fixture(scope="module")
def both_ways(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 12 s: flent's plots of pings leave out the first and the last 5 s."""
    scenario = cw.Scenario.from_template("rrul").with_(
        {"topology.streams": 2, "probes": {"acknowledgment": {"flow": "*"}}}, duration="12 s"
    )
    (path,) = export.export(cw.run(scenario), "flent", tmp_path_factory.mktemp("rrul") / "run")
    return path


def test_flows_both_ways_are_uploads_and_downloads_of_one_test(both_ways: Path) -> None:
    document = content(both_ways)
    metadata, results = document["metadata"], document["results"]
    assert metadata["NAME"] == "rrul_be_nflows"
    assert metadata["TEST_PARAMETERS"] == {"upload_streams": "2", "download_streams": "2"}
    flows = {name: one["FLOW"] for name, one in metadata["SERIES_META"].items() if "FLOW" in one}
    assert flows == {
        "TCP upload BE::1": "up1",
        "TCP upload BE::2": "up2",
        "TCP download BE::1": "down1",
        "TCP download BE::2": "down2",
        "Ping (ms) ICMP": "ping",
    }
    # More than the line up could carry comes down.
    assert max(results["TCP download sum"]) > 2 > 0.64 > np.mean(results["TCP upload sum"]) > 0
    assert results["Ping (ms) avg"] == results["Ping (ms) ICMP"]
    assert {len(values) for values in results.values()} == {len(document["x_values"])}


@pytest.mark.filterwarnings("ignore")
def test_sums_are_those_that_flent_defines(both_ways: Path) -> None:
    from flent import settings
    from flent.util import Glob

    document = content(both_ways)
    results = document["results"]
    test = settings.new()
    test.update({key: document["metadata"][key] for key in ("HOSTS", "TEST_PARAMETERS", "LENGTH")})
    test.load_test("rrul_be_nflows", informational=True)
    computed = {name: one for name, one in test.DATA_SETS.items() if "apply_to" in one}
    assert set(results) == set(test.DATA_SETS) - {"Ping (ms) UDP BE"}
    for name, one in computed.items():
        parts = [results[part] for part in Glob.expand_list(one["apply_to"], list(results), [name])]
        whole = {"sum": np.sum, "average": np.mean}[one["runner"]](np.array(parts, float), axis=0)
        np.testing.assert_allclose(np.array(results[name], float), whole, err_msg=name)


@pytest.mark.parametrize("plot", ["all_scaled", "totals", "ping_cdf"])
def test_flent_draws_a_run_with_both_ways(both_ways: Path, tmp_path: Path, plot: str) -> None:
    picture = tmp_path / "plot.svg"
    command = [sys.executable, "-m", "flent", "-i", str(both_ways), "-p", plot, "-o", str(picture)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    reported = done.stdout + done.stderr
    assert not [
        line for line in reported.splitlines() if re.search("error|warning|unable|no such", line, re.I)
    ]
    curves = re.findall(r'<g id="line2d_\d+">\s*<path d="([^"]*)" clip-path', picture.read_text())
    # Lines of the grid have one part.
    assert (
        len([one for one in curves if one.count("L") > 5])
        == {"all_scaled": 8, "totals": 3, "ping_cdf": 2}[plot]
    )


@pytest.mark.parametrize(
    ("sender", "test", "series"),
    [
        ("client", "tcp_ndown", "TCP download"),
        ("server", "tcp_nup", "TCP upload"),
        (None, "tcp_nup", "TCP upload"),
    ],
)
def test_what_comes_to_the_host_that_pings_is_a_download(sender: str | None, test: str, series: str) -> None:
    base = (
        cw.Scenario.from_template("rrul").with_({"topology.streams": 0}, duration="3 s").expanded().to_dict()
    )
    flows: dict[str, dict[str, str]] = {"tcp": {"vc": "vc", "from": "server"}}
    if sender:
        flows["ping"] = {"vc": "vc", "from": sender, "kind": "ping"}
    run = cw.run(cw.Scenario(base | {"flows": flows, "probes": {"acknowledgment": {"flow": "*"}}}))
    document = flent.document(run, "x.flent.gz")
    assert document["metadata"]["NAME"] == test
    assert document["metadata"]["SERIES_META"][f"{series}::1"]["FLOW"] == "tcp"
    assert f"{series} fairness" in document["results"]


# OMNeT++: read back by the rules of the manual's appendix, apart from the code that writes.

TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')


def unescaped(inside: str) -> str:
    return re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1], found[1]), inside)


def tokens(line: str) -> list[str]:
    return [bare or unescaped(inside) for inside, bare in TOKEN.findall(line)]


@pytest.fixture(scope="module")
def omnetpp_files(run: cw.Run, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    scalars, vectors = export.export(run, "omnetpp", tmp_path_factory.mktemp("omnetpp") / "run")
    return scalars, vectors


def test_both_omnetpp_files_are_of_one_run_with_its_context(
    omnetpp_files: tuple[Path, Path], run: cw.Run
) -> None:
    heads = []
    for path in omnetpp_files:
        lines = [tokens(line) for line in path.read_text().split("\n\n")[0].splitlines()]
        assert lines[0] == ["version", "2"]
        assert lines[1] == ["run", f"cellwise-{run.scenario.id}"]
        assert {line[0] for line in lines[2:]} == {"attr", "param"}
        attributes = {line[1]: line[2] for line in lines if line[0] == "attr"}
        assert attributes["experiment"] == 'three "sources"'
        assert (attributes["seedset"], attributes["replication"]) == ("1", "#0")
        assert ["param", "**.switch.buffer", "1000 cells"] in lines
        assert ["param", "**.reference", "false"] in lines
        heads.append(lines)
    assert heads[0] == heads[1]
    assert [path.suffix for path in omnetpp_files] == [".sca", ".vec"]


def test_every_number_of_every_table_is_a_scalar_with_its_unit(
    omnetpp_files: tuple[Path, Path], run: cw.Run
) -> None:
    found: dict[tuple[str, str], float] = {}
    units: dict[str, str] = {}
    last = ""
    for line in omnetpp_files[0].read_text().split("\n\n")[1].splitlines():
        kind, *rest = tokens(line)
        if kind == "scalar":
            module, last, value = rest
            assert (module, last) not in found
            found[module, last] = float(value)
        else:
            assert (kind, rest[0]) == ("attr", "unit")
            units[last] = rest[1]
    assert found["cellwise", "audit.sent"] == run.audit["sent"]
    for table in TABLES:
        columns = run.columns(table)
        numbers = [name for name, values in columns.items() if values.dtype.kind in "biuf"]
        for row, own in enumerate(columns[next(iter(columns))]):
            direction = f".{columns['direction'][row]}" if table == "vcs" else ""
            for name in numbers:
                value = found[f"cellwise.{table}.{own}{direction}", name]
                np.testing.assert_equal(value, float(columns[name][row]))
    assert units["throughput_bps"] == "bps"
    assert units["acr_mean_cells_per_s"] == "cells/s"
    assert units["delay_mean_s"] == "s"
    assert "timeouts" not in units


def test_every_series_is_a_vector_with_every_point_to_the_picosecond(
    omnetpp_files: tuple[Path, Path], run: cw.Run
) -> None:
    points: dict[str, list[tuple[int, float]]] = {}
    names: dict[str, tuple[str, ...]] = {}
    for line in omnetpp_files[1].read_text().split("\n\n")[1].splitlines():
        words = tokens(line)
        if words[0] == "vector":
            names[words[1]] = tuple(words[2:])
            points[words[1]] = []
        elif words[0] != "attr":
            number, time, value = words
            seconds, _, rest = time.partition(".")
            points[number].append((int(seconds) * 10**12 + int(rest), float(value)))
    assert names["0"] == ("cellwise.sw1.trunk", "queue", "TV")
    assert len(names) == len(run.probes) == 4
    for (number, held), one in zip(points.items(), run.probes, strict=True):
        assert names[number][1] == one.quantity
        assert [time for time, _ in held] == one.time_ps.tolist()
        assert [value for _, value in held] == one.value.tolist()


@pytest.mark.parametrize(
    "text", ["plain", "two words", 'with "quotes"', "back\\slash", "", "# no comment", "a\nb"]
)
def test_a_quoted_token_reads_back_as_one(text: str) -> None:
    assert tokens(f"attr {quoted(text)} end") == ["attr", text, "end"]


# CSV.


def test_every_table_is_a_csv_file_with_its_context_in_every_row(run: cw.Run, tmp_path: Path) -> None:
    written = export.export(run, "csv", tmp_path / "tables")
    assert [path.name for path in written] == [*(f"{table}.csv" for table in TABLES), "series.csv"]
    for path in written[:-1]:
        with path.open(newline="") as file:
            rows = list(csv.DictReader(file))
        columns = run.columns(path.stem)
        assert len(rows) == len(next(iter(columns.values())))
        for name, values in columns.items():
            reported = [row[name] for row in rows]
            if values.dtype.kind in "biuf":
                np.testing.assert_array_equal([float(cell or "nan") for cell in reported], values)
            else:
                assert reported == [value or "" for value in values]
        assert all(row["seed"] == "1" and run.scenario.id.startswith(row["scenario_id"]) for row in rows)


def test_events_that_probes_recorded_are_csv_files_as_well(tmp_path: Path) -> None:
    probes = {"cells": {"port": "sw1.trunk"}, "delays": {"flow": "*"}}
    settings = {"duration": "250 ms", "probes": probes}
    recorded = cw.run(cw.Scenario.from_template("n-source").with_(settings))
    written = {path.stem: path for path in export.export(recorded, "csv", tmp_path / "tables")}
    assert set(written) == {*TABLES, "cells", "delays", "series"}
    for name in ("cells", "delays"):
        with written[name].open(newline="") as file:
            rows = list(csv.DictReader(file))
        columns = recorded.columns(name)
        assert len(rows) == len(next(iter(columns.values()))) > 0
        assert set(columns) < set(rows[0])


def test_the_series_are_one_csv_file_with_every_point(run: cw.Run, tmp_path: Path) -> None:
    path = export.export(run, "csv", tmp_path / "tables")[-1]
    with path.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["probe"] == "queue sw1.trunk"]
    queue = run.series("queue")
    assert [int(row["time_ps"]) for row in rows] == queue.time_ps.tolist()
    assert [float(row["value"]) for row in rows] == queue.value.tolist()
    assert {row["unit"] for row in rows} == {"cells"}
