"""What differs between replications of a study besides random numbers: a time, or when flows start."""

from collections.abc import Mapping
from typing import Any

from cellwise.errors import ConfigError
from cellwise.points.store import Vary, unvaried
from cellwise.quantity import span_s
from cellwise.scenario import Scenario
from cellwise.study.data.form import VaryForm
from cellwise.study.data.grid import Cases
from cellwise.study.data.issues import Issues
from cellwise.study.draws import uniform

#: Times are written to the nanosecond.
_NS_PER_S = 1e9


class RandomStarts:
    """Delays the flows of each connection by a random time, uniform from 0 to a spread.

    Flows that have a start and an end keep their length. Cell streams, the background of others, are not
    changed. `spread` is the longest delay, as scenarios write times.
    """

    def __init__(self, spread: str) -> None:
        self.spread_s = span_s(spread)

    def __call__(self, scenario: Scenario, replication: int) -> Scenario:
        """Give one replication of a scenario."""
        if not self.spread_s:
            return scenario
        given = scenario.to_dict().get("flows", {})
        flows = {}
        for name, flow in scenario.expanded()["flows"].items():
            if flow.get("kind") == "cells":
                continue
            own = given.get(name, {})
            delay_s = self.spread_s * uniform("start", replication, flow["vc"])
            times = {"start": "0 s", **{key: own[key] for key in ("start", "stop") if key in own}}
            flows[name] = {**own, **{key: _later(at, delay_s) for key, at in times.items()}}
        return scenario.with_(flows=flows)


class DrawnTime:
    """Draws a new time in each replication, the same in all cases of one."""

    def __init__(self, path: str, least_s: float, most_s: float) -> None:
        """Take where it is set and the range from which it is drawn."""
        self.path, self.least_s, self.most_s = path, least_s, most_s

    def __call__(self, scenario: Scenario, replication: int) -> Scenario:
        """Give one replication of a scenario."""
        drawn = self.least_s + (self.most_s - self.least_s) * uniform("vary", replication, self.path)
        return scenario.with_({self.path: f"{round(drawn * _NS_PER_S)} ns"})


def vary_of(form: VaryForm | None, chosen: Mapping[str, Any], cases: Cases, issues: Issues) -> Vary:
    """Make what differs between replications; mistakes go to `issues`."""
    if form is None:
        return unvaried
    if bool(form.starts) == bool(form.between) or bool(form.path) != bool(form.between):
        issues.add("vary", "give path and between, or starts")
        return unvaried
    try:
        drawn: Vary = (
            RandomStarts(chosen.get(form.starts, form.starts))
            if form.starts
            else DrawnTime(str(form.path), *map(span_s, form.between or ()))
        )
        for one in cases.by_name.values():
            if one.sound:
                drawn(one.scenario, 0)
                break
    except ConfigError as error:
        issues.add_error("vary", error)
    except ValueError as error:
        issues.add("vary.starts" if form.starts else "vary.between", str(error))
    else:
        return drawn
    return unvaried


def _later(at: str, by_s: float) -> str:
    return f"{round((span_s(at) + by_s) * _NS_PER_S)} ns"
