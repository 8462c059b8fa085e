"""The cases: a network, a service, the traffic, and what is between the hosts and the ATM network."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from cellwise.scenario import Scenario
from cellwise.studies.kansas import bursts, settings
from cellwise.study.definition import Case

#: Numbers of connections in the two node configuration (Tables 5.5 and 5.6).
SOURCES = (5, 10, 15, 20)

#: Mean loads of the background, in Mbit/s (section 5.2.2; the values in the figures are lost).
LOADS_MBPS = (10, 20, 30, 40, 50)

#: Numbers of congested links (sections 5.2.3 and 5.3.3; the numbers in the figures are lost).
LINKS = (1, 2, 3, 4, 6)

#: The constant background of the second multiple node configuration, in Mbit/s (section 5.2.4).
MNC2_BACKGROUND_MBPS = 100

#: Octets of a segment, and of the cells that it becomes.
SEGMENT_BYTES = 9140
WIRE_BYTES = 192 * 53

#: A fabric that limits without damage refuses whole frames when its queue is 4 frames below the buffer.
_ARCHITECTURES: Mapping[str, Mapping[str, Any]] = {
    "output-buffered": {"kind": "output-buffered"},
    "two-stage": {"kind": "two-stage"},
    "two-stage-frames": {"kind": "two-stage", "fabric_drop": {"policy": "epd", "threshold": 0.8}},
}

_TEMPLATES = {"two-node": "two-node", "mnc1": "parking-lot", "mnc2": "downstream-bottleneck"}


@dataclass(frozen=True, slots=True)
class Factors:
    """The factors of one experiment."""

    network: str
    """``two-node``, ``mnc1`` or ``mnc2`` (the multiple node configurations)."""
    service: str
    """``abr`` or ``ubr``."""
    traffic: str = "tcp"
    """``tcp``, ``udp`` (at line rate) or ``paced`` (UDP)."""
    sources: int = 5
    """Connections of the two node configuration; with `crowded`, routers."""
    links: int = 3
    """Congested links of the first multiple node configuration."""
    routers: bool = False
    """Whether routers stand between the hosts and the ATM network."""
    crowded: bool = False
    """Whether router 1 carries five flows (section 5.3.2)."""
    load_mbps: int = 0
    """Mean load of the VBR background of the two node configuration."""
    unlimited: bool = False
    """Whether the buffers are unlimited (Table 5.2)."""
    policy: str = "epd"
    """The switches' drop policy, with UBR."""
    edge_policy: str | None = None
    """The adapters' drop policy, at routers; None for that of the study."""
    switch_cells: int | None = None
    """Buffer of a switch's port; None for that of the study."""
    edge_cells: int | None = None
    """Buffers of all edges together; None for that of the study."""
    bursty: bool = False
    """Whether sources have data now and then only."""
    times: int = 1
    """How many times as long as others the run is, so that a trend shows in a single one."""

    @classmethod
    def of(cls, **factors: Any) -> Self:
        """Give an experiment as the thesis has it, which takes some results for those of others.

        Pacing changes nothing with ABR (section 5.2.1): UDP stands for paced UDP. Routers change nothing with
        UBR+EPD, as they send at line rate (section 5.3.1), but where one carries several flows: its Tables
        5.14 to 5.17, 5.19 and 5.20 repeat the numbers from end to end.
        """
        made = cls(**factors)
        if made.service == "ubr" and made.routers and not made.crowded:
            made = replace(made, routers=False)
        return replace(made, traffic="udp") if (made.service, made.traffic) == ("abr", "paced") else made

    @property
    def name(self) -> str:
        """The case's name."""
        words = [
            self.network,
            self.service.upper() if self.service == "abr" else f"UBR+{self.policy.upper()}",
        ]
        words += [self.traffic.upper() if self.traffic != "paced" else "paced UDP"]
        words += [f"N={self.sources}"] if self.network == "two-node" else []
        words += [f"links={self.links}"] if self.network == "mnc1" else []
        words += ["routers"] if self.routers else []
        words += ["crowded"] if self.crowded else []
        words += [f"VBR={self.load_mbps}"] if self.load_mbps else []
        words += ["unlimited"] if self.unlimited else []
        words += [f"edge={self.edge_policy}"] if self.edge_policy is not None else []
        words += [f"Bs={self.switch_cells}"] if self.switch_cells is not None else []
        words += [f"Be={self.edge_cells}"] if self.edge_cells is not None else []
        words += ["bursty"] if self.bursty else []
        words += [f"x{self.times}"] if self.times > 1 else []
        return " ".join(words)

    @property
    def connections(self) -> int:
        """Virtual connections with data."""
        return {"two-node": self.sources, "mnc1": 2 + 2 * self.links, "mnc2": 10}[self.network]

    def case(self, chosen: Mapping[str, Any]) -> Case:
        """Make the case with the study's choices."""
        return Case(self.name, _Writer(self, chosen).scenario())


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes the scenario of one case."""

    factors: Factors
    chosen: Mapping[str, Any]

    def scenario(self) -> Scenario:
        abr = self.factors.service == "abr"
        document: dict[str, Any] = {
            "title": f"Thesis, University of Kansas: {self.factors.name}",
            **self._times(),
            **settings.scenario_paths(self.chosen, abr=abr),
            "tcp.receive_window": self._window(),
            "atm.category": self.factors.service,
            "flow.kind": "tcp" if self.factors.traffic == "tcp" else "udp",
            "udp": self._udp(),
            "switch.buffer": self._cells(self._switch_cells()),
            "switch.architecture": _ARCHITECTURES[str(self.chosen["study.architecture"])],
            "flows": bursts.flows(self.factors.connections, self._run_length_s())
            if self.factors.bursty
            else None,
        }
        scenario = Scenario.from_template(_TEMPLATES[self.factors.network]).with_(
            topology=self._topology(), switch={"drop": self._switch_drop()}
        )
        if abr and self.factors.routers:
            edge = {
                "buffer": self._cells(self._edge_cells()),
                "drop": self._drop(self.factors.edge_policy or str(self.chosen["study.edge_policy"])),
            }
            scenario = scenario.with_(adapter=edge)
        return scenario.with_(document)

    def _times(self) -> dict[str, str]:
        chosen = self.chosen
        return {"duration": f"{self._run_length_s():g} s", "warmup": f"{chosen['study.warmup_s']:g} s"}

    def _run_length_s(self) -> float:
        """Half as long with UDP, which makes more cells and has nothing to learn in the course of a run."""
        length = float(self.chosen["study.run_length_s"]) * self.factors.times
        return length if self.factors.traffic == "tcp" else length / 2

    def _topology(self) -> dict[str, Any]:
        factors, chosen = self.factors, self.chosen
        sizes: dict[str, Any] = {
            "two-node": {"sources": factors.sources},
            "mnc1": {"links": factors.links},
            "mnc2": {},
        }[factors.network]
        delay = chosen[f"study.{factors.network.replace('-', '_')}_trunk_delay"]
        topology = {"template": _TEMPLATES[factors.network], "trunk_delay": delay, **sizes}
        if factors.crowded:
            topology["sources_per_router"] = [5, *[1] * (factors.sources - 1)]
            del topology["sources"]
        if factors.routers:
            topology |= {"routers": True, "lan_rate": chosen["study.lan_rate"], "lan_delay": "0 s"}
        if (background := self._background()) is not None:
            topology["background"] = background
        return topology

    def _background(self) -> dict[str, Any] | None:
        if self.factors.network == "mnc2":
            source: dict[str, Any] = {"pattern": "constant", "rate": f"{MNC2_BACKGROUND_MBPS} Mbit/s"}
            return {"sources": 1, "category": "nrt-vbr", "source": source}
        if not self.factors.load_mbps:
            return None
        count, mean = self.chosen["study.vbr_sources"], self.chosen["study.vbr_mean_on"]
        peak = 2 * self.factors.load_mbps / count
        source = {**settings.ON_OFF, "rate": f"{peak:g} Mbit/s", "on": mean, "off": mean}
        return {"sources": count, "category": "nrt-vbr", "source": source}

    def _window(self) -> str:
        if self.factors.network == "mnc1":
            links = max(3, self.factors.links)
            return f"{self.chosen['study.mnc_window_bytes'] * links // 3} bytes"
        if self.factors.network == "mnc2":
            return f"{self.chosen['study.mnc_window_bytes']} bytes"
        return f"{self.chosen['study.window_segments'] * SEGMENT_BYTES} bytes"

    def _udp(self) -> dict[str, Any]:
        """Datagrams that fill the line once segmented, or the paced ones."""
        load = self.chosen["study.paced_load"] / self._sharing() if self.factors.traffic == "paced" else 1.0
        rate = round(settings.LINK_RATE_BPS * SEGMENT_BYTES / WIRE_BYTES * load)
        line = self.factors.traffic != "paced" and not self.factors.routers
        return {
            "payload": f"{SEGMENT_BYTES} bytes",
            "rate": "line" if line else f"{rate} bit/s",
            "socket_buffer": self.chosen["study.udp_socket_buffer"],
        }

    def _sharing(self) -> int:
        """Connections on one congested link."""
        return {"two-node": self.factors.sources, "mnc1": 4, "mnc2": 10}[self.factors.network]

    def _switch_cells(self) -> int | None:
        if self.factors.unlimited:
            return None
        return self.factors.switch_cells or int(self.chosen["study.switch_buffer_cells"])

    def _edge_cells(self) -> int | None:
        total = self.factors.edge_cells or int(self.chosen["study.edge_buffers_cells"])
        return None if self.factors.unlimited else total // self.factors.connections

    @staticmethod
    def _cells(cells: int | None) -> str:
        return "unlimited" if cells is None else f"{cells} cells"

    def _switch_drop(self) -> dict[str, Any]:
        """With ABR the switches have nothing to choose: they are not meant to lose cells at all."""
        if self.factors.unlimited or self.factors.service == "abr":
            return {"policy": "tail"}
        return self._drop(self.factors.policy)

    def _drop(self, policy: str) -> dict[str, Any]:
        threshold = {"threshold": self.chosen["study.epd_threshold"]} if policy == "epd" else {}
        return {"policy": policy, **threshold}
