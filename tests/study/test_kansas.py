import json
from dataclasses import replace

import numpy as np
import pytest

import cellwise as cw
from cellwise import studies
from cellwise.plots.marks import styles
from cellwise.quantity import span_s
from cellwise.reports.summary import as_json
from cellwise.studies.kansas.measures import packets_lost
from cellwise.study import Setting, Study, StudyResults, drive
from cellwise.study.data.curves import CurvesOf
from cellwise.study.data.vary import RandomStarts

SOURCES = (5, 10, 15, 20)
LOADS_MBPS = (10, 20, 30, 40, 50)

SETTINGS = studies.get("kansas").settings

#: Enough for the first segments to arrive over every network of the study.
BRIEF = "100 ms"


@pytest.fixture(scope="module")
def study() -> Study:
    return studies.get("kansas")


def document(study: Study, case: str) -> dict[str, object]:
    return study.cases[case].scenario.to_dict()


def brief_study(study: Study) -> Study:
    """The study with every run cut to a moment; bursts that would begin later are left out."""

    def cut(scenario: cw.Scenario) -> cw.Scenario:
        flows = scenario.to_dict().get("flows", {})
        late = {name: None for name, flow in flows.items() if span_s(flow.get("start", "0 s")) >= 0.08}
        return scenario.with_({**{f"flows.{name}": None for name in late}, "duration": BRIEF})

    cases = {name: replace(case, scenario=cut(case.scenario)) for name, case in study.cases.items()}
    return replace(study, cases=cases)


def test_all_published_rows_are_there(study: Study) -> None:
    rows = {table.name: len(table.rows) for table in study.tables}
    assert rows == {
        "table5.1": 4,
        "table5.2": 4,
        "table5.3": 2,
        "table5.4": 2,
        "table5.5": 8,
        "table5.6": 4,
        "table5.7": 2,
        "table5.8": 8,
        "table5.9": 2,
        "table5.10": 8,
        "table5.11": 2,
        "table5.12": 2,
        "table5.13": 2,
        "table5.14": 2,
        "table5.15": 2,
        "table5.16": 8,
        "table5.17": 8,
        "table5.18": 2,
        "table5.19": 2,
        "table5.20": 2,
    }


def test_every_number_of_a_published_table_is_compared(study: Study) -> None:
    numbers = {table.name: sum(len(row.numbers) for row in table.rows) for table in study.tables}
    assert numbers["table5.3"] == 14
    assert numbers["table5.8"] == 64
    assert numbers["table5.12"] == 14
    assert sum(numbers.values()) == 430


def test_every_case_can_run(study: Study) -> None:
    for name, case in study.cases.items():
        assert case.scenario.check() == [], name
        assert study.vary(case.scenario, 3).check() == [], name


def test_every_case_is_a_different_scenario(study: Study) -> None:
    assert len({case.scenario.id for case in study.cases.values()}) == len(study.cases)


def test_settings_of_the_thesis_reach_the_scenario(study: Study) -> None:
    abr = document(study, "two-node ABR TCP N=5")
    assert abr["topology"]["link_rate"] == "149.76 Mbit/s"
    assert abr["topology"]["trunk_delay"] == "5 ms"
    assert abr["tcp"]["receive_window"] == "182800 bytes"
    assert abr["abr"]["icr"] == "3 Mbit/s"
    assert abr["switch"]["rate_rule"]["rule"] == "operating-region"
    assert abr["switch"]["buffer"] == "8192 cells"
    assert abr["switch"]["reserved"] == {"nrt-vbr": "1500 cells"}
    ubr = document(study, "two-node UBR+EPD TCP N=5")
    assert ubr["switch"]["drop"] == {"policy": "epd", "threshold": 0.8}
    assert "rate_rule" not in ubr["switch"]
    assert "icr" not in ubr.get("abr", {})
    long = document(study, "mnc1 UBR+EPD TCP links=6")
    assert (long["topology"]["links"], long["topology"]["trunk_delay"]) == (6, "5 ms")
    assert long["tcp"]["receive_window"] == f"{2 * 262144} bytes"


