"""The study: factors to cases, numbers of the text to measures, claims to inequalities, pictures."""

from collections.abc import Mapping
from typing import Any

from cellwise.studies.bonaventure96 import figures, questions, settings
from cellwise.studies.bonaventure96.claims import claims
from cellwise.studies.bonaventure96.measures import Measures
from cellwise.studies.bonaventure96.published import PACKAGE, tables
from cellwise.study import files
from cellwise.study.choices import as_chosen
from cellwise.study.definition import Case, Study
from cellwise.study.starts import RandomStarts

TITLE = "Is VBR a solution for an ATM LAN?"
DOCUMENT = (
    "O. Bonaventure (University of Liege), E. Klovning (Telenor), A. Danthine (University of Liege), Is VBR "
    "a solution for an ATM LAN?, 1996"
)


def study(changes: Mapping[str, Any] | None = None) -> Study:
    """Give the study, with some of its choices changed by path if wanted.

    Raises
    ------
    ValueError
        If a changed path is not one of the study's choices, or its joint reading not known.
    """
    chosen = settings.read(changes)
    explored = questions.explorations()
    cases: dict[str, Case] = {}
    for one in questions.needed():
        cases.setdefault(one.name, one.case(chosen))
    return Study(
        name="bonaventure96",
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
        measure=Measures(chosen["study.ttcp_side"]),
        rebuild=study,
        sensitivity_tables=("text", *(one.name for one in explored)),
        vary=RandomStarts(chosen["study.start_spread"]),
    )
