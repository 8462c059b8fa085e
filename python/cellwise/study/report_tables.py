"""The tables of a report: every published number beside ours, its verdict, and the ranking of each row."""

import math
from collections.abc import Sequence

from cellwise.study import html
from cellwise.study.compare import Comparison
from cellwise.study.definition import Row, Table
from cellwise.study.drive import Outcome
from cellwise.study.ranking import Ranking, rankings
from cellwise.study.text import MARKS, count_text, decimals_of, legend, mark, median_text, range_text

#: The mark of a number that is outside in a row that ours rank as the document does.
SAME_RANKING = "▲"


def tables_section(outcome: Outcome) -> str:
    """Write all tables that were compared."""
    intro = html.text(
        "p",
        "Every published number beside the median and the 5-95 % range of our replications. A number is "
        "inside if some value of our range would be printed like it: half a unit of its last digit is "
        "allowed, or the tolerance that the table's note gives.",
    )
    blocks = [_table(table, outcome.comparisons[table.name]) for table in outcome.tables()]
    return intro + html.text("p", _marks(), class_="note") + "\n".join(blocks)


def _marks() -> str:
    return " · ".join([*legend().split("   "), f"{SAME_RANKING} outside, in a row that ours rank alike"])


def _table(table: Table, found: Sequence[Comparison]) -> str:
    by_place = {(one.row, one.column): one for one in found}
    ranked = {one.row: one for one in rankings(table, found)}
    first = html.row(
        [
            *(html.text("th", label, rowspan="2") for label in table.label_columns),
            *(html.text("th", heading, colspan="4", class_="first") for heading in table.columns.values()),
            *([html.text("th", "rank, τ", rowspan="2", class_="first")] if ranked else []),
        ]
    )
    each = [
        html.text("th", "published", class_="first"),
        *(html.text("th", heading) for heading in ("median", "5–95 %", "in?")),
    ]
    head = [first, html.row(each * len(table.columns))]
    rows = [
        _table_row(row, [by_place[row.labels, column] for column in table.columns], ranked.get(row.labels))
        for row in table.rows
    ]
    parts = [
        html.text("h3", table.title),
        html.text("p", table.note, class_="note") if table.note else "",
        html.table(head, rows),
        html.text("p", f"{count_text(found)}. {ranking_text(list(ranked.values()))}", class_="note"),
        _reasons(table, found),
    ]
    return "".join(parts)


def _table_row(row: Row, found: Sequence[Comparison], ranked: Ranking | None) -> str:
    cells = [html.text("td", label, class_="label") for label in row.labels]
    for one in found:
        digits = decimals_of(one)
        extremes = f"least {one.least:.{digits}f}, most {one.most:.{digits}f}"
        cells += [
            html.text("td", one.number.printed, class_="first"),
            html.text("td", median_text(one)),
            html.text("td", range_text(one), title=extremes),
            _mark(one, ranked, extremes),
        ]
    if ranked:
        cells.append(html.text("td", tau_text(ranked), class_="first agrees" if ranked.agrees else "first"))
    return html.row(cells)


def _mark(one: Comparison, ranked: Ranking | None, extremes: str) -> str:
    if one.verdict == "outside" and ranked and ranked.agrees:
        return html.text("td", SAME_RANKING, class_="mark near", title=f"outside, ranked alike; {extremes}")
    told = f"{MARKS[one.verdict][1]}; {extremes}"
    return html.text("td", mark(one), class_=f"mark {one.verdict}", title=told)


def tau_text(ranked: Ranking) -> str:
    """Write Kendall's tau-b; a dash if there is none, because all are alike."""
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
    told = [
        html.text(
            "li",
            f"{' '.join(one.row)}, {table.columns[one.column]}, {one.number.printed}: "
            f"{one.number.inconsistent}.",
        )
        for one in found
        if one.number.inconsistent
    ]
    return (
        html.text("p", "Inconsistent in the source:", class_="note") + html.element("ul", *told)
        if told
        else ""
    )
