"""tc's keywords as tc has them, and the staircase of round-trip times."""

import itertools
import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cellwise import _core, theory
from cellwise.experiments import staircase
from cellwise.theory.access_line import KEYWORDS, LineFraming

#: tc-cake(8): overhead, framing, mpu.
CAKE = {
    "raw": (0, "none", 0),
    "conservative": (48, "atm", 0),
    "ipoa-vcmux": (8, "atm", 0),
    "ipoa-llcsnap": (16, "atm", 0),
    "bridged-vcmux": (24, "atm", 0),
    "bridged-llcsnap": (32, "atm", 0),
    "pppoa-vcmux": (10, "atm", 0),
    "pppoa-llc": (14, "atm", 0),
    "pppoe-vcmux": (32, "atm", 0),
    "pppoe-llcsnap": (40, "atm", 0),
    "pppoe-ptm": (30, "ptm", 0),
    "bridged-ptm": (22, "ptm", 0),
    "ethernet": (38, "none", 84),
    "docsis": (18, "none", 64),
}


def test_the_keywords_are_those_of_the_manual() -> None:
    table = {one.name: (one.overhead_bytes, one.framing, one.mpu_bytes) for one in KEYWORDS.values()}
    assert table == CAKE
    assert list(KEYWORDS) == [one.name for one in KEYWORDS.values()]


@given(st.integers(1, 20_000), st.sampled_from(list(KEYWORDS.values())))
def test_octets_on_the_line_are_counted_as_cake_counts_them(packet: int, framing: LineFraming) -> None:
    # The arithmetic of sch_cake: overhead, mpu, then cells or one octet for each 64.
    length = max(packet + framing.overhead_bytes, framing.mpu_bytes)
    if framing.framing == "atm":
        length = (length + 47) // 48 * 53
    elif framing.framing == "ptm":
        length += (length + 63) // 64
    assert framing.line_bytes(packet) == length


@pytest.mark.parametrize("framing", [one for one in KEYWORDS.values() if one.encapsulation])
def test_a_keyword_takes_the_cells_of_its_encapsulation(framing: LineFraming) -> None:
    rows = _core.overhead([str(size) for size in range(1, 1700)], framing.encapsulation)
    assert [framing.cells(row["packet_bytes"]) for row in rows] == [row["cells"] for row in rows]


def test_a_size_table_is_reported_less_where_linux_counts_the_mac_header() -> None:
    words = KEYWORDS["pppoe-llcsnap"].stab_words(ethernet=True)
    assert words == "linklayer atm overhead 26"
    assert KEYWORDS["pppoe-llcsnap"].stab_words(ethernet=False) == "linklayer atm overhead 40"
    assert KEYWORDS["ipoa-vcmux"].stab_words(ethernet=True) == "linklayer atm overhead -6"
    assert KEYWORDS["ethernet"].stab_words(ethernet=True) == "linklayer ethernet overhead 24 mpu 84"
    assert KEYWORDS["pppoe-ptm"].stab_words(ethernet=True) is None


def times(offset: int, sizes: list[int], step: float = 0.5, base: float = 10.0) -> list[float]:
    return [base + step * math.ceil((size + offset) / 48) for size in sizes]


@given(st.integers(0, 47), st.floats(0.01, 100), st.floats(0, 1000))
def test_the_overhead_is_found_from_exact_times(offset: int, step: float, base: float) -> None:
    sizes = list(range(40, 400))
    found = theory.detect(sizes, times(offset, sizes, step, base))
    assert found.is_staircase
    assert found.offsets == [offset]
    assert found.step == pytest.approx(step, rel=1e-6)


def test_noise_that_only_adds_is_taken_away_by_the_least_of_each_size() -> None:
    random = np.random.default_rng(3)
    sizes = list(range(16, 1000)) * 20
    noisy = np.array(times(32, sizes)) + random.exponential(0.4, len(sizes))
    found = theory.detect(sizes, noisy.tolist())
    assert found.is_staircase
    assert found.offsets[0] == 32
    assert len(found.offsets) <= 3


def test_sizes_that_are_far_apart_leave_several_overheads() -> None:
    sizes = list(range(40, 1500, 24))
    found = theory.detect(sizes, times(40, sizes))
    assert found.is_staircase
    assert 40 in found.offsets
    assert len(found.offsets) == 24


