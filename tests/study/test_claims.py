from collections.abc import Sequence

import pytest

from cellwise.study.claims import Claim, Part, judge
from cellwise.study.values import MissingCaseError, Values, View


def values(a: Sequence[float], b: Sequence[float]) -> Values:
    return Values({"a": [{"efficiency": value} for value in a], "b": [{"efficiency": value} for value in b]})


def above(view: View) -> tuple[bool, str]:
    a, b = view("a", "efficiency"), view("b", "efficiency")
    return a > b, f"{a:.2f} beside {b:.2f}"


def claim(*parts: Part, replications: int = 5) -> Claim:
    return Claim(
        "c-1", "section 1", "a is above b", "a > b", parts or (Part("a above b", above),), replications
    )


def test_a_claim_that_always_holds_is_upheld_with_its_numbers() -> None:
    finding = judge(claim(), values([0.9] * 5, [0.5] * 5))
    assert finding.verdict == "upheld"
    assert "0.90 beside 0.50" in finding.evidence
    assert "5 of 5" in finding.evidence


def test_a_claim_that_never_holds_is_refuted() -> None:
    assert judge(claim(), values([0.5] * 5, [0.9] * 5)).verdict == "refuted"


def test_four_replications_of_five_are_enough_and_three_are_not() -> None:
    assert judge(claim(), values([9, 9, 9, 9, 0], [5] * 5)).verdict == "upheld"
    assert judge(claim(), values([9, 9, 9, 0, 0], [5] * 5)).verdict == "undecided"


def test_one_replication_of_five_does_not_save_a_claim_and_two_do() -> None:
    assert judge(claim(), values([9, 0, 0, 0, 0], [5] * 5)).verdict == "refuted"
    assert judge(claim(), values([9, 9, 0, 0, 0], [5] * 5)).verdict == "undecided"


def test_replications_are_compared_in_pairs() -> None:
    # Every replication has a above b, though the two overlap as sets.
    a, b = [0.2, 0.4, 0.6, 0.8, 1.0], [0.1, 0.3, 0.5, 0.7, 0.9]
    assert judge(claim(), values(a, b)).verdict == "upheld"


def test_the_medians_must_agree_with_the_replications() -> None:
    def medians_only(view: View) -> tuple[bool, str]:
        return view.number is None, "by construction"

    assert (
        judge(claim(Part("only for medians", medians_only)), values([1] * 5, [0] * 5)).verdict == "undecided"
    )


def test_too_few_replications_decide_nothing_but_show_their_numbers() -> None:
    finding = judge(claim(), values([0.9] * 4, [0.5] * 4))
    assert finding.verdict == "undecided"
    assert "4 of the 5 replications" in finding.evidence
    assert "0.90 beside 0.50" in finding.evidence


def test_a_claim_with_a_refuted_part_is_refuted() -> None:
    def below(view: View) -> tuple[bool, str]:
        return not above(view)[0], "turned round"

    finding = judge(claim(Part("above", above), Part("below", below)), values([9] * 5, [5] * 5))
    assert finding.verdict == "refuted"
    assert "above: upheld" in finding.evidence
    assert "below: refuted" in finding.evidence


def test_a_claim_about_cases_that_were_not_run_says_so() -> None:
    finding = judge(claim(), Values({"a": [{"efficiency": 1.0}] * 5}))
    assert finding.verdict == "undecided"
    assert "b was not run" in finding.evidence


def test_a_claim_about_cases_that_were_left_out_does_not_say_that_they_were_not_run() -> None:
    finding = judge(claim(), Values({"a": [{"efficiency": 1.0}] * 5}, left_out={"b"}))
    assert (finding.verdict, finding.evidence) == ("undecided", "b was left out by --only")


def test_values_that_are_missing_are_never_made_up() -> None:
    with pytest.raises(MissingCaseError, match="b was not run"):
        Values({"a": []}).of("b", "efficiency")
