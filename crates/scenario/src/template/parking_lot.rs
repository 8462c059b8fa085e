//! The parking lot: connections over all of several trunks in a row, and local ones on each.
//!
//! Source: multiple node configuration 1 of the ABR study by the University of Kansas (1998),
//! Figure 4.3. Names: see the module `plan`; switches `sw1` to `swN+1`, links `trunk1` to `trunkN`.
//! Connections are numbered with the long ones first, then those of each trunk.

use cellwise_units::catalogue::{Entry, Status};
use cellwise_units::{BitRate, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Around, Graph, Template, entry};
use super::plan::{Connection, Plan, Trunk};
use super::wan::{Background, MOST_SOURCES, Wan, wan_parameters};
use crate::issue::Issue;
use crate::memory_budget::growing;
use crate::schema::FlowDefaults;

pub(super) const ENTRY: Entry = entry(
    "parking-lot",
    "Long connections over all of several trunks in a row, and local connections on each trunk",
    "Multiple node configuration 1 of ABR and UBR+EPD studies, as of the University of Kansas, 1998",
    Status::Validated,
);

/// The most trunks in a row.
const MOST_LINKS: u32 = 1_000;

wan_parameters! {
    /// Connections over all trunks of a row, and local ones on each trunk.
    ParkingLot {
        /// Number of trunks in a row.
        #[schemars(range(min = 1, max = MOST_LINKS))]
        links: u32 = 3,
        /// Number of connections over all trunks.
        #[schemars(range(max = MOST_SOURCES))]
        long: u32 = 2,
        /// Number of connections on each trunk alone.
        #[schemars(range(max = MOST_SOURCES))]
        local: u32 = 2,
    }
    trunk_delay: Span::from_ps(10_000_000_000), background: None
}

impl ParkingLot {
    fn plan(&self) -> Plan {
        let trunk = |number| Trunk { name: format!("trunk{number}"), ends: [number, number + 1] };
        let over = |switches: Vec<u32>| Connection { switches, flows: 1 };
        let long = growing("connections", 0..self.long).map(|_| over((1..=self.links + 1).collect()));
        let local = growing("links", 1..=self.links)
            .flat_map(|link| growing("connections", 0..self.local).map(move |_| over(vec![link, link + 1])));
        Plan {
            switches: self.links + 1,
            trunks: growing("links", 1..=self.links).map(trunk).collect(),
            connections: long.chain(local).collect(),
        }
    }

    /// The number of sources, without making them.
    fn sources(&self) -> u64 {
        u64::from(self.long) + u64::from(self.links) * u64::from(self.local)
    }

    fn check_counts(&self) -> Vec<Issue> {
        let mut issues = Vec::new();
        let sources = self.sources();
        // A long connection has as many hops as there are links.
        let hops = sources + u64::from(self.long) * u64::from(self.links);
        if sources == 0 || sources > u64::from(MOST_SOURCES) || hops > 10 * u64::from(MOST_SOURCES) {
            let rule =
                format!("makes {sources} sources with long and links; give 1 to {MOST_SOURCES} in all");
            issues.push(Issue::new("topology.local", self.local, rule));
        }
        issues
    }
}

impl Template for ParkingLot {
    fn check(&self, scenario: &Around<'_>) -> Vec<Issue> {
        let mut issues = self.check_counts();
        if issues.is_empty() {
            let plan = self.plan();
            issues.extend(self.wan().check(scenario, &plan.trunk_names(), plan.flows()));
        }
        issues
    }

    fn graph(&self, flow: &FlowDefaults) -> Graph {
        self.plan().graph(&self.wan(), flow)
    }
}
