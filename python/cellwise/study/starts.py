"""When the flows of a study start: at random, anew in each replication, the same in all its cases."""

from cellwise.quantity import span_s
from cellwise.scenario import Scenario
from cellwise.study.draws import uniform

#: Times are written to the nanosecond.
_NS_PER_S = 1e9


class RandomStarts:
    """Delays the flows of each connection by a random time, uniform from 0 to a spread.

    Flows that have a start and an end keep their length. Cell streams, the background of others, are left as
    they are.

    Parameters
    ----------
    spread : str
        The longest delay, as scenarios write times.
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


def _later(at: str, by_s: float) -> str:
    return f"{round((span_s(at) + by_s) * _NS_PER_S)} ns"
