//! An output port: a finite FIFO queue in front of one direction of a link.
//!
//! A FIFO server's future is settled on arrival: an accepted cell leaves one cell time after the
//! later of its arrival and the end of the cell before it. So a cell's departure is known at once,
//! and no event is needed for it; what waits at an instant is found by letting go the cells whose
//! service has begun by then ([`Port::let_go`]). A host's adapter is the same port with frames
//! handed over whole as its input.

use std::collections::VecDeque;

use cellwise_atm::drop_policy::{AnyDropPolicy, DropPolicy, FrameGate, QueueView, Verdict};
use cellwise_atm::loss::{LossCounts, LossReason};
use cellwise_units::{BitRate, CellClock, ClockPoint, Span, Time};

use crate::coupler::Coupler;
use crate::hop::{Hop, losses_since};
use crate::recorder::Recorder;
use crate::train::{ClockIndex, INSTANT, Train};

/// What a port counts. Cells are counted when they arrive here, in this port's own order of time.
#[derive(Clone, Debug, Default)]
pub(crate) struct PortTally {
    /// Cells taken into the queue.
    pub(crate) accepted: u64,
    /// Cells lost, by reason.
    pub(crate) lost: LossCounts,
    /// Cells sent: their transmission has ended. Kept only where the books are closed.
    pub(crate) sent: u64,
    /// Sum over the accepted cells of the time from arrival to the start of service, in ps. Where
    /// the books are closed, the time waited until then.
    pub(crate) waited_ps: u128,
    /// The most cells waiting at once.
    pub(crate) most_waiting: u64,
}

/// What the port's settings decide.
#[derive(Debug)]
pub(crate) struct PortSettings {
    pub(crate) name: String,
    pub(crate) rate: BitRate,
    pub(crate) clock: CellClock,
    pub(crate) clock_index: ClockIndex,
    /// Propagation delay of the link behind the port.
    pub(crate) delay: Span,
    /// K, with `u64::MAX` for no limit.
    pub(crate) capacity: u64,
    pub(crate) policy: AnyDropPolicy,
    /// The policy's name; `None` at a host's adapter.
    pub(crate) policy_name: Option<&'static str>,
    /// Whether the cell in transmission counts as being in the queue.
    pub(crate) counts_service: bool,
    /// When counters start.
    pub(crate) warmup: Time,
    /// The end of the run.
    pub(crate) end: Time,
}

/// The cells in the queue per VC, for policies and probes that look at them.
#[derive(Clone, Debug, Default)]
struct Accounting {
    /// The hops of the cells in the queue, in order, each with how many cells in a row.
    queued: VecDeque<(u32, u32)>,
    /// VCs with at least one cell in the queue.
    active_vcs: u64,
    /// Records of single VCs: hop and recorder.
    recorders: Vec<(u32, Recorder)>,
}

/// An output port.
#[derive(Debug)]
pub(crate) struct Port {
    pub(crate) settings: PortSettings,
    /// When everything accepted so far will have been sent.
    sent_by: ClockPoint,
    /// When the next of the counted cells stops to count; meaningful while `queued > 0`.
    leaves: ClockPoint,
    /// Cells in the queue: X.
    queued: u64,
    free_up_to: u64,
    /// Below so many cells in the queue nothing is refused: the policy is not asked, the buffer not full.
    sure_room: u64,
    discards_remainder: bool,
    accounting: Option<Accounting>,
    /// Whether someone looks at single cells in the queue: accounting, or a record of every change.
    follows_cells: bool,
    tally: PortTally,
    /// The tally at the end of the warm-up.
    baseline: PortTally,
    /// The next instant after which the port must stop and look: a sample, the end of the
    /// warm-up, or the end of the run.
    mark: Time,
    /// The last instant of the warm-up; [`Time::NEVER`] without one or after it.
    warmup_mark: Time,
    queue_recorders: Vec<Recorder>,
    /// Whether some recorder wants every change.
    records_changes: bool,
    /// The hops of the circuits that pass this port.
    pub(crate) hops_here: Vec<u32>,
    /// Cells that would have arrived here after the end of the run.
    pub(crate) beyond_end: u64,
}

