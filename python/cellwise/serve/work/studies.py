"""Studies for the page: their tables next to the published numbers, for stored points."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from cellwise.page.plain import plain_object
from cellwise.reports.text import error_text
from cellwise.serve.known import names
from cellwise.serve.names import inside
from cellwise.serve.work.shelf import MOST_REPLICATIONS, Shelf
from cellwise.serve.work.task import Arguments, RefusedError
from cellwise.study.claims import judge
from cellwise.study.compare import compare
from cellwise.study.definition import Exploration, Number, Row, Table
from cellwise.study.values import Values


@cache
def _shelf(name: str) -> Shelf:
    return Shelf(name)


#: The shelves of a user's own studies, each with the state of its files when they were read.
_own: dict[str, tuple[object, Shelf]] = {}


def _own_shelf(folder: str) -> Shelf:
    """Give the shelf of a user's own study, again where its author has changed it."""
    files = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    stand = [(path, (stat := path.stat()).st_mtime_ns, stat.st_size) for path in files]
    if folder not in _own or _own[folder][0] != stand:
        _own[folder] = (stand, Shelf(folder))
    return _own[folder][1]


def shelf_of(arguments: Arguments) -> tuple[Shelf, Path | None]:
    """Give a study and its folder inside the results folder, if there is one."""
    name = str(arguments["name"])
    own = arguments["own"]
    if name not in names(own):
        raise RefusedError(f"study: {name[:80]!r} is not known; the studies are {', '.join(names(own))}")
    shelf = _own_shelf(own[name]) if name in own else _shelf(name)
    return shelf, inside(Path(arguments["folder"]), name)


def listed(arguments: Arguments) -> dict[str, Any]:
    """List the studies with their titles, and how many points of each are stored."""
    return {"studies": [_listed(arguments, name) for name in names(arguments["own"])]}


def _listed(arguments: Arguments, name: str) -> dict[str, Any]:
    try:
        shelf, folder = shelf_of({**arguments, "name": name})
    except ValueError as error:
        # Its author is at work on it: the others can still be used, and opening it shows all mistakes.
        reported = {"title": "cannot be read", "source": "", "summary": str(error).partition("\n")[0]}
        return {"name": name, **reported, "groups": [], "stored": 0, "replications": None}
    order = shelf.order(folder)
    return {
        "name": name,
        "title": shelf.study.title,
        "source": shelf.study.document,
        "summary": _first_paragraph(shelf.study.question),
        "groups": shelf.study.groups(),
        "stored": sum(1 for _ in (folder / "points").glob("*.json")) if folder else 0,
        "replications": order.replications if order else None,
    }


def _first_paragraph(question: str) -> str:
    """Give what a study asks, without the heading above it."""
    blocks = [block for block in question.split("\n\n") if block and not block.startswith("#")]
    return " ".join(blocks[0].split()) if blocks else ""


def described(arguments: Arguments) -> dict[str, Any]:
    """Describe a study: its question, its tables with stored results, its claims, its figures."""
    shelf, folder = shelf_of(arguments)
    study, values, order = shelf.study, shelf.read(folder), shelf.order(folder)
    figures = shelf.figure_data(folder)
    return plain_object(
        {
            "name": arguments["name"],
            "title": study.title,
            "source": study.document,
            "question": study.question,
            "groups": study.groups(),
            "tables": [_table(table, values) for table in study.tables],
            "explorations": [_exploration(one, values) for one in study.explorations],
            "claims": [_claim(claim, values) for claim in study.claims],
            "figures": [
                {"name": one.name, "title": one.caption, "ready": one.draw(figures) is not None}
                for one in study.figures
            ],
            "replications": values.replications(),
            "asked": order.replications if order else None,
            "only": list(order.only) if order else [],
            "problems": [*_unread(arguments, folder), *shelf.problems()],
        }
    )


