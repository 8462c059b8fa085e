"""A study from its folder: ``study.toml``, ``README.md``, and published tables in ``published``."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from cellwise.errors import ConfigError
from cellwise.expression import ExpressionError
from cellwise.scenario import Scenario
from cellwise.study.data.choices import as_chosen, check_readings, chosen_values, with_readings
from cellwise.study.data.claims import claims_of
from cellwise.study.data.curves import CurvesOf
from cellwise.study.data.figures import LineOf, figures_of
from cellwise.study.data.form import FigureForm, StudyForm
from cellwise.study.data.functions import Function, files_of, user_errors
from cellwise.study.data.grid import Cases, Rest, cases_of, wanted_levels
from cellwise.study.data.inside import digest_of, octets_of, text_of
from cellwise.study.data.issues import Issues
from cellwise.study.data.known import Known, constants_of
from cellwise.study.data.lines import LinesOf
from cellwise.study.data.measures import Measure, MeasureRun, measures_of, named, sampled
from cellwise.study.data.related import related
from cellwise.study.data.repair import form_of
from cellwise.study.data.tables import PUBLISHED, explorations_of, tables_of
from cellwise.study.data.vary import vary_of
from cellwise.study.definition import Exploration, Figure, Setting, Study, Table

QUESTION = "README.md"


def build(file: Path, place: str, *, try_measures: bool, trust: bool) -> Study:
    """Read a study from its file, as `read_study` says."""
    issues = Issues(file.name)
    form = form_of(file, issues)
    if form is None:
        issues.raise_any()
    assert form is not None
    return _study(form, file, place, None, try_measures=try_measures, trust=trust, issues=issues)


def _study(
    form: StudyForm,
    file: Path,
    place: str,
    changes: Mapping[str, Any] | None,
    *,
    try_measures: bool = False,
    trust: bool = True,
    issues: Issues | None = None,
) -> Study:
    issues, folder = issues or Issues(file.name), file.parent
    settings = [Setting(one.path, one.value, one.why, one.stated, tuple(one.others)) for one in form.setting]
    _refuse_twice("setting", [one.path for one in settings], issues)
    check_readings(form.setting, issues)
    if any(one.sets for one in form.setting):
        # What readings set decides what cases are.
        issues.raise_any()
    chosen = with_readings(form.setting, chosen_values(settings, changes))
    constants = constants_of(form.constant, issues)
    measured = measures_of(form.measure, constants, folder, issues)
    if not set(form.measure) <= {one.family for one in measured}:
        # What names measures can be judged only where there are all of them.
        issues.raise_any()
    measures = named(measured)
    _refuse_twice("measure", [one.name for one in measures], issues)
    rest = _rest(form, folder, issues)
    cases = _cases(form, folder, chosen, _nothing if rest is None else rest if trust else None, issues)
    if not cases.whole:
        # What names cases can be judged only where there are all of them.
        issues.raise_any()
    vary = vary_of(form.vary, chosen, cases, issues)
    before = len(issues)
    printed = tables_of(form.table, folder, cases, measures, constants, issues)
    if len(issues) == before:
        # What is missing of a table is no contradiction.
        printed = related(printed, form, constants, issues)
    tables = [one.table for one in printed.all]
    explorations = explorations_of(form.exploration, cases, measures, issues)
    measure = MeasureRun(measured, chosen)
    known = Known(cases, measures, printed, constants, measure, form.colours)
    claims = claims_of(form.claim, known, issues)
    error_by = {
        name: tuple(cases.names(wanted_levels(wanted, cases, f"error_by.{name}", issues)))
        for name, wanted in form.error_by.items()
    }
    extra = _extra_cases(form, cases, tables, explorations, issues)
    run = {case for one in tables for case in one.cases()}
    run |= {case for one in explorations for case in one.cases()}
    run |= {case for group in extra.values() for case in group}
    figures = [_with_its_cases(one, run) for one in figures_of(form.figure, folder, known, issues)]
    _check_groups(form.sensitivity, tables, explorations, figures, extra, issues)
    functions = [one.how for one in measured if isinstance(one.how, Function)]
    functions += [one.draw.function for one in figures if isinstance(one.draw, LinesOf)]
    if try_measures:
        _try([one for one in measured if trust or one.how not in functions], cases, chosen, issues)
        _try_lines(form.figure, figures, cases, issues)
    question = _question(folder, issues)
    issues.raise_any()
    files = files_of([*([rest.function] if rest else []), *functions])
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
        measure=measure,
        rebuild=partial(_study, form, file, place, trust=trust),
        sensitivity_tables=tuple(form.sensitivity),
        explorations=explorations,
        error_by=error_by,
        vary=vary,
        place=place,
        digest=digest_of(folder, [file.name, *_named(form), *files]),
        runs=tuple(files),
        ready=partial(_make_ready, functions, file.name, measured if place else (), cases, chosen),
    )


def _make_ready(
    functions: Sequence[Function],
    name: str,
    measures: Sequence[Measure],
    cases: Cases,
    chosen: Mapping[str, Any],
) -> None:
    """Load functions, and try the measures of a user's study before anything long is run."""
    _load(functions, name)
    issues = Issues(name)
    _try(measures, cases, chosen, issues)
    issues.raise_any()


def _refuse_twice(path: str, names: Sequence[str], issues: Issues) -> None:
    for one in dict.fromkeys(one for one in names if names.count(one) > 1):
        issues.add(path, "is there twice", one)


