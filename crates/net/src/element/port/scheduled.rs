//! A scheduled port: cells wait in queues of their own virtual connections, and a scheduler decides
//! which leaves next.
//!
//! The next cell to leave depends on cells that arrive meanwhile, so a departure cannot be settled on arrival
//! as at a FIFO port: the port has a slot in the calendar for the end of its transmission. A cell's
//! way onward is known when its transmission starts, and it is delivered then.

use cellwise_atm::category::Category;
use cellwise_atm::drop_policy::Verdict;
use cellwise_atm::loss::LossReason;
use cellwise_atm::rate_rule::PortView;
use cellwise_atm::scheduler::Scheduler;
use cellwise_atm::sharing::{Pool, SharedMemory};
use cellwise_engine::{Key, Rank};
use cellwise_units::{BitRate, CellClock, ClockPoint, Time};

use super::area::Area;
use super::buffer::{Buffer, Share};
use super::ruling::{Place, Ruling};
use super::statistics::{PortTally, Service};
use super::waiting::Queue;
use crate::data::ids::{Id, List, PortId};
use crate::data::train::Train;
use crate::element::LaneId;

/// A scheduled port.
#[derive(Clone, Debug)]
pub(crate) struct Scheduled {
    pub(crate) buffer: Buffer,
    pub(super) area: Area,
    pub(super) queues: Vec<Queue>,
    pub(super) settings: Schedule,
    /// When the last cell was taken, and when the last one that had waited left the queue.
    pub(super) arrived: Time,
    pub(super) started: Time,
    /// The circuit of the data with which the last cell was sent, for a policy that counts the cell in
    /// transmission.
    pub(super) serving: LaneId,
    /// The slot at its ordering point for the end of the transmission, while cells wait for it.
    pub(crate) slot: u32,
    pub(crate) line: Line,
}

/// The line behind a port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    /// What spaces the cells that are begun.
    pub(super) clock: CellClock,
    /// Whether none is begun.
    is_stopped: bool,
    /// Whether that may change: then the port is not ahead of the clock.
    pub(crate) may_change: bool,
}

impl Line {
    /// The end of a transmission, as the element behind the port sees it: there the rest of a picosecond is in parts of
    /// the clock that the port was built with, not of the one that was set.
    #[inline]
    fn seen_behind(&self, end: ClockPoint, built_with: &CellClock) -> ClockPoint {
        if self.may_change && self.clock != *built_with { ClockPoint::exactly(end.at) } else { end }
    }
}

/// How a port schedules.
#[derive(Clone, Debug)]
pub(crate) struct Schedule {
    pub(crate) scheduler: Scheduler,
    pub(crate) places: Vec<Place>,
    pub(crate) pool: Pool,
    /// Cells that a single queue may hold: the buffer of a crosspoint.
    pub(crate) queue_capacity: u64,
    /// The memory that the port shares with others, and the port's number there.
    pub(crate) memory: Option<(Id<SharedMemory>, u32)>,
    pub(crate) ruling: Option<Ruling>,
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

/// One cell in transmission, the others waiting.
impl Service for Area {
    const COUNTS_SERVICE_APART: bool = true;

    fn tally_at(&self, buffer: &Buffer, now: Time) -> PortTally {
        self.tally_with(buffer, now, u64::from(buffer.sent_by.at > now))
    }
}

impl Scheduled {
    /// A port with so many queues.
    pub(crate) fn new(mut buffer: Buffer, queues: usize, settings: Schedule) -> Self {
        buffer.give_places(&settings.places);
        let line = Line { clock: buffer.settings.clock, is_stopped: false, may_change: false };
        Self {
            buffer,
            area: Area::NOTHING,
            queues: vec![Queue::default(); queues],
            settings,
            arrived: Time::ZERO,
            started: Time::ZERO,
            serving: LaneId::new(0),
            slot: 0,
            line,
        }
    }

    /// The memory that it shares with other ports.
    pub(crate) fn memory(&self) -> Option<Id<SharedMemory>> {
        self.settings.memory.map(|(memory, _)| memory)
    }

