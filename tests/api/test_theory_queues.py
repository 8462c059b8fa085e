"""Closed forms of queues and of TCP with losses: special cases, and direct simulation without Cellwise."""

import math
from collections import deque

import numpy as np
import pytest

from cellwise import theory
from cellwise.theory.square_root import INDEPENDENT, PERIODIC


def test_md1_waits_half_as_long_as_mm1() -> None:
    for load in (0.1, 0.5, 0.9):
        assert theory.md1_mean_wait(load) == pytest.approx(load / (1 - load) / 2)
    assert theory.md1_mean_wait(0) == 0


def test_md1_loss_is_that_of_a_simulated_queue() -> None:
    random = np.random.default_rng(1)
    for load, places in ((0.9, 5), (0.8, 2)):
        arrivals = np.cumsum(random.exponential(1 / load, 200_000))
        ends: deque[float] = deque()
        lost = 0
        for now in arrivals:
            while ends and ends[0] <= now:
                ends.popleft()
            if len(ends) > places:
                lost += 1
            else:
                ends.append(max(now, ends[-1] if ends else now) + 1)
        assert lost / arrivals.size == pytest.approx(theory.md1_loss_ratio(load, places), rel=0.05)


def test_more_places_lose_less_and_none_lose_as_erlang_says() -> None:
    for load in (0.3, 1.0, 2.0):
        ratios = [theory.md1_loss_ratio(load, places) for places in range(8)]
        assert ratios == sorted(ratios, reverse=True)
        assert ratios[0] == pytest.approx(load / (1 + load))
    assert theory.md1_loss_ratio(2.0, 40) == pytest.approx(0.5, rel=1e-6), "what is too much is lost"


def wait_of_phases(sources: int, period: float, systems: int) -> float:
    random = np.random.default_rng(2)
    waits = []
    for _ in range(systems):
        phases = np.sort(random.uniform(0, period, sources))
        work, last = 0.0, 0.0
        for turn in range(3):
            for arrival in phases + turn * period:
                work = max(0.0, work - (arrival - last))
                last = arrival
                if turn == 2:
                    waits.append(work)
                work += 1
    return float(np.mean(waits))


@pytest.mark.parametrize(("sources", "period"), [(2, 4.0), (8, 10.0), (15, 16.5)])
def test_nd1_waits_are_those_of_simulated_phases(sources: int, period: float) -> None:
    assert theory.nd1_mean_wait(sources, period) == pytest.approx(
        wait_of_phases(sources, period, 2000), rel=0.06
    )


def test_nd1_with_many_sources_approaches_md1_from_below() -> None:
    waits = [theory.nd1_mean_wait(n, n / 0.8) for n in (5, 20, 80)]
    assert waits == sorted(waits)
    assert waits[-1] < theory.md1_mean_wait(0.8)


def test_work_is_there_for_the_share_of_time_that_the_server_is_busy() -> None:
    for sources, period in ((1, 3.0), (5, 8.0), (20, 21.0)):
        assert theory.nd1_work_above(sources, period, 0.0) == pytest.approx(sources / period)
        assert theory.nd1_work_above(sources, period, float(sources)) == 0


def test_the_square_root_law_halves_the_rate_for_four_times_the_losses() -> None:
    rate = theory.square_root_bps(1460, 0.1, 0.001)
    assert theory.square_root_bps(1460, 0.1, 0.004) == pytest.approx(rate / 2)
    assert theory.square_root_bps(1460, 0.2, 0.001) == pytest.approx(rate / 2)
    # A window that falls from W to W/2 once in 3/8 W^2 segments: a mean of 3/4 W per round trip.
    window = math.sqrt(8 / 3 / 0.001)
    assert rate == pytest.approx(0.75 * window * 8 * 1460 / 0.1)
    assert PERIODIC < INDEPENDENT


@pytest.mark.parametrize(
    "call",
    [
        lambda: theory.md1_mean_wait(1.0),
        lambda: theory.md1_mean_wait(math.nan),
        lambda: theory.md1_loss_ratio(0, 1),
        lambda: theory.md1_loss_ratio(0.5, -1),
        lambda: theory.nd1_work_above(0, 3, 0),
        lambda: theory.nd1_work_above(3, 3, 0),
        lambda: theory.nd1_work_above(3, 4, -1),
        lambda: theory.nd1_mean_wait(3, math.inf),
        lambda: theory.square_root_bps(0, 1, 0.1),
        lambda: theory.square_root_bps(1, 0, 0.1),
        lambda: theory.square_root_bps(1, 1, 0),
        lambda: theory.square_root_bps(1, 1, 0.1, constant=0),
    ],
)
def test_values_out_of_range_are_refused(call: object) -> None:
    with pytest.raises(ValueError, match="is not allowed; give"):
        call()  # type: ignore[operator]
