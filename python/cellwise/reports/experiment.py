"""The results of an experiment as one HTML file, and as tables in Markdown and LaTeX for other documents.

The same outcome gives the same bytes.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap

from cellwise.experiments.outcome import Outcome
from cellwise.experiments.paired import PairedComparison
from cellwise.experiments.sweep_outcome import SweepOutcome
from cellwise.experiments.sweep_table import SweepTable
from cellwise.files import write_whole
from cellwise.reports import html
from cellwise.reports.compare_sections import (
    beside_each_other,
    overridden_in_markdown,
    overridden_in_words,
    scenarios_of,
)
from cellwise.reports.latex_layout import blocks_of, in_parts
from cellwise.reports.latex_style import PLAIN, Style, packages
from cellwise.reports.page import figure, header, page, provenance, section
from cellwise.reports.text import runs_text, unvalidated_text
from cellwise.reports.text_tables import markdown_table
from cellwise.version import __version__

#: Letters of a line in the heading of a LaTeX column: about the width of its numbers.
_HEADING = 18


@dataclass(frozen=True, slots=True)
class ExperimentReport:
    """An experiment that is to be reported, and how."""

    outcome: Outcome
    command: str
    """The command that makes the report again."""
    interval: str = "ci"
    """What figures draw around each value: ``ci`` or ``range``."""
    style: Style = PLAIN
    """How tables are set in LaTeX."""

    @property
    def commands(self) -> list[str]:
        """The commands that make it all again, in their order."""
        made = [one for one in (self.outcome.command, self.command) if one]
        return made or ["# made in Python"]

    def written(self, form: str) -> str:
        """Give the report in a form: ``html``, ``latex`` or ``markdown``."""
        return {"html": self.to_html, "latex": self.to_latex, "markdown": self.to_markdown}[form]()

    def to_html(self) -> str:
        """Give the report as one page."""
        sheet = self.outcome.shown_sheet()
        sections = [*self._sections(), section("provenance", "Provenance", self._provenance())]
        return page(sheet.title, self._header(), sections)

    def _sections(self) -> list[str]:
        outcome = self.outcome
        if isinstance(outcome, PairedComparison):
            return [
                beside_each_other(outcome, self._results(), self._figures()),
                scenarios_of(outcome),
            ]
        return [
            section("results", "Results", self._results()),
            section("figures", "Figures", self._figures()),
            *(_of_sweep(outcome.numbers) if isinstance(outcome, SweepOutcome) else []),
        ]

    def to_markdown(self) -> str:
        """Give the table, and what has to be known of it, as Markdown."""
        outcome, sheet = self.outcome, self.outcome.shown_sheet()
        parts = [
            f"# {sheet.title}",
            sheet.about,
            *self._notes(),
            markdown_table([one.heading for one in sheet.columns], sheet.rows),
            f"{sheet.meaning}.",
            overridden_in_markdown(outcome) if isinstance(outcome, PairedComparison) else "",
            unvalidated_text(outcome.models),
            f"Cellwise {__version__}: {', then '.join(f'`{one}`' for one in self.commands)}",
        ]
        return "\n\n".join(part for part in parts if part) + "\n"

    def to_latex(self) -> str:
        """Give the table as LaTeX; its first lines say what it needs."""
        outcome, sheet = self.outcome, self.outcome.shown_sheet()
        head = ["\n".join(wrap(one.heading, _HEADING)) for one in sheet.columns]
        columns = "".join("r" if one.is_number else "l" for one in sheet.columns)
        others = len(columns.lstrip("l"))
        sizes = [len(columns) - others, *[1] * others]
        labels, *blocks = blocks_of(sizes, columns, head, sheet.rows, [""] * (1 + others))
        written = in_parts(labels, blocks, f"{sheet.title}.", f"{sheet.meaning}.", style=self.style)
        comments = [
            f"{sheet.title}. Cellwise {__version__}: {' && '.join(self.commands)}",
            packages("\n".join(written)),
            *(overridden_in_words(outcome) if isinstance(outcome, PairedComparison) else []),
            *self._notes(),
            *filter(None, [unvalidated_text(outcome.models)]),
        ]
        commented = "\n".join(f"% {' '.join(one.split())}" for one in comments)
        return "\n\n".join([commented, *written]) + "\n"

    def _header(self) -> str:
        outcome, sheet = self.outcome, self.outcome.shown_sheet()
        counts = [*sheet.counts, (str(outcome.runs), "runs")]
        if outcome.cells:
            counts.append((f"{outcome.cells:,}".replace(",", "\N{THIN SPACE}"), "cells simulated"))
        return header(sheet.title, sheet.about, self._notes(), counts)

    def _results(self) -> str:
        sheet = self.outcome.shown_sheet()
        cells = [
            [
                html.text("td", cell, class_="" if one.is_number else "text")
                for one, cell in zip(sheet.columns, row, strict=True)
            ]
            for row in sheet.rows
        ]
        headings = [
            html.text("th", one.heading, class_="wrap" if one.is_number else "text") for one in sheet.columns
        ]
        return html.text("p", f"{sheet.meaning}.") + html.table(cells, headings)

    def _notes(self) -> list[str]:
        return [f"Note: {note}." for note in self.outcome.shown_sheet().notes]

    def _figures(self) -> str:
        made, left_out = self.outcome.figures(self.interval, self.command)
        reported = (
            f"{left_out} more figures are left out; --metric chooses whose are drawn." if left_out else ""
        )
        shown = "\n".join(figure(one.name, one.caption, one.drawing) for one in made)
        return shown + (html.text("p", reported, class_="note") if reported else "")

    def _provenance(self) -> str:
        outcome = self.outcome
        lines = [
            f"Cellwise {__version__}; {runs_text(outcome.runs, outcome.cells)}.",
            "The same commands give the same results, to the last bit, on any machine.",
        ]
        return provenance(lines, self.commands, outcome.models)


def form_of(file: Path) -> str:
    """Give the form that a file's name asks for; raises `ValueError` if it asks for none."""
    form = {".html": "html", ".md": "markdown", ".tex": "latex"}.get(file.suffix)
    if form is None:
        raise ValueError(f"to: {file} is not allowed; give a file that ends in .html, .md or .tex")
    return form


