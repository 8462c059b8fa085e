"""The tables of a report: every published number next to ours, its verdict, and the ranking of each row."""

import math
from collections.abc import Mapping, Sequence
from operator import attrgetter

from cellwise.reports import html
from cellwise.reports.text import (
    FAR,
    MARKS,
    count_text,
    decimals_of,
    error_text,
    kind_text,
    legend,
    mark,
    median_text,
    percent,
    published_text,
    range_text,
    tone,
)
from cellwise.study.compare import Comparison
from cellwise.study.definition import Row, Table
from cellwise.study.drive import StudyResults
from cellwise.study.ranking import Ranking, rankings
from cellwise.study.score import score_by

#: The mark of a number that is outside in a row that ours rank as the document does.
SAME_RANKING = "▲"


def tables_section(outcome: StudyResults) -> str:
    """Write all tables that were compared."""
    intro = html.text(
        "p",
        "Every published number is next to the median and the 5-95 % range of our replications. A number is "
        "inside if some value of our range would be printed like it: half a unit of its last digit is "
        "allowed, or the tolerance that the table's note gives. Counted are separate predictions: numbers "
        "that were set, by which a choice was made (fitted), that follow by arithmetic, or that repeat "
        "others are shown and say so, and so are trivial ones, zeros and a fairness of 0.99 and more. "
        "Numbers of the document that exclude each other are marked on both sides and compared for "
        "information. Errors are those of our medians; the CRPS (continuous ranked probability score) is "
        "that of all replications, so that a wide range earns nothing. Both are fractions of the "
        "printed numbers.",
    )
    blocks = [_table(table, outcome.comparisons[table.name]) for table in outcome.tables()]
    found = [one for table in outcome.comparisons.values() for one in table]
    ranked = [one for table in outcome.tables() for one in rankings(table, outcome.comparisons[table.name])]
    reported = f"All tables together: {count_text(found)}. {ranking_text(ranked)}"
    score_of_all = html.text("p", reported) + errors_by(outcome.study.error_by, found)
    return score_of_all + intro + html.text("p", _marks(), class_="note") + "\n".join(blocks)


def errors_by(groups: Mapping[str, Sequence[str]], found: Sequence[Comparison]) -> str:
    """Write the errors by the groups that the study names; nothing if it names none."""
    scores = score_by(groups, found)
    counted = ("separate", "contradict", "inside", "near", "outside")
    counts = attrgetter("predictions", "inconsistent", "inside_min_max", "near", "outside")
    errors = attrgetter("median_error", "mean_error", "fitted_error")
    headings = ("of", *counted, "median error", "mean error", "mean error of fitted")
    rows = [
        [
            html.text("td", name, class_="label"),
            *(html.text("td", str(many)) for many in counts(one)),
            *(html.text("td", percent(error)) for error in errors(one)),
        ]
        for name, one in scores.items()
    ]
    return html.table(rows, [html.text("th", one) for one in headings]) if rows else ""


def _marks() -> str:
    ranked = f"{SAME_RANKING} outside, in a row that ours rank alike"
    wide = f"not green: inside, but our median is more than {100 * FAR:.0f} % off"
    return " · ".join([*legend().split("   "), ranked, wide])


def _table(table: Table, found: Sequence[Comparison]) -> str:
    by_place = {(one.row, one.column): one for one in found}
    ranked = {one.row: one for one in rankings(table, found)}
    first = [
        *(html.text("th", label, rowspan="2") for label in table.label_columns),
        *(html.text("th", heading, colspan="4", class_="first") for heading in table.columns.values()),
        *([html.text("th", "rank, τ", rowspan="2", class_="first")] if ranked else []),
    ]
    each = [
        html.text("th", "publ.", class_="first"),
        *(html.text("th", heading) for heading in ("median", "5–95 %", "off")),
    ]
    head = [first, each * len(table.columns)]
    rows = [
        _table_row(row, [by_place[row.labels, column] for column in table.columns], ranked.get(row.labels))
        for row in table.rows
    ]
    parts = [
        html.text("h3", table.title),
        html.text("p", table.note, class_="note") if table.note else "",
        html.table(rows, *head),
        html.text("p", f"{count_text(found)}. {ranking_text(list(ranked.values()))}", class_="note"),
        _reasons(table, found),
    ]
    return "".join(parts)


def _table_row(row: Row, found: Sequence[Comparison], ranked: Ranking | None) -> list[str]:
    cells = [html.text("td", label, class_="label") for label in row.labels]
    for one in found:
        digits = decimals_of(one)
        extremes = f"least {one.least:.{digits}f}, most {one.most:.{digits}f}"
        cells += [
            html.text("td", published_text(one), class_="first"),
            html.text("td", median_text(one)),
            html.text("td", range_text(one), title=extremes),
            _mark(one, ranked, extremes),
        ]
    if ranked:
        cells.append(html.text("td", tau_text(ranked), class_="first agrees" if ranked.agrees else "first"))
    return cells


def _mark(one: Comparison, ranked: Ranking | None, extremes: str) -> str:
    if one.verdict == "outside" and ranked and ranked.agrees:
        off = f"{SAME_RANKING} {error_text(one)}".strip()
        return html.text("td", off, class_="mark near", title=f"outside, ranked alike; {extremes}")
    wide = "our range is wide" if tone(one) == "wide" else ""
    hint = "; ".join(filter(None, [kind_text(one), MARKS[one.verdict][1], wide, extremes]))
    apart = " apart" if kind_text(one) else ""
    return html.text("td", mark(one), class_=f"mark {tone(one)}{apart}", title=hint)


def tau_text(ranked: Ranking) -> str:
    """Write Kendall's tau-b; a dash if it does not exist, because all are equal."""
    return "–" if math.isnan(ranked.tau) else f"{ranked.tau:.2f}"


def ranking_text(ranked: Sequence[Ranking]) -> str:
    """Say how many rows ours rank as the document does; nothing if its rows rank nothing."""
    if not ranked:
        return ""
    agreeing = sum(one.agrees for one in ranked)
    taus = [one.tau for one in ranked if not math.isnan(one.tau)]
    mean = f"; mean of Kendall's tau-b {sum(taus) / len(taus):.2f}" if taus else ""
    return f"Ours rank {agreeing} of {len(ranked)} rows alike{mean}."


def _reasons(table: Table, found: Sequence[Comparison]) -> str:
    lines = [
        html.text(
            "li",
            f"{' '.join(one.row)}, {table.columns[one.column]}, {one.number.printed}: "
            f"{one.number.inconsistent}.",
        )
        for one in found
        if one.number.inconsistent
    ]
    return (
        html.text("p", "Contradicted by the document:", class_="note") + html.element("ul", *lines)
        if lines
        else ""
    )
