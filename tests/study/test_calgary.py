from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest

from cellwise.series import Series
from cellwise.studies.calgary import figures, independence, published, questions
from cellwise.studies.calgary.beyond import ManyLines, Uplink, Web
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
    look,
    single,
    some_noisy,
)
from cellwise.studies.calgary.claims import PARTS
from cellwise.studies.calgary.counts import cells_per_burst, more_of_burst, relative_standard_error
from cellwise.studies.calgary.inequalities import straightness
from cellwise.studies.calgary.measures import packets_lost
from cellwise.studies.calgary.pictures import errors_by_burst
from cellwise.studies.calgary.settings import SETTINGS
from cellwise.studies.calgary.study import study as calgary
from cellwise.study import Outcome, Setting, Study, drive, files
from cellwise.study.choices import chosen_values
from cellwise.study.claims import Part, judge
from cellwise.study.summary import as_json
from cellwise.study.values import Values

CELL_S = 424 / 1.5e6

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


# --- counts


def test_counts_of_bursts_scatter_as_geometric_numbers_do() -> None:
    more = more_of_burst(200, 1.5)
    sizes = np.arange(1, 200)
    share = (1 - more) * more ** (sizes - 1)
    assert (share * sizes).sum() == pytest.approx(cells_per_burst(200, 1.5))
    # Of a Poisson number of bursts: variance over mean is mean square over mean.
    dispersion = (share * sizes**2).sum() / (share * sizes).sum()
    assert relative_standard_error(1e4, "burst") == pytest.approx(np.sqrt(dispersion / 1e4))


def test_packets_under_way_are_not_lost() -> None:
    columns = {
        # One packet lost by two cells; a window under way at the begin, half of it at the end.
        "cells_sent": [1200, 1200, 120],
        "cells_delivered": [1186, 1212, 120],
        "cells_lost": [2, 1, 0],
        "frames_sent": [100, 100, 10],
        "frames_delivered": [98, 100, 9],
    }
    table = {name: np.array(values) for name, values in columns.items()}
    # Without a lost cell no packet is lost: what is missing is a packet that is still incomplete.
    assert packets_lost(table, table["cells_lost"], 12).tolist() == [1, 1, 0]


def test_cells_errored_one_after_another_are_one_burst() -> None:
    slots = np.array([10, 11, 12, 40, 41, 90])
    errors = Series(
        "errors", "errors", "an.line1", "cells", (slots * CELL_S * 1e12).astype(np.int64), np.arange(1.0, 7.0)
    )
    time_s, cells = errors_by_burst(errors, CELL_S)
    assert cells.tolist() == [3, 2, 1]
    assert time_s == pytest.approx(np.array([10, 40, 90]) * CELL_S)


def test_no_errors_are_no_bursts() -> None:
    none = Series("errors", "errors", "an.line1", "cells", np.array([0]), np.array([0.0]))
    assert [len(part) for part in errors_by_burst(none, CELL_S)] == [0, 0]


def test_a_bent_curve_is_less_straight_than_a_line() -> None:
    assert straightness([2.0, 1.0, 0.0]) == (-1.0, 1.0)
    slope, fit = straightness([0.0, 1.0, 4.0, 9.0, 16.0])
    assert slope == 4.0
    assert fit == pytest.approx(0.9195, abs=1e-3)
    assert straightness([1.0, 1.0, 1.0]) == (0.0, 0.0)


# --- independence


def test_independent_numbers_are_rejected_about_as_often_as_the_level_says() -> None:
    sequences = np.random.default_rng(1).random((4000, independence.SEQUENCE))
    for lag in independence.LAGS:
        tried = np.array([independence.statistic(one, 1, lag) for one in sequences])
        assert tried.mean() == pytest.approx(0, abs=0.05)
        assert tried.std() == pytest.approx(1, abs=0.03)
        assert (np.abs(tried) > independence.CRITICAL).mean() == pytest.approx(0.05, abs=0.015)


def test_numbers_that_follow_one_another_are_rejected_at_their_own_lag() -> None:
    rising = np.repeat(np.random.default_rng(2).random(10), 3)
    assert independence.statistic(np.array([0.0, 1.0] * 15), 1, 1) < -independence.CRITICAL
    assert independence.statistic(np.array([0.0, 1.0] * 15), 2, 2) > independence.CRITICAL
    assert independence.statistic(np.sort(rising), 1, 1) > independence.statistic(rising, 1, 3)


