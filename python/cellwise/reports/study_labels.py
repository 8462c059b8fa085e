"""Other headings for the tables of a study than its document has."""

from collections.abc import Mapping
from dataclasses import replace

from cellwise.study.drive import StudyResults


def with_labels(outcome: StudyResults, labels: Mapping[str, str]) -> StudyResults:
    """Give the same outcome whose tables call some columns otherwise.

    By the name of a column or measure, or the heading of the labels of rows.

    Raises `ValueError` if no table that is shown has such a column; the message names those that there are.
    """
    headed = [(one.label_columns, one.columns) for one in outcome.tables()]
    headed += [(one.label_columns, one.measures) for one in outcome.explorations()]
    known = dict.fromkeys(name for rows, columns in headed for name in (*rows, *columns))
    unknown = [name for name in labels if name not in known]
    if unknown:
        raise ValueError(f"label: {', '.join(unknown)} is not in a table; there are {', '.join(known)}")
    study = replace(
        outcome.study,
        tables=[
            replace(
                one,
                label_columns=_rows(one.label_columns, labels),
                columns=_headings(one.columns, labels),
            )
            for one in outcome.study.tables
        ],
        explorations=[
            replace(
                one,
                label_columns=_rows(one.label_columns, labels),
                measures=_headings(one.measures, labels),
            )
            for one in outcome.study.explorations
        ],
    )
    return replace(outcome, study=study)


def _rows(headings: tuple[str, ...], labels: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(labels.get(one, one) for one in headings)


def _headings(columns: Mapping[str, str], labels: Mapping[str, str]) -> dict[str, str]:
    return {name: labels.get(name, heading) for name, heading in columns.items()}
