"""The study: factors to cases, tables to numbers, claims to inequalities, figures to pictures."""

from collections.abc import Mapping
from typing import Any

from cellwise.metrics import efficiency_of_tables, jain_index, port_flows, port_row
from cellwise.scenario import Scenario
from cellwise.studies.goyal96 import figures, settings
from cellwise.studies.goyal96.cases import BOTTLENECK, WINDOWS_BYTES
from cellwise.studies.goyal96.claims import claims, window_factors
from cellwise.studies.goyal96.published import tables
from cellwise.study import files
from cellwise.study.choices import as_chosen, chosen_values
from cellwise.study.definition import Case, Study
from cellwise.study.points import PointResult

TITLE = "Performance of TCP over UBR+"
DOCUMENT = (
    "R. Goyal, R. Jain, S. Kalyanaraman, S. Fahmy, S.-C. Kim, Performance of TCP over UBR+, "
    "ATM Forum 96-1269, October 1996"
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
    windows = [window_factors(window) for window in WINDOWS_BYTES]
    cases: dict[str, Case] = {}
    for factors in [*needed, *windows, figures.FIGURE1]:
        cases.setdefault(factors.name, factors.case(chosen))
    return Study(
        name="goyal96",
        title=TITLE,
        document=DOCUMENT,
        question=files.question("cellwise.studies.goyal96"),
        cases=cases,
        tables=published,
        claims=claims(),
        extra_cases={"windows": tuple(factors.name for factors in windows)},
        figures=figures.FIGURES,
        settings=as_chosen(settings.SETTINGS, chosen),
        measure=measure,
        rebuild=study,
        sensitivity_tables=("table2", "table3"),
    )


def measure(point: PointResult, _scenario: Scenario) -> dict[str, float]:
    """Measure one run as section 3.2 of the document does; queues as Table 1 does."""
    flows, vcs, ports = (point.tables[name] for name in ("flows", "vcs", "ports"))
    throughput = flows["throughput_bps"][port_flows(flows, vcs, BOTTLENECK)]
    return {
        "efficiency": efficiency_of_tables(flows, vcs, ports, BOTTLENECK),
        # With nothing delivered at all, nobody has more than another.
        "fairness": jain_index(throughput) if throughput.any() else 1.0,
        "max_waiting_cells": float(port_row(ports, BOTTLENECK)["queue_max_waiting_cells"]),
        "timeouts": float(flows["timeouts"].sum()),
        "retransmitted_segments": float(flows["retransmitted_segments"].sum()),
    }
