"""Shows a run, or a scenario, in a notebook."""

import gzip
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from cellwise.results import Run
from cellwise.run import run as run_here
from cellwise.scenario import Scenario
from cellwise.series import Series
from cellwise.widget.controls import Value, controls_of

if TYPE_CHECKING:
    from anywidget import AnyWidget

#: Points of a run, all its series together, that go to the notebook unchanged. They take 16 octets each
#: before they are packed; of a run with more, each series keeps what `COLUMNS` columns show.
MOST_POINTS = 2_000_000

#: Columns for which a longer series is thinned: at most four points each, and no peak is lost.
COLUMNS = 20_000


def show(given: Run | Scenario, controls: Mapping[str, Sequence[Value]] | None = None) -> "AnyWidget":
    """Give a widget with the records of a run's probes, one strip for each kind of quantity.

    The notebook's page draws and computes: it has the simulator, and the results of a run that is given. A
    control runs the scenario there with another value. No kernel is needed for that, so that sliders work in
    a notebook that was exported to HTML as well. Where the scenario has no probes there are no strips.

    Parameters
    ----------
    given : Run or Scenario
        A run, just made or loaded from a results folder; or a scenario, which runs in the page at first.
    controls : mapping of str to sequence, optional
        By the path of a setting, such as ``switch.buffer``: the values that a reader may choose, of which the
        scenario has one. Numbers are a slider, words a choice.

    Returns
    -------
    anywidget.AnyWidget
        Its trait ``value`` is a dict with the value of each setting that can be changed; it follows the
        reader, and the page follows it. ``scenario_now()`` gives the scenario with these values, and
        ``run()`` its run, made by Python.

    Raises
    ------
    ConfigError
        If a value of a control breaks a rule.
    ImportError
        If anywidget is not installed.
    ValueError
        If the scenario's own value is not among those of a control.
    """
    scenario = given.scenario if isinstance(given, Run) else given
    described = controls_of(scenario, controls or {})
    widget_class = _widget_class()
    from cellwise.widget.simulator import simulator

    return widget_class(
        title=str(scenario.to_dict().get("title") or "Run"),
        scenario=scenario.to_json(),
        controls=described,
        value={one["paths"][0]: one["values"][one["at"]] for one in described},
        results=packed(given) if isinstance(given, Run) else b"",
        simulator=simulator(),
    )


@cache
def _widget_class() -> "type[AnyWidget]":
    """Declare the widget when it is first wanted: anywidget need not be installed."""
    try:
        import anywidget
        import traitlets
        from ipywidgets import Widget, widget_serialization
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{error.name} is not installed; the widget needs it: pip install 'cellwise[notebook]'"
        ) from None
    web = files("cellwise") / "_web"

    class Strips(anywidget.AnyWidget):
        """The strips of a run, with controls."""

        _esm = (web / "widget.js").read_text(encoding="utf-8")
        _css = (web / "widget.css").read_text(encoding="utf-8")
        title = traitlets.Unicode().tag(sync=True)
        scenario = traitlets.Unicode().tag(sync=True)
        controls: Any = traitlets.List().tag(sync=True)
        value: Any = traitlets.Dict().tag(sync=True)
        results = traitlets.Bytes().tag(sync=True)
        simulator: Any = traitlets.Instance(Widget).tag(sync=True, **widget_serialization)

        @traitlets.validate("value")
        def _known(self, proposal: Any) -> dict[str, str]:
            return chosen(self.controls, proposal["value"])

        def scenario_now(self) -> Scenario:
            """Give the scenario with the values that are chosen."""
            return Scenario.from_json(self.scenario).set_all(self.value.items())

        def run(self) -> Run:
            """Run the scenario with the values that are chosen, here and not in the page."""
            return run_here(self.scenario_now())

        def __repr__(self) -> str:
            """What is seen where no widget can be shown, such as in a printed notebook."""
            return f"<Strips of {self.title!r}, to be seen in a notebook or its HTML>"

    return Strips


def chosen(controls: Sequence[Mapping[str, Any]], value: Mapping[str, Any]) -> dict[str, str]:
    """Give the values of all controls, of which some may be given.

    Raises
    ------
    ValueError
        If there is no such control, or it has no such value.
    """
    known = {one["paths"][0]: one for one in controls}
    for path, one in value.items():
        if path not in known:
            raise ValueError(f"value.{path}: is no control; the controls are {', '.join(known) or 'none'}")
        if one not in known[path]["values"]:
            values = ", ".join(known[path]["values"])
            raise ValueError(f"value.{path}: {one!r} is not allowed; the values are {values}")
    return {path: value.get(path, one["values"][one["at"]]) for path, one in known.items()}


def packed(run: Run) -> bytes:
    """Give the results of a run as the widget takes them, packed by gzip.

    The data of plots is included: series, thinned where there are more than `MOST_POINTS` points, and the
    tables of numbers, but none of events.
    """
    from cellwise.page.browser_run import run_bytes

    probes = run.probes
    if sum(map(len, probes)) > MOST_POINTS:
        probes = [_thinned(one, run.simulated_s) for one in probes]
    return gzip.compress(run_bytes(run, records=(), probes=probes), compresslevel=6, mtime=0)


def _thinned(series: Series, end_s: float) -> Series:
    from cellwise.plots.decimate import shown

    kept = shown(series.time_s, series.value, 0.0, end_s, COLUMNS)
    return replace(series, time_ps=series.time_ps[kept], value=series.value[kept])
