"""What ``study.toml`` may hold: its tables and keys, with their types."""

from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from cellwise.study.data.expression import parsed

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


def _read(text: str) -> str:
    """Check an expression; it may go over several lines."""
    line = " ".join(text.splitlines()).strip()
    parsed(line)
    return line


Expression = Annotated[str, AfterValidator(_read)]


class Table(BaseModel):
    """A table of the file: no keys but these, no types but these."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class ScenarioForm(Table):
    """What all cases begin with: a file of the folder or a template, and what is set in it."""

    file: FileName | None = None
    template: str | None = None
    set: dict[str, Any] = {}


class SettingForm(Table):
    """A modelling choice."""

    path: str
    value: Any
    why: str
    stated: bool
    others: list[Any] = []


class FactorForm(Table):
    """In what cases differ: values of one path, or several paths by the name of a level."""

    path: str | None = None
    values: list[Level] = []
    write: str = ""
    levels: dict[str, dict[str, Any]] = {}


class GridForm(Table):
    """All combinations of levels of some factors."""

    factors: dict[str, list[Level]] | None = None
    set: dict[str, Any] = {}
    group: Group = "cases"


class VaryForm(Table):
    """What differs between replications: a time, drawn uniformly."""

    path: str
    between: Annotated[list[str], Field(min_length=2, max_length=2)]


class MeasureForm(Table):
    """A number of a run, or several that differ in a constant: an expression, or a function of a file."""

    expression: Expression | None = None
    python: PythonName | None = None
    each: dict[Name, list[Level]] = {}


class ColumnForm(Table):
    """A column of published numbers."""

    heading: str
    measure: str
    case: dict[str, str] = {}
    tolerance: Annotated[float, Field(ge=0)] | None = None
    near: Annotated[float, Field(gt=0)] | None = None


class ContradictionForm(Table):
    """Published numbers with which their document disagrees."""

    row: dict[str, str]
    column: str
    why: str


class TableForm(Table):
    """A published table beside ours."""

    name: Group
    title: str
    published: FileName
    labels: dict[str, str]
    numbers: Annotated[dict[str, ColumnForm], Field(min_length=1)]
    case: dict[str, str] = {}
    contradictions: list[ContradictionForm] = []
    note: str = ""


class ExplorationForm(Table):
    """A table of our own."""

    name: Group
    title: str
    labels: Annotated[dict[str, str], Field(min_length=1)]
    measures: Annotated[dict[str, str], Field(min_length=1)]
    cases: dict[str, Levels] = {}
    note: str = ""


class PartForm(Table):
    """One inequality of a claim."""

    holds: Expression
    says: str = ""
    hangs_on: str | None = None
    beyond: bool = False


class ClaimForm(Table):
    """What is said, and what must hold."""

    id: str
    where: str
    says: str
    parts: Annotated[list[PartForm], Field(min_length=1)]
    replications: Annotated[int, Field(ge=1, le=10_000)] = 20


class FigureForm(Table):
    """A plot by name, of the cases that it needs."""

    name: Group
    caption: str
    plot: str
    options: dict[str, Any] = {}
    cases: dict[str, Levels] = {}


class StudyForm(Table):
    """A whole study."""

    title: str
    document: str
    scenario: ScenarioForm
    setting: list[SettingForm] = []
    factor: Annotated[dict[Name, FactorForm], Field(min_length=1)]
    cases: list[GridForm] = [GridForm()]
    vary: VaryForm | None = None
    measure: Annotated[dict[Name, MeasureForm], Field(min_length=1)]
    table: list[TableForm] = []
    exploration: list[ExplorationForm] = []
    claim: list[ClaimForm] = []
    figure: list[FigureForm] = []
    sensitivity: list[Group] = []
