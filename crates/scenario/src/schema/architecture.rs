//! Where cells wait inside a switch: the architectures, one table each.

use cellwise_atm::drop_policy::{DropPolicyConfig, tail};
use cellwise_units::{BitRate, Capacity, Cells};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::SLOWEST;

#[cfg(feature = "arbitrary")]
mod arbitrary;

/// Where cells wait inside a switch: its kind under `kind`, its parameters next to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Architecture {
    /// A cell that arrives is at its output port at once; it waits there only.
    OutputBuffered(OutputBuffered),
    /// All cells pass one fabric with a FIFO of its own before their output ports.
    TwoStage(TwoStage),
    /// The queues of all ports share one memory.
    SharedMemory(SharedMemory),
    /// Each pair of input and output has a buffer of its own; an output serves its buffers in turn.
    Crossbar(Crossbar),
}

impl Architecture {
    /// The name that scenarios use.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::OutputBuffered(_) => "output-buffered",
            Self::TwoStage(_) => "two-stage",
            Self::SharedMemory(_) => "shared-memory",
            Self::Crossbar(_) => "crossbar",
        }
    }
}

impl Default for Architecture {
    fn default() -> Self {
        Self::OutputBuffered(OutputBuffered {})
    }
}

/// An output-buffered switch has no further parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct OutputBuffered {}

/// The fabric in front of the output ports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub struct TwoStage {
    /// Rate at which cells pass the fabric.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub fabric_rate: BitRate,
    /// Cells that may wait for the fabric, or "unlimited".
    #[schemars(extend("formatMinimum" = "1 cell"))]
    pub fabric_buffer: Capacity,
    /// Which cells the fabric refuses: "tail" damages frames, "epd" and the others refuse whole ones.
    pub fabric_drop: DropPolicyConfig,
}

impl Default for TwoStage {
    fn default() -> Self {
        Self {
            fabric_rate: BitRate::from_bps(640_000_000),
            fabric_buffer: Capacity::Limited(Cells::new(4096)),
            fabric_drop: DropPolicyConfig::Tail(tail::Config::default()),
        }
    }
}

/// The memory that all ports share.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub struct SharedMemory {
    /// Cells that may wait in the whole switch.
    #[schemars(extend("formatMinimum" = "1 cell"))]
    pub memory: Cells,
    /// How the ports share it.
    pub sharing: Sharing,
    /// With dynamic thresholds: each port may hold this many times the number of free cells.
    #[schemars(range(max = MOST_ALPHA), extend("exclusiveMinimum" = 0))]
    pub alpha: f64,
}

/// A larger share of the free memory than this never limits a port.
const MOST_ALPHA: f64 = 1000.0;

impl Default for SharedMemory {
    fn default() -> Self {
        Self { memory: Cells::new(8192), sharing: Sharing::default(), alpha: 1.0 }
    }
}

/// How the ports of a switch share its memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Sharing {
    /// Every port may take free memory: first come, first served.
    #[default]
    Complete,
    /// Each port has an equal part for itself.
    Partitioned,
    /// Each port may hold `alpha` times the cells that are free.
    DynamicThresholds,
}

/// The buffers at the crosspoints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub struct Crossbar {
    /// Cells that may wait at each crosspoint, or "unlimited".
    #[schemars(extend("formatMinimum" = "1 cell"))]
    pub crosspoint_buffer: Capacity,
}

impl Default for Crossbar {
    fn default() -> Self {
        Self { crosspoint_buffer: Capacity::Limited(Cells::new(64)) }
    }
}