    /// The key of the port's own slot: when the next of the cells that wait is sent.
    pub(crate) fn next_departure(&self, port: PortId) -> Key {
        if self.buffer.queued == 0 || self.line.is_stopped {
            Key::NEVER
        } else {
            Key::new(self.buffer.sent_by.at, Rank::Departure(port.number()), self.slot)
        }
    }

    /// Sends at another rate the cells that are begun after `now`; of 0 none is begun. Says whether one may be begun now.
    pub(crate) fn set_rate(&mut self, now: Time, rate: BitRate) -> bool {
        let was_stopped = std::mem::replace(&mut self.line.is_stopped, rate.is_zero());
        if !rate.is_zero() {
            self.line.clock = CellClock::of(rate);
            // What is left of a picosecond is in parts of the clock before.
            self.buffer.sent_by = ClockPoint::exactly(self.buffer.sent_by.at);
        }
        was_stopped && !self.line.is_stopped && self.buffer.queued > 0 && self.buffer.sent_by.at <= now
    }

    /// Takes in one cell at `now`.
    pub(crate) fn arrive(
        &mut self,
        now: Time,
        cell: &Train,
        lane: LaneId,
        memories: &mut List<SharedMemory>,
    ) -> Arrived {
        self.buffer.come_to(&mut self.area, now);
        let place = self.buffer.place_of(lane);
        if let Some((ruling, place, view)) = self.settings.rule(place, now) {
            ruling.note_arrival(place, view);
        }
        let verdict = self.judge(now, cell, lane, place, memories);
        self.buffer.log_arrival(now, cell, lane, verdict);
        if let Verdict::Refuse(reason) = verdict {
            self.buffer.refuse(reason, now, cell, lane);
            return Arrived::Lost;
        }
        if let Some((ruling, place, view)) = self.settings.rule(place, now) {
            ruling.note_higher(place, view);
        }
        self.buffer.statistics.tally.accepted += 1;
        let idle = self.is_idle(now);
        let data = self.enqueue(now, cell, lane, place);
        if let Some((memory, port)) = self.settings.memory {
            memories[memory].enter(port as usize);
        }
        self.follow_arrival(now, data, idle);
        match (idle, self.buffer.queued) {
            (true, _) => Arrived::AtIdlePort,
            (false, 1) => Arrived::WaitsAlone,
            _ => Arrived::Waits,
        }
    }

    /// Whether a cell that comes at `now` is sent at once.
    #[inline]
    pub(super) fn is_idle(&self, now: Time) -> bool {
        self.buffer.queued == 0 && self.buffer.sent_by.at <= now && !self.line.is_stopped
    }

    /// Puts a cell of a lane that has this place into its queue; gives the lane of its data.
    #[inline(always)]
    pub(super) fn enqueue(&mut self, now: Time, cell: &Train, lane: LaneId, place: usize) -> LaneId {
        self.area.change(&mut self.buffer, now, 1);
        let Place { queue, category, lane: data, .. } = self.settings.places[place];
        let waiting = &mut self.queues[queue as usize];
        self.settings.scheduler.enter(queue, waiting.cells() == 0);
        waiting.push(cell, lane);
        self.settings.pool.enter(category, 1);
        self.arrived = now;
        data
    }

    /// Counts a cell that has been taken. One that starts at once was never in the queue.
    fn follow_arrival(&mut self, now: Time, data: LaneId, idle: bool) {
        let buffer = &mut self.buffer;
        if !idle || buffer.settings.counts_service {
            let in_service = u64::from(buffer.settings.counts_service);
            let waiting = buffer.queued + in_service - u64::from(idle);
            buffer.statistics.tally.most_waiting = buffer.statistics.tally.most_waiting.max(waiting);
        }
        if buffer.counts_by_vc {
            buffer.enter_vc(data, 1);
        }
        if !idle {
            buffer.record_changes(now);
        }
    }

