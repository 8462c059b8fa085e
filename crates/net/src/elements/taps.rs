//! Captures: what passes a tap is shown to it.

use cellwise_units::{Span, Time};

use super::Elements;
use crate::capture::{Held, Passing, Seen, Taps, Wrapped};
use crate::circuit::Role;
use crate::data::error::RunError;
use crate::data::ids::{CellTapId, CircuitId, HostId, PacketPortId, PortId, WatchId};
use crate::data::loss_records::Carried;
use crate::data::packet::{Packet, Sdu};
use crate::data::train::Train;
use crate::element::Passer;

impl Elements {
    /// Shows a train to the tap that it passes.
    pub(crate) fn pass_tap(&mut self, tap: CellTapId, train: &Train) {
        if let Some(port) = self.taps.cells[tap].before {
            self.show_arrivals(port);
        }
        let (circuit, beside) = self.circuits_of(train);
        let vc = beside.vc();
        let Some(held) = self.held_by(circuit, train.frame) else { return };
        let Taps { cells, addresses, .. } = &mut self.taps;
        let clock = &self.clocks[usize::from(train.clock)];
        cells[tap].pass(&Passing { train, clock, circuit, vc, held, addresses });
        let fault = cells[tap].output.fault().cloned();
        self.note_fault(fault);
    }

    /// Notes a train that passes a watch on its way to the port.
    pub(crate) fn pass_watch(&mut self, watch: WatchId, train: &Train) {
        self.show_arrivals(self.watches[watch].noted.port);
        let (circuit, beside) = self.circuits_of(train);
        let frame = self.circuits[circuit].kept(train.frame);
        let carried = frame.map_or(Carried::RM, |frame| Carried::by(frame, self.octet_near(frame)));
        self.watches[watch].pass(circuit, train.frame, Passer { beside, carried });
    }

    /// The circuit of a train, and that of the data on which or with which it goes.
    fn circuits_of(&self, train: &Train) -> (CircuitId, CircuitId) {
        let hop = &self.hops[train.hop];
        (hop.circuit, hop.data_hop.map_or(hop.circuit, |data| self.hops[data].circuit))
    }

    /// What the cells of a frame hold.
    fn held_by(&mut self, circuit: CircuitId, number: u32) -> Option<Held> {
        let this = &mut self.circuits[circuit];
        match this.role {
            Role::Data => {
                let (frame, encapsulation) = (*this.kept(number)?, this.encapsulation);
                let forward = self.is_forward(circuit, &frame);
                Some(Held::Sdu(Wrapped { frame, encapsulation, forward }))
            }
            Role::ForwardRm | Role::BackwardRm => match this.frame_mut(number).packet {
                Packet::Rm(rm) => Some(Held::Rm(rm)),
                _ => None,
            },
            Role::TurnedRm | Role::Packets => None,
        }
    }

    /// Whether a frame on a circuit of data goes the way of its flow's data.
    fn is_forward(&self, circuit: CircuitId, frame: &Sdu) -> bool {
        self.flows.find(frame.flow).is_some_and(|flow| flow.is_forward(circuit))
    }

    /// Shows the cells that a port has taken or lost to its tap and its watch.
    fn show_arrivals(&mut self, port: PortId) {
        let Some(arrivals) = &mut self.ports[port].buffer_mut().arrivals else { return };
        if let Some(watch) = arrivals.watch {
            self.watches[watch].note(&arrivals.cells);
        }
        if let Some(tap) = arrivals.tap {
            let Taps { cells, addresses, .. } = &mut self.taps;
            cells[tap].write_arrivals(&arrivals.cells, addresses);
        }
        arrivals.cells.clear();
    }

    /// Shows what has happened to packets at a packet port to its watch and its taps.
    #[cold]
    pub(crate) fn show_packets(&mut self, port: PacketPortId) {
        let Some(sights) = &mut self.packet_ports[port].sights else { return };
        let (mut noted, watch, taps) = (std::mem::take(&mut sights.noted), sights.watch, sights.taps);
        for sight in noted.drain(..) {
            let forward = self.is_forward(self.hops[sight.hop].circuit, &sight.frame);
            if let Some(watch) = watch {
                let carried = Carried::by(&sight.frame, self.octet_near(&sight.frame));
                self.packet_watches[watch].note(&sight, forward, carried);
            }
            for tap in taps.into_iter().flatten() {
                self.taps.queues[tap].see(&sight, forward, &self.taps.addresses);
            }
        }
        let mut outputs = taps.into_iter().flatten().map(|tap| &self.taps.queues[tap].output);
        let fault = outputs.find_map(|output| output.fault().cloned());
        self.note_fault(fault);
        self.packet_ports[port].sights.get_or_insert_default().noted = noted;
    }

    fn note_fault(&mut self, fault: Option<RunError>) {
        if self.fault.is_none() {
            self.fault = fault;
        }
    }

    /// Shows a packet to the taps of a host: one that it sends at `at`, or one that has arrived.
    #[cold]
    pub(crate) fn see_packet(&mut self, host: HostId, circuit: CircuitId, at: Time, frame: &Sdu, sent: bool) {
        if matches!(frame.packet, Packet::Cell | Packet::Rm(_)) {
            return;
        }
        let source = self.flows[frame.flow].ends[0].0;
        let forward = (source == host) == sent;
        let vc = (self.circuits[circuit].role == Role::Data).then(|| circuit.vc());
        let encapsulation = self.circuits[circuit].encapsulation;
        let seen = Seen { frame: Wrapped { frame: *frame, encapsulation, forward }, sent, vc };
        for tap in self.taps.packets.iter_mut().filter(|tap| tap.host == host) {
            tap.see(at, seen);
        }
    }

    /// Lets the taps of a host write what nothing can precede any more: a packet was handled at `now`,
    /// and all timers before it have fired.
    #[cold]
    pub(crate) fn write_seen(&mut self, host: HostId, now: Time) {
        let in_order = self.hosts[host].in_order;
        let Taps { packets, addresses, .. } = &mut self.taps;
        for tap in packets.iter_mut().filter(|tap| tap.host == host) {
            let time = if in_order { now } else { now.min(tap.last_arrival()) };
            tap.write_before(time, addresses);
        }
    }

    /// Writes what was seen before the instant that every element has reached.
    pub(crate) fn write_captures(&mut self, time: Time) {
        for tap in self.taps.cells.ids() {
            if let Some(port) = self.taps.cells[tap].before {
                self.show_arrivals(port);
            }
        }
        for watch in self.watches.ids() {
            self.show_arrivals(self.watches[watch].noted.port);
        }
        let Taps { packets, addresses, .. } = &mut self.taps;
        packets.iter_mut().for_each(|tap| tap.write_before(time, addresses));
        let fault = self.taps.outputs().find_map(|output| output.fault().cloned());
        self.note_fault(fault);
    }

    /// Makes `end` the end of every capture.
    pub(crate) fn end_captures_early(&mut self, end: Time) {
        self.taps.outputs().for_each(|output| output.end = end);
    }

    /// Writes all that was seen, and gives the captures, which are yet to be kept.
    pub(crate) fn close_captures(&mut self, end: Time) -> Result<Taps, RunError> {
        self.write_captures(end + Span::from_ps(1));
        let mut taps = std::mem::take(&mut self.taps);
        for tap in &mut taps.queues {
            tap.close(&taps.addresses);
        }
        self.fault.take().map_or(Ok(taps), Err)
    }
}
