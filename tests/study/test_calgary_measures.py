"""What the study calgary measures: losses, bursts of errors, and whether errors are independent."""

import numpy as np
import pytest
from tests.study.calgary import constants, scatter

from cellwise.series import Series
from cellwise.studies.calgary import independence
from cellwise.studies.calgary.figures import errors_by_burst
from cellwise.studies.calgary.measures import delivered_errored, packets_lost

CELL_S = 424 / 1.5e6


def test_counts_of_bursts_scatter_as_geometric_numbers_do() -> None:
    more = constants()["more_200"]
    sizes = np.arange(1, 200)
    share = (1 - more) * more ** (sizes - 1)
    assert (share * sizes).sum() == pytest.approx(1 / (1 - more))
    # Of a Poisson number of bursts: variance over mean is mean square over mean.
    dispersion = (share * sizes**2).sum() / (share * sizes).sum()
    assert scatter(1e4, "burst") == pytest.approx(np.sqrt(dispersion / 1e4))
    assert scatter(1e4, "independent") == pytest.approx(0.01)
    # Cells that a burst errs, if it errs any, by the definition.
    assert [round(1 / (1 - constants()[f"more_{us}"]), 2) for us in (200, 500)] == [1.32, 2.32]


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


def test_errored_cells_that_a_line_delivers_are_lost_to_the_connection_that_passes_it() -> None:
    ways = [
        "server1.nic > switch.trunk > an.line1 > atur1.client1",
        "server2.nic > switch.trunk > an.line2 > atur2.client2",
    ]
    forward = {"path": np.array(ways)}
    noise = {
        # Those of the uplink are in acknowledgments, and not all lines need have noise.
        "port": np.array(["atur1.line1", "an.line1"]),
        "errored_cells": np.array([7, 3]),
    }
    reported = {how: {"topology": {"errored_cells": how}} for how in ("delivered", "dropped")}
    assert delivered_errored(forward, noise, reported["delivered"]).tolist() == [3, 0]
    # What is dropped is among the lost cells of the connection already.
    assert delivered_errored(forward, noise, reported["dropped"]).tolist() == [0, 0]
    assert delivered_errored(forward, noise, {"topology": {}}).tolist() == [0, 0]


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
