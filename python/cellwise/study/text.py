"""How numbers of a study are written, on the screen and in reports."""

from cellwise.study.compare import Comparison

#: One mark per verdict, with what it means.
MARKS = {
    "inside_5_95": ("●", "inside our 5-95 % range"),
    "inside_min_max": ("○", "inside our range from least to most"),
    "outside": ("✗", "outside"),
    "inconsistent": ("≠", "the document contradicts itself"),
}


def decimals_of(one: Comparison) -> int:
    """Digits after the point that ours are shown with: none for cells, two for shares."""
    return 0 if one.published > 100 else 2


def median_text(one: Comparison) -> str:
    """Write our median."""
    return f"{one.median:.{decimals_of(one)}f}"


def range_text(one: Comparison) -> str:
    """Write our 5-95 % range."""
    digits = decimals_of(one)
    return f"{one.low:.{digits}f}–{one.high:.{digits}f}"


def mark(one: Comparison) -> str:
    """Give the mark of a comparison's verdict."""
    return MARKS[one.verdict][0]


def legend() -> str:
    """Explain the marks in one line."""
    return "   ".join(f"{sign} {meaning}" for sign, meaning in MARKS.values())


def count_text(outside: int, published: int, inconsistent: int) -> str:
    """Say how many numbers are inside."""
    inside = published - outside - inconsistent
    told = f"{inside} of {published} published values inside our range"
    return told + (f", {inconsistent} inconsistent in the source" if inconsistent else "")