def test_edges_have_finite_buffers_only_behind_routers(study: Study) -> None:
    assert document(study, "two-node ABR TCP N=5")["adapter"]["buffer"] == "unlimited"
    edge = document(study, "two-node ABR TCP N=20 routers")
    assert edge["adapter"] == {"buffer": "409 cells", "drop": {"policy": "tail"}}
    assert edge["topology"]["routers"] is True
    crowded = document(study, "two-node ABR TCP N=5 routers crowded")
    assert crowded["topology"]["sources_per_router"] == [5, 1, 1, 1, 1]
    assert crowded["adapter"]["buffer"] == "1638 cells"


def test_over_several_links_four_connections_share_the_edge_buffers_of_a_switch(study: Study) -> None:
    for links in (1, 3, 6):
        assert document(study, f"mnc1 ABR TCP links={links} routers")["adapter"]["buffer"] == "2048 cells"


def test_the_letter_of_the_thesis_is_a_reading_beside_the_shipped_one(study: Study) -> None:
    letter = study.rebuild({"study.reading": "letter"})
    here, there = (one.cases["mnc1 UBR+EPD TCP links=3"].scenario.to_dict() for one in (study, letter))
    assert (here["tcp"]["timer_tick"], there["tcp"]["timer_tick"]) == ("1 ms", "200 ms")
    assert (here["tcp"]["rto_rule"], there["tcp"]["rto_rule"]) == ("unrounded", "net3")
    assert (here["topology"]["trunk_delay"], there["topology"]["trunk_delay"]) == ("5 ms", "10 ms")
    assert (here["duration"], there["duration"]) == ("4 s", "8 s")
    assert (here["warmup"], there["warmup"]) == ("0.05 s", "0 s")


def test_the_edge_policy_is_that_of_the_edge_alone(study: Study) -> None:
    case = document(study, "two-node ABR TCP N=5 routers edge=epd")
    assert case["adapter"]["drop"]["policy"] == "epd"
    assert case["switch"]["drop"] == {"policy": "tail"}


def test_paced_sources_offer_a_little_more_than_the_link(study: Study) -> None:
    for sources in SOURCES:
        rate = document(study, f"two-node UBR+EPD paced UDP N={sources}")["udp"]["rate"]
        offered = sources * float(rate.removesuffix(" bit/s"))
        assert offered / 134.513e6 == pytest.approx(1.1, rel=1e-4)


def test_the_background_has_the_mean_load_that_is_asked_for(study: Study) -> None:
    for load in LOADS_MBPS:
        background = document(study, f"two-node ABR TCP N=5 VBR={load}")["topology"]["background"]
        peak = float(background["source"]["rate"].removesuffix(" Mbit/s"))
        assert background["source"]["on"] == background["source"]["off"]
        assert background["sources"] * peak / 2 == pytest.approx(load)


def test_two_thirds_of_its_separate_numbers_contradict_the_thesis_and_a_third_of_all_repeat_others(
    study: Study,
) -> None:
    numbers = [number for table in study.tables for row in table.rows for number in row.numbers.values()]
    separate = [one for one in numbers if one.kind == "prediction" and not one.trivial]
    assert len(separate) == 157
    assert len([one for one in separate if one.inconsistent]) == 103
    assert len([one for one in numbers if one.of and not one.trivial]) == 135


