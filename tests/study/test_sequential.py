import math
from pathlib import Path

import numpy as np
import pytest
from tests.study.small import small

from cellwise.intervals import mean_interval
from cellwise.reports.study_page import render
from cellwise.study.sequential import Precision, drive_to_precision


def test_only_means_that_are_known_too_badly_are_open_the_widest_first() -> None:
    values = {"exact": [2.0, 2.0], "wide": [1.0, 3.0], "wider": [0.1, 5.0], "none": [float("nan"), 1.0]}
    wide = Precision(0.05, least=2).widest(values)
    assert list(wide) == ["none", "wider", "wide"]
    assert wide["wide"] == pytest.approx(mean_interval([1.0, 3.0]).half_width / 2)


def test_the_next_number_follows_the_root_law_and_at_most_doubles() -> None:
    rule = Precision(0.02, least=5, most=50)
    assert rule.next_count(20, 0.022) == math.ceil(20 * 1.1**2)
    assert rule.next_count(5, 0.5) == 10
    assert rule.next_count(40, math.inf) == 50
    assert rule.next_count(20, 0.02) == 21


def test_a_study_stops_at_the_wanted_precision_and_says_so(tmp_path: Path) -> None:
    rule = Precision(0.25, least=2, most=40)
    outcome = drive_to_precision(small(), tmp_path, rule, quiet=True)
    assert 2 < outcome.replications < 40
    for case in outcome.values.measured:
        ours = outcome.values.of(case, "lost")
        assert mean_interval(ours).half_width <= 0.25 * np.mean(ours)
    (note,) = outcome.notes
    assert f"{outcome.replications} were used" in note
    assert "cover slightly less" in note
    assert note in render(outcome, "again").replace("&#x27;", "'")


def test_a_study_that_does_not_get_there_names_what_is_open(tmp_path: Path) -> None:
    outcome = drive_to_precision(small(), tmp_path, Precision(0.0001, least=2, most=4), quiet=True)
    assert outcome.replications == 4
    assert "3 means are still wider (" in outcome.notes[0]


def test_one_replication_is_never_enough() -> None:
    with pytest.raises(ValueError, match="2 <= least"):
        Precision(0.1, least=1)
