"""How numbers of a study are written, on the screen and in reports."""

from collections.abc import Sequence

from cellwise.points.store import Model
from cellwise.study.claims import Finding
from cellwise.study.compare import Comparison
from cellwise.study.kinds import REPEATS
from cellwise.study.score import Score, score

#: One mark per verdict, with its meaning.
MARKS = {
    "inside_5_95": ("●", "inside our 5-95 % range"),
    "inside_min_max": ("○", "inside our range from least to most"),
    "near": ("◐", "outside, but near our median"),
    "outside": ("✗", "outside"),
    "inconsistent": ("≠", "the document contradicts itself"),
}

#: A median that is further off than this is not shown as a good one, however wide the range around it is.
FAR = 0.1

#: Kinds that are no predictions, in the order of the counts.
_LETTERS = {"input": "ⁱ", "fitted": "ᶠ", "arithmetic": "ᵃ", **dict.fromkeys(REPEATS, "ʳ")}
_PLURALS = {"input": "set", "fitted": "fitted", "arithmetic": "by arithmetic"}


def decimals_of(one: Comparison) -> int:
    """Digits after the point that ours are shown with: none for cells, two for shares and rates."""
    return 0 if one.published > 100 and "." not in one.number.printed else 2


def kind_text(one: Comparison) -> str:
    """Say why a number is not counted; empty for a prediction that is."""
    if one.number.of:
        return f"{one.number.kind} of {one.number.of}"
    if one.number.kind != "prediction":
        return one.number.kind
    return "trivial" if one.number.trivial else ""


def published_text(one: Comparison) -> str:
    """Write the printed number, with a small letter for what is no prediction."""
    return one.number.printed + _LETTERS.get(one.number.kind, "")


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
    """Give the mark of a comparison's verdict, and how far off our median is."""
    off = error_text(one)
    return f"{MARKS[one.verdict][0]} {off}" if off else MARKS[one.verdict][0]


def tone(one: Comparison) -> str:
    """Give what colours a comparison: its verdict, or ``wide`` if it is inside, yet far off our median."""
    far = one.error is not None and abs(one.error) > FAR
    return "wide" if one.verdict == "inside_5_95" and far else one.verdict


def error_text(one: Comparison) -> str:
    """Write how far our median is from the printed number; nothing if that is 0."""
    return "" if one.error is None else percent_text(one.error)


def percent_text(off: float) -> str:
    """Write a signed fraction in percent with two digits, and none below a hundredth of a percent.

    Examples
    --------
    >>> [percent_text(off) for off in (0.0004728, -0.1249, 3.2)]
    ['+0.05 %', '−12 %', '+320 %']
    """
    percent = abs(100 * off)
    if percent < 0.005:
        return "0 %"
    sign = "+" if off > 0 else "−"
    return (
        f"{sign}{percent:.0f} %" if percent >= 9.95 else f"{sign}{percent:.{1 if percent >= 0.095 else 2}f} %"
    )


def legend() -> str:
    """Explain the marks in one line."""
    marks = "   ".join(f"{sign} {meaning}" for sign, meaning in MARKS.values())
    return f"{marks}   % how far our median is off   ⁱ set   ᶠ fitted   ᵃ by arithmetic   ʳ repeats others"


def count_text(found: Sequence[Comparison]) -> str:
    """Say how many separate numbers there are, their verdicts and errors, and which other numbers exist."""
    one = score(found)
    apart = apart_text(one)
    return "; ".join(filter(None, [outcome_text(one), scores_text(one), f"apart: {apart}" if apart else ""]))


def outcome_text(one: Score) -> str:
    """Give the numbers of separate numbers and of those that contradict the document, and the other verdicts.

    Examples
    --------
    >>> outcome_text(Score(9, 4, 1, 2, 0, 1, 1, 0, {}, None, None, None, None))
    '4 separate numbers, 1 contradicts the document; of the other 3, 2 inside our range, 1 outside'
    """
    line = f"{one.predictions} separate number{'s' if one.predictions != 1 else ''}"
    if one.inconsistent:
        line += f", {one.inconsistent} contradict{'s' if one.inconsistent == 1 else ''} the document"
    if not one.consistent:
        return line
    line += f"; of the other {one.consistent}, " if one.inconsistent else ": "
    line += f"{one.inside_min_max} inside our range"
    line += f", {one.near} near our median" if one.near else ""
    return line + (f", {one.outside} outside" if one.outside else "")


