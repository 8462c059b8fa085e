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


class TopologyTwoNode(TypedDict, total=False):
    """Sources and as many destinations on either side of one wide-area trunk between two switches."""

    template: Literal["two-node"]
    sources: int
    sources_per_router: list[int]
    link_rate: str
    access_delay: str
    trunk_delay: str
    start_stagger: str
    routers: bool
    lan_rate: str
    lan_delay: str
    background: Background


class TopologyParkingLot(TypedDict, total=False):
    """Connections over all of several trunks in a row, and local ones on each trunk."""

    template: Literal["parking-lot"]
    links: int
    long: int
    local: int
    link_rate: str
    access_delay: str
    trunk_delay: str
    start_stagger: str
    routers: bool
    lan_rate: str
    lan_delay: str
    background: Background


class TopologyDownstreamBottleneck(TypedDict, total=False):
    """Connections over a shared trunk that part after it: some over a trunk with background traffic, the others over a free one."""

    template: Literal["downstream-bottleneck"]
    bottlenecked: int
    others: int
    link_rate: str
    access_delay: str
    trunk_delay: str
    start_stagger: str
    routers: bool
    lan_rate: str
    lan_delay: str
    background: Background


Topology = TopologyNSource | TopologyTwoNode | TopologyParkingLot | TopologyDownstreamBottleneck


class Background(TypedDict, total=False):
    """Cells of a higher category on one trunk."""

    sources: int
    source: CellSourceConfig
    category: Category
    start: str
    link: str


class CellSourceConfigConstant(TypedDict, total=False):
    """Constant rate: one cell after the other at exactly equal spacing."""

    pattern: Literal["constant"]
    rate: str
    random_phase: bool


class CellSourceConfigOnOff(TypedDict, total=False):
    """On/off: cells at a constant rate while on, none while off; fixed or exponential periods."""

    pattern: Literal["on-off"]
    rate: str
    on: str
    off: str
    periods: Periods
    begins: Begins


class CellSourceConfigPoisson(TypedDict, total=False):
    """Poisson cells: the gaps between cells are independent and exponential."""

    pattern: Literal["poisson"]
    rate: str


CellSourceConfig = CellSourceConfigConstant | CellSourceConfigOnOff | CellSourceConfigPoisson

Periods = Literal["deterministic", "exponential"]

Begins = Literal["on", "off", "random"]

Category = Literal["cbr", "rt-vbr", "nrt-vbr", "abr", "ubr"]


class SwitchDefaults(TypedDict, total=False):
    """Every switch and the output queue of each of its ports, unless the node or the port says otherwise."""

    buffer: str
    drop: DropPolicyConfig
    occupancy: Occupancy
    scheduler: Discipline
    reserved: Reserved
    rate_rule: RateRuleConfig
    backward_rm: BackwardRm
    vs_vd: bool
    vs_queue: str
    architecture: Architecture


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


class DropPolicyConfigRed(TypedDict, total=False):
    """Random early detection: the longer the queue has been on average, the likelier a new frame is refused."""

    policy: Literal["red"]
    min_threshold: float | str
    max_threshold: float | str
    max_probability: float
    weight: float
    idle_step: str
    gentle: bool
    per_vc: bool
    discard_remainder: bool


DropPolicyConfig = (
    DropPolicyConfigTail
    | DropPolicyConfigPpd
    | DropPolicyConfigEpd
    | DropPolicyConfigSelectiveDrop
    | DropPolicyConfigFba
    | DropPolicyConfigRed
)

Occupancy = Literal["waiting", "with-service"]

Discipline = Literal["fifo", "priority", "round-robin", "weighted-round-robin"]

#: Cells reserved for each service category.
Reserved = TypedDict(
    "Reserved",
    {
        "cbr": "str",
        "rt-vbr": "str",
        "nrt-vbr": "str",
        "abr": "str",
        "ubr": "str",
    },
    total=False,
)


class RateRuleConfigEfci(TypedDict, total=False):
    """EFCI: while the queue is long, data cells are marked, and the destination tells the source."""

    rule: Literal["efci"]
    low: str
    high: str


class RateRuleConfigRelativeRate(TypedDict, total=False):
    """Relative rate marking: a long queue tells sources not to increase, a longer one to decrease."""

    rule: Literal["relative-rate"]
    low: str
    high: str


