//! The books of a port: what it counts and records, and when it must stop and look.

use cellwise_atm::loss::LossCounts;
use cellwise_units::Time;

use super::Port;
use crate::hop::{Hop, losses_since};
use crate::ids::{HopId, List};
use crate::recorder::Recorder;

/// What a record of a port is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Watched {
    /// Cells in the queue.
    Queue,
    /// The most cells in the queue since the last sample.
    MostQueue,
    /// Cells sent since the start; only in samples.
    Transmitted,
    /// Cells of one virtual connection in the queue, by its hop.
    Vc(HopId),
    /// The allowed cell rate of an adapter, in cells/s.
    AllowedRate,
    /// The current cell rate in the forward RM cell that an adapter sent last, in cells/s.
    CurrentRate,
    /// The explicit rate last written into a connection's backward RM cells, by its place, in cells/s.
    ExplicitRate(u32),
}

impl Watched {
    /// Whether it is about cells in the queue; otherwise about a rate.
    fn is_of_queue(&self) -> bool {
        matches!(self, Self::Queue | Self::MostQueue | Self::Vc(_))
    }
}

/// What a port counts. Cells are counted when they arrive here, in this port's own order of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct PortTally {
    /// Cells taken into the queue.
    pub(crate) accepted: u64,
    /// Cells lost, by reason.
    pub(crate) lost: LossCounts,
    /// Cells sent: their transmission has ended. Kept only where the books are closed.
    pub(crate) sent: u64,
    /// Sum over the accepted cells of the exact time from arrival to the start of service, in parts
    /// of a picosecond of the port's clock. Where the books are closed, the time waited until then.
    pub(crate) waited_parts: u128,
    /// The most cells waiting at once.
    pub(crate) most_waiting: u64,
}

impl Port {
    /// Adds a record; gives its place among the port's records.
    pub(crate) fn record(&mut self, watched: Watched, mut recorder: Recorder) -> usize {
        if watched == Watched::Transmitted {
            debug_assert!(!recorder.is_exact(), "cells sent are known at marks only");
        } else if watched.is_of_queue() {
            self.records_changes |= recorder.is_exact();
            self.follows_cells |= recorder.is_exact();
        } else {
            self.records_rates |= recorder.is_exact();
        }
        self.records_most |= watched == Watched::MostQueue;
        if let Watched::Vc(_) = watched {
            self.follows_cells = true;
            self.accounting.get_or_insert_default();
        }
        // Every queue is empty at first.
        recorder.begin(if watched.is_of_queue() { 0.0 } else { self.value_of(watched, &List::default()) });
        self.recorders.push((watched, recorder));
        self.set_mark();
        self.recorders.len() - 1
    }

    /// What a record of the port is about at a mark.
    fn value_at(&self, mark: Time, watched: Watched, hops: &List<Hop>) -> f64 {
        match watched {
            Watched::Transmitted => self.tally_at(mark).sent as f64,
            _ => self.value_of(watched, hops),
        }
    }

    /// What a record of the port is about, as it is now; nothing of what is known at marks only.
    fn value_of(&self, watched: Watched, hops: &List<Hop>) -> f64 {
        match watched {
            Watched::Queue | Watched::MostQueue => self.queued as f64,
            Watched::Transmitted => f64::NAN,
            Watched::Vc(hop) => f64::from(hops[hop].queued),
            Watched::AllowedRate => self.pacer.as_ref().map_or(f64::NAN, |pacer| pacer.source.acr()),
            Watched::CurrentRate => self.pacer.as_ref().map_or(f64::NAN, |pacer| pacer.ccr),
            Watched::ExplicitRate(place) => {
                self.schedule.as_ref().map_or(f64::NAN, |schedule| schedule.explicit_rates[place as usize])
            }
        }
    }

    /// Records what has changed of the queue.
    #[cold]
    pub(crate) fn record_changes(&mut self, at: Time, hops: &List<Hop>) {
        self.record_where(Watched::is_of_queue, at, hops);
    }

