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
    """Connections over all trunks of a row, and local ones on each trunk."""

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


class TopologyPolicedVc(TypedDict, total=False):
    """Two hosts and a switch that polices the connection between them."""

    template: Literal["policed-vc"]
    connections: int
    link_rate: str
    link_delay: str
    contract: ContractKind
    pcr: str
    scr: str
    mbs: str
    mfs: str
    policed: bool
    policing: PolicerConfig
    shaping: ShaperConfig
    tagging: Tagging
    start_stagger: str
    trunk_rate: str
    cross: CellSourceConfig
    cross_category: Category


class TopologyAdsl(TypedDict, total=False):
    """Servers and clients on asymmetric access lines that may be noisy."""

    template: Literal["adsl"]
    lines: int
    downstream: str
    upstream: str
    line_km: float
    line_latency: str
    noise: ErrorModelConfig
    upstream_noise: ErrorModelConfig
    errored_cells: ErroredCells
    noisy_lines: int
    noisy_upstream: int
    line_buffer: str
    client_downstream: str
    client_upstream: str
    trunk_rate: str
    trunk_km: float
    server_rate: str
    server_km: float
    dslam_rate: str
    queue: DisciplineConfig
    uploads: bool
    start_stagger: str


class TopologyRrul(TypedDict, total=False):
    """Transfers both ways over one access line, and a ping at the same time."""

    template: Literal["rrul"]
    streams: int
    downstream: str
    upstream: str
    line_delay: str
    server_delay: str
    server_rate: str
    line_buffer: str
    queue: DisciplineConfig
    load_start: str


class TopologyEthernetBottleneck(TypedDict, total=False):
    """Hosts on either side of one Ethernet link between two routers."""

    template: Literal["ethernet-bottleneck"]
    hosts: int
    rate: str
    rtt: str
    host_rate: str
    queue: DisciplineConfig
    reverse_queue: DisciplineConfig
    ping: bool
    start_stagger: str


class TopologyDsl(TypedDict, total=False):
    """A home on a DSL line that carries cells, with transfers both ways and a ping."""

    template: Literal["dsl"]
    downloads: int
    uploads: int
    downstream: str
    upstream: str
    line_delay: str
    encapsulation: Encapsulation
    pppoe: bool
    queue: DisciplineConfig
    bras_queue: DisciplineConfig
    lan_rate: str
    server_rate: str
    server_delay: str
    load_start: str
    outside: bool


class TopologyVdsl2(TypedDict, total=False):
    """A home on a VDSL2 line, with transfers both ways and a ping."""

    template: Literal["vdsl2"]
    downloads: int
    uploads: int
    downstream: str
    upstream: str
    line_delay: str
    vlan_tags: int
    ginp: Config
    upstream_ginp: Config
    pppoe: bool
    queue: DisciplineConfig
    bras_queue: DisciplineConfig
    lan_rate: str
    server_rate: str
    server_delay: str
    load_start: str
    outside: bool


Topology = (
    TopologyNSource
    | TopologyTwoNode
    | TopologyParkingLot
    | TopologyDownstreamBottleneck
    | TopologyPolicedVc
    | TopologyAdsl
    | TopologyRrul
    | TopologyEthernetBottleneck
    | TopologyDsl
    | TopologyVdsl2
)


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


class CellSourceConfigParetoOnOff(TypedDict, total=False):
    """Pareto on/off: periods on and off with infinite variance; many together are self-similar."""

    pattern: Literal["pareto-on-off"]
    rate: str
    on: str
    off: str
    on_shape: float
    off_shape: float


class CellSourceConfigMpeg(TypedDict, total=False):
    """MPEG-like video: groups of frames with lognormal sizes that follow the scene."""

    pattern: Literal["mpeg"]
    gop: str
    frames_per_s: float
    i_mean_bits: int
    i_sd_bits: int
    p_mean_bits: int
    p_sd_bits: int
    b_mean_bits: int
    b_sd_bits: int
    gop_correlation: float
    scene_share: float
    peak_rate: str
    random_phase: bool


class CellSourceConfigList(TypedDict, total=False):
    """A list of instants, and of sizes for datagrams: from a textbook, or from a measurement in a file."""

    pattern: Literal["list"]
    arrivals: list[ListedArrival]
    file: str


class CellSourceConfigGreedy(TypedDict, total=False):
    """Greedy: always a cell ready; an ABR connection sends as many as it may."""

    pattern: Literal["greedy"]
    rate: str


CellSourceConfig = (
    CellSourceConfigConstant
    | CellSourceConfigOnOff
    | CellSourceConfigPoisson
    | CellSourceConfigParetoOnOff
    | CellSourceConfigMpeg
    | CellSourceConfigList
    | CellSourceConfigGreedy
)

Periods = Literal["deterministic", "exponential"]

Begins = Literal["on", "off", "random"]


class ListedArrival(TypedDict, total=False):
    """An instant, and a size."""

    at: str
    bytes: str


Category = Literal["cbr", "rt-vbr", "nrt-vbr", "abr", "gfr", "ubr"]

ContractKind = Literal[
    "cbr.1",
    "vbr.1",
    "vbr.2",
    "vbr.3",
    "ubr.1",
    "ubr.2",
    "abr",
    "gfr.1",
    "gfr.2",
    "cbr",
    "uni3.0-c",
    "uni3.0-a",
    "uni3.0-b",
    "ubr",
]


class PolicerConfigCell(TypedDict, total=False):
    """Each cell is judged by itself: GCRA of the peak and of the sustainable rate, discard or tag."""

    kind: Literal["cell"]
    coupling: Coupling


class PolicerConfigPpd(TypedDict, total=False):
    """Partial packet discard: once a cell of a frame was discarded, the rest of the frame is discarded."""

    kind: Literal["ppd"]
    coupling: Coupling
    keep_last_cell: bool


class PolicerConfigEpd(TypedDict, total=False):
    """Early packet discard: a frame is refused unless the buckets would take a frame of maximum length at the peak rate."""

    kind: Literal["epd"]
    coupling: Coupling
    discard_remainder: bool
    keep_last_cell: bool


class PolicerConfigFGcra(TypedDict, total=False):
    """Frame-based GCRA for guaranteed frame rate: the first cell decides whether a frame is within the minimum rate."""

    kind: Literal["f-gcra"]
    discard_remainder: bool


PolicerConfig = PolicerConfigCell | PolicerConfigPpd | PolicerConfigEpd | PolicerConfigFGcra

