//! What a network records: quantities over time, and events one by one.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_units::{Span, Time};

use super::{FlowIndex, LinkIndex, VcIndex};

/// A quantity recorded over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Unique among probes: the quantity and its target, such as `queue sw1.trunk`.
    pub name: String,
    /// What is recorded.
    pub quantity: Quantity,
    /// Where it is recorded.
    pub target: Target,
    /// The sampling period, above 0; `None` records every change.
    pub every: Option<Span>,
}

/// What a probe records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantity {
    /// Cells in a port's queue.
    Queue,
    /// The most cells in a port's queue since the sample before.
    MostQueue,
    /// Cells of one virtual connection in a port's queue.
    Occupancy,
    /// The congestion window of a TCP sender, in octets.
    Cwnd,
    /// The slow start threshold of a TCP sender, in octets.
    Ssthresh,
    /// The sequence number that a TCP sender sends next, in octets since the start.
    Sequence,
    /// The sequence number up to which a TCP sender's data are acknowledged, in octets since the
    /// start.
    Acknowledgment,
    /// The allowed cell rate of a virtual connection's ABR source at its first end, in cells/s.
    Acr,
    /// The current cell rate in the forward RM cell that a virtual connection's ABR source at its first end
    /// last sent, in cells/s.
    Ccr,
    /// The explicit rate that a port's rate rule last wrote into a backward RM cell of one virtual
    /// connection, in cells/s.
    Er,
    /// Cells that wait in a virtual connection's adapter at its first end.
    Adapter,
    /// Cells that a port has sent since the start.
    Transmitted,
    /// Cells that noise has errored on the link behind a port.
    Errors,
}

impl Quantity {
    /// The key of `[probes]`, and the first word of a probe's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Queue | Self::MostQueue => "queue",
            Self::Occupancy => "occupancy",
            Self::Cwnd => "cwnd",
            Self::Ssthresh => "ssthresh",
            Self::Sequence => "sequence",
            Self::Acknowledgment => "acknowledgment",
            Self::Acr => "acr",
            Self::Ccr => "ccr",
            Self::Er => "er",
            Self::Adapter => "adapter",
            Self::Transmitted => "transmitted",
            Self::Errors => "errors",
        }
    }

    /// The unit of the recorded values.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Queue
            | Self::MostQueue
            | Self::Occupancy
            | Self::Adapter
            | Self::Transmitted
            | Self::Errors => "cells",
            Self::Acr | Self::Ccr | Self::Er => "cells/s",
            Self::Cwnd | Self::Ssthresh | Self::Sequence | Self::Acknowledgment => "bytes",
        }
    }
}

/// Where a probe records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// The output port of a link at one end.
    Port {
        /// The link.
        link: LinkIndex,
        /// The end (0 or 1) that sends.
        end: usize,
    },
    /// One virtual connection in an output port.
    PortVc {
        /// The link.
        link: LinkIndex,
        /// The end (0 or 1) that sends.
        end: usize,
        /// The virtual connection; it passes the port in one of its directions.
        vc: VcIndex,
    },
    /// A flow.
    Flow(FlowIndex),
    /// The first end of a virtual connection.
    Vc(VcIndex),
}

/// The events that are recorded one by one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Records {
    /// Lost cells.
    pub losses: LostCells,
    /// The TCP flows of which segments and acknowledgments are recorded, each once.
    pub segments: BTreeSet<FlowIndex>,
    /// The flows of which the distribution of delays is recorded, each once.
    pub delays: BTreeSet<FlowIndex>,
    /// The ports at which offered cells are recorded: the link and the end (0 or 1) that sends.
    pub cells: BTreeMap<(LinkIndex, usize), CellWindow>,
}

/// Which of the cells that are offered to a port are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellWindow {
    /// Since when.
    pub from: Time,
    /// Until when, that instant not included; [`Time::NEVER`] for the end of the run.
    pub until: Time,
    /// The most of them, the first ones; at least 1.
    pub limit: u64,
}

impl CellWindow {
    /// Whether it has an instant.
    #[must_use]
    pub fn has(&self, at: Time) -> bool {
        self.from <= at && at < self.until
    }
}

/// The lost cells that are recorded.
#[derive(Clone, Debug, PartialEq)]
pub enum LostCells {
    /// Those lost anywhere.
    Everywhere,
    /// Those lost at ports, and by noise behind them; perhaps none.
    Ports(BTreeSet<(LinkIndex, usize)>),
}

impl LostCells {
    /// Whether there are none.
    #[must_use]
    pub fn is_none(&self) -> bool {
        matches!(self, Self::Ports(ports) if ports.is_empty())
    }
}

impl Default for LostCells {
    fn default() -> Self {
        Self::Ports(BTreeSet::new())
    }
}
