//! The downstream bottleneck: connections that share a first trunk, of which some meet background
//! traffic on a second one.
//!
//! Source: multiple node configuration 2 of the ABR study by the University of Kansas (1998),
//! Figure 4.4. Names: see the module `plan`; `trunk1` joins `sw1` with `sw2`, `trunk2` `sw2` with
//! `sw3` and `trunk3` `sw2` with `sw4`. The connections over `trunk2` have the first numbers.

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
    "downstream-bottleneck",
    "Connections that share a first trunk; some of them then meet background traffic on a second one",
    "Multiple node configuration 2 of ABR and UBR+EPD studies, as of the University of Kansas, 1998",
    Status::Validated,
);

const TRUNKS: [(&str, [u32; 2]); 3] = [("trunk1", [1, 2]), ("trunk2", [2, 3]), ("trunk3", [2, 4])];

wan_parameters! {
    /// Connections over a shared trunk that part after it: some over a trunk with background
    /// traffic, the others over a free one.
    DownstreamBottleneck {
        /// Number of connections over trunk1 and then trunk2, which carries the background traffic.
        #[schemars(range(max = MOST_SOURCES))]
        bottlenecked: u32 = 5,
        /// Number of connections over trunk1 and then trunk3.
        #[schemars(range(max = MOST_SOURCES))]
        others: u32 = 5,
    }
    trunk_delay: Span::from_ps(10_000_000_000), background: Some(on_trunk2(Background::default()))
}

/// Background traffic on the second trunk, unless it names another.
fn on_trunk2(background: Background) -> Background {
    Background { link: background.link.or_else(|| Some("trunk2".into())), ..background }
}

impl DownstreamBottleneck {
    fn plan(&self) -> Plan {
        let over = |switches: [u32; 3]| Connection { switches: switches.to_vec(), flows: 1 };
        let bottlenecked = growing("connections", 0..self.bottlenecked).map(|_| over([1, 2, 3]));
        let others = growing("connections", 0..self.others).map(|_| over([1, 2, 4]));
        Plan {
            switches: 4,
            trunks: TRUNKS.map(|(name, ends)| Trunk { name: name.into(), ends }).into(),
            connections: bottlenecked.chain(others).collect(),
        }
    }
}

impl Template for DownstreamBottleneck {
    fn check(&self, scenario: &Around<'_>) -> Vec<Issue> {
        let mut issues = Vec::new();
        let sources = u64::from(self.bottlenecked) + u64::from(self.others);
        if sources == 0 || sources > u64::from(MOST_SOURCES) {
            let rule = format!("makes {sources} sources with others; give 1 to {MOST_SOURCES} in all");
            issues.push(Issue::new("topology.bottlenecked", self.bottlenecked, rule));
        }
        issues.extend(self.wan().check(scenario, &TRUNKS.map(|(name, _)| name), sources));
        issues
    }

    fn graph(&self, flow: &FlowDefaults) -> Graph {
        let background = self.background.clone().map(on_trunk2);
        let template = Self { background, ..self.clone() };
        template.plan().graph(&template.wan(), flow)
    }
}
