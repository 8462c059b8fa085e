"""Expressions of studies in data: their values, and the expressions that are refused."""

import contextlib
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cellwise.expression import (
    FUNCTIONS,
    ExpressionError,
    evaluate,
    number,
    numbers_of,
    parsed,
    truth,
)

NAMES = {
    "flows": {"bps": np.array([1.0, 2.0, 4.0]), "flow": np.array(["a", "b", "c"])},
    "empty": {"time_s": np.array([])},
    "n": 2,
}


class Known:
    """A scope of a table, an empty one and a number."""

    def name(self, name: str) -> object:
        if name not in NAMES:
            raise ExpressionError(f"{name}: unknown")
        return NAMES[name]

    def call(self, name: str, arguments: object, options: object) -> object:
        raise ExpressionError(f"{name}: unknown")


def value(text: str) -> float:
    return number(evaluate(parsed(text), Known()))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("sum(flows.bps) / n", 3.5),
        ('flows.bps[flows.flow == "b"]', 2.0),
        ('flows["bps"][-1] ** 2 - 1', 15.0),
        ("count(flows.bps > 1) + count((flows.bps > 1) & ~(flows.bps > 2))", 3.0),
        ("median(flows.bps) + min(flows.bps, 0.5) + abs(-1)", 3.5),
        ("quantile(flows.bps, 0.5)", 2.0),
        ("1 / n if n == 2 else unknown", 0.5),
        ("unknown if any(flows.bps > 4) else 3", 3.0),
        ("slope(flows.bps) * 2", 3.0),
        ("slope([3, 5, 9], flows.bps)", 2.0),
        ("curvature([1, 4, 16], flows.bps)", 1.0),
        ("straightness([1, 2, 1])", 0.0),
    ],
)
def test_an_expression_comes_to_one_number(text: str, wanted: float) -> None:
    assert value(text) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("text", ["empty.time_s[0]", "mean(empty.time_s)", "flows.bps[3]", "1 / 0 - 1 / 0"])
def test_what_is_not_there_has_no_value(text: str) -> None:
    assert math.isnan(value(text))


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "flows.__class__",
        "flows.bps.__class__",
        "(lambda: 1)()",
        "[one for one in flows]",
        "open('study.toml')",
        "flows.bps.tofile('x')",
        "f'{n}'",
        "n := 3",
        "9 ** 9 ** 9",
        "'a' * 1000000000",
        "flows.bps",
        "flows.bps['a':'b']",
        "sum(**flows)",
        "min()",
        "",
        "1 +",
        "(" * 300 + ")" * 300,
        "-" * 1900 + "1",
        "flows.flow + 1",
        "flows.flow > 1",
        "quantile(flows.bps, 2)",
        "slope([1])",
        "curvature([1, 2])",
        "slope([1, 2, 3], [1, 2])",
    ],
)
def test_what_is_no_measure_is_refused(text: str) -> None:
    with pytest.raises(ExpressionError):
        value(text)


@given(st.text("flowsbptime_n0123456789 ()[].,+-*/<>=&|~\"'", max_size=60))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    with contextlib.suppress(ExpressionError):
        assert isinstance(value(text), float)


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=8), st.floats(-1e3, 1e3))
def test_arithmetic_is_that_of_numbers(numbers: list[float], constant: float) -> None:
    text = f"sum({numbers!r}) * {constant!r} - max({numbers!r})"
    expected = float(np.nansum(numbers)) * constant - max(numbers)
    assert value(text) == pytest.approx(expected, nan_ok=False)
    assert truth(evaluate(parsed(f"min({numbers!r}) <= max({numbers!r})"), Known()))


@given(st.text("flowsbptime_n0123456789 ()[].,+-*/<>=&|~\"'", max_size=60))
def test_any_text_is_a_comparison_or_refused(text: str) -> None:
    with contextlib.suppress(ExpressionError):
        tree = parsed(text)
        assert truth(evaluate(tree, Known())) in (True, False)
        assert numbers_of(tree, Known())


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("sum(flows.bps) > 2 and n == 2", "7 > 2, 2 == 2"),
        ("all(flows.bps > 1)", "all: 2 of 3, (1, 2, 4) > 1"),
        ("rising(flows.bps)", "rising: (1, 2, 4)"),
        ("any([1, 2])", "any: (1, 2)"),
        ("1 < n < 3", "1 < 2 < 3"),
    ],
)
def test_a_comparison_tells_the_numbers_that_it_rests_on(text: str, reported: str) -> None:
    assert numbers_of(parsed(text), Known()) == reported


def test_functions_are_reported_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "study-form.md").read_text()
    assert [one for one in FUNCTIONS if f"`{one}" not in page] == []
