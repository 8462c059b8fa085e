"""The cases: TCP connections and one background over two switches, or over several in a row."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cellwise.quantity import span_s
from cellwise.scenario import Scenario
from cellwise.studies.anansari.settings import scenario_paths
from cellwise.study.definition import Case

#: Names as the paper writes them.
NAMES: Mapping[str, str] = {"efci": "EFCI", "erica": "ERICA", "fmmra": "FMMRA"}

#: Links that the long connections cross (claim 5).
LINKS = (1, 2, 3, 4)

#: How often queues and rates are sampled; finely where rates are what is asked for (Figure 4, claim 3).
SAMPLE = "500 us"
FINE_SAMPLE = "50 us"

#: How often what is acknowledged is sampled.
WINDOW_S = 0.02

#: The port of the backbone.
BACKBONE = "sw1.trunk"


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors of one experiment."""

    rule: str
    """``efci``, ``erica`` or ``fmmra``."""
    sources: int = 2
    period: str = "25"
    """Which figures' on and off times the background has."""
    limited: bool = False
    """Whether the switch has the limited buffer of Figure 5."""
    links: int = 0
    """Links in a row, without background; 0 for the backbone."""

    @property
    def name(self) -> str:
        """The case's name."""
        words = [NAMES[self.rule]]
        if self.links:
            return " ".join([*words, f"links={self.links}"])
        words += [f"N={self.sources}", f"period{self.period}"]
        return " ".join([*words, "limited"] if self.limited else words)

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices."""
        changes: dict[str, Any] = {
            "title": f"TCP over ABR: {self.name}",
            "duration": chosen["study.run_length"],
            "topology": self._row() if self.links else self._backbone(chosen),
            "atm.category": "abr",
            "switch.buffer": f"{chosen['study.limited_buffer_cells']} cells" if self.limited else "unlimited",
            "switch.rate_rule": self._rule(chosen),
            **scenario_paths(chosen, self.rule),
        }
        if not self.links:
            changes["probes"] = {
                "queue": {"port": BACKBONE, "every": SAMPLE},
                "transmitted": {"port": BACKBONE, "every": SAMPLE},
                "acr": {"vc": "*", "every": FINE_SAMPLE if self.period == "4" else SAMPLE},
                "acknowledgment": {"flow": "*", "every": f"{WINDOW_S * 1000:g} ms"},
            }
        return Case(self.name, Scenario.from_template(changes["topology"]["template"]).with_(changes))

    def _rule(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        threshold = f"{chosen['study.efci_threshold_cells']} cells"
        thresholds = {"low": threshold, "high": threshold} if self.rule == "efci" else {}
        return {"rule": self.rule, **thresholds}

    def _row(self) -> dict[str, Any]:
        return {"template": "parking-lot", "links": self.links}

    def _backbone(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        source = {
            "pattern": "on-off",
            "rate": chosen["study.vbr_rate"],
            "periods": "deterministic",
            "begins": "on",
            **on_and_off(chosen, self.period),
        }
        background = {
            "sources": 1,
            "category": "nrt-vbr",
            "start": chosen["study.vbr_start"],
            "source": source,
        }
        return {"template": "two-node", "sources": self.sources, "background": background}


def on_and_off(chosen: Mapping[str, Any], period: str) -> dict[str, str]:
    """Give the on and off times of a figure's background."""
    on_s = span_s(chosen[f"study.period{period}"])
    share = float(chosen["study.off_share"])
    off_s = on_s * share / (1 - share)
    return {"on": f"{on_s * 1e6:g} us", "off": f"{off_s * 1e6:g} us"}


def needed() -> list[Factors]:
    """Give all experiments."""
    made = []
    for rule in NAMES:
        made += [
            Factors(rule),
            Factors(rule, sources=5, period="3"),
            Factors(rule, period="4"),
            Factors(rule, limited=True),
            *(Factors(rule, links=links) for links in LINKS),
        ]
    return made
