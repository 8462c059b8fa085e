//! Cells at a constant rate, interrupted by periods off: what all on/off sources have in common.
//!
//! The clock that spaces the cells stops while off, and the remainder of a cell time at the
//! end of a period counts in the next. So the cells up to any time are the time spent on, in cell
//! times, rounded up: no period rounds its cells for itself, and the mean rate is exact.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, CellClock, ClockPoint, ConfigIssue, Span, Time};

use super::{CellSource, Unit};

/// A period off and the period on that follows it.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The length of the period off.
    pub off: Span,
    /// The length of the period on.
    pub on: Span,
}

/// A law of the lengths of periods.
pub trait Lengths {
    /// The next two periods.
    fn next(&self, random: &mut RandomStream) -> Pair;
}

/// Cells at a constant rate while on, none while off.
#[derive(Clone, Debug)]
pub struct Interrupted<L> {
    clock: CellClock,
    lengths: L,
    random: RandomStream,
    /// The next cell's place on the clock.
    next: ClockPoint,
    /// The end of the period on; a cell due then belongs to the next one.
    on_until: Time,
}

impl<L: Lengths> Interrupted<L> {
    /// A source that begins with the periods of `first`, and with its first cell so long after the
    /// beginning of the period on as `phase` says.
    pub(super) fn new(
        clock: CellClock,
        lengths: L,
        random: RandomStream,
        start: Time,
        first: Pair,
        phase: Span,
    ) -> Self {
        let on_from = start + first.off;
        let next = ClockPoint::exactly(on_from + phase);
        let mut source = Self { clock, lengths, random, next, on_until: on_from + first.on };
        source.skip_periods_off();
        source
    }

    /// Moves the next cell into the period on in which its clock reaches its place.
    #[inline]
    fn skip_periods_off(&mut self) {
        while self.next.at >= self.on_until && self.on_until < Time::NEVER {
            let pair = self.lengths.next(&mut self.random);
            self.next = self.next + pair.off;
            self.on_until = self.on_until + pair.off + pair.on;
        }
    }
}

impl<L: Lengths> CellSource for Interrupted<L> {
    #[inline]
    fn next_emission(&self) -> Time {
        self.next.at
    }
    #[inline]
    fn emit(&mut self) {
        self.next = self.clock.step(self.next);
        self.skip_periods_off();
    }
}

/// What is wrong with the length of periods on, or its mean, if anything.
pub(super) fn check_on(on: Span, rate: BitRate, unit: Unit) -> Option<ConfigIssue> {
    let cell_time = unit.clock(rate).cell_time_ceiling();
    let of_one = if unit == Unit::CELL { "cell" } else { "datagram" };
    let rule = || format!("give at least the time of one {of_one} at this rate, {cell_time}");
    (on < cell_time).then(|| ConfigIssue::new("on", on, rule()))
}

/// The part of the time that is on in the long run, by the mean lengths of the periods.
pub(super) fn part_on(on: Span, off: Span) -> f64 {
    let (on, off) = (on.as_secs_f64(), off.as_secs_f64());
    if on > 0.0 { on / (on + off) } else { 0.0 }
}
