//! Round-trip time and retransmission timeout in ticks, with the fixed-point arithmetic of BSD.
//!
//! Source: Jacobson 1988, as in 4.3BSD Tahoe (SunOS 4), 4.4BSD (Net/3) and ns-2. `srtt` is kept times 8,
//! `rttvar` times 4. A sample that saw no tick counts as one tick, so a round trip far below a
//! tick gives a timeout of 3 ticks (Net/3) or 2 (SunOS). Parameters: `min_rto_ticks`, `max_rto_ticks` or
//! `max_rto`, `initial_rto`, `initial_deviation`.

use crate::choices::RtoRule;
use crate::config::Settings;

/// Factors of the timeout after 0, 1, 2 ... timeouts without a sample.
const BACKOFF: [u32; 13] = [1, 2, 4, 8, 16, 32, 64, 64, 64, 64, 64, 64, 64];
const MAX_SHIFT: usize = BACKOFF.len() - 1;
/// Timeouts without a sample after which the smoothed round-trip time is no longer believed.
const LOSING_SHIFT: usize = MAX_SHIFT / 4;

/// The estimator of one connection.
#[derive(Clone, Debug)]
pub struct TickEstimator {
    rule: RtoRule,
    min_ticks: u32,
    max_ticks: u32,
    srtt_x8: i32,
    rttvar_x4: i32,
    /// Whether the first sample is smoothed into what the settings begin with.
    smooths_first: bool,
    rto_ticks: u32,
    shift: usize,
}

