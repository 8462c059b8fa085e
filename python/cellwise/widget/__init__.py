"""The plots of the page in a notebook: what a run recorded, as a widget to zoom, scrub and save from.

The same strips as those of ``cellwise serve``, made from the same source. Needs the extra ``notebook``:
``pip install 'cellwise[notebook]'``.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np

from cellwise.results import Run

if TYPE_CHECKING:
    from anywidget import AnyWidget

#: Columns of a picture that a notebook can ask points for.
MOST_COLUMNS = 10_000


def show(run: Run) -> "AnyWidget":
    """Give a widget with what the probes of a run recorded, one strip for each kind of quantity.

    The widget asks for the points that it draws, thinned so that no peak is lost, whenever another part of
    the run is shown; it lives as long as the kernel. Where the scenario has no probes it is empty.

    Parameters
    ----------
    run : Run
        A run, just made or loaded from a results folder.

    Returns
    -------
    anywidget.AnyWidget
        Its traits: ``title``; ``end_s``, the simulated time in seconds; ``series``, a list of dict with
        ``index``, ``quantity``, ``target``, ``unit``, ``points`` and ``thresholds`` of each series.

    Raises
    ------
    ImportError
        If anywidget is not installed.
    """
    from cellwise.page.describe import described

    about = described(run, run.probes)
    widget = _widget_class()(
        title=about["title"] or "Run", end_s=float(run.simulated_s), series=about["series"]
    )
    widget.on_msg(_answerer(run))
    return widget


@cache
def _widget_class() -> "type[AnyWidget]":
    """Declare the widget when it is first wanted: anywidget need not be installed."""
    try:
        import anywidget
        import traitlets
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{error.name} is not installed; the widget needs it: pip install 'cellwise[notebook]'"
        ) from None
    web = files("cellwise") / "_web"

    class Strips(anywidget.AnyWidget):
        """The strips of a run."""

        _esm = (web / "widget.js").read_text(encoding="utf-8")
        _css = (web / "widget.css").read_text(encoding="utf-8")
        title = traitlets.Unicode().tag(sync=True)
        end_s = traitlets.Float().tag(sync=True)
        series: Any = traitlets.List().tag(sync=True)

        def __repr__(self) -> str:
            """What is seen where no widget can be shown, such as in a printed notebook."""
            return f"<Strips of {self.title!r}: {len(self.series)} series, to be seen in a live notebook>"

    return Strips


def _answerer(run: Run) -> Callable[["AnyWidget", Any, Any], None]:
    """Give what answers the widget's questions for points."""

    def answer(widget: "AnyWidget", content: Any, buffers: Any) -> None:
        del buffers
        try:
            parts = points(run, content)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            widget.send({"ask": content.get("ask"), "error": f"these points cannot be given: {error}"})
            return
        widget.send({"ask": content["ask"]}, buffers=parts)

    return answer


def points(run: Run, question: Mapping[str, Any]) -> list[bytes]:
    """Give points of a series as the widget reads them.

    Parameters
    ----------
    run : Run
        The run.
    question : mapping
        ``index``: which of `Run.probes`; ``from_s``, ``to_s``: the part of simulated time in seconds;
        ``columns``: columns of the picture, from 1 to `MOST_COLUMNS`.

    Returns
    -------
    list of bytes
        Times in seconds and values, float64, little-endian; at most four points for each column.

    Raises
    ------
    IndexError, KeyError, TypeError, ValueError
        If the question is none, or there is no such series.
    """
    from cellwise.plots.decimate import shown

    index, columns = int(question["index"]), int(question["columns"])
    if not 0 <= index < len(run.probes):
        raise IndexError(f"index: {index} is not allowed; there are {len(run.probes)} series")
    if not 1 <= columns <= MOST_COLUMNS:
        raise ValueError(f"columns: {columns} is not allowed; give 1 to {MOST_COLUMNS}")
    series = run.probes[index]
    kept = shown(series.time_s, series.value, float(question["from_s"]), float(question["to_s"]), columns)
    time_s, y = series.time_s[kept], series.value[kept]
    value = np.where(np.isfinite(y), y, np.nan)
    return [np.ascontiguousarray(one, dtype="<f8").tobytes() for one in (time_s, value)]
