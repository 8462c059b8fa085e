"""Claims of a document, judged by paired replications.

A claim is one or several inequalities (*parts*). A part is *upheld* if it holds for the medians and in at
least 80 % of the replications, each of which compares runs under the same noise; *refuted* if it fails for
the medians and holds in at most 20 % of them; else *undecided*. A claim says that all its
parts hold: it is upheld if all are, refuted if any is refuted, and undecided otherwise, or if there are fewer
replications than it asks for.

A point that a document does not settle cannot refute it: a part that uses a value that it does not give,
our own tolerance, or a number with which it contradicts itself names this in `hangs_on`, and if it fails it
is undecided. A part that asks more than the claim's test (*beyond* it) is reported and decides nothing.
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
    """Says whether it holds in a view, and the numbers that it rests on."""
    hangs_on: str | None = None
    """The point that the document does not settle, such as our own tolerance: the part cannot refute."""
    beyond: bool = False
    """Whether it asks more than the test of the ledger; then it decides nothing."""


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
    ledger: str = ""
    """The test that was written down before anything was run; empty if `test` is that."""
    differs: str = ""
    """Why `test` is another one; empty if it is not."""

    def __post_init__(self) -> None:
        """Refuse a claim that nothing decides: it would be upheld whatever is measured."""
        if all(part.beyond for part in self.parts):
            raise ValueError(f"{self.id}: needs a part that is not beyond the claim")


@dataclass(frozen=True, slots=True)
class Finding:
    """The judgement of one claim and the numbers that it rests on."""

    claim: Claim
    verdict: Judgement
    evidence: str
    holds: bool | None = None
    """Whether all its inequalities hold for the medians; None if its cases were not run."""
    hangs_on: tuple[str, ...] = ()
    """The points on which an undecided claim depends, if every part that is not upheld names one."""
    open: bool = False
    """Whether it is undecided for want of cases or of replications, which more runs would bring."""
    lacking: str = ""
    """How many replications there are of those that it needs, with which the evidence begins, if too few."""

    @property
    def reported(self) -> str:
        """The verdict, and the points on which it depends."""
        return f"{self.verdict}: depends on {'; '.join(self.hangs_on)}" if self.hangs_on else self.verdict


def judge(claim: Claim, values: Values) -> Finding:
    """Judge a claim by the measured values."""
    try:
        verdicts, texts = zip(*(_judge_part(part, values) for part in claim.parts), strict=True)
        medians = values.medians()
        holds = all(part.test(medians)[0] for part in claim.parts if not part.beyond)
    except MissingCaseError as missing:
        return Finding(claim, "undecided", f"{missing}", open=True)
    evidence = "; ".join(texts)
    replications = values.replications()
    if replications < claim.replications:
        few = f"{replications} of the {claim.replications} replications that it needs"
        return Finding(claim, "undecided", f"{few}; {evidence}", holds, open=True, lacking=few)
    judged = [(part, verdict) for part, verdict in zip(claim.parts, verdicts, strict=True) if not part.beyond]
    verdict = _all_of([verdict for _, verdict in judged])
    return Finding(claim, verdict, evidence, holds, _hangs_on(judged) if verdict == "undecided" else ())


def _all_of(verdicts: Sequence[Judgement]) -> Judgement:
    if "refuted" in verdicts:
        return "refuted"
    return "undecided" if "undecided" in verdicts else "upheld"


def _hangs_on(judged: Sequence[tuple[Part, Judgement]]) -> tuple[str, ...]:
    """Name the points on which undecided parts depend, each once; nothing if one is undecided by itself."""
    reasons = [part.hangs_on for part, verdict in judged if verdict == "undecided"]
    return tuple(dict.fromkeys(one for one in reasons if one)) if all(reasons) else ()


def _judge_part(part: Part, values: Values) -> tuple[Judgement, str]:
    holds, numbers = part.test(values.medians())
    total = values.replications()
    held = sum(part.test(values.replication(number))[0] for number in range(total))
    verdict: Judgement = "undecided"
    if holds and held >= SHARE * total - _ROUNDING:
        verdict = "upheld"
    elif not holds and held <= (1 - SHARE) * total + _ROUNDING:
        verdict = "undecided" if part.hangs_on else "refuted"
    text = f"{part.says}: {verdict} ({numbers}; in {held} of {total} replications)"
    text += f", depends on {part.hangs_on}" if verdict == "undecided" and part.hangs_on else ""
    return verdict, f"beyond the claim, {text}" if part.beyond else text