class RateRuleConfigEprca(TypedDict, total=False):
    """EPRCA: the port keeps a running mean of the sources' rates, and congestion brings those above it down."""

    rule: Literal["eprca"]
    low: str
    high: str
    averaging: float
    down_pressure: float
    explicit_reduction: float
    major_reduction: float
    separator: float
    intelligent: bool
    initial_mean: float


class RateRuleConfigOsu(TypedDict, total=False):
    """OSU: sources are scaled by the load, and near the target those below the fair share less than the others."""

    rule: Literal["osu"]
    interval: str
    interval_cells: str
    target_utilisation: float
    delta: float


class RateRuleConfigErica(TypedDict, total=False):
    """ERICA: the fair share of a target utilisation, or the present rate scaled by the load, whichever is more."""

    rule: Literal["erica"]
    interval: str
    interval_cells: str
    target_utilisation: float
    delta: float
    max_alloc: bool
    activity_decay: float
    measured_rates: bool
    smoothing: float


class RateRuleConfigEricaPlus(TypedDict, total=False):
    """ERICA+: ERICA whose target depends on the queue, so that the link is full and the delay near a target."""

    rule: Literal["erica-plus"]
    interval: str
    interval_cells: str
    target_delay: str
    steepness_above: float
    steepness_below: float
    least_factor: float
    delta: float
    max_alloc: bool
    activity_decay: float
    measured_rates: bool
    smoothing: float


class RateRuleConfigCapc(TypedDict, total=False):
    """CAPC: one explicit rate for all, raised or lowered in proportion to how far the load is from its target."""

    rule: Literal["capc"]
    interval: str
    interval_cells: str
    target_utilisation: float
    rise: float
    fall: float
    most_rise: float
    most_fall: float
    threshold: str
    initial_rate: float


class RateRuleConfigMmrca(TypedDict, total=False):
    """MMRCA style: while the queue is long, sources above a part of the largest rate come down to it."""

    rule: Literal["mmrca"]
    low: str
    high: str
    averaging: float
    least_part: float
    severe_part: float
    inactive_after: str


class RateRuleConfigFmmra(TypedDict, total=False):
    """FMMRA: the port computes the max-min fair rate, from what RM cells tell about VCs held back elsewhere."""

    rule: Literal["fmmra"]
    interval: str
    interval_cells: str
    target_utilisation: float
    smoothing: float
    low: str
    high: str
    least_factor: float
    inactive_after: str
    remark: bool


class RateRuleConfigOperatingRegion(TypedDict, total=False):
    """Operating region: max-min fair rates, with the queue steered into a region of preset lengths."""

    rule: Literal["operating-region"]
    interval: str
    interval_cells: str
    low: str
    high: str
    fill: float
    drain: float
    least_factor: float
    inactive_after: str


RateRuleConfig = (
    RateRuleConfigEfci
    | RateRuleConfigRelativeRate
    | RateRuleConfigEprca
    | RateRuleConfigOsu
    | RateRuleConfigErica
    | RateRuleConfigEricaPlus
    | RateRuleConfigCapc
    | RateRuleConfigMmrca
    | RateRuleConfigFmmra
    | RateRuleConfigOperatingRegion
)

BackwardRm = Literal["unqueued", "queued"]


class ArchitectureOutputBuffered(TypedDict, total=False):
    """A cell that arrives is at its output port at once; it waits there only."""

    kind: Literal["output-buffered"]


class ArchitectureTwoStage(TypedDict, total=False):
    """All cells pass one fabric with a FIFO of its own before their output ports."""

    kind: Literal["two-stage"]
    fabric_rate: str
    fabric_buffer: str


class ArchitectureSharedMemory(TypedDict, total=False):
    """The queues of all ports share one memory."""

    kind: Literal["shared-memory"]
    memory: str
    sharing: Sharing
    alpha: float


class ArchitectureCrossbar(TypedDict, total=False):
    """Each pair of input and output has a buffer of its own; an output serves its buffers in turn."""

    kind: Literal["crossbar"]
    crosspoint_buffer: str


Architecture = (
    ArchitectureOutputBuffered | ArchitectureTwoStage | ArchitectureSharedMemory | ArchitectureCrossbar
)

Sharing = Literal["complete", "partitioned", "dynamic-thresholds"]


class AtmDefaults(TypedDict, total=False):
    """Every virtual connection, unless the connection says otherwise."""

    category: Category
    weight: int
    encapsulation: Encapsulation
    max_sdu: str
    reassembly_timeout: str
    timeout_restarts: RestartRule


