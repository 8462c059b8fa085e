"""A study from its folder: ``study.toml``, ``README.md``, and published tables in ``published``."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cellwise.errors import ConfigError
from cellwise.quantity import span_s
from cellwise.scenario import Scenario
from cellwise.study.choices import as_chosen, chosen_values
from cellwise.study.data.claims import claims_of
from cellwise.study.data.expression import ExpressionError
from cellwise.study.data.figures import figures_of
from cellwise.study.data.form import StudyForm, VaryForm
from cellwise.study.data.grid import Cases, cases_of
from cellwise.study.data.issues import Issues
from cellwise.study.data.measures import Measure, MeasureRun, measures_of, sampled
from cellwise.study.data.tables import explorations_of, tables_of
from cellwise.study.definition import Exploration, Figure, Setting, Study, Table
from cellwise.study.draws import uniform
from cellwise.study.points import Vary, unvaried

QUESTION = "README.md"

#: Drawn times are written to the nanosecond.
_NS_PER_S = 1e9


def build(file: Path, place: str, *, try_measures: bool) -> Study:
    """Read a study from its file, as `read_study` says."""
    issues = Issues(file.name)
    form = _form(file, issues)
    issues.raise_any()
    assert form is not None
    return _study(form, file, place, None, try_measures=try_measures)


def _form(file: Path, issues: Issues) -> StudyForm | None:
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
        return StudyForm.model_validate(document)
    except OSError as error:
        issues.add(str(file), f"cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        issues.add(f"byte {error.start}", "a study is UTF-8 text")
    except tomllib.TOMLDecodeError as error:
        issues.add("TOML", str(error))
    except ValidationError as error:
        issues.add_invalid(error, StudyForm)
    return None


def _study(
    form: StudyForm,
    file: Path,
    place: str,
    changes: Mapping[str, Any] | None,
    *,
    try_measures: bool = False,
) -> Study:
    issues, folder = Issues(file.name), file.parent
    settings = [Setting(**{**one.model_dump(), "others": tuple(one.others)}) for one in form.setting]
    _refuse_twice("setting", [one.path for one in settings], issues)
    chosen = chosen_values(settings, changes)
    measures = measures_of(form.measure, folder, issues)
    _refuse_twice("measure", [one.name for one in measures], issues)
    base = _base(form, folder, issues)
    issues.raise_any()
    assert base is not None
    cases = cases_of(form, base, chosen, issues)
    # What names cases can be judged only where there are all of them.
    issues.raise_any()
    vary = _vary(form.vary, next(iter(cases.by_name.values())).scenario, issues)
    tables = tables_of(form.table, folder, cases, measures, issues)
    explorations = explorations_of(form.exploration, cases, measures, issues)
    claims = claims_of(form.claim, cases, measures, issues)
    figures = figures_of(form.figure, cases, issues)
    extra = _extra_cases(cases, tables, explorations)
    _check_groups(form.sensitivity, tables, explorations, figures, extra, issues)
    if try_measures:
        _try(measures, cases, issues)
    question = _question(folder, issues)
    issues.raise_any()
    return Study(
        name=folder.resolve().name,
        title=form.title,
        document=form.document,
        question=question,
        cases={name: one.case for name, one in cases.by_name.items()},
        tables=tables,
        claims=claims,
        extra_cases=extra,
        figures=figures,
        settings=as_chosen(settings, chosen),
        measure=MeasureRun(measures),
        rebuild=partial(_study, form, file, place),
        sensitivity_tables=tuple(form.sensitivity),
        explorations=explorations,
        vary=vary,
        place=place,
    )


def _refuse_twice(path: str, names: Sequence[str], issues: Issues) -> None:
    for one in dict.fromkeys(one for one in names if names.count(one) > 1):
        issues.add(path, "is there twice", one)


def _base(form: StudyForm, folder: Path, issues: Issues) -> Scenario | None:
    given = form.scenario
    if bool(given.file) == bool(given.template):
        issues.add("scenario", "give a file of the folder or a template")
        return None
    try:
        if given.template:
            return Scenario.from_template(given.template).with_(given.set)
        return Scenario.from_toml(folder / str(given.file)).with_(given.set)
    except ConfigError as error:
        issues.add_error("scenario", error)
    except ValueError as error:
        issues.add("scenario.template", str(error))
    except OSError as error:
        issues.add("scenario.file", f"cannot be read: {error.strerror}", given.file)
    return None


class DrawnTime:
    """Draws a time anew in each replication, the same in all cases of one."""

    def __init__(self, path: str, least_s: float, most_s: float) -> None:
        """Take where it is set and the range from which it is drawn."""
        self.path, self.least_s, self.most_s = path, least_s, most_s

    def __call__(self, scenario: Scenario, replication: int) -> Scenario:
        """Give one replication of a scenario."""
        drawn = self.least_s + (self.most_s - self.least_s) * uniform("vary", replication, self.path)
        return scenario.with_({self.path: f"{round(drawn * _NS_PER_S)} ns"})


def _vary(form: VaryForm | None, scenario: Scenario, issues: Issues) -> Vary:
    if form is None:
        return unvaried
    try:
        drawn = DrawnTime(form.path, *map(span_s, form.between))
        drawn(scenario, 0)
    except ConfigError as error:
        issues.add_error("vary", error)
    except ValueError as error:
        issues.add("vary.between", str(error))
    else:
        return drawn
    return unvaried


def _extra_cases(
    cases: Cases, tables: Sequence[Table], explorations: Sequence[Exploration]
) -> dict[str, tuple[str, ...]]:
    """Give the cases that no table has, by the group of their grid: claims and figures may need them."""
    shown = {case for table in tables for case in table.cases()}
    shown |= {case for own in explorations for case in own.cases()}
    found: dict[str, tuple[str, ...]] = {}
    for one in cases.by_name.values():
        if one.name not in shown:
            found[one.group] = (*found.get(one.group, ()), one.name)
    return found


def _check_groups(
    sensitivity: Sequence[str],
    tables: Sequence[Table],
    explorations: Sequence[Exploration],
    figures: Sequence[Figure],
    extra: Mapping[str, object],
    issues: Issues,
) -> None:
    known = [*(one.name for one in tables), *(one.name for one in explorations), *extra]
    names = [*known, *(one.name for one in figures)]
    _refuse_twice("table, exploration, figure and cases", names, issues)
    for one in sensitivity:
        if one not in known:
            issues.unknown("sensitivity", one, "a table or a group of cases", known)


def _try(measures: Sequence[Measure], cases: Cases, issues: Issues) -> None:
    tried: set[str] = set()
    for case in cases.by_name.values():
        if case.group in tried:
            continue
        tried.add(case.group)
        point = sampled(case.scenario)
        for one in measures if point else ():
            assert point is not None
            try:
                one.of(point)
            except ExpressionError as error:
                issues.add(one.path, str(error))


def _question(folder: Path, issues: Issues) -> str:
    try:
        return (folder / QUESTION).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        issues.add(QUESTION, "is missing, or is not UTF-8 text: it says what is asked")
        return ""
