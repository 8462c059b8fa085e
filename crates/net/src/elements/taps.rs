//! Captures: what passes a tap is shown to it.

use cellwise_units::{Span, Time};

use super::Elements;
use crate::capture::{Held, Passing, Seen, Taps};
use crate::circuit::Role;
use crate::data::error::RunError;
use crate::data::ids::{CellTapId, CircuitId, HostId, PacketPortId, PortId, WatchId};
use crate::data::loss_records::Carried;
use crate::data::packet::{Packet, Sdu};
use crate::data::train::Train;
use crate::element::{ComingPacket, PacketWatch, Passer};

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
        self.note_fault(tap);
    }

    /// Notes a train that passes a watch on its way to the port.
    pub(crate) fn pass_watch(&mut self, watch: WatchId, train: &Train) {
        self.show_arrivals(self.watches[watch].port);
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
                Some(Held::Sdu { frame, encapsulation, forward })
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
        self.watch_packets(port);
        let Elements { packet_ports, taps, flows, hops, .. } = self;
        let Some(sights) = &mut packet_ports[port].sights else { return };
        for sight in sights.noted.drain(..) {
            let circuit = hops[sight.hop].circuit;
            let forward = flows.find(sight.frame.flow).is_some_and(|flow| flow.is_forward(circuit));
            for tap in sights.taps.into_iter().flatten() {
                taps.queues[tap].see(&sight, forward, &taps.addresses);
            }
        }
        let outputs = sights.taps.into_iter().flatten().map(|tap| &taps.queues[tap].output);
        if self.fault.is_none() {
            self.fault = outputs.filter_map(|output| output.fault()).next().cloned();
        }
    }

    /// Shows what has happened to packets at a packet port to its watch.
    fn watch_packets(&mut self, port: PacketPortId) {
        let Some(sights) = &self.packet_ports[port].sights else { return };
        let Some(watch) = sights.watch else { return };
        let mut watched = std::mem::replace(&mut self.packet_watches[watch], PacketWatch::none(port));
        for sight in &sights.noted {
            watched.note(sight, || ComingPacket {
                at: sight.at,
                forward: self.is_forward(self.hops[sight.hop].circuit, &sight.frame),
                carried: Carried::by(&sight.frame, self.octet_near(&sight.frame)),
                octets: sight.frame.octets(),
                became: None,
            });
        }
        self.packet_watches[watch] = watched;
    }

    fn note_fault(&mut self, tap: CellTapId) {
        if let Some(fault) = self.taps.cells[tap].output.fault()
            && self.fault.is_none()
        {
            self.fault = Some(fault.clone());
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
        let seen = Seen { frame: *frame, sent, forward, vc, encapsulation };
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
            self.note_fault(tap);
        }
        for watch in self.watches.ids() {
            self.show_arrivals(self.watches[watch].port);
        }
        let Taps { packets, addresses, .. } = &mut self.taps;
        for tap in packets {
            tap.write_before(time, addresses);
            if let Some(fault) = tap.output.fault()
                && self.fault.is_none()
            {
                self.fault = Some(fault.clone());
            }
        }
    }

    /// Makes `end` the end of every capture.
    pub(crate) fn end_captures_early(&mut self, end: Time) {
        self.taps.cells.iter_mut().for_each(|tap| tap.end_early(end));
        self.taps.packets.iter_mut().for_each(|tap| tap.end_early(end));
        self.taps.queues.iter_mut().for_each(|tap| tap.end_early(end));
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
