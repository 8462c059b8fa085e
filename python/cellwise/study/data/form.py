"""What ``study.toml`` may hold: its tables and keys, with their types."""

from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from cellwise.expression import parsed

#: A name that an expression can have.
Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*$")]

#: A function of a file of the study's folder.
PythonName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]*\.py:[a-z][a-z0-9_]*$")]

#: What ``--only`` takes.
Group = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9_.-]*$")]

#: A file of the study's folder, not of another.
FileName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.-]*$")]


def _scalar(value: Any) -> Any:
    if not isinstance(value, str | int | float | bool):
        raise ValueError("give a text, a number, true or false")
    return value


def _listed(value: Any) -> list[Any]:
    return [_scalar(one) for one in (value if isinstance(value, list) else [value])]


#: A value of a factor; in names of cases it is as TOML writes it.
Level = Annotated[Any, AfterValidator(_scalar)]

#: One or several.
Levels = Annotated[Any, AfterValidator(_listed)]


def _joined(text: str) -> str:
    return " ".join(text.splitlines()).strip()


def _read(text: str) -> str:
    """Check an expression; it may go over several lines."""
    line = _joined(text)
    parsed(line)
    return line


Expression = Annotated[str, AfterValidator(_read)]


def _read_or_filled(text: str) -> str:
    """Check an expression, unless it has braces, which are filled in later."""
    line = _joined(text)
    if "{" not in line:
        parsed(line, quantities=True)
    return line


#: An expression, which may have words in braces.
PartText = Annotated[str, AfterValidator(_read_or_filled)]

#: An expression once the texts in its braces are filled in.
TemplateText = Annotated[str, AfterValidator(_joined)]


def _several(value: Any) -> Any:
    return [value] if isinstance(value, str) else value


