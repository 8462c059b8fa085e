//! What a network records: quantities over time, and events one by one.

use std::collections::{BTreeMap, BTreeSet};

use cellwise_units::{Span, Time};

use super::index::FlowIndex;
use super::targets::Port;
use crate::probes::Quantity;

/// A quantity recorded over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Probe {
    /// Unique among probes: the quantity and its target, such as `queue sw1.trunk`.
    pub name: String,
    /// What is recorded, and where.
    pub quantity: Quantity,
    /// The sampling period, above 0; `None` records every change.
    pub every: Option<Span>,
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
    /// The ports at which offered cells are recorded.
    pub cells: BTreeMap<Port, Window>,
    /// The packet ports at which packets are recorded.
    pub packets: BTreeMap<Port, Window>,
}

/// Which of the cells or packets that arrive at a port are recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Since when.
    pub from: Time,
    /// Until when, that instant not included; [`Time::NEVER`] for the end of the run.
    pub until: Time,
    /// The most of them, the first ones; at least 1.
    pub limit: u64,
}

impl Window {
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
    /// Those lost at ports, in packet queues there, and by noise and errors behind them; perhaps none.
    Ports(BTreeSet<Port>),
}

impl LostCells {
    /// Whether it is empty.
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