impl TickEstimator {
    /// An estimator without samples, whose first timeout is the settings' initial one.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let initial = settings.in_ticks(settings.initial_rto);
        let (min_ticks, max_ticks) = settings.rto_bounds_ticks();
        let deviation = settings.initial_deviation.map(|span| settings.in_ticks(span));
        Self {
            rule: settings.rto_rule,
            min_ticks,
            max_ticks,
            srtt_x8: 0,
            // BSD starts with 24 quarter ticks of deviation for 12 ticks of initial timeout.
            rttvar_x4: deviation
                .map_or(initial.saturating_mul(2), |ticks| ticks.saturating_mul(4))
                .min(i32::MAX as u32 / 64) as i32,
            smooths_first: deviation.is_some(),
            rto_ticks: initial.clamp(min_ticks, max_ticks),
            shift: 0,
        }
    }

    /// Takes a sample of `ticks`: 1 plus the number of ticks between sending and acknowledgment.
    pub fn sample(&mut self, ticks: u32) {
        let ticks = ticks.min(i32::MAX as u32 / 64) as i32;
        // BSD's first sample counts a tick more than all others, ns-2's does not.
        let (ticks, later) = match self.rule {
            RtoRule::Ns2 => ((ticks - 1).max(1), (ticks - 1).max(1)),
            _ => (ticks, ticks - 1),
        };
        if self.srtt_x8 != 0 || std::mem::take(&mut self.smooths_first) {
            let error = later - (self.srtt_x8 >> 3);
            self.srtt_x8 = (self.srtt_x8 + error).max(1);
            let error = error.abs() - (self.rttvar_x4 >> 2);
            self.rttvar_x4 = (self.rttvar_x4 + error).max(1);
        } else {
            self.srtt_x8 = ticks << 3;
            self.rttvar_x4 = ticks << 1;
        }
        self.shift = 0;
        self.rto_ticks = self.scaled(1);
    }

    /// Lengthens the timeout after one; it stays so until the next sample (Karn).
    // spec: rfc6298 5.5, with BSD's table
    pub fn back_off(&mut self) {
        self.shift = (self.shift + 1).min(MAX_SHIFT);
        self.rto_ticks = self.scaled(self.factor());
        if self.shift > LOSING_SHIFT {
            let doubt = match self.rule {
                RtoRule::Sunos => self.srtt_x8 >> 2,
                _ => self.srtt_x8 >> 3,
            };
            self.rttvar_x4 += doubt;
            self.srtt_x8 = 0;
        }
    }

    /// Ends the backoff without a sample; a timeout is never lengthened by it.
    pub(crate) fn end_backoff(&mut self) {
        if self.shift > 0 {
            self.shift = 0;
            self.rto_ticks = self.rto_ticks.min(self.scaled(1));
        }
    }

    /// The current timeout in ticks, backoff included.
    #[inline]
    #[must_use]
    pub const fn rto_ticks(&self) -> u32 {
        self.rto_ticks
    }

    /// Smoothed round-trip time in ticks, times 8; 0 before the first sample.
    #[must_use]
    pub const fn srtt_x8(&self) -> i32 {
        self.srtt_x8
    }

    /// Smoothed mean deviation in ticks, times 4.
    #[must_use]
    pub const fn rttvar_x4(&self) -> i32 {
        self.rttvar_x4
    }

    /// The next interval of the persist timer before its bounds are applied; each call backs off.
    pub(crate) fn next_persist_ticks(&mut self) -> u32 {
        let base = ((self.srtt_x8 >> 2) + self.rttvar_x4) >> 1;
        let ticks = (base.max(0) as u32).saturating_mul(BACKOFF[self.shift]);
        self.shift = (self.shift + 1).min(MAX_SHIFT);
        ticks
    }

    /// Forgets the backoff without a sample, as leaving the persist state does.
    pub(crate) fn forget_backoff(&mut self) {
        self.shift = 0;
    }

    /// By how much the timeouts in a row lengthen the next one.
    fn factor(&self) -> u32 {
        // ns-2: rtt_backoff, rfc2988_ true: up to the largest timeout
        if self.rule == RtoRule::Ns2 { 1 << self.shift } else { BACKOFF[self.shift] }
    }

    fn scaled(&self, factor: u32) -> u32 {
        let base = match self.rule {
            RtoRule::Sunos => ((self.srtt_x8 >> 2) + self.rttvar_x4) >> 1,
            _ => (self.srtt_x8 >> 3) + self.rttvar_x4,
        };
        let base = base.max(0) as u32;
        // ns-2: rtt_timeout, rfc2988_ true
        let base = if self.rule == RtoRule::Ns2 { base.max(self.min_ticks) } else { base };
        base.saturating_mul(factor).clamp(self.min_ticks, self.max_ticks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tick::TickClock;
    use cellwise_units::{Span, Time};

    const US: u64 = 1_000_000;

    fn estimator(rto_rule: RtoRule, tick: Span) -> TickEstimator {
        TickEstimator::new(&Settings { rto_rule, timer_tick: tick, ..Settings::default() })
    }

    /// Shares of samples, in per mille, after which the timeout is 2, 3, 4, 5 ticks: samples of one
    /// round-trip time, each begun at its own phase of the tick.
    fn shares(rto_rule: RtoRule, tick_us: u64, rtt_us: u64) -> [u64; 4] {
        const SAMPLES: u64 = 200_000;
        let clock = TickClock::aligned(Span::from_ps(tick_us * US));
        let mut rtt = estimator(rto_rule, clock.period());
        let mut counts = [0; 8];
        let mut state = 1u64;
        for _ in 0..SAMPLES {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let sent = ((u128::from(state) * u128::from(tick_us * US)) >> 64) as u64;
            let ticks_before = |at| clock.ticks_before(Time::from_ps(at));
            rtt.sample(1 + (ticks_before(sent + rtt_us * US) - ticks_before(sent)) as u32);
            counts[rtt.rto_ticks() as usize] += 1;
        }
        [2, 3, 4, 5].map(|ticks: usize| (counts[ticks] * 1000 + SAMPLES / 2) / SAMPLES)
    }

    fn assert_near(shares: [u64; 4], expected: [u64; 4]) {
        let near = shares.iter().zip(expected).all(|(share, expected)| share.abs_diff(expected) <= 15);
        assert!(near, "{shares:?} is not near {expected:?}");
    }

    #[test]
    fn net3_times_out_in_three_ticks_when_the_round_trip_is_far_below_one() {
        assert_near(shares(RtoRule::Net3, 500_000, 1_800), [0, 995, 3, 2]);
        assert_near(shares(RtoRule::Net3, 200_000, 1_800), [0, 980, 10, 10]);
        assert_near(shares(RtoRule::Net3, 10_000, 1_800), [0, 660, 190, 150]);
        assert_near(shares(RtoRule::Net3, 100_000, 30), [0, 1000, 0, 0]);
        assert_near(shares(RtoRule::Net3, 100_000, 30_000), [0, 490, 300, 210]);
        assert_near(shares(RtoRule::Net3, 500_000, 430_000), [0, 20, 860, 120]);
    }

    #[test]
    fn sunos_times_out_in_two_ticks_when_the_round_trip_is_far_below_one() {
        assert_near(shares(RtoRule::Sunos, 500_000, 1_800), [998, 2, 0, 0]);
        assert_near(shares(RtoRule::Sunos, 200_000, 1_800), [990, 10, 0, 0]);
        assert_near(shares(RtoRule::Sunos, 10_000, 1_800), [850, 150, 0, 0]);
        assert_near(shares(RtoRule::Sunos, 100_000, 30), [1000, 0, 0, 0]);
        assert_near(shares(RtoRule::Sunos, 100_000, 30_000), [790, 210, 0, 0]);
        assert_near(shares(RtoRule::Sunos, 500_000, 430_000), [880, 120, 0, 0]);
    }

    /// The first six timeouts in ticks as one follows another.
    fn backoffs(mut rtt: TickEstimator) -> [u32; 6] {
        std::array::from_fn(|_| {
            let ticks = rtt.rto_ticks();
            rtt.back_off();
            ticks
        })
    }

    #[test]
    fn without_a_sample_net3_waits_6_24_48_and_then_64_s() {
        let rtt = estimator(RtoRule::Net3, Span::from_ps(500_000 * US));
        assert_eq!(backoffs(rtt), [12, 48, 96, 128, 128, 128]);
    }

    #[test]
    fn without_a_sample_sunos_doubles_from_6_s() {
        let rtt = estimator(RtoRule::Sunos, Span::from_ps(500_000 * US));
        assert_eq!(backoffs(rtt), [12, 24, 48, 96, 128, 128]);
    }

    #[test]
    fn from_two_ticks_of_10_ms_the_chain_is_20_40_80_160_ms_and_the_factor_ends_at_64() {
        let mut rtt = estimator(RtoRule::Sunos, Span::from_ps(10_000 * US));
        for _ in 0..50 {
            rtt.sample(1);
        }
        assert_eq!(backoffs(rtt.clone()), [2, 4, 8, 16, 32, 64]);
        for _ in 0..30 {
            rtt.back_off();
        }
        assert_eq!(rtt.rto_ticks(), 128);
    }

    #[test]
    fn a_sample_ends_the_backoff() {
        let mut rtt = estimator(RtoRule::Net3, Span::from_ps(500_000 * US));
        rtt.sample(1);
        let before = rtt.rto_ticks();
        rtt.back_off();
        assert_eq!(rtt.rto_ticks(), 2 * before);
        rtt.sample(1);
        assert!(rtt.rto_ticks() <= before);
    }

    #[test]
    fn after_four_timeouts_in_a_row_the_next_sample_counts_as_the_first() {
        let mut rtt = estimator(RtoRule::Net3, Span::from_ps(500_000 * US));
        rtt.sample(9);
        for _ in 0..4 {
            rtt.back_off();
        }
        assert_eq!(rtt.srtt_x8(), 0);
        rtt.sample(3);
        assert_eq!((rtt.srtt_x8(), rtt.rttvar_x4()), (24, 6));
    }
}