def group_text(name: str, one: Score) -> str:
    """Give the outcome of a group of numbers in a line, fitted ones apart."""
    fitted = "" if one.fitted_error is None else f"mean error of fitted {percent(one.fitted_error)}"
    return f"{name}: {'; '.join(filter(None, [outcome_text(one), scores_text(one), fitted]))}"


def decided_text(findings: Sequence[Finding]) -> str:
    """Say how many claims are decided, and how."""
    verdicts = [one.verdict for one in findings]
    upheld, refuted = verdicts.count("upheld"), verdicts.count("refuted")
    return f"{upheld + refuted} of {len(verdicts)} claims decided: {upheld} upheld, {refuted} refuted"


def verdict_text(found: Sequence[Comparison], findings: Sequence[Finding]) -> str:
    """Give a study's outcome as a sentence; empty if it compares nothing and claims nothing."""
    one, parts = score(found), []
    if one.consistent:
        off = "" if one.median_error is None else f" (median error {percent(one.median_error)})"
        parts.append(f"{one.inside_min_max} of {one.consistent} published numbers lie inside our range{off}")
    if findings:
        parts.append(_judged_text([finding.verdict for finding in findings]))
    sentence = "; ".join(parts)
    return f"{sentence[:1].upper()}{sentence[1:]}." if parts else ""


def _judged_text(verdicts: Sequence[str]) -> str:
    if len(verdicts) == 1:
        return f"the claim is {verdicts[0]}"
    reported = {name: verdicts.count(name) for name in ("upheld", "refuted", "undecided")}
    if reported["undecided"] == len(verdicts):
        return f"none of {len(verdicts)} claims is decided"
    counted = ", ".join(f"{many} {name}" for name, many in reported.items() if many)
    return f"of {len(verdicts)} claims, {counted}"


def lacking_text(findings: Sequence[Finding], replications: int) -> str:
    """Say once which claims need more replications than there are; empty if none does."""
    by_need: dict[int, list[str]] = {}
    for one in findings:
        if one.lacking:
            by_need.setdefault(one.claim.replications, []).append(one.claim.id.rpartition("-")[2])
    reported = []
    for need, ids in by_need.items():
        which = f"claims {', '.join(ids[:-1])} and {ids[-1]} need" if ids[1:] else f"claim {ids[0]} needs"
        reported.append(f"{which} {need} replications")
    sentence = f"{'; '.join(reported)}; {replications} {'was' if replications == 1 else 'were'} run."
    return f"{sentence[:1].upper()}{sentence[1:]}" if reported else ""


def scores_text(one: Score) -> str:
    """Write the median and the mean error and the CRPS; nothing if there is no number."""
    if one.median_error is None or one.mean_error is None or one.crps is None:
        return ""
    errors = f"median error {percent(one.median_error)}, mean error {percent(one.mean_error)}"
    return f"{errors}, CRPS {percent(one.crps)}"


def percent(fraction: float | None) -> str:
    """Write a fraction in percent; nothing for None."""
    return "" if fraction is None else f"{100 * fraction:.3g} %"


def apart_text(one: Score) -> str:
    """Name what is compared but not counted as a prediction; empty if there is nothing."""
    parts = [f"{one.trivial} trivial"] if one.trivial else []
    parts += [f"{many} {_PLURALS[kind]}" for kind, many in one.kinds.items() if kind in _PLURALS]
    return ", ".join([*parts, *([f"{one.repeats} repeats of others"] if one.repeats else [])])


def headline_text(found: Sequence[Comparison], findings: Sequence[Finding]) -> str:
    """Give a study's outcome in a line: separate numbers, their verdicts, claims decided."""
    return "; ".join([count_text(found), *([decided_text(findings)] if findings else [])])


def runs_text(runs: int, cells: int) -> str:
    """Say how many runs there were, and of how many cells; runs over packet links alone have none."""
    reported = f"{runs} run{'s' if runs != 1 else ''}"
    return f"{reported}, {cells} cells" if cells else reported


def unvalidated_text(models: Sequence[Model]) -> str:
    """Name the models that took part and were not compared with anything outside; empty without any."""
    names = [f"{name} ({family})" for family, name, status in models if status != "validated"]
    return f"Models that are not validated: {', '.join(names)}." if names else ""