def test_contradictions_are_marked_on_both_sides_in_every_row_that_they_fit(study: Study) -> None:
    marked = {
        (table.name, *row.labels, column)
        for table in study.tables
        for row in table.rows
        for column, number in row.numbers.items()
        if number.inconsistent
    }
    losses = {"cell_loss_ratio_percent", "packet_loss_ratio_percent"}
    assert {("table5.20", "ABR", column) for column in losses} <= marked
    assert {("table5.10", str(n), "ubr_epd_plr_percent") for n in range(1, 9)} <= marked
    assert {("table5.8", str(n), "ubr_epd_clr_percent") for n in range(1, 9)} <= marked
    assert {("table5.9", "UBR+EPD", column) for column in losses} <= marked
    assert {("table5.7", "UBR+EPD", column) for column in losses} <= marked
    assert ("table5.15", "ABR", "aggregate_goodput_Mbps") in marked
    assert {("table5.17", "ABR", n, "aggregate_goodput_Mbps") for n in ("5", "10", "15", "20")} <= marked
    for column in ("packet_loss_ratio_percent", "retransmitted_percent"):
        assert {("table5.14", "ABR", column), ("table5.16", "ABR", "5", column)} <= marked
    assert ("table5.3", "UBR+EPD", "link_utilization_percent") in marked


def test_printed_efficiencies_that_their_goodput_contradicts_are_marked(study: Study) -> None:
    maximum = {"ABR": 130.306, "UBR+EPD": 134.513}
    for name in ("table5.5", "table5.9", "table5.12", "table5.17"):
        (table,) = (table for table in study.tables if table.name == name)
        for row in table.rows:
            goodput, efficiency = (row.numbers[c] for c in ("aggregate_goodput_Mbps", "efficiency_percent"))
            true = 100 * float(goodput.printed) / maximum[row.labels[0]]
            # The thesis rounds by up to a quarter of a point.
            odd = abs(true - float(efficiency.printed)) > 0.25
            assert odd <= bool(efficiency.inconsistent and goodput.inconsistent), row.labels
            assert odd or efficiency.of, row.labels


def test_every_claim_has_its_inequalities(study: Study) -> None:
    assert [claim.id for claim in study.claims] == [f"kansas-{n}" for n in range(1, 14)]
    assert all(claim.parts for claim in study.claims)


def test_every_open_choice_says_why_and_names_other_readings() -> None:
    for setting in SETTINGS:
        assert setting.why
        assert setting.stated or setting.others, setting.path
        assert setting.value not in setting.others or isinstance(setting.value, bool)


#: Cases that together know every choice.
SAMPLE = (
    "two-node ABR TCP N=5 VBR=10",
    "two-node UBR+EPD paced UDP N=5",
    "mnc2 UBR+EPD TCP",
    "two-node ABR UDP N=5 routers",
    "mnc1 ABR TCP links=2",
)


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.others], ids=lambda s: s.path)
def test_every_other_reading_can_run_and_changes_a_case(study: Study, setting: Setting) -> None:
    for other in setting.others:
        changed = study.rebuild({setting.path: other}).cases
        pairs = [(study.cases[name].scenario, changed[name].scenario) for name in SAMPLE]
        assert all(scenario.check() == [] for _, scenario in pairs)
        # When flows start is no part of a case, but of its replications.
        assert setting.path == "study.start_spread" or any(one != another for one, another in pairs)


def test_replications_start_their_flows_at_other_times_alike_in_all_cases(study: Study) -> None:
    vary = RandomStarts("10 ms")
    abr, ubr = (study.cases[f"two-node {service} TCP N=5"].scenario for service in ("ABR", "UBR+EPD"))
    starts = [vary(abr, number)["flows"]["tcp2"]["start"] for number in range(4)]
    assert len(set(starts)) == 4
    assert all(0 <= span_s(start) <= 0.01 for start in starts)
    assert vary(ubr, 2)["flows"]["tcp2"]["start"] == starts[2]


def test_bursts_keep_their_length_and_the_background_its_start(study: Study) -> None:
    bursty = study.cases["two-node ABR TCP N=5 VBR=30 bursty"].scenario
    before, after = bursty["flows"], RandomStarts("10 ms")(bursty, 1)["flows"]
    assert set(before) == set(after)
    for name in before:
        lengths = [span_s(flows[name]["stop"]) - span_s(flows[name]["start"]) for flows in (before, after)]
        assert lengths[0] == pytest.approx(lengths[1], abs=1e-8)


