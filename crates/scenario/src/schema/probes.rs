//! The tables of probes: what a run records over time.

#[cfg(feature = "arbitrary")]
mod arbitrary;

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

/// A table of a series.
pub(crate) trait Sampled {
    /// What a sampling period may be.
    const PERIODS: &'static str = "give a time above 0, or leave it out to record every change";

    /// The sampling period; `None` records every change.
    fn every(&self) -> Option<Span>;
}

/// Declares tables that have a sampling period or none.
macro_rules! sampled {
    ($($table:ident)+) => {
        $(impl Sampled for $table {
            fn every(&self) -> Option<Span> {
                self.every
            }
        })+
    };
}

sampled! { QueueProbe OccupancyProbe FlowProbe VcProbe SojournProbe BacklogProbe }

/// Records a port's queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct QueueProbe {
    /// The port, `"<node>.<link>"` at a switch or `"<host>.nic"`; "*" for all ports of all switches.
    pub port: String,
    /// The sampling period; above 0. Without it, every change is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Span>,
    /// The value that a sample shows. "most" needs `every`.
    #[serde(default, skip_serializing_if = "Keep::is_last")]
    pub keep: Keep,
}

/// The value that is kept of a sampling period.
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

impl Sampled for TransmittedProbe {
    const PERIODS: &'static str = "give a time above 0";

    fn every(&self) -> Option<Span> {
        Some(self.every)
    }
}

/// Records the errored cells of one direction of a link.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ErrorsProbe {
    /// The port that sends into the link, `"<node>.<link>"` at a switch or `"<host>.nic"`; "*" for all
    /// that have an error model behind them.
    pub port: String,
}

impl Sampled for ErrorsProbe {
    fn every(&self) -> Option<Span> {
        None
    }
}

/// Records how long packets waited in a packet port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SojournProbe {
    /// The packet port, `"<node>.<link>"` or `"<host>.nic"`; "*" for all of them.
    pub port: String,
    /// The sampling period; above 0. Without it, every change is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Span>,
}

/// Records what waits in a packet port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BacklogProbe {
    /// The packet port, `"<node>.<link>"` or `"<host>.nic"`; "*" for all of them.
    pub port: String,
    /// The flow whose packets are recorded; "*" for each that passes the port. Without it, all packets together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flow: Option<String>,
    /// The sampling period; above 0. Without it, every change is recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub every: Option<Span>,
}

/// Records the probability with which a packet port drops or marks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ProbabilityProbe {
    /// The packet port, `"<node>.<link>"` or `"<host>.nic"`; "*" for all whose discipline has a probability.
    pub port: String,
    /// The sampling period; above 0.
    pub every: Span,
}

/// Records how long the line behind a packet port has been taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BusyProbe {
    /// The packet port, `"<node>.<link>"` or `"<host>.nic"`; "*" for all of them.
    pub port: String,
    /// The sampling period; above 0.
    pub every: Span,
}

impl Sampled for BusyProbe {
    const PERIODS: &'static str = "give a time above 0";

    fn every(&self) -> Option<Span> {
        Some(self.every)
    }
}

impl Sampled for ProbabilityProbe {
    const PERIODS: &'static str = "give a time above 0";

    fn every(&self) -> Option<Span> {
        Some(self.every)
    }
}

/// Records lost cells.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LossesProbe {
    /// The port where cells or packets are lost, or behind which the line errs, `"<node>.<link>"` at a switch or
    /// router, or `"<host>.nic"`; "*" for all places where they are lost, adapters, policers and hosts' packet queues
    /// included.
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
    /// The most cells that are recorded at a port, the first ones. The number of later cells is reported.
    #[serde(default = "most_cells")]
    #[schemars(range(min = 1))]
    pub limit: u64,
}

/// Records the packets that arrive at a packet port.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PacketsProbe {
    /// The packet port, `"<node>.<link>"` or `"<host>.nic"`; "*" for all of them.
    pub port: String,
    /// Since when packets are recorded; before the end of the run.
    #[serde(default)]
    pub from: Span,
    /// Until when, that instant not included; after `from`. Without it, to the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Span>,
    /// The most packets that are recorded at a port, the first ones. The number of later packets is reported.
    #[serde(default = "most_packets")]
    #[schemars(range(min = 1))]
    pub limit: u64,
}

/// As many as cells.
fn most_packets() -> u64 {
    most_cells()
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
