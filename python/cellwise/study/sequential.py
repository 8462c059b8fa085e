"""A study with as many replications as a wanted precision takes."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from cellwise.experiments.precision import Measured, Precision
from cellwise.study.definition import Study
from cellwise.study.drive import Execution, StudyResults, drive


def drive_to_precision(
    study: Study,
    folder: Path,
    precision: Precision,
    *,
    only: Sequence[str] = (),
    **execution: Unpack[Execution],
) -> StudyResults:
    """Run a study with more and more replications until the means of its tables are known well enough.

    The outcome's ``notes`` give the rule and the number of replications that it took; other arguments and
    exceptions are those of `drive`.
    """
    outcomes: list[StudyResults] = []

    def measure(count: int) -> Measured:
        outcomes.append(drive(study, folder, replications=count, only=only, **execution))
        # What the rule itself has just run is never run again.
        execution["fresh"] = False
        return _measured(outcomes[-1])

    _, note = precision.reach(measure)
    outcome = outcomes[-1]
    return replace(outcome, notes=(*outcome.notes, note))


def _measured(outcome: StudyResults) -> Measured:
    """Give what the tables show, over replications."""
    wanted = [
        (number.case, number.measure)
        for table in outcome.tables()
        for row in table.rows
        for number in row.numbers.values()
    ]
    wanted += [
        (case, measure)
        for one in outcome.explorations()
        for case in one.rows.values()
        for measure in one.measures
    ]
    return {f"{measure} of {case}": outcome.values.of(case, measure).tolist() for case, measure in wanted}
