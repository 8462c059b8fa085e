//! An adapter: the buffer of one ABR connection's end and the source that paces what leaves it.
//!
//! Source: ATM Forum af-tm-0056, section 5.10.4; the rules themselves are in `cellwise_atm::abr`.

use std::collections::VecDeque;

use cellwise_atm::LossReason;
use cellwise_atm::abr::{AbrSource, TurnAround};
use cellwise_atm::drop_policy::Verdict;
use cellwise_engine::Key;
use cellwise_units::{Span, Time};

use super::waiting::Queue;
use super::{Port, Share};
use crate::hop::Hop;
use crate::ids::{CircuitId, FlowId, HopId, List, MergeId};
use crate::train::Train;

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

/// The ordering point behind an adapter, and the stream there that leads from nowhere else.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outlet {
    pub(crate) merge: MergeId,
    pub(crate) stream: u32,
    /// The least time from the adapter to there; above 0.
    pub(crate) passage: Span,
}

/// The source of an ABR connection's end.
#[derive(Debug)]
pub(crate) struct Pacer {
    pub(crate) source: AbrSource,
    /// Backward RM cells that wait for their turn.
    pub(crate) turned: TurnAround,
    pub(crate) cells: Queue,
    /// The hop of the data at this adapter.
    pub(crate) data_hop: HopId,
    /// The circuits of the forward RM cells that it makes, and of the backward ones that it sends.
    pub(crate) forward: CircuitId,
    pub(crate) backward: Option<CircuitId>,
    /// Cells in the buffer by flow, for drop policies that look at shares.
    pub(crate) of_flows: Vec<(FlowId, u64)>,
    /// The flows of the cells in the buffer, in order, each with how many cells in a row; kept beside
    /// [`Pacer::of_flows`], because a frame that has lost its last cell is forgotten.
    pub(crate) in_order: VecDeque<(FlowId, u64)>,
    /// At a switch: cells that may wait here before the loop before it is told to send less.
    pub(crate) calm_cells: f64,
    /// Whether the host must be told of frames that have left the adapter.
    pub(crate) tells_host: bool,
    /// Where its cells are asked for when they are needed, if that is enough: those of data and
    /// forward RM cells, and backward RM cells. None if it sends them of its own.
    pub(crate) outlets: Option<[Option<Outlet>; 2]>,
    /// The latest instant of anything that happened here: nothing is sent before it.
    pub(crate) reached: Time,
    /// The ordering point and the slot for the next cell, if the adapter sends of its own.
    pub(crate) slot: (MergeId, u32),
    /// The key in that slot.
    pub(crate) due: Key,
    /// CCR of the forward RM cell that was sent last, in cells/s; not-a-number before the first.
    pub(crate) ccr: f64,
    pub(crate) tally: RmTally,
    pub(crate) baseline: RmTally,
    /// Until when the integral of ACR is taken.
    pub(crate) rate_since: Time,
}

impl Pacer {
    /// The next instant at which a cell may be sent; [`Time::NEVER`] if nothing may be.
    #[inline]
    pub(crate) fn next_emission(&self) -> Time {
        self.source.next_opportunity(self.cells.cells() > 0, !self.turned.is_empty()).max(self.reached)
    }

    /// Takes the ACR into account until `now`.
    pub(crate) fn integrate_until(&mut self, now: Time) {
        self.integrate(self.source.acr(), now);
    }

    /// Takes an ACR into account that was allowed until `now`.
    pub(crate) fn integrate(&mut self, acr: f64, now: Time) {
        self.tally.allowed_cells += acr * (now - self.rate_since).as_secs_f64();
        self.rate_since = now;
    }

    /// Keeps what has been counted by the end of the warm-up.
    pub(crate) fn end_warmup(&mut self, mark: Time) {
        self.integrate_until(mark);
        self.baseline = self.tally;
    }
}

impl Port {
    /// The pacer of a port that is known to be an adapter.
    #[inline]
    pub(crate) fn pacer(&mut self) -> &mut Pacer {
        self.pacer.as_mut().expect("the port is an adapter")
    }

    /// Whether the adapter counts its cells by flow.
    #[inline]
    pub(crate) fn counts_flows(&self) -> bool {
        self.accounting.is_some()
    }

    /// Notes that the allowed rate may have changed at `now`.
    #[inline]
    pub(crate) fn note_allowed_rate(&mut self, now: Time, hops: &List<Hop>) {
        if self.records_rates {
            self.record_rates(now, hops);
        }
    }

