//! The schema of scenarios: every key, its default and its help text.
//!
//! TOML files and Python objects are two spellings of [`Scenario`]. The JSON Schema, the checks of
//! the walker and the documentation tables follow from the types and doc comments here.

mod architecture;
mod devices;
mod graph;
mod link_kind;
mod named;
mod probes;
mod rows;
mod scenario;
mod sections;
mod values;

pub use architecture::{Architecture, Crossbar, OutputBuffered, SharedMemory, Sharing, TwoStage};
pub use devices::{
    AdapterDefaults, BackwardRm, EqualCost, Occupancy, PacketDefaults, Reserved, RouterDefaults,
    SwitchDefaults,
};
pub(crate) use graph::Patch;
pub use graph::{FlowEntry, LinkEntry, NodeEntry, NodeRole, PortEntry, VcEntry, VpEntry};
pub use link_kind::LinkKind;
pub use named::Named;
pub(crate) use probes::Sampled;
pub use probes::{
    BacklogProbe, BusyProbe, CellsProbe, DelaysProbe, ErrorsProbe, FlowProbe, Keep, LossesProbe,
    OccupancyProbe, OneOrMany, PacketsProbe, ProbabilityProbe, QueueProbe, SegmentsProbe, SojournProbe,
    TransmittedProbe, VcProbe,
};
pub use scenario::Scenario;
pub use sections::{
    AdmissionSettings, AtmDefaults, CellsSettings, Cpu, FlowDefaults, HostDefaults, Limits, PingSettings,
    Protocol, SignallingSettings, TieOrder, UdpSettings,
};
pub(crate) use values::Jitter;
pub use values::{ForwardingRate, Overridden, Overrides, PingInterval, Processing, Size, UdpRate};
