//! An adapter: the buffer of one ABR connection's end and the source that paces what leaves it.
//!
//! Source: ATM Forum af-tm-0056, section 5.10.4; the rules themselves are in `cellwise_atm::abr`.

use std::collections::VecDeque;

use cellwise_atm::abr::{AbrSettings, AbrSource, RmCell, Sent, TurnAround};
use cellwise_atm::drop_policy::Verdict;
use cellwise_engine::{Key, Rank};
use cellwise_units::{CellClock, Span, Time};

use super::area::Area;
use super::buffer::{Buffer, PortSettings, Share};
use super::planned::Plan;
use super::statistics::{PortTally, Service, Watched};
use super::waiting::Queue;
use crate::data::ids::{CircuitId, FlowId, HopId, MergeId, PortId};
use crate::data::measured::{Measured, Since};
use crate::data::train::{INSTANT, Train};
use crate::element::{LaneId, Marks};

/// What an adapter sends.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RmTally {
    /// Forward RM cells.
    pub(crate) forward: u64,
    /// Backward RM cells.
    pub(crate) backward: u64,
    /// Integral of ACR over time, in cells.
    pub(crate) allowed_cells: f64,
}

impl Since for RmTally {
    fn since(&self, before: &Self) -> Self {
        Self {
            forward: self.forward - before.forward,
            backward: self.backward - before.backward,
            allowed_cells: self.allowed_cells - before.allowed_cells,
        }
    }
}

/// The ordering point behind an adapter, and the stream there that leads from nowhere else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlet {
    pub(crate) merge: MergeId,
    pub(crate) stream: u32,
    /// The least time from the adapter to there; above 0.
    pub(crate) passage: Span,
    /// The hop there, of data.
    pub(crate) hop: HopId,
    /// Whether cells that are planned may be put there: they are taken one by one, on whatever clock they come.
    pub(crate) takes_plans: bool,
}

/// Where the cells of an adapter are asked for when they are needed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlets {
    /// Those of data and forward RM cells.
    pub(crate) data: Outlet,
    /// Backward RM cells, if they take another way.
    pub(crate) backward: Option<Outlet>,
}

/// A cell that an adapter sends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Emission {
    /// A cell of data.
    Data(Train),
    /// An RM cell on a circuit.
    Rm { circuit: CircuitId, rm: RmCell, out_of_rate: bool },
}

/// The adapter of an ABR connection's end.
#[derive(Clone, Debug)]
pub(crate) struct Adapter {
    pub(crate) buffer: Buffer,
    pub(super) pacing: Pacing,
    /// Backward RM cells that wait for their turn.
    pub(crate) turned: TurnAround,
    pub(super) cells: Queue,
    pub(super) shares: FlowShares,
    /// What it will send if nothing reaches it meanwhile, where it is asked for its cells.
    pub(super) planned: Option<Plan>,
    /// The hop of the data at this adapter.
    pub(crate) data_hop: HopId,
    /// The circuit of the forward RM cells that it makes.
    pub(crate) forward: CircuitId,
    /// The circuit of the backward ones that it sends, if any are turned around to it.
    pub(crate) backward: Option<CircuitId>,
    /// At a switch: cells that may wait here before the loop before it is asked to send less.
    target_queue: f64,
    /// Whether the host must know of frames that have left the adapter.
    pub(crate) notifies_host: bool,
    /// Where its cells are asked for when they are needed, if that is enough; `None` if it sends them of its own.
    pub(crate) outlets: Option<Outlets>,
    /// The latest instant of anything that happened here: nothing is sent before it.
    pub(crate) reached: Time,
    /// The slot at its ordering point for what the adapter does of its own.
    pub(crate) slot: u32,
    /// The key in that slot.
    pub(crate) due: Key,
}

/// The source that paces an adapter.
#[derive(Clone, Debug)]
pub(super) struct Pacing {
    pub(super) source: AbrSource,
    pub(super) area: Area,
    tally: Measured<RmTally>,
    /// Until when the integral of ACR is taken.
    integrated_until: Time,
}

/// Cells in the buffer by flow, for drop policies that use shares.
#[derive(Clone, Debug, Default)]
pub(super) struct FlowShares {
    of_flows: Vec<(FlowId, u64)>,
    /// The flows of the cells in the buffer, in order, each with how many cells in a row; kept here, because a
    /// frame that has lost its last cell is forgotten.
    in_order: VecDeque<(FlowId, u64)>,
}

impl FlowShares {
    fn enter(&mut self, flow: FlowId, cells: u64) {
        match self.of_flows.iter_mut().find(|(known, _)| *known == flow) {
            Some((_, known)) => *known += cells,
            None => self.of_flows.push((flow, cells)),
        }
        match self.in_order.back_mut() {
            Some((last, run)) if *last == flow => *run += cells,
            _ => self.in_order.push_back((flow, cells)),
        }
    }

