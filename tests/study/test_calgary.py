"""The study calgary: its cases, its readings, and what it compares with."""

from dataclasses import replace

import pytest

from cellwise.studies.calgary import figures, published, questions
from cellwise.studies.calgary.beyond import Uplink, Web
from cellwise.studies.calgary.cases import (
    BURSTS_US,
    CERS,
    LINES,
    MODELS,
    MSSS,
    NOISY,
    RATES_MBPS,
    Factors,
    achievable_bps,
    cells_of,
    single,
    some_noisy,
)
from cellwise.studies.calgary.claims import PARTS
from cellwise.studies.calgary.settings import SETTINGS
from cellwise.studies.calgary.study import study as calgary
from cellwise.study import Setting, Study, files
from cellwise.study.choices import chosen_values

#: Most that a replication may cost, in runs of eight full lines for 5000 s.
MOST_UNITS = 40


@pytest.fixture(scope="module")
def study() -> Study:
    return calgary()


def test_every_case_can_run(study: Study) -> None:
    for name, case in study.cases.items():
        assert study.vary(case.scenario, 1).check() == [], name


def test_different_experiments_have_different_names_and_scenarios(study: Study) -> None:
    everything: list[questions.Experiment] = [*questions.needed(), *figures.looks()]
    assert len({one.name for one in everything}) == len(everything) == len(study.cases)
    assert len({case.scenario.id for case in study.cases.values()}) == len(study.cases)


def test_tables_and_figures_share_their_points(study: Study) -> None:
    assert some_noisy(LINES, "burst", "1e-4") == Factors("burst", "1e-4")
    assert some_noisy(0, "independent") == some_noisy(0, "burst", "1e-4") == Factors(None)
    assert some_noisy(3, "burst", "1e-4").name == "burst 200us CER=1e-4 noisy=3"
    asked = [name for table in study.tables for name in table.cases()]
    asked += [name for table in study.explorations for name in table.cases()]
    assert len(asked) > len(set(asked))


def test_a_replication_costs_no_more_than_planned() -> None:
    chosen = chosen_values(SETTINGS)
    assert sum(one.units(chosen) for one in questions.needed()) < MOST_UNITS
    assert Factors().units(chosen) == 1
    assert single("burst", "1e-3").units(chosen) == 1.25
    assert Factors("independent", "1e-4").units(chosen) == pytest.approx(450 / 5000)


def test_faster_lines_measure_as_many_cells_in_less_time() -> None:
    chosen = chosen_values(SETTINGS)
    assert Factors("independent", "1e-4").duration(chosen) == "450 s"
    assert Factors(cer="1e-4", downstream_mbps="6").duration(chosen) == "150 s"


def test_slight_falls_are_measured_twice_as_long() -> None:
    chosen = chosen_values(SETTINGS)
    assert some_noisy(LINES, cer="1e-4").duration(chosen) == "850 s"
    assert some_noisy(3, cer="1e-4", trunk_mbps=14).duration(chosen) == "850 s"
    assert some_noisy(3, cer="1e-4", trunk_mbps=10).duration(chosen) == "450 s"


def test_runs_that_are_nearly_alike_are_as_long_as_in_the_thesis() -> None:
    chosen = chosen_values(SETTINGS)
    alike = [*questions.NOISES.values()]
    assert {replace(one, cer="1e-5").duration(chosen) for one in alike} == {"5000 s"}
    assert {Factors(model, wan=wan).duration(chosen) for model in MODELS for wan in (False, True)} == {
        "5000 s"
    }


def test_what_the_thesis_states_reaches_the_scenario(study: Study) -> None:
    case = study.cases[Factors().name].scenario.to_dict()
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
    longest = study.cases[single("independent", "1e-7").name].scenario.to_dict()
    assert (longest["duration"], longest["topology"]["lines"]) == ("50000 s", 1)
    wan = study.cases[Factors(wan=True).name].scenario.to_dict()
    assert wan["topology"]["trunk_km"] == 1000
    some = study.cases[some_noisy(3).name].scenario.to_dict()
    assert some["topology"]["noisy_lines"] == 3
    small = study.cases[Factors(cer="1e-5", buffer_cells=1514).name].scenario.to_dict()
    assert (small["topology"]["line_buffer"], small["switch"]["buffer"]) == ("1514 cells", "unlimited")


def test_factors_have_the_levels_of_table_4_1() -> None:
    levels = {
        line["factor"]: line["levels"].split(";") for line in files.published(published.PACKAGE, "table4.1")
    }
    assert [published.cer_of(level) for level in levels["Cell Error Ratio (CER)"]] == list(CERS)
    assert [round(1e6 * float(level)) for level in levels["Burst Error Duration"]] == list(BURSTS_US)
    assert [float(level) for level in levels["ADSL Line Bandwidth"]] == [float(rate) for rate in RATES_MBPS]
    assert [float(level) for level in levels["Percentage of Noisy Lines"]] == [100 * n / LINES for n in NOISY]
    # 1352 is a misprint of 4352, which the text has.
    sizes = levels["Maximum Segment Size (MSS)"]
    assert [size.replace("1352", "4352") for size in sizes] == [str(mss) for mss in MSSS]


def test_segments_have_the_cells_and_lines_the_throughput_of_the_thesis() -> None:
    assert [cells_of(mss) for mss in MSSS] == [12, 92, 192]
    assert int(achievable_bps(1.5e6, 512)) == 1_207_547


@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.others], ids=lambda s: s.path)
def test_every_other_reading_can_run_and_changes_a_case(setting: Setting) -> None:
    sample = (Factors(), Uplink(64, "filtering"), Web("burst", "1e-3"))
    base = chosen_values(SETTINGS)
    for other in setting.others:
        changed = {**base, setting.path: other}
        pairs = [(one.case(base).scenario, one.case(changed).scenario) for one in sample]
        assert all(scenario.check() == [] for _, scenario in pairs)
        elsewhere = setting.path == "study.start_spread"
        assert elsewhere or any(one != another for one, another in pairs)


def test_every_open_choice_says_why() -> None:
    assert all(setting.why for setting in SETTINGS)
    assert all(
        setting.value not in setting.others for setting in SETTINGS if setting.value not in (True, False)
    )


def test_every_number_of_the_text_is_compared_or_set() -> None:
    items = [line["item"] for line in published.read()]
    assert sorted(items) == sorted([*published.COMPARED, *published.INPUTS])
    assert set(published.INCONSISTENT) <= set(published.COMPARED)


def test_published_ratios_are_compared_to_their_last_digit(study: Study) -> None:
    tables = {table.name: table for table in study.tables}
    first = tables["table5.2"].rows[0]
    assert first.labels == ("12.5 %",)
    assert first.numbers["burst"].printed == "127.5"
    assert first.numbers["independent"].printed == "125"
    observed = [row.numbers["observed_cer"].printed for row in tables["table3.1"].rows]
    assert observed == ["1.00", "1.00", "1.03", "0.94", "1.19"]


def test_every_claim_has_its_inequalities(study: Study) -> None:
    assert [claim.id for claim in study.claims] == [f"calgary-{n}" for n in range(1, 16)]
    assert set(PARTS) == {claim.id for claim in study.claims}
    assert all(PARTS.values())


def test_figures_are_those_of_the_thesis() -> None:
    names = {figure.name.removeprefix("figure").rstrip("abcdef") for figure in figures.FIGURES}
    expected = {f"3.{n}" for n in range(4, 8)} | {f"5.{n}" for n in range(1, 22)}
    assert expected <= names
    shown = {case for figure in figures.FIGURES for case in figure.cases}
    assert shown == {one.name for one in figures.looks()}
