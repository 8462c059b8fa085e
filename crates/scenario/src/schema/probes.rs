//! The probes: what a run records over time.

use cellwise_units::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One table, or several.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(inline)]
pub enum OneOrMany<T> {
    /// One table.
    One(T),
    /// An array of tables.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// The tables, each with its index if they are written as an array.
    pub fn tables(&self) -> impl Iterator<Item = (Option<usize>, &T)> {
        let (one, many) = match self {
            Self::One(table) => (Some((None, table)), [].as_slice()),
            Self::Many(tables) => (None, tables.as_slice()),
        };
        one.into_iter().chain(many.iter().enumerate().map(|(index, table)| (Some(index), table)))
    }
}

/// What to record over time. Each key takes one table or an array of tables.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Probes {
    /// Cells in a port's queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<OneOrMany<QueueProbe>>,
    /// Cells of one virtual connection in a port's queue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occupancy: Option<OneOrMany<OccupancyProbe>>,
    /// The congestion window of a TCP flow, in octets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cwnd: Option<OneOrMany<FlowProbe>>,
    /// The slow start threshold of a TCP flow, in octets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ssthresh: Option<OneOrMany<FlowProbe>>,
    /// The sequence number that a TCP flow sends next, in octets since its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence: Option<OneOrMany<FlowProbe>>,
    /// The sequence number up to which a TCP flow's data are acknowledged, in octets since its start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acknowledgment: Option<OneOrMany<FlowProbe>>,
    /// The allowed cell rate of an ABR connection's source at its first end, in cells/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub acr: Option<OneOrMany<VcProbe>>,
    /// CCR: the current cell rate in the forward RM cell that the source at an ABR connection's first end last
    /// sent, in cells/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ccr: Option<OneOrMany<VcProbe>>,
    /// The explicit rate that a port's rate rule last wrote into a backward RM cell of an ABR
    /// connection, in cells/s.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub er: Option<OneOrMany<OccupancyProbe>>,
    /// Cells that wait in a virtual connection's adapter at its first end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adapter: Option<OneOrMany<VcProbe>>,
    /// Cells that a port has sent since the start, whatever they carry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transmitted: Option<OneOrMany<TransmittedProbe>>,
    /// Cells that noise has errored so far on the link behind a port; every one is recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errors: Option<OneOrMany<ErrorsProbe>>,
    /// Every lost cell: where, when, why, of which frame, and what of that frame went on in vain; the table
    /// `losses`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub losses: Option<OneOrMany<LossesProbe>>,
    /// Every segment that a TCP flow sends, and every acknowledgment that comes back; the table `segments`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segments: Option<OneOrMany<SegmentsProbe>>,
    /// How many packets of a flow had which delay, over the measured time; the table `delays`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delays: Option<OneOrMany<DelaysProbe>>,
    /// Every cell that is offered to a port, and what became of it; the table `cells`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cells: Option<OneOrMany<CellsProbe>>,
}

impl Probes {
    /// Whether nothing is recorded.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Records a port's queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueueProbe {
    /// The port, `"<node>.<link>"` at a switch or `"<host>.nic"`; "*" for all ports of all switches.
    pub port: String,
    /// The sampling period; above 0. Without it, every change is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Span>,
    /// What a sample tells. "most" needs `every`.
    #[serde(default, skip_serializing_if = "Keep::is_last")]
    pub keep: Keep,
}

/// What is kept of a sampling period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Keep {
    /// The value at its end.
    #[default]
    Last,
    /// The greatest value since the sample before: no peak is missed.
    Most,
}

impl Keep {
    fn is_last(&self) -> bool {
        *self == Self::Last
    }
}

/// Records the cells that a port has sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TransmittedProbe {
    /// The port, `"<node>.<link>"` at a switch or `"<host>.nic"`; "*" for all ports of all switches.
    pub port: String,
    /// The sampling period; above 0.
    pub every: Span,
}

/// Records the errored cells of one direction of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ErrorsProbe {
    /// The port that sends into the link, `"<node>.<link>"` at a switch or `"<host>.nic"`; "*" for all
    /// that have an error model behind them.
    pub port: String,
}

/// Records lost cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LossesProbe {
    /// The port where cells are lost, or behind which noise errors them, `"<node>.<link>"` at a switch or
    /// `"<host>.nic"`; "*" for all places where cells are lost, adapters, policers and packet queues included.
    pub port: String,
}

/// Records the segments of a TCP flow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SegmentsProbe {
    /// The flow; "*" for all TCP flows.
    pub flow: String,
}

/// Records the distribution of the delay of a flow's packets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DelaysProbe {
    /// The flow; "*" for all flows.
    pub flow: String,
}

/// Records the cells that are offered to a port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CellsProbe {
    /// The port, `"<node>.<link>"` at a switch or `"<host>.nic"`; "*" for all ports of all switches.
    pub port: String,
    /// Since when cells are recorded; before the end of the run.
    #[serde(default)]
    pub from: Span,
    /// Until when, that instant not included; after `from`. Without it, to the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Span>,
    /// The most cells that are recorded at a port, the first ones. How many come after them is told.
    #[serde(default = "most_cells")]
    #[schemars(range(min = 1))]
    pub limit: u64,
}

/// Some ten milliseconds of a hundred ports, or a quarter of a second of one, at 155 Mbit/s.
fn most_cells() -> u64 {
    100_000
}

/// Records one virtual connection in a port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OccupancyProbe {
    /// The port, `"<node>.<link>"` at a switch or `"<host>.nic"`; "*" for all ports of all switches.
    pub port: String,
    /// The virtual connection; "*" for all that pass the port.
    pub vc: String,
    /// The sampling period; above 0. Without it, every change is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Span>,
}

/// Records a TCP flow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FlowProbe {
    /// The flow; "*" for all TCP flows.
    pub flow: String,
    /// The sampling period; above 0. Without it, every change is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Span>,
}

/// Records a virtual connection at its first end.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VcProbe {
    /// The virtual connection; "*" for all of which there is something to record.
    pub vc: String,
    /// The sampling period; above 0. Without it, every change is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Span>,
}
