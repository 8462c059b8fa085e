"""What the thesis leaves open: narrow uplinks, a thousand lines, web traffic (sections 2.1.3 and 6.3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cellwise.quantity import span_s
from cellwise.scenario import Scenario
from cellwise.studies.calgary import settings
from cellwise.studies.calgary.cases import LINES, noise
from cellwise.study.definition import Case

#: Rates of the uplink, in kbit/s, from that of most experiments down to that of an old modem.
UPLINKS_KBPS = (512, 256, 128, 64, 32, 16)

#: What may be done about acknowledgments at a client's link: keys of its packet queue.
REMEDIES: Mapping[str, Mapping[str, Any]] = {
    "nothing": {},
    "filtering": {"ack_filtering": "all"},
    "congestion control": {"red": {"min_threshold_packets": 5, "max_threshold_packets": 15}},
    "priority": {"priority": "acknowledgments"},
    "priority and filtering": {"priority": "acknowledgments", "ack_filtering": "all"},
}

#: Those that are tried with acknowledgments alone, and beside an upload on the same line.
ALONE = ("nothing", "filtering", "congestion control")
BESIDE_UPLOAD = ("nothing", "filtering", "priority", "priority and filtering")

#: Noise on lines of web traffic: error model and CER; none for none.
WEB_NOISES = ((None, ""), ("burst", "1e-5"), ("burst", "1e-4"), ("burst", "1e-3"), ("independent", "1e-3"))

#: How browsers use connections.
CONNECTIONS = ("per-object", "persistent")

#: Lines of the run that the thesis could not make, and how noisy they are.
MANY_LINES = 1000
MANY_CER = "1e-4"


@dataclass(frozen=True, slots=True)
class Uplink:
    """Eight lines without noise, and what is done about acknowledgments where they leave the clients."""

    upstream_kbps: int
    remedy: str = "nothing"
    upload: bool = False
    """Whether each client also sends, beside the acknowledgments of what it receives."""

    @property
    def name(self) -> str:
        """The case's name."""
        beside = " upload" if self.upload else ""
        return f"uplink {self.upstream_kbps}kbps{beside} {self.remedy}"

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices."""
        queue = {
            "discipline": "uplink",
            "limit_packets": chosen["study.uplink_packets"],
            **REMEDIES[self.remedy],
        }
        changes: dict[str, Any] = {
            "title": f"Acknowledgments on a narrow uplink: {self.name}",
            "duration": chosen["study.path_run"],
            "warmup": chosen["study.warmup"],
            "topology": {
                "template": "adsl",
                "lines": LINES,
                "downstream": f"{settings.DOWNSTREAM_MBPS} Mbit/s",
                "upstream": f"{self.upstream_kbps} kbit/s",
                "uploads": self.upload,
                "queue": queue,
            },
            **settings.scenario_paths(chosen),
            "tcp.ack_congestion_control": self.remedy == "congestion control",
        }
        return Case(self.name, Scenario.from_template("adsl").with_(changes))

    def units(self, chosen: Mapping[str, Any]) -> float:
        """Cost of a run, where 1 is eight full lines of 1.5 Mbit/s for 5000 s."""
        return span_s(chosen["study.path_run"]) / 5000


@dataclass(frozen=True, slots=True)
class ManyLines:
    """A thousand noisy lines, each with a download and an upload."""

    @property
    def name(self) -> str:
        """The case's name."""
        return f"{MANY_LINES} lines"

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices; no link but the lines is narrow."""
        changes: dict[str, Any] = {
            "title": f"TCP over noisy ADSL lines: {self.name}",
            "duration": chosen["study.many_run"],
            "topology": {
                "template": "adsl",
                "lines": MANY_LINES,
                "trunk_rate": "2.4 Gbit/s",
                "uploads": True,
                "noise": noise(chosen, "burst", MANY_CER),
            },
            **settings.scenario_paths(chosen),
        }
        return Case(self.name, Scenario.from_template("adsl").with_(changes))

    def units(self, chosen: Mapping[str, Any]) -> float:
        """Cost of a run, where 1 is eight full lines of 1.5 Mbit/s for 5000 s."""
        both_ways = 1 + settings.UPSTREAM_KBPS / (1000 * float(settings.DOWNSTREAM_MBPS))
        return both_ways * MANY_LINES * span_s(chosen["study.many_run"]) / (LINES * 5000)


@dataclass(frozen=True, slots=True)
class Web:
    """Eight noisy lines, each with a browser that fetches pages from its server."""

    model: str | None = None
    cer: str = ""
    connections: str = CONNECTIONS[0]

    @property
    def name(self) -> str:
        """The case's name."""
        noisy = f"{self.model} CER={self.cer}" if self.model else "no noise"
        return f"web {self.connections} {noisy}"

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices."""
        topology: dict[str, Any] = {"template": "adsl", "lines": LINES}
        if self.model:
            topology["noise"] = noise(chosen, self.model, self.cer)
        changes: dict[str, Any] = {
            "title": f"Web traffic over ADSL lines: {self.name}",
            "duration": chosen["study.web_run"],
            "warmup": chosen["study.warmup"],
            "flow.kind": "web",
            "web.connections": self.connections,
            "topology": topology,
            **settings.scenario_paths(chosen),
        }
        return Case(self.name, Scenario.from_template("adsl").with_(changes))

    def units(self, chosen: Mapping[str, Any]) -> float:
        """Cost of a run, where 1 is eight full lines of 1.5 Mbit/s for 5000 s; browsers mostly think."""
        return 0.25 * span_s(chosen["study.web_run"]) / 5000