impl Port {
    pub(crate) fn new(settings: PortSettings) -> Self {
        let start = ClockPoint::exactly(Time::ZERO);
        let mut port = Self {
            sent_by: start,
            leaves: start,
            queued: 0,
            free_up_to: settings.policy.free_up_to(),
            sure_room: settings.policy.free_up_to().saturating_add(1).min(settings.capacity),
            discards_remainder: settings.policy.discards_remainder(),
            accounting: settings.policy.needs_vc_accounting().then(Accounting::default),
            follows_cells: settings.policy.needs_vc_accounting(),
            tally: PortTally::default(),
            baseline: PortTally::default(),
            mark: Time::ZERO,
            warmup_mark: before(settings.warmup),
            queue_recorders: Vec::new(),
            records_changes: false,
            hops_here: Vec::new(),
            beyond_end: 0,
            settings,
        };
        port.set_mark();
        port
    }

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

    /// When everything accepted so far will have been sent.
    #[inline]
    pub(crate) fn sent_by(&self) -> Time {
        self.sent_by.at
    }

    /// Whether no cell can ever find another one here, if the port's only feeder sends on a clock,
    /// and nothing but counters takes note of the cells that pass.
    pub(crate) fn is_always_empty(&self, feeder: &CellClock) -> bool {
        feeder.cell_time() >= self.settings.clock.cell_time()
            && self.settings.capacity > 0
            && !self.settings.counts_service
            && self.queue_recorders.is_empty()
            && self.accounting.as_ref().is_none_or(|accounting| accounting.recorders.is_empty())
    }

    /// Passes cells of a frame through the port, which [is always empty](Port::is_always_empty);
    /// the last arrives at `last`. Gives the end of its transmission.
    #[inline]
    pub(crate) fn pass_gathered(&mut self, last: Time, cells: &Train, hop: &mut Hop) -> Time {
        hop.gate.accept_run(cells.ends_frame());
        self.tally.accepted += u64::from(cells.count);
        self.sent_by = self.settings.clock.step(ClockPoint::exactly(last));
        self.sent_by.at
    }

    /// From a cell's arrival at the empty port to its arrival at the next element.
    fn passage(&self) -> Span {
        self.settings.clock.cell_time() + self.settings.delay
    }

    /// Offers one cell that has fully arrived `at`; gives the end of its transmission if it is
    /// accepted. `at` is not after the end of the run.
    #[inline]
    pub(crate) fn offer(&mut self, at: Time, cell: &Train, hops: &mut [Hop]) -> Option<ClockPoint> {
        if self.is_empty_at(at) && self.takes(&hops[cell.hop as usize]) {
            hops[cell.hop as usize].gate.accept_run(cell.ends_frame());
            self.tally.accepted += 1;
            self.sent_by = self.settings.clock.step(ClockPoint::exactly(at));
            return Some(self.sent_by);
        }
        self.judge(at, cell, hops)
    }

    /// Offers one cell to a queue that may hold others.
    #[inline(always)]
    fn judge(&mut self, at: Time, cell: &Train, hops: &mut [Hop]) -> Option<ClockPoint> {
        if at > self.mark {
            self.pass_marks(at, hops);
        }
        self.let_go(at, hops);
        let index = cell.hop as usize;
        let last = cell.ends_frame();
        // With room for sure, a frame in good standing is neither refused nor damaged.
        if self.queued < self.sure_room && self.takes(&hops[index]) {
            hops[index].gate.accept_run(last);
            return Some(self.accept(at, cell.hop, hops));
        }
        self.judge_by_policy(at, cell.hop, last, hops)
    }

    fn judge_by_policy(&mut self, at: Time, hop: u32, last: bool, hops: &mut [Hop]) -> Option<ClockPoint> {
        let index = hop as usize;
        let mut gate = hops[index].gate;
        let full = self.queued >= self.settings.capacity;
        let verdict = gate.judge(last, full, self.discards_remainder, || {
            self.queued > self.free_up_to && self.refuses_frame(at, &hops[index])
        });
        hops[index].gate = gate;
        match verdict {
            Verdict::Accept => Some(self.accept(at, hop, hops)),
            Verdict::Refuse(reason) => {
                self.refuse(reason, &mut hops[index]);
                None
            }
        }
    }

