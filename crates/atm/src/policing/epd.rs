//! Early packet discard at a policer: a frame is refused at its first cell unless the buckets would
//! take a frame of the maximum length at the peak rate.
//!
//! At the first cell a policer knows neither the length of the frame nor its rate, so it assumes the
//! longest frame of the connection at PCR. A frame begins only if
//! TAT - t <= tau - (c_max - 1) (T_S - T_P), so short frames are refused that would have conformed.
//! A refused frame is discarded to its last cell, or tagged if the contract tags. The cells of a
//! frame that was admitted are still judged one by one: it may be longer or faster than assumed.
//!
//! Source: Bonaventure, Klovning and Danthine, "Is VBR a solution for an ATM LAN?", 1996, section 6.

use cellwise_units::{Cells, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::frames::{Admission, FrameState};
use super::{CellTrain, Coupling, DualGcra, Excess, Policer, PolicerCounts, Terms, Treatment, theory};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any};

/// Parameters of [`Epd`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Which buckets a discarded cell counts in.
    pub coupling: Coupling,
    /// Whether the rest of a frame is discarded after a cell of it.
    pub discard_remainder: bool,
    /// Whether the last cell of a damaged frame passes if it conforms.
    pub keep_last_cell: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self { coupling: Coupling::Both, discard_remainder: true, keep_last_cell: true }
    }
}

impl Config {
    /// The policer of a contract.
    #[must_use]
    pub fn build(&self, terms: &Terms) -> Epd {
        Epd {
            buckets: DualGcra::new(terms, self.coupling),
            frame: FrameState::new(self.keep_last_cell, self.discard_remainder),
            reserve: reserve(terms),
            counts: PolicerCounts::default(),
        }
    }

    /// A longest frame for which the burst tolerance can never have room.
    #[must_use]
    pub fn check(&self, terms: &Terms) -> Vec<ConfigIssue> {
        let Some(sustained) = terms.sustained else { return Vec::new() };
        let (pcr, scr) = (terms.peak.rate, sustained.bucket.rate);
        match theory::max_burst(pcr, scr, sustained.bucket.tolerance) {
            Some(most) if terms.longest_frame > most => {
                let rule = format!(
                    "every frame would be refused: the longest frame has {} and only {most} conform at the peak rate; \
                     give a larger MBS or a smaller maximum frame",
                    terms.longest_frame
                );
                vec![ConfigIssue::new("kind", "epd", rule)]
            }
            _ => Vec::new(),
        }
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (Coupling::arbitrary(), any::<[bool; 2]>()).prop_map(
            |(coupling, [discard_remainder, keep_last_cell])| Self {
                coupling,
                discard_remainder,
                keep_last_cell,
            },
        )
    }
}

/// (c_max - 1) (T_S - T_P).
fn reserve(terms: &Terms) -> Span {
    let longest = Cells::new(terms.longest_frame_cells());
    terms.sustained.map_or(Span::ZERO, |sustained| {
        theory::credit_of_frame(terms.peak.rate, sustained.bucket.rate, longest)
    })
}

/// Early packet discard at a policer.
#[derive(Clone, Copy, Debug)]
pub struct Epd {
    buckets: DualGcra,
    frame: FrameState,
    reserve: Span,
    counts: PolicerCounts,
}

impl Policer for Epd {
    fn judge(&mut self, train: &CellTrain<'_>, out: &mut dyn FnMut(u16, Treatment)) {
        let Self { buckets, frame, reserve, counts } = self;
        frame.judge(buckets, counts, train, out, |buckets| {
            let Some(bucket) = buckets.sustained_for(train.clp) else { return Admission::Judged };
            let due = bucket.theoretical_arrival().at + *reserve;
            match buckets.excess() {
                _ if due <= train.first.at + bucket.tolerance() => Admission::Judged,
                Excess::Discard => Admission::Refused,
                Excess::Tag => Admission::Tagged,
            }
        });
    }

    fn counts(&self) -> PolicerCounts {
        self.counts
    }
}
