//! Output ports: a finite buffer in front of one direction of a link.
//!
//! There are four kinds. A [`Fifo`] settles on arrival when a cell leaves; a [`Ruled`] one does so in order of
//! time, because a rate rule sees its queue. A [`Scheduled`] port decides what leaves next when it can send, and
//! the [`Adapter`] of an ABR end when its source may. All have a [`Buffer`]: which cells are taken, and what is
//! counted and recorded.

mod adapter;
mod area;
mod buffer;
mod coupler;
mod fifo;
mod planned;
mod ruled;
mod ruling;
mod scheduled;
mod statistics;
mod sure;
#[cfg(test)]
mod tests;
mod trains;
mod turns;
mod uncounted;
mod waiting;

use cellwise_atm::abr::RmCell;
use cellwise_atm::loss::LossReason;
use cellwise_units::{CellClock, Time};

pub(crate) use adapter::{Adapter, Emission, Outlet, Outlets};
pub(crate) use buffer::{Buffer, PortSettings};
pub(crate) use fifo::Fifo;
pub(crate) use ruled::Ruled;
pub(crate) use ruling::{Place, Ruling};
pub(crate) use scheduled::{Arrived, Schedule, Scheduled};
pub(crate) use statistics::{PortTally, Watched, before};
pub(crate) use uncounted::Passed;

use super::LaneId;
use crate::data::ids::{List, PortId, kind};
use crate::data::train::Train;

/// An output port.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "most ports are FIFOs, and cells pass them most often")]
pub(crate) enum Port {
    Fifo(Fifo),
    Ruled(Box<Ruled>),
    Scheduled(Box<Scheduled>),
    Adapter(Box<Adapter>),
}

impl Port {
    #[inline]
    pub(crate) fn buffer(&self) -> &Buffer {
        match self {
            Self::Fifo(port) => &port.buffer,
            Self::Ruled(port) => &port.fifo.buffer,
            Self::Scheduled(port) => &port.buffer,
            Self::Adapter(port) => &port.buffer,
        }
    }

    #[inline]
    pub(crate) fn buffer_mut(&mut self) -> &mut Buffer {
        match self {
            Self::Fifo(port) => &mut port.buffer,
            Self::Ruled(port) => &mut port.fifo.buffer,
            Self::Scheduled(port) => &mut port.buffer,
            Self::Adapter(port) => &mut port.buffer,
        }
    }

    #[inline]
    pub(crate) fn settings(&self) -> &PortSettings {
        &self.buffer().settings
    }

    pub(crate) fn name(&self) -> &str {
        &self.settings().name
    }

    pub(crate) fn is_adapter(&self) -> bool {
        matches!(self, Self::Adapter(_))
    }

    pub(crate) fn as_adapter(&self) -> Option<&Adapter> {
        if let Self::Adapter(adapter) = self { Some(adapter) } else { None }
    }

    /// Whether the line behind it may change during the run.
    pub(crate) fn may_change(&self) -> bool {
        matches!(self, Self::Scheduled(port) if port.line.may_change)
    }

    /// Whether it is a FIFO at which no cell can ever find another one, if its only feeder sends on a clock, and nothing
    /// but counters takes note of the cells that pass.
    pub(crate) fn is_always_empty(&self, feeder: &CellClock) -> bool {
        let Self::Fifo(Fifo { buffer, .. }) = self else { return false };
        feeder.cell_time() >= buffer.settings.clock.cell_time()
            && buffer.settings.capacity > 0
            && !buffer.settings.counts_service
            && !buffer.statistics.has_records()
    }

    /// Cells that are kept here until their turn comes.
    pub(crate) fn held(&self) -> u64 {
        match self {
            // Departures are settled on arrival.
            Self::Fifo(_) | Self::Ruled(_) => 0,
            Self::Scheduled(_) | Self::Adapter(_) => self.buffer().queued,
        }
    }

    /// How many of the next cells of a frame, which come behind one that was lost, are lost whatever happens meanwhile;
    /// with the reason, and the last instant before they matter.
    pub(crate) fn sure_losses(&self, cells: &Train, lane: LaneId) -> Option<(u16, LossReason, Time)> {
        // A rule counts a cell before its fate is known.
        if self.ruling().is_some_and(|ruling| ruling.counts_cells) {
            return None;
        }
        let buffer = self.buffer();
        let (cells, reason) = buffer.sure_losses(cells, lane)?;
        Some((cells, reason, buffer.statistics.next_mark))
    }

    /// Notes the slot of the port's own next event at its ordering point.
    pub(crate) fn set_slot(&mut self, slot: u32) {
        match self {
            Self::Scheduled(port) => port.slot = slot,
            Self::Adapter(port) => port.slot = slot,
            Self::Fifo(_) | Self::Ruled(_) => {}
        }
    }

    /// The rate rule, if there is one.
    pub(crate) fn ruling(&self) -> Option<&Ruling> {
        match self {
            Self::Ruled(port) => Some(&port.ruling),
            Self::Scheduled(port) => port.settings.ruling.as_ref(),
            Self::Fifo(_) | Self::Adapter(_) => None,
        }
    }

    /// Lets the rate rule see, and change, an RM cell of a connection that arrives at `now`, or passes in the opposite
    /// direction; gives the explicit rate, if there is a rule for it.
    pub(crate) fn show_rule(
        &mut self,
        lane: LaneId,
        now: Time,
        rm: &mut RmCell,
        is_backward: bool,
    ) -> Option<f64> {
        self.come_to(now);
        let er = match self {
            Self::Ruled(port) => {
                let (ruling, place, view) = port.rule(lane, now);
                ruling.on_rm(place, view, rm, is_backward)?
            }
            Self::Scheduled(port) => {
                let place = port.buffer.place_of(lane);
                let (ruling, place, view) = port.settings.rule(place, now)?;
                ruling.on_rm(place, view, rm, is_backward)?
            }
            Self::Fifo(_) | Self::Adapter(_) => return None,
        };
        if is_backward {
            self.buffer_mut().note_explicit_rate(now, lane, er);
        }
        Some(er)
    }

    /// Sees to everything that is due before `now`; with [`Time::NEVER`] closes the statistics at the end of the run.
    pub(crate) fn come_to(&mut self, now: Time) {
        match self {
            Self::Fifo(Fifo { buffer, queue }) => buffer.come_to(queue, now),
            Self::Ruled(port) => port.fifo.buffer.come_to(&mut port.fifo.queue, now),
            Self::Scheduled(port) => port.buffer.come_to(&mut port.area, now),
            Self::Adapter(port) => port.come_to(now),
        }
    }
}

/// The ports by kind. Where one is asked for that is of another kind, the network was put together wrongly.
impl List<Port, kind::Port> {
    #[inline]
    pub(crate) fn fifo(&mut self, port: PortId) -> &mut Fifo {
        match &mut self[port] {
            Port::Fifo(fifo) => fifo,
            other => unreachable!("{} is no FIFO", other.name()),
        }
    }

    #[inline]
    pub(crate) fn scheduled(&mut self, port: PortId) -> &mut Scheduled {
        match &mut self[port] {
            Port::Scheduled(scheduled) => scheduled,
            other => unreachable!("{} has no scheduler", other.name()),
        }
    }

    #[inline]
    pub(crate) fn adapter(&mut self, port: PortId) -> &mut Adapter {
        match &mut self[port] {
            Port::Adapter(adapter) => adapter,
            other => unreachable!("{} is no adapter", other.name()),
        }
    }
}
