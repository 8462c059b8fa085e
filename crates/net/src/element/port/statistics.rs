//! The statistics of a port: what it counts and records, and when it must stop and look.

use cellwise_atm::loss::LossCounts;
use cellwise_units::{Span, Time};

use super::buffer::Buffer;
use crate::data::measured::{Measured, Since};
use crate::data::recorder::Recorder;
use crate::element::{LaneId, Marks};

/// What a record of a port is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watched {
    /// Cells in the queue.
    Queue,
    /// The most cells in the queue since the last sample.
    MostQueue,
    /// Cells sent since the start; only in samples.
    Transmitted,
    /// Cells of one virtual connection in the queue.
    Vc(LaneId),
    /// The allowed cell rate of an adapter, in cells/s.
    AllowedRate,
    /// The current cell rate in the forward RM cell that an adapter sent last, in cells/s.
    CurrentRate,
    /// The explicit rate last written into a connection's backward RM cells, in cells/s.
    ExplicitRate(LaneId),
}

impl Watched {
    /// Whether it is about cells in the queue; otherwise about a rate.
    fn is_of_queue(&self) -> bool {
        matches!(self, Self::Queue | Self::MostQueue | Self::Vc(_))
    }
}

/// The counts of a port. Cells are counted when they arrive here, in this port's own order of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct PortTally {
    /// Cells taken into the queue.
    pub(crate) accepted: u64,
    /// Cells lost, by reason.
    pub(crate) lost: LossCounts,
    /// Cells sent: their transmission has ended. Kept only while the run lasts.
    pub(crate) sent: u64,
    /// Sum over the accepted cells of the exact time from arrival to the start of service, in parts
    /// of a picosecond of the port's clock. Where the run has ended, the time waited until then.
    pub(crate) waited_parts: u128,
    /// The most cells waiting at once.
    pub(crate) most_waiting: u64,
}

impl Since for PortTally {
    /// Nothing if the port was ahead, beyond the warm-up, when the run was stopped within it.
    fn since(&self, before: &Self) -> Self {
        Self {
            accepted: self.accepted - before.accepted,
            sent: self.sent.saturating_sub(before.sent),
            lost: self.lost.since(&before.lost),
            waited_parts: self.waited_parts.saturating_sub(before.waited_parts),
            most_waiting: self.most_waiting,
        }
    }
}

/// The rates that records of a port may be about, in cells/s; not-a-number before there are any.
#[derive(Clone, Debug)]
pub(super) struct Rates {
    pub(super) allowed: f64,
    pub(super) current: f64,
    /// By place.
    pub(super) explicit: Vec<f64>,
}

/// The requests of a port's statistics to its kind.
pub(super) trait Service {
    /// Whether a cell in transmission that counts as being in the queue is counted separately.
    const COUNTS_SERVICE_APART: bool;

    /// Takes out of the queue what has left it by `now`.
    fn settle(&mut self, _buffer: &mut Buffer, _now: Time) {}

    /// When the next cell leaves the queue, if that is known.
    fn leaves(&self, _buffer: &Buffer) -> Option<Time> {
        None
    }

    /// What is counted at `now`, when what is due by then has left and nothing later has arrived.
    fn tally_at(&self, buffer: &Buffer, now: Time) -> PortTally;

    /// Passes the end of the warm-up.
    fn end_warmup(&mut self, _mark: Time) {}

    /// Reaches the end of the run.
    fn close(&mut self, _mark: Time) {}
}

/// What is counted and recorded at a port.
#[derive(Clone, Debug)]
pub(crate) struct Statistics {
    pub(crate) tally: Measured<PortTally>,
    /// The next instant after which the port must stop and look: a sample, the end of the
    /// warm-up, or the end of the run.
    pub(super) next_mark: Time,
    pub(crate) marks: Marks,
    recorders: Vec<(Watched, Recorder)>,
    /// At a port with a scheduler and at an ABR end.
    rates: Option<Box<Rates>>,
    /// Whether some record of the queue wants every change.
    pub(super) records_changes: bool,
    /// Whether some record of a rate wants every change.
    records_rates: bool,
    /// The most cells waiting at once before the last mark, where marks reset the count.
    most_before: u64,
}

impl Default for Rates {
    fn default() -> Self {
        Self { allowed: f64::NAN, current: f64::NAN, explicit: Vec::new() }
    }
}