Coupling = Literal["both", "independent"]


class ShaperConfigPeak(TypedDict, total=False):
    """Peak rate spacing: cells are at least a cell time apart; by default that of PCR."""

    kind: Literal["peak"]
    rate: str


class ShaperConfigDualLeakyBucket(TypedDict, total=False):
    """Dual leaky bucket: up to MBS cells at the peak rate, then cells at the sustainable rate."""

    kind: Literal["dual-leaky-bucket"]


class ShaperConfigFrame(TypedDict, total=False):
    """Frame pacing: a frame waits until all its cells conform at the peak rate."""

    kind: Literal["frame"]
    release: Release
    idle_time: str
    timer_tick: str


ShaperConfig = ShaperConfigPeak | ShaperConfigDualLeakyBucket | ShaperConfigFrame

Release = Literal["bucket", "idle-time"]

Tagging = Literal["none", "preventive"]


class ErrorModelConfigIndependent(TypedDict, total=False):
    """Each cell is errored with the same probability, independently of all others."""

    model: Literal["independent"]
    cell_error_ratio: float


class ErrorModelConfigBursts(TypedDict, total=False):
    """The line is noisy for exponential periods of time; every cell that arrives in one is errored."""

    model: Literal["bursts"]
    cell_error_ratio: float
    mean_burst: str
    reading: Reading


class ErrorModelConfigGilbertElliott(TypedDict, total=False):
    """A chain of a good and a bad state that takes one step for each cell; each state has its error ratio."""

    model: Literal["gilbert-elliott"]
    cell_error_ratio: float
    mean_burst_cells: float
    good_error_ratio: float
    bad_error_ratio: float


class ErrorModelConfigBitErrors(TypedDict, total=False):
    """Independent bit errors: a cell is errored if any of its 424 bits is."""

    model: Literal["bit-errors"]
    bit_error_ratio: float


class ErrorModelConfigInterleaved(TypedDict, total=False):
    """Bursts behind Reed-Solomon correction and interleaving: short ones vanish, long ones are spread."""

    model: Literal["interleaved"]
    cell_error_ratio: float
    mean_burst: str
    depth: int
    codeword_octets: int
    check_octets: int
    reading: Reading


class ErrorModelConfigScripted(TypedDict, total=False):
    """Exactly the listed cells are errored."""

    model: Literal["scripted"]
    cells: list[int]


class ErrorModelConfigNone(TypedDict, total=False):
    """No cell is errored: for one direction of a link whose other direction has noise."""

    model: Literal["none"]


ErrorModelConfig = (
    ErrorModelConfigIndependent
    | ErrorModelConfigBursts
    | ErrorModelConfigGilbertElliott
    | ErrorModelConfigBitErrors
    | ErrorModelConfigInterleaved
    | ErrorModelConfigScripted
    | ErrorModelConfigNone
)

Reading = Literal["exact", "good-time", "overlapping", "restarting"]

ErroredCells = Literal["dropped", "delivered"]


class DisciplineConfigTail(TypedDict, total=False):
    """Tail drop: a packet that finds the queue full is dropped."""

    discipline: Literal["tail"]
    limit: str


class DisciplineConfigHeadDrop(TypedDict, total=False):
    """Head drop: where a packet finds the queue full, the oldest ones make room for it."""

    discipline: Literal["head-drop"]
    limit: str


class DisciplineConfigRed(TypedDict, total=False):
    """Random early detection: the longer the queue has been on average, the likelier an arriving packet is dropped or marked."""

    discipline: Literal["red"]
    limit: str
    min_threshold: str
    max_threshold: str
    max_probability: float
    weight: float
    mean_packet: str
    gentle: bool
    wait: bool
    byte_mode: bool
    nonlinear: bool
    adaptation: Adaptation
    adaptation_interval: str
    target_delay: str
    ecn: bool
    hard_drop: bool


class DisciplineConfigCodel(TypedDict, total=False):
    """Controlled delay: once all packets have waited too long for an interval, one is dropped or marked, then more and more often."""

    discipline: Literal["codel"]
    limit: str
    ecn: bool
    target: Literal["auto"] | str
    interval: str
    least_backlog: str
    ce_threshold: str
    ce_threshold_for: ThresholdFor
    first_signal: FirstSignal
    square_root: SquareRoot
    clock_step: str


class DisciplineConfigFqCodel(TypedDict, total=False):
    """A queue for each flow, served in turn by octets, those that begin first, with controlled delay in each."""

    discipline: Literal["fq-codel"]
    limit: str
    memory: str
    memory_per_packet: str
    hash: Hash
    flows: int
    quantum: str
    drop_batch: int
    codel_backlog: CodelBacklog
    ecn: bool
    target: Literal["auto"] | str
    interval: str
    least_backlog: str
    ce_threshold: str
    ce_threshold_for: ThresholdFor
    first_signal: FirstSignal
    square_root: SquareRoot
    clock_step: str


class DisciplineConfigDrr(TypedDict, total=False):
    """Deficit round robin: a queue for each flow, each of which may send so many octets in its turn."""

    discipline: Literal["drr"]
    limit: str
    quantum: str
    hash: Hash
    flows: int
    overflow: Overflow


class DisciplineConfigPriority(TypedDict, total=False):
    """Strict priority: bands of codepoints, of which the first that has a packet is served; each has a limit of its own."""

    discipline: Literal["priority"]
    bands: list[PriorityBand]
    default_band: int


class DisciplineConfigPie(TypedDict, total=False):
    """PIE: a controller raises the probability of drops at arrival while packets wait for too long."""

    discipline: Literal["pie"]
    limit: str
    target: str
    update: str
    alpha: float
    beta: float
    burst: str
    mean_packet: str
    ecn: bool
    mark_limit: float
    byte_mode: bool
    derandomise: bool
    step_cap: bool
    delay_from: DelayFrom
    rules: Rules


class DisciplineConfigFqPie(TypedDict, total=False):
    """FQ-PIE: a queue per flow, served in turn, with PIE in each."""

    discipline: Literal["fq-pie"]
    limit: str
    hash: Hash
    flows: int
    quantum: str
    target: str
    update: str
    alpha: float
    beta: float
    burst: str
    mean_packet: str
    ecn: bool
    mark_limit: float
    byte_mode: bool
    derandomise: bool
    step_cap: bool
    delay_from: DelayFrom
    rules: Rules


