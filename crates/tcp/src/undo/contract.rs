//! What every rule of undoing answers, and what it is asked with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::congestion::LossCause;

/// The family's name in the catalogue.
pub const FAMILY: &str = "undos";

/// To what the windows return.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "UndoResponse")]
pub enum Response {
    /// The congestion window and the threshold that were before, if those now are smaller, as in Linux.
    #[default]
    Prior,
    /// The congestion window to what is outstanding and at most an initial window more; the threshold to what was outstanding
    /// before, or the threshold before if that was more (RFC 4015 3.2).
    Rfc4015,
}

/// A reduction of the congestion window, before it happens.
#[derive(Clone, Copy, Debug)]
pub struct Reduction {
    /// What showed the loss.
    pub cause: LossCause,
    /// First octet not acknowledged.
    pub snd_una: u64,
    /// The octet after the last one sent.
    pub snd_max: u64,
    /// The congestion window, in octets.
    pub cwnd: u64,
    /// The slow-start threshold, in octets.
    pub ssthresh: u64,
}

/// A segment that is sent again.
#[derive(Clone, Copy, Debug)]
pub struct Resent {
    /// Its first octet.
    pub start: u64,
    /// The octet after its last one.
    pub end: u64,
    /// Its timestamp, if it has one.
    pub timestamp: Option<u32>,
}

/// An acknowledgment, after the sequence space and the scoreboard have taken it.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Whether it acknowledges new data.
    pub is_new: bool,
    /// Whether it is a duplicate.
    pub is_duplicate: bool,
    /// The octet that it acknowledges up to.
    pub ack: u64,
    /// The octet after the last one sent.
    pub snd_max: u64,
    /// The timestamp that it echoes.
    pub echo: Option<u32>,
    /// The octets that it reports as duplicates.
    pub duplicate: Option<(u64, u64)>,
    /// Whether it is the first to acknowledge something selectively.
    pub is_selective: bool,
    /// The octet after the highest one acknowledged selectively.
    pub highest: Option<u64>,
}

/// What an acknowledgment says of the last reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing yet.
    Open,
    /// There was a loss.
    Real,
    /// There was no loss.
    Spurious,
    /// New segments may show it: the next ones are to be new.
    SendNew,
    /// There was a loss, and new segments were sent instead of lost ones, which now follow.
    GoBack,
}

/// A rule that finds spurious losses.
pub trait Undo {
    /// Whether there is anything that it watches.
    fn watches(&self) -> bool {
        true
    }

    /// The window is about to be reduced; `goes_on`: while the rule still watches an earlier reduction, not all that was
    /// outstanding then having been acknowledged. Returns whether the rule watches, or continues to watch.
    fn on_reduction(&mut self, reduction: &Reduction, goes_on: bool) -> bool;

    /// Something is sent again.
    fn on_resent(&mut self, resent: &Resent);

    /// Takes an acknowledgment: all of them while it watches, and any that reports a duplicate.
    fn on_ack(&mut self, seen: &Seen) -> Verdict;
}
