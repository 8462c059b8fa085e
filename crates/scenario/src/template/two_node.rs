//! The two-node network: sources that share one trunk of a wide-area network.
//!
//! Source: the two-node configuration of the ABR study by the University of Kansas (1998),
//! Figures 4.1 and 4.2. Names: see the module `plan`; switches `sw1` and `sw2`, link `trunk`.

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
    "two-node",
    "N sources and N destinations, or routers with hosts on LANs, on either side of one wide-area trunk",
    "Two-node configuration of ABR and UBR+EPD studies, as of the University of Kansas, 1998",
    Status::Validated,
);

const SOURCES: u32 = 5;

wan_parameters! {
    /// Sources and as many destinations on either side of one wide-area trunk between two switches.
    TwoNode {
        /// Number of sources, each with its own destination. If not given, 5, or the sum of
        /// `sources_per_router`.
        #[schemars(range(min = 1, max = MOST_SOURCES))]
        #[serde(skip_serializing_if = "Option::is_none")]
        sources: Option<u32> = None,
        /// With routers: how many sources are behind each router of the sending side, each number at
        /// least 1. Without it, one source behind each.
        #[serde(skip_serializing_if = "Option::is_none")]
        sources_per_router: Option<Vec<u32>> = None,
    }
    trunk_delay: Span::from_ps(5_000_000_000), background: None
}

impl TwoNode {
    fn plan(&self) -> Plan {
        let alone = || vec![1; self.sources.unwrap_or(SOURCES) as usize];
        let flows = self.sources_per_router.clone().unwrap_or_else(alone).into_iter();
        Plan {
            switches: 2,
            trunks: vec![Trunk { name: "trunk".into(), ends: [1, 2] }],
            connections: growing("connections", flows)
                .map(|flows| Connection { switches: vec![1, 2], flows })
                .collect(),
        }
    }

    /// How many sources the routers have, if that is given.
    fn behind_routers(&self) -> Option<u64> {
        self.sources_per_router.as_ref().map(|counts| counts.iter().map(|count| u64::from(*count)).sum())
    }

    fn check_sources(&self) -> Vec<Issue> {
        let mut issues = Vec::new();
        let (Some(counts), Some(sum)) = (&self.sources_per_router, self.behind_routers()) else {
            return issues;
        };
        let mut refuse = |rule: String| {
            issues.push(Issue::new("topology.sources_per_router", format!("{counts:?}"), rule));
        };
        if !self.routers {
            refuse("is for routers; give routers = true".into());
        } else if counts.is_empty() || counts.contains(&0) {
            refuse("give a number of at least 1 for each of one or more routers".into());
        } else if sum > u64::from(MOST_SOURCES) {
            refuse(format!("adds up to {sum}; give at most {MOST_SOURCES} sources"));
        } else if let Some(sources) = self.sources.filter(|sources| u64::from(*sources) != sum) {
            refuse(format!("adds up to {sum}, and sources is {sources}; leave one of them out"));
        }
        issues
    }
}

impl Template for TwoNode {
    fn check(&self, scenario: &Around<'_>) -> Vec<Issue> {
        let mut issues = self.check_sources();
        let flows = self.behind_routers().unwrap_or(self.sources.unwrap_or(SOURCES).into());
        issues.extend(self.wan().check(scenario, &["trunk"], flows));
        issues
    }

    fn graph(&self, flow: &FlowDefaults) -> Graph {
        self.plan().graph(&self.wan(), flow)
    }
}
