//! What every error model answers.

use cellwise_units::Time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::policing::Arrivals;

/// The family's name in the catalogue.
pub const FAMILY: &str = "error-models";

/// What noise does to a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It arrives unchanged.
    Intact,
    /// It is errored; the receiving unit finds out and drops it.
    Errored {
        /// Number of the noisy period, counted from 0; of the error, for an error outside any period.
        burst: u64,
    },
}

/// How errored cells are treated where the line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ErroredCells {
    /// The unit that receives them drops them (Lu, section 3.2.2).
    #[default]
    Dropped,
    /// They continue with a damaged payload under a sound header, whose check covers nothing else (ITU-T
    /// I.432.1). The frame fails its CRC at the receiver, but its end is recognized. RM cells have their own
    /// check and are dropped.
    Delivered,
}

/// Noise on one direction of a line.
pub trait ErrorModel {
    /// Takes `count` cells, the last of which arrives at `last`, if certainly none of them is errored;
    /// otherwise takes nothing and says false, so that [`judge`](Self::judge) must be asked.
    fn take_clear(&mut self, last: Time, count: u16) -> bool;

    /// Judges cells in the order in which they arrive, none before a cell judged or taken earlier.
    /// Gives the verdicts as runs, of which two neighbours differ: how many cells, at least 1, and
    /// what noise does to each.
    fn judge(&mut self, arrivals: &Arrivals<'_>, out: &mut dyn FnMut(u16, Verdict));
}
