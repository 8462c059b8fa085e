//! What results say of a network, and which of them there are, as far as its elements do not know it.

use cellwise_atm::Category;
use cellwise_scenario::{Call, Network, Probe, Records};
use cellwise_units::Span;

use super::size;
use crate::elements::Elements;

/// What is kept of a virtual connection.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    pub(super) name: String,
    pub(super) category: Category,
}

/// What is kept of a network for the results of its run: the rest is in the elements that were made of it.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(super) warmup: Span,
    /// The names of virtual paths. Lists made of those of the network would keep their room.
    pub(super) vps: Box<[String]>,
    pub(super) vcs: Box<[Connection]>,
    pub(super) calls: Vec<Call>,
    pub(super) records: Records,
    pub(super) probes: Vec<Probe>,
    /// Octets of the tables that do not grow.
    fixed: u64,
}

impl Subject {
    /// Takes it out of a network.
    pub(crate) fn of(network: Network) -> Self {
        let fixed = size::octets_of_elements(&network) + size::octets_of_series(network.probes.len());
        let Network { warmup, vps, vcs, calls, records, probes, .. } = network;
        let vps = vps.into_iter().map(|vp| vp.name).collect();
        let vcs = vcs.into_iter().map(|vc| Connection { name: vc.name, category: vc.category }).collect();
        Self { warmup, vps, vcs, calls, records, probes, fixed }
    }

    /// Whether lost cells are recorded.
    pub(crate) fn records_losses(&self) -> bool {
        !self.records.losses.is_none()
    }

    /// Flows whose segments are recorded.
    pub(crate) fn recorded_flows(&self) -> usize {
        self.records.segments.len()
    }

    /// Octets that the tables take that have a row for each element of the network.
    pub(crate) fn fixed_octets(&self) -> u64 {
        self.fixed
    }

    /// Octets that the tables take that have a row for each event that was recorded.
    pub(crate) fn octets_of_records(&self, net: &Elements) -> u64 {
        size::octets_of_records(&self.records, net)
    }
}
