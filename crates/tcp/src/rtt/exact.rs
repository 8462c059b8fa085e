//! The retransmission timeout in exact time.
//!
//! Source: RFC 6298. Parameters: `min_rto`, `initial_rto`, `max_rto` or `max_rto_ticks`,
//! `initial_deviation`, and `timer_tick` as the granularity G; the rule "unrounded" is without G and has
//! `min_rto_ticks`; with "linux" `min_rto` takes the place of G, with "freebsd" it is added. State: the smoothed round-trip time, the timeout and its backoff.

use cellwise_units::Span;

use super::smoothed::Smoothed;
use crate::choices::RtoRule;
use crate::config::Settings;

/// The timeout with which data begins if a SYN was lost.
// spec: rfc6298 5.7
const AFTER_LOST_SYN: Span = Span::from_ps(3_000_000_000_000);

/// The estimator of one connection.
#[derive(Clone, Debug)]
pub struct ExactEstimator {
    granularity: Span,
    /// What is added to each measured or lengthened timeout.
    slop: Span,
    /// The least that the slop is added to.
    min: Span,
    max: Span,
    smoothed: Smoothed,
    /// The timeout without backoff and slop.
    base: Span,
    /// The timeout with backoff and without slop.
    lengthened: Span,
    /// The timeout in force.
    rto: Span,
}

impl ExactEstimator {
    /// An estimator without samples.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let (min, max) = settings.rto_bounds();
        let base = settings.initial_rto.clamp(min, max);
        let (granularity, slop) = match settings.rto_rule {
            RtoRule::Unrounded => (Span::ZERO, Span::ZERO),
            RtoRule::Linux => (settings.min_rto, Span::ZERO),
            RtoRule::Freebsd => (Span::ZERO, settings.min_rto),
            RtoRule::Rfc6298 | RtoRule::Net3 | RtoRule::Sunos | RtoRule::Ns2 => {
                (settings.timer_tick, Span::ZERO)
            }
        };
        let smoothed = settings.initial_deviation.map_or_else(Smoothed::default, Smoothed::with_deviation);
        // FreeBSD has no slop before the first timeout or measurement (t_rxtcur = tcp_rexmit_initial).
        let min = Span::from_ps(min.get().saturating_sub(slop.get()));
        Self { granularity, slop, min, max, smoothed, base, lengthened: base, rto: base }
    }

    /// Takes a sample, one of `per_window` that a window gives.
    pub fn sample(&mut self, rtt: Span, per_window: u64) {
        self.smoothed.sample(rtt, per_window);
        if let Some(timeout) = self.smoothed.timeout(self.granularity) {
            // spec: rfc6298 2.4, 2.5
            self.base = timeout.clamp(self.min, self.max);
            self.end_backoff();
        }
    }

    /// Doubles the timeout.
    // spec: rfc6298 5.5
    pub fn back_off(&mut self) {
        self.lengthen(self.lengthened * 2);
    }

    /// Ends the backoff without a sample.
    pub fn end_backoff(&mut self) {
        self.lengthen(self.base);
    }

    #[inline]
    fn lengthen(&mut self, to: Span) {
        self.lengthened = to.min(self.max);
        self.rto = (self.lengthened + self.slop).min(self.max);
    }

    /// Takes note that the connection began with a lost SYN.
    pub fn begin_after_lost_syn(&mut self) {
        self.base = AFTER_LOST_SYN.clamp(self.min, self.max);
        (self.lengthened, self.rto) = (self.base, self.base);
    }

    /// The timeout in force.
    #[inline]
    #[must_use]
    pub const fn rto(&self) -> Span {
        self.rto
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn estimator(min_ms: u64, tick_ms: u64) -> ExactEstimator {
        ExactEstimator::new(&Settings {
            rto_rule: RtoRule::Rfc6298,
            min_rto: Span::from_ps(min_ms * MS),
            initial_rto: Span::from_ps(1_000 * MS),
            timer_tick: Span::from_ps(tick_ms * MS),
            ..Settings::default()
        })
    }

    fn rto_ms(estimator: &ExactEstimator) -> f64 {
        estimator.rto().get() as f64 / MS as f64
    }

    #[test]
    fn the_timeouts_of_worked_samples_come_out() {
        let mut exact = estimator(1, 10);
        assert_eq!(rto_ms(&exact), 1_000.0);
        // SRTT 100, RTTVAR 50; then 112.5 and 62.5; then 103.4375 and 65.
        for (sample, rto) in [(100, 300.0), (200, 362.5), (40, 363.4375)] {
            exact.sample(Span::from_ps(sample * MS), 1);
            assert_eq!(rto_ms(&exact), rto);
        }
    }

    #[test]
    fn the_deviation_counts_at_least_a_tick_and_the_timeout_at_least_the_minimum() {
        let mut exact = estimator(1, 500);
        exact.sample(Span::from_ps(20 * MS), 1);
        assert_eq!(rto_ms(&exact), 520.0, "max(G, 4 * 10 ms) is G");
        let mut exact = estimator(1_000, 10);
        exact.sample(Span::from_ps(20 * MS), 1);
        assert_eq!(rto_ms(&exact), 1_000.0);
    }

    #[test]
    fn the_timeout_doubles_up_to_its_largest_and_a_sample_ends_that() {
        let mut exact = estimator(1_000, 10);
        let waits: Vec<_> = (0..8)
            .map(|_| {
                let rto = rto_ms(&exact);
                exact.back_off();
                rto
            })
            .collect();
        assert_eq!(waits, [1e3, 2e3, 4e3, 8e3, 16e3, 32e3, 64e3, 64e3]);
        exact.sample(Span::from_ps(20 * MS), 1);
        assert_eq!(rto_ms(&exact), 1_000.0);
    }

    /// A round trip of 100 ms: 100 + 4 * 50 at first; then four deviations are 200, 150, 112.5 ms ..., and 200 ms stand for them.
    #[test]
    fn linux_adds_its_minimum_to_the_round_trip() {
        let settings = Settings {
            rto_rule: RtoRule::Linux,
            min_rto: Span::from_ps(200 * MS),
            initial_rto: Span::from_ps(1_000 * MS),
            ..Settings::default()
        };
        let mut exact = ExactEstimator::new(&settings);
        assert_eq!(rto_ms(&exact), 1_000.0);
        for _ in 0..8 {
            exact.sample(Span::from_ps(100 * MS), 1);
            assert_eq!(rto_ms(&exact), 300.0);
        }
        // SRTT 112.5; the deviation, by then 50 * (3/4)^7, moves a quarter of the way to 100 ms.
        exact.sample(Span::from_ps(200 * MS), 1);
        assert_eq!(rto_ms(&exact), 312.5);
    }

    #[test]
    fn after_a_lost_syn_data_begins_with_three_seconds() {
        let mut exact = estimator(1_000, 10);
        exact.back_off();
        exact.begin_after_lost_syn();
        assert_eq!(rto_ms(&exact), 3_000.0);
    }
}
