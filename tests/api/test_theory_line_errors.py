import math
from collections.abc import Callable
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cellwise.theory import (
    cells_per_hitting_burst,
    errored_bursts_share,
    noisy_share,
    packet_loss_ratio,
)
from cellwise.theory.line_errors import Reading

CELL_S = 424 / 1.5e6
READINGS: tuple[Reading, ...] = get_args(Reading)

readings = st.sampled_from(READINGS)
ratios = st.floats(1e-9, 0.9)
times = st.floats(1e-6, 1e-2)


@pytest.mark.parametrize(
    ("burst_s", "percent"),
    [
        (None, [1.193, 8.79, 17.48]),
        (80e-6, [1.161, 8.54, 17.00]),
        (200e-6, [0.928, 6.75, 13.54]),
        (500e-6, [0.573, 3.95, 8.01]),
    ],
)
def test_packets_at_1500_kbit_are_lost_as_worked_out_by_hand(
    burst_s: float | None, percent: list[float]
) -> None:
    ratios = [packet_loss_ratio(cells, 1e-3, burst_s, CELL_S, "good-time") for cells in (12, 92, 192)]
    assert [100 * ratio for ratio in ratios] == [
        pytest.approx(value, abs=0.0005 if value < 2 else 0.005) for value in percent
    ]


def test_bursts_lose_fewer_packets_on_a_faster_line() -> None:
    rates = (1.5e6, 2.5e6, 4e6, 6e6, 8e6)
    ratios = [100 * packet_loss_ratio(12, 1e-3, 200e-6, 424 / rate, "good-time") for rate in rates]
    assert ratios == [pytest.approx(value, abs=1e-3) for value in (0.928, 0.726, 0.551, 0.427, 0.355)]


@given(ratios, readings, times)
def test_a_packet_of_one_cell_is_lost_as_often_as_the_line_is_noisy(
    cer: float, reading: Reading, burst_s: float
) -> None:
    assert packet_loss_ratio(1, cer, burst_s, CELL_S, reading) == pytest.approx(noisy_share(cer, reading))


@given(st.integers(1, 500), ratios, readings)
def test_cells_far_apart_are_lost_independently_and_close_ones_together(
    cells: int, cer: float, reading: Reading
) -> None:
    noisy = noisy_share(cer, reading)
    apart, close = (packet_loss_ratio(cells, cer, 1e-3, cell_s, reading) for cell_s in (1.0, 1e-15))
    assert apart == pytest.approx(packet_loss_ratio(cells, noisy))
    assert close == pytest.approx(noisy, rel=1e-6)


def chain(cells: int, cer: float, burst_s: float, steps: int) -> float:
    """Loss of a packet on a line whose state is stepped in small parts of a cell time."""
    good_s, step_s = burst_s * (1 - cer) / cer, CELL_S / steps
    clear, hidden = 1 - cer, 0.0
    for _ in range(cells - 1):
        for _ in range(steps):
            turns_noisy, turns_good = clear * step_s / good_s, hidden * step_s / burst_s
            clear, hidden = clear - turns_noisy + turns_good, hidden + turns_noisy - turns_good
        # What is noisy when the next cell arrives has lost the packet.
        hidden = 0.0
    return 1 - clear


@pytest.mark.parametrize("burst_s", [80e-6, 500e-6])
def test_the_exact_reading_agrees_with_a_line_stepped_through_time(burst_s: float) -> None:
    for cells in (1, 2, 12):
        stepped = chain(cells, 0.05, burst_s, 20_000)
        assert packet_loss_ratio(cells, 0.05, burst_s, CELL_S) == pytest.approx(stepped, rel=1e-4)


@given(times, times)
def test_cells_of_bursts_add_up_to_those_of_the_noisy_time(burst_s: float, cell_s: float) -> None:
    cells = cells_per_hitting_burst(burst_s, cell_s)
    # A burst meets burst_s / cell_s arrivals on average, those that meet none included.
    assert errored_bursts_share(burst_s, cell_s) * cells.mean == pytest.approx(burst_s / cell_s)


def test_shares_of_bursts_and_of_their_cells_each_add_up_to_one() -> None:
    cells = cells_per_hitting_burst(500e-6, CELL_S)
    assert sum(map(cells.pmf, range(200))) == pytest.approx(1)
    assert sum(map(cells.share_of_cells, range(200))) == pytest.approx(1)
    assert sum(n * cells.pmf(n) for n in range(200)) == pytest.approx(cells.mean)
    assert cells.share_of_cells(1) == pytest.approx(cells.ends**2)


def test_without_errors_nothing_is_lost_and_with_nothing_else_everything() -> None:
    for reading in READINGS:
        assert packet_loss_ratio(192, 0.0, 200e-6, CELL_S, reading) == 0
    assert packet_loss_ratio(192, 0.0) == 0
    assert packet_loss_ratio(1, 1.0) == 1


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: packet_loss_ratio(0, 0.1), "cells: 0 is not allowed"),
        (
            lambda: packet_loss_ratio(1, 1.1),
            "cell_error_ratio: 1.1 is not allowed; give a number from 0 to 1",
        ),
        (lambda: packet_loss_ratio(1, math.nan), "cell_error_ratio: nan"),
        (lambda: packet_loss_ratio(1, 1.0, 1e-4, CELL_S), "from 0 up to but less than 1"),
        (lambda: packet_loss_ratio(1, 0.1, 1e-4), "cell_time_s: None"),
        (lambda: packet_loss_ratio(1, 0.1, 0.0, CELL_S), "mean_burst_s: 0.0"),
        (lambda: packet_loss_ratio(1, 0.1, 1e-4, CELL_S, "literal"), "reading: 'literal'"),  # type: ignore[arg-type]
        (lambda: noisy_share(-0.1), "cell_error_ratio: -0.1"),
        (lambda: errored_bursts_share(1e-4, -1.0), "cell_time_s: -1.0"),
        (lambda: cells_per_hitting_burst(math.inf, 1.0), "mean_burst_s: inf"),
    ],
)
def test_values_out_of_range_are_refused_with_their_rule(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        call()