    /// Forgets the flow of cells of one frame that have left the adapter.
    pub(super) fn leave(&mut self, cells: u64) {
        let Some((flow, run)) = self.in_order.front_mut() else { return };
        let flow = *flow;
        *run -= cells;
        if *run == 0 {
            self.in_order.pop_front();
        }
        if let Some(index) = self.of_flows.iter().position(|(known, _)| *known == flow) {
            self.of_flows[index].1 -= cells;
            if self.of_flows[index].1 == 0 {
                self.of_flows.swap_remove(index);
            }
        }
    }

    fn of(&self, flow: FlowId) -> u64 {
        self.of_flows.iter().find(|(known, _)| *known == flow).map_or(0, |(_, cells)| *cells)
    }
}

impl Pacing {
    /// Takes an ACR into account that was allowed until `now`.
    fn integrate(&mut self, acr: f64, now: Time) {
        if now < self.integrated_until {
            // It has come further than the end of a run that was stopped.
            return;
        }
        self.tally.allowed_cells += acr * (now - self.integrated_until).as_secs_f64();
        self.integrated_until = now;
    }

    /// Takes the ACR into account until `now`.
    fn integrate_until(&mut self, now: Time) {
        self.integrate(self.source.acr(), now);
    }
}

impl Service for Pacing {
    const COUNTS_SERVICE_APART: bool = false;

    fn tally_at(&self, buffer: &Buffer, now: Time) -> PortTally {
        self.area.tally_with(buffer, now, 0)
    }

    fn end_warmup(&mut self, mark: Time) {
        self.integrate_until(mark);
        self.tally.end_warmup();
    }

    fn close(&mut self, mark: Time) {
        self.integrate_until(mark);
    }
}

impl Adapter {
    /// An adapter of which, at a switch, `target_queue` cells may wait before the loop before it is asked to
    /// send less.
    pub(crate) fn new(settings: PortSettings, marks: Marks, abr: &AbrSettings, target_queue: f64) -> Self {
        let mut buffer = Buffer::new(settings, marks);
        let source = AbrSource::new(abr, Time::ZERO);
        buffer.statistics.rates().allowed = source.acr();
        let (area, tally) = (Area::NOTHING, Measured::default());
        Self {
            buffer,
            pacing: Pacing { source, area, tally, integrated_until: Time::ZERO },
            turned: TurnAround::new(abr),
            cells: Queue::default(),
            shares: FlowShares::default(),
            planned: None,
            data_hop: HopId::NONE,
            forward: CircuitId::NONE,
            backward: None,
            target_queue,
            notifies_host: false,
            outlets: None,
            reached: Time::ZERO,
            slot: 0,
            due: Key::NEVER,
        }
    }

    /// What it has sent in the measured time.
    pub(crate) fn rm_tally(&self) -> RmTally {
        self.pacing.tally.measured()
    }

    /// Whether the adapter counts its cells by flow.
    #[inline]
    pub(crate) fn counts_flows(&self) -> bool {
        self.buffer.counts_by_vc
    }

    /// The next instant at which a cell may be sent; [`Time::NEVER`] if nothing may be.
    #[inline]
    pub(crate) fn next_emission(&self) -> Time {
        let (data, turned) = (self.cells.cells() > 0, !self.turned.is_empty());
        self.pacing.source.next_opportunity(data, turned).max(self.reached)
    }

    /// The key of its own slot: when it may send its next cell or, where it is asked for its cells, the last one of
    /// a frame of which its host must know.
    pub(crate) fn next_key(&self, port: PortId) -> Key {
        let due = match self.outlets {
            None => self.next_emission(),
            Some(_) if self.notifies_host => self.ends_no_frame_before(),
            Some(_) => Time::NEVER,
        };
        if due == Time::NEVER { Key::NEVER } else { Key::new(due, Rank::Emission(port.number()), self.slot) }
    }

    /// What a virtual destination lets the source before it send, in cells/s: its own source's ACR,
    /// less as its queue grows beyond what it may be.
    pub(crate) fn rate_upstream(&self) -> f64 {
        self.pacing.source.acr() * (self.target_queue / self.buffer.queued.max(1) as f64).min(1.0)
    }

    /// Sees to everything that is due before `now`.
    #[inline]
    pub(crate) fn come_to(&mut self, now: Time) {
        self.buffer.come_to(&mut self.pacing, now);
    }

    /// Takes the answer of a backward RM cell.
    pub(crate) fn on_backward(&mut self, now: Time, rm: &RmCell) {
        self.pacing.integrate_until(now);
        self.pacing.source.on_backward(rm);
        self.note_allowed_rate(now);
    }

