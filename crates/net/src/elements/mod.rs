//! The elements of a network, and the knowledge of each of them about the circuits that pass it.
//!
//! Whatever builds a network, divides it or reports on it sees the elements and not the loop that runs them.

mod losses;
mod outside;
pub(crate) mod probes;
mod taps;
pub(crate) mod variable;
mod ways;

use cellwise_atm::abr::AbrDestination;
use cellwise_atm::loss::LossCounts;
use cellwise_atm::sharing::SharedMemory;
use cellwise_units::CellClock;

use crate::capture::Taps;
use crate::circuit::feeder::Feeder;
use crate::circuit::held::Uncounted;
use crate::circuit::hop::Hop;
use crate::circuit::merge::Merge;
use crate::circuit::other_ways::OtherWays;
use crate::circuit::{Circuit, Role};
use crate::data::error::RunError;
use crate::data::flow::Flow;
use crate::data::ids::{CircuitId, HopId, List, PortId, kind};
use crate::data::losses::Losses;
use crate::data::packet::Sdu;
use crate::data::places::Places;
use crate::element::port::Port;
use crate::element::{Element, LaneId, Lanes, PacketPort, PacketWatch, Stages, Watch};
use crate::host::Host;
use crate::host::outside::Outside;

/// A control loop of an ABR connection: what is at its end.
#[derive(Clone, Debug)]
pub(crate) struct ControlLoop {
    pub(crate) destination: AbrDestination,
    /// The circuit on which RM cells leave when they are turned around.
    pub(crate) turned: CircuitId,
    /// The adapter of the loop that begins where this one ends: its virtual source.
    pub(crate) source_behind: Option<PortId>,
}

/// Everything that cells pass and that sends or takes them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Elements {
    pub(crate) clocks: Vec<CellClock>,
    /// The ordering points.
    pub(crate) merges: List<Merge, kind::Merge>,
    /// First those of links.
    pub(crate) ports: List<Port, kind::Port>,
    /// Of each link, whether it carries packets.
    pub(crate) links_of_packets: Vec<bool>,
    pub(crate) hosts: List<Host, kind::Host>,
    pub(crate) hops: List<Hop, kind::Hop>,
    pub(crate) circuits: List<Circuit, kind::Circuit>,
    /// What is under way on packet links.
    pub(crate) loose: Places<Sdu>,
    pub(crate) flows: List<Flow, kind::Flow>,
    /// Where hosts send around links that are down.
    pub(crate) other_ways: OtherWays,
    /// The ABR control loops.
    pub(crate) loops: List<ControlLoop, kind::ControlLoop>,
    /// The elements that pass cells on in place: lines, noise, policers, shapers.
    pub(crate) stages: Stages,
    /// The queues of packets in front of links.
    pub(crate) packet_ports: List<PacketPort, kind::PacketPort>,
    /// The cells lost one by one; `None` if they are not needed.
    pub(crate) losses: Option<Box<Losses>>,
    /// What captures see.
    pub(crate) taps: Taps,
    /// What notes the cells that are offered to ports.
    pub(crate) watches: List<Watch, kind::Watch>,
    /// The elements that note the packets that arrive at packet ports.
    pub(crate) packet_watches: List<PacketWatch, kind::PacketWatch>,
    /// The memories that the ports of switches share.
    pub(crate) memories: List<SharedMemory>,
    /// The cells that ports count later.
    pub(crate) uncounted: List<Uncounted>,
    /// Where packets of transports that are outside enter and leave.
    pub(crate) outside: Outside,
    /// What must not happen and has happened: the end of the run.
    pub(crate) fault: Option<RunError>,
}

impl Elements {
    /// The name of the place at a hop.
    pub(crate) fn place_of(&self, hop: HopId) -> &str {
        match self.hops[hop].element {
            Element::Port(port) | Element::Feedback(port) | Element::Express(port) => self.ports[port].name(),
            Element::PacketPort(port) => &self.packet_ports[port].name,
            element => self.stages.name(element),
        }
    }