def _unread(arguments: Arguments, folder: Path | None) -> list[str]:
    """Say that a study's folder is there but not looked into, if so."""
    path = Path(arguments["folder"]) / str(arguments["name"])
    if folder is not None or not path.exists():
        return []
    return [f"{path}: is no folder, or is a link, or holds one, and links are not followed"]


def _table(table: Table, values: Values) -> dict[str, Any]:
    return {
        "name": table.name,
        "title": table.title,
        "note": table.note,
        "labels": list(table.label_columns),
        "columns": [{"name": name, "title": title} for name, title in table.columns.items()],
        "rows": [
            {"row": list(row.labels), "column": column, **_number(table, row, column, number, values)}
            for row in table.rows
            for column, number in row.numbers.items()
        ],
    }


def _number(table: Table, row: Row, column: str, number: Number, values: Values) -> dict[str, Any]:
    published = {"case": number.case, "measure": number.measure, "published": float(number.printed)}
    published |= {"printed": number.printed, "note": number.inconsistent or "", "off": ""}
    if not values.has(number.case):
        return {**published, "ours": None, "low": None, "high": None, "verdict": None, "replications": 0}
    one = compare(table.name, row.labels, column, number, values.of(number.case, number.measure))
    ours = {"ours": one.median, "low": one.low, "high": one.high, "least": one.least, "most": one.most}
    judged = {"verdict": one.verdict, "off": error_text(one)}
    return {**published, **ours, **judged, "replications": one.replications}


def _exploration(one: Exploration, values: Values) -> dict[str, Any]:
    rows = [
        {"row": list(labels), "case": case, "column": measure, **_ours(case, measure, values)}
        for labels, case in one.rows.items()
        for measure in one.measures
    ]
    return {
        "name": one.name,
        "title": one.title,
        "note": one.note,
        "labels": list(one.label_columns),
        "columns": [{"name": name, "title": title} for name, title in one.measures.items()],
        "rows": rows,
    }


def _ours(case: str, measure: str, values: Values) -> dict[str, Any]:
    if not values.has(case):
        return {"ours": None, "low": None, "high": None, "replications": 0}
    found = values.of(case, measure)
    low, median, high = (float(value) for value in np.percentile(found, [5.0, 50.0, 95.0]))
    return {"ours": median, "low": low, "high": high, "replications": len(found)}


def _claim(claim: Any, values: Values) -> dict[str, Any]:
    finding = judge(claim, values)
    return {
        "id": claim.id,
        "where": claim.where,
        "says": claim.says,
        "test": claim.test,
        "verdict": finding.verdict,
        "evidence": finding.evidence,
    }


def case(arguments: Arguments) -> dict[str, Any]:
    """Give the scenario behind a number of a study."""
    shelf, _ = shelf_of(arguments)
    replication = int(arguments["replication"])
    if not 0 <= replication < MOST_REPLICATIONS:
        raise RefusedError(f"replication: {replication} is not allowed; give 0 up to {MOST_REPLICATIONS - 1}")
    try:
        return {"scenario": shelf.scenario(str(arguments["case"]), replication).to_dict()}
    except ValueError as error:
        raise RefusedError(str(error)) from None


def figure(arguments: Arguments) -> dict[str, Any]:
    """Draw a figure of a study from stored results."""
    shelf, folder = shelf_of(arguments)
    found = next((one for one in shelf.study.figures if one.name == arguments["figure"]), None)
    if found is None:
        known = ", ".join(one.name for one in shelf.study.figures)
        raise RefusedError(f"figure: {str(arguments['figure'])[:80]!r} is not known; there are {known}")
    drawing = found.draw(shelf.figure_data(folder))
    if drawing is None:
        raise RefusedError(f"figure: {found.name} has nothing to show yet; run the study first")
    return {"content": drawing.to_svg().encode()}


#: By the name of the task.
TASKS: Mapping[str, Callable[[Arguments], dict[str, Any]]] = {
    "studies": listed,
    "study": described,
    "study-case": case,
    "study-figure": figure,
}
