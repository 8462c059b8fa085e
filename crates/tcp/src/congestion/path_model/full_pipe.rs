//! Whether the path is full: sending faster has brought little more for three rounds.
//!
//! Source: draft-ietf-ccwg-bbr, "Exiting Acceleration Based on Bandwidth Plateau"; the same in version 1.

/// Growth below which a round has brought little.
const GROWTH: f64 = 1.25;
/// Rounds of little growth that show it.
const ROUNDS: u32 = 3;

/// The estimate.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct FullPipe {
    /// The rate from which growth counts, in octets per second.
    base: f64,
    rounds: u32,
    /// Whether it is full by the present test.
    pub(in super::super) now: bool,
    /// Whether it ever was.
    pub(in super::super) reached: bool,
}

impl FullPipe {
    /// Takes the rate at the beginning of a round in which there was enough to send.
    pub(in super::super) fn take(&mut self, rate: f64) {
        if self.now {
            return;
        }
        if rate >= self.base * GROWTH {
            return self.restart(rate);
        }
        self.rounds += 1;
        self.now = self.rounds >= ROUNDS;
        self.reached |= self.now;
    }

    /// Begins a test from a rate.
    pub(in super::super) fn restart(&mut self, rate: f64) {
        (self.base, self.rounds, self.now) = (rate, 0, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 100, 200, 400 grow; then 450, 480, 499 do not reach 500.
    #[test]
    fn three_rounds_below_a_quarter_more_fill_it() {
        let mut pipe = FullPipe::default();
        let full: Vec<_> = [100.0, 200.0, 400.0, 450.0, 480.0, 499.0]
            .into_iter()
            .map(|rate| {
                pipe.take(rate);
                pipe.now
            })
            .collect();
        assert_eq!(full, [false, false, false, false, false, true]);
        pipe.restart(499.0);
        assert!(!pipe.now && pipe.reached);
    }

    #[test]
    fn growth_by_a_quarter_begins_the_count_anew() {
        let mut pipe = FullPipe::default();
        for rate in [100.0, 110.0, 120.0, 125.0, 130.0, 140.0] {
            pipe.take(rate);
        }
        assert!(!pipe.now);
        pipe.take(150.0);
        assert!(pipe.now);
    }
}
