"""The named plots of a run that the server holds."""

from typing import Any

import numpy as np

from cellwise.plots.registry import plot_sources
from cellwise.scenario import Scenario
from cellwise.series import Series
from cellwise.serve.work.given import Given, Progress, RefusedError
from cellwise.source import Source
from cellwise.store import Columns


def source_of(carried: Given) -> Source:
    """Look at a run as `simulate` took it apart."""
    tables = carried["tables"]

    def table(name: str) -> Columns:
        if name not in tables:
            raise ValueError(f"table: {name!r} was not recorded")
        columns: Columns = tables[name]
        return columns

    series = [
        Series(
            one["name"],
            one["quantity"],
            one["target"],
            one["unit"],
            one["time_ps"].astype(np.int64),
            one["value"].astype(np.float64),
        )
        for one in carried["series"]
    ]
    scenario = Scenario.from_json(carried["scenario"], folder=None)
    return Source(scenario, table, series, carried["summary"], "cellwise run scenario.toml")


def draw(given: Given, _progress: Progress) -> dict[str, Any]:
    """Draw a plot.

    `given` has the ``name``, the ``format`` (``svg``, ``png``, ``pdf`` or ``csv``), the ``options`` and the
    run that is ``carried``.

    Raises
    ------
    RefusedError
        If there is no such plot or format, or nothing to draw it from; the message says what there is.
    """
    wanted = given["format"]
    try:
        drawing = plot_sources(given["name"], [source_of(given["carried"])], **given["options"])
        if wanted == "csv":
            return {"content": drawing.to_csv().encode()}
        if wanted not in ("svg", "png", "pdf"):
            raise RefusedError(f"format: {wanted!r} is not known; there are svg, png, pdf, csv")
        return {"content": drawing.to_bytes(wanted)}
    except (ValueError, KeyError) as error:
        raise RefusedError(str(error)) from None
