"""The report of one run: its tables and the plots of its records, as one page; its tables as texts."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import Any

from cellwise.page.notebook import flow_rows, port_rows
from cellwise.page.sentences import busiest_line, lost_lines, ping_lines
from cellwise.plots.drawing import Drawing
from cellwise.plots.needs import NotRecordedError
from cellwise.plots.registry import PLOTS
from cellwise.points.store import Model
from cellwise.reports import html
from cellwise.reports.latex_layout import blocks_of, in_parts
from cellwise.reports.latex_style import PLAIN, Style, packages
from cellwise.reports.page import figure, header, page, provenance, section
from cellwise.reports.text import unvalidated_text
from cellwise.reports.text_tables import markdown_table
from cellwise.results import Run
from cellwise.version import __version__

#: More rows than this of a table are left to the results folder.
_MOST_ROWS = 200

#: Letters of a line in the heading of a LaTeX column: about the width of its numbers.
_HEADING = 14

#: A heading, its head and its rows.
Table = tuple[str, list[str], list[list[str]]]


@dataclass(frozen=True, slots=True)
class RunReport:
    """A run that is to be reported."""

    run: Run
    folder: Path
    """Where it is stored, for the commands."""
    command: str
    """The command that makes the report again."""
    style: Style = PLAIN
    """How tables are set in LaTeX."""

    def to_html(self) -> str:
        """Give the report as one page."""
        figures = "\n".join(self._figure(name, drawing) for name, drawing in self._drawings())
        tables = "".join(html.text("h3", one[0]) + _as_html(*one[1:]) for one in self._tables())
        reported = "".join(html.text("p", f"{one}.") for one in self._reported())
        sections = [
            section("results", "Results", reported + tables),
            section("figures", "Figures", figures),
            section("scenario", "The scenario", self._scenario()),
            section("provenance", "Provenance", self._provenance()),
        ]
        return page(self._title(), self._header(), sections)

    def to_markdown(self) -> str:
        """Give the tables, and what has to be known of them, as Markdown."""
        tables = [f"## {one[0]}\n\n{markdown_table(*one[1:])}" for one in self._tables()]
        first = [
            f"# {self._title()}",
            self._about(),
            *self._notes(),
            *(f"{one}." for one in self._reported()),
        ]
        parts = [*first, *tables, *self._made()]
        return "\n\n".join(part for part in parts if part) + "\n"

    def to_latex(self) -> str:
        """Give the tables as LaTeX; the first lines say what they need."""
        written = [part for table in self._tables() for part in self._latex(table)]
        comments = [self._title(), self._about(), packages("\n".join(written))]
        comments += [*self._notes(), *self._reported(), *self._made()]
        return "\n\n".join(["\n".join(f"% {one}" for one in comments if one), *written]) + "\n"

    def _latex(self, table: Table) -> list[str]:
        title, head, rows = table
        head = ["\n".join(wrap(heading, _HEADING)) for heading in head]
        count = len(head) - 1
        labels, *blocks = blocks_of([1] * (count + 1), "l" + "r" * count, head, rows, [""] * (count + 1))
        return in_parts(labels, blocks, f"{title}: {self._title()}.", "", style=self.style)

    def _title(self) -> str:
        return str(self.run.scenario.to_dict().get("title") or "One run")

    def _about(self) -> str:
        document = self.run.scenario.to_dict()
        seed = document.get("seed", 1)
        length = f"One run of {self.run.simulated_s:g} simulated seconds"
        return f"{length}, seed {seed}; another seed may give other numbers."

    def _notes(self) -> list[str]:
        stopped = self.run.stopped
        early = [f"Warning: the run stopped early, {stopped.get('reason', 'at a limit')}."] if stopped else []
        reported = [*self.run.scenario.left_out, *self.run.warnings()]
        return [*early, *(f"Warning: {one}." for one in reported)]

    def _reported(self) -> list[str]:
        """Write the sentences next to the tables: the bottleneck, the pings, the losses."""
        busiest = self.run.bottleneck
        lost = [f"{line[:1].upper()}{line[1:]}" for line in lost_lines(self.run)]
        first = [busiest_line(busiest).replace("busiest", "Busiest", 1)] if busiest else []
        return [*first, *ping_lines(self.run, _MOST_ROWS), *lost]

    def _made(self) -> list[str]:
        reported = [
            unvalidated_text(self._models()),
            f"Cellwise {__version__}: {' && '.join(self._commands())}",
        ]
        return [one for one in reported if one]

    def _commands(self) -> list[str]:
        return [shlex.join(["cellwise", "run", str(self.folder / "scenario.toml")]), self.command]

    def _models(self) -> list[Model]:
        return [(str(one["family"]), str(one["name"]), str(one["status"])) for one in self.run.models]

    def _tables(self) -> list[Table]:
        found = [("Flows", *flow_rows(self.run, _MOST_ROWS)), ("Ports", *port_rows(self.run, _MOST_ROWS))]
        return [(title, head, rows) for title, head, rows, _ in found if rows]

    def _header(self) -> str:
        return header(self._title(), self._about(), self._notes())

    def _drawings(self) -> list[tuple[str, Drawing]]:
        """Draw the network, and all plots of one run for which there is something."""
        names = [name for name in PLOTS if not PLOTS[name].many]
        drawn = ((name, self._drawing(name)) for name in sorted(names, key=lambda one: one != "network"))
        return [(name, drawing) for name, drawing in drawn if drawing is not None and not drawing.note]

    def _drawing(self, name: str) -> Drawing | None:
        try:
            drawing = self.run.plot(name)
        except (NotRecordedError, ValueError):
            # Not recorded, or several where this plot shows one.
            return None
        return drawing.with_footer(shlex.join(["cellwise", "plot", str(self.folder), name]))

    def _figure(self, name: str, drawing: Drawing) -> str:
        reported = PLOTS[name].summary
        return figure(name, f"{reported[:1].upper()}{reported[1:]}.", drawing)

    def _scenario(self) -> str:
        return html.folded("As a scenario file", self.run.scenario.to_toml())

    def _provenance(self) -> str:
        cells = f"{self.run.cells} cells; " if self.run.cells else ""
        lines = [
            f"Cellwise {__version__}; {cells}fingerprint {self.run.fingerprint}.",
            "The same scenario gives the same results, to the last bit, on any machine.",
        ]
        return provenance(lines, self._commands(), self._models())


def _as_html(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    def cells(kind: str, row: Sequence[Any]) -> list[str]:
        return [html.text(kind, cell, class_="" if at else "text") for at, cell in enumerate(row)]

    return html.table([cells("td", row) for row in rows], cells("th", head))
