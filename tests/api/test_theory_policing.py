from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cellwise.theory import burst_tolerance, cell_time, idle_time, longest_conforming_train

LINE_BPS, SCR_BPS = 155_520_000, 10_000_000
US = Fraction(1, 1_000_000)


def conforming(arrivals: list[Fraction], increment: Fraction, limit: Fraction) -> list[bool]:
    """Verdicts of the generic cell rate algorithm in its form of virtual scheduling."""
    verdicts, expected = [], arrivals[0]
    for at in arrivals:
        verdicts.append(expected - at <= limit)
        if verdicts[-1]:
            expected = max(expected, at) + increment
    return verdicts


def train(frames: int, cells: int, gap: Fraction, spacing: Fraction) -> list[Fraction]:
    """Arrival times of frames whose cells follow each other, with gaps after the last slot."""
    return [k * (cells * spacing + gap) + j * spacing for k in range(frames) for j in range(cells)]


@pytest.mark.parametrize(
    ("cells", "period_us", "trains"),
    [(192, 900, [5, 8, 10, 13, 16, 19, 21]), (101, 600, [10, 16, 21, 26, 32, 37, 43])],
)
def test_the_longest_trains_of_the_document(cells: int, period_us: int, trains: list[int]) -> None:
    gap = period_us * US - cells * cell_time(LINE_BPS)
    levels = range(1000, 4001, 500)
    assert [longest_conforming_train(cells, gap, mbs, LINE_BPS, SCR_BPS) for mbs in levels] == trains


def test_a_burst_of_mbs_cells_conforms_and_one_cell_more_does_not() -> None:
    spacing, increment = cell_time(LINE_BPS), cell_time(SCR_BPS)
    for mbs in (1, 2, 192, 1000):
        limit = burst_tolerance(mbs, LINE_BPS, SCR_BPS)
        assert conforming(train(1, mbs + 1, Fraction(0), spacing), increment, limit) == [True] * mbs + [False]


contracts = st.tuples(
    st.integers(1, 40), st.integers(1_000, 200_000_000), st.fractions(Fraction(1, 50), 1, max_denominator=50)
)


@given(contracts, st.integers(1, 12), st.fractions(0, 3, max_denominator=50))
def test_a_train_conforms_as_long_as_equation_2_says(
    contract: tuple[int, int, Fraction], cells: int, gap_of_increment: Fraction
) -> None:
    mbs, pcr, share = contract
    scr = pcr * share
    spacing, increment = cell_time(pcr), cell_time(scr)
    gap = gap_of_increment * increment
    longest = longest_conforming_train(cells, gap, mbs, pcr, scr)
    frames = 60 if longest is None else longest + 1
    verdicts = conforming(train(frames, cells, gap, spacing), increment, burst_tolerance(mbs, pcr, scr))
    whole = [all(verdicts[k * cells : (k + 1) * cells]) for k in range(frames)]
    assert whole == [True] * (frames if longest is None else longest) + [False] * (longest is not None)


@given(contracts, st.integers(1, 40))
def test_frames_at_the_idle_time_conform_for_ever_and_closer_ones_do_not(
    contract: tuple[int, int, Fraction], cells: int
) -> None:
    mbs, pcr, share = contract
    scr, cells = pcr * share, min(cells, mbs)
    gap = idle_time(cells, mbs, pcr, scr) - cell_time(pcr)
    assert longest_conforming_train(cells, gap, mbs, pcr, scr) is None
    if gap > 0:
        assert longest_conforming_train(cells, gap * Fraction(99, 100), mbs, pcr, scr) is not None


def test_the_idle_time_of_the_document_is_7620_us() -> None:
    assert float(idle_time(192, 1000, LINE_BPS, SCR_BPS)) == pytest.approx(7620e-6, abs=1e-6)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: cell_time(0), "rate_bps: 0 is not allowed"),
        (lambda: cell_time(float("inf")), "rate_bps"),
        (lambda: burst_tolerance(0, LINE_BPS, SCR_BPS), "mbs_cells: 0"),
        (lambda: burst_tolerance(1, SCR_BPS, LINE_BPS), "scr_bps: 155520000 is not allowed"),
        (lambda: longest_conforming_train(0, 0, 1, LINE_BPS, SCR_BPS), "frame_cells: 0"),
        (lambda: longest_conforming_train(1, -1, 1, LINE_BPS, SCR_BPS), "gap_s: -1"),
        (lambda: idle_time(193, 192, LINE_BPS, SCR_BPS), "at most mbs_cells (192)"),
    ],
)
def test_values_out_of_range_are_refused_with_their_rule(call: object, said: str) -> None:
    with pytest.raises(ValueError, match=said.replace("(", r"\(").replace(")", r"\)")):
        call()
