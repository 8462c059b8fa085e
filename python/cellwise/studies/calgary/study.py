"""The study: factors to cases, published numbers to measures, claims to inequalities, pictures."""

from collections.abc import Mapping
from typing import Any

from cellwise.studies.calgary import figures, questions, settings
from cellwise.studies.calgary.claims import claims
from cellwise.studies.calgary.measures import measure
from cellwise.studies.calgary.published import PACKAGE, tables
from cellwise.study import files
from cellwise.study.choices import as_chosen, chosen_values
from cellwise.study.definition import Case, Study
from cellwise.study.starts import RandomStarts

TITLE = "The performance of TCP over ATM on lossy asymmetric networks"
DOCUMENT = (
    "Guang Lu, The performance of TCP over ATM on lossy asymmetric networks, M.Sc. thesis, University of "
    "Calgary, April 2000"
)


def study(changes: Mapping[str, Any] | None = None) -> Study:
    """Give the study, with some of its choices changed by path if wanted.

    Raises
    ------
    ValueError
        If a changed path is not one of the study's choices.
    """
    chosen = chosen_values(settings.SETTINGS, changes)
    explored = questions.explorations()
    cases: dict[str, Case] = {one.name: one.case(chosen) for one in [*questions.needed(), *figures.looks()]}
    return Study(
        name="calgary",
        title=TITLE,
        document=DOCUMENT,
        question=files.question(PACKAGE),
        cases=cases,
        tables=tables(),
        explorations=explored,
        claims=claims(),
        extra_cases={},
        figures=figures.FIGURES,
        settings=as_chosen(settings.SETTINGS, chosen),
        measure=measure,
        rebuild=study,
        sensitivity_tables=("table5.1", "text", "critical"),
        vary=RandomStarts(chosen["study.start_spread"]),
    )
