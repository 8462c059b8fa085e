"""What counts as a prediction, and how far off predictions are."""

from math import erf, exp, pi, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cellwise import studies
from cellwise.reports.text import count_text, headline_text, mark
from cellwise.study.claims import Claim, Finding, Part
from cellwise.study.compare import Comparison, compare, crps
from cellwise.study.definition import Number
from cellwise.study.kinds import Printed
from cellwise.study.score import score, score_by

VALUES = st.lists(st.floats(-10, 10), min_size=1, max_size=12)


def compared(
    printed: str, ours: list[float], measure: str = "efficiency", case: str = "case", **more: str
) -> Comparison:
    return compare("table", ("row",), "column", Number(printed, case, measure, **more), ours)  # type: ignore[arg-type]


def integrated(ours: list[float], published: float) -> float:
    """Integrate the squared distance of the distribution functions: the definition, piece by piece."""
    edges = np.sort([*ours, published])
    below = np.searchsorted(np.sort(ours), edges[:-1], side="right") / len(ours)
    step = (edges[:-1] >= published).astype(float)
    return float((np.diff(edges) * (below - step) ** 2).sum())


@given(VALUES, st.floats(-10, 10))
def test_the_crps_is_the_integral_that_defines_it(ours: list[float], published: float) -> None:
    assert crps(ours, published) == pytest.approx(integrated(ours, published), abs=1e-9)


def test_the_crps_of_many_normal_values_is_the_closed_form() -> None:
    # Gneiting and Raftery 2007, equation 20, of the standard normal distribution at 0.7.
    density, below = exp(-(0.7**2) / 2) / sqrt(2 * pi), (1 + erf(0.7 / sqrt(2))) / 2
    closed = 0.7 * (2 * below - 1) + 2 * density - 1 / sqrt(pi)
    ours = np.random.default_rng(1).standard_normal(4000)
    assert crps(ours, 0.7) == pytest.approx(closed, rel=0.03)


def test_a_width_that_contains_everything_earns_nothing() -> None:
    wide, narrow = compared("0.50", [0.1, 0.5, 0.9]), compared("0.50", [0.44, 0.45, 0.46])
    assert wide.inside
    assert not narrow.inside
    assert (wide.crps or 0) > (narrow.crps or 0)


def test_scores_are_of_predictions_that_are_neither_trivial_nor_contradicted() -> None:
    predicted = compared("0.50", [0.40])
    others = [
        compared("0.50", [0.9], kind="input"),
        compared("0.50", [0.9], kind="fitted"),
        compared("0.50", [0.9], kind="arithmetic"),
        compared("0.50", [0.9], kind="copy"),
        compared("0", [7.0]),
        compared("0.99", [0.1], "fairness"),
        compared("0.50", [0.9], inconsistent="another table has 0.9"),
    ]
    one = score([predicted, *others])
    assert (one.published, one.predictions, one.trivial, one.inconsistent) == (8, 2, 2, 1)
    assert one.kinds == {"arithmetic": 1, "copy": 1, "fitted": 1, "input": 1, "prediction": 4}
    assert (one.consistent, one.repeats) == (1, 1)
    assert one.mean_error == pytest.approx(0.2)
    assert one.crps == pytest.approx(0.2)
    reported = count_text([predicted, *others])
    assert reported.startswith(
        "2 separate numbers, 1 contradicts the document; of the other 1, 0 inside our range, 1 outside; "
        "median error 20 %, mean error 20 %"
    )
    assert reported.endswith("apart: 2 trivial, 1 by arithmetic, 1 fitted, 1 set, 1 repeats of others")


def test_scores_of_numbers_of_different_size_are_fractions_of_what_is_printed() -> None:
    one = score([compared("1000", [1100.0]), compared("0.50", [0.35])])
    assert one.mean_error == one.crps == pytest.approx(0.2)


def test_the_median_error_is_not_moved_by_one_number_that_is_far_off() -> None:
    one = score([compared("100", [ours]) for ours in (101.0, 102.0, 500.0)])
    assert one.median_error == pytest.approx(0.02)
    assert one.mean_error == pytest.approx(1.343333)


