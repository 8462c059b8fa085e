//! An output port: a finite FIFO queue in front of one direction of a link.
//!
//! A FIFO server's future is settled on arrival: an accepted cell leaves one cell time after the
//! later of its arrival and the end of the cell before it. So a cell's departure is known at once,
//! and no event is needed for it; what waits at an instant is found by letting go the cells whose
//! service has begun by then ([`Port::let_go`]). A host's adapter is the same port with frames
//! handed over whole as its input.

mod accounting;
mod arrivals;
mod books;
mod pacer;
mod schedule;
mod trains;
mod waiting;

use cellwise_atm::chance::uniform;
use cellwise_atm::drop_policy::{AnyDropPolicy, DropPolicy, FrameGate, QueueView, Verdict};
use cellwise_atm::loss::LossReason;
use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, CellClock, ClockPoint, Span, Time};

use crate::capture::Arrivals;
use crate::hop::Hop;
use crate::ids::{HopId, List};
use crate::recorder::Recorder;
use crate::train::{ClockIndex, Train};
use accounting::Accounting;
pub(crate) use books::{PortTally, Watched, before};
pub(crate) use pacer::{Outlet, Pacer, RmTally};
pub(crate) use schedule::{Arrived, Place, Schedule};
pub(crate) use waiting::Queue;

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
    /// A cell with CLP=1 is refused while so many wait; `u64::MAX` for never.
    pub(crate) clp1_threshold: u64,
    pub(crate) policy: AnyDropPolicy,
    /// What the policy draws from, if it does.
    pub(crate) random: Option<RandomStream>,
    /// The policy's name; `None` at a host's adapter.
    pub(crate) policy_name: Option<&'static str>,
    /// Whether the cell in transmission counts as being in the queue.
    pub(crate) counts_service: bool,
    /// When counters start.
    pub(crate) warmup: Time,
    /// The end of the run.
    pub(crate) end: Time,
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
    asked_from: u64,
    /// Below so many cells in the queue nothing is refused: the policy is not asked, the buffer not
    /// full. 0 for a policy that must see every frame.
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
    recorders: Vec<(Watched, Recorder)>,
    /// Whether some record of the queue wants every change.
    records_changes: bool,
    /// Whether some record of a rate wants every change.
    records_rates: bool,
    /// Whether some record is of the most cells in a period.
    records_most: bool,
    /// The most cells waiting at once before the last mark, where marks reset the count.
    most_before: u64,
    /// The hops of the circuits that pass this port.
    pub(crate) hops_here: Vec<HopId>,
    /// Cells that would have arrived here after the end of the run.
    pub(crate) beyond_end: u64,
    /// The cells that were taken and lost, for a capture or a watch; `None` without either.
    pub(crate) arrivals: Option<Box<Arrivals>>,
    /// The queues of a port that serves them by a scheduler.
    pub(crate) schedule: Option<Box<Schedule>>,
    /// The source of a port that is an ABR end's adapter.
    pub(crate) pacer: Option<Box<Pacer>>,
    /// At a port that does not settle departures on arrival: the integral of the queue over time
    /// until it last changed.
    queue_area_ps: u128,
    changed_at: Time,
}

/// What a drop policy may want to know of the queue and of the cell that arrives.
#[derive(Clone, Copy, Debug)]
struct Share {
    clp: bool,
    /// X.
    waiting: u64,
    /// `Y_i`.
    vc_waiting: u64,
    /// `N_a`.
    active_vcs: u64,
}