def save_report(outcome: Outcome, file: Path, interval: str) -> Path:
    """Write the report in the form that a file's name asks for; as `Outcome.report`."""
    form = form_of(file)
    options = ["--interval", interval] if interval != "ci" else []
    command = report_command(outcome.folder, form, options) if outcome.folder else ""
    return write_whole(file, ExperimentReport(outcome, command, interval).written(form).encode())


def report_command(folder: Path, to: str, options: Sequence[str]) -> str:
    """Write the command that makes a report from stored results."""
    return shlex.join(["cellwise", "report", str(folder), "--to", to, *options])


def _of_sweep(table: SweepTable) -> list[str]:
    return [
        section("varied", "What was varied", _varied(table)),
        section("scenario", "The scenario", _scenario(table)),
    ]


def _varied(table: SweepTable) -> str:
    head = html.headings(("setting", "values"))
    rows = [
        [
            html.element("td", html.text("code", path), class_="text"),
            html.text("td", values, class_="text"),
        ]
        for path, values in _values(table)
    ]
    reported = (
        f"{len(table.sweep)} cases, each a scenario; a setting that a case does not change has no value in "
        "the table."
    )
    return html.text("p", reported) + html.table(rows, head)


def _values(table: SweepTable) -> Sequence[tuple[str, str]]:
    found = []
    for path in table.sweep.factors:
        values = [levels[path] for levels in table.sweep.levels.values() if path in levels]
        found.append((path, ", ".join(dict.fromkeys(map(str, values)))))
    return found


def _scenario(table: SweepTable) -> str:
    name, scenario = next(iter(table.sweep.cases.items()))
    shown = html.folded(name, scenario.to_toml())
    return html.text("p", "The first case in full, as a scenario file.") + shown
