"""The probe of cells: every cell offered to a port, with its frame and its fate."""

from io import StringIO
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console

import cellwise as cw
from cellwise.cli.summary import print_summary
from cellwise.errors import ConfigError


@pytest.fixture(scope="module")
def run() -> cw.Run:
    probes = {
        "cells": [{"port": "sw1.trunk", "limit": 1_000_000}, {"port": "sw2.d1", "limit": 10}],
        "losses": {"port": "sw1.trunk"},
    }
    settings = {"duration": "1 s", "switch.buffer": "300 cells", "probes": probes}
    return cw.run(cw.Scenario.from_template("n-source").with_(settings))


def at(run: cw.Run, port: str) -> dict[str, np.ndarray]:
    cells = run.columns("cells")
    return {name: values[cells["port"] == port] for name, values in cells.items()}


def test_there_is_a_row_per_cell_that_the_port_counts(run: cw.Run) -> None:
    cells, ports = at(run, "sw1.trunk"), run.columns("ports")
    row = ports["port"].tolist().index("sw1.trunk")
    assert len(cells["time_s"]) == ports["arrived_cells"][row] > 1000
    assert np.count_nonzero(cells["fate"] == "overflow") == ports["lost_overflow_cells"][row] > 0
    assert np.all(np.diff(cells["time_s"]) >= 0)


def test_frames_come_cell_by_cell(run: cw.Run) -> None:
    cells = at(run, "sw1.trunk")
    of_vc = (cells["vc"] == "vc1") & (cells["direction"] == "forward")
    frame, cell, last = (cells[name][of_vc] for name in ("frame", "cell", "last_cell"))
    assert np.all(np.diff(frame) >= 0)
    assert frame[0] == 1
    complete = frame < frame[-1]
    assert np.all((last == 1) == (cell == cells["frame_cells"][of_vc]))
    assert np.count_nonzero(last[complete]) == frame[-1] - 1


def test_lost_cells_are_those_of_the_table_of_losses(run: cw.Run) -> None:
    cells, losses = at(run, "sw1.trunk"), run.columns("losses")
    lost = cells["fate"] != "taken"
    reported = {
        (str(losses["flow"][row]), int(losses["packet"][row]), int(losses["first_cell"][row]) + nth)
        for row in np.flatnonzero(losses["kind"] == "data")
        for nth in range(int(losses["cells"][row]))
    }
    data = lost & (cells["kind"] == "data")
    rows = zip(cells["flow"][data], cells["packet"][data], cells["cell"][data], strict=True)
    assert {(str(flow), int(packet), int(cell)) for flow, packet, cell in rows} == reported


def test_beyond_the_limit_cells_are_counted(run: cw.Run, tmp_path: Path) -> None:
    ports = run.columns("ports")
    offered = ports["arrived_cells"][ports["port"].tolist().index("sw2.d1")]
    assert len(at(run, "sw2.d1")["time_s"]) == 10
    assert run.cells_left_out == {"sw2.d1": offered - 10}
    loaded = cw.Run.load(run.save(tmp_path / "run"))
    assert loaded.cells_left_out == run.cells_left_out
    assert loaded.offered_cells.fetchall() == run.offered_cells.fetchall()
    assert loaded.fingerprint == run.fingerprint


def test_the_summary_says_how_many_cells_were_left_out(run: cw.Run) -> None:
    console = Console(file=StringIO(), record=True, width=200)
    print_summary(run, console, "again")
    left_out = run.cells_left_out["sw2.d1"]
    assert f"cells left out: {left_out} at sw2.d1, beyond the limit of its probe" in console.export_text()


def test_a_run_without_the_probe_says_how_to_record_them() -> None:
    brief = cw.run(cw.Scenario.from_template("n-source").with_(duration="1 ms"))
    with pytest.raises(ValueError, match=r'\[probes\.cells\]\nport = "\*"'):
        brief.columns("cells")
    assert brief.cells_left_out == {}


def test_every_mistake_of_a_probe_is_reported() -> None:
    probes = {"cells": [{"port": "sw1.trnk"}, {"port": "sw1.trunk", "from": "2 s"}]}
    with pytest.raises(ConfigError) as caught:
        cw.run(cw.Scenario.from_template("n-source").with_({"duration": "1 s", "probes": probes}))
    assert [issue["path"] for issue in caught.value.issues] == [
        "probes.cells[0].port",
        "probes.cells[1].from",
    ]