    /// Records what has changed of the rates.
    #[cold]
    pub(crate) fn record_rates(&mut self, at: Time, hops: &List<Hop>) {
        self.record_where(|watched| !watched.is_of_queue(), at, hops);
    }

    /// Records the current cell rate of a forward RM cell.
    #[cold]
    pub(crate) fn record_current_rate(&mut self, at: Time, hops: &List<Hop>) {
        self.record_where(|watched| *watched == Watched::CurrentRate, at, hops);
    }

    fn record_where(&mut self, is_meant: impl Fn(&Watched) -> bool, at: Time, hops: &List<Hop>) {
        for index in 0..self.recorders.len() {
            let (watched, recorder) = &self.recorders[index];
            if recorder.is_exact() && is_meant(watched) {
                let value = self.value_of(*watched, hops);
                self.recorders[index].1.change(at, value);
            }
        }
    }

    /// Sees to everything that is due before `now`.
    #[cold]
    pub(crate) fn pass_marks(&mut self, now: Time, hops: &mut List<Hop>) {
        while self.mark < now {
            let mark = self.mark;
            if self.is_fifo() {
                self.let_go(mark, hops);
            }
            if self.records_most {
                self.note_most(mark);
            }
            if mark == self.warmup_mark {
                self.warmup_mark = Time::NEVER;
                self.baseline = self.tally_at(mark);
                self.tally.most_waiting = self.counted(mark);
                self.most_before = 0;
                if let Some(pacer) = &mut self.pacer {
                    pacer.end_warmup(mark);
                }
                // Every hop of this port passes the mark before its next cell is judged.
                for hop in &self.hops_here {
                    hops[*hop].note_warmup_losses();
                }
            }
            self.sample(mark, now, hops);
            if mark == self.settings.end {
                self.tally = self.tally_at(mark);
                if let Some(pacer) = &mut self.pacer {
                    pacer.integrate_until(mark);
                }
                self.mark = Time::NEVER;
                return;
            }
            self.set_mark();
        }
    }

    /// Takes the samples that are due at `mark`, and those behind it that cannot differ from them; nothing comes here
    /// before `now`.
    fn sample(&mut self, mark: Time, now: Time, hops: &List<Hop>) {
        let until = self.calm_until(mark, now);
        for index in 0..self.recorders.len() {
            let (watched, recorder) = &self.recorders[index];
            if recorder.next_sample() == mark {
                let value = self.value_at(mark, *watched, hops);
                match watched {
                    Watched::MostQueue => self.recorders[index].1.sample_most(value, until),
                    _ => self.recorders[index].1.sample(value, until),
                }
            }
        }
    }

    /// Until when all that is sampled stays as it is at `mark`.
    fn calm_until(&self, mark: Time, now: Time) -> Time {
        if mark >= self.settings.end {
            return mark;
        }
        // The warm-up's own mark has been passed.
        let next_mark = self.warmup_mark.min(self.settings.end);
        let leaves = (self.is_fifo() && self.queued > 0).then_some(self.leaves.at);
        let sent = (self.sent_by.at > mark).then_some(self.sent_by.at);
        leaves.into_iter().chain(sent).fold(next_mark.min(now), Time::min)
    }

    /// Cells that count as waiting, as `most_waiting` counts them.
    fn counted(&self, now: Time) -> u64 {
        // A FIFO port's count has the cell in transmission already, if it counts that.
        let in_service = self.settings.counts_service && !self.is_fifo() && self.sent_by.at > now;
        self.queued + u64::from(in_service)
    }

    /// Tells the records of most cells what was reached since the last mark. From here on `most_waiting` is
    /// of the time since this one; nothing is done for each cell.
    fn note_most(&mut self, mark: Time) {
        let counted = self.counted(mark);
        let most = std::mem::replace(&mut self.tally.most_waiting, counted);
        self.most_before = self.most_before.max(most);
        // Records are of the cells that wait, at a scheduled port also where the one in service counts.
        let in_service = self.settings.counts_service && !self.is_fifo();
        let waiting = most.saturating_sub(u64::from(in_service)) as f64;
        for (watched, recorder) in &mut self.recorders {
            if *watched == Watched::MostQueue {
                recorder.reach(waiting);
            }
        }
    }

