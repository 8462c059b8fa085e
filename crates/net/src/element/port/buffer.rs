//! The buffer of a port: which cells are taken, whatever decides when they leave.

use cellwise_atm::drop_policy::{AnyDropPolicy, DropPolicy, FrameGate, QueueView, Verdict};
use cellwise_atm::loss::LossReason;
use cellwise_engine::RandomStream;
use cellwise_engine::chance::uniform;
use cellwise_units::{BitRate, CellClock, ClockPoint, Span, Time};

use super::ruling::Place;
use super::statistics::Statistics;
use crate::data::arrivals::{Arrival, Arrivals};
use crate::data::ids::{CircuitId, HopId};
use crate::data::train::{ClockIndex, Train};
use crate::element::{LaneId, Lanes, Marks};

/// What the port's settings decide.
#[derive(Clone, Debug)]
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
}

impl PortSettings {
    /// From a cell's arrival at the empty port to its arrival at the next element.
    #[inline]
    pub(crate) fn passage(&self) -> Span {
        self.clock.cell_time() + self.delay
    }
}

/// The state of a circuit at a port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// Within its current frame.
    pub(super) gate: FrameGate,
    /// Whether its cells belong to no frame: RM cells.
    pub(super) is_rm: bool,
    /// Its cells in the queue, if they are needed.
    pub(super) queued: u32,
    /// At a port with a scheduler or a rate rule: its place among the virtual connections.
    pub(super) place: u32,
    circuit: CircuitId,
}

/// What all ports have.
#[derive(Clone, Debug)]
pub(crate) struct Buffer {
    pub(crate) settings: PortSettings,
    /// By lane.
    pub(super) circuits: Vec<Standing>,
    /// When everything accepted so far will have been sent; at a port with a scheduler, when the transmission
    /// under way ends.
    pub(crate) sent_by: ClockPoint,
    /// Cells in the queue: X.
    pub(super) queued: u64,
    asked_from: u64,
    /// Below so many cells in the queue nothing is refused: the policy is not asked, the buffer not
    /// full. 0 for a policy that must see every frame.
    pub(super) sure_room: u64,
    discards_remainder: bool,
    /// Circuits with at least one cell in the queue, if they are needed.
    pub(super) active_vcs: u64,
    /// Whether the cells in the queue are counted by circuit.
    pub(super) counts_by_vc: bool,
    /// Whether single cells in the queue matter: for those who count them by circuit, or a record of
    /// every change.
    pub(super) follows_cells: bool,
    pub(crate) statistics: Statistics,
    pub(crate) lanes: Lanes,
    /// The cells that were taken and lost, for a capture or a watch; `None` without either.
    pub(crate) arrivals: Option<Box<Arrivals>>,
}

/// What a drop policy may want to know of the queue and of the cell that arrives.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    pub(super) clp: bool,
    /// X.
    pub(super) waiting: u64,
    /// `Y_i`.
    pub(super) vc_waiting: u64,
    /// `N_a`.
    pub(super) active_vcs: u64,
}

impl Buffer {
    pub(super) fn new(settings: PortSettings, marks: Marks) -> Self {
        Self {
            circuits: Vec::new(),
            sent_by: ClockPoint::exactly(Time::ZERO),
            queued: 0,
            asked_from: settings.policy.asked_from(),
            sure_room: settings.policy.asked_from().min(settings.capacity).min(settings.clp1_threshold),
            discards_remainder: settings.policy.discards_remainder(),
            active_vcs: 0,
            counts_by_vc: settings.policy.needs_vc_accounting(),
            follows_cells: settings.policy.needs_vc_accounting(),
            statistics: Statistics::new(marks),
            lanes: Lanes::default(),
            arrivals: None,
            settings,
        }
    }

    /// Adds the circuit of a hop.
    pub(crate) fn add(&mut self, hop: HopId, circuit: CircuitId) -> LaneId {
        if self.circuits.len() < 2 {
            self.circuits.reserve_exact(1);
        }
        self.circuits.push(Standing { gate: FrameGate::Between, is_rm: false, queued: 0, place: 0, circuit });
        self.lanes.add(hop)
    }

    /// Notes that the cells of a circuit are RM cells.
    pub(crate) fn note_rm_cells(&mut self, lane: LaneId) {
        self.at_mut(lane).is_rm = true;
        self.lanes.note_rm_cells(lane);
    }

    #[inline]
    pub(super) fn at(&self, lane: LaneId) -> &Standing {
        &self.circuits[lane.place()]
    }

    #[inline]
    pub(super) fn at_mut(&mut self, lane: LaneId) -> &mut Standing {
        &mut self.circuits[lane.place()]
    }

    /// Why a queue in which so many cells wait has no room for a cell, if it has none.
    #[inline]
    pub(super) fn no_room_for(&self, clp: bool, waiting: u64) -> Option<LossReason> {
        if waiting >= self.settings.capacity {
            Some(LossReason::Overflow)
        } else {
            (clp && waiting >= self.settings.clp1_threshold).then_some(LossReason::ClpThreshold)
        }
    }

