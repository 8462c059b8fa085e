"""Which port or adapter a run's summary names as its bottleneck."""

from typing import Any

import numpy as np
import pytest
from rich.console import Console

import cellwise as cw
from cellwise import metrics
from cellwise.bottleneck import queueing
from cellwise.cli.summary import print_summary

#: An upload that fills the adapter of a modem, with a download; the trunk is almost idle.
UPLOAD: dict[str, Any] = {
    "title": "An upload over an access line",
    "duration": "10 s",
    "topology": {"template": "adsl", "lines": 1, "uploads": True},
    "tcp": {"receive_window": "256 KiB", "variant": "newreno"},
}


@pytest.fixture(scope="module")
def upload() -> cw.Run:
    return cw.run(cw.Scenario(UPLOAD))


def printed(run: cw.Run) -> str:
    console = Console(width=200, record=True, file=None, quiet=False)
    with console.capture() as capture:
        print_summary(run, console, "again")
    return capture.get()


def table(**columns: list[Any]) -> dict[str, Any]:
    """Give a table of ports, with nothing lost or waiting where nothing else is said."""
    count = len(columns["port"])
    zeros: list[Any] = [0] * count
    given = {
        "drop_policy": ["tail"] * count,
        "rate_bps": [1_000_000] * count,
        "lost_cells": zeros,
        "queue_mean_waiting_cells": zeros,
        "queue_max_waiting_cells": zeros,
        "wait_mean_s": zeros,
        **columns,
    }
    return {
        name: np.array(values, dtype=object if name in ("port", "drop_policy") else None)
        for name, values in given.items()
    }


NO_VCS = {"vc": np.array([], dtype=object), "category": np.array([], dtype=object)}


def test_on_an_access_line_the_adapter_of_the_modem_is_named_with_its_queue_and_wait(upload: cw.Run) -> None:
    found = upload.summary["bottleneck"]
    row = metrics.port_row(upload.columns("ports"), "client1.nic")
    assert (found["port"], found["is_adapter"]) == ("client1.nic", True)
    for name in ("utilisation", "queue_mean_waiting_cells", "queue_max_waiting_cells", "wait_mean_s"):
        assert found[name] == row[name]
    assert found["queue_mean_waiting_cells"] > 1000
    assert found["queue_max_s"] == pytest.approx(row["queue_max_waiting_cells"] * 424 / 512_000)
    # The greatest wait is at least the mean, and the flow that waits sees both of them in its delay.
    assert found["wait_mean_s"] < found["queue_max_s"]
    delay_s = dict(zip(upload.columns("flows")["flow"], upload.columns("flows")["delay_mean_s"], strict=True))
    assert found["wait_mean_s"] == pytest.approx(delay_s["up1"], rel=0.2)


def test_the_summary_begins_with_the_bottleneck_and_lists_adapters_that_queue(upload: cw.Run) -> None:
    lines = printed(upload).splitlines()
    row = metrics.port_row(upload.columns("ports"), "client1.nic")
    assert lines[1].startswith(f"busiest: adapter client1.nic, {100 * row['utilisation']:.1f} % used; queue ")
    assert f"{row['queue_max_waiting_cells']} at most" in lines[1]
    head = next(at for at, line in enumerate(lines) if line.startswith("adapter that queues"))
    assert lines[head + 1].split()[0] == "client1.nic"
    assert lines[head + 2].split()[0] != "server1.nic"


def test_where_no_adapter_queues_none_is_listed() -> None:
    run = cw.run(cw.Scenario.from_template("n-source").with_(duration="1 s"))
    assert run.summary["bottleneck"]["port"] == "sw1.trunk"
    assert not run.summary["bottleneck"]["is_adapter"]
    assert "adapter that queues" not in printed(run)


def test_of_ports_that_are_as_busy_the_one_that_lost_cells_is_named_else_the_one_with_the_queue() -> None:
    ports = table(
        port=["h.nic", "sw1.a", "sw1.b", "sw1.c"],
        utilisation=[0.700, 0.695, 0.699, 0.2],
        queue_mean_waiting_cells=[900.0, 20.0, 0.0, 5000.0],
        lost_cells=[0, 275, 0, 0],
    )
    assert (metrics.bottleneck(ports, NO_VCS) or {})["port"] == "sw1.a"
    none_lost = {**ports, "lost_cells": np.zeros(4, dtype=int)}
    assert (metrics.bottleneck(none_lost, NO_VCS) or {})["port"] == "h.nic"


def test_an_adapter_that_waits_for_its_rate_is_listed_but_is_not_the_bottleneck() -> None:
    abr = {"category": "abr"}
    document = {"duration": "1 s", "topology": {"template": "n-source", "sources": 2}, "atm": abr}
    run = cw.run(cw.Scenario({**document, "switch": {"rate_rule": {"rule": "erica"}}}))
    columns = run.columns("ports")
    longest = str(columns["port"][np.argmax(columns["queue_mean_waiting_cells"])])
    assert longest in ("s1.vc1", "s2.vc2")
    assert run.summary["bottleneck"]["port"] == "sw1.trunk"
    assert longest in printed(run)


def test_a_run_in_which_nothing_was_sent_has_no_bottleneck() -> None:
    ports = table(port=["h.nic", "sw1.a"], utilisation=[0.0, float("nan")])
    assert metrics.bottleneck(ports, NO_VCS) is None
    assert queueing(ports).tolist() == []


def test_the_bottleneck_of_stored_results_is_the_same(upload: cw.Run, tmp_path: Any) -> None:
    assert cw.Run.load(upload.save(tmp_path / "upload")).summary["bottleneck"] == upload.summary["bottleneck"]
