"""The outcome of a sweep as one HTML file, and as tables in Markdown and LaTeX for other documents.

The same outcome gives the same bytes.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

from cellwise.experiments.chance import NOTHING_RANDOM
from cellwise.experiments.sweep_figures import figures_of
from cellwise.experiments.sweep_outcome import SweepOutcome
from cellwise.experiments.sweep_table import SweepTable
from cellwise.files import write_whole
from cellwise.intervals import ONE_VALUE
from cellwise.reports import html
from cellwise.reports.latex_layout import blocks_of, in_parts
from cellwise.reports.page import data_link, models_list, page, section
from cellwise.reports.text import runs_text, unvalidated_text
from cellwise.reports.text_tables import markdown_table
from cellwise.version import __version__

#: Letters of a line in the heading of a LaTeX column: about the width of its numbers.
_HEADING = 18


@dataclass(frozen=True, slots=True)
class SweepReport:
    """A sweep that is to be reported, and how."""

    outcome: SweepOutcome
    command: str
    """The command that makes the report again."""
    interval: str = "ci"
    """What figures draw around each value: ``ci`` or ``range``."""

    @property
    def commands(self) -> list[str]:
        """The commands that make it all again, in their order."""
        made = [one for one in (self.outcome.numbers.sweep.command, self.command) if one]
        return made or ["# made in Python"]

    def written(self, form: str) -> str:
        """Give the report in a form: ``html``, ``latex`` or ``markdown``."""
        return {"html": self.to_html, "latex": self.to_latex, "markdown": self.to_markdown}[form]()

    def to_html(self) -> str:
        """Give the report as one page."""
        table = self.outcome.numbers
        sections = [
            section("results", "Results", _results(table)),
            section("figures", "Figures", self._figures()),
            section("varied", "What was varied", _varied(table)),
            section("scenario", "The scenario", _scenario(table)),
            section("provenance", "Provenance", self._provenance()),
        ]
        return page(_title(table), self._header(), sections)

    def to_markdown(self) -> str:
        """Give the table, and what has to be known of it, as Markdown."""
        table = self.outcome.numbers
        parts = [
            f"# {_title(table)}",
            _about(table),
            *self._notes(),
            markdown_table(*table.written()),
            f"{_meaning(table)}.",
            unvalidated_text(self.outcome.models),
            f"Cellwise {__version__}: {', then '.join(f'`{one}`' for one in self.commands)}",
        ]
        return "\n\n".join(part for part in parts if part) + "\n"

    def to_latex(self) -> str:
        """Give the table as LaTeX; its first lines say what it needs."""
        table = self.outcome.numbers
        comments = [
            f"{_title(table)}. Cellwise {__version__}: {' && '.join(self.commands)}",
            r"Needs \usepackage{booktabs,longtable}.",
            *self._notes(),
            *filter(None, [unvalidated_text(self.outcome.models)]),
        ]
        head, rows = table.written()
        head = ["\n".join(wrap(heading, _HEADING)) for heading in head]
        factors, metrics = len(table.sweep.factors), len(table.metrics)
        labels, *blocks = blocks_of(
            [factors, *[1] * metrics], "l" * factors + "r" * metrics, head, rows, [""] * (1 + metrics)
        )
        written = in_parts(labels, blocks, f"{_title(table)}.", f"{_meaning(table)}.")
        commented = "\n".join(f"% {' '.join(one.split())}" for one in comments)
        return "\n\n".join([commented, *written]) + "\n"

    def _header(self) -> str:
        table, outcome = self.outcome.numbers, self.outcome
        counts = [
            (str(len(table.values)), "cases"),
            (str(table.replications), f"replication{'s' if table.replications != 1 else ''} of each"),
            (str(outcome.runs), "runs"),
        ]
        if outcome.cells:
            counts.append((f"{outcome.cells:,}".replace(",", "\N{THIN SPACE}"), "cells simulated"))
        boxes = [html.element("div", html.text("b", number), html.text("span", of)) for number, of in counts]
        return "\n".join(
            [
                html.text("h1", _title(table)),
                html.text("p", _about(table), class_="document") if _about(table) else "",
                html.element("div", *boxes, class_="counts"),
                *(html.text("p", note, class_="warning") for note in self._notes()),
            ]
        )

    def _notes(self) -> list[str]:
        return [f"Note: {note}." for note in self.outcome.notes]

    def _figures(self) -> str:
        made, left_out = figures_of(self.outcome.numbers, self.outcome.folder, self.interval, self.command)
        told = f"{left_out} more figures are left out; --metric chooses whose are drawn." if left_out else ""
        return "\n".join(
            html.element(
                "figure",
                one.drawing.to_svg(),
                html.element(
                    "figcaption", html.text("span", one.caption), " ", data_link(one.name, one.drawing)
                ),
            )
            for one in made
        ) + (html.text("p", told, class_="note") if told else "")

    def _provenance(self) -> str:
        outcome = self.outcome
        lines = [
            f"Cellwise {__version__}; {runs_text(outcome.runs, outcome.cells)}.",
            "The same commands give the same results, to the last bit, on any machine.",
        ]
        commands = html.element("pre", html.text("code", "\n".join(self.commands)))
        return "".join(html.text("p", line) for line in lines) + commands + models_list(outcome.models)


def write_sweep_report(outcome: SweepOutcome, file: Path, interval: str) -> Path:
    """Write the report in the form that a file's name asks for; as `SweepOutcome.report`."""
    form = {".html": "html", ".md": "markdown", ".tex": "latex"}.get(file.suffix)
    if form is None:
        raise ValueError(f"to: {file} is not allowed; give a file that ends in .html, .md or .tex")
    asked = ["--interval", interval] if interval != "ci" else []
    command = report_command(outcome.folder, form, asked) if outcome.folder else ""
    return write_whole(file, SweepReport(outcome, command, interval).written(form).encode())


