"""How numbers of a study are written, on the screen and in reports."""

from collections.abc import Sequence

from cellwise.study.compare import Comparison, count
from cellwise.study.values import Model

#: One mark per verdict, with what it means.
MARKS = {
    "inside_5_95": ("●", "inside our 5-95 % range"),
    "inside_min_max": ("○", "inside our range from least to most"),
    "near": ("◐", "outside, but near our median"),
    "outside": ("✗", "outside"),
    "inconsistent": ("≠", "the document contradicts itself"),
}


def decimals_of(one: Comparison) -> int:
    """Digits after the point that ours are shown with: none for cells, two for shares and rates."""
    return 0 if one.published > 100 and "." not in one.number.printed else 2


def median_text(one: Comparison) -> str:
    """Write our median."""
    return f"{one.median:.{decimals_of(one)}f}"


def range_text(one: Comparison) -> str:
    """Write our 5-95 % range; one run has none."""
    if one.replications < 2:
        return "one run"
    digits = decimals_of(one)
    return f"{one.low:.{digits}f}–{one.high:.{digits}f}"


def mark(one: Comparison) -> str:
    """Give the mark of a comparison's verdict."""
    return MARKS[one.verdict][0]


def legend() -> str:
    """Explain the marks in one line."""
    return "   ".join(f"{sign} {meaning}" for sign, meaning in MARKS.values())


def count_text(found: Sequence[Comparison]) -> str:
    """Say how many numbers are inside."""
    inside = count(found, "inside_5_95", "inside_min_max")
    near, inconsistent = count(found, "near"), count(found, "inconsistent")
    told = f"{inside} of {len(found)} published values inside our range"
    told += f", {near} near our median" if near else ""
    return told + (f", {inconsistent} inconsistent in the source" if inconsistent else "")


def unvalidated_text(models: Sequence[Model]) -> str:
    """Name the models that took part and were not compared with anything outside; empty if there is none."""
    names = [f"{name} ({family})" for family, name, status in models if status != "validated"]
    return f"Models that are not validated: {', '.join(names)}." if names else ""