impl Statistics {
    /// The rates of a port that has some.
    #[inline]
    pub(super) fn rates(&mut self) -> &mut Rates {
        self.rates.get_or_insert_default()
    }

    pub(super) fn new(marks: Marks) -> Self {
        let mut statistics = Self {
            tally: Measured::default(),
            next_mark: Time::ZERO,
            marks,
            recorders: Vec::new(),
            rates: None,
            records_changes: false,
            records_rates: false,
            most_before: 0,
        };
        statistics.set_mark();
        statistics
    }

    pub(super) fn has_records(&self) -> bool {
        !self.recorders.is_empty()
    }

    fn set_mark(&mut self) {
        let samples = self.recorders.iter().map(|(_, recorder)| recorder.next_sample());
        let sample = samples.min().unwrap_or(Time::NEVER);
        self.next_mark = sample.min(self.marks.next());
    }

    /// Makes `end`, which is before the end of the run, its end.
    pub(crate) fn end_early(&mut self, end: Time) {
        self.marks.end_early(end);
        self.set_mark();
    }

    /// What was counted from the end of the warm-up to the end of the run; after the run has ended.
    pub(crate) fn measured(&self) -> PortTally {
        let tally = self.tally.measured();
        PortTally { most_waiting: self.most_before.max(tally.most_waiting), ..tally }
    }

    /// The records.
    pub(crate) fn recorders(&mut self) -> impl Iterator<Item = &mut Recorder> {
        self.recorders.iter_mut().map(|(_, recorder)| recorder)
    }
}

impl Buffer {
    /// Until when no element reads the port: the first instant after its mark.
    #[inline]
    pub(crate) fn looks_again_after(&self) -> Time {
        let mark = self.statistics.next_mark;
        if mark == Time::NEVER { mark } else { mark + Span::from_ps(1) }
    }

    /// Adds a record.
    pub(crate) fn record(&mut self, watched: Watched, mut recorder: Recorder) {
        let statistics = &mut self.statistics;
        if watched == Watched::Transmitted {
            debug_assert!(!recorder.is_exact(), "cells sent are known at marks only");
        } else if watched.is_of_queue() {
            statistics.records_changes |= recorder.is_exact();
        } else {
            statistics.records_rates |= recorder.is_exact();
        }
        self.counts_by_vc |= matches!(watched, Watched::Vc(_));
        self.follows_cells |= self.counts_by_vc || self.statistics.records_changes;
        // Every queue is empty at first.
        recorder.begin(if watched.is_of_queue() { 0.0 } else { self.value_of(watched) });
        let statistics = &mut self.statistics;
        statistics.recorders.push((watched, recorder));
        statistics.set_mark();
    }

    /// The present value of a record of the port; not of records that are known at marks only.
    fn value_of(&self, watched: Watched) -> f64 {
        match watched {
            Watched::Queue | Watched::MostQueue => self.queued as f64,
            Watched::Transmitted => f64::NAN,
            Watched::Vc(lane) => f64::from(self.at(lane).queued),
            Watched::AllowedRate => self.rate(|rates| Some(rates.allowed)),
            Watched::CurrentRate => self.rate(|rates| Some(rates.current)),
            Watched::ExplicitRate(lane) => {
                self.rate(|rates| rates.explicit.get(self.place_of(lane)).copied())
            }
        }
    }

    /// A rate, or not-a-number before there is one.
    fn rate(&self, of: impl FnOnce(&Rates) -> Option<f64>) -> f64 {
        self.statistics.rates.as_deref().and_then(of).unwrap_or(f64::NAN)
    }

    /// Records what has changed of the queue, where every change is recorded.
    #[inline]
    pub(super) fn record_changes(&mut self, at: Time) {
        if self.statistics.records_changes {
            self.record_where(Watched::is_of_queue, at);
        }
    }

    /// Records those of the rates that are meant, where every change is recorded.
    #[inline]
    pub(super) fn record_rates(&mut self, is_meant: impl Fn(&Watched) -> bool, at: Time) {
        if self.statistics.records_rates {
            self.record_where(|watched| !watched.is_of_queue() && is_meant(watched), at);
        }
    }

    #[cold]
    fn record_where(&mut self, is_meant: impl Fn(&Watched) -> bool, at: Time) {
        for index in 0..self.statistics.recorders.len() {
            let (watched, recorder) = &self.statistics.recorders[index];
            if recorder.is_exact() && is_meant(watched) {
                let value = self.value_of(*watched);
                self.statistics.recorders[index].1.change(at, value);
            }
        }
    }

