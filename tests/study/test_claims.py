from collections.abc import Sequence

import pytest

from cellwise import studies
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


def below(view: View) -> tuple[bool, str]:
    return not above(view)[0], "turned round"


def test_a_part_that_hangs_on_what_the_document_leaves_open_cannot_refute() -> None:
    hanging = Part("below", below, hangs_on="an interval that is not given")
    finding = judge(claim(Part("above", above), hanging), values([9] * 5, [5] * 5))
    assert finding.verdict == "undecided"
    assert finding.hangs_on == ("an interval that is not given",)
    assert finding.reported == "undecided: depends on an interval that is not given"
    assert "below: undecided (turned round; in 0 of 5 replications)" in finding.evidence


def test_a_part_that_hangs_on_something_may_uphold_and_another_may_refute() -> None:
    upheld = judge(claim(Part("above", above, hangs_on="a limit of ours")), values([9] * 5, [5] * 5))
    assert (upheld.reported, upheld.hangs_on) == ("upheld", ())
    parts = (Part("above", above, hangs_on="a limit of ours"), Part("still above", above))
    refuted = judge(claim(*parts), values([5] * 5, [9] * 5))
    assert (refuted.reported, refuted.hangs_on) == ("refuted", ())


def test_what_is_undecided_by_itself_hangs_on_nothing() -> None:
    parts = (Part("above", above), Part("below", below, hangs_on="a limit of ours"))
    finding = judge(claim(*parts), values([9, 9, 9, 0, 0], [5] * 5))
    assert (finding.verdict, finding.hangs_on, finding.open) == ("undecided", (), False)


def test_a_part_beyond_the_claim_is_reported_and_decides_nothing() -> None:
    finding = judge(claim(Part("above", above), Part("below", below, beyond=True)), values([9] * 5, [5] * 5))
    assert (finding.verdict, finding.holds) == ("upheld", True)
    assert "beyond the claim, below: refuted" in finding.evidence


def test_more_runs_would_decide_what_has_too_few() -> None:
    assert judge(claim(), values([0.9] * 4, [0.5] * 4)).open
    assert judge(claim(), Values({"a": [{"efficiency": 1.0}] * 5})).open


@pytest.mark.parametrize("name", studies.names())
def test_every_claim_says_what_the_ledger_asks_and_why_its_test_differs(name: str) -> None:
    for one in studies.get(name).claims:
        assert bool(one.ledger) == bool(one.differs)
        assert (one.ledger == one.test) is False


@pytest.mark.parametrize(
    "id_",
    ["kansas-2", "kansas-4", "calgary-5", "goyal96-9", "bonaventure96-4"]
    + [f"anansari-{number}" for number in (1, 2, 3, 4)],
)
def test_claims_that_rest_on_what_is_not_stated_say_on_what(id_: str) -> None:
    (found,) = (one for one in studies.get(id_.partition("-")[0]).claims if one.id == id_)
    assert any(part.hangs_on for part in found.parts)


@pytest.mark.parametrize("parts", [(), (Part("a above b", above, beyond=True),)])
def test_a_claim_that_nothing_decides_is_refused(parts: tuple[Part, ...]) -> None:
    with pytest.raises(ValueError, match=r"c-1: needs a part that is not beyond the claim"):
        Claim("c-1", "section 1", "a is above b", "a > b", parts)
