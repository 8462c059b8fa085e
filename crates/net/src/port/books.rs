//! The books of a port: what it counts and records, and when it must stop and look.

use cellwise_atm::loss::LossCounts;
use cellwise_units::Time;

use super::Port;
use crate::hop::{Hop, losses_since};
use crate::recorder::Recorder;

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
    /// Adds a record of the whole queue.
    pub(crate) fn record_queue(&mut self, recorder: Recorder) -> usize {
        self.records_changes |= recorder.is_exact();
        self.follows_cells |= recorder.is_exact();
        self.queue_recorders.push(recorder);
        self.set_mark();
        self.queue_recorders.len() - 1
    }

    /// Adds a record of the cells of one VC.
    pub(crate) fn record_occupancy(&mut self, hop: u32, recorder: Recorder) -> usize {
        self.records_changes |= recorder.is_exact();
        self.follows_cells = true;
        let accounting = self.accounting.get_or_insert_default();
        accounting.recorders.push((hop, recorder));
        let index = accounting.recorders.len() - 1;
        self.set_mark();
        index
    }

    #[cold]
    pub(super) fn record_changes(&mut self, at: Time, hops: &[Hop]) {
        let queued = self.queued as f64;
        for recorder in self.queue_recorders.iter_mut().filter(|recorder| recorder.is_exact()) {
            recorder.change(at, queued);
        }
        let of_vcs = self.accounting.iter_mut().flat_map(|accounting| &mut accounting.recorders);
        for (hop, recorder) in of_vcs.filter(|(_, recorder)| recorder.is_exact()) {
            recorder.change(at, f64::from(hops[*hop as usize].queued));
        }
    }

    /// Sees to everything that is due before `now`.
    #[cold]
    pub(crate) fn pass_marks(&mut self, now: Time, hops: &mut [Hop]) {
        while self.mark < now {
            let mark = self.mark;
            self.let_go(mark, hops);
            if mark == self.warmup_mark {
                self.warmup_mark = Time::NEVER;
                self.baseline = self.tally_at(mark);
                self.tally.most_waiting = self.queued;
                // Every hop of this port passes the mark before its next cell is judged.
                for hop in &self.hops_here {
                    hops[*hop as usize].lost_baseline = hops[*hop as usize].lost;
                }
            }
            self.sample(mark, hops);
            if mark == self.settings.end {
                self.tally = self.tally_at(mark);
                self.mark = Time::NEVER;
                return;
            }
            self.set_mark();
        }
    }

    fn sample(&mut self, mark: Time, hops: &[Hop]) {
        let queued = self.queued as f64;
        for recorder in self.queue_recorders.iter_mut().filter(|r| r.next_sample() == mark) {
            recorder.sample(queued);
        }
        let of_vcs = self.accounting.iter_mut().flat_map(|accounting| &mut accounting.recorders);
        for (hop, recorder) in of_vcs.filter(|(_, recorder)| recorder.next_sample() == mark) {
            recorder.sample(f64::from(hops[*hop as usize].queued));
        }
    }

    pub(super) fn set_mark(&mut self) {
        let of_vcs = self.accounting.iter().flat_map(|accounting| &accounting.recorders);
        let recorders = self.queue_recorders.iter().chain(of_vcs.map(|(_, recorder)| recorder));
        let sample = recorders.map(Recorder::next_sample).min().unwrap_or(Time::NEVER);
        self.mark = sample.min(self.warmup_mark).min(self.settings.end);
    }

    /// Makes `end`, which is before the end of the run, its end.
    pub(crate) fn end_early(&mut self, end: Time) {
        self.settings.end = end;
        if self.warmup_mark != Time::NEVER {
            self.warmup_mark = self.warmup_mark.min(end);
        }
        let of_vcs = self.accounting.iter_mut().flat_map(|accounting| &mut accounting.recorders);
        let recorders = self.queue_recorders.iter_mut().chain(of_vcs.map(|(_, recorder)| recorder));
        recorders.for_each(|recorder| recorder.cut(end));
        self.set_mark();
    }

    /// Closes the books at the end of the run.
    pub(crate) fn finish(&mut self, hops: &mut [Hop]) {
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
            most_waiting: self.tally.most_waiting,
        }
    }

    /// What was counted over the whole run; after [`Port::finish`].
    pub(crate) fn total(&self) -> &PortTally {
        &self.tally
    }

    /// Points held by the recorders.
    pub(crate) fn recorded_points(&self) -> usize {
        let of_vcs = self.accounting.iter().flat_map(|accounting| &accounting.recorders);
        self.queue_recorders.iter().chain(of_vcs.map(|(_, recorder)| recorder)).map(Recorder::len).sum()
    }

    /// The records of the whole queue and of single VCs, in the order in which they were added.
    pub(crate) fn take_records(&mut self) -> (Vec<Recorder>, Vec<Recorder>) {
        let of_vcs = self.accounting.as_mut().map(|accounting| std::mem::take(&mut accounting.recorders));
        let of_vcs = of_vcs.unwrap_or_default().into_iter().map(|(_, recorder)| recorder).collect();
        (std::mem::take(&mut self.queue_recorders), of_vcs)
    }

    /// The tally as it is at `now`, when cells due by then have been let go and nothing later has
    /// arrived.
    fn tally_at(&self, now: Time) -> PortTally {
        let waiting = if self.settings.counts_service { self.queued.saturating_sub(1) } else { self.queued };
        let in_service = self.queued > 0 || self.sent_by.at > now;
        PortTally {
            sent: self.tally.accepted - waiting - u64::from(in_service),
            // Of a run that was stopped, cells may wait here that come after `now`.
            waited_parts: self.tally.waited_parts.saturating_sub(self.waiting_after(now, waiting)),
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