impl Port {
    pub(crate) fn new(settings: PortSettings) -> Self {
        let start = ClockPoint::exactly(Time::ZERO);
        let mut port = Self {
            sent_by: start,
            leaves: start,
            queued: 0,
            asked_from: settings.policy.asked_from(),
            sure_room: settings.policy.asked_from().min(settings.capacity).min(settings.clp1_threshold),
            discards_remainder: settings.policy.discards_remainder(),
            accounting: settings.policy.needs_vc_accounting().then(Accounting::default),
            follows_cells: settings.policy.needs_vc_accounting(),
            tally: PortTally::default(),
            baseline: PortTally::default(),
            mark: Time::ZERO,
            warmup_mark: before(settings.warmup),
            recorders: Vec::new(),
            records_changes: false,
            records_rates: false,
            records_most: false,
            most_before: 0,
            hops_here: Vec::new(),
            beyond_end: 0,
            arrivals: None,
            schedule: None,
            pacer: None,
            queue_area_ps: 0,
            changed_at: Time::ZERO,
            settings,
        };
        port.set_mark();
        port
    }

    /// The next instant after which the port must be told of the time before anything else.
    #[inline]
    pub(crate) fn next_mark(&self) -> Time {
        self.mark
    }

    /// Whether the port settles departures on arrival.
    #[inline]
    pub(crate) fn is_fifo(&self) -> bool {
        self.schedule.as_ref().is_none_or(|schedule| schedule.settles) && self.pacer.is_none()
    }

    /// Cells that are kept here until their turn comes.
    pub(crate) fn held(&self) -> u64 {
        if self.is_fifo() { 0 } else { self.queued }
    }

    /// When everything accepted so far will have been sent.
    #[inline]
    pub(crate) fn sent_by(&self) -> Time {
        self.sent_by.at
    }

    /// When everything accepted so far will have been sent, to the fraction of a picosecond.
    #[inline]
    pub(crate) fn sent_by_exactly(&self) -> ClockPoint {
        self.sent_by
    }

    /// Whether no cell can ever find another one here, if the port's only feeder sends on a clock,
    /// and nothing but counters takes note of the cells that pass.
    pub(crate) fn is_always_empty(&self, feeder: &CellClock) -> bool {
        feeder.cell_time() >= self.settings.clock.cell_time()
            && self.settings.capacity > 0
            && !self.settings.counts_service
            && self.recorders.is_empty()
    }

    /// Offers one cell that has fully arrived `at`; gives the end of its transmission if it is
    /// accepted. `at` is not after the end of the run.
    #[inline]
    pub(crate) fn offer(&mut self, at: Time, cell: &Train, hops: &mut List<Hop>) -> Option<ClockPoint> {
        if self.is_empty_at(at) && self.takes(&hops[cell.hop]) {
            hops[cell.hop].gate.accept_run(cell.ends_frame());
            self.tally.accepted += 1;
            self.sent_by = self.settings.clock.step(ClockPoint::exactly(at));
            return Some(self.sent_by);
        }
        self.judge(at, cell, hops)
    }

    /// Offers one cell to a queue that may hold others.
    #[inline(always)]
    fn judge(&mut self, at: Time, cell: &Train, hops: &mut List<Hop>) -> Option<ClockPoint> {
        if at > self.mark {
            self.pass_marks(at, hops);
        }
        self.let_go(at, hops);
        let index = cell.hop;
        let last = cell.ends_frame();
        // With room for sure, a frame in good standing is neither refused nor damaged.
        if self.queued < self.sure_room && self.takes(&hops[index]) {
            hops[index].gate.accept_run(last);
            return Some(self.accept(at, cell.hop, hops));
        }
        self.judge_by_policy(at, cell, last, hops)
    }

    fn judge_by_policy(
        &mut self,
        at: Time,
        cell: &Train,
        last: bool,
        hops: &mut List<Hop>,
    ) -> Option<ClockPoint> {
        let (hop, clp) = (cell.hop, cell.label.clp());
        let index = hop;
        let no_room = self.no_room_for(clp, self.queued);
        let share = Share {
            clp,
            waiting: self.queued,
            vc_waiting: u64::from(hops[index].queued),
            active_vcs: self.accounting.as_ref().map_or(0, |accounting| accounting.active_vcs),
        };
        // An RM cell belongs to no frame.
        let share = hops[index].data_hop.is_none().then_some(share);
        let verdict = self.verdict(at, &mut hops[index], last, no_room, share);
        self.log_arrival(at, cell, hops[index].circuit, verdict);
        match verdict {
            Verdict::Accept => Some(self.accept(at, hop, hops)),
            Verdict::Refuse(reason) => {
                self.refuse(reason, at, cell, &mut hops[index]);
                None
            }
        }
    }

