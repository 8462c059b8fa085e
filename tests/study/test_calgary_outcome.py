"""The study calgary with short runs: its report and its figures."""

import numpy as np
import pytest
from tests.study import calgary
from tests.study.calgary import BURSTS_US, CERS, LINES, MODELS, MSSS, constants

from cellwise.reports.summary import as_json
from cellwise.study import StudyResults, drive


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> StudyResults:
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
    return drive(
        calgary.study().rebuild(brief), tmp_path_factory.mktemp("calgary"), replications=1, jobs=2, quiet=True
    )


def test_the_study_is_reported_and_every_figure_drawn(outcome: StudyResults) -> None:
    assert set(outcome.figures) == {figure.name for figure in outcome.study.figures}
    summary = as_json(outcome)
    assert [table["table"] for table in summary["tables"]] == [
        "table3.1",
        "table3.2",
        "table5.1",
        "table5.2",
        "text",
    ]
    assert {table["published"] for table in summary["tables"]} == {15, 10, 16, 8}
    assert set(summary["explorations"]) == {one.name for one in outcome.study.explorations}
    assert all("was not run" not in claim["evidence"] for claim in summary["claims"])
    assert {claim["verdict"] for claim in summary["claims"]} == {"undecided"}


def found(outcome: StudyResults, table: str, *row: str) -> dict[str, float]:
    return {one.measure: one.median for one in outcome.explored[table] if one.row == row}


def test_without_loss_a_line_is_full_and_its_queue_as_long_as_the_thesis_says(outcome: StudyResults) -> None:
    text = {one.row[0]: one.median for one in outcome.comparisons["text"]}
    assert text["max queue length"] == 1516
    assert text["max throughput 1.5Mbps 512"] == pytest.approx(1_207_547, rel=1e-3)


def test_a_buffer_as_long_as_the_longest_queue_loses_nothing(outcome: StudyResults) -> None:
    assert found(outcome, "critical", "1516")["overflow_cells"] == 0
    assert found(outcome, "critical", "1514")["overflow_cells"] > 0


def test_noise_loses_more_packets_of_larger_segments(outcome: StudyResults) -> None:
    lost = [found(outcome, "segments", "independent", "1e-3", str(mss))["packet_loss_ratio"] for mss in MSSS]
    assert lost == sorted(lost)
    assert lost[-1] == pytest.approx(1 - (1 - 1e-3) ** 192, rel=0.2)


def test_lines_without_noise_lose_nothing(outcome: StudyResults) -> None:
    clean = found(outcome, "noisy", "burst", "1e-3", "0")
    assert (clean["cell_loss_ratio"], clean["packet_loss_ratio"]) == (0, 0)
    assert clean["effective_throughput"] == pytest.approx(1, abs=1e-3)


def test_priority_and_filtering_keep_a_download_beside_an_upload(outcome: StudyResults) -> None:
    helped = found(outcome, "acknowledgments", "64", "yes", "priority and filtering")
    assert helped["line_throughput_mbps"] > 1.0
    assert helped["filtered_acks"] > 0
    marked = found(outcome, "acknowledgments", "32", "no", "congestion control")
    plain = found(outcome, "acknowledgments", "32", "no", "nothing")
    assert marked["marked_packets"] > 0
    assert marked["acks_per_segment"] < plain["acks_per_segment"]
    assert marked["line_throughput_mbps"] > plain["line_throughput_mbps"]


def test_a_thousand_lines_and_eight_browsers_run(outcome: StudyResults) -> None:
    many = found(outcome, "many", "1000 lines")
    assert many["busy_downloads"] > 900
    pages = found(outcome, "web", "persistent", "burst", "1e-3")
    assert pages["busy_browsers"] == LINES
    assert pages["page_median_s"] < pages["page_p95_s"]


def test_the_errors_of_a_full_line_are_tested_for_independence(outcome: StudyResults) -> None:
    for model in MODELS:
        tested = found(outcome, "independence", model)
        assert tested["tested_sequences"] >= 3
        assert 0 <= tested["autocorrelation_rejected_percent"] < 40
        assert abs(tested["autocorrelation_z_1"]) < 4


def test_panels_of_a_figure_have_one_axis_and_counts_whole_ticks(outcome: StudyResults) -> None:
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


def test_segments_that_are_sent_again_are_seen(outcome: StudyResults) -> None:
    for letter in "ab":
        drawing = outcome.figures[f"figure5.3{letter}"]
        assert {"sent", "acknowledged", "sent again"} <= {mark.name for mark in drawing.marks}


def test_curves_have_every_level_of_their_factors(outcome: StudyResults) -> None:
    every = {f"CER {cer}" for cer in CERS}
    for name in ("5.10a", "5.11a", "5.16a", "5.17a"):
        assert every <= {mark.name for mark in outcome.figures[f"figure{name}"].marks}
    assert every <= {mark.name for mark in outcome.figures["figure5.15"].marks}
    for name in ("5.7a", "5.8a", "5.9a"):
        (x, *_) = (mark.columns("x", "y")["x"] for mark in outcome.figures[f"figure{name}"].marks)
        assert len(x) == len(CERS)


def test_short_runs_show_windows_that_noise_cuts(outcome: StudyResults) -> None:
    window = outcome.figures["figure5.1a"].columns()["congestion_window_kb"]
    assert window.max() < 65.536
    assert (np.diff(window) < -5).sum() > 5
    assert "burst 200us CER=1e-3 N=1 look" in outcome.study.cases


def test_a_window_that_no_longer_changes_is_drawn_to_the_end(outcome: StudyResults) -> None:
    drawn = outcome.figures["figure5.2d"].columns()
    assert drawn["time_s"].max() == 20
    assert drawn["congestion_window_kb"][-1] == pytest.approx(65.535, abs=0.512)


def test_bursts_of_500_us_error_more_cells_than_those_of_80_us(outcome: StudyResults) -> None:
    sizes = {
        burst_us: outcome.figures[f"figure3.5{letter}"].columns()["errored_cells_of_a_burst_to"].mean()
        for letter, burst_us in zip("abc", BURSTS_US, strict=True)
    }
    assert sizes[80] < sizes[500]
    assert sizes[500] == pytest.approx(1 / (1 - constants()["more_500"]), rel=0.6)
