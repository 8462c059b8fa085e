//! A scheduled port: cells wait in queues of their own virtual connections, and a scheduler decides
//! which leaves next.
//!
//! What leaves next depends on what arrives meanwhile, so a departure cannot be settled on arrival
//! as at a FIFO port: the port has a slot in the calendar for the end of its transmission. A cell's
//! way onward is known when its transmission starts, and it is delivered then.

use cellwise_atm::abr::RateEncoding;
use cellwise_atm::category::Category;
use cellwise_atm::drop_policy::Verdict;
use cellwise_atm::loss::LossReason;
use cellwise_atm::rate_rule::{AnyRateRule, PortView, RateRule};
use cellwise_atm::scheduler::Scheduler;
use cellwise_atm::sharing::{Pool, SharedMemory};
use cellwise_units::{ClockPoint, Time};

use super::waiting::Queue;
use super::{Port, Share};
use crate::hop::Hop;
use crate::ids::{HopId, Id, List, MergeId};
use crate::train::Train;

/// What a scheduled port knows of one direction of a virtual connection.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The hop of its data at this port.
    pub(crate) hop: HopId,
    /// The queue that its cells join.
    pub(crate) queue: u32,
    pub(crate) category: Category,
    /// Its number at the rate rule, if it is an ABR connection.
    pub(crate) rule_vc: Option<u32>,
    /// Whether someone heeds marks on its data cells: an ABR source, or a TCP sender with ECN.
    pub(crate) heeds_marks: bool,
    /// How its RM cells carry rates.
    pub(crate) encoding: RateEncoding,
}

/// A scheduled port's queues.
#[derive(Debug)]
pub(crate) struct Schedule {
    pub(crate) scheduler: Scheduler,
    pub(crate) queues: Vec<Queue>,
    pub(crate) places: Vec<Place>,
    pub(crate) pool: Pool,
    /// Whether cells leave in the order in which they come, from a buffer of the port's own: then
    /// departures are settled on arrival, and the queues here stay empty.
    pub(crate) settles: bool,
    /// Cells that a single queue may hold: the buffer of a crosspoint.
    pub(crate) queue_capacity: u64,
    /// The memory that the port shares with others: position in the world's list, and the port's
    /// number there.
    pub(crate) memory: Option<(Id<SharedMemory>, u32)>,
    pub(crate) rule: Option<AnyRateRule>,
    /// By place: the explicit rate last written into a backward RM cell, in cells/s.
    pub(crate) explicit_rates: Vec<f64>,
    /// Whether the rule marks data cells.
    pub(crate) marks_efci: bool,
    /// Whether the rule must be told of cells.
    pub(crate) counts_cells: bool,
    /// The rule's name; empty without one.
    pub(crate) rule_name: &'static str,
    /// The hop of the data beside which the last cell was sent, for a policy that counts the cell in
    /// transmission.
    pub(crate) serving: HopId,
    /// The ordering point and the slot for the end of the transmission, while cells wait for it.
    pub(crate) slot: (MergeId, u32),
}

/// What came of a cell that arrived at a scheduled port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrived {
    /// It is lost.
    Lost,
    /// It waits behind others.
    Waits,
    /// It waits for the end of the transmission under way, alone.
    WaitsAlone,
    /// Nothing is before it: its transmission may start.
    AtIdlePort,
}

impl Port {
    /// The queues of a port that is known to be scheduled.
    #[inline]
    pub(crate) fn schedule(&mut self) -> &mut Schedule {
        self.schedule.as_mut().expect("the port is scheduled")
    }

    /// Notes the ordering point and the slot of the port's own next event.
    pub(crate) fn set_slot(&mut self, merge: MergeId, slot: u32) {
        if let Some(schedule) = &mut self.schedule {
            schedule.slot = (merge, slot);
        }
        if let Some(pacer) = &mut self.pacer {
            pacer.slot = (merge, slot);
        }
    }

