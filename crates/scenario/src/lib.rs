//! Scenarios: the one schema, its checks, its templates, and the network they describe.
//!
//! ```text
//! TOML or JSON text -> Document -> (walker, serde, rules) -> Scenario -> expand -> resolve -> Network
//! ```
//!
//! [`Scenario`] is the schema, from which JSON Schema, help texts and checks follow. Reading
//! ([`parse_toml`], [`parse_json`], [`Document::scenario`]) reports every mistake at once, each an
//! [`Issue`] with path, value, rule and place. [`resolve()`] gives the [`Network`] that a simulator
//! takes.
//!
//! ```
//! let text = "topology = { template = \"n-source\", sources = 2 }\nswitch.bufer = \"100 cells\"\n";
//! let issues = cellwise_scenario::parse_toml(text).unwrap().scenario().unwrap_err();
//! assert_eq!(
//!     issues[0].render(text),
//!     "switch.bufer: is not a known key; did you mean \"buffer\"? Known keys: buffer, drop, clp1_threshold, occupancy, scheduler, reserved, rate_rule, backward_rm, vs_vd, vs_queue, architecture
//!  --> line 2, column 8
//!   |
//! 2 | switch.bufer = \"100 cells\"
//!   |        ^^^^^"
//! );
//! ```

mod capture;
mod change;
mod document;
mod expand;
mod files;
mod identity;
mod issue;
mod json;
mod limit;
mod member;
mod memory_budget;
mod network;
mod print;
mod probes;
mod read;
mod resolve;
mod rules;
mod schema;
mod set;
mod template;
mod walk;

pub use capture::{CapturePoint, capture_point};
pub use change::apply_changes;
pub use document::{Document, parse_json, parse_toml};
pub use expand::expand;
pub use files::ReadFile;
pub use identity::identity;
pub use issue::{Issue, MOST_SHOWN, nearest};
pub use member::tags;
pub use network::{
    AdapterSettings, Call, CallIndex, CallOutcome, Detour, Direction, Flow, FlowIndex, FlowKind, Hop,
    HostSettings, Leg, Link, LinkIndex, LostCells, Network, Node, NodeIndex, NodeKind, PacketBacklog,
    PacketLink, Place, Port, PortQueue, PortVc, Probe, QueueSettings, Records, RouterSettings,
    SwitchSettings, Vc, VcIndex, Vp, VpIndex, VpPart, WAYS_OUTSIDE, Ways, Window, legs_back,
};
pub use print::{to_json, to_toml};
pub use probes::{PROBES, ProbeKind, Probes, Quantity};
pub use read::Review;
pub use resolve::{check, resolve, warnings};
pub use schema::{
    AdapterDefaults, AdmissionSettings, Architecture, AtmDefaults, BacklogProbe, BackwardRm, BusyProbe,
    CellsProbe, CellsSettings, Cpu, Crossbar, DelaysProbe, EqualCost, ErrorsProbe, FlowDefaults, FlowEntry,
    FlowProbe, ForwardingRate, HostDefaults, Keep, Limits, LinkEntry, LinkKind, LossesProbe, Named,
    NodeEntry, NodeRole, Occupancy, OccupancyProbe, OneOrMany, OutputBuffered, Overridden, Overrides,
    PacketDefaults, PacketsProbe, PingInterval, PingSettings, PortEntry, ProbabilityProbe, Processing,
    Protocol, QueueProbe, Reserved, RouterDefaults, Scenario, SegmentsProbe, SharedMemory, Sharing,
    SignallingSettings, Size, SojournProbe, SwitchDefaults, TieOrder, TransmittedProbe, TwoStage, UdpRate,
    UdpSettings, VcEntry, VcProbe, VpEntry,
};
pub use set::{apply_set, apply_sets};
pub use template::{
    Adsl, Background, DownstreamBottleneck, Dsl, EthernetBottleneck, NSource, ParkingLot, PolicedVc, Rrul,
    Topology, TwoNode, Vdsl2, catalogue, template_scenario,
};

/// The JSON Schema of scenarios, for editors and documentation.
#[must_use]
pub fn json_schema() -> String {
    format!("{:#}", walk::schema())
}
