//! What stages of a pipe have in common: they pass trains on at once, and must stop and look at the end
//! of the warm-up and of the run, although what passes them is ahead of the clock.

use cellwise_units::{CellClock, Time};

use crate::hop::Hop;
use crate::ids::{HopId, List};
use crate::train::Train;

/// An element that passes the cells of a train on at once, or drops them.
pub(crate) trait Stage {
    fn marks(&mut self) -> &mut Marks;

    /// The hops of the circuits that pass.
    fn hops_here(&self) -> &[HopId];

    /// Judges the cells of a train, at least one, which come on the clock `feeder`, and adds the trains
    /// that are left.
    fn judge(&mut self, train: &Train, feeder: &CellClock, hops: &mut List<Hop>, passed: &mut Vec<Train>);

    /// Keeps what has been counted by the end of the warm-up.
    fn take_baseline(&mut self);

    /// Passes a train, but for what is beyond the end of the run.
    fn pass(&mut self, train: &Train, feeder: &CellClock, hops: &mut List<Hop>, passed: &mut Vec<Train>) {
        let (before, within) = self.marks().split(train, feeder);
        if let Some(before) = before {
            if before.count > 0 {
                self.judge(&before, feeder, hops, passed);
            }
            self.pass_warmup_mark(hops);
        }
        if within.count > 0 {
            self.judge(&within, feeder, hops, passed);
        }
    }

    fn pass_warmup_mark(&mut self, hops: &mut List<Hop>) {
        self.take_baseline();
        for &hop in self.hops_here() {
            hops[hop].note_warmup_losses();
        }
    }

    /// Closes the books at the end of the run.
    fn finish(&mut self, hops: &mut List<Hop>) {
        if self.marks().finish() {
            self.pass_warmup_mark(hops);
        }
    }
}

/// The instants at which a stage has to stop and look.
#[derive(Debug)]
pub(crate) struct Marks {
    /// The last instant of the warm-up; [`Time::NEVER`] without one or after it.
    warmup: Time,
    end: Time,
    /// Cells that would have arrived here after the end of the run.
    pub(crate) beyond_end: u64,
}

impl Marks {
    pub(crate) fn new(warmup: Time, end: Time) -> Self {
        Self { warmup, end, beyond_end: 0 }
    }

    /// Up to which instant nothing has to be looked at.
    #[inline]
    pub(crate) fn next(&self) -> Time {
        self.warmup.min(self.end)
    }

    /// The cells of a train that arrive within the warm-up, if it ends with this train, and those that
    /// arrive after it and before the end of the run; what comes later is counted. Neither need have any.
    #[cold]
    pub(crate) fn split(&mut self, train: &Train, feeder: &CellClock) -> (Option<Train>, Train) {
        let mut rest = *train;
        let last = feeder.point_after(train.first, u64::from(train.count) - 1).at;
        if last <= self.next() {
            return (None, rest);
        }
        let is_end_of_warmup = last > self.warmup && self.warmup < self.end;
        let before = is_end_of_warmup.then(|| take_until(&mut rest, feeder, self.warmup));
        if before.is_some() {
            self.warmup = Time::NEVER;
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

    /// Whether the end of the warm-up has yet to be looked at when the books are closed.
    pub(crate) fn finish(&mut self) -> bool {
        std::mem::replace(&mut self.warmup, Time::NEVER) <= self.end
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