    /// Notes that a forward RM cell with a CCR is sent at `now`.
    pub(crate) fn note_forward_rm(&mut self, now: Time, ccr: f64, hops: &List<Hop>) {
        let pacer = self.pacer();
        pacer.tally.forward += 1;
        pacer.ccr = ccr;
        if self.records_rates {
            self.record_current_rate(now, hops);
        }
    }

    /// What a virtual destination lets the source before it send, in cells/s: its own source's ACR,
    /// less as its queue grows beyond what it may be.
    pub(crate) fn rate_upstream(&self) -> f64 {
        self.pacer.as_ref().map_or(f64::INFINITY, |pacer| {
            pacer.source.acr() * (pacer.calm_cells / self.queued.max(1) as f64).min(1.0)
        })
    }

    /// Takes in cells of data that come together at `now`, which belong to a packet of `flow`, if
    /// there is room for all; says whether it did.
    pub(crate) fn buffer_run(
        &mut self,
        now: Time,
        cells: &Train,
        flow: FlowId,
        hops: &mut List<Hop>,
    ) -> bool {
        if now > self.mark {
            self.pass_marks(now, hops);
        }
        let count = u64::from(cells.count);
        let hop = &mut hops[cells.hop];
        if self.queued.saturating_add(count) > self.sure_room || !self.takes(hop) {
            return false;
        }
        hop.gate.accept_run(cells.ends_frame());
        self.admit(now, cells, flow, hops);
        true
    }

    /// Takes in one cell of data at `now` if it is not lost, after [`Port::buffer_run`]; says whether
    /// it is taken.
    pub(crate) fn buffer(&mut self, now: Time, cell: &Train, flow: FlowId, hops: &mut List<Hop>) -> bool {
        let index = cell.hop;
        if let Err(reason) = self.judge_adapter(now, cell, flow, &mut hops[index]) {
            self.tally.lost.record(reason, 1);
            hops[index].lose(reason, now, cell);
            return false;
        }
        self.admit(now, cell, flow, hops);
        true
    }

    /// Puts cells into the buffer.
    fn admit(&mut self, now: Time, cells: &Train, flow: FlowId, hops: &List<Hop>) {
        let count = u64::from(cells.count);
        self.tally.accepted += count;
        self.change_queued(now, i64::from(cells.count));
        self.tally.most_waiting = self.tally.most_waiting.max(self.queued);
        let counts_flows = self.accounting.is_some();
        let pacer = self.pacer();
        pacer.cells.push(cells);
        if counts_flows {
            match pacer.of_flows.iter_mut().find(|(known, _)| *known == flow) {
                Some((_, known)) => *known += count,
                None => pacer.of_flows.push((flow, count)),
            }
            match pacer.in_order.back_mut() {
                Some((last, run)) if *last == flow => *run += count,
                _ => pacer.in_order.push_back((flow, count)),
            }
        }
        if self.records_changes {
            self.record_changes(now, hops);
        }
    }

    /// Takes the next cell of data out of the adapter at `now`.
    pub(crate) fn unbuffer(&mut self, now: Time, hops: &List<Hop>) -> Train {
        self.change_queued(now, -1);
        if self.records_changes {
            self.record_changes(now, hops);
        }
        self.pacer().cells.pop()
    }

    /// Forgets the flow of the cell that has left the adapter.
    pub(crate) fn leave_flow(&mut self) {
        let pacer = self.pacer();
        let Some((flow, run)) = pacer.in_order.front_mut() else { return };
        let flow = *flow;
        *run -= 1;
        if *run == 0 {
            pacer.in_order.pop_front();
        }
        if let Some(index) = pacer.of_flows.iter().position(|(known, _)| *known == flow) {
            pacer.of_flows[index].1 -= 1;
            if pacer.of_flows[index].1 == 0 {
                pacer.of_flows.swap_remove(index);
            }
        }
    }

    fn judge_adapter(
        &mut self,
        now: Time,
        cell: &Train,
        flow: FlowId,
        hop: &mut Hop,
    ) -> Result<(), LossReason> {
        let clp = cell.label.clp();
        let no_room = self.no_room_for(clp, self.queued);
        let flows = &self.pacer.as_ref().expect("the port is an adapter").of_flows;
        let share = Share {
            clp,
            waiting: self.queued,
            vc_waiting: flows.iter().find(|(known, _)| *known == flow).map_or(0, |(_, cells)| *cells),
            active_vcs: flows.len() as u64,
        };
        match self.verdict(now, hop, cell.ends_frame(), no_room, Some(share)) {
            Verdict::Accept => Ok(()),
            Verdict::Refuse(reason) => Err(reason),
        }
    }
}
