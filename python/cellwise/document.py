"""The types of a scenario as nested dicts, for editors and type checkers.

Written by tools/generate_types.py from the JSON Schema; do not edit. Every key may be left out.
"""

from __future__ import annotations

from typing import Literal, TypedDict

TieOrder = Literal["random", "rotate", "fixed"]


class TopologyNSource(TypedDict, total=False):
    """Sources and as many destinations on either side of one shared link between two switches."""

    template: Literal["n-source"]
    sources: int
    link_rate: str
    link_delay: str
    trunk_rate: str
    trunk_delay: str
    start_stagger: str


Topology = TopologyNSource


class SwitchDefaults(TypedDict, total=False):
    """The output queue of every switch port, unless the node or the port says otherwise."""

    buffer: str
    drop: DropPolicyConfig
    occupancy: Occupancy


class DropPolicyConfigTail(TypedDict, total=False):
    """Tail drop: each cell by itself is lost when the buffer is full."""

    policy: Literal["tail"]


class DropPolicyConfigPpd(TypedDict, total=False):
    """Partial packet discard: once a cell of a frame met a full buffer, the rest of the frame is discarded, except its last cell."""

    policy: Literal["ppd"]


class DropPolicyConfigEpd(TypedDict, total=False):
    """Early packet discard: while the queue is longer than a threshold, whole new frames are refused."""

    policy: Literal["epd"]
    threshold: float | str
    discard_remainder: bool


class DropPolicyConfigSelectiveDrop(TypedDict, total=False):
    """Selective Drop: above a threshold, new frames of VCs that hold more than their share of the queue are refused."""

    policy: Literal["selective-drop"]
    threshold: float | str
    z: float
    count_arriving_cell: bool
    discard_remainder: bool


class DropPolicyConfigFba(TypedDict, total=False):
    """Fair Buffer Allocation: above a threshold, the share of the queue that a VC may hold shrinks as the buffer fills."""

    policy: Literal["fba"]
    threshold: float | str
    z: float
    count_arriving_cell: bool
    discard_remainder: bool


DropPolicyConfig = (
    DropPolicyConfigTail
    | DropPolicyConfigPpd
    | DropPolicyConfigEpd
    | DropPolicyConfigSelectiveDrop
    | DropPolicyConfigFba
)

Occupancy = Literal["waiting", "with-service"]


class AtmDefaults(TypedDict, total=False):
    """AAL5 on every virtual connection, unless the connection says otherwise."""

    encapsulation: Encapsulation
    max_sdu: str
    reassembly_timeout: str
    timeout_restarts: RestartRule


Encapsulation = Literal["llc-snap", "vc-mux"]

RestartRule = Literal["on-first-cell", "on-each-cell"]


class HostDefaults(TypedDict, total=False):
    """Every host, unless the node says otherwise."""

    send_processing: str | dict[str, object]
    receive_processing: str | dict[str, object]


class FlowDefaults(TypedDict, total=False):
    """Every flow, unless the flow says otherwise."""

    kind: Protocol
    size: Literal["unlimited"] | str
    start: str
    stop: str


Protocol = Literal["tcp", "udp"]


class Settings(TypedDict, total=False):
    """TCP settings."""

    variant: str
    mss: str
    receive_window: str
    send_buffer: str
    window_scaling: bool
    timer_tick: str
    timer_phase: TimerPhase
    delayed_ack: bool
    delayed_ack_timer: str
    nagle: bool
    rto_rule: RtoRule
    min_rto_ticks: int
    max_rto_ticks: int
    initial_rto: str
    backoff_until: BackoffUntil
    initial_cwnd_segments: int
    initial_ssthresh: dict[str, object] | str
    cwnd_unit: CwndUnit
    cwnd_cap: dict[str, object] | str
    header_prediction: bool
    ssthresh_rule: SsthreshRule
    ssthresh_whole_segments: bool
    after_timeout: AfterTimeout
    out_of_order: OutOfOrder
    slow_start_boundary: SlowStartBoundary
    mss_over_8: bool
    bsd_deflate_bug: bool
    duplicate_ack_threshold: int
    idle_restart: bool


