"""The study: factors to cases, claims to inequalities, figures to pictures; the paper prints no table."""

from collections.abc import Mapping
from typing import Any

from cellwise.studies.anansari import figures, settings
from cellwise.studies.anansari.cases import NAMES, Factors, needed
from cellwise.studies.anansari.claims import claims
from cellwise.studies.anansari.measures import measure
from cellwise.study import files
from cellwise.study.choices import as_chosen, chosen_values
from cellwise.study.definition import Exploration, Study
from cellwise.study.starts import RandomStarts

TITLE = "TCP/IP traffic over ATM networks with ABR flow and congestion control"
DOCUMENT = (
    "L. An, N. Ansari (New Jersey Institute of Technology), A. Arulambalam (Bell Labs), TCP/IP traffic over "
    "ATM networks with ABR flow and congestion control"
)

_COMMON = {
    "max_queue_cells": "largest queue, cells",
    "lost_cells": "cells lost",
    "goodput_mbps": "goodput, Mbit/s",
    "utilisation_percent": "link used, %",
    "fairness": "fairness",
}
_WITH_SERIES = {
    **_COMMON,
    "utilisation_on_percent": "VBR on, %",
    "utilisation_off_percent": "VBR off, %",
    "transient_fairness": "in the transient",
    "reaching_ms": "share reached, ms",
    "settling_ms": "and kept, ms",
    "deviation_percent": "deviation, %",
}


def study(changes: Mapping[str, Any] | None = None) -> Study:
    """Give the study, with some of its choices changed by path if wanted.

    Raises
    ------
    ValueError
        If a changed path is not one of the study's choices.
    """
    chosen = chosen_values(settings.SETTINGS, changes)
    explored = _explorations()
    return Study(
        name="anansari",
        title=TITLE,
        document=DOCUMENT,
        question=files.question("cellwise.studies.anansari"),
        cases={factors.name: factors.case(chosen) for factors in needed()},
        tables=(),
        explorations=explored,
        claims=claims(),
        extra_cases={},
        figures=figures.FIGURES,
        settings=as_chosen(settings.SETTINGS, chosen),
        measure=measure,
        rebuild=study,
        sensitivity_tables=tuple(one.name for one in explored),
        vary=RandomStarts(chosen["study.start_spread"]),
    )


def _explorations() -> list[Exploration]:
    with_background: dict[tuple[str, ...], str] = {
        (NAMES[one.rule], *_where(one)): one.name for one in needed() if not one.links
    }
    in_a_row: dict[tuple[str, ...], str] = {
        (NAMES[one.rule], str(one.links)): one.name for one in needed() if one.links
    }
    return [
        Exploration(
            "backbone",
            "TCP and VBR over one backbone link (Figures 2 to 5)",
            ("rule", "TCP", "figure"),
            _WITH_SERIES,
            with_background,
        ),
        Exploration(
            "hops",
            "Two connections over several links, and two local ones on each",
            ("rule", "links"),
            {"long_mbps": "goodput of a long connection, Mbit/s", **_COMMON},
            in_a_row,
        ),
    ]


def _where(factors: Factors) -> tuple[str, str]:
    figure = "5" if factors.limited else {"25": "2", "3": "3", "4": "4"}[factors.period]
    return str(factors.sources), figure