def _in_list(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


class Table(BaseModel):
    """A table of the file: no keys but these, no types but these."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ScenarioForm(Table):
    """What all cases begin with: a file of the folder or a template, and what is set in it."""

    file: FileName | None = None
    template: str | None = None
    title: str = ""
    set: dict[str, Any] = {}
    python: PythonName | None = None


class SettingForm(Table):
    """A modelling choice: its name, which is where it is set unless `at` says where, and for which cases."""

    path: str
    value: Any = None
    unset: bool = False
    why: str
    stated: bool
    others: list[Any] = []
    at: Annotated[list[str], BeforeValidator(_several)] | None = None
    write: str = ""
    cases: dict[str, Levels] = {}
    sets: dict[str, dict[str, Any]] = {}

    @model_validator(mode="after")
    def _require_value(self) -> Self:
        if (self.value is None) is not self.unset:
            raise ValueError("give value, or unset = true for a choice to set nothing there")
        return self


class FactorForm(Table):
    """The difference between cases: values of one path, or several paths by the name of a level."""

    path: str | None = None
    values: list[Level] = []
    write: str = ""
    levels: dict[str, dict[str, Any]] = {}
    labels: dict[str, str] = {}


class GridForm(Table):
    """All combinations of levels of some factors, and the levels that their cases have besides."""

    factors: dict[str, list[Level]] | None = None
    also: dict[str, list[Level]] = {}
    template: str | None = None
    set: dict[str, Any] = {}
    name: str = ""
    group: Group | Literal[""] = "cases"


class VaryForm(Table):
    """What differs between replications: a time, drawn uniformly, or when the flows of connections start."""

    path: str | None = None
    between: Annotated[list[str], Field(min_length=2, max_length=2)] | None = None
    starts: str | None = None


class MeasureForm(Table):
    """A number of a run, or several that differ in a constant: an expression, or a function of a file."""

    expression: Expression | None = None
    python: PythonName | None = None
    each: dict[Name, list[Level]] = {}
    gives: list[Name] = []


class ColumnForm(Table):
    """A column of published numbers."""

    heading: str
    measure: str = ""
    case: dict[str, str] = {}
    times: Annotated[int, Field(ge=1)] = 1
    tolerance: Annotated[float, Field(ge=0)] | Expression | None = None
    near: Annotated[float, Field(gt=0)] | None = None
    decimals: Annotated[int, Field(ge=0, le=15)] | None = None


class RowForm(Table):
    """What holds in some rows of a published table, in one column of numbers or in all of them."""

    row: dict[str, Levels]
    column: str | None = None
    case: dict[str, str] = {}
    measure: str | None = None
    tolerance: Annotated[float, Field(ge=0)] | None = None
    near: Annotated[float, Field(gt=0)] | None = None


class TableForm(Table):
    """A published table next to ours."""

    name: Group
    title: str
    published: FileName
    labels: dict[str, str]
    texts: dict[str, Annotated[list[str], Field(min_length=2, max_length=2)]] = {}
    numbers: Annotated[dict[str, ColumnForm], Field(min_length=1)]
    case: dict[str, str] = {}
    rows: list[RowForm] = []
    note: str = ""


class ContradictionForm(Table):
    """Published numbers that exclude each other: how far apart their sides are, for each of some texts."""

    each: dict[Name, Levels] = {}
    apart: TemplateText
    by: Annotated[list[float], BeforeValidator(_in_list)]
    why: str


class RepeatForm(Table):
    """Published numbers that say what others say already."""

    kind: Literal["copy", "complement", "derived"]
    each: dict[Name, Levels] = {}
    numbers: TemplateText
    of: TemplateText
    within: Annotated[float, Field(ge=0)] = 0.0


class ExplorationForm(Table):
    """A table of our own."""

    name: Group
    title: str
    labels: Annotated[dict[str, str], Field(min_length=1)]
    measures: Annotated[dict[str, str], Field(min_length=1)]
    cases: dict[str, Levels] = {}
    note: str = ""


class PartForm(Table):
    """One inequality of a claim, or one for each combination of some words."""

    each: dict[Name, Levels] = {}
    holds: PartText
    says: str = ""
    cases: dict[str, Levels] = {}
    medians: bool = False
    hangs_on: str | dict[str, str] | None = None
    beyond: bool = False


class ClaimForm(Table):
    """What is said, and what must hold."""

    id: str
    where: str
    says: str
    parts: Annotated[list[PartForm], Field(min_length=1)]
    cases: dict[str, Levels] = {}
    test: str = ""
    ledger: str = ""
    differs: str = ""
    replications: Annotated[int, Field(ge=1, le=10_000)] = 20


class RangesForm(Table):
    """Rows of a published table side by side: our ranges, and what is printed as crosses."""

    table: str
    rows: dict[str, Levels] = {}
    places: str
    y_label: str
    low: float | None = None


class PairsForm(Table):
    """Two columns of a published table against each other: our medians, and what is printed."""

    table: str
    x: str
    y: str
    x_label: str
    y_label: str
    ours: str


class CurveForm(Table):
    """A curve over the levels of a factor: an expression over measures, and what is printed of it."""

    name: str
    y: Expression
    printed: Expression | dict[str, Expression] | None = None
    beside: str | None = None


class CurvesForm(Table):
    """Curves over the levels of a factor or the constants of a measure, medians in bands of 5-95 %."""

    over: Name
    x_label: str
    y_label: str
    curve: Annotated[list[CurveForm], Field(min_length=1)]
    x: Expression | None = None
    ticks: list[float] = []
    points: bool = False
    first: bool = False
    low: float | None = None


class LineForm(Table):
    """What is drawn against what: expressions over a run."""

    x: Expression
    y: Expression
    x_label: str
    y_label: str
    steps: bool = False


class LinesForm(Table):
    """Lines of a typical run, which a function gives by name, on an axis that does for several cases."""

    python: PythonName
    typical: str | None = None
    x_label: str
    y_label: str
    steps: bool = False
    strokes: list[str] = []
    whole: bool = False
    panels: dict[str, Levels] = {}
    shown: Annotated[list[float], Field(min_length=2, max_length=2)] | None = None


class FigureForm(Table):
    """A plot by name of the cases that it needs, lines of one run, or numbers of a table next to ours."""

    name: Group
    caption: str
    plot: str | None = None
    options: dict[str, Any] = {}
    cases: dict[str, Levels] = {}
    line: LineForm | None = None
    lines: LinesForm | None = None
    curves: CurvesForm | None = None
    ranges: RangesForm | None = None
    pairs: PairsForm | None = None


class StudyForm(Table):
    """A whole study."""

    title: str
    document: str
    scenario: ScenarioForm
    constant: dict[Name, Expression] = {}
    setting: list[SettingForm] = []
    factor: Annotated[dict[Name, FactorForm], Field(min_length=1)]
    cases: list[GridForm] = [GridForm()]
    order: list[Name] = []
    group: dict[Group, dict[str, Levels]] = {}
    vary: VaryForm | None = None
    measure: Annotated[dict[Name, MeasureForm], Field(min_length=1)]
    # None stands for one that is at fault; a file cannot write it.
    table: list[TableForm | None] = []
    contradiction: list[ContradictionForm | None] = []
    repeat: list[RepeatForm | None] = []
    error_by: dict[str, dict[str, Levels]] = {}
    exploration: list[ExplorationForm | None] = []
    claim: list[ClaimForm | None] = []
    figure: list[FigureForm | None] = []
    sensitivity: list[Group] = []
    colours: list[str] = []