def report_command(folder: Path, to: str, asked: Sequence[str]) -> str:
    """Write the command that makes a report from what is stored."""
    return shlex.join(["cellwise", "report", str(folder), "--to", to, *asked])


def _title(table: SweepTable) -> str:
    *before, last = table.sweep.factors
    return f"Sweep over {', '.join(before)} and {last}" if before else f"Sweep over {last}"


def _about(table: SweepTable) -> str:
    """Give the scenario's title; empty if it has none, or if cases have different ones."""
    titles = {str(scenario.to_dict().get("title", "")) for scenario in table.sweep.cases.values()}
    return titles.pop() if len(titles) == 1 else ""


def _meaning(table: SweepTable) -> str:
    """Say what the numbers are."""
    if table.replications < 2:
        return f"One run of each case, without intervals: {ONE_VALUE}"
    if len(table.without_chance) == len(table.values):
        return f"Numbers without intervals: {NOTHING_RANDOM}"
    factors = len(table.sweep.factors)
    numbers = [cell for row in table.written()[1] for cell in row[factors:]]
    beyond = "; where that of a share goes beyond 0 or 1, the ends of the interval stand in brackets"
    some = beyond if any("–" in one and one.endswith(")") for one in numbers) else ""
    some += f"; {table.chance_text()}" if table.without_chance else ""
    return (
        f"Means of {table.replications} independent replications with the half-widths of their 95 % "
        "confidence intervals (Student's t); each number ends with the second significant digit of its "
        f"half-width{some}"
    )


def _results(table: SweepTable) -> str:
    head, rows = table.written()
    factors = len(table.sweep.factors)
    cells = [
        html.row(
            html.text("td", cell, class_="text" if place < factors else "") for place, cell in enumerate(row)
        )
        for row in rows
    ]
    headings = html.row(
        html.text("th", heading, class_="text" if place < factors else "wrap")
        for place, heading in enumerate(head)
    )
    return html.text("p", f"{_meaning(table)}.") + html.table([headings], cells)


def _varied(table: SweepTable) -> str:
    head = html.row(html.text("th", heading, class_="text") for heading in ("setting", "values"))
    rows = [
        html.row(
            [
                html.element("td", html.text("code", path), class_="text"),
                html.text("td", values, class_="text"),
            ]
        )
        for path, values in _values(table)
    ]
    told = (
        f"{len(table.sweep)} cases, each a scenario; what a case leaves as it is has no value in the table."
    )
    return html.text("p", told) + html.table([head], rows)


def _values(table: SweepTable) -> Sequence[tuple[str, str]]:
    found = []
    for path in table.sweep.factors:
        values = [levels[path] for levels in table.sweep.levels.values() if path in levels]
        found.append((path, ", ".join(dict.fromkeys(map(str, values)))))
    return found


def _scenario(table: SweepTable) -> str:
    name, scenario = next(iter(table.sweep.cases.items()))
    shown = html.element("pre", html.text("code", scenario.to_toml()))
    return html.text("p", "The first case in full, as a scenario file.") + html.element(
        "details", html.text("summary", name), shown
    )