def test_a_number_is_scored_in_the_first_group_that_has_its_case() -> None:
    found = [
        compared("100", [110.0], case="mnc1 ABR"),
        compared("100", [120.0], case="ABR"),
        compared("100", [150.0], case="UBR"),
    ]
    groups = {"three links": ("mnc1 ABR",), "ABR": ("mnc1 ABR", "ABR"), "empty": ()}
    errors = {name: one.mean_error for name, one in score_by(groups, found).items()}
    assert errors == {
        "three links": pytest.approx(0.1),
        "ABR": pytest.approx(0.2),
        "others": pytest.approx(0.5),
    }
    assert score_by({}, found) == {}


def test_the_first_line_ends_with_the_claims_that_are_decided() -> None:
    claim = Claim("x-1", "here", "so", "test", [Part("so", lambda _view: (True, ""))])
    findings = [Finding(claim, verdict, "") for verdict in ("upheld", "refuted", "undecided")]
    reported = headline_text([compared("100", [100.0])], findings)
    assert reported.startswith("1 separate number: 1 inside our range; median error 0 %")
    assert reported.endswith("2 of 3 claims decided: 1 upheld, 1 refuted")


def test_a_study_of_trivial_numbers_has_no_score() -> None:
    one = score([compared("0", [0.0])])
    assert (one.predictions, one.mean_error, one.crps) == (0, None, None)


@pytest.mark.parametrize(
    ("printed", "ours", "reported"),
    [
        ("59211", [59239.0], "◐ +0.05 %"),
        ("0.50", [0.501], "● +0.2 %"),
        ("100", [63.0], "✗ −37 %"),
        ("0", [0.0], "●"),
        ("2", [5.0], "✗ +150 %"),
    ],
)
def test_the_mark_tells_how_far_off_our_median_is(printed: str, ours: list[float], reported: str) -> None:
    assert mark(compared(printed, ours)) == reported


def test_a_number_has_the_kind_of_its_row_or_its_own() -> None:
    row = Printed({"sources": "5", "efficiency": "1", "queue": "7", "kinds": "prediction;queue=fitted"})
    assert (row.kind("efficiency"), row.kind("queue")) == ("prediction", "fitted")
    assert dict(row) == {"sources": "5", "efficiency": "1", "queue": "7"}


@pytest.mark.parametrize(
    ("line", "reported"),
    [
        ({"a": "1"}, "kinds: '' is not allowed; give one of input, fitted, arithmetic, prediction"),
        ({"a": "1", "kinds": "guess"}, "'guess' is not allowed"),
        ({"a": "1", "kinds": "input;b=fitted"}, "b: there is no such column"),
    ],
)
def test_a_row_without_right_kinds_is_refused(line: dict[str, str], reported: str) -> None:
    with pytest.raises(ValueError, match=reported):
        Printed(line)


@pytest.mark.parametrize(
    ("study", "counted"),
    [
        ("goyal96", {"copy": 44, "fitted": 2, "prediction": 366}),
        (
            "kansas",
            {
                "arithmetic": 8,
                "complement": 19,
                "copy": 91,
                "derived": 26,
                "fitted": 45,
                "prediction": 241,
            },
        ),
        ("bonaventure96", {"arithmetic": 6, "fitted": 3, "input": 2, "prediction": 8}),
        ("calgary", {"arithmetic": 40, "fitted": 20, "prediction": 4}),
        ("rfc2415", {"copy": 12, "fitted": 108, "prediction": 144}),
        ("rfc2416", {"fitted": 1, "input": 2, "prediction": 18}),
        ("rfc2884", {"fitted": 2, "prediction": 22}),
    ],
)
def test_the_published_numbers_of_a_study_by_kind(study: str, counted: dict[str, int]) -> None:
    tables = studies.get(study).tables
    kinds = [number.kind for table in tables for row in table.rows for number in row.numbers.values()]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == counted