def test_a_line_without_cells_shows_no_staircase() -> None:
    random = np.random.default_rng(4)
    sizes = list(range(40, 1500))
    straight = [5 + 0.01 * size for size in sizes]
    assert not theory.detect(sizes, straight).is_staircase
    noisy = np.array(straight) + random.exponential(0.2, len(sizes))
    assert not theory.detect(sizes, noisy.tolist()).is_staircase
    assert not theory.detect(sizes, [7.0] * len(sizes)).is_staircase, "no growth at all"
    falling = [100 - time for time in times(0, sizes)]
    assert not theory.detect(sizes, falling).is_staircase


def test_too_few_or_too_close_sizes_are_refused() -> None:
    with pytest.raises(ValueError, match="11 different sizes are not enough"):
        theory.detect(list(range(40, 480, 40)) * 3, [1.0] * 33)
    with pytest.raises(ValueError, match="short range, of 99 octets; give one of at least 144"):
        theory.detect(list(range(100)), [1.0] * 100)
    with pytest.raises(ValueError, match="are not enough"):
        theory.detect([], [])


def test_runs_give_the_times_of_the_formula() -> None:
    for encapsulation, down, up in (("pppoe-llcsnap", 8_000_000, 1_000_000), ("vc-mux", 640_000, 128_000)):
        made = staircase.steps(encapsulation, down, up, 29, 500, by_run=True)
        for step in made:
            assert step.simulated_s == pytest.approx((step.round_trip_s,) * 2, abs=5e-12)
        for one, other in itertools.pairwise(made):
            assert other.cells == one.cells + 1
            assert other.from_bytes == one.to_bytes + 1
            assert other.round_trip_s - one.round_trip_s == pytest.approx(424 / down + 424 / up)
        assert {step.to_bytes - step.from_bytes for step in made[1:-1]} == {47}


@given(st.sampled_from([row["encapsulation"] for row in _core.overhead(["1000"])]))
def test_the_steps_of_an_encapsulation_betray_it(encapsulation: str) -> None:
    made = staircase.steps(encapsulation, 2_000_000, 500_000, 80, 700)
    sizes, rtts = [], []
    for step in made:
        for size in range(step.from_bytes, step.to_bytes + 1):
            sizes.append(size)
            rtts.append(step.round_trip_s)
    found = theory.detect(sizes, rtts)
    (row,) = _core.overhead(["1000"], encapsulation)
    assert found.offsets == [(row["sdu_bytes"] - 1000 + 8) % 48]
    named = staircase.candidates(found.offsets)
    assert encapsulation in named or encapsulation in {
        KEYWORDS[name].encapsulation for name in named if name in KEYWORDS
    }


@pytest.mark.parametrize(
    ("arguments", "reported"),
    [
        (("ethernet", 1_000_000, 1_000_000), "'ethernet' carries no cells; known: llc-snap"),
        (("nothing", 1_000_000, 1_000_000), "'nothing' is not known; known: .*pppoe-llcsnap"),
        (("llc-snap", 999, 1_000_000), "down: 999 bit/s"),
        (("llc-snap", 1_000_000, 2_000_000_000), "up: 2000000000 bit/s"),
        (("llc-snap", 1_000_000, 1_000_000, 28, 100), "sizes: 28 to 100"),
        (("llc-snap", 1_000_000, 1_000_000, 100, 99), "sizes: 100 to 99"),
        (("llc-snap", 1_000_000, 1_000_000, 100, 65_001), "29 to 65000"),
    ],
)
def test_what_no_line_has_is_refused(arguments: tuple[str, int, int], reported: str) -> None:
    with pytest.raises(ValueError, match=reported):
        staircase.steps(*arguments)


def test_candidates_stand_for_overheads_a_cell_apart() -> None:
    assert staircase.candidates([10]) == {"pppoa-vcmux": 10}
    assert set(staircase.candidates([32])) == {"bridged-llcsnap", "pppoe-vcmux", "lane-token-ring"}
    assert staircase.candidates([1]) == {}
    for name, octets in staircase.candidates(list(range(48))).items():
        assert re.fullmatch(r"[a-z-]+", name)
        assert 8 <= octets <= 48
