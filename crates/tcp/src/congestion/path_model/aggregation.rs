//! How much more acknowledgments bring together than the rate lets expect: the window must cover their gaps.
//!
//! Source: draft-ietf-ccwg-bbr, "BBR.extra_acked".

use cellwise_units::Time;

use super::{MaxFilter, seconds, since};
use crate::delivery::Sample;

/// The estimate.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Aggregation {
    begun: Time,
    delivered: u64,
    filter: MaxFilter,
}

impl Aggregation {
    /// Takes a sample, of round `round`, of which the last `length` count; `most` octets are believed.
    pub(in super::super) fn take(
        &mut self,
        sample: &Sample<'_>,
        rate: f64,
        (round, length): (u64, u64),
        most: u64,
    ) {
        let mut expected = (rate * seconds(since(self.begun, sample.now))) as u64;
        if self.delivered <= expected {
            self.restart(sample.now);
            expected = 0;
        }
        self.delivered += sample.newly_acked;
        let extra = self.delivered.saturating_sub(expected).min(most);
        self.filter.take(round, length, extra as f64);
    }

    /// Begins a new interval.
    pub(in super::super) fn restart(&mut self, now: Time) {
        (self.begun, self.delivered) = (now, 0);
    }

    /// Octets.
    pub(in super::super) fn extra(&self) -> u64 {
        self.filter.greatest() as u64
    }
}

#[cfg(test)]
mod tests {
    use cellwise_units::Span;

    use super::*;

    const MS: u64 = 1_000_000_000;

    /// 1000 octets are expected per 10 ms, and four times as many come at once: all are extra, as far as is believed.
    #[test]
    fn what_comes_together_is_extra_until_the_rate_has_caught_up() {
        let mut aggregation = Aggregation::default();
        let mut extra = Vec::new();
        for ms in [0, 0, 0, 0, 10, 40, 40] {
            let now = Time::ZERO + Span::from_ps(ms * MS);
            let sample = Sample { now, newly_acked: 1_000, ..Sample::default() };
            aggregation.take(&sample, 1e5, (0, 10), 3_500);
            extra.push(aggregation.extra());
        }
        assert_eq!(extra, [1_000, 2_000, 3_000, 3_500, 3_500, 3_500, 3_500]);
        let sample = Sample { now: Time::from_ps(900 * MS), newly_acked: 1_000, ..Sample::default() };
        aggregation.take(&sample, 1e5, (10, 10), 3_500);
        assert_eq!(aggregation.extra(), 1_000, "what was ten rounds ago is forgotten");
    }
}
