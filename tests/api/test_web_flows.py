"""Web flows: the pages that a run loads, the numbers about them, and settings that are refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise import metrics

WEB = """
duration = "16 s"
topology = { template = "adsl", lines = 2 }
flow.kind = "web"
web = { preset = "simple", connections = "persistent" }
[flows.web2]
web = { think_time_s = { distribution = "exponential", mean = 2 } }
"""


def test_pages_of_a_run_and_how_long_they_took() -> None:
    run = cw.run(cw.Scenario.from_toml(WEB))
    pages = run.columns("pages")
    assert list(pages) == ["flow", "page", "started_s", "completion_time_s", "objects", "octets"]
    of_first = pages["flow"] == "web1"
    # A page takes less than a second, and 5 s are spent reading it.
    assert pages["page"][of_first].tolist() == [1, 2, 3]
    assert pages["objects"][of_first].tolist() == [3, 3, 3]
    assert pages["octets"][of_first].tolist() == [25_000] * 3
    times = metrics.page_times(pages, "web1")
    assert (times["count"], times["incomplete"]) == (3, 0)
    # 25 kB at 1.5 Mbit/s, cell headers included.
    assert 25_000 * 8 / 1.5e6 < times["median_s"] <= times["mean_s"] <= times["p95_s"] < 1
    assert metrics.page_times(pages)["count"] == len(pages["page"])
    delivered = run.flows.filter("flow = 'web1'").project("kind, delivered_bytes").fetchall()
    assert delivered == [("web", 75_000)]
    assert {"family": "applications", "name": "web", "status": "experimental"} in run.models


def test_pages_that_never_came_have_no_time() -> None:
    pages = {"flow": np.array(["w", "w"]), "completion_time_s": np.array([np.nan, np.nan])}
    times = metrics.page_times(pages)
    assert (times["count"], times["incomplete"]) == (0, 2)
    assert np.isnan(times["p95_s"])


def test_a_saved_page_that_did_not_come_is_null(tmp_path: Path) -> None:
    run = cw.run(cw.Scenario.from_toml(WEB).with_(duration="100 ms"))
    run.save(tmp_path / "results")
    again = cw.Run.load(tmp_path / "results")
    assert np.isnan(again.columns("pages")["completion_time_s"]).all()
    assert again.pages.aggregate("count(*)").fetchall() == [(2,)]


def test_the_command_line_tells_of_each_browser(cli: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "web.toml").write_text(WEB)
    done = cli("run", "web.toml")
    assert done.returncode == 0, done.stderr
    assert "web1: 3 pages, mean 0." in done.stdout
    assert json.loads(cli("run", "web.toml", "--json").stdout)["pages"][0]["flow"] == "web1"


@pytest.mark.parametrize(
    ("key", "path"),
    [
        ("parallel_connections = 0", "web.parallel_connections"),
        ('think_time_s = { distribution = "exponential", mean = -1 }', "web.think_time_s.mean"),
        ('think_time_s = { distribution = "exponential", men = 1 }', "web.think_time_s"),
        ('preset = "surf"', "web.preset"),
    ],
)
def test_a_browser_that_cannot_be_is_refused_with_its_path(key: str, path: str) -> None:
    for prefix in ("", "flows.web1."):
        text = f'topology.template = "adsl"\nflow.kind = "web"\n{prefix}web = {{ {key} }}\n'
        with pytest.raises(cw.ConfigError) as refused:
            cw.run(cw.Scenario.from_toml(text))
        paths = [issue["path"] for issue in refused.value.issues]
        assert paths
        assert all(one.startswith(prefix + path) for one in paths), paths