def test_the_statistic_is_that_of_equations_3_4_and_3_5() -> None:
    # R_2 R_4 + R_4 R_6 of six numbers: M = 1.
    numbers = [0.9, 0.1, 0.8, 0.5, 0.7, 0.4]
    estimate = (0.1 * 0.5 + 0.5 * 0.4) / 2 - 0.25
    assert independence.statistic(numbers, 2, 2) == pytest.approx(estimate / (np.sqrt(20) / 24))
    with pytest.raises(ValueError, match="start, lag: 6, 1"):
        independence.statistic(numbers, 6, 1)


def test_cells_between_errors_become_uniform_numbers() -> None:
    slots = np.array([4, 5, 9, 10, 11, 12, 20])
    times = (slots * CELL_S * 1e12).astype(np.int64)
    errors = Series("errors", "errors", "an.line1", "cells", times, np.arange(1.0, 8.0))
    assert independence.clear_cells(errors, CELL_S).tolist() == [3, 7]
    rng = np.random.default_rng(3)
    numbers = independence.uniform(rng.geometric(0.001, 20_000), 0.001)
    assert np.histogram(numbers, 10, (0, 1))[0] == pytest.approx(np.full(10, 2000), rel=0.1)


# --- claims, on made-up measures

Made = Callable[[str], Mapping[str, float]]


def values_of(made: Mapping[str, Mapping[str, float]]) -> Values:
    return Values({case: [measures] * 3 for case, measures in made.items()})


def parts_of(claim: str) -> list[Part]:
    return list(PARTS[f"calgary-{claim}"])


def holds(part: Part, made: Mapping[str, Mapping[str, float]]) -> bool:
    return part.test(values_of(made).medians())[0]


@pytest.mark.parametrize(("off", "expected"), [(0.0, True), (2.9, True), (3.1, False), (-3.1, False)])
def test_errors_may_be_three_standard_errors_off(off: float, expected: bool) -> None:
    cells = 1.767e8
    made = {}
    for model in MODELS:
        for cer in CERS:
            error = relative_standard_error(cells * float(cer), model)
            off_here = off if cer == "1e-4" else 0.0
            made[single(model, cer).name] = {
                "arrived_cells": cells,
                "error_ratio_over_target": 1 + off_here * error,
            }
    assert [holds(part, made) for part in parts_of("1")] == [expected] * 2


def test_table_5_1_must_be_near_at_every_cer() -> None:
    made = {
        single(model, published.cer_of(line["cer"])).name: {
            "throughput_bps": float(line[f"{model}_error_model_throughput_bps"])
        }
        for line in files.published(published.PACKAGE, "table5.1")
        for model in MODELS
    }
    assert [holds(part, made) for part in parts_of("3")] == [True] * 3
    made[single("burst", "1e-5").name] = {"throughput_bps": 0.975 * 1205912}
    assert [holds(part, made) for part in parts_of("3")] == [False, True, True]
    # At CER 1e-3 more is allowed.
    made[single("independent", "1e-3").name] = {"throughput_bps": 0.95 * 951304}
    assert [holds(part, made) for part in parts_of("3")] == [False, True, True]


def noisy_lines(noisy: int, ratio: float, reached: float) -> dict[str, float]:
    return {
        "cell_loss_ratio": ratio * noisy / LINES * 1e-3,
        "packet_loss_ratio": 0.01 * noisy,
        "effective_throughput": reached,
        "total_cell_loss_ratio": 0.9 * ratio * noisy / LINES * 1e-3,
        "errored_cells": 11_000 * noisy / LINES,
    }