    /// Takes an RM cell that is turned around here; gives what has to be sent at once, out of rate.
    pub(crate) fn turn(&mut self, rm: RmCell, clp: bool) -> Option<Emission> {
        let rm = self.turned.push(rm, clp)?;
        Some(self.send_backward(rm, true))
    }

    /// Sends the next cell.
    pub(crate) fn emit(&mut self, now: Time) -> Emission {
        self.come_to(now);
        self.reached = now;
        let acr = self.pacing.source.acr();
        let (data, turned) = (self.cells.cells() > 0, !self.turned.is_empty());
        let sent = self.pacing.source.send(now, data, turned);
        if self.pacing.source.acr() != acr {
            self.pacing.integrate(acr, now);
            self.note_allowed_rate(now);
        }
        match sent {
            Sent::Data => Emission::Data(self.unbuffer(now)),
            Sent::Forward(rm) => self.send_forward(now, rm, false),
            Sent::OutOfRate(rm) => self.send_forward(now, rm, true),
            Sent::Backward => {
                let rm = self.turned.pop().expect("a backward RM cell waits");
                self.send_backward(rm, false)
            }
        }
    }

    fn send_forward(&mut self, now: Time, rm: RmCell, out_of_rate: bool) -> Emission {
        self.pacing.tally.forward += 1;
        self.buffer.statistics.rates().current = rm.ccr;
        self.buffer.record_rates(|watched| *watched == Watched::CurrentRate, now);
        Emission::Rm { circuit: self.forward, rm, out_of_rate }
    }

    fn send_backward(&mut self, rm: RmCell, out_of_rate: bool) -> Emission {
        self.pacing.tally.backward += 1;
        let circuit = self.backward.expect("who is given backward RM cells has a circuit for them");
        Emission::Rm { circuit, rm, out_of_rate }
    }

    /// Notes that the allowed rate may have changed at `now`.
    fn note_allowed_rate(&mut self, now: Time) {
        self.buffer.statistics.rates().allowed = self.pacing.source.acr();
        self.buffer.record_rates(|_| true, now);
    }

    /// Takes in cells of data that come on a clock while nothing is sent, which belong to a packet of `flow`, if
    /// there is room for all; says whether it did.
    pub(crate) fn take_run(&mut self, cells: (&Train, &CellClock), lane: LaneId, flow: FlowId) -> bool {
        let (cells, clock) = cells;
        if !self.buffer.has_sure_room(cells.count) || !self.buffer.takes(lane) {
            return false;
        }
        self.buffer.at_mut(lane).gate.accept_run(cells.ends_frame());
        let count = u64::from(cells.count);
        match cells.clock {
            INSTANT => self.pacing.area.change(&mut self.buffer, cells.first.at, count as i64),
            _ => self.pacing.area.join_by_clock(&mut self.buffer, (cells.first, clock), count),
        }
        self.admit(cells, lane, flow);
        true
    }

    /// Takes in one cell of data at `now` if it is not lost, after [`Adapter::take_run`]; says whether
    /// it is taken.
    pub(crate) fn take(&mut self, now: Time, cell: &Train, lane: LaneId, flow: FlowId) -> bool {
        if let Verdict::Refuse(reason) = self.judge(now, cell, lane, flow) {
            self.buffer.refuse(reason, now, cell, lane);
            return false;
        }
        self.pacing.area.change(&mut self.buffer, now, 1);
        self.admit(cell, lane, flow);
        true
    }

    fn judge(&mut self, now: Time, cell: &Train, lane: LaneId, flow: FlowId) -> Verdict {
        let (buffer, clp) = (&mut self.buffer, cell.label.clp());
        let no_room = buffer.no_room_for(clp, buffer.queued);
        let share = Share {
            clp,
            waiting: buffer.queued,
            vc_waiting: self.shares.of(flow),
            active_vcs: self.shares.of_flows.len() as u64,
        };
        buffer.verdict(now, lane, cell.ends_frame(), no_room, Some(share))
    }

    /// Puts cells into the buffer, which wait already.
    fn admit(&mut self, cells: &Train, lane: LaneId, flow: FlowId) {
        let count = u64::from(cells.count);
        self.buffer.statistics.tally.accepted += count;
        self.buffer.note_most_waiting();
        self.cells.push(cells, lane);
        if self.counts_flows() {
            self.shares.enter(flow, count);
        }
        self.buffer.record_changes(cells.first.at);
    }

    /// Takes the next cell of data out of the buffer at `now`.
    fn unbuffer(&mut self, now: Time) -> Train {
        self.pacing.area.change(&mut self.buffer, now, -1);
        self.buffer.record_changes(now);
        let (cell, _) = self.cells.pop(1);
        if self.counts_flows() {
            self.shares.leave(1);
        }
        cell
    }
}
