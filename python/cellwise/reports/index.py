"""All studies in one call, and one page with a line per document.

The reports hold what any machine reproduces to the bit; how long it took here is on this page only.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from cellwise.errors import SimulationError
from cellwise.files import write_whole
from cellwise.points.estimate import span_text
from cellwise.points.executors import ExecutorError
from cellwise.points.progress import Form
from cellwise.reports import html
from cellwise.reports.study_page import write_report
from cellwise.reports.text import percent
from cellwise.study import sensitivity
from cellwise.study.definition import Study
from cellwise.study.drive import StudyResults, drive
from cellwise.study.order import order_of, read_order, write_order
from cellwise.study.score import Score, score
from cellwise.version import __version__


@dataclass(frozen=True, slots=True)
class Line:
    """One study of the page."""

    name: str
    title: str
    document: str
    scores: Score = field(default_factory=lambda: score([]))
    """Of its separate predictions that are not trivial."""
    claims: int = 0
    upheld: int = 0
    refuted: int = 0
    replications: int = 0
    asked: int = 0
    """As many replications as the claims ask for."""
    runs: int = 0
    cells: int = 0
    cpu_s: float = 0.0
    wall_s: float = 0.0
    failure: str | None = None
    """Why there is no report, or None."""

    @classmethod
    def of(cls, outcome: StudyResults) -> "Line":
        """Count the results of a study."""
        study = outcome.study
        return cls(
            name=study.name,
            title=study.title,
            document=study.document,
            scores=score([one for table in outcome.comparisons.values() for one in table]),
            claims=len(outcome.findings),
            upheld=sum(one.verdict == "upheld" for one in outcome.findings),
            refuted=sum(one.verdict == "refuted" for one in outcome.findings),
            replications=outcome.replications,
            asked=study.enough_replications(),
            runs=outcome.runs,
            cells=outcome.cells,
            cpu_s=outcome.cpu_s,
            wall_s=outcome.wall_s,
        )

    @property
    def undecided(self) -> int:
        """Claims that are neither upheld nor refuted."""
        return self.claims - self.upheld - self.refuted

    def count(self, verdict: str) -> str:
        """Write how many numbers have a verdict; nothing where none is published."""
        return str(getattr(self.scores, verdict)) if self.scores.published else ""

    def text(self) -> str:
        """Describe it in one line."""
        if self.failure:
            return f"{self.name}: failed"
        numbers, one = "", self.scores
        if one.published:
            reported = ("contradict the document", "inside", "near", "outside")
            counts = (one.inconsistent, one.inside_min_max, one.near, one.outside)
            errors = {"median error": one.median_error, "mean error": one.mean_error, "CRPS": one.crps}
            named = [f"{one.predictions} separate numbers"]
            named += [f"{count} {name}" for name, count in zip(reported, counts, strict=True) if count]
            named += [f"{name} {percent(off)}" for name, off in errors.items() if off is not None]
            numbers = "".join(f"{text}, " for text in named)
        judged = f"{self.upheld} of {self.claims} claims upheld, {self.refuted} refuted"
        if self.undecided:
            few = f" (some ask for {self.asked} replications)" if self.asked > self.replications else ""
            judged += f", {self.undecided} undecided{few}"
        return f"{self.name}: {numbers}{judged}, {self.runs} runs, {span_text(self.wall_s)}"


def reproduce(
    studies: Sequence[Study],
    folder: Path,
    *,
    replications: int | None = None,
    jobs: int = 1,
    executor: Executor | None = None,
    fresh: bool = False,
    progress: Form = "auto",
    report: Callable[[Line], None] = lambda _line: None,
) -> list[Line]:
    """Run some studies, each into a folder of its name, with a report, and write ``index.html``.

    A study of which points fail does not keep the others from being run; the page says why it has no report.
    The page is written again after each study, so that it shows the finished ones even if the rest is
    interrupted.

    `replications` are of every case, by default as many as the claims of each study ask for; `jobs`,
    `executor`, `fresh` and `progress` are as in `drive`. `report` is called with every study that is done.

    Raises `KeyboardInterrupt`, `OSError`, `ExecutorError` if interrupted, if nothing can be written any more,
    or if the executor cannot be used or is lost; finished studies are kept.
    """
    run = partial(drive, jobs=jobs, executor=executor, fresh=fresh, progress=progress)
    lines: list[Line] = []
    for study in studies:
        enough = study.enough_replications() if replications is None else replications
        line = _one(study, folder / study.name, enough, fresh, run)
        lines.append(line)
        report(line)
        write_whole(folder / "index.html", page(lines, replications).encode())
    return lines


def _one(
    study: Study, folder: Path, replications: int, fresh: bool, run: Callable[..., StudyResults]
) -> Line:
    command = f"cellwise study {study.called} --replications {replications}"
    before = read_order(folder)
    # Points that were there already took their time once: the page shows that, and not the time of reading.
    earlier_s = before.wall_s if before and not fresh and before.replications == replications else 0.0
    # Before it runs, so that whatever ends it leaves what it was asked for.
    write_order(folder, order_of(study, replications, wall_s=earlier_s))
    try:
        outcome = run(study, folder, replications=replications)
    except ExecutorError:
        # The other studies could not be run either.
        raise
    except SimulationError as error:
        return Line(study.name, study.title, study.document, failure=str(error))
    line = replace(Line.of(outcome), wall_s=max(outcome.wall_s, earlier_s))
    write_order(folder, order_of(study, replications, wall_s=line.wall_s))
    write_report(outcome, folder / "report.html", command, sensitivity.saved(folder))
    return line


def page(lines: Sequence[Line], replications: int | None) -> str:
    """Give the page as text; `replications` as `reproduce` was asked for them."""
    intro = (
        f"Each document's experiments, run again with Cellwise {__version__}. Claims that ask for more "
        "replications than were run stay undecided. Times are of this machine."
    )
    option = "" if replications is None else f" --replications {replications}"
    return html.page(
        "Cellwise: the documents, run again",
        html.text("h1", "The documents, run again"),
        html.text("p", intro, class_="document"),
        _table(lines),
        html.listing(f"cellwise study all{option}"),
    )


#: Heading and, for numbers, how the text of a line is made.
_COLUMNS: dict[str, Callable[[Line], str]] = {
    "separate numbers": lambda one: str(one.scores.predictions) if one.scores.published else "none printed",
    "contradict the document": lambda one: one.count("inconsistent"),
    "inside": lambda one: one.count("inside_min_max"),
    "near our median": lambda one: one.count("near"),
    "outside": lambda one: one.count("outside"),
    "median error": lambda one: percent(one.scores.median_error),
    "mean error": lambda one: percent(one.scores.mean_error),
    "CRPS": lambda one: percent(one.scores.crps),
    "claims upheld": lambda one: f"{one.upheld} of {one.claims}",
    "refuted": lambda one: str(one.refuted),
    "undecided": lambda one: str(one.undecided),
    "replications": lambda one: str(one.replications),
    "runs": lambda one: f"{one.runs:,}",
    "million cells": lambda one: f"{one.cells / 1e6:,.0f}",
    "processor": lambda one: span_text(one.cpu_s),
    "time": lambda one: span_text(one.wall_s),
}


def _table(lines: Sequence[Line]) -> str:
    names = [
        html.text("th", "document", class_="text"),
        *(html.text("th", heading, class_="wrap") for heading in _COLUMNS),
        html.text("th", "report", class_="text"),
    ]
    return html.table(map(_row, lines), names)


def _row(line: Line) -> list[str]:
    document = html.element(
        "td", html.text("b", line.title), html.text("div", line.document, class_="note"), class_="text"
    )
    if line.failure:
        why = html.text("td", line.failure, class_="text outside", colspan=str(len(_COLUMNS) + 1))
        return [document, why]
    link = html.element("td", html.text("a", line.name, href=f"{line.name}/report.html"), class_="text")
    return [document, *(html.text("td", show(line)) for show in _COLUMNS.values()), link]