TimerPhase = Literal["aligned", "random"]

RtoRule = Literal["net3", "sunos"]

BackoffUntil = Literal["sample", "new-ack"]

CwndUnit = Literal["octets", "segments"]

SsthreshRule = Literal["bsd", "goyal96"]

AfterTimeout = Literal["go-back-n", "first-segment"]

OutOfOrder = Literal["cache", "drop"]

SlowStartBoundary = Literal["at-or-below", "below"]


class UdpSettings(TypedDict, total=False):
    """The datagrams of every UDP flow, unless the flow says otherwise."""

    payload: str
    rate: Literal["line"] | str


class NodeEntry(TypedDict, total=False):
    """A host or a switch."""

    kind: NodeRole
    buffer: str
    drop: DropPolicyConfig
    occupancy: Occupancy
    ports: dict[str, PortEntry]
    send_processing: str | dict[str, object]
    receive_processing: str | dict[str, object]


NodeRole = Literal["host", "switch"]


class PortEntry(TypedDict, total=False):
    """The output queue of one port of a switch."""

    buffer: str
    drop: DropPolicyConfig
    occupancy: Occupancy


class LinkEntry(TypedDict, total=False):
    """A full-duplex link between two nodes."""

    ends: list[str]
    rate: str
    delay: str
    reverse_rate: str
    reverse_delay: str


class VcEntry(TypedDict, total=False):
    """A duplex virtual connection between two hosts."""

    path: list[str]
    encapsulation: Encapsulation
    max_sdu: str
    reassembly_timeout: str
    timeout_restarts: RestartRule


#: Data sent over a virtual connection.
FlowEntry = TypedDict(
    "FlowEntry",
    {
        "kind": "Protocol",
        "vc": "str",
        "from": "str",
        "size": 'Literal["unlimited"] | str',
        "start": "str",
        "stop": "str",
        "tcp": "Settings",
        "udp": "UdpSettings",
    },
    total=False,
)


class Probes(TypedDict, total=False):
    """What to record over time. Each key takes one table or an array of tables."""

    queue: QueueProbe | list[QueueProbe]
    occupancy: OccupancyProbe | list[OccupancyProbe]
    cwnd: FlowProbe | list[FlowProbe]
    ssthresh: FlowProbe | list[FlowProbe]
    sequence: FlowProbe | list[FlowProbe]
    acknowledgment: FlowProbe | list[FlowProbe]


class QueueProbe(TypedDict, total=False):
    """Records a port's queue."""

    port: str
    every: str


class OccupancyProbe(TypedDict, total=False):
    """Records one virtual connection's cells in a port's queue."""

    port: str
    vc: str
    every: str


class FlowProbe(TypedDict, total=False):
    """Records a TCP flow."""

    flow: str
    every: str


class Limits(TypedDict, total=False):
    """Where a run stops itself, keeping what it has."""

    events: int
    memory: str


class Document(TypedDict, total=False):
    """A scenario: a network, the traffic on it, and what to record. The network is a graph of nodes, links, virtual connections and flows. A template in `[topology]` makes such a graph; entries of `[nodes]`, `[links]`, `[vcs]` and `[flows]` change or extend it."""

    title: str
    description: str
    duration: str
    warmup: str
    seed: int
    replication: int
    tie: TieOrder
    reference: bool
    topology: Topology
    switch: SwitchDefaults
    atm: AtmDefaults
    host: HostDefaults
    flow: FlowDefaults
    tcp: Settings
    udp: UdpSettings
    nodes: dict[str, NodeEntry]
    links: dict[str, LinkEntry]
    vcs: dict[str, VcEntry]
    flows: dict[str, FlowEntry]
    probes: Probes
    limits: Limits
