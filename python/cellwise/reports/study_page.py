"""A study's outcome as one HTML file that needs nothing else.

The same outcome gives the same bytes: what differs between runs of the same study (its duration, the machine)
is printed on the screen instead.
"""

import json
from collections.abc import Sequence
from pathlib import Path

from cellwise.files import write_whole
from cellwise.reports import html
from cellwise.reports.page import boxes, figure, header, page, provenance, section
from cellwise.reports.sensitivity import sensitivity_section
from cellwise.reports.study_tables import tables_section
from cellwise.reports.text import lacking_text, runs_text, verdict_text
from cellwise.study.claims import Claim
from cellwise.study.definition import Exploration, Setting
from cellwise.study.drive import StudyResults
from cellwise.study.explore import Explored
from cellwise.study.score import Score, score
from cellwise.study.sensitivity import Trial
from cellwise.version import __version__


def write_report(outcome: StudyResults, path: Path, command: str, trials: Sequence[Trial] = ()) -> None:
    """Write the report; it appears complete or not at all.

    `command` makes it again; `trials` are the sensitivity analysis, if there is one.

    Raises `OSError` if the file cannot be written.
    """
    write_whole(path, render(outcome, command, trials).encode())


def render(outcome: StudyResults, command: str, trials: Sequence[Trial] = ()) -> str:
    """Give the report as text."""
    study = outcome.study
    question, text = _question(study.question)
    first, *figures = _figures(outcome, command) or [""]
    sections = [
        section("tables", "Published and ours", tables_section(outcome)) if outcome.comparisons else "",
        section("explorations", "Beyond the document", _explorations(outcome)) if outcome.explored else "",
        section("claims", "Claims", _claims(outcome)),
        section("figures", "Figures", "\n".join(figures)) if figures else "",
        section("how", "How it is simulated, and what is not reproduced", html.from_markdown(text, below=1))
        if text
        else "",
        section("scenario", "The scenario", _scenario(outcome)),
        section("settings", "Settings and reasons", _settings(study.settings)),
        section("sensitivity", "Sensitivity to the open choices", sensitivity_section(study, trials, text)),
        section("provenance", "Provenance", _provenance(outcome, command)),
    ]
    return page(study.title, _header(outcome, question, first), sections)


def _question(source: str) -> tuple[str, str]:
    """Separate the question, the first chapter, from the rest."""
    question, mark, rest = source.removeprefix("## What is asked").partition("\n## ")
    return question, f"## {rest}" if mark else ""


def _header(outcome: StudyResults, question: str, figure_of_study: str) -> str:
    """Write the parts that a reader looks for first: the question, the verdict, a figure, three numbers."""
    study, found = outcome.study, [one for table in outcome.comparisons.values() for one in table]
    lead = [
        html.element("section", html.text("h2", "The question"), html.from_markdown(question), id="question"),
        html.text("p", verdict_text(found, outcome.findings), class_="outcome"),
        figure_of_study,
        html.element("div", *_boxes(outcome, score(found)), class_="counts"),
    ]
    notes = (f"Note: {note}." for note in outcome.notes)
    shown = html.element("div", *lead, class_="lead with-figure" if figure_of_study else "lead")
    return header(study.title, study.document, notes, lead=shown)


def _boxes(outcome: StudyResults, one: Score) -> list[str]:
    decided = sum(finding.verdict != "undecided" for finding in outcome.findings)
    numbers = [
        (f"{one.inside_min_max} of {one.consistent}", "predictions inside"),
        (f"{decided} of {len(outcome.findings)}", "claims decided"),
        (str(outcome.replications), f"replication{'s' if outcome.replications != 1 else ''}"),
    ]
    return boxes(one for one in numbers if not one[0].endswith(" of 0"))


def _explorations(outcome: StudyResults) -> str:
    intro = html.text(
        "p",
        "No number is published for these cases: our median, and from two replications on the 5-95 % range.",
    )
    blocks = [_exploration(one, outcome.explored[one.name]) for one in outcome.explorations()]
    return intro + "\n".join(blocks)


def _exploration(exploration: Exploration, found: Sequence[Explored]) -> str:
    by_place = {(one.row, one.measure): one.text for one in found}
    head = [html.text("th", name) for name in (*exploration.label_columns, *exploration.measures.values())]
    rows = [
        [
            *(html.text("td", label, class_="label") for label in row),
            *(html.text("td", by_place[row, measure]) for measure in exploration.measures),
        ]
        for row in exploration.rows
    ]
    note = html.text("p", exploration.note, class_="note") if exploration.note else ""
    return html.text("h3", exploration.title) + note + html.table(rows, head)


def _claims(outcome: StudyResults) -> str:
    intro = html.text(
        "p",
        "A claim is upheld if its inequalities hold for the medians and in at least 80 % of the paired "
        "replications, refuted if one of them fails for the medians and in at least 80 % of them, and "
        "undecided otherwise. A part that depends on a value that the document leaves open, on our own "
        "tolerance or on a number with which the document contradicts itself cannot refute. The ledger has "
        "the tests that were written down before anything was run.",
    )
    head = html.headings(("claim", "the document says", "verdict", "evidence"))
    rows = [
        [
            html.text("td", finding.claim.id.rpartition("-")[2], class_="text"),
            html.element(
                "td",
                html.text("div", finding.claim.says),
                html.text("div", f"{finding.claim.where}. Test: {finding.claim.test}", class_="note"),
                html.text("div", _other_test(finding.claim), class_="note") if finding.claim.differs else "",
                class_="text",
            ),
            html.text("td", finding.reported, class_=f"text verdict {finding.verdict}"),
            html.text("td", finding.evidence.removeprefix(f"{finding.lacking}; "), class_="text"),
        ]
        for finding in outcome.findings
    ]
    lacking = lacking_text(outcome.findings, outcome.replications)
    return intro + (html.text("p", lacking) if lacking else "") + html.table(rows, head)


def _other_test(claim: Claim) -> str:
    return f"The ledger's test: {claim.ledger} Ours differs: {claim.differs}"


def _figures(outcome: StudyResults, command: str) -> list[str]:
    captions = {figure.name: figure.caption for figure in outcome.study.figures}
    return [figure(name, captions[name], drawing, command) for name, drawing in outcome.figures.items()]


def _scenario(outcome: StudyResults) -> str:
    cases = len(outcome.study.cases)
    plural = "s" if outcome.replications != 1 else ""
    summary = (
        f"{cases} cases, each a scenario; {outcome.runs} runs for this report, {outcome.replications} "
        f"replication{plural} of every case. The settings and their reasons are below; this is the first "
        "case in full, as a scenario file."
    )
    name, case = next(iter(outcome.study.cases.items()))
    return html.text("p", summary) + html.folded(name, case.scenario.to_toml())


def _settings(settings: Sequence[Setting]) -> str:
    intro = html.text("p", "One set of choices for all tables; nothing is set for a single row or number.")
    head = html.headings(("setting", "value", "from", "reason"))
    rows = [
        [
            html.element("td", html.text("code", setting.path), class_="text"),
            html.element("td", html.text("code", json.dumps(setting.value).strip('"')), class_="text"),
            html.text("td", "document" if setting.stated else "our choice", class_="text"),
            html.text("td", setting.why, class_="text"),
        ]
        for setting in settings
    ]
    return intro + html.table(rows, head)


def _provenance(outcome: StudyResults, command: str) -> str:
    lines = [
        f"Cellwise {__version__}; {runs_text(outcome.runs, outcome.cells)}.",
        "The same command gives the same results, to the last bit, on any machine, with any number of jobs.",
    ]
    return provenance(lines, [command], outcome.models)