def test_losses_and_throughput_are_linear_in_noisy_lines_and_losses_those_of_table_5_2() -> None:
    def made(ratio: float, reached: Callable[[float], float]) -> dict[str, dict[str, float]]:
        return {
            some_noisy(noisy, model).name: noisy_lines(noisy, ratio, reached(noisy / LINES))
            for model in MODELS
            for noisy in NOISY
        }

    linear, counted, network = (parts_of("11")[begin : begin + 2] for begin in (0, 2, 4))
    straight = made(1.0, lambda share: 1 - 0.2 * share)
    assert all(holds(part, straight) for part in [*linear, *counted])
    # Noisy lines carry less, so that the network loses less than the mean of its lines: told, and not judged.
    assert not any(holds(part, straight) for part in network)
    assert all(part.beyond for part in network)
    assert not any(holds(part, made(1.0, lambda share: 1 - 0.2 * share**3)) for part in linear)
    more = made(1.06, lambda share: 1 - 0.2 * share)
    assert not any(holds(part, more) for part in counted)


def test_a_drop_near_the_longest_queue_must_be_sharp_and_lower_than_with_smaller_buffers() -> None:
    def made(at_1400: float, at_1514: float) -> dict[str, dict[str, float]]:
        cells = [1400, *(one for one in _CRITICAL)]
        reached = {1400: at_1400, 1514: at_1514}
        return {
            Factors(cer="1e-5", buffer_cells=one).name: {
                "effective_throughput": reached.get(one, 0.998),
                "overflow_cells_per_timeout": 2.0,
            }
            for one in cells
        }

    assert [holds(part, made(0.9, 0.8)) for part in parts_of("14")] == [True, True, True]
    assert [holds(part, made(0.8, 0.8)) for part in parts_of("14")] == [True, True, False]
    assert [holds(part, made(0.9, 0.99)) for part in parts_of("14")] == [False, True, False]


_CRITICAL = (1480, 1490, 1500, 1505, 1510, 1512, 1514, 1516, 1520)


def test_a_claim_of_cases_that_were_not_run_is_undecided(study: Study) -> None:
    finding = judge(study.claims[0], values_of({}))
    assert (finding.verdict, finding.holds) == ("undecided", None)


# --- a short study


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    brief = {
        "study.run": "60 s",
        "study.measured": "50 s",
        "study.longest_run": "60 s",
        "study.warmup": "10 s",
        "study.path_run": "60 s",
        "study.many_run": "1 s",
        "study.web_run": "60 s",
        "study.start_spread": "50 ms",
    }
    return drive(calgary(brief), tmp_path_factory.mktemp("calgary"), replications=1, jobs=2, quiet=True)


def test_the_study_is_told_and_every_figure_drawn(outcome: Outcome) -> None:
    assert set(outcome.figures) == {figure.name for figure in figures.FIGURES}
    summary = as_json(outcome)
    assert [table["table"] for table in summary["tables"]] == [
        "table3.1",
        "table3.2",
        "table5.1",
        "table5.2",
        "text",
    ]
    assert {table["published"] for table in summary["tables"]} == {15, 10, 16, len(published.COMPARED)}
    assert set(summary["explorations"]) == {one.name for one in questions.explorations()}
    assert all("was not run" not in claim["evidence"] for claim in summary["claims"])
    assert {claim["verdict"] for claim in summary["claims"]} == {"undecided"}


def found(outcome: Outcome, table: str, *row: str) -> dict[str, float]:
    return {one.measure: one.median for one in outcome.explored[table] if one.row == row}


def test_without_loss_a_line_is_full_and_its_queue_as_long_as_the_thesis_says(outcome: Outcome) -> None:
    text = {one.row[0]: one.median for one in outcome.comparisons["text"]}
    assert text["max queue length"] == 1516
    assert text["max throughput 1.5Mbps 512"] == pytest.approx(1_207_547, rel=1e-3)


def test_a_buffer_as_long_as_the_longest_queue_loses_nothing(outcome: Outcome) -> None:
    assert found(outcome, "critical", "1516")["overflow_cells"] == 0
    assert found(outcome, "critical", "1514")["overflow_cells"] > 0


def test_noise_loses_more_packets_of_larger_segments(outcome: Outcome) -> None:
    lost = [found(outcome, "segments", "independent", "1e-3", str(mss))["packet_loss_ratio"] for mss in MSSS]
    assert lost == sorted(lost)
    assert lost[-1] == pytest.approx(1 - (1 - 1e-3) ** 192, rel=0.2)


def test_lines_without_noise_lose_nothing(outcome: Outcome) -> None:
    clean = found(outcome, "noisy", "burst", "1e-3", "0")
    assert (clean["cell_loss_ratio"], clean["packet_loss_ratio"]) == (0, 0)
    assert clean["effective_throughput"] == pytest.approx(1, abs=1e-3)