    /// Whether a cell that arrives `at` needs no look at marks and finds nothing waiting and nothing
    /// in transmission.
    #[inline]
    fn is_empty_at(&self, at: Time) -> bool {
        at <= self.mark && self.queued == 0 && at >= self.sent_by.at && !self.settings.counts_service
    }

    /// Whether the next cell of a circuit is taken if there is room.
    #[inline]
    fn takes(&self, hop: &Hop) -> bool {
        matches!(hop.gate, FrameGate::Between | FrameGate::Whole) && self.settings.capacity > 0
    }

    /// Takes a train as a whole, if what happens to its cells can be told at once; gives it as it
    /// arrives at the next element. Its cells arrive one after the other while nothing else does.
    #[inline]
    pub(crate) fn take_whole(
        &mut self,
        train: &Train,
        feeder: &CellClock,
        hops: &mut [Hop],
    ) -> Option<Train> {
        if !self.takes(&hops[train.hop as usize]) || self.settings.counts_service || self.records_changes {
            return None;
        }
        let cells = u64::from(train.count);
        if train.clock == INSTANT {
            return self.takes_burst(train, hops).then(|| self.take_burst(train, hops));
        }
        if train.first.at + feeder.cell_time_ceiling() * cells > self.mark {
            return None;
        }
        self.let_go(train.first.at, hops);
        if self.queued == 0 && train.first.at >= self.sent_by.at {
            let fits = feeder.cell_time() >= self.settings.clock.cell_time();
            return fits.then(|| self.pass_through(train, feeder, hops));
        }
        self.joins(train).then(|| self.join(train, hops))
    }

    /// Offers the cells of a train one by one. What is accepted is added to `sent` as trains that
    /// arrive at the next element.
    pub(crate) fn offer_cells(
        &mut self,
        train: &Train,
        feeder: &CellClock,
        hops: &mut [Hop],
        sent: &mut Vec<Train>,
    ) {
        let mut cell = *train;
        let mut coupler = Coupler::new(feeder, self);
        for _ in 0..train.count {
            let at = cell.first.at;
            if at > self.settings.end {
                // Cells of a train arrive in order: the rest comes after the end as well.
                self.beyond_end += u64::from(train.index + train.count - cell.index);
                break;
            }
            let one = Train { count: 1, ..cell };
            let idle = at >= self.sent_by.at;
            match self.offer(at, &one, hops) {
                Some(end) => coupler.add(&one, idle, end, sent),
                None => coupler.flush(sent),
            }
            cell.index += 1;
            cell.first = feeder.step(cell.first);
        }
        coupler.flush(sent);
    }

    /// Passes a train of which every cell finds the port empty: as it comes, one cell time and the
    /// link's delay later.
    fn pass_through(&mut self, train: &Train, feeder: &CellClock, hops: &mut [Hop]) -> Train {
        hops[train.hop as usize].gate.accept_run(train.ends_frame());
        self.tally.accepted += u64::from(train.count);
        let last = feeder.point_after(train.first, u64::from(train.count) - 1).at;
        self.sent_by = self.settings.clock.step(ClockPoint::exactly(last));
        Train { first: train.first + self.passage(), hop: train.hop + 1, ..*train }
    }

    /// Whether a frame handed over whole certainly finds room.
    fn takes_burst(&self, train: &Train, hops: &[Hop]) -> bool {
        train.first.at <= self.mark
            && self.queued.saturating_add(u64::from(train.count)) <= self.sure_room
            && !self.follows_cells
            && self.takes(&hops[train.hop as usize])
    }

