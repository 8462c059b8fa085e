//! The tap of a port: every cell that leaves it, or every cell that is offered to it, as a record.
//!
//! Behind a port cells come in the order of time, so each is written as it passes. Before a port they
//! come ahead of the clock; there the tap keeps what they hold, and the port says in which order it took
//! them and what became of them. A cell is seen when its transmission has ended, or when it has fully
//! arrived; cells after the end of the run are not seen.

use std::collections::BTreeMap;

use cellwise_atm::abr::RmCell;
use cellwise_atm::cell::{Header, PAYLOAD_OCTETS};
use cellwise_capture::{Link, Record, erf};
use cellwise_units::{CellClock, Span, Time};

use super::contents::{Addresses, Shown, Wrapped, rm_cell};
use super::{Capture, Output};
use crate::data::arrivals::Arrival;
use crate::data::coming::Coming;
use crate::data::ids::{CircuitId, PortId};
use crate::data::train::Train;

/// What the cells of a train hold.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Held {
    /// A frame of data.
    Sdu(Wrapped),
    Rm(RmCell),
}

/// Where a train comes by, and what it holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passing<'a> {
    pub(crate) train: &'a Train,
    pub(crate) clock: &'a CellClock,
    pub(crate) circuit: CircuitId,
    pub(crate) vc: usize,
    pub(crate) held: Held,
    pub(crate) addresses: &'a Addresses,
}

/// The cells of one circuit at a tap.
#[derive(Debug, Default)]
struct Circuit {
    vc: usize,
    shown: Shown,
    /// Before a port: the frames that have come by and have not all been taken yet.
    coming: Coming<Held>,
}

/// The tap of a port.
#[derive(Debug)]
pub(crate) struct CellTap {
    pub(crate) output: Output,
    /// The port before which it is; `None` after a port.
    pub(crate) before: Option<PortId>,
    /// The delay of the link behind the port: cells are seen before it.
    delay: Span,
    circuits: BTreeMap<CircuitId, Circuit>,
    scratch: Vec<u8>,
    comment: String,
}

impl CellTap {
    /// A tap behind a port whose link has a delay.
    pub(crate) fn behind(capture: Capture, delay: Span, end: Time) -> Self {
        Self {
            output: Output::begin(capture, Link::Cells, end),
            before: None,
            delay,
            circuits: BTreeMap::new(),
            scratch: Vec::new(),
            comment: String::new(),
        }
    }

    /// A tap before a port.
    pub(crate) fn before(capture: Capture, port: PortId, end: Time) -> Self {
        Self { before: Some(port), ..Self::behind(capture, Span::ZERO, end) }
    }

    /// Sees a train.
    pub(crate) fn pass(&mut self, passing: &Passing<'_>) {
        let Passing { train, circuit, vc, held, .. } = *passing;
        if self.before.is_none() {
            return self.write_train(passing);
        }
        let circuit = self.circuits.entry(circuit).or_default();
        circuit.vc = vc;
        circuit.coming.push(train.frame, held);
    }

    fn write_train(&mut self, passing: &Passing<'_>) {
        let Passing { train, clock, vc, held, addresses, .. } = *passing;
        let circuit = self.circuits.entry(passing.circuit).or_default();
        if let Held::Sdu(frame) = &held {
            circuit.shown.show(train.frame, frame, addresses, &mut self.scratch);
        }
        let mut point = train.first;
        for index in train.index..train.index + train.count {
            let at = Time::from_ps(point.at.ps().saturating_sub(self.delay.get()));
            if at > self.output.end {
                return;
            }
            let (header, payload) = match &held {
                Held::Sdu(_) => circuit.shown.cell(vc, train.label, index),
                Held::Rm(rm) => rm_cell(vc, train.label, rm),
            };
            let octets = erf::cell(at, &header, &payload);
            self.output.write(&Record { at, octets: &octets, comment: None });
            point = clock.step(point);
        }
    }

    /// Writes the cells that the port has taken or lost, in its order.
    pub(crate) fn write_arrivals(&mut self, arrivals: &[Arrival], addresses: &Addresses) {
        for arrival in arrivals {
            let Some((header, payload)) = self.arrived(arrival, addresses) else { continue };
            self.comment.clear();
            if let Some(reason) = arrival.lost.filter(|_| self.output.has_comments()) {
                self.comment.push_str("lost: ");
                self.comment.push_str(reason.name());
                self.comment.push_str(". ");
                self.comment.push_str(reason.meaning());
            }
            let octets = erf::cell(arrival.at, &header, &payload);
            let comment = (!self.comment.is_empty()).then_some(self.comment.as_str());
            self.output.write(&Record { at: arrival.at, octets: &octets, comment });
        }
    }

    /// Header and payload of a cell that has arrived; earlier ones on its circuit are forgotten.
    fn arrived(
        &mut self,
        arrival: &Arrival,
        addresses: &Addresses,
    ) -> Option<(Header, [u8; PAYLOAD_OCTETS])> {
        let circuit = self.circuits.get_mut(&arrival.circuit)?;
        match circuit.coming.take_up_to(arrival.frame)? {
            Held::Sdu(frame) => {
                circuit.shown.show(arrival.frame, frame, addresses, &mut self.scratch);
                Some(circuit.shown.cell(circuit.vc, arrival.label, arrival.index))
            }
            Held::Rm(rm) => Some(rm_cell(circuit.vc, arrival.label, rm)),
        }
    }
}