def test_packets_under_way_are_not_lost() -> None:
    forward = {
        "cells_sent": np.array([1920, 1920]),
        "cells_delivered": np.array([1536, 1344]),
        "cells_lost": np.array([0, 192]),
        "frames_sent": np.array([10, 10]),
        "frames_delivered": np.array([8, 7]),
        "frames_failed": np.array([0, 0]),
    }
    assert packets_lost(forward).tolist() == [0, 1]


def test_rows_over_three_links_are_means_over_the_four_connections_of_a_link(study: Study) -> None:
    """2.15, 28.75, 14.4 and 75.12 are exactly that of sources 1 to 4, which share link 1."""
    tables = {table.name: table for table in study.tables}

    def printed(table: str, label: str, column: str) -> float:
        (row,) = [row for row in tables[table].rows if row.labels == (label,)]
        return float(row.numbers[column].printed)

    for whole, single, column, short in (
        ("table5.7", "table5.8", "cell_loss_ratio_percent", "clr"),
        ("table5.7", "table5.8", "retransmitted_percent", "retransmitted"),
        ("table5.9", "table5.10", "cell_loss_ratio_percent", "clr"),
        ("table5.9", "table5.10", "packet_loss_ratio_percent", "plr"),
    ):
        ones = [printed(single, str(k), f"ubr_epd_{short}_percent") for k in range(1, 5)]
        assert printed(whole, "UBR+EPD", column) == pytest.approx(np.mean(ones), abs=0.006)


def counted(summary: dict[str, object]) -> bool:
    return all(
        t["predictions"] == t["inside_min_max"] + t["near"] + t["inconsistent"] + len(t["outside"])
        for t in summary["tables"]
    )


@pytest.fixture(scope="module")
def brief_outcome(study: Study, tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
    return drive(brief_study(study), tmp_path_factory.mktemp("kansas"), replications=1, jobs=2, quiet=True)


def test_a_whole_study_counts_every_published_number_and_draws_every_figure(
    study: Study, brief_outcome: StudyResults
) -> None:
    outcome = brief_outcome
    summary = as_json(outcome)
    assert counted(summary)
    assert {claim["verdict"] for claim in summary["claims"]} == {"undecided"}
    assert "was not run" not in json.dumps(summary["claims"])
    assert set(summary["explorations"]) == {"bursty", "edge", "splits", "crowds", "policies"}
    assert set(outcome.figures) == {figure.name for figure in study.figures}
    assert summary["runs"] == len(study.cases)


def test_printed_points_of_tables_are_in_the_figures_over_connections(study: Study) -> None:
    drawings = {figure.name: figure.draw for figure in study.figures}

    def printed(name: str) -> dict[str, list[list[float]]]:
        drawing = drawings[name]
        assert isinstance(drawing, CurvesOf)
        return {one.name: one.xy.tolist() for one in drawing.printed()}

    goodput = printed("figure5.1a")
    assert goodput["TCP, UBR+EPD"] == [[5, 110], [10, 98.71], [15, 90.21], [20, 85.3]]
    assert goodput["UDP, UBR+EPD"][0] == [5, 132.8]
    # Of UDP over ABR with more connections than five the thesis has no table.
    assert goodput["UDP, ABR"] == [[5, 128.89]]
    assert printed("figure5.10a")["TCP, ABR"][0] == [5, 76.7]
    gain = printed("figure5.2b")
    assert gain["TCP"][0] == pytest.approx([5, 98.99 / 81.7])
    assert gain["UDP"] == [pytest.approx([5, 98.89 / 98.7])]
    assert printed("figure5.5") == {}


def test_a_curve_has_one_colour_in_all_figures(brief_outcome: StudyResults) -> None:
    colours: dict[str, set[str]] = {}
    for drawing in brief_outcome.figures.values():
        if not drawing.bare:
            for mark, style in zip(drawing.marks, styles(drawing.marks, drawing.order), strict=True):
                colours.setdefault(mark.like, set()).add(style.colour + style.marker)
    assert len(colours) == 8
    assert all(len(found) == 1 for found in colours.values())
