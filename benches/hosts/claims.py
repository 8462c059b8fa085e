"""The claims of the bench, stated before the runs, and their verdicts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from . import controls, goodput, policed, staircase
from .points import Measured

#: How far goodput may be from arithmetic, a step from its height, and a transfer from ours.
NEAR_GOODPUT, NEAR_STEP, NEAR_TRANSFER = 0.01, 0.02, 0.1
UPHELD, REFUTED, UNTESTED = "upheld", "refuted", "untested"

_Test = Callable[[Measured], bool]


@dataclass(frozen=True)
class Claim:
    """A sentence, whether it holds, and in how many of the runs that count."""

    name: str
    says: str
    verdict: str
    runs: str


def claims(measured: Sequence[Measured]) -> list[Claim]:
    """Test each claim in the runs of its part that count; a record's repetition needs no run that counts."""
    counted = [one for one in measured if one.counts]
    rows: list[tuple[str, str, Sequence[Measured], _Test]] = [
        (
            "Round trips rise at exactly those sizes at which a packet takes one more cell.",
            staircase.PART,
            counted,
            lambda one: staircase.steps(one) == staircase.expected_steps(one),
        ),
        (
            f"A step is one more cell both ways, within {NEAR_STEP:.0%}; the steps show the encapsulation.",
            staircase.PART,
            counted,
            _is_high,
        ),
        (
            f"The goodput of a transfer is that of arithmetic, within {NEAR_GOODPUT:.0%}.",
            goodput.PART,
            counted,
            lambda one: _is_near(one.found["goodput_bps"], one.ours["goodput_bps"], NEAR_GOODPUT),
        ),
        (
            f"The kernel's transfers take as long as ours, within {NEAR_TRANSFER:.0%} (median).",
            controls.PART,
            counted,
            lambda one: _is_near(kernel_s(one), one.ours["took_s"], NEAR_TRANSFER),
        ),
        (
            "No transfer over the policed connection carries more than the contract allows.",
            policed.PART,
            counted,
            lambda one: one.found["goodput_bps"] <= one.ours["ceiling_bps"] * (1 + _burst_share(one)),
        ),
        (
            "A record that is offered again in virtual time has the recorded deliveries, to the picosecond.",
            "",
            measured,
            lambda one: bool(one.twin["same"]),
        ),
    ]
    return [_tested(f"hosts-{number}", *row) for number, row in enumerate(rows, start=1)]


def kernel_s(one: Measured) -> float:
    """Give the median time of the kernel's transfers."""
    return float(median(transfer["took_s"] for transfer in one.found["transfers"]))


def _tested(name: str, says: str, part: str, runs: Sequence[Measured], test: _Test) -> Claim:
    held = [test(one) for one in runs if part in ("", one.part)]
    verdict = UNTESTED if not held else UPHELD if all(held) else REFUTED
    return Claim(name, says, verdict, f"{sum(held)} of {len(held)}")


def _is_near(found: float, wanted: float, share: float) -> bool:
    return abs(found - wanted) <= share * wanted


def _is_high(one: Measured) -> bool:
    seen = staircase.seen(one)
    return bool(seen["is_the_overhead"]) and _is_near(seen["step_ms"], one.ours["step_ms"], NEAR_STEP)


def _burst_share(one: Measured) -> float:
    """Give the first burst as a share of a transfer: it passes in addition to the rate of the contract."""
    return float(one.ours["burst_cells"] * 48 / one.found["octets"])