    /// Queues all cells of a frame at once.
    fn take_burst(&mut self, train: &Train, hops: &mut [Hop]) -> Train {
        let at = train.first.at;
        self.let_go(at, hops);
        let idle = at >= self.sent_by.at;
        let start = if idle { ClockPoint::exactly(at) } else { self.sent_by };
        let clock = self.settings.clock;
        if self.queued == 0 {
            self.leaves = if idle { clock.step(start) } else { start };
        }
        self.queued += u64::from(train.count) - u64::from(idle);
        self.tally.most_waiting = self.tally.most_waiting.max(self.queued);
        let mut waited = 0;
        let mut point = start;
        for _ in 0..train.count {
            waited += (point.at - at).get();
            point = clock.step(point);
        }
        self.queue_up(train, waited, point, hops)
    }

    /// Whether every cell of a train that arrives at the port's own spacing joins the queue while
    /// exactly one cell leaves it between two arrivals.
    ///
    /// Arrivals and departures are the same clock at two phases, each rounded down to picoseconds:
    /// they alternate if the phases are more than the rounding apart.
    fn joins(&self, train: &Train) -> bool {
        let leaves = if self.queued == 0 { self.sent_by.at } else { self.leaves.at };
        let gap = leaves.ps().saturating_sub(train.first.at.ps());
        train.clock == self.settings.clock_index
            && self.queued.saturating_add(u64::from(train.count)) <= self.sure_room
            && gap >= 2
            && gap < self.settings.clock.cell_time().get()
    }

    /// Queues a train that [joins](Port::joins) the others, its cells leaving at the port's spacing.
    fn join(&mut self, train: &Train, hops: &mut [Hop]) -> Train {
        let clock = self.settings.clock;
        if self.queued == 0 {
            self.leaves = self.sent_by;
        }
        self.queued += 1;
        self.tally.most_waiting = self.tally.most_waiting.max(self.queued);
        let (mut waited, mut start, mut arrival) = (0, self.sent_by, train.first);
        for _ in 0..train.count {
            waited += (start.at - arrival.at).get();
            (start, arrival) = (clock.step(start), clock.step(arrival));
        }
        let left = u64::from(train.count) - 1;
        self.leaves = clock.point_after(self.leaves, left);
        if let Some(accounting) = &mut self.accounting {
            accounting.enter(train.hop, u32::from(train.count), hops);
        }
        self.account_departures(left, hops);
        self.queue_up(train, waited, start, hops)
    }

    /// Notes a train whose cells leave at the port's spacing, one after the other, until `sent_by`.
    fn queue_up(&mut self, train: &Train, waited_ps: u64, sent_by: ClockPoint, hops: &mut [Hop]) -> Train {
        hops[train.hop as usize].gate.accept_run(train.ends_frame());
        self.tally.accepted += u64::from(train.count);
        self.tally.waited_ps += u128::from(waited_ps);
        // Of a run of cells back to back, the first is sent one cell time after the start of its service.
        let idle = self.sent_by.at <= train.first.at;
        let start = if idle { ClockPoint::exactly(train.first.at) } else { self.sent_by };
        let first = self.settings.clock.step(start) + self.settings.delay;
        self.sent_by = sent_by;
        Train { first, hop: train.hop + 1, clock: self.settings.clock_index, ..*train }
    }

    #[inline(always)]
    fn accept(&mut self, at: Time, hop: u32, hops: &mut [Hop]) -> ClockPoint {
        let idle = at >= self.sent_by.at;
        let start = if idle { ClockPoint::exactly(at) } else { self.sent_by };
        self.sent_by = self.settings.clock.step(start);
        self.tally.accepted += 1;
        self.tally.waited_ps += u128::from((start.at - at).get());
        if !idle || self.settings.counts_service {
            if self.queued == 0 {
                self.leaves = if self.settings.counts_service { self.sent_by } else { start };
            }
            self.queued += 1;
            self.tally.most_waiting = self.tally.most_waiting.max(self.queued);
            if self.follows_cells {
                self.follow_entry(at, hop, hops);
            }
        }
        self.sent_by
    }

    /// Notes a cell that has joined the queue, for those who look at single cells.
    fn follow_entry(&mut self, at: Time, hop: u32, hops: &mut [Hop]) {
        if let Some(accounting) = &mut self.accounting {
            accounting.enter(hop, 1, hops);
        }
        if self.records_changes {
            self.record_changes(at, hops);
        }
    }

