"""The cases: N sources, one switch port, a buffer and a drop policy, in a LAN or a WAN."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cellwise.scenario import Scenario
from cellwise.studies.goyal96 import settings
from cellwise.study.definition import Case

#: The port that all sources share.
BOTTLENECK = "sw1.trunk"

#: What "LAN" and "WAN" mean (section 3.1).
CONFIGURATIONS: Mapping[str, Mapping[str, Any]] = {
    "LAN": {"link_delay": "5 us", "receive_window": "65535 bytes", "duration": "10 s"},
    "WAN": {"link_delay": "5 ms", "receive_window": "600000 bytes", "duration": "20 s"},
}

#: Receiver windows of the claim that smaller ones do better in a LAN (section 4).
WINDOWS_BYTES = (65535, 32768, 16384, 8192)


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors of one experiment."""

    configuration: str
    sources: int
    buffer_cells: int | None
    """None for an unlimited buffer."""
    policy: str = "tail"
    r: float | None = None
    """The threshold, as a fraction of the buffer."""
    z: float | None = None
    window_bytes: int | None = None
    """None for the window of the configuration."""
    probed: bool = False

    @property
    def name(self) -> str:
        """The case's name."""
        words = [self.configuration, f"N={self.sources}"]
        words.append("unlimited" if self.buffer_cells is None else f"K={self.buffer_cells}")
        words.append(self.policy)
        words += [f"R={self.r:g}"] if self.r is not None else []
        words += [f"Z={self.z:g}"] if self.z is not None else []
        words += [f"W={self.window_bytes}"] if self.window_bytes is not None else []
        words += ["probed"] if self.probed else []
        return " ".join(words)

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices."""
        return Case(self.name, self._scenario(chosen))

    def _scenario(self, chosen: Mapping[str, Any]) -> Scenario:
        configuration = CONFIGURATIONS[self.configuration]
        window = configuration["receive_window"]
        common = {path: value for path, value in chosen.items() if not path.startswith(settings.DROP)}
        probes = {"cwnd": {"flow": "tcp1", "every": "10 ms"}} if self.probed else None
        return Scenario.from_template("n-source").with_(
            {
                "title": f"ATM Forum 96-1269: {self.name}",
                "duration": configuration["duration"],
                "topology.sources": self.sources,
                "topology.link_delay": configuration["link_delay"],
                **common,
                "tcp.receive_window": f"{self.window_bytes} bytes" if self.window_bytes else window,
                "switch.buffer": "unlimited" if self.buffer_cells is None else f"{self.buffer_cells} cells",
                "probes": probes,
            },
            switch={"drop": self._drop(chosen)},
        )

    def _drop(self, chosen: Mapping[str, Any]) -> dict[str, Any]:
        if self.policy == "tail":
            return settings.drop("tail", chosen)
        if self.policy == "epd":
            # "We use thresholds of Buffer Size - 200 cells" (section 5).
            return settings.drop("epd", chosen, threshold="all but 200 cells")
        return settings.drop(self.policy, chosen, threshold=self.r, z=self.z)
