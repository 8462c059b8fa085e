//! Marks: the instants at which a stage that is ahead of the clock has to stop and look, the end of the warm-up
//! and the end of the run.

use cellwise_units::{CellClock, Time};

use super::LaneId;
use super::contract::Stage;
use crate::data::train::Train;

/// A stage that judges each cell by itself, at the instant at which it comes.
pub(crate) trait Judge: Stage {
    /// Judges the cells of a train, at least one, which come on the clock `feeder`, and adds the trains
    /// that are left.
    fn judge(&mut self, train: &Train, lane: LaneId, feeder: &CellClock, sent: &mut Vec<Train>);

    /// Passes a train, without its cells beyond the end of the run.
    fn pass(&mut self, train: &Train, lane: LaneId, feeder: &CellClock, sent: &mut Vec<Train>) {
        let (before, within) = self.station().marks.split(train, feeder);
        if let Some(before) = before {
            if before.count > 0 {
                self.judge(&before, lane, feeder, sent);
            }
            self.end_warmup();
        }
        if within.count > 0 {
            self.judge(&within, lane, feeder, sent);
        }
    }
}

/// The instants at which a stage has to stop and look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Marks {
    /// The last instant of the warm-up; [`Time::NEVER`] without one or after it.
    pub(super) warmup: Time,
    pub(super) end: Time,
    /// Cells that would have arrived here after the end of the run.
    pub(crate) beyond_end: u64,
}

impl Marks {
    pub(crate) fn new(warmup: Time, end: Time) -> Self {
        Self { warmup, end, beyond_end: 0 }
    }

    /// The instant up to which nothing has to be tested.
    #[inline]
    pub(crate) fn next(&self) -> Time {
        self.warmup.min(self.end)
    }

    /// Whether what comes `at` comes within the run.
    #[inline]
    pub(crate) fn is_within(&self, at: Time) -> bool {
        at <= self.end
    }

    /// Whether the warm-up ends before what comes `at`.
    #[inline]
    pub(crate) fn warmup_ends_before(&self, at: Time) -> bool {
        at > self.warmup
    }

    /// Whether the end of the warm-up has yet to be handled when the run has ended.
    pub(crate) fn is_warming_up(&self) -> bool {
        self.warmup <= self.end
    }

    /// Passes the end of the warm-up.
    pub(crate) fn end_warmup(&mut self) {
        self.warmup = Time::NEVER;
    }

    /// The cells of a train that arrive within the warm-up, if it ends with this train, and those that
    /// arrive after it and before the end of the run; later ones are counted. Neither need have any.
    #[cold]
    fn split(&mut self, train: &Train, feeder: &CellClock) -> (Option<Train>, Train) {
        let mut rest = *train;
        let last = feeder.point_after(train.first, u64::from(train.count) - 1).at;
        if last <= self.next() {
            return (None, rest);
        }
        let is_end_of_warmup = last > self.warmup && self.warmup < self.end;
        let before = is_end_of_warmup.then(|| take_until(&mut rest, feeder, self.warmup));
        if before.is_some() {
            self.end_warmup();
        }
        let within = take_until(&mut rest, feeder, self.end);
        self.beyond_end += u64::from(rest.count);
        (before, within)
    }

    /// Makes `end`, which is before the end of the run, its end.
    pub(crate) fn end_early(&mut self, end: Time) {
        self.end = end;
        if self.warmup != Time::NEVER {
            self.warmup = self.warmup.min(end);
        }
    }
}

/// Takes off the cells of a train that have arrived by an instant; the rest stays.
fn take_until(train: &mut Train, clock: &CellClock, instant: Time) -> Train {
    let mut taken = Train { count: 0, ..*train };
    while train.count > 0 && train.first.at <= instant {
        taken.count += 1;
        train.count -= 1;
        train.index += 1;
        train.first = clock.step(train.first);
    }
    taken
}
