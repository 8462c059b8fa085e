"""The study: factors to cases, tables to numbers, claims to inequalities, figures to pictures."""

from collections.abc import Mapping
from typing import Any

from cellwise.studies.kansas import figures, questions, settings
from cellwise.studies.kansas.claims import claims
from cellwise.studies.kansas.claims import needed as needed_by_claims
from cellwise.studies.kansas.measures import measure
from cellwise.studies.kansas.published import tables
from cellwise.study import files
from cellwise.study.choices import as_chosen, chosen_values
from cellwise.study.definition import Case, Study
from cellwise.study.starts import RandomStarts

TITLE = "TCP and UDP over ABR and over UBR with EPD"
DOCUMENT = (
    "Performance comparison of the ABR and UBR+EPD services for TCP and UDP applications in wide area ATM "
    "networks, M.S. thesis, University of Kansas"
)


def study(changes: Mapping[str, Any] | None = None) -> Study:
    """Give the study, with some of its choices changed by path if wanted.

    Raises
    ------
    ValueError
        If a changed path is not one of the study's choices.
    """
    chosen = chosen_values(settings.SETTINGS, changes)
    published, needed = tables()
    cases: dict[str, Case] = {}
    for factors in [*needed, *figures.needed(), *questions.needed(), *needed_by_claims()]:
        cases.setdefault(factors.name, factors.case(chosen))
    return Study(
        name="kansas",
        title=TITLE,
        document=DOCUMENT,
        question=files.question("cellwise.studies.kansas"),
        cases=cases,
        tables=published,
        explorations=questions.explorations(),
        claims=claims(),
        extra_cases={
            "figures": tuple(factors.name for factors in figures.needed()),
            "trends": tuple(factors.name for factors in needed_by_claims()),
        },
        figures=figures.FIGURES,
        settings=as_chosen(settings.SETTINGS, chosen),
        measure=measure,
        rebuild=study,
        sensitivity_tables=("table5.3", "table5.4", "table5.7", "table5.14", "table5.15"),
        vary=RandomStarts(chosen["study.start_spread"]),
    )