class DisciplineConfigDualpi2(TypedDict, total=False):
    """DualPI2: packets of scalable transports wait in a queue of their own, coupled to the classic one."""

    discipline: Literal["dualpi2"]
    limit: str
    classifier: Classifier
    target: str
    update: str
    alpha: float
    beta: float
    delay_of: DelayOf
    coupling: int
    threshold: Threshold
    step: str
    step_packets: int
    ramp_from: str
    ramp_to: str
    least_packets: int
    scheduler: Scheduler
    classic_percent: int
    time_shift: str
    chance: Chance
    drop_at: DropAt
    overload: Overload


class DisciplineConfigCake(TypedDict, total=False):
    """CAKE: a shaper, classes of traffic, fairness of hosts and flows, and a management for each flow."""

    discipline: Literal["cake"]
    bandwidth: str
    rtt: str
    target: str
    priority: Priority
    isolation: Isolation
    sharing: Sharing
    overhead: Keyword
    overhead_bytes: int
    mpu: str
    framing: Framing
    ether_vlan: int
    memory: str
    memory_per_packet: str
    ingress: bool
    ack_filter: AckFilter
    wash: bool


class DisciplineConfigTokenBucket(TypedDict, total=False):
    """A shaper around any discipline: packets leave at a rate, and as many at once as a bucket of octets holds."""

    discipline: Literal["token-bucket"]
    rate: str
    burst: str
    peak_rate: str
    rule: TokenBucketRule
    overhead: Keyword
    overhead_bytes: int
    mpu: str
    framing: Framing
    ether_vlan: int
    queue: DisciplineConfig


class DisciplineConfigPolicer(TypedDict, total=False):
    """A policer in front of any discipline: packets that come faster than a rate allows are dropped or marked."""

    discipline: Literal["policer"]
    rate: str
    burst: str
    excess_burst: str
    peak_rate: str
    peak_burst: str
    yellow: PolicerAction
    red: PolicerAction
    yellow_dscp: int
    red_dscp: int
    queue: DisciplineConfig


class DisciplineConfigUplink(TypedDict, total=False):
    """The queue at a narrow uplink: acknowledgments are filtered, marked or sent first."""

    discipline: Literal["uplink"]
    limit_packets: int
    data_limit_packets: int
    priority: Priority2
    data_after_ack_octets: str
    ack_filtering: AckFiltering
    ack_filtering_keep: int
    ack_filtering_probability: float
    ack_filtering_in_place: bool
    red: UplinkRed


DisciplineConfig = (
    DisciplineConfigTail
    | DisciplineConfigHeadDrop
    | DisciplineConfigRed
    | DisciplineConfigCodel
    | DisciplineConfigFqCodel
    | DisciplineConfigDrr
    | DisciplineConfigPriority
    | DisciplineConfigPie
    | DisciplineConfigFqPie
    | DisciplineConfigDualpi2
    | DisciplineConfigCake
    | DisciplineConfigTokenBucket
    | DisciplineConfigPolicer
    | DisciplineConfigUplink
)

Adaptation = Literal["none", "floyd", "feng"]

ThresholdFor = Literal["all", "ect1", "l4s"]

FirstSignal = Literal["at-interval", "after-interval"]

SquareRoot = Literal["exact", "linux"]

Hash = Literal["perfect", "hashed", "set-associative"]

CodelBacklog = Literal["flow", "total"]

Overflow = Literal["fattest", "arriving"]


class PriorityBand(TypedDict, total=False):
    """A band of packets that are served alike."""

    dscp: list[int]
    limit: str


DelayFrom = Literal["time-stamps", "departure-rate", "link-rate"]

Rules = Literal["rfc-8033", "rfc-8034", "linux", "ns-3"]

Classifier = Literal["l4s", "any-ect", "none"]

DelayOf = Literal["longer", "classic"]

Threshold = Literal["step", "ramp"]

Scheduler = Literal["weighted", "time-shifted"]

Chance = Literal["random", "deterministic"]

DropAt = Literal["dequeue", "enqueue"]

Overload = Literal["drop", "overflow"]

Priority = Literal["besteffort", "precedence", "diffserv3", "diffserv4", "diffserv8"]

Isolation = Literal[
    "flowblind", "srchost", "dsthost", "hosts", "flows", "dual-srchost", "dual-dsthost", "triple-isolate"
]

Sharing = Literal["exact", "linux"]

Keyword = Literal[
    "raw",
    "conservative",
    "ipoa-vcmux",
    "ipoa-llcsnap",
    "pppoa-vcmux",
    "pppoa-llc",
    "bridged-vcmux",
    "bridged-llcsnap",
    "pppoe-vcmux",
    "pppoe-llcsnap",
    "bridged-ptm",
    "pppoe-ptm",
    "docsis",
    "ethernet",
]

Framing = Literal["none", "atm", "ptm"]

AckFilter = Literal["off", "on", "aggressive"]

TokenBucketRule = Literal["htb", "tbf"]

PolicerAction = Literal["pass", "drop"]

Priority2 = Literal["none", "acknowledgments"]

AckFiltering = Literal["off", "all", "keep", "random"]


class UplinkRed(TypedDict, total=False):
    """Parameters of random early detection over packets. The defaults are those of the source."""

    min_threshold_packets: float
    max_threshold_packets: float
    max_probability: float
    weight: float
    mean_packet: str


Encapsulation = Literal[
    "llc-snap",
    "vc-mux",
    "lane-ethernet",
    "lane-token-ring",
    "pppoa-llc",
    "pppoa-vc-mux",
    "bridged-llc",
    "bridged-llc-fcs",
    "bridged-vc-mux",
    "bridged-vc-mux-fcs",
    "pppoe-llc",
    "pppoe-llc-fcs",
    "pppoe-vc-mux",
    "pppoe-vc-mux-fcs",
]


class Config(TypedDict, total=False):
    """Parameters of [`Retransmission`]."""

    unit_time: str
    return_time: str
    delay_min: str
    delay_max: str
    outlet_rate: str
    noise: NoiseConfig


class NoiseConfigNone(TypedDict, total=False):
    """None."""

    kind: Literal["none"]


class NoiseConfigIndependent(TypedDict, total=False):
    """Each slot is hit with the same probability."""

    kind: Literal["independent"]
    hit_ratio: float


class NoiseConfigRein(TypedDict, total=False):
    """Repetitive impulses (REIN): bursts of one length at regular distances, as from mains at 100 or 120 Hz."""

    kind: Literal["rein"]
    every: str
    length: str
    first: str
    correctable: str