def _cases(
    form: StudyForm, folder: Path, chosen: Mapping[str, Any], rest: Rest | None, issues: Issues
) -> Cases:
    given = form.scenario
    if bool(given.file) == bool(given.template):
        issues.add("scenario", "give a file of the folder or a template")
        return cases_of(form, folder, lambda _template: None, chosen, _nothing, issues)
    return cases_of(form, folder, partial(_base, form, folder, issues), chosen, rest, issues)


def _base(form: StudyForm, folder: Path, issues: Issues, template: str | None) -> Scenario | None:
    given = form.scenario
    try:
        if template or given.template:
            base = Scenario.from_template(template or str(given.template))
            return base.with_files_of(folder, given.set)
        try:
            octets_of(folder, str(given.file))
        except ValueError as error:
            issues.add("scenario.file", str(error), given.file)
            return None
        return Scenario.read(folder / str(given.file)).with_files_of(folder, given.set)
    except ConfigError as error:
        issues.add_error("scenario", error)
    except ValueError as error:
        issues.add("scenario.template", str(error))
    except OSError as error:
        issues.add("scenario.file", f"cannot be read: {error.strerror}", given.file)
    return None


def _nothing(_levels: Mapping[str, str], _chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class _Called:
    """Sets what no level says by a function."""

    function: Function

    def __call__(self, levels: Mapping[str, str], chosen: Mapping[str, Any]) -> Mapping[str, Any]:
        with user_errors():
            return dict(self.function(levels, chosen))


def _rest(form: StudyForm, folder: Path, issues: Issues) -> _Called | None:
    """Give what sets what no level says, if there is such a function."""
    if not form.scenario.python:
        return None
    try:
        return _Called(Function(folder, form.scenario.python))
    except ExpressionError as error:
        issues.add("scenario.python", str(error), form.scenario.python)
        return None


def _named(form: StudyForm) -> list[str]:
    """Name the files that are read for a study besides its own: a scenario, published tables."""
    tables = [f"{PUBLISHED}/{one.published}" for one in form.table if one]
    return [*([form.scenario.file] if form.scenario.file else []), *tables]


def _load(functions: Sequence[Function], file: str) -> None:
    """Load functions; raises `ConfigError` with all that cannot be."""
    issues = Issues(file)
    for one in functions:
        try:
            one.load()
        except ExpressionError as error:
            issues.add("python", str(error), one.named)
    issues.raise_any()


def _extra_cases(
    form: StudyForm,
    cases: Cases,
    tables: Sequence[Table],
    explorations: Sequence[Exploration],
    issues: Issues,
) -> dict[str, tuple[str, ...]]:
    """Give the groups, and the cases of no table by the group of their grid: claims and figures need them."""
    named = {
        name: cases.names(wanted_levels(wanted, cases, f"group.{name}", issues))
        for name, wanted in form.group.items()
    }
    found = {name: tuple(ones) for name, ones in named.items()}
    shown = {case for table in tables for case in table.cases()}
    shown |= {case for own in explorations for case in own.cases()}
    shown |= {case for group in found.values() for case in group}
    for one in cases.by_name.values():
        if one.group and one.name not in shown:
            found[one.group] = (*found.get(one.group, ()), one.name)
    return found


def _with_its_cases(figure: Figure, run: Container[str]) -> Figure:
    """Give a figure of curves the cases that nothing else runs: each is run once for it."""
    if not isinstance(figure.draw, CurvesOf):
        return figure
    return replace(figure, cases=tuple(one for one in figure.draw.cases() if one not in run))


def _check_groups(
    sensitivity: Sequence[str],
    tables: Sequence[Table],
    explorations: Sequence[Exploration],
    figures: Sequence[Figure],
    extra: Mapping[str, object],
    issues: Issues,
) -> None:
    known = [*(one.name for one in tables), *(one.name for one in explorations), *extra]
    # A figure that needs no run of its own is no group, and may have the name of its table.
    groups = [*known, *(one.name for one in figures if one.cases)]
    _refuse_twice("table, exploration, figure and cases", groups, issues)
    _refuse_twice("figure", [one.name for one in figures], issues)
    for one in sensitivity:
        if one not in known:
            issues.unknown("sensitivity", one, "a table or a group of cases", known)


def _try(measures: Sequence[Measure], cases: Cases, chosen: Mapping[str, Any], issues: Issues) -> None:
    tried: set[str] = set()
    for case in cases.by_name.values():
        if case.group in tried or not case.sound:
            continue
        tried.add(case.group)
        point = sampled(case.scenario)
        for one in measures if point else ():
            assert point is not None
            try:
                one.of(point, case.scenario, chosen)
            except ExpressionError as error:
                issues.add(one.path, str(error))


def _try_lines(
    forms: Sequence[FigureForm | None], figures: Sequence[Figure], cases: Cases, issues: Issues
) -> None:
    drawn = {one.name: one.draw for one in figures}
    for number, form in enumerate(forms):
        line = drawn.get(form.name) if form else None
        case = cases.by_name.get(line.case) if isinstance(line, LineOf) else None
        point = sampled(case.scenario) if case and case.sound else None
        if isinstance(line, LineOf) and case and point:
            try:
                line.values(point, case.scenario)
            except ExpressionError as error:
                issues.add(f"figure[{number}].line", str(error))


def _question(folder: Path, issues: Issues) -> str:
    try:
        return text_of(folder, QUESTION)
    except ValueError as error:
        issues.add(QUESTION, f"{error}: it says what is asked")
        return ""
