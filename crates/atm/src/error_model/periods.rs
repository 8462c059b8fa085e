//! A line that is noisy for periods of time: every cell that arrives in one is errored.
//!
//! The periods are those of [`Impulses`], each stretched by the time that de-interleaving adds to it, if it is
//! not corrected. They do not depend on the traffic. A cell is one instant, its arrival: were a cell
//! errored whenever noise meets any part of it, the ratio of errored cells would be greater than the
//! CER that defines the model.

use cellwise_engine::RandomStream;
use cellwise_units::{Span, Time};

use super::Verdict;
use super::impulses::{Impulse, Impulses, Law};
use super::runs::{Runs, cells_before};
use crate::policing::Arrivals;

/// What becomes of a burst of noise behind the receiver's error correction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Spread {
    /// Noise as long as this is corrected.
    pub(super) corrected: Span,
    /// How much longer what is not corrected lasts.
    pub(super) stretch: Span,
}

impl Spread {
    fn of(self, impulse: Impulse) -> Impulse {
        let Impulse { start, end } = impulse;
        Impulse { start, end: if end - start <= self.corrected { start } else { end + self.stretch } }
    }
}

/// Noisy periods, drawn as time passes them.
#[derive(Clone, Debug)]
pub(super) struct NoisyPeriods {
    impulses: Impulses,
    spread: Spread,
    /// The part of a period that comes next or is under way. Empty for corrected noise.
    current: Impulse,
    /// The latest end of any period so far.
    reached: Time,
    /// How many periods have begun.
    begun: u64,
}

impl NoisyPeriods {
    pub(super) fn new(law: Law, spread: Spread, random: RandomStream) -> Self {
        let impulses = Impulses::new(law, random);
        let current = Impulse { start: Time::ZERO, end: Time::ZERO };
        let mut periods = Self { impulses, spread, current, reached: Time::ZERO, begun: 0 };
        periods.advance();
        periods
    }

    /// Whether no cell is errored that arrives after those judged and not after `last`.
    #[inline]
    pub(super) fn is_clear_until(&self, last: Time) -> bool {
        last < self.current.start
    }

    pub(super) fn judge(&mut self, arrivals: &Arrivals<'_>, out: &mut dyn FnMut(u16, Verdict)) {
        let (mut runs, mut rest) = (Runs::new(out), *arrivals);
        while rest.count > 0 {
            let at = rest.first.at;
            while self.current.end <= at && self.current.start < Time::NEVER {
                self.advance();
            }
            let (cells, verdict) = if at < self.current.start {
                (cells_before(&rest, self.current.start), Verdict::Intact)
            } else if at < self.current.end {
                (cells_before(&rest, self.current.end), Verdict::Errored { burst: self.begun - 1 })
            } else {
                // After the end of time.
                (rest.count, Verdict::Intact)
            };
            runs.push(cells, verdict);
            rest = rest.after(cells);
        }
        runs.close();
    }