    /// Starts the next transmission at `start`, when the one before has ended and a cell waits; gives
    /// the cell and the end of its transmission. A cell at an idle port has not waited, and
    /// was never in the queue.
    pub(crate) fn depart(
        &mut self,
        start: ClockPoint,
        has_waited: bool,
        memories: &mut List<SharedMemory>,
    ) -> (Train, ClockPoint) {
        let now = start.at;
        self.buffer.come_to(&mut self.area, now);
        let queue = self.settings.scheduler.first().expect("a cell waits");
        let waiting = &mut self.queues[queue as usize];
        let (mut cell, lane) = waiting.pop(1);
        self.settings.scheduler.serve(waiting.cells() > 0);
        let place = self.buffer.place_of(lane);
        let Place { category, lane: data, .. } = self.settings.places[place];
        self.settings.pool.leave(category, 1);
        self.serving = data;
        if let Some((memory, port)) = self.settings.memory {
            memories[memory].leave(port as usize);
        }
        if !self.buffer.at(lane).is_rm && self.marks_efci(now, place) {
            cell.label = cell.label.with_efci();
        }
        let buffer = &mut self.buffer;
        buffer.sent_by = self.line.clock.step(start);
        self.area.change(buffer, now, -1);
        if buffer.counts_by_vc {
            buffer.leave_vc(data, 1);
        }
        if has_waited {
            self.started = now;
            buffer.record_changes(now);
        }
        (cell, self.line.seen_behind(buffer.sent_by, &buffer.settings.clock))
    }

    /// Whether the rule marks a data cell that is on its way at `now`. What waits before a cell that is not
    /// ABR's is the whole queue.
    fn marks_efci(&mut self, now: Time, place: usize) -> bool {
        let Some((ruling, place, view)) = self.settings.rule(place, now) else { return false };
        let all = PortView { now, abr_queue: self.buffer.queued };
        ruling.marks(place, || if place.rule_vc.is_some() { view() } else { all })
    }

    /// Whether a cell is taken, and if not, why.
    fn judge(
        &mut self,
        now: Time,
        cell: &Train,
        lane: LaneId,
        place: usize,
        memories: &List<SharedMemory>,
    ) -> Verdict {
        let (buffer, settings) = (&mut self.buffer, &self.settings);
        let Place { queue, category, lane: data, .. } = settings.places[place];
        let in_service = u64::from(buffer.settings.counts_service && buffer.sent_by.at > now);
        let shared = settings.pool.shared_used() + in_service;
        let clp = cell.label.clp();
        if shared < buffer.sure_room
            && buffer.takes(lane)
            && settings.queue_capacity == u64::MAX
            && settings.memory.is_none()
        {
            // No policy refuses a cell of a frame in good order that has room for sure.
            buffer.at_mut(lane).gate.accept_run(cell.ends_frame());
            return Verdict::Accept;
        }
        let has_room = self.queues[queue as usize].cells() < settings.queue_capacity
            && settings.memory.is_none_or(|(memory, port)| memories[memory].has_room(port as usize));
        let is_reserved = settings.pool.has_reserved_room(category);
        let no_room = match (has_room, is_reserved) {
            (false, _) => Some(LossReason::Overflow),
            (true, true) => None,
            (true, false) => buffer.no_room_for(clp, shared),
        };
        if buffer.at(lane).is_rm {
            // An RM cell belongs to no frame.
            return no_room.map_or(Verdict::Accept, Verdict::Refuse);
        }
        // A category's own cells are not part of the space that the policy guards.
        let share = (!is_reserved).then(|| {
            let is_served = u64::from(self.serving == data) * in_service;
            let alone = u64::from(buffer.at(self.serving).queued == 0) * in_service;
            Share {
                clp,
                waiting: shared,
                vc_waiting: u64::from(buffer.at(data).queued) + is_served,
                active_vcs: if buffer.counts_by_vc { buffer.active_vcs + alone } else { 0 },
            }
        });
        buffer.verdict(now, lane, cell.ends_frame(), no_room, share)
    }
}

impl Schedule {
    /// The rule, its knowledge of a circuit by the place of that, and its view of the port at `now`.
    #[inline(always)]
    pub(super) fn rule(
        &mut self,
        place: usize,
        now: Time,
    ) -> Option<(&mut Ruling, &Place, impl Fn() -> PortView + Copy)> {
        let Self { ruling, places, pool, .. } = self;
        let pool = &*pool;
        let view = move || PortView { now, abr_queue: pool.used(Category::Abr) };
        ruling.as_mut().map(|ruling| (ruling, &places[place], view))
    }
}