class NoiseConfigShine(TypedDict, total=False):
    """Single high impulses (SHINE): bursts of one length at random times, independent of each other."""

    kind: Literal["shine"]
    mean_every: str
    length: str
    correctable: str


NoiseConfig = NoiseConfigNone | NoiseConfigIndependent | NoiseConfigRein | NoiseConfigShine


class SwitchDefaults(TypedDict, total=False):
    """Every switch and the output queue of each of its ports, unless the node or the port says otherwise."""

    buffer: str
    drop: DropPolicyConfig
    clp1_threshold: str
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


class DropPolicyConfigClpEpd(TypedDict, total=False):
    """Early packet discard with two thresholds: above the lower one new frames whose first cell has CLP=1 are refused, above the higher one all new frames."""

    policy: Literal["clp-epd"]
    low: float | str
    high: float | str
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
    | DropPolicyConfigClpEpd
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
        "gfr": "str",
        "ubr": "str",
    },
    total=False,
)


class RateRuleConfigEfci(TypedDict, total=False):
    """EFCI: while the queue is long, data cells are marked, and the destination informs the source."""

    rule: Literal["efci"]
    low: str
    high: str


class RateRuleConfigRelativeRate(TypedDict, total=False):
    """Relative rate marking: a long queue asks sources not to increase, a longer one to decrease."""

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
    """FMMRA: the port computes the max-min fair rate; RM cells report VCs that are held back elsewhere."""

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
    fabric_drop: DropPolicyConfig


class ArchitectureSharedMemory(TypedDict, total=False):
    """The queues of all ports share one memory."""

    kind: Literal["shared-memory"]
    memory: str
    sharing: Sharing2
    alpha: float


class ArchitectureCrossbar(TypedDict, total=False):
    """Each pair of input and output has a buffer of its own; an output serves its buffers in turn."""

    kind: Literal["crossbar"]
    crosspoint_buffer: str


Architecture = (
    ArchitectureOutputBuffered | ArchitectureTwoStage | ArchitectureSharedMemory | ArchitectureCrossbar
)

Sharing2 = Literal["complete", "partitioned", "dynamic-thresholds"]


class AtmDefaults(TypedDict, total=False):
    """Every virtual connection, unless the connection says otherwise."""

    category: Category
    weight: int
    encapsulation: Encapsulation
    max_sdu: str
    reassembly_timeout: str
    timeout_restarts: RestartRule
    after_lost_end: AfterLostEnd
    contract: ContractConfig
    policing: PolicerConfig
    shaping: ShaperConfig
    tagging: Tagging
    driver_queue: int


RestartRule = Literal["on-first-cell", "on-each-cell"]

AfterLostEnd = Literal["merge", "separate"]


class ContractConfigCbr1(TypedDict, total=False):
    """CBR.1: the peak rate is reserved; cells that do not conform are discarded."""

    kind: Literal["cbr.1"]
    pcr: str
    cdvt: str


class ContractConfigVbr1(TypedDict, total=False):
    """VBR.1 (UNI 3.0 contract C): all cells count for PCR and SCR; cells that do not conform are discarded."""

    kind: Literal["vbr.1"]
    pcr: str
    scr: str
    mbs: str
    cdvt: str
    scr_cdvt: str


class ContractConfigVbr2(TypedDict, total=False):
    """VBR.2 (UNI 3.0 contract A): only cells with CLP=0 count for SCR; cells that do not conform are discarded."""

    kind: Literal["vbr.2"]
    pcr: str
    scr: str
    mbs: str
    cdvt: str
    scr_cdvt: str


class ContractConfigVbr3(TypedDict, total=False):
    """VBR.3 (UNI 3.0 contract B): only cells with CLP=0 count for SCR; cells that do not conform to it are tagged."""

    kind: Literal["vbr.3"]
    pcr: str
    scr: str
    mbs: str
    cdvt: str
    scr_cdvt: str


class ContractConfigUbr1(TypedDict, total=False):
    """UBR.1: nothing is promised; cells that do not conform to PCR are discarded."""

    kind: Literal["ubr.1"]
    pcr: str
    cdvt: str


class ContractConfigUbr2(TypedDict, total=False):
    """UBR.2: nothing is promised; the network tags."""

    kind: Literal["ubr.2"]
    pcr: str
    cdvt: str


class ContractConfigAbr(TypedDict, total=False):
    """ABR: PCR and MCR are those of the connection's `abr` parameters."""

    kind: Literal["abr"]
    cdvt: str


class ContractConfigGfr1(TypedDict, total=False):
    """GFR.1: MCR is promised to whole frames; the network does not change CLP."""

    kind: Literal["gfr.1"]
    pcr: str
    mcr: str
    mbs: str
    mfs: str
    cdvt: str
    mcr_cdvt: str


class ContractConfigGfr2(TypedDict, total=False):
    """GFR.2: MCR is promised to whole frames; the network tags frames above it."""

    kind: Literal["gfr.2"]
    pcr: str
    mcr: str
    mbs: str
    mfs: str
    cdvt: str
    mcr_cdvt: str


class ContractConfigCbr(TypedDict, total=False):
    """The same as "cbr.1"."""

    kind: Literal["cbr"]
    pcr: str
    cdvt: str


class ContractConfigUni30C(TypedDict, total=False):
    """The same as "vbr.1"."""

    kind: Literal["uni3.0-c"]
    pcr: str
    scr: str
    mbs: str
    cdvt: str
    scr_cdvt: str


class ContractConfigUni30A(TypedDict, total=False):
    """The same as "vbr.2"."""

    kind: Literal["uni3.0-a"]
    pcr: str
    scr: str
    mbs: str
    cdvt: str
    scr_cdvt: str


class ContractConfigUni30B(TypedDict, total=False):
    """The same as "vbr.3"."""

    kind: Literal["uni3.0-b"]
    pcr: str
    scr: str
    mbs: str
    cdvt: str
    scr_cdvt: str


class ContractConfigUbr(TypedDict, total=False):
    """The same as "ubr.1"."""

    kind: Literal["ubr"]
    pcr: str
    cdvt: str


ContractConfig = (
    ContractConfigCbr1
    | ContractConfigVbr1
    | ContractConfigVbr2
    | ContractConfigVbr3
    | ContractConfigUbr1
    | ContractConfigUbr2
    | ContractConfigAbr
    | ContractConfigGfr1
    | ContractConfigGfr2
    | ContractConfigCbr
    | ContractConfigUni30C
    | ContractConfigUni30A
    | ContractConfigUni30B
    | ContractConfigUbr
)


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


