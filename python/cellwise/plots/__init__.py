"""Plots: by name from runs (`plot`), or of any numbers (`line_plot` and its like); SVG, PNG, PDF and CSV.

matplotlib is loaded when the first one is rendered.
"""

from cellwise.plots.by_name import names, plot
from cellwise.plots.drawing import FORMATS, Axis, Drawing
from cellwise.plots.needs import NotRecordedError
from cellwise.plots.shapes import (
    Band,
    Points,
    Ranges,
    bands_plot,
    line_plot,
    lines_plot,
    ranges_plot,
    scatter_plot,
)

__all__ = [
    "FORMATS",
    "Axis",
    "Band",
    "Drawing",
    "NotRecordedError",
    "Points",
    "Ranges",
    "bands_plot",
    "line_plot",
    "lines_plot",
    "names",
    "plot",
    "ranges_plot",
    "scatter_plot",
]