    /// Sees to everything that is due before `now`.
    #[inline]
    pub(super) fn come_to<S: Service>(&mut self, service: &mut S, now: Time) {
        if now > self.statistics.next_mark {
            self.pass_marks(service, now);
        }
    }

    #[cold]
    fn pass_marks<S: Service>(&mut self, service: &mut S, now: Time) {
        while self.statistics.next_mark < now {
            let mark = self.statistics.next_mark;
            service.settle(self, mark);
            if self.statistics.recorders.iter().any(|(watched, _)| *watched == Watched::MostQueue) {
                self.note_most::<S>(mark);
            }
            if mark == self.statistics.marks.warmup {
                self.end_warmup(service, mark);
            }
            self.sample(service, mark, now);
            if mark == self.statistics.marks.end {
                *self.statistics.tally = service.tally_at(self, mark);
                service.close(mark);
                self.statistics.next_mark = Time::NEVER;
                return;
            }
            self.statistics.set_mark();
        }
    }

    /// Every circuit of this port passes the mark before its next cell is judged.
    fn end_warmup<S: Service>(&mut self, service: &mut S, mark: Time) {
        let (so_far, counted) = (service.tally_at(self, mark), self.counted::<S>(mark));
        let statistics = &mut self.statistics;
        statistics.marks.end_warmup();
        statistics.tally.end_warmup_at(so_far);
        statistics.tally.most_waiting = counted;
        statistics.most_before = 0;
        service.end_warmup(mark);
        self.lanes.end_warmup();
    }

    /// Takes the samples that are due at `mark`, and those behind it that cannot differ from them; nothing comes here
    /// before `now`.
    fn sample<S: Service>(&mut self, service: &S, mark: Time, now: Time) {
        let until = self.unchanged_until(service, mark, now);
        for index in 0..self.statistics.recorders.len() {
            let (watched, recorder) = &self.statistics.recorders[index];
            if recorder.next_sample() == mark {
                let value = match watched {
                    Watched::Transmitted => service.tally_at(self, mark).sent as f64,
                    _ => self.value_of(*watched),
                };
                let (watched, recorder) = &mut self.statistics.recorders[index];
                match watched {
                    Watched::MostQueue => recorder.sample_most(value, until),
                    _ => recorder.sample(value, until),
                }
            }
        }
    }

    /// Until when all sampled values stay those at `mark`.
    fn unchanged_until<S: Service>(&self, service: &S, mark: Time, now: Time) -> Time {
        if mark >= self.statistics.marks.end {
            return mark;
        }
        // The warm-up's own mark has been passed.
        let next_mark = self.statistics.marks.next();
        let sent = (self.sent_by.at > mark).then_some(self.sent_by.at);
        service.leaves(self).into_iter().chain(sent).fold(next_mark.min(now), Time::min)
    }

    /// Cells that count as waiting, as `most_waiting` counts them.
    fn counted<S: Service>(&self, now: Time) -> u64 {
        let in_service = S::COUNTS_SERVICE_APART && self.settings.counts_service && self.sent_by.at > now;
        self.queued + u64::from(in_service)
    }

    /// Gives the records of most cells the greatest value since the last mark. From here on `most_waiting` is
    /// of the time since this one; nothing is done for each cell.
    fn note_most<S: Service>(&mut self, mark: Time) {
        let counted = self.counted::<S>(mark);
        // Records are of the cells that wait, even where the one in service is counted separately.
        let in_service = S::COUNTS_SERVICE_APART && self.settings.counts_service;
        let statistics = &mut self.statistics;
        let most = std::mem::replace(&mut statistics.tally.most_waiting, counted);
        statistics.most_before = statistics.most_before.max(most);
        let waiting = most.saturating_sub(u64::from(in_service)) as f64;
        for (watched, recorder) in &mut statistics.recorders {
            if *watched == Watched::MostQueue {
                recorder.reach(waiting);
            }
        }
    }

    /// A sum of waiting times in seconds.
    pub(crate) fn waited_s(&self, tally: &PortTally) -> f64 {
        tally.waited_parts as f64 / self.settings.clock.parts_per_ps() as f64 / 1e12
    }
}

/// The last picosecond before an instant that is not the start of the run.
pub(crate) fn before(instant: Time) -> Time {
    if instant == Time::ZERO { Time::NEVER } else { Time::from_ps(instant.ps() - 1) }
}