    /// The name of the rate rule, if there is one.
    pub(crate) fn rule_name(&self) -> &'static str {
        self.schedule.as_ref().map_or("", |schedule| schedule.rule_name)
    }

    /// Notes the explicit rate that the rule has given a connection at `now`.
    pub(crate) fn note_explicit_rate(&mut self, now: Time, place: usize, rate: f64, hops: &List<Hop>) {
        self.schedule().explicit_rates[place] = rate;
        if self.records_rates {
            self.record_rates(now, hops);
        }
    }

    /// What the rate rule may see at `now`. In a port that has one queue for all, whatever waits is
    /// before an ABR cell.
    fn rule_view(&mut self, now: Time, hops: &mut List<Hop>) -> PortView {
        let schedule = self.schedule.as_ref().expect("the port is scheduled");
        if !schedule.settles {
            return PortView { now, abr_queue: schedule.pool.used(Category::Abr) };
        }
        self.let_go(now, hops);
        PortView { now, abr_queue: self.queued }
    }

    /// The rule, what it may see at `now`, and the number that it knows a connection by.
    pub(crate) fn rule_for(
        &mut self,
        place: usize,
        now: Time,
        hops: &mut List<Hop>,
    ) -> Option<(&mut AnyRateRule, PortView, usize)> {
        let vc = self.schedule().places[place].rule_vc? as usize;
        let view = self.rule_view(now, hops);
        self.schedule().rule.as_mut().map(|rule| (rule, view, vc))
    }

    /// Takes a cell at `now` into a port that settles departures on arrival; gives the cell with its
    /// marks, and the end of its transmission, if it is not lost.
    pub(crate) fn settle(
        &mut self,
        now: Time,
        cell: &Train,
        hops: &mut List<Hop>,
    ) -> Option<(Train, ClockPoint)> {
        if now > self.mark {
            self.pass_marks(now, hops);
        }
        let place = hops[cell.hop].place as usize;
        self.tell_rule_of_arrival(now, place, hops);
        let end = self.offer(now, cell, hops)?;
        self.tell_rule_of_higher(now, place, hops);
        let marked = hops[cell.hop].data_hop.is_none() && self.marks_efci(now, place, hops);
        Some((if marked { Train { label: cell.label.with_efci(), ..*cell } } else { *cell }, end))
    }

    /// Whether the rule marks a data cell that is on its way at `now`.
    fn marks_efci(&mut self, now: Time, place: usize, hops: &mut List<Hop>) -> bool {
        let Place { rule_vc, heeds_marks, .. } = self.schedule().places[place];
        if !self.schedule().marks_efci || !heeds_marks {
            return false;
        }
        let mut view = self.rule_view(now, hops);
        if rule_vc.is_none() {
            // What waits before a cell that is not ABR's is the whole queue.
            view.abr_queue = self.queued;
        }
        self.schedule().rule.as_mut().is_some_and(|rule| rule.marks_efci(&view))
    }

    /// Takes in one cell at `now`.
    pub(crate) fn arrive(
        &mut self,
        now: Time,
        cell: &Train,
        hops: &mut List<Hop>,
        memories: &mut List<SharedMemory>,
    ) -> Arrived {
        if now > self.mark {
            self.pass_marks(now, hops);
        }
        let place = hops[cell.hop].place as usize;
        self.tell_rule_of_arrival(now, place, hops);
        let verdict = self.judge_scheduled(now, cell, place, hops, memories);
        let logged = verdict.map_or_else(Verdict::Refuse, |()| Verdict::Accept);
        self.log_arrival(now, cell, hops[cell.hop].circuit, logged);
        if let Err(reason) = verdict {
            self.tally.lost.record(reason, 1);
            hops[cell.hop].lose(reason, now, cell);
            return Arrived::Lost;
        }
        self.tell_rule_of_higher(now, place, hops);
        self.tally.accepted += 1;
        let idle = self.queued == 0 && self.sent_by.at <= now;
        self.change_queued(now, 1);
        let schedule = self.schedule.as_mut().expect("the port is scheduled");
        let Place { queue, category, hop, .. } = schedule.places[place];
        schedule.queues[queue as usize].push(cell);
        schedule.scheduler.enter(queue);
        schedule.pool.enter(category);
        if let Some((memory, port)) = schedule.memory {
            memories[memory].enter(port as usize);
        }
        // A cell that starts at once was never in the queue.
        if !idle || self.settings.counts_service {
            let in_service = u64::from(self.settings.counts_service);
            self.tally.most_waiting = self.tally.most_waiting.max(self.queued + in_service - u64::from(idle));
        }
        self.enter_vc(hop, hops);
        if self.records_changes && !idle {
            self.record_changes(now, hops);
        }
        match (idle, self.queued) {
            (true, _) => Arrived::AtIdlePort,
            (false, 1) => Arrived::WaitsAlone,
            _ => Arrived::Waits,
        }
    }

    /// Starts the next transmission at `start`, when the one before has ended and a cell waits; gives
    /// the cell and the end of its transmission. A cell that comes to an idle port has not waited, and
    /// was never in the queue.
    pub(crate) fn depart(
        &mut self,
        start: ClockPoint,
        has_waited: bool,
        hops: &mut List<Hop>,
        memories: &mut List<SharedMemory>,
    ) -> (Train, ClockPoint) {
        let now = start.at;
        if now > self.mark {
            self.pass_marks(now, hops);
        }
        let schedule = self.schedule.as_mut().expect("the port is scheduled");
        let queue = schedule.scheduler.next().expect("a cell waits");
        let mut cell = schedule.queues[queue as usize].pop();
        let place = hops[cell.hop].place as usize;
        let Place { category, hop, .. } = schedule.places[place];
        schedule.pool.leave(category);
        schedule.serving = hop;
        if let Some((memory, port)) = schedule.memory {
            memories[memory].leave(port as usize);
        }
        let marked = hops[cell.hop].data_hop.is_none() && self.marks_efci(now, place, hops);
        if marked {
            cell.label = cell.label.with_efci();
        }
        self.sent_by = self.settings.clock.step(start);
        self.change_queued(now, -1);
        self.leave_vc(hop, hops);
        if self.records_changes && has_waited {
            self.record_changes(now, hops);
        }
        (cell, self.sent_by)
    }

    /// Tells the rate rule of an ABR cell, before its fate is known.
    #[inline]
    fn tell_rule_of_arrival(&mut self, now: Time, place: usize, hops: &mut List<Hop>) {
        let schedule = self.schedule();
        if schedule.counts_cells
            && let Some(vc) = schedule.places[place].rule_vc
        {
            self.count_abr_cell(now, vc as usize, hops);
        }
    }

    #[inline(never)]
    fn count_abr_cell(&mut self, now: Time, vc: usize, hops: &mut List<Hop>) {
        let view = self.rule_view(now, hops);
        if let Some(rule) = &mut self.schedule().rule {
            rule.on_abr_cell(&view, vc);
        }
    }

    /// Tells the rate rule of a cell that is taken, if it goes before those of ABR.
    #[inline]
    fn tell_rule_of_higher(&mut self, now: Time, place: usize, hops: &mut List<Hop>) {
        let schedule = self.schedule();
        if schedule.counts_cells && schedule.places[place].category < Category::Abr {
            self.count_higher_cell(now, hops);
        }
    }

    #[inline(never)]
    fn count_higher_cell(&mut self, now: Time, hops: &mut List<Hop>) {
        let view = self.rule_view(now, hops);
        if let Some(rule) = &mut self.schedule().rule {
            rule.on_higher_cell(&view);
        }
    }

    /// Whether a cell is taken, and if not, why.
    fn judge_scheduled(
        &mut self,
        now: Time,
        cell: &Train,
        place: usize,
        hops: &mut List<Hop>,
        memories: &List<SharedMemory>,
    ) -> Result<(), LossReason> {
        let schedule = self.schedule.as_ref().expect("the port is scheduled");
        let Place { queue, category, hop: data_hop, .. } = schedule.places[place];
        let in_service = u64::from(self.settings.counts_service && self.sent_by.at > now);
        let shared = schedule.pool.shared_used() + in_service;
        let clp = cell.label.clp();
        let has_room = schedule.queues[queue as usize].cells() < schedule.queue_capacity
            && schedule.memory.is_none_or(|(memory, port)| memories[memory].has_room(port as usize));
        let no_room = match (has_room, schedule.pool.has_reserved_room(category)) {
            (false, _) => Some(LossReason::Overflow),
            (true, true) => None,
            (true, false) => self.no_room_for(clp, shared),
        };
        let index = cell.hop;
        if hops[index].data_hop.is_some() {
            // An RM cell belongs to no frame.
            return no_room.map_or(Ok(()), Err);
        }
        // A category's own cells are not part of what the policy guards.
        let share = (!schedule.pool.has_reserved_room(category)).then(|| {
            let is_served = u64::from(schedule.serving == data_hop) * in_service;
            let alone = u64::from(hops[schedule.serving].queued == 0) * in_service;
            Share {
                clp,
                waiting: shared,
                vc_waiting: u64::from(hops[data_hop].queued) + is_served,
                active_vcs: self.accounting.as_ref().map_or(0, |accounting| accounting.active_vcs + alone),
            }
        });
        match self.verdict(now, &mut hops[index], cell.ends_frame(), no_room, share) {
            Verdict::Accept => Ok(()),
            Verdict::Refuse(reason) => Err(reason),
        }
    }

    /// Cells that wait.
    #[inline]
    pub(crate) fn waiting(&self) -> u64 {
        self.queued
    }

    /// Notes that the queue has changed by so many cells at `now`, and for how long it was what it was.
    #[inline]
    pub(super) fn change_queued(&mut self, now: Time, by: i64) {
        self.queue_area_ps += u128::from(self.queued) * u128::from((now - self.changed_at).get());
        self.changed_at = now;
        self.queued = self.queued.wrapping_add_signed(by);
    }

    fn enter_vc(&mut self, hop: HopId, hops: &mut List<Hop>) {
        if let Some(accounting) = &mut self.accounting {
            accounting.active_vcs += u64::from(hops[hop].queued == 0);
            hops[hop].queued += 1;
        }
    }

    fn leave_vc(&mut self, hop: HopId, hops: &mut List<Hop>) {
        if let Some(accounting) = &mut self.accounting {
            hops[hop].queued -= 1;
            accounting.active_vcs -= u64::from(hops[hop].queued == 0);
        }
    }
}
