//! Ranges that several parts of a scenario share.

use cellwise_units::{BitRate, Span};

/// The slowest link: slower ones would let the time of a queue's last cell leave the clock.
const SLOWEST: BitRate = BitRate::from_bps(1_000);
const LONGEST_DELAY: Span = Span::from_ps(1_000_000_000_000_000);

/// The rule that a link's rate breaks, if any.
pub(crate) fn rate_rule(rate: BitRate) -> Option<String> {
    (rate < SLOWEST).then(|| format!("give {SLOWEST} or more"))
}

/// The rule that a link's delay breaks, if any.
pub(crate) fn delay_rule(delay: Span) -> Option<String> {
    (delay > LONGEST_DELAY).then(|| format!("give {LONGEST_DELAY} or less"))
}