Encapsulation = Literal["llc-snap", "vc-mux"]

RestartRule = Literal["on-first-cell", "on-each-cell"]


class AbrParameters(TypedDict, total=False):
    """Settings of ABR connections."""

    pcr: str
    mcr: str
    icr: str
    rif: float
    rdf: float
    nrm: int
    mrm: int
    trm: str
    crm: int
    cdf: float
    adtf: str
    tbe: str
    frtt: str
    tcr: str
    rate_encoding: RateEncoding
    use_it_or_lose_it: UseItOrLoseIt
    reverse: Reverse
    turn_around: TurnAroundPolicy


RateEncoding = Literal["exact", "tm4"]


class UseItOrLoseIt(TypedDict, total=False):
    """The use-it-or-lose-it policy: with each forward RM cell the allowed cell rate falls to at most S * (1 + fraction) + headroom, but not below the initial cell rate, where S is the rate at which cells were sent since the forward RM cell before."""

    headroom: str
    fraction: float


Reverse = Literal["abr", "unlimited"]

TurnAroundPolicy = Literal["overwrite", "out-of-rate", "queue"]


class AdapterDefaults(TypedDict, total=False):
    """The adapters of every host and router: where the cells of a virtual connection wait before they are sent."""

    buffer: str
    drop: DropPolicyConfig


class RouterDefaults(TypedDict, total=False):
    """Every router, unless the node says otherwise."""

    rate: Literal["line"] | str


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


Protocol = Literal["tcp", "udp", "cells"]


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
    socket_buffer: str


class CellsSettings(TypedDict, total=False):
    """The cells of every flow of kind "cells", unless the flow says otherwise."""

    source: CellSourceConfig


class NodeEntry(TypedDict, total=False):
    """A host, a router or a switch."""

    kind: NodeRole
    buffer: str
    drop: DropPolicyConfig
    occupancy: Occupancy
    scheduler: Discipline
    reserved: Reserved
    rate_rule: RateRuleConfig
    backward_rm: BackwardRm
    vs_vd: bool
    vs_queue: str
    architecture: Architecture
    ports: dict[str, PortEntry]
    send_processing: str | dict[str, object]
    receive_processing: str | dict[str, object]
    adapter: AdapterDefaults
    rate: Literal["line"] | str


NodeRole = Literal["host", "switch", "router"]


class PortEntry(TypedDict, total=False):
    """The output queue of one port of a switch."""

    buffer: str
    drop: DropPolicyConfig
    occupancy: Occupancy
    scheduler: Discipline
    reserved: Reserved
    rate_rule: RateRuleConfig


class LinkEntry(TypedDict, total=False):
    """A full-duplex link between two nodes."""

    ends: list[str]
    kind: LinkKind
    rate: str
    delay: str
    reverse_rate: str
    reverse_delay: str


LinkKind = Literal["atm", "lan"]


class VcEntry(TypedDict, total=False):
    """A duplex virtual connection between two hosts or routers."""

    path: list[str]
    category: Category
    weight: int
    abr: AbrParameters
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
        "to": "str",
        "size": 'Literal["unlimited"] | str',
        "start": "str",
        "stop": "str",
        "tcp": "Settings",
        "udp": "UdpSettings",
        "cells": "CellsSettings",
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
    acr: VcProbe | list[VcProbe]
    er: OccupancyProbe | list[OccupancyProbe]
    adapter: VcProbe | list[VcProbe]


class QueueProbe(TypedDict, total=False):
    """Records a port's queue."""

    port: str
    every: str


class OccupancyProbe(TypedDict, total=False):
    """Records one virtual connection in a port."""

    port: str
    vc: str
    every: str


class FlowProbe(TypedDict, total=False):
    """Records a TCP flow."""

    flow: str
    every: str


class VcProbe(TypedDict, total=False):
    """Records a virtual connection at its first end."""

    vc: str
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
    abr: AbrParameters
    adapter: AdapterDefaults
    router: RouterDefaults
    host: HostDefaults
    flow: FlowDefaults
    tcp: Settings
    udp: UdpSettings
    cells: CellsSettings
    nodes: dict[str, NodeEntry]
    links: dict[str, LinkEntry]
    vcs: dict[str, VcEntry]
    flows: dict[str, FlowEntry]
    probes: Probes
    limits: Limits