    /// Why a queue in which so many cells wait has no room for a cell, if it has none.
    #[inline]
    fn no_room_for(&self, clp: bool, waiting: u64) -> Option<LossReason> {
        if waiting >= self.settings.capacity {
            Some(LossReason::Overflow)
        } else {
            (clp && waiting >= self.settings.clp1_threshold).then_some(LossReason::ClpThreshold)
        }
    }

    /// What becomes of a cell by its frame's fate so far, the room and, at the start of a frame, the
    /// policy, which is asked if there is a `share` to ask it about.
    #[inline]
    fn verdict(
        &mut self,
        now: Time,
        hop: &mut Hop,
        last: bool,
        no_room: Option<LossReason>,
        share: Option<Share>,
    ) -> Verdict {
        let mut gate = hop.gate;
        let verdict = gate.judge(last, no_room, self.discards_remainder, || {
            share.is_some_and(|share| share.waiting >= self.asked_from && self.refuses_frame(now, share))
        });
        hop.gate = gate;
        verdict
    }

    /// Whether a cell that arrives `at` needs no look at marks and finds nothing waiting and nothing
    /// in transmission.
    #[inline]
    fn is_empty_at(&self, at: Time) -> bool {
        at <= self.mark && self.queued == 0 && at >= self.sent_by.at && !self.settings.counts_service
    }

    /// Whether the next cell of a circuit is taken for sure if there is room.
    #[inline]
    fn takes(&self, hop: &Hop) -> bool {
        matches!(hop.gate, FrameGate::Between | FrameGate::Whole) && self.sure_room > 0
    }

    #[inline(always)]
    fn accept(&mut self, at: Time, hop: HopId, hops: &mut List<Hop>) -> ClockPoint {
        let idle = at >= self.sent_by.at;
        let start = if idle { ClockPoint::exactly(at) } else { self.sent_by };
        self.sent_by = self.settings.clock.step(start);
        self.tally.accepted += 1;
        if !idle {
            self.tally.waited_parts += self.settings.clock.parts_since(at, start);
        }
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
    fn follow_entry(&mut self, at: Time, hop: HopId, hops: &mut List<Hop>) {
        if let Some(accounting) = &mut self.accounting {
            accounting.enter(hop, 1, hops);
        }
        if self.records_changes {
            self.record_changes(at, hops);
        }
    }

    #[cold]
    fn refuse(&mut self, reason: LossReason, at: Time, cell: &Train, hop: &mut Hop) {
        self.tally.lost.record(reason, 1);
        hop.lose(reason, at, cell);
    }

    #[inline]
    fn refuses_frame(&mut self, now: Time, share: Share) -> bool {
        let idle_ps = now.ps().saturating_sub(self.sent_by.at.ps());
        let view = QueueView {
            now,
            waiting: share.waiting,
            capacity: self.settings.capacity,
            vc_waiting: share.vc_waiting,
            active_vcs: share.active_vcs,
            idle_cells: idle_ps / self.settings.clock.cell_time().get().max(1),
            clp: share.clp,
            draw: self.settings.random.as_mut().map_or(0.0, uniform),
        };
        self.settings.policy.refuses_frame(&view)
    }

    /// Takes out of the count the cells whose time in the queue has ended by `now`.
    #[inline(always)]
    fn let_go(&mut self, now: Time, hops: &mut List<Hop>) {
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

    fn let_go_followed(&mut self, now: Time, hops: &mut List<Hop>) {
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
    fn account_departures(&mut self, cells: u64, hops: &mut List<Hop>) {
        if let Some(accounting) = &mut self.accounting {
            accounting.leave(cells, hops);
        }
    }
}

#[cfg(test)]
mod tests;