    /// The name by which the random ties of a feeder's stream are drawn.
    pub(crate) fn feeder_name(&self, feeder: Feeder) -> String {
        let port = |port: PortId| self.ports[port].name();
        match feeder {
            Feeder::Host => "host".to_owned(),
            Feeder::Cells => "cells".to_owned(),
            Feeder::Turned => "turned".to_owned(),
            Feeder::Port(number) => port(number).to_owned(),
            Feeder::Feedback(number) => format!("{} feedback", port(number)),
            Feeder::Stage(stage) => self.stages.name(stage).to_owned(),
            Feeder::PacketPort(number) => self.packet_ports[number].drawn_as.clone(),
        }
    }

    /// The lane of a virtual connection in a port that it passes in either direction.
    pub(crate) fn lane_in(&self, port: PortId, vc: usize) -> LaneId {
        let circuits = [0, 1].map(|side| &self.circuits[CircuitId::of_vc(vc, side)]);
        let mut hops = circuits.iter().flat_map(|circuit| circuit.way());
        let hop = hops.find(|&hop| self.hops[hop].element == Element::Port(port));
        self.hops[hop.expect("the connection passes the port")].lane
    }

    /// Whether what passes a hop are packets, not cells.
    pub(crate) fn is_of_packets(&self, hop: HopId) -> bool {
        self.circuits[self.hops[hop].circuit].role == Role::Packets
    }

    /// Where the cells of a virtual connection wait at its first end: in the ABR end's adapter, or in
    /// the first queue.
    pub(crate) fn first_port(&self, vc: usize) -> PortId {
        let circuit = CircuitId::of_vc(vc, 0);
        let first = self.circuits[circuit].way().find_map(|hop| self.hops[hop].element.port());
        self.first_adapter_of(circuit).or(first).expect("a connection leaves its first end by a port")
    }

    /// The first adapter that the cells of a circuit pass.
    pub(crate) fn first_adapter_of(&self, circuit: CircuitId) -> Option<PortId> {
        let mut ports = self.circuits[circuit].way().filter_map(|hop| self.hops[hop].element.port());
        ports.find(|&port| self.ports[port].is_adapter())
    }

    /// Cells handled so far at those ports that are asked for.
    pub(crate) fn cells_at(&self, is_asked: impl Fn(PortId) -> bool) -> u64 {
        let asked = self.ports.with_ids().filter(|(number, _)| is_asked(*number));
        asked
            .map(|(_, port)| {
                port.buffer().statistics.tally.accepted + port.buffer().statistics.tally.lost.total()
            })
            .sum()
    }

    /// What an element knows of the circuits that pass it, if it must know them.
    pub(crate) fn lanes(&self, element: Element) -> Option<&Lanes> {
        match element {
            Element::Port(port) => Some(&self.ports[port].buffer().lanes),
            Element::PacketPort(port) => Some(&self.packet_ports[port].lanes),
            element => self.stages.station(element).map(|station| &station.lanes),
        }
    }

    /// The same, to add to.
    pub(crate) fn lanes_mut(&mut self, element: Element) -> Option<&mut Lanes> {
        match element {
            Element::Port(port) => Some(&mut self.ports[port].buffer_mut().lanes),
            Element::PacketPort(port) => Some(&mut self.packet_ports[port].lanes),
            element => self.stages.station_mut(element).map(|station| &mut station.lanes),
        }
    }

    /// Cells of its circuit lost at a hop in the measured time, by reason.
    pub(crate) fn lost_at(&self, hop: &Hop) -> LossCounts {
        self.lanes(hop.element).map(|lanes| lanes.lost(hop.lane)).unwrap_or_default()
    }

    /// Begins to note every lost cell.
    pub(crate) fn log_losses(&mut self) {
        self.losses = Some(Box::default());
        for port in &mut self.ports {
            port.buffer_mut().lanes.logs = true;
        }
        for stage in self.stages.elements() {
            if let Some(station) = self.stages.station_mut(stage) {
                station.lanes.logs = true;
            }
        }
        for circuit in self.circuits.iter_mut().filter(|circuit| circuit.role == Role::Data) {
            circuit.keep_frames();
        }
    }
}