    #[cold]
    fn refuse(&mut self, reason: LossReason, hop: &mut Hop) {
        self.tally.lost.record(reason, 1);
        hop.lost.record(reason, 1);
    }

    #[inline]
    fn refuses_frame(&mut self, now: Time, hop: &Hop) -> bool {
        let view = QueueView {
            now,
            waiting: self.queued,
            capacity: self.settings.capacity,
            vc_waiting: u64::from(hop.queued),
            active_vcs: self.accounting.as_ref().map_or(0, |accounting| accounting.active_vcs),
        };
        self.settings.policy.refuses_frame(&view)
    }

    /// Takes out of the count the cells whose time in the queue has ended by `now`.
    #[inline(always)]
    fn let_go(&mut self, now: Time, hops: &mut [Hop]) {
        if self.queued == 0 || self.leaves.at > now {
            return;
        }
        if self.follows_cells {
            return self.let_go_followed(now, hops);
        }
        if self.sent_by.at <= now {
            self.queued = 0;
            return;
        }
        while self.queued > 0 && self.leaves.at <= now {
            self.queued -= 1;
            self.leaves = self.settings.clock.step(self.leaves);
        }
    }

    fn let_go_followed(&mut self, now: Time, hops: &mut [Hop]) {
        let mut left = 0;
        while self.queued > 0 && self.leaves.at <= now {
            self.queued -= 1;
            left += 1;
            if self.records_changes {
                self.account_departures(left, hops);
                left = 0;
                self.record_changes(self.leaves.at, hops);
            }
            self.leaves = self.settings.clock.step(self.leaves);
        }
        self.account_departures(left, hops);
    }

    #[inline]
    fn account_departures(&mut self, cells: u64, hops: &mut [Hop]) {
        if let Some(accounting) = &mut self.accounting {
            accounting.leave(cells, hops);
        }
    }

    #[cold]
    fn record_changes(&mut self, at: Time, hops: &[Hop]) {
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

    fn set_mark(&mut self) {
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
            waited_ps: self.tally.waited_ps.saturating_sub(self.baseline.waited_ps),
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
            waited_ps: self.tally.waited_ps.saturating_sub(self.waiting_after(now, waiting)),
            ..self.tally.clone()
        }
    }

    /// The time that the `waiting` cells still have to wait after `now`, in ps.
    fn waiting_after(&self, now: Time, waiting: u64) -> u128 {
        // With the cell in transmission counted, a cell leaves the count when the next one starts.
        let mut start = self.leaves;
        let mut sum = 0;
        for _ in 0..waiting {
            sum += u128::from((start.at - now).get());
            start = self.settings.clock.step(start);
        }
        sum
    }
}

impl Accounting {
    #[inline]
    fn enter(&mut self, hop: u32, cells: u32, hops: &mut [Hop]) {
        match self.queued.back_mut() {
            Some((last, run)) if *last == hop => *run += cells,
            _ => self.queued.push_back((hop, cells)),
        }
        let of_vc = &mut hops[hop as usize].queued;
        self.active_vcs += u64::from(*of_vc == 0);
        *of_vc += cells;
    }

    #[inline]
    fn leave(&mut self, mut cells: u64, hops: &mut [Hop]) {
        while cells > 0 {
            let (hop, run) = self.queued.front_mut().expect("counted cells are in the list");
            let of_run = u64::from(*run).min(cells) as u32;
            let of_vc = &mut hops[*hop as usize].queued;
            *of_vc -= of_run;
            self.active_vcs -= u64::from(*of_vc == 0);
            *run -= of_run;
            cells -= u64::from(of_run);
            if *run == 0 {
                self.queued.pop_front();
            }
        }
    }
}

/// The last picosecond before an instant that is not the start of the run.
pub(crate) fn before(instant: Time) -> Time {
    if instant == Time::ZERO { Time::NEVER } else { Time::from_ps(instant.ps() - 1) }
}

#[cfg(test)]
mod tests;