def test_priority_and_filtering_keep_a_download_beside_an_upload(outcome: Outcome) -> None:
    helped = found(outcome, "acknowledgments", "64", "yes", "priority and filtering")
    assert helped["line_throughput_mbps"] > 1.0
    assert helped["filtered_acks"] > 0
    marked = found(outcome, "acknowledgments", "32", "no", "congestion control")
    plain = found(outcome, "acknowledgments", "32", "no", "nothing")
    assert marked["marked_packets"] > 0
    assert marked["acks_per_segment"] < plain["acks_per_segment"]
    assert marked["line_throughput_mbps"] > plain["line_throughput_mbps"]


def test_a_thousand_lines_and_eight_browsers_run(outcome: Outcome) -> None:
    many = found(outcome, "many", ManyLines().name)
    assert many["busy_downloads"] > 900
    pages = found(outcome, "web", "persistent", "burst", "1e-3")
    assert pages["busy_browsers"] == LINES
    assert pages["page_median_s"] < pages["page_p95_s"]


def test_the_errors_of_a_full_line_are_tested_for_independence(outcome: Outcome) -> None:
    for model in MODELS:
        tested = found(outcome, "independence", model)
        assert tested["tested_sequences"] >= 3
        assert 0 <= tested["autocorrelation_rejected_percent"] < 40
        assert abs(tested["autocorrelation_z_1"]) < 4


def test_panels_of_a_figure_have_one_axis_and_counts_whole_ticks(outcome: Outcome) -> None:
    for number, letters in (("5.1", "abc"), ("5.12", "ab"), ("5.13", "abcd"), ("5.14", "ab")):
        panels = [outcome.figures[f"figure{number}{letter}"] for letter in letters]
        assert len({(panel.y.high, panel.x.low, panel.x.high) for panel in panels}) == 1
        top = max(
            float(np.max(values))
            for panel in panels
            for mark in panel.marks
            for values in list(mark.columns("x", "y").values())[-1:]
        )
        assert panels[0].y.high == pytest.approx(1.05 * top)
    assert outcome.figures["figure5.14a"].y.whole


def test_segments_that_are_sent_again_are_seen(outcome: Outcome) -> None:
    for letter in "ab":
        drawing = outcome.figures[f"figure5.3{letter}"]
        assert {"sent", "acknowledged", "sent again"} <= {mark.name for mark in drawing.marks}


def test_curves_have_every_level_of_their_factors(outcome: Outcome) -> None:
    every = {f"CER {cer}" for cer in CERS}
    for name in ("5.10a", "5.11a", "5.16a", "5.17a"):
        assert every <= {mark.name for mark in outcome.figures[f"figure{name}"].marks}
    assert every <= {mark.name for mark in outcome.figures["figure5.15"].marks}
    for name in ("5.7a", "5.8a", "5.9a"):
        (x, *_) = (mark.columns("x", "y")["x"] for mark in outcome.figures[f"figure{name}"].marks)
        assert len(x) == len(CERS)


def test_short_runs_show_windows_that_noise_cuts(outcome: Outcome) -> None:
    window = outcome.figures["figure5.1a"].columns()["congestion_window_kb"]
    assert window.max() < 65.536
    assert (np.diff(window) < -5).sum() > 5
    assert look("burst", "1e-3").name in outcome.study.cases


def test_a_window_that_no_longer_changes_is_drawn_to_the_end(outcome: Outcome) -> None:
    drawn = outcome.figures["figure5.2d"].columns()
    assert drawn["time_s"].max() == 20
    assert drawn["congestion_window_kb"][-1] == pytest.approx(65.535, abs=0.512)


def test_bursts_of_500_us_error_more_cells_than_those_of_80_us(outcome: Outcome) -> None:
    sizes = {
        burst_us: outcome.figures[f"figure3.5{letter}"].columns()["errored_cells_of_a_burst_to"].mean()
        for letter, burst_us in zip("abc", BURSTS_US, strict=True)
    }
    assert sizes[80] < sizes[500]
    assert sizes[500] == pytest.approx(cells_per_burst(500, 1.5), rel=0.6)
