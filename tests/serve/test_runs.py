"""Runs for the page: checked, queued, followed, looked at, compared with the same run in Python."""

import csv
import io
from typing import Any

import numpy as np
import pytest

import cellwise as cw
from cellwise import studies
from cellwise.study.points import build_id

Document = dict[str, Any]


def points(page: Any, run: str, index: int, query: str = "") -> tuple[Any, Any]:
    answer = page.ask("GET", f"/api/runs/{run}/series/{index}{query}")
    assert answer.status == 200, answer.body
    values = np.frombuffer(answer.body, "<f8")
    count = int(answer.headers["x-cellwise-points"])
    assert len(values) == 2 * count
    return values[:count], values[count:]


def test_what_the_server_is_and_allows(page: Any) -> None:
    about = page.get("/api/about")
    assert about["version"] == cw.__version__
    assert build_id().startswith(about["build"])
    assert about["limits"]["jobs"] == 2
    assert about["limits"]["memory_bytes"] == 1 << 30
    assert page.get("/api/schema")["title"] == "Scenario"
    families = page.get("/api/catalogue")["families"]
    assert {entry["name"] for entry in families["drop-policies"]} >= {"tail", "epd", "fba"}
    epd = next(entry for entry in families["drop-policies"] if entry["name"] == "epd")
    assert "switch.drop.threshold" in [one["path"] for one in epd["parameters"]]


def test_the_gallery_has_every_template_and_study_ready_to_run(page: Any) -> None:
    gallery = page.get("/api/gallery")
    assert [one["name"] for one in gallery["templates"]] == [one.name for one in cw.catalogue("templates")]
    assert [one["name"] for one in gallery["studies"]] == studies.names()
    for one in gallery["templates"]:
        checked = page.ask("POST", "/api/check", {"scenario": one["scenario"]}).json
        assert checked["ok"], checked
        assert checked["topology"]["nodes"]
        # Short as it is, it is the template.
        assert cw.Scenario.from_dict(one["scenario"]).id == cw.Scenario.from_template(one["name"]).id


def test_a_check_lists_every_broken_rule_at_once(page: Any) -> None:
    broken = {"topology": {"template": "n-source"}, "switch": {"buffer": "x"}, "foo": 1}
    told = page.ask("POST", "/api/check", {"scenario": broken}).json
    assert not told["ok"]
    assert {issue["path"] for issue in told["issues"]} == {"switch.buffer", "foo"}
    assert all(issue["rule"] in issue["text"] for issue in told["issues"])
    answer = page.ask("POST", "/api/runs", {"scenario": broken})
    assert answer.status == 422
    assert answer.json["issues"] == told["issues"]


def test_a_check_gives_every_setting_with_its_default(page: Any) -> None:
    told = page.ask("POST", "/api/check", {"toml": '[topology]\ntemplate = "n-source"\nsources = 3'}).json
    assert told["scenario"] == {"topology": {"template": "n-source", "sources": 3}}
    assert told["settings"]["topology"]["link_rate"] == "155.52 Mbit/s"
    assert told["settings"]["tcp"]["mss"] == "512 bytes"
    assert "nodes" not in told["settings"]
    assert len(told["document"]["nodes"]) == 8
    assert cw.Scenario.from_dict(told["settings"]).id == cw.Scenario.from_dict(told["scenario"]).id


def test_toml_that_is_none_says_where(page: Any) -> None:
    told = page.ask("POST", "/api/check", {"toml": "a = 1\nb = ="}).json
    assert not told["ok"]
    assert told["issues"][0]["line"] == 2


def test_the_picture_of_a_network_runs_from_senders_to_receivers(page: Any) -> None:
    told = page.ask("POST", "/api/check", {"scenario": {"topology": {"template": "n-source"}}}).json
    topology = told["topology"]
    x = {node["name"]: node["x"] for node in topology["nodes"]}
    assert x["s1"] == x["s5"] == 0.0 < x["sw1"] < x["sw2"] < x["d1"] == 1.0
    kinds = {node["name"]: node["kind"] for node in topology["nodes"]}
    assert (kinds["s1"], kinds["sw1"]) == ("host", "switch")
    trunk = next(link for link in topology["links"] if link["name"] == "trunk")
    assert [way["port"] for way in trunk["directions"]] == ["sw1.trunk", "sw2.trunk"]
    assert topology["vcs"][0] == {"name": "vc1", "path": ["s1.nic", "sw1.trunk", "sw2.d1"]}
    assert topology["flows"][0] == {"name": "tcp1", "from": "s1", "to": "d1", "kind": "tcp"}