class AdmissionSettings(TypedDict, total=False):
    """Which virtual connections and calls the network admits."""

    rule: AdmissionRule
    cell_loss_ratio: float
    link_share: float


AdmissionRule = Literal["none", "peak", "equivalent-capacity"]


class SignallingSettings(TypedDict, total=False):
    """How switched virtual connections are set up and released."""

    processing: str


class AdapterDefaults(TypedDict, total=False):
    """The adapters of every host and router: where the cells of a virtual connection wait before they are sent."""

    buffer: str
    drop: DropPolicyConfig


class RouterDefaults(TypedDict, total=False):
    """Every router, unless the node says otherwise."""

    rate: Literal["line"] | str
    equal_cost: EqualCost
    hash_salt: int
    reconverges_after: str


EqualCost = Literal["first", "hash"]


class PacketDefaults(TypedDict, total=False):
    """Every packet link, unless the link says otherwise."""

    queue: DisciplineConfig


class HostDefaults(TypedDict, total=False):
    """Every host, unless the node says otherwise."""

    send_processing: str | dict[str, object]
    receive_processing: str | dict[str, object]
    receive_queue: int
    cpu: Cpu


Cpu = Literal["separate", "shared"]


class FlowDefaults(TypedDict, total=False):
    """Every flow, unless the flow says otherwise."""

    kind: Protocol
    size: Literal["unlimited"] | str
    start: str
    stop: str


Protocol = Literal["tcp", "udp", "cells", "web", "ping", "outside"]


class Settings(TypedDict, total=False):
    """TCP settings."""

    profile: ProfileName
    variant: str
    mss: str
    receive_window: str
    send_buffer: str
    write_size: str
    handshake: bool
    close: bool
    window_scaling: bool
    timer_tick: str
    timer_phase: TimerPhase
    delayed_ack: bool
    ack_delay: AckDelayConfig
    delayed_ack_timer: str
    nagle: bool
    rto_rule: RtoRule
    round_trip_clock: RoundTripClock
    initial_deviation: str
    min_rto_ticks: int
    min_rto: str
    max_rto_ticks: int
    max_rto: str
    initial_rto: str
    timer_expiry: TimerExpiry
    window_probe_timer: WindowProbeTimer
    retransmission_timer: RetransmissionTimer
    backoff: Backoff
    backoff_until: BackoffUntil
    timestamps: bool
    paws: bool
    initial_cwnd: InitialCwnd
    initial_cwnd_segments: int
    initial_ssthresh: dict[str, object] | str
    cwnd_unit: CwndUnit
    cwnd_cap: dict[str, object] | str
    header_prediction: bool
    ssthresh_rule: SsthreshRule
    ssthresh_whole_segments: bool
    cwnd_after_loss: CwndAfterLoss
    after_timeout: AfterTimeout
    after_fast_retransmit: AfterFastRetransmit
    out_of_order: OutOfOrder
    duplicate_acks: DuplicateAcks
    window_update_rule: WindowUpdateRule
    sack: bool
    dsack: bool
    ecn: bool
    ecn_feedback: EcnFeedback
    ecn_plus_plus: bool
    ack_congestion_control: bool
    max_burst: int
    byte_counting: ByteCounting
    cwnd_growth: CwndGrowth
    limited_transmit: bool
    slow_start: SlowStartConfig
    pacing: PacingConfig
    slow_start_boundary: SlowStartBoundary
    mss_over_8: bool
    bsd_deflate_bug: bool
    duplicate_ack_threshold: int
    avoid_multiple_fast_retransmits: bool
    idle_restart: bool
    after_idle: AfterIdle
    newreno_timer: NewRenoTimer
    newreno_exit: NewRenoExit
    recovery: RecoveryKind
    recovery_window: RecoveryWindow
    undo: UndoConfig
    vegas: VegasParameters
    cubic: CubicParameters
    cubic_linux: CubicLinuxParameters
    dctcp: DctcpParameters
    prague: PragueParameters
    bbr_v1: BbrV1Parameters
    bbr_v3: BbrV3Parameters


ProfileName = Literal["linux-6", "freebsd-14", "bsd-4.4", "ns-2"]

TimerPhase = Literal["aligned", "random"]


class AckDelayConfigFastTimer(TypedDict, total=False):
    """Every second segment, or at the next tick of the host's timer."""

    rule: Literal["fast-timer"]


class AckDelayConfigTimer(TypedDict, total=False):
    """Every second segment, or after a fixed time."""

    rule: Literal["timer"]
    delay: str
    segments: int


class AckDelayConfigLinux(TypedDict, total=False):
    """One by one at the start, then every second segment, or after a time that follows the arrivals."""

    rule: Literal["linux"]
    min_delay: str
    max_delay: str
    quick_acks: int


AckDelayConfig = AckDelayConfigFastTimer | AckDelayConfigTimer | AckDelayConfigLinux

RtoRule = Literal["net3", "sunos", "rfc6298", "linux", "freebsd", "unrounded", "ns-2"]

RoundTripClock = Literal["exact", "ticks", "at-least-one-tick"]

TimerExpiry = Literal["exact", "at-tick"]

WindowProbeTimer = Literal["bounded", "rto"]

RetransmissionTimer = Literal["restart-on-acknowledgment", "oldest-segment"]

Backoff = Literal["exponential", "none"]

BackoffUntil = Literal["sample", "new-ack"]

InitialCwnd = Literal["segments", "rfc3390", "rfc6928"]

CwndUnit = Literal["octets", "segments"]

SsthreshRule = Literal["bsd", "goyal96", "rfc5681"]

CwndAfterLoss = Literal["threshold", "half"]

AfterTimeout = Literal["go-back-n", "first-segment"]

AfterFastRetransmit = Literal["go-back-n", "go-on"]

OutOfOrder = Literal["cache", "drop"]

DuplicateAcks = Literal["immediate", "delayed"]

WindowUpdateRule = Literal["net3", "sunos"]

EcnFeedback = Literal["classic", "accurate", "accurate-with-octets"]

ByteCounting = Literal["off", "rfc3465", "unlimited"]

CwndGrowth = Literal["always", "while-limited"]


class SlowStartConfigStandard(TypedDict, total=False):
    """The congestion control's own, until the threshold or the first loss."""

    rule: Literal["standard"]


class SlowStartConfigHystart(TypedDict, total=False):
    """Ends when acknowledgments come in a long train, or round trips grow longer than the shortest."""

    rule: Literal["hystart"]
    low_window: int
    longest_train: HystartTrain


