//! Random networks, as scenario texts: a failing case prints, and shrinks to, a scenario file.
//!
//! [`scenario`] draws drafts (`draft.rs`) whose choices are positions, so that every draft makes a
//! sound scenario, and writes them out (`write.rs`).

mod abr;
mod contracts;
mod devices;
mod draft;
mod keys;
mod packets;
mod path;
mod write;

use std::fmt;

use proptest::prelude::*;

/// A random scenario.
#[derive(Clone)]
pub(crate) struct RandomScenario(pub(crate) String);

impl fmt::Debug for RandomScenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}", self.0)
    }
}

/// Networks of up to 5 switches and 12 hosts or routers in trees and meshes, with every service
/// category, scheduler, rate rule and other setting, packet links of every kind, line and discipline, over at most `longest_us` microseconds.
pub(crate) fn scenario(longest_us: u64) -> impl Strategy<Value = RandomScenario> {
    draft::draft(longest_us).prop_map(|draft| RandomScenario(write::text(&draft)))
}

/// Networks of hosts, FIFO ports and UBR connections.
pub(crate) fn plain_scenario(longest_us: u64) -> impl Strategy<Value = RandomScenario> {
    draft::draft(longest_us).prop_map(|draft| {
        let plain = draft::Draft { plain: true, ..draft };
        RandomScenario(write::text(&plain))
    })
}
