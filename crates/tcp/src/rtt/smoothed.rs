//! A smoothed round-trip time and its mean deviation, in exact time.
//!
//! Source: RFC 6298 2.2 and 2.3, gains 1/8 and 1/4; RFC 7323 appendix G where there are several
//! samples per window. State: both values; integer picoseconds, rounded down.

use cellwise_units::Span;

/// SRTT and RTTVAR; nothing before the first sample.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Smoothed {
    values: Option<(Span, Span)>,
}

impl Smoothed {
    /// Begins with a smoothed time of 0 and a deviation, into which the first sample is smoothed.
    pub(crate) const fn with_deviation(deviation: Span) -> Self {
        Self { values: Some((Span::ZERO, deviation)) }
    }

    /// Takes a sample, one of `per_window` (at least 1) that a window gives.
    pub(crate) fn sample(&mut self, rtt: Span, per_window: u64) {
        let Some((srtt, rttvar)) = self.values else {
            // spec: rfc6298 2.2
            self.values = Some((rtt, Span::from_ps(rtt.get() / 2)));
            return;
        };
        // spec: rfc6298 2.3, rfc7323 appendix g
        let rttvar = nearer(rttvar.get(), rtt.get().abs_diff(srtt.get()), per_window.saturating_mul(4));
        let srtt = nearer(srtt.get(), rtt.get(), per_window.saturating_mul(8));
        self.values = Some((Span::from_ps(srtt), Span::from_ps(rttvar)));
    }

    /// The smoothed round-trip time.
    pub(crate) fn srtt(&self) -> Option<Span> {
        self.values.map(|(srtt, _)| srtt)
    }

    /// SRTT plus four times RTTVAR, but at least `granularity` for the latter.
    // spec: rfc6298 2.3
    pub(crate) fn timeout(&self, granularity: Span) -> Option<Span> {
        self.values.map(|(srtt, rttvar)| srtt + (rttvar * 4).max(granularity))
    }
}

/// `from` moved towards `to` by one part of the way.
fn nearer(from: u64, to: u64, parts: u64) -> u64 {
    if to >= from { from + (to - from) / parts } else { from - (from - to) / parts }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn after(samples_ms: &[u64], per_window: u64) -> (u64, u64) {
        let mut smoothed = Smoothed::default();
        samples_ms.iter().for_each(|ms| smoothed.sample(Span::from_ps(ms * MS), per_window));
        let (srtt, rttvar) = smoothed.values.expect("there was a sample");
        (srtt.get(), rttvar.get())
    }

    #[test]
    fn samples_worked_by_hand_come_out() {
        assert_eq!(after(&[100], 1), (100 * MS, 50 * MS));
        // RTTVAR = 3/4 * 50 + 1/4 * |100 - 200| = 62.5; SRTT = 7/8 * 100 + 1/8 * 200 = 112.5.
        assert_eq!(after(&[100, 200], 1), (112 * MS + MS / 2, 62 * MS + MS / 2));
        // RTTVAR = 3/4 * 62.5 + 1/4 * 72.5 = 65; SRTT = 7/8 * 112.5 + 1/8 * 40 = 103.4375.
        assert_eq!(after(&[100, 200, 40], 1), (103_437_500_000, 65 * MS));
    }

    #[test]
    fn many_samples_of_a_window_move_it_as_little_as_one_would() {
        assert_eq!(after(&[100, 200], 10), (100 * MS + 100 * MS / 80, 50 * MS + 50 * MS / 40));
    }
}
