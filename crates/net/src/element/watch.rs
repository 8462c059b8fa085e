//! The cells that are offered to a port, one by one: of which frame each is, and what becomes of it.
//!
//! A watch is before the port and notes what the frames that come by carry; the port says in which
//! order it took their cells and which of them it lost.

use crate::data::arrivals::Arrival;
use crate::data::coming::Coming;
use crate::data::growth::Growth as _;
use crate::data::ids::{CircuitId, PortId};
use std::collections::BTreeMap;

use cellwise_atm::loss::LossReason;
use cellwise_scenario::Window;
use cellwise_units::Time;

use crate::data::loss_records::Carried;
use crate::data::train::Label;

/// What comes by on one circuit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passer {
    /// The circuit of the data on which or with which the cells go.
    pub(crate) beside: CircuitId,
    pub(crate) carried: Carried,
}

/// A cell that was offered to a port.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OfferedCell {
    pub(crate) passer: Passer,
    /// Number of the frame on its circuit, from 0; wraps around.
    pub(crate) frame: u32,
    /// Position in the frame.
    pub(crate) index: u16,
    pub(crate) label: Label,
    pub(crate) lost: Option<LossReason>,
}

/// What was noted at a port for a probe, within the probe's window.
#[derive(Clone, Debug)]
pub(crate) struct Noted<P, T> {
    pub(crate) port: P,
    window: Window,
    /// In the port's order of time.
    pub(crate) rows: Vec<(Time, T)>,
    /// Cells or packets in the window for which there was no room any more.
    pub(crate) left_out: u64,
}

impl<P, T> Noted<P, T> {
    pub(super) fn new(port: P, window: Window) -> Self {
        Self { port, window, rows: Vec::new(), left_out: 0 }
    }

    /// Notes something, if the probe asks for it.
    pub(super) fn note(&mut self, at: Time, row: T) {
        if !self.window.has(at) {
            return;
        }
        if self.rows.len() as u64 == self.window.limit {
            self.left_out += 1;
            return;
        }
        self.rows.make_room();
        self.rows.push((at, row));
    }
}

/// The element before a port that notes the cells that are offered to it.
#[derive(Clone, Debug)]
pub(crate) struct Watch {
    coming: BTreeMap<CircuitId, Coming<Passer>>,
    pub(crate) noted: Noted<PortId, OfferedCell>,
}

impl Watch {
    /// A watch before a port.
    pub(crate) fn new(port: PortId, window: Window) -> Self {
        Self { coming: BTreeMap::new(), noted: Noted::new(port, window) }
    }

    /// Sees cells of a frame of a circuit on their way to the port.
    pub(crate) fn pass(&mut self, circuit: CircuitId, frame: u32, passer: Passer) {
        self.coming.entry(circuit).or_default().push(frame, passer);
    }

    /// Notes the cells that the port has taken or lost.
    pub(crate) fn note(&mut self, arrivals: &[Arrival]) {
        for arrival in arrivals {
            let coming = self.coming.get_mut(&arrival.circuit);
            let Some(passer) = coming.and_then(|coming| coming.take_up_to(arrival.frame)).copied() else {
                continue;
            };
            let Arrival { at, frame, index, label, lost, .. } = *arrival;
            self.noted.note(at, OfferedCell { passer, frame, index, label, lost });
        }
    }
}