    /// What becomes of a cell by its frame's fate so far, the room and, at the start of a frame, the
    /// policy, which is asked if there is a `share` to ask it about.
    #[inline]
    pub(super) fn verdict(
        &mut self,
        now: Time,
        lane: LaneId,
        last: bool,
        no_room: Option<LossReason>,
        share: Option<Share>,
    ) -> Verdict {
        let mut gate = self.at(lane).gate;
        let verdict = gate.judge(last, no_room, self.discards_remainder, || {
            share.is_some_and(|share| share.waiting >= self.asked_from && self.refuses_frame(now, share))
        });
        self.at_mut(lane).gate = gate;
        verdict
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

    /// Whether the next cell of a circuit is taken for sure if there is room.
    #[inline]
    pub(super) fn takes(&self, lane: LaneId) -> bool {
        matches!(self.at(lane).gate, FrameGate::Between | FrameGate::Whole) && self.sure_room > 0
    }

    /// Whether so many cells find room for sure.
    #[inline]
    pub(super) fn has_sure_room(&self, cells: u16) -> bool {
        self.queued.saturating_add(u64::from(cells)) <= self.sure_room
    }

    #[cold]
    pub(super) fn refuse(&mut self, reason: LossReason, at: Time, cell: &Train, lane: LaneId) {
        self.statistics.tally.lost.record(reason, 1);
        self.lanes.lose(lane, reason, at, cell);
    }

    /// How many of the next cells of a frame, which come behind one that was lost, are lost whatever happens meanwhile,
    /// and why; `None` where each cell must be known.
    #[inline]
    pub(super) fn sure_losses(&self, cells: &Train, lane: LaneId) -> Option<(u16, LossReason)> {
        if self.arrivals.is_some() || self.lanes.logs {
            return None;
        }
        self.at(lane).gate.sure_losses(cells.count, cells.ends_frame())
    }

    /// Loses cells that are [lost whatever happens](Self::sure_losses), by the next mark.
    pub(crate) fn refuse_run(&mut self, reason: LossReason, cells: &Train, lane: LaneId) {
        self.at_mut(lane).gate.refuse_run(cells.ends_frame());
        self.statistics.tally.lost.record(reason, u64::from(cells.count));
        self.lanes.count_lost(lane, reason, u64::from(cells.count));
    }

    /// Counts cells of a circuit that join the queue among those of their circuit.
    #[inline]
    pub(super) fn enter_vc(&mut self, lane: LaneId, cells: u32) {
        let of_vc = &mut self.at_mut(lane).queued;
        let is_first = *of_vc == 0;
        *of_vc += cells;
        self.active_vcs += u64::from(is_first);
    }

    /// The same for cells that leave the queue.
    #[inline]
    pub(super) fn leave_vc(&mut self, lane: LaneId, cells: u32) {
        let of_vc = &mut self.at_mut(lane).queued;
        *of_vc -= cells;
        let was_last = *of_vc == 0;
        self.active_vcs -= u64::from(was_last);
    }

    /// Begins to log every cell that arrives; gives the receivers of the log. Cells then come one by one:
    /// no room is sure enough to skip that.
    pub(crate) fn log_arrivals(&mut self) -> &mut Arrivals {
        self.sure_room = 0;
        self.arrivals.get_or_insert_default()
    }

    /// Logs a cell that has arrived, and its fate, if it is wanted.
    #[inline]
    pub(super) fn log_arrival(&mut self, at: Time, cell: &Train, lane: LaneId, verdict: Verdict) {
        if self.arrivals.is_none() {
            return;
        }
        let circuit = self.at(lane).circuit;
        let Some(arrivals) = &mut self.arrivals else { return };
        let lost = match verdict {
            Verdict::Accept => None,
            Verdict::Refuse(reason) => Some(reason),
        };
        let Train { frame, index, label, .. } = *cell;
        arrivals.cells.push(Arrival { at, circuit, frame, index, label, lost });
    }

    /// Gives the circuits of data their places among the virtual connections.
    pub(super) fn give_places(&mut self, places: &[Place]) {
        for (number, place) in (0..).zip(places) {
            self.at_mut(place.lane).place = number;
        }
        self.statistics.rates().explicit = vec![f64::NAN; places.len()];
    }

    /// Gives the RM cells of a circuit the place of the data with which they go.
    pub(crate) fn share_place(&mut self, rm: LaneId, data: LaneId) {
        self.at_mut(rm).place = self.at(data).place;
    }

    #[inline]
    pub(super) fn place_of(&self, lane: LaneId) -> usize {
        self.at(lane).place as usize
    }

    /// Notes the explicit rate that a rate rule has given a connection at `now`.
    pub(super) fn note_explicit_rate(&mut self, now: Time, lane: LaneId, rate: f64) {
        let place = self.place_of(lane);
        self.statistics.rates().explicit[place] = rate;
        self.record_rates(|_| true, now);
    }
}
