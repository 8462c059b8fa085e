//! The measurement of a port over an averaging interval, which ends after a time or after a number of
//! ABR cells, whichever comes first.
//!
//! Source: ATM Forum 96-1172. Intervals end lazily: the next caller asks
//! [`Measurement::close`] in a loop before it counts anything. Of many intervals without a cell in a
//! row only the last [`MOST_EMPTY`] are reported, more than any rule remembers.

use cellwise_units::{Cells, Span, Time};

#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, micros, select};

/// How many intervals without a cell in a row are reported at most.
const MOST_EMPTY: u64 = 256;

/// The methods by which a rule with a `measurement` counts cells, and does no more with them: it
/// `settle`s what is over, given the port's view, before it counts. Most cells only count.
macro_rules! counts_cells {
    () => {
        fn counts_cells(&self) -> bool {
            true
        }

        #[inline]
        fn on_abr_cell(&mut self, view: &PortView, vc: usize) {
            if self.measurement.is_over(view.now) {
                self.settle(view);
            }
            self.measurement.count_abr(vc);
        }

        #[inline]
        fn on_higher_cell(&mut self, view: &PortView) {
            if self.measurement.is_over(view.now) {
                self.settle(view);
            }
            self.measurement.count_higher();
        }
    };
}

pub(super) use counts_cells;

/// A measurement under way.
#[derive(Clone, Debug)]
pub(super) struct Measurement {
    span: Span,
    most_cells: u64,
    started: Time,
    /// When the present interval is over, whatever is counted.
    over_at: Time,
    abr_cells: u64,
    higher_cells: u64,
    counting: Vec<u64>,
    by_vc: Vec<u64>,
}

/// The result of one interval, counted in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    /// When it ended.
    pub(super) ended: Time,
    /// How long it was, in s; above 0.
    pub(super) length_s: f64,
    /// ABR cells that arrived.
    pub(super) abr_cells: u64,
    /// Cells of higher categories that were taken.
    pub(super) higher_cells: u64,
}

impl Interval {
    /// The rate of the ABR cells that arrived, in cells/s.
    pub(super) fn input(&self) -> f64 {
        self.abr_cells as f64 / self.length_s
    }

    /// The rate of the cells of higher categories, in cells/s.
    pub(super) fn higher(&self) -> f64 {
        self.higher_cells as f64 / self.length_s
    }
}

#[cfg(feature = "arbitrary")]
impl Measurement {
    /// Any `interval` and `interval_cells` of a rule.
    pub(super) fn arbitrary() -> impl Strategy<Value = (Span, Cells)> {
        let cells = select(vec![0, 1, 10, 50]).prop_map(Cells::new);
        // One of a picosecond would end millions of times between two cells.
        (micros(20..7_000), cells)
    }
}

impl Measurement {
    /// Intervals of at most `span` and, unless that is 0, at most `cells`, for so many VCs. The
    /// first starts with the run.
    pub(super) fn new(span: Span, cells: Cells, vcs: usize) -> Self {
        // An interval without length would never let time pass.
        let span = span.max(Span::from_ps(1));
        Self {
            span,
            most_cells: if cells.is_zero() { u64::MAX } else { cells.get() },
            started: Time::ZERO,
            over_at: Time::ZERO + span,
            abr_cells: 0,
            higher_cells: 0,
            counting: vec![0; vcs],
            by_vc: vec![0; vcs],
        }
    }

    /// An ABR cell of `vc` arrives, in the present interval.
    #[inline]
    pub(super) fn count_abr(&mut self, vc: usize) {
        self.abr_cells += 1;
        self.counting[vc] += 1;
    }

    /// A cell of a higher category is taken, in the present interval.
    #[inline]
    pub(super) fn count_higher(&mut self) {
        self.higher_cells += 1;
    }

    /// Whether an interval is over at `now` and has not been closed.
    #[inline]
    pub(super) fn is_over(&self, now: Time) -> bool {
        now >= self.over_at || (self.abr_cells >= self.most_cells && now > self.started)
    }

    /// Closes the oldest interval that is over at `now`, if any.
    pub(super) fn close(&mut self, now: Time) -> Option<Interval> {
        self.is_over(now).then(|| self.close_at(now))
    }

    /// How many ABR cells of each VC arrived in the interval that was closed last.
    pub(super) fn by_vc(&self) -> &[u64] {
        &self.by_vc
    }

    fn close_at(&mut self, now: Time) -> Interval {
        if self.abr_cells == 0 && self.higher_cells == 0 {
            self.skip_to(now);
        }
        let end = now.min(self.over_at);
        let interval = Interval {
            ended: end,
            length_s: (end - self.started).as_secs_f64(),
            abr_cells: self.abr_cells,
            higher_cells: self.higher_cells,
        };
        self.begin_at(end);
        self.abr_cells = 0;
        self.higher_cells = 0;
        std::mem::swap(&mut self.counting, &mut self.by_vc);
        self.counting.fill(0);
        interval
    }

    /// Passes over the first of too many intervals without a cell.
    fn skip_to(&mut self, now: Time) {
        let empty = (now - self.started).get() / self.span.get();
        self.begin_at(self.started + self.span * empty.saturating_sub(MOST_EMPTY));
    }

    fn begin_at(&mut self, start: Time) {
        self.started = start;
        self.over_at = start + self.span;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(us: u64) -> Time {
        Time::from_ps(us * 1_000_000)
    }

    fn millisecond(cells: u64) -> Measurement {
        Measurement::new(Span::from_ps(1_000_000_000), Cells::new(cells), 2)
    }

    #[test]
    fn an_interval_ends_after_its_time() {
        let mut measurement = millisecond(0);
        for vc in [0, 1, 1] {
            measurement.count_abr(vc);
        }
        measurement.count_higher();
        assert_eq!(measurement.close(at(999)), None);
        let interval = measurement.close(at(1700)).unwrap();
        assert_eq!((interval.input(), interval.higher()), (3000.0, 1000.0));
        assert_eq!((interval.ended, measurement.by_vc()), (at(1000), &[1, 2][..]));
        // The next began when this one ended, not when it was noticed.
        assert_eq!(measurement.close(at(1999)), None);
        assert_eq!(measurement.close(at(2000)).unwrap().abr_cells, 0);
    }

    #[test]
    fn an_interval_ends_after_its_cells() {
        let mut measurement = millisecond(2);
        measurement.count_abr(0);
        assert_eq!(measurement.close(at(100)), None);
        measurement.count_abr(1);
        let interval = measurement.close(at(200)).unwrap();
        assert_eq!((interval.ended, interval.input()), (at(200), 10_000.0));
    }

    #[test]
    fn simultaneous_cells_do_not_make_an_interval_without_length() {
        let mut measurement = millisecond(2);
        for _ in 0..5 {
            measurement.count_abr(0);
            assert_eq!(measurement.close(Time::ZERO), None);
        }
        assert_eq!(measurement.close(at(10)).unwrap().abr_cells, 5);
    }

    #[test]
    fn a_long_silence_is_closed_in_a_bounded_number_of_intervals() {
        let mut measurement = millisecond(0);
        measurement.count_abr(0);
        let hour = Time::from_ps(3_600_000_000_000_000);
        let closed: Vec<_> = std::iter::from_fn(|| measurement.close(hour)).collect();
        assert_eq!(closed.len() as u64, 1 + MOST_EMPTY);
        assert_eq!(closed.last().unwrap().ended, hour);
    }
}
