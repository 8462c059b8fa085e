"""The study calgary: its cases, its readings, and what it compares with."""

import numpy as np
import pytest
from tests.study import calgary
from tests.study.calgary import BURSTS_US, CERS, LINES, MODELS, MSSS, NOISY, single, some_noisy
from tests.study.published import published

from cellwise.expression import evaluate, parsed
from cellwise.points.store import PointResult
from cellwise.quantity import span_s
from cellwise.scenario import Scenario
from cellwise.studies.calgary.measures import cells_of
from cellwise.study import Setting, Study
from cellwise.study.data.measures import OfRun

#: Most that a replication may cost, in runs of eight full lines for 5000 s.
MOST_UNITS = 40

SETTINGS = calgary.study().settings

#: Numbers of the text that are set.
INPUTS = (
    "drop_syndrome_buffer",
    "simulation_time",
    "warmup",
    "table5.1_time",
    "adsl_distance",
    "adsl_propagation",
    "atm_propagation",
    "lan_distance",
    "wan_distance",
    "window",
    "timer_granularity",
    "delayed_ack",
)


@pytest.fixture(scope="module")
def study() -> Study:
    return calgary.study()


def length(study: Study, case: str) -> str:
    return str(study.cases[case].scenario.to_dict()["duration"])


def test_every_case_can_run(study: Study) -> None:
    for name, case in study.cases.items():
        assert study.vary(case.scenario, 1).check() == [], name


def test_different_experiments_have_different_names_and_scenarios(study: Study) -> None:
    needed = {name for one in [*study.tables, *study.explorations] for name in one.cases()}
    shown = {name for figure in study.figures for name in figure.cases}
    assert needed | shown == set(study.cases)
    assert needed & shown == set()
    assert len({case.scenario.id for case in study.cases.values()}) == len(study.cases)


def test_tables_and_figures_share_their_points(study: Study) -> None:
    rows = {one.name: one.rows for one in study.explorations}
    assert rows["noisy"]["burst", "1e-4", "8"] == rows["noise"]["burst 200 us", "1e-4"]
    assert rows["noisy"]["independent", "1e-3", "0"] == rows["noisy"]["burst", "1e-4", "0"] == "no noise"
    assert rows["noisy"]["burst", "1e-4", "3"] == "burst 200us CER=1e-4 noisy=3"
    asked = [name for table in study.tables for name in table.cases()]
    asked += [name for table in study.explorations for name in table.cases()]
    assert len(asked) > len(set(asked))


def test_a_replication_costs_no_more_than_planned(study: Study) -> None:
    cost = {name: calgary.units(case.scenario) for name, case in study.cases.items()}
    needed = {name for one in [*study.tables, *study.explorations] for name in one.cases()}
    assert sum(cost[name] for name in needed) < MOST_UNITS
    assert cost["burst 200us CER=1e-3"] == 1
    assert cost[single("burst", "1e-3")] == 1.25
    assert cost["independent CER=1e-4"] == pytest.approx(450 / 5000)


def test_faster_lines_measure_as_many_cells_in_less_time(study: Study) -> None:
    assert length(study, "independent CER=1e-4") == "450 s"
    assert length(study, "burst 200us CER=1e-4 6Mbps") == "150 s"


def test_slight_falls_are_measured_twice_as_long(study: Study) -> None:
    assert length(study, some_noisy(LINES, cer="1e-4")) == "850 s"
    assert length(study, f"{some_noisy(3, cer='1e-4')} trunk=14Mbps") == "850 s"
    assert length(study, f"{some_noisy(3, cer='1e-4')} trunk=10Mbps") == "450 s"


def test_runs_that_are_nearly_alike_are_as_long_as_in_the_thesis(study: Study) -> None:
    noises = ("independent", *(f"burst {burst_us}us" for burst_us in BURSTS_US))
    assert {length(study, f"{noise} CER=1e-5") for noise in noises} == {"5000 s"}
    distances = [f"{calgary.noise(model, '1e-3')}{wan}" for model in MODELS for wan in ("", " WAN")]
    assert {length(study, one) for one in distances} == {"5000 s"}


def test_what_the_thesis_states_reaches_the_scenario(study: Study) -> None:
    case = study.cases["burst 200us CER=1e-3"].scenario.to_dict()
    assert (case["duration"], case["warmup"]) == ("5000 s", "50 s")
    topology = case["topology"]
    assert (topology["lines"], topology["line_km"], topology["trunk_km"]) == (8, 3.5, 5.0)
    assert (topology["downstream"], topology["upstream"]) == ("1.5 Mbit/s", "512 kbit/s")
    assert topology["trunk_rate"] == topology["server_rate"] == "155 Mbit/s"
    assert topology["noise"]["cell_error_ratio"] == 1e-3
    assert topology["noise"]["mean_burst"] == "200 us"
    tcp = case["tcp"]
    assert (tcp["variant"], tcp["mss"], tcp["receive_window"]) == ("reno", "512 bytes", "65535 bytes")
    assert (tcp["timer_tick"], tcp["delayed_ack_timer"]) == ("500 ms", "200 ms")
    assert tcp["delayed_ack"]
    assert tcp["nagle"]
    assert (tcp["window_scaling"], tcp["timestamps"]) == (False, False)
    longest = study.cases[single("independent", "1e-7")].scenario.to_dict()
    assert (longest["duration"], longest["topology"]["lines"]) == ("50000 s", 1)
    wan = study.cases["burst 200us CER=1e-3 WAN"].scenario.to_dict()
    assert wan["topology"]["trunk_km"] == 1000
    some = study.cases[some_noisy(3)].scenario.to_dict()
    assert some["topology"]["noisy_lines"] == 3
    small = study.cases["burst 200us CER=1e-5 K=1514"].scenario.to_dict()
    assert (small["topology"]["line_buffer"], small["switch"]["buffer"]) == ("1514 cells", "unlimited")