class SlowStartConfigHystartPlusPlus(TypedDict, total=False):
    """Becomes conservative when round trips grow longer than in the last round, and ends five rounds later."""

    rule: Literal["hystart-plus-plus"]
    burst_limit: int
    css_rounds: int


SlowStartConfig = SlowStartConfigStandard | SlowStartConfigHystart | SlowStartConfigHystartPlusPlus

HystartTrain = Literal["half-a-round-trip", "round-trip"]


class PacingConfigNone(TypedDict, total=False):
    """Segments leave as the windows allow."""

    rule: Literal["none"]


class PacingConfigLinux(TypedDict, total=False):
    """1.2 windows per round trip, 2 in early slow start; the first ten segments leave at once."""

    rule: Literal["linux"]
    slow_start_percent: int
    percent: int
    unpaced_segments: int


class PacingConfigRfc9002(TypedDict, total=False):
    """1.25 windows per round trip, and a bounded burst after a pause."""

    rule: Literal["rfc9002"]
    percent: int
    burst_segments: int


PacingConfig = PacingConfigNone | PacingConfigLinux | PacingConfigRfc9002

SlowStartBoundary = Literal["at-or-below", "below"]

AfterIdle = Literal["restart", "restart-below-threshold", "halving"]

NewRenoTimer = Literal["impatient", "slow-but-steady"]

NewRenoExit = Literal["no-burst", "deflated"]

RecoveryKind = Literal["timeout-only", "tahoe", "reno", "newreno", "sack", "fack", "rack-tlp", "vegas"]

RecoveryWindow = Literal["at-once", "prr"]


class UndoConfigNone(TypedDict, total=False):
    """A reduction is never taken back."""

    rule: Literal["none"]


class UndoConfigEifel(TypedDict, total=False):
    """The first acknowledgment of new data after a retransmission echoes an earlier timestamp."""

    rule: Literal["eifel"]
    response: UndoResponse


class UndoConfigDsack(TypedDict, total=False):
    """The receiver reports all that was sent again as duplicates."""

    rule: Literal["dsack"]
    response: UndoResponse


class UndoConfigFRto(TypedDict, total=False):
    """New segments after a timeout show that the others had arrived."""

    rule: Literal["f-rto"]
    response: UndoResponse


class UndoConfigLinux(TypedDict, total=False):
    """Timestamps, reports of duplicates or new segments, whichever shows it first."""

    rule: Literal["linux"]
    response: UndoResponse
    f_rto: bool


UndoConfig = UndoConfigNone | UndoConfigEifel | UndoConfigDsack | UndoConfigFRto | UndoConfigLinux

UndoResponse = Literal["prior", "rfc4015"]


class VegasParameters(TypedDict, total=False):
    """Parameters of the congestion control "vegas"."""

    alpha: int
    beta: int
    gamma: int


class CubicParameters(TypedDict, total=False):
    """Parameters of the congestion control "cubic"."""

    c: float
    beta: float
    fast_convergence: bool


class CubicLinuxParameters(TypedDict, total=False):
    """Parameters of the congestion control "cubic-linux"."""

    hz: int
    fast_convergence: bool


class DctcpParameters(TypedDict, total=False):
    """Parameters of the congestion control "dctcp"."""

    gain: float
    initial_alpha: float


class PragueParameters(TypedDict, total=False):
    """Parameters of the congestion control "prague"."""

    virtual_rtt: str
    gain: float
    initial_alpha: float
    scaling_after_rounds: int


class BbrV1Parameters(TypedDict, total=False):
    """Parameters of the congestion control "bbr-v1"."""

    startup_gain: float
    drain_gain: float
    min_rtt_window: str
    probe_rtt_duration: str
    detects_policers: bool
    offload: bool


class BbrV3Parameters(TypedDict, total=False):
    """Parameters of the congestion control "bbr-v3"."""

    startup_gain: float
    drain_gain: float
    down_gain: float
    loss_threshold: float
    beta: float
    headroom: float
    probe_rtt_interval: str
    min_rtt_window: str
    probe_rtt_duration: str
    probe_wait: str
    precautionary_probes: bool
    offload: bool


class UdpSettings(TypedDict, total=False):
    """The datagrams of every UDP flow, unless the flow says otherwise."""

    payload: str
    rate: Literal["line"] | str
    gap_s: Distribution
    source: CellSourceConfig
    socket_buffer: str


class DistributionConstant(TypedDict, total=False):
    """Always the same value."""

    distribution: Literal["constant"]
    value: float


class DistributionUniform(TypedDict, total=False):
    """Uniform: every value from `least` to `most` alike."""

    distribution: Literal["uniform"]
    least: float
    most: float


class DistributionExponential(TypedDict, total=False):
    """Exponential."""

    distribution: Literal["exponential"]
    mean: float


class DistributionGeometric(TypedDict, total=False):
    """Geometric: the whole numbers from 0 up, each less likely than the one before by a constant factor."""

    distribution: Literal["geometric"]
    mean: float


class DistributionLognormal(TypedDict, total=False):
    """Lognormal: its natural logarithm is normal."""

    distribution: Literal["lognormal"]
    mu: float
    sigma: float


class DistributionPareto(TypedDict, total=False):
    """Pareto: P(X > x) = (scale / x)^shape from `scale` up; with `most`, the same given X <= most."""

    distribution: Literal["pareto"]
    scale: float
    shape: float
    most: float


class DistributionWeibull(TypedDict, total=False):
    """Weibull: P(X > x) = exp(-(x / scale)^shape); with `most`, the same given X <= most."""

    distribution: Literal["weibull"]
    scale: float
    shape: float
    most: float


class DistributionLognormalPareto(TypedDict, total=False):
    """A lognormal body below `scale` and a Pareto tail from there up."""

    distribution: Literal["lognormal-pareto"]
    mu: float
    sigma: float
    body: float
    scale: float
    shape: float
    most: float


Distribution = (
    DistributionConstant
    | DistributionUniform
    | DistributionExponential
    | DistributionGeometric
    | DistributionLognormal
    | DistributionPareto
    | DistributionWeibull
    | DistributionLognormalPareto
)


class CellsSettings(TypedDict, total=False):
    """The cells of every flow of kind "cells", unless the flow says otherwise."""

    source: CellSourceConfig