def test_a_run_is_what_python_makes_of_the_same_scenario(page: Any, brief_document: Document) -> None:
    told = page.run(brief_document, label="mine")
    run = cw.run(cw.Scenario.from_dict(brief_document))
    assert told["label"] == "mine"
    assert told["summary"]["cells"] == run.cells
    assert told["summary"]["audit"] == run.audit
    flows = {row["flow"]: row for row in told["summary"]["tables"]["flows"]}
    expected = dict(zip(run.columns("flows")["flow"], run.columns("flows")["throughput_bps"], strict=True))
    assert {flow: row["throughput_bps"] for flow, row in flows.items()} == expected
    shared = told["summary"]["shared_ports"]["sw1.trunk"]
    assert shared["efficiency"] == cw.metrics.port_efficiency(run, "sw1.trunk")
    assert shared["fairness"] == cw.metrics.port_fairness(run, "sw1.trunk")
    assert told["ports"][0] == "sw1.trunk"
    assert page.get(f"/api/runs/{told['id']}")["summary"] == told["summary"]
    assert told["id"] in [one["id"] for one in page.get("/api/runs")]


def test_what_the_page_needs_is_recorded_unless_it_is_not_wanted(page: Any, brief_document: Document) -> None:
    told = page.run(brief_document)
    by_quantity = {one["quantity"]: one for one in told["series"]}
    assert set(by_quantity) == {"queue", "cwnd", "ssthresh", "sequence", "acknowledgment"}
    queue = next(one for one in told["series"] if one["name"] == "queue sw1.trunk")
    assert queue["thresholds"] == [{"name": "threshold", "value": 800.0}, {"name": "buffer", "value": 1000.0}]
    assert page.run(brief_document, record=False)["series"] == []


def test_the_scenarios_own_probes_stay(page: Any, brief_document: Document) -> None:
    own = {**brief_document, "probes": {"queue": {"port": "sw2.trunk"}}}
    told = page.run(own)
    assert [one["name"] for one in told["series"] if one["quantity"] == "queue"] == ["queue sw2.trunk"]
    assert "probes" in told["scenario"]
    assert "cwnd" not in told["scenario"]["probes"]


def test_a_thinned_series_keeps_every_peak(page: Any, brief_document: Document) -> None:
    document = {**brief_document, "probes": {"queue": {"port": "sw1.trunk"}}}
    told = page.run(document)
    about = next(one for one in told["series"] if one["quantity"] == "queue")
    exact = cw.run(cw.Scenario.from_dict(document)).series("queue")
    assert about["points"] == len(exact) > 50_000
    time_s, value = points(page, told["id"], about["index"], "?width=300")
    assert len(time_s) <= 4 * 300
    assert value.max() == exact.value.max() == about["max"]
    assert (np.diff(time_s) >= 0).all()
    # Every point that is sent is one of the series.
    place = np.searchsorted(exact.time_s, time_s)
    assert np.allclose(exact.time_s[place], time_s, rtol=0, atol=1e-13)


def test_a_part_of_a_series_is_exact_where_it_is_short(page: Any, brief_document: Document) -> None:
    document = {**brief_document, "probes": {"queue": {"port": "sw1.trunk"}}}
    told = page.run(document)
    index = next(one["index"] for one in told["series"] if one["quantity"] == "queue")
    exact = cw.run(cw.Scenario.from_dict(document)).series("queue")
    time_s, value = points(page, told["id"], index, "?from=0.21&to=0.2101&width=2000")
    inside = (exact.time_s >= 0.21) & (exact.time_s <= 0.2101)
    assert value[(time_s >= 0.21) & (time_s <= 0.2101)].tolist() == exact.value[inside].tolist()
    # The line goes on to both sides.
    assert time_s[0] <= 0.21 <= 0.2101 <= time_s[-1]


def test_infinite_thresholds_are_gaps(page: Any, brief_document: Document) -> None:
    told = page.run({**brief_document, "duration": "2 ms"})
    about = next(one for one in told["series"] if one["quantity"] == "ssthresh")
    assert (about["min"], about["max"]) == (None, None)
    assert np.isnan(points(page, told["id"], about["index"])[1]).all()


@pytest.mark.parametrize("query", ["?width=0", "?width=1e9", "?from=x", "?to=inf", "?width=1.5"])
def test_a_wrong_query_names_what_is_allowed(page: Any, brief_document: Document, query: str) -> None:
    run = page.run(brief_document)["id"]
    answer = page.ask("GET", f"/api/runs/{run}/series/0{query}")
    assert answer.status == 400
    assert answer.json["issues"][0]["path"] in query


def test_playback_follows_queues_and_links(page: Any, brief_document: Document) -> None:
    told = page.run(brief_document)
    played = page.get(f"/api/runs/{told['id']}/playback?steps=31")
    assert len(played["times_s"]) == 31
    queue, least = (np.array(played[what]["sw1.trunk"]) for what in ("ports", "least"))
    assert least[0] == 0
    assert (least <= queue).all()
    # However few the steps are, the greatest of all is among them.
    assert queue.max() == told["summary"]["queue_max"]["sw1.trunk"] > 0
    coarse = page.get(f"/api/runs/{told['id']}/playback?steps=2")["ports"]["sw1.trunk"]
    assert max(coarse) == queue.max()
    load = np.array(played["links"]["sw1.trunk"])
    assert ((load >= 0) & (load <= 1)).all()
    # What went over the trunk is what the flows had acknowledged.
    flows = told["summary"]["tables"]["flows"]
    sent = sum(row["delivered_bytes"] * 8 / row["payload_fraction"] for row in flows)
    assert load.sum() * 0.01 * 155.52e6 == pytest.approx(sent, rel=0.05)