    pub(super) fn set_mark(&mut self) {
        let samples = self.recorders.iter().map(|(_, recorder)| recorder.next_sample());
        let sample = samples.min().unwrap_or(Time::NEVER);
        self.mark = sample.min(self.warmup_mark).min(self.settings.end);
    }

    /// Makes `end`, which is before the end of the run, its end.
    pub(crate) fn end_early(&mut self, end: Time) {
        self.settings.end = end;
        if self.warmup_mark != Time::NEVER {
            self.warmup_mark = self.warmup_mark.min(end);
        }
        self.recorders.iter_mut().for_each(|(_, recorder)| recorder.cut(end));
        self.set_mark();
    }

    /// Closes the books at the end of the run.
    pub(crate) fn finish(&mut self, hops: &mut List<Hop>) {
        self.pass_marks(Time::NEVER, hops);
    }

    /// What was counted from the end of the warm-up to the end of the run; after
    /// [`Port::finish`]. Nothing if the port was ahead, beyond the warm-up, when the run was
    /// stopped within it.
    pub(crate) fn measured(&self) -> PortTally {
        PortTally {
            accepted: self.tally.accepted - self.baseline.accepted,
            sent: self.tally.sent.saturating_sub(self.baseline.sent),
            lost: losses_since(&self.tally.lost, &self.baseline.lost),
            waited_parts: self.tally.waited_parts.saturating_sub(self.baseline.waited_parts),
            most_waiting: self.most_before.max(self.tally.most_waiting),
        }
    }

    /// What was counted over the whole run; after [`Port::finish`].
    pub(crate) fn total(&self) -> &PortTally {
        &self.tally
    }

    /// The records.
    pub(crate) fn recorders(&mut self) -> impl Iterator<Item = &mut Recorder> {
        self.recorders.iter_mut().map(|(_, recorder)| recorder)
    }

    /// The records, in the order in which they were added.
    pub(crate) fn take_records(&mut self) -> Vec<Recorder> {
        std::mem::take(&mut self.recorders).into_iter().map(|(_, recorder)| recorder).collect()
    }

    /// The tally as it is at `now`, when cells due by then have been let go and nothing later has
    /// arrived.
    fn tally_at(&self, now: Time) -> PortTally {
        if !self.is_fifo() {
            return self.tally_by_area(now);
        }
        let waiting = if self.settings.counts_service { self.queued.saturating_sub(1) } else { self.queued };
        let in_service = self.queued > 0 || self.sent_by.at > now;
        PortTally {
            sent: self.tally.accepted - waiting - u64::from(in_service),
            // Of a run that was stopped, cells may wait here that come after `now`.
            waited_parts: self.tally.waited_parts.saturating_sub(self.waiting_after(now, waiting)),
            ..self.tally.clone()
        }
    }

    /// The tally of a port that does not settle departures on arrival.
    fn tally_by_area(&self, now: Time) -> PortTally {
        let area_ps = self.queue_area_ps
            + u128::from(self.queued) * u128::from((now.max(self.changed_at) - self.changed_at).get());
        let in_service = u64::from(self.schedule.is_some() && self.sent_by.at > now);
        PortTally {
            sent: self.tally.accepted - self.queued - in_service,
            waited_parts: area_ps * u128::from(self.settings.clock.parts_per_ps()),
            ..self.tally.clone()
        }
    }

    /// The time that the `waiting` cells still have to wait after `now`, in parts of a picosecond.
    fn waiting_after(&self, now: Time, waiting: u64) -> u128 {
        if waiting == 0 {
            return 0;
        }
        // With the cell in transmission counted, a cell leaves the count when the next one starts.
        self.settings.clock.sum_of_parts_since(now, self.leaves, waiting)
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