class WebSettings(TypedDict, total=False):
    """Settings of a browser. A distribution that is not given is the preset's."""

    preset: WebPreset
    connections: WebConnections
    parallel_connections: int
    begins: WebBegins
    request_octets: Distribution
    main_object_octets: Distribution
    embedded_object_octets: Distribution
    embedded_objects: Distribution
    active_off_s: Distribution
    think_time_s: Distribution
    server_delay_s: Distribution


WebPreset = Literal["surge", "mah", "simple"]

WebConnections = Literal["per-object", "persistent", "per-page"]

WebBegins = Literal["page", "thinking"]


class PingSettings(TypedDict, total=False):
    """The echo requests of every flow of kind "ping", unless the flow says otherwise."""

    payload: str
    interval: Literal["on-reply"] | str
    timeout: str


class NodeEntry(TypedDict, total=False):
    """A host, a router or a switch."""

    kind: NodeRole
    buffer: str
    drop: DropPolicyConfig
    clp1_threshold: str
    occupancy: Occupancy
    scheduler: Discipline
    reserved: Reserved
    rate_rule: RateRuleConfig
    backward_rm: BackwardRm
    vs_vd: bool
    vs_queue: str
    architecture: Architecture
    signalling_processing: str
    ports: dict[str, PortEntry]
    send_processing: str | dict[str, object]
    receive_processing: str | dict[str, object]
    receive_queue: int
    cpu: Cpu
    adapter: AdapterDefaults
    rate: Literal["line"] | str
    queue: DisciplineConfig


NodeRole = Literal["host", "switch", "router"]


class PortEntry(TypedDict, total=False):
    """The output queue of one port of a switch."""

    buffer: str
    drop: DropPolicyConfig
    clp1_threshold: str
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
    errors: ErrorModelConfig
    reverse_errors: ErrorModelConfig
    errored_cells: ErroredCells
    jitter: str | JitterConfig
    reverse_jitter: str | JitterConfig
    keeps_order: bool
    mtu: str
    ethernet: Config2
    ppp: Config3
    ptm: Config4
    line: LineConfig
    reverse_line: LineConfig
    outages: list[Outage]
    reverse_outages: list[Outage]
    packet_errors: PacketErrorsConfig
    reverse_packet_errors: PacketErrorsConfig
    duplicate_ratio: float
    reverse_duplicate_ratio: float
    queue: DisciplineConfig
    reverse_queue: DisciplineConfig
    lower: LowerConfig
    reverse_lower: LowerConfig
    cost: int
    reverse_cost: int


LinkKind = Literal["atm", "ethernet", "docsis", "ppp", "ptm", "raw"]


class JitterConfigUniform(TypedDict, total=False):
    """Any additional delay between two bounds is equally likely."""

    distribution: Literal["uniform"]
    least: str
    most: str


class JitterConfigNormal(TypedDict, total=False):
    """A bell curve of additional delays, of which what would be negative is 0."""

    distribution: Literal["normal"]
    mean: str
    deviation: str


class JitterConfigExponential(TypedDict, total=False):
    """Most packets are hardly late, a few by several times the mean."""

    distribution: Literal["exponential"]
    mean: str


class JitterConfigPareto(TypedDict, total=False):
    """A heavy tail of additional delays, in which single packets are very late."""

    distribution: Literal["pareto"]
    mean: str
    shape: float


class JitterConfigEmpirical(TypedDict, total=False):
    """Any of the additional delays of a list or file is equally likely."""

    distribution: Literal["empirical"]
    delays_ms: list[float]
    file: str


JitterConfig = (
    JitterConfigUniform
    | JitterConfigNormal
    | JitterConfigExponential
    | JitterConfigPareto
    | JitterConfigEmpirical
)


class Config2(TypedDict, total=False):
    """Parameters of [`Ethernet`]."""

    vlan_tags: int
    pppoe: bool
    payload_octets: int


class Config3(TypedDict, total=False):
    """Parameters of [`Ppp`]."""

    pfc: bool
    acfc: bool
    fcs: CheckSequence
    stuffing: bool
    mru_octets: int


CheckSequence = Literal["fcs-16", "fcs-32"]


class Config4(TypedDict, total=False):
    """Parameters of [`Ptm`]."""

    vlan_tags: int
    pppoe: bool
    crc: TcCheck
    payload_octets: int


TcCheck = Literal["crc-16", "crc-32"]


class LineConfigConstant(TypedDict, total=False):
    """One rate: a packet takes as long as its octets on the wire do."""

    line: Literal["constant"]


class LineConfigPtmGrid(TypedDict, total=False):
    """PTM octet by octet: frames begin at slots, each synchronization octet is where it is sent."""

    line: Literal["ptm-grid"]


class LineConfigTrace(TypedDict, total=False):
    """A trace of instants, each an opportunity to send so many octets, as Mahimahi replays them."""

    line: Literal["trace"]
    opportunities_ms: list[int]
    file: str
    trace_unit: str
    trace_framing: TraceFraming
    repeat: bool
    arrival_first: bool


class LineConfigRateTable(TypedDict, total=False):
    """A rate that changes at given instants and is constant between them."""

    line: Literal["rate-table"]
    rates: list[Step]
    file: str
    period: str


class LineConfigRetransmission(TypedDict, total=False):
    """G.INP: units that noise hits are sent again, so that loss becomes delay."""

    line: Literal["retransmission"]
    unit_time: str
    return_time: str
    delay_min: str
    delay_max: str
    outlet_rate: str
    noise: NoiseConfig


LineConfig = (
    LineConfigConstant | LineConfigPtmGrid | LineConfigTrace | LineConfigRateTable | LineConfigRetransmission
)

TraceFraming = Literal["none", "tun", "link"]


class Step(TypedDict, total=False):
    """A rate and the instant at which it begins."""

    at: str
    rate: str


#: An outage of a link.
Outage = TypedDict(
    "Outage",
    {
        "from": "str",
        "until": "str",
    },
    total=False,
)


class PacketErrorsConfigIndependent(TypedDict, total=False):
    """Each packet is errored with the same probability, independently of all others."""

    model: Literal["independent"]
    packet_error_ratio: float


class PacketErrorsConfigBursts(TypedDict, total=False):
    """The line is noisy for exponential periods of time; every packet that is on it in one is errored."""

    model: Literal["bursts"]
    mean_burst: str
    mean_gap: str


class PacketErrorsConfigGilbertElliott(TypedDict, total=False):
    """A chain of a good and a bad state that takes one step for each packet; each state has its error ratio."""

    model: Literal["gilbert-elliott"]
    packet_error_ratio: float
    mean_burst_packets: float
    good_error_ratio: float
    bad_error_ratio: float


