//! Greedy: always a cell ready, for whoever lets it go.
//!
//! The source hands over one cell and the next one when that has left, so the adapter of an ABR connection is never
//! without one, and what it sends is what the connection is allowed.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::CellSource;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy};
use crate::drop_policy::ConfigIssue;

/// A greedy source has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Config {}

impl Config {
    /// The source, from `start` on.
    #[must_use]
    pub fn build(&self, start: Time, _random: RandomStream) -> Greedy {
        Greedy { next: start }
    }

    /// Nothing can be wrong without settings.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }

    /// Others say how fast its cells follow each other.
    #[must_use]
    pub fn peak_rate(&self) -> Option<BitRate> {
        None
    }

    /// Cells per second in the long run: as many as are let go.
    #[must_use]
    pub fn mean_cells_per_s(&self) -> f64 {
        f64::INFINITY
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Just(Self {})
    }
}

/// A cell whenever there is room for one.
#[derive(Clone, Debug)]
pub struct Greedy {
    next: Time,
}

impl CellSource for Greedy {
    #[inline]
    fn next_emission(&self) -> Time {
        self.next
    }
    #[inline]
    fn emit(&mut self) {
        self.next = Time::NEVER;
    }
    #[inline]
    fn resume(&mut self, now: Time) {
        self.next = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::StreamName;

    #[test]
    fn a_cell_follows_when_the_one_before_has_left() {
        let name = StreamName { seed: 1, replication: 0, element: "h1", purpose: "cells" };
        let mut source = Config {}.build(Time::from_ps(7), RandomStream::new(name));
        assert_eq!(source.next_emission(), Time::from_ps(7));
        source.emit();
        assert_eq!(source.next_emission(), Time::NEVER);
        source.resume(Time::from_ps(9));
        assert_eq!(source.next_emission(), Time::from_ps(9));
    }
}
