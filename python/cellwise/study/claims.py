"""Claims of a document, judged by paired replications.

A claim is one or several inequalities (*parts*). A part is *upheld* if it holds for the medians and in at
least 80 % of the replications, each of which compares runs under the same noise; *refuted* if it fails for
the medians and holds in at most 20 % of them; else *undecided*. A claim says that all its
parts hold: it is upheld if all are, refuted if any is refuted, and undecided otherwise, or if there are fewer
replications than it asks for.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from cellwise.study.values import MissingCaseError, Values, View

Judgement = Literal["upheld", "refuted", "undecided"]

#: The share of replications in which an upheld part holds, and a refuted one fails.
SHARE = 0.8

#: Guards shares such as a fifth of five, which are not exact in binary.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Part:
    """One inequality of a claim."""

    says: str
    """What must hold, in a few words."""
    test: Callable[[View], tuple[bool, str]]
    """Tells whether it holds in a view, and the numbers that it rests on."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What a document says, and how it is tested."""

    id: str
    where: str
    says: str
    test: str
    parts: Sequence[Part]
    replications: int = 20
    """Fewer replications leave it undecided: one run of a chaotic system proves nothing."""


@dataclass(frozen=True, slots=True)
class Finding:
    """The judgement of one claim and the numbers that it rests on."""

    claim: Claim
    verdict: Judgement
    evidence: str
    holds: bool | None = None
    """Whether all its inequalities hold for the medians; None if its cases were not run."""


def judge(claim: Claim, values: Values) -> Finding:
    """Judge a claim by what was measured."""
    try:
        parts = [_judge_part(part, values) for part in claim.parts]
        medians = values.medians()
        holds = all(part.test(medians)[0] for part in claim.parts)
    except MissingCaseError as missing:
        return Finding(claim, "undecided", f"{missing}")
    evidence = "; ".join(text for _, text in parts)
    replications = values.replications()
    if replications < claim.replications:
        few = f"{replications} of the {claim.replications} replications that it needs"
        return Finding(claim, "undecided", f"{few}; {evidence}", holds)
    return Finding(claim, _all_of([verdict for verdict, _ in parts]), evidence, holds)


def _all_of(verdicts: Sequence[Judgement]) -> Judgement:
    if "refuted" in verdicts:
        return "refuted"
    return "undecided" if "undecided" in verdicts else "upheld"


def _judge_part(part: Part, values: Values) -> tuple[Judgement, str]:
    holds, numbers = part.test(values.medians())
    total = values.replications()
    held = sum(part.test(values.replication(number))[0] for number in range(total))
    verdict: Judgement = "undecided"
    if holds and held >= SHARE * total - _ROUNDING:
        verdict = "upheld"
    elif not holds and held <= (1 - SHARE) * total + _ROUNDING:
        verdict = "refuted"
    return verdict, f"{part.says}: {verdict} ({numbers}; in {held} of {total} replications)"