class PacketErrorsConfigBitErrors(TypedDict, total=False):
    """Independent bit errors: a packet is errored if any bit of its frame is."""

    model: Literal["bit-errors"]
    bit_error_ratio: float


class PacketErrorsConfigScripted(TypedDict, total=False):
    """Exactly the listed packets are errored, by their numbers on the link or in their flow, and those at listed instants."""

    model: Literal["scripted"]
    packets: list[int]
    at: list[str]
    flows: list[OfFlow]


class PacketErrorsConfigNone(TypedDict, total=False):
    """No packet is errored: for one direction of a link whose other direction has errors."""

    model: Literal["none"]


PacketErrorsConfig = (
    PacketErrorsConfigIndependent
    | PacketErrorsConfigBursts
    | PacketErrorsConfigGilbertElliott
    | PacketErrorsConfigBitErrors
    | PacketErrorsConfigScripted
    | PacketErrorsConfigNone
)


class OfFlow(TypedDict, total=False):
    """The errored packets of a flow."""

    flow: str
    packets: list[int]


class LowerConfigNone(TypedDict, total=False):
    """No buffer: a packet leaves the discipline when the line can send it."""

    lower: Literal["none"]


class LowerConfigBuffer(TypedDict, total=False):
    """A buffer of fixed size that loses nothing, as a modem's."""

    lower: Literal["buffer"]
    size: str


class LowerConfigBql(TypedDict, total=False):
    """Byte queue limits: as many octets as keep the line busy, which is learnt."""

    lower: Literal["bql"]
    hold: str
    limit_min: str
    limit_max: str
    previous_sent: PreviousSent


LowerConfig = LowerConfigNone | LowerConfigBuffer | LowerConfigBql

PreviousSent = Literal["reached", "passed"]


class VpEntry(TypedDict, total=False):
    """A duplex virtual path: virtual connections that are policed and shaped as one."""

    path: list[str]
    contract: ContractConfig
    reverse_contract: ContractConfig
    policing: PolicerConfig
    shaping: ShaperConfig


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
    after_lost_end: AfterLostEnd
    contract: ContractConfig
    reverse_contract: ContractConfig
    policing: PolicerConfig
    shaping: ShaperConfig
    tagging: Tagging
    driver_queue: int
    vp: str
    switched: bool
    setup_at: str
    hold: str


#: Data sent over a virtual connection.
FlowEntry = TypedDict(
    "FlowEntry",
    {
        "kind": "Protocol",
        "vc": "str",
        "via": "list[str]",
        "back_via": "list[str]",
        "from": "str",
        "to": "str",
        "connection": "str",
        "dscp": "str",
        "size": 'Literal["unlimited"] | str',
        "start": "str",
        "stop": "str",
        "tcp": "Settings",
        "udp": "UdpSettings",
        "cells": "CellsSettings",
        "web": "WebSettings",
        "ping": "PingSettings",
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
    ccr: VcProbe | list[VcProbe]
    er: OccupancyProbe | list[OccupancyProbe]
    adapter: VcProbe | list[VcProbe]
    transmitted: TransmittedProbe | list[TransmittedProbe]
    errors: ErrorsProbe | list[ErrorsProbe]
    sojourn: SojournProbe | list[SojournProbe]
    backlog: BacklogProbe | list[BacklogProbe]
    backlog_bytes: BacklogProbe | list[BacklogProbe]
    drop_probability: ProbabilityProbe | list[ProbabilityProbe]
    busy: BusyProbe | list[BusyProbe]
    losses: LossesProbe | list[LossesProbe]
    segments: SegmentsProbe | list[SegmentsProbe]
    delays: DelaysProbe | list[DelaysProbe]
    cells: CellsProbe | list[CellsProbe]
    packets: PacketsProbe | list[PacketsProbe]


class QueueProbe(TypedDict, total=False):
    """Records a port's queue."""

    port: str
    every: str
    keep: Keep


Keep = Literal["last", "most"]


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


class TransmittedProbe(TypedDict, total=False):
    """Records the cells that a port has sent."""

    port: str
    every: str


class ErrorsProbe(TypedDict, total=False):
    """Records the errored cells of one direction of a link."""

    port: str


class SojournProbe(TypedDict, total=False):
    """Records how long packets waited in a packet port."""

    port: str
    every: str


class BacklogProbe(TypedDict, total=False):
    """Records what waits in a packet port."""

    port: str
    flow: str
    every: str


class ProbabilityProbe(TypedDict, total=False):
    """Records the probability with which a packet port drops or marks."""

    port: str
    every: str


class BusyProbe(TypedDict, total=False):
    """Records how long the line behind a packet port has been taken."""

    port: str
    every: str


class LossesProbe(TypedDict, total=False):
    """Records lost cells."""

    port: str


class SegmentsProbe(TypedDict, total=False):
    """Records the segments of a TCP flow."""

    flow: str


class DelaysProbe(TypedDict, total=False):
    """Records the distribution of the delay of a flow's packets."""

    flow: str


#: Records the cells that are offered to a port.
CellsProbe = TypedDict(
    "CellsProbe",
    {
        "port": "str",
        "from": "str",
        "until": "str",
        "limit": "int",
    },
    total=False,
)

#: Records the packets that arrive at a packet port.
PacketsProbe = TypedDict(
    "PacketsProbe",
    {
        "port": "str",
        "from": "str",
        "until": "str",
        "limit": "int",
    },
    total=False,
)


class Limits(TypedDict, total=False):
    """Limits at which a run stops itself and keeps what it has."""

    events: int
    memory: str


class Document(TypedDict, total=False):
    """A scenario: a network, the traffic on it, and what to record. The network is a graph of nodes, links, virtual connections and flows. A template in `[topology]` makes such a graph; entries of `[nodes]`, `[links]`, `[vps]`, `[vcs]` and `[flows]` change or extend it."""

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
    admission: AdmissionSettings
    signalling: SignallingSettings
    adapter: AdapterDefaults
    router: RouterDefaults
    packet: PacketDefaults
    host: HostDefaults
    flow: FlowDefaults
    tcp: Settings
    udp: UdpSettings
    cells: CellsSettings
    web: WebSettings
    ping: PingSettings
    nodes: dict[str, NodeEntry]
    links: dict[str, LinkEntry]
    vps: dict[str, VpEntry]
    vcs: dict[str, VcEntry]
    flows: dict[str, FlowEntry]
    probes: Probes
    limits: Limits
