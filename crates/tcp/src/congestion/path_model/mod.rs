//! The parts that congestion controls with a model of the path share: filters, round trips counted by deliveries, and
//! whether the path is full.

mod aggregation;
mod full_pipe;
mod max_filter;
mod pacing_rate;
mod rounds;

pub(super) use aggregation::Aggregation;
pub(super) use full_pipe::FullPipe;
pub(super) use max_filter::MaxFilter;
pub(super) use pacing_rate::PacingRate;
pub(super) use rounds::Rounds;

use cellwise_units::{Span, Time};

/// A span in seconds, rounded once.
pub(super) fn seconds(span: Span) -> f64 {
    span.get() as f64 / 1e12
}

/// The time from one instant to another; none if that was before.
pub(super) fn since(from: Time, to: Time) -> Span {
    Span::from_ps(to.ps().saturating_sub(from.ps()))
}

/// Part of so many octets, rounded down.
pub(super) fn part(share: f64, octets: u64) -> u64 {
    (share * octets as f64) as u64
}
