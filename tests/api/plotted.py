"""Runs of which tests draw plots, each made once."""

import csv
import io
from functools import cache

import cellwise as cw
from cellwise.plots import Drawing

EVERYTHING = {
    "queue": {"port": "sw1.trunk"},
    "occupancy": {"port": "sw1.trunk", "vc": "*"},
    "cwnd": {"flow": "*"},
    "ssthresh": {"flow": "tcp1"},
    "sequence": {"flow": "*"},
    "acknowledgment": {"flow": "*"},
    "transmitted": {"port": "*", "every": "10 ms"},
}


def brief_scenario() -> cw.Scenario:
    return cw.Scenario.from_template("n-source").with_(
        {
            "title": "five sources for a moment",
            "duration": "1200 ms",
            "switch.buffer": "1000 cells",
            "tcp.timer_tick": "100 ms",
            "probes": EVERYTHING,
        }
    )


@cache
def brief_run() -> cw.Run:
    return cw.run(brief_scenario())


@cache
def abr_run() -> cw.Run:
    scenario = cw.Scenario.from_template("n-source").with_(
        {
            "duration": "50 ms",
            "topology.sources": 2,
            "atm.category": "abr",
            "switch.rate_rule.rule": "erica",
            "probes": {"acr": {"vc": "*"}, "er": {"port": "sw1.trunk", "vc": "vc2"}},
        }
    )
    return cw.run(scenario)


def rows_of(drawing: Drawing) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(drawing.to_csv())))
