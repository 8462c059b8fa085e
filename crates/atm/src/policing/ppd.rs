//! Partial packet discard at a policer: once a cell of a frame was discarded, so is the rest of the
//! frame.
//!
//! The rest does not count in the buckets, so they recover while it passes. The last cell, which
//! alone shows the receiver where the next frame begins, is judged by the buckets like any other
//! (`keep_last_cell`) or discarded with the rest.
//!
//! Source: Bonaventure, Klovning and Danthine, "Is VBR a solution for an ATM LAN?", 1996, section 6,
//! after Romanow and Floyd, ACM CCR, October 1994.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frames::{Admission, FrameState};
use super::{CellTrain, Coupling, DualGcra, Policer, PolicerCounts, Terms, Treatment};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any};

/// Parameters of [`Ppd`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Which buckets a discarded cell counts in.
    pub coupling: Coupling,
    /// Whether the last cell of a damaged frame passes if it conforms.
    pub keep_last_cell: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self { coupling: Coupling::Both, keep_last_cell: true }
    }
}

impl Config {
    /// The policer of a contract.
    #[must_use]
    pub fn build(&self, terms: &Terms) -> Ppd {
        Ppd {
            buckets: DualGcra::new(terms, self.coupling),
            frame: FrameState::new(self.keep_last_cell, true),
            counts: PolicerCounts::default(),
        }
    }

    /// Nothing can be wrong.
    #[must_use]
    pub fn check(&self, _: &Terms) -> Vec<ConfigIssue> {
        Vec::new()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (Coupling::arbitrary(), any::<bool>())
            .prop_map(|(coupling, keep_last_cell)| Self { coupling, keep_last_cell })
    }
}

/// Partial packet discard at a policer.
#[derive(Clone, Copy, Debug)]
pub struct Ppd {
    buckets: DualGcra,
    frame: FrameState,
    counts: PolicerCounts,
}

impl Policer for Ppd {
    fn judge(&mut self, train: &CellTrain<'_>, out: &mut dyn FnMut(u16, Treatment)) {
        let Self { buckets, frame, counts } = self;
        frame.judge(buckets, counts, train, out, |_| Admission::Judged);
    }

    fn counts(&self) -> PolicerCounts {
        self.counts
    }
}