def test_factors_have_the_levels_of_table_4_1() -> None:
    levels = {line["factor"]: line["levels"].split(";") for line in published("calgary", "table4.1")}
    ours = calgary.form().factor
    assert [one.replace("1.0e", "1e") for one in levels["Cell Error Ratio (CER)"]] == list(CERS)
    assert list(ours["cer"].levels) == list(CERS)
    bursts = [span_s(ours["model"].levels[f"burst {us} us"]["topology.noise.mean_burst"]) for us in BURSTS_US]
    assert [float(one) for one in levels["Burst Error Duration"]] == pytest.approx(bursts)
    assert [float(level) for level in levels["ADSL Line Bandwidth"]] == ours["rate"].values
    assert [float(level) for level in levels["Percentage of Noisy Lines"]] == [100 * n / LINES for n in NOISY]
    assert list(ours["noisy"].levels) == [str(noisy) for noisy in NOISY]
    # 1352 is a misprint of 4352, which the text has.
    sizes = levels["Maximum Segment Size (MSS)"]
    assert [size.replace("1352", "4352") for size in sizes] == [str(mss) for mss in MSSS]
    assert ours["mss"].values == list(MSSS)


def test_segments_have_the_cells_and_lines_the_throughput_of_the_thesis() -> None:
    assert [cells_of(mss) for mss in MSSS] == [12, 92, 192]
    how = parsed(calgary.form().measure["effective_throughput"].expression or "")
    for mss, full_bps in zip(MSSS, (1_207_547.17, 1_338_802.30, 1_347_287.74), strict=True):
        flows = {"kind": ["tcp"], "source": ["server1"], "throughput_bps": [full_bps]}
        point = PointResult({"flows": {name: np.array(one) for name, one in flows.items()}}, (), {})
        set_to = {"topology.downstream": "1.5 Mbit/s", "tcp.mss": f"{mss} bytes"}
        scope = OfRun(point, Scenario.from_template("adsl").with_(set_to), {})
        assert evaluate(how, scope) == pytest.approx(1, rel=1e-8)


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.others], ids=lambda s: s.path)
def test_every_other_reading_can_run_and_changes_a_case(study: Study, setting: Setting) -> None:
    sample = ("burst 200us CER=1e-3", "uplink 64kbps filtering", "web per-object burst CER=1e-3")
    for other in setting.others:
        changed = study.rebuild({setting.path: other})
        pairs = [(study.cases[one].scenario, changed.cases[one].scenario) for one in sample]
        assert all(scenario.check() == [] for _, scenario in pairs)
        elsewhere = setting.path == "study.start_spread"
        assert elsewhere or any(one != another for one, another in pairs)


def test_every_open_choice_says_why() -> None:
    assert all(setting.why for setting in SETTINGS)
    assert all(
        setting.value not in setting.others for setting in SETTINGS if setting.value not in (True, False)
    )


def test_every_number_of_the_text_is_compared_or_set(study: Study) -> None:
    items = [line["item"] for line in published("calgary", "text-numbers")]
    (text,) = [table for table in study.tables if table.name == "text"]
    compared = [row.labels[0] for row in text.rows]
    assert sorted(one.replace("_", " ") for one in items if one not in INPUTS) == sorted(compared)
    assert set(INPUTS) <= set(items)
    assert sum(row.numbers["value"].inconsistent is not None for row in text.rows) == 2


def test_published_ratios_are_compared_to_their_last_digit(study: Study) -> None:
    tables = {table.name: table for table in study.tables}
    first = tables["table5.2"].rows[0]
    assert first.labels == ("12.5 %",)
    assert first.numbers["measured_clr_burst_model"].printed == "127.5"
    assert first.numbers["measured_clr_independent_model"].printed == "125"
    observed = [row.numbers["observed_cer"].printed for row in tables["table3.1"].rows]
    assert observed == ["1.00", "1.00", "1.03", "0.94", "1.19"]


def test_every_claim_has_its_inequalities(study: Study) -> None:
    assert [claim.id for claim in study.claims] == [f"calgary-{n}" for n in range(1, 16)]
    assert all(claim.parts for claim in study.claims)


def test_figures_are_those_of_the_thesis(study: Study) -> None:
    names = {figure.name.removeprefix("figure").rstrip("abcdef") for figure in study.figures}
    expected = {f"3.{n}" for n in range(4, 8)} | {f"5.{n}" for n in range(1, 22)}
    assert expected <= names