    /// The next part of a period. What overlaps with a period before it continues that one; it is
    /// joined only now, because noise that is dense enough never ends.
    fn advance(&mut self) {
        let period = self.spread.of(self.impulses.next());
        let start = period.start.max(self.reached);
        self.current = Impulse { start, end: period.end.max(start) };
        if period.start < period.end {
            self.begun += u64::from(period.start >= self.reached);
            self.reached = self.current.end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error_model::Reading;
    use cellwise_engine::StreamName;
    use cellwise_units::{BitRate, CellClock, ClockPoint};

    const US: u64 = 1_000_000;

    fn periods(cell_error_ratio: f64, spread: Spread) -> NoisyPeriods {
        let law = Law::new(cell_error_ratio, Span::from_ps(200 * US), Reading::Exact);
        let name = StreamName { seed: 4, replication: 0, element: "line", purpose: "errors" };
        NoisyPeriods::new(law, spread, RandomStream::new(name))
    }

    /// The bursts that error cells 1 us apart, each with the times of its first and last cell.
    fn errored(periods: &mut NoisyPeriods, cells: u32) -> Vec<(u64, Time, Time)> {
        let clock = CellClock::of(BitRate::from_bps(424_000_000));
        let (mut found, mut at) = (Vec::<(u64, Time, Time)>::new(), ClockPoint::exactly(Time::ZERO));
        for _ in 0..cells {
            periods.judge(&Arrivals { first: at, clock: &clock, count: 1 }, &mut |_, verdict| {
                let Verdict::Errored { burst } = verdict else { return };
                match found.last_mut() {
                    Some((number, _, last)) if *number == burst => *last = at.at,
                    _ => found.push((burst, at.at, at.at)),
                }
            });
            at = clock.step(at);
        }
        found
    }

    #[test]
    fn what_is_not_corrected_lasts_longer_by_the_stretch_and_what_is_leaves_no_trace() {
        let plain = errored(&mut periods(0.01, Spread::default()), 2_000_000);
        let spread = Spread { corrected: Span::from_ps(150 * US), stretch: Span::from_ps(300 * US) };
        let kept = errored(&mut periods(0.01, spread), 2_000_000);
        let longer = |&(_, first, last): &(u64, Time, Time)| (last - first).get() > 151 * US;
        let shorter = |&(_, first, last): &(u64, Time, Time)| (last - first).get() < 149 * US;
        // Periods closer than the stretch are joined.
        let starts = |of: &[(u64, Time, Time)]| of.iter().map(|&(_, first, _)| first).collect::<Vec<_>>();
        let long: Vec<_> = plain.iter().copied().filter(longer).collect();
        assert!(long.len() > 20 && plain.iter().filter(|found| shorter(found)).count() > 20);
        assert!(starts(&kept).iter().all(|start| starts(&plain).contains(start)));
        for &(_, first, last) in &long {
            let found = kept.iter().find(|kept| kept.1 <= first && kept.2 > last);
            let found = found.unwrap_or_else(|| panic!("the period from {first} is missing"));
            assert!((found.2 - last).get() >= 299 * US, "{first} to {last} is not stretched");
        }
        assert!(kept.iter().all(|kept| (kept.2 - kept.1).get() >= 449 * US));
    }

    #[test]
    fn periods_are_numbered_from_0_in_order_whether_or_not_they_meet_a_cell() {
        let found = errored(&mut periods(0.01, Spread::default()), 2_000_000);
        assert!(found.windows(2).all(|pair| pair[0].0 < pair[1].0));
        // About 100 bursts, of which nearly all are longer than the 1 us between cells.
        let numbers = found.last().unwrap().0 + 1;
        assert!(numbers - found.len() as u64 <= 5, "{numbers} for {} bursts with cells", found.len());
    }

    #[test]
    fn noise_that_is_stretched_over_the_next_noise_is_one_period_and_is_reported_at_once() {
        let spread = Spread { corrected: Span::ZERO, stretch: Span::from_ps(20_000 * US) };
        let found = errored(&mut periods(0.5, spread), 100_000);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!(found[0].0, 0);
    }

    #[test]
    fn a_period_begins_with_its_first_instant_and_ends_before_its_last() {
        let mut periods = periods(0.01, Spread::default());
        while periods.current.start == Time::ZERO {
            periods.advance();
        }
        let Impulse { start, end } = periods.current;
        assert!(periods.is_clear_until(Time::from_ps(start.ps() - 1)));
        assert!(!periods.is_clear_until(start));
        let mut is_errored = |at| {
            let first = ClockPoint::exactly(at);
            let mut errored = false;
            let arrivals = Arrivals { first, clock: &CellClock::INSTANT, count: 1 };
            periods.judge(&arrivals, &mut |_, verdict| errored = verdict != Verdict::Intact);
            errored
        };
        let before = |at: Time| Time::from_ps(at.ps() - 1);
        assert_eq!([before(start), start, before(end), end].map(&mut is_errored), [false, true, true, false]);
    }

    #[test]
    fn after_the_end_of_time_no_cell_is_errored() {
        let mut periods = periods(0.0, Spread::default());
        let arrivals =
            Arrivals { first: ClockPoint::exactly(Time::NEVER), clock: &CellClock::INSTANT, count: 3 };
        let mut verdicts = Vec::new();
        periods.judge(&arrivals, &mut |cells, verdict| verdicts.push((cells, verdict)));
        assert_eq!(verdicts, [(3, Verdict::Intact)]);
    }
}
