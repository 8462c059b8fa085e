//! What every distribution of jitter answers.

use cellwise_units::{ConfigIssue, Span};

use crate::chance::Draw;

/// The family's name in the catalogue.
pub const FAMILY: &str = "packet-jitter";

/// The longest additional delay: longer settings are refused, longer draws are cut.
pub const LONGEST: Span = Span::from_ps(1_000_000_000_000_000);

/// A distribution of jitter.
pub trait Jitter {
    /// The time of the next packet in addition to the delay of its link, from 0 to [`LONGEST`]. To be asked once for
    /// each packet, in the order in which they are sent.
    fn extra(&mut self, draw: Draw<'_>) -> Span;
}

/// A draw in picoseconds, rounded and brought into the range.
pub(super) fn limited(ps: f64) -> Span {
    // A cast saturates, and takes what is negative for 0.
    Span::from_ps(ps.round() as u64).min(LONGEST)
}

/// A setting, under a key, that is longer than [`LONGEST`].
pub(super) fn check_most(field: &str, span: Span) -> Option<ConfigIssue> {
    (span > LONGEST).then(|| ConfigIssue::new(field, span, format!("give at most {LONGEST}")))
}