def test_measures_are_of_the_whole_run_however_few_rows_are_told(page: Any) -> None:
    document = {
        "topology": {"template": "n-source", "sources": 300},
        "duration": "1 s",
        "switch": {"buffer": "5000 cells"},
        "tcp": {"timer_tick": "10 ms"},
    }
    told = page.run(document)["summary"]
    run = cw.run(cw.Scenario.from_dict(document))
    assert (len(told["tables"]["flows"]), told["rows"]["flows"]) == (200, 300)
    assert "sw1.trunk" not in {row["port"] for row in told["tables"]["ports"]}
    assert told["shared_ports"]["sw1.trunk"] == {
        "efficiency": cw.metrics.port_efficiency(run, "sw1.trunk"),
        "fairness": cw.metrics.port_fairness(run, "sw1.trunk"),
    }
    assert told["timeouts"] == run.columns("flows")["timeouts"].sum() > 0
    trunk = cw.metrics.port_row(run.columns("ports"), "sw1.trunk")
    assert told["queue_max"]["sw1.trunk"] == trunk["queue_max_waiting_cells"] == 5000


def test_tables_and_the_scenario_can_be_taken_away(page: Any, brief_document: Document) -> None:
    run = page.run(brief_document)["id"]
    answer = page.ask("GET", f"/api/runs/{run}/table/flows.csv")
    assert "attachment" in answer.headers["content-disposition"]
    rows = list(csv.DictReader(io.StringIO(answer.body.decode())))
    assert [row["flow"] for row in rows] == ["tcp1", "tcp2", "tcp3", "tcp4", "tcp5"]
    toml = page.ask("GET", f"/api/runs/{run}/scenario.toml").body.decode()
    assert cw.Scenario.from_toml_text(toml).id == cw.Scenario.from_dict(brief_document).id
    assert page.get(f"/api/runs/{run}/scenario.json") == brief_document
    answer = page.ask("GET", f"/api/runs/{run}/table/secrets.csv")
    assert answer.status == 404
    assert "flows" in answer.json["error"]


def test_plots_are_those_of_the_command(page: Any, brief_document: Document) -> None:
    run = page.run(brief_document)["id"]
    svg = page.ask("GET", f"/api/runs/{run}/plot/queue.svg?port=sw1.trunk&size=column")
    assert svg.status == 200
    assert svg.headers["content-type"].startswith("image/svg+xml")
    assert svg.body.startswith(b"<?xml")
    assert svg.headers["content-security-policy"].startswith("default-src 'none'")
    for ending, head in (("png", b"\x89PNG"), ("pdf", b"%PDF"), ("csv", b"series,time_s,")):
        assert page.ask("GET", f"/api/runs/{run}/plot/cwnd.{ending}?flow=tcp1").body.startswith(head)
    for path, told in (
        ("occupancy.svg", "probes.occupancy"),
        ("nothing.svg", "the plots are"),
        ("queue.exe", "svg"),
        ("queue.svg?size=x", "page"),
        ("cwnd.svg?flow=x", "tcp1"),
    ):
        answer = page.ask("GET", f"/api/runs/{run}/plot/{path}")
        assert answer.status == 404, path
        assert told in answer.json["error"]


def test_a_run_that_stops_at_a_limit_keeps_what_it_has(page: Any, brief_document: Document) -> None:
    told = page.run({**brief_document, "limits": {"events": 1000}})
    assert "stopped" in told["stopped"]
    assert told["summary"]["stopped"]["at_s"] < 0.3


def test_progress_is_told_and_a_run_can_be_cancelled(page: Any, brief_document: Document) -> None:
    run = page.start({**brief_document, "duration": "100000 s", "switch": {"buffer": "1000 cells"}})
    stream = page.raw_events(f"/api/runs/{run}/events")
    names = []
    for name, told in stream:
        names.append((name, told["state"]))
        if told["state"] == "running" and told["fraction"] > 0:
            assert page.ask("DELETE", f"/api/runs/{run}").json["state"] == "cancelled"
    # A browser opens a stream again that ends with anything but this.
    assert names[-1] == ("cancelled", "cancelled")
    # The process that was given up takes the next run.
    assert page.run(brief_document)["summary"]["cells"] > 0
    assert page.ask("DELETE", f"/api/runs/{run}").json["state"] == "forgotten"
    assert page.ask("GET", f"/api/runs/{run}").status == 404


def test_a_label_may_be_any_text(page: Any, brief_document: Document) -> None:
    body = b'{"scenario": {"topology": {"template": "n-source"}, "duration": "1 ms"}, "label": "\\ud800 <b>"}'
    answer = page.ask("POST", "/api/runs", body)
    assert answer.status == 202
    assert answer.json["label"] == "? <b>"
