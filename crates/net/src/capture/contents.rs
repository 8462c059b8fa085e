//! The contents of packets, frames and cells: addresses and ports of flows, labels of virtual connections.
//!
//! A host has the address of its node. TCP and UDP flows have ports by their number; each half of a
//! web connection is shown as a connection of its own, because its numbers are. A virtual connection has
//! the same label on each of its links.

use cellwise_atm::aal5::Encapsulation;
use cellwise_atm::abr::{RmCell, rm_codec};
use cellwise_atm::cell::{Header, PAYLOAD_OCTETS, Pti};
use cellwise_capture::packet::{self, Agreed, Ends, Socket};
use cellwise_capture::pdu::Pdu;
use cellwise_capture::sdu;
use cellwise_scenario::{FlowKind, Network};
use cellwise_tcp::Settings;

use crate::data::packet::{Packet, Sdu};
use crate::data::train::Label;
use crate::data::web_messages::{Half, WebSegment};

/// The first port that flows have; those below are reserved.
const FIRST_PORT: u32 = 1_024;
/// Flows with ports of their own at the sending end; more differ at the receiving end.
const PORTS: u32 = 60_000;
/// The port of receiving ends, that of ttcp.
const RECEIVING_PORT: u32 = 5_001;
/// The first port of web servers' halves.
const SERVER_PORT: u32 = 8_000;
/// The first virtual channel for users, and how many there are on a path.
// spec: i.361 2.2.3
const FIRST_VCI: usize = 32;
const VCIS: usize = 65_536 - FIRST_VCI;

/// What the packets of a flow have in common.
#[derive(Clone, Copy, Debug)]
struct Address {
    source: Socket,
    destination: Socket,
    agreed: Agreed,
    dscp: u8,
}

/// The addresses of all flows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Addresses(Vec<Address>);

impl Addresses {
    pub(crate) fn of(network: &Network) -> Self {
        let sockets = |place: usize| {
            let [source, destination] = network.flows[place].hosts.map(|host| host.get() as u32);
            let number = place as u32;
            let source = Socket { node: source, port: (FIRST_PORT + number % PORTS) as u16 };
            (source, Socket { node: destination, port: (RECEIVING_PORT + number / PORTS) as u16 })
        };
        let flows = network.flows.iter().enumerate().map(|(place, flow)| {
            let (source, destination) = match flow.connection {
                // The other direction of the same connection.
                Some(first) => {
                    let (source, destination) = sockets(first.get());
                    (destination, source)
                }
                None => sockets(place),
            };
            let agreed = match &flow.kind {
                FlowKind::Tcp { settings, .. } | FlowKind::Web { settings, .. } => agreed(settings),
                _ => Agreed::default(),
            };
            Address { source, destination, agreed, dscp: flow.dscp.get() }
        });
        Self(flows.collect())
    }

    /// The ends of a frame's packet, which goes with the flow's data or in the opposite direction.
    fn ends(&self, frame: &Sdu, forward: bool) -> Option<(Ends, Agreed)> {
        let mut address = *self.0.get(frame.flow.place())?;
        if let Packet::Web(web) = &frame.packet {
            (address.source.port, address.destination.port) = web_ports(frame.flow.number(), web);
        }
        let Address { source, destination, agreed, dscp } = address;
        let dscp = frame.dscp(dscp);
        let ends = if forward {
            Ends { source, destination, dscp }
        } else {
            Ends { source: destination, destination: source, dscp }
        };
        Some((ends, agreed))
    }

    /// Adds a frame's IP packet, if there is one; gives its ends.
    pub(crate) fn add_packet(&self, frame: &Sdu, forward: bool, octets: &mut Vec<u8>) -> Option<Ends> {
        let (ends, agreed) = self.ends(frame, forward)?;
        match &frame.packet {
            Packet::Tcp(segment) | Packet::Web(WebSegment { segment, .. }) => {
                let identification = identification(frame, segment.seq.0 ^ segment.ack.0.rotate_left(16));
                packet::tcp(ends, identification, segment, agreed, octets);
            }
            Packet::Udp(datagram) => {
                packet::udp(ends, identification(frame, datagram.number as u32), datagram, octets);
            }
            Packet::Echo(echo) => {
                packet::echo(ends, identification(frame, echo.number as u32), echo, octets);
            }
            // What packets of transports outside hold stays there.
            Packet::Cell | Packet::Rm(_) | Packet::Outside(_) => return None,
        }
        Some(ends)
    }

    /// Fills a PDU with the SDU of a frame, made by way of `scratch`; says whether there is one.
    pub(crate) fn fill(&self, pdu: &mut Pdu, wrapped: &Wrapped, scratch: &mut Vec<u8>) -> bool {
        scratch.clear();
        let ends = self.add_packet(&wrapped.frame, wrapped.forward, scratch);
        pdu.fill(|octets| {
            if let Some(ends) = ends {
                sdu::add(wrapped.encapsulation, ends, scratch, octets);
            }
        });
        ends.is_some()
    }
}

fn agreed(settings: &Settings) -> Agreed {
    let mss = settings.mss.get().min(u64::from(u16::MAX)) as u16;
    Agreed { mss, window_scale: settings.window_scale() as u8 }
}

/// The ports of the server and of the client. Each half of each connection has its own.
fn web_ports(flow: u32, web: &WebSegment) -> (u16, u16) {
    let half = u32::from(web.half == Half::Response);
    let server = SERVER_PORT + (2 * flow + half) % (PORTS - SERVER_PORT);
    let client = FIRST_PORT + (64 * u32::from(web.incarnation) + u32::from(web.slot)) % PORTS;
    (server as u16, client as u16)
}

/// The identification field: the same wherever the packet is seen, another one when it is sent again.
fn identification(frame: &Sdu, number: u32) -> u16 {
    let mixed = frame.sent_at.ps() ^ u64::from(number).rotate_left(32);
    (mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as u16
}

/// The label of a virtual connection: VPI and VCI.
pub(crate) fn label_of(vc: usize) -> (u16, u16) {
    ((vc / VCIS) as u16 & 0xFF, (FIRST_VCI + vc % VCIS) as u16)
}

/// A frame, and how it is wrapped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wrapped {
    pub(crate) frame: Sdu,
    pub(crate) encapsulation: Encapsulation,
    /// Whether it goes the way of its flow's data.
    pub(crate) forward: bool,
}

/// What the cells of a circuit hold.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// The number of the frame in `pdu`.
    number: Option<u32>,
    pdu: Pdu,
    /// Whether the frame is a bare cell.
    is_bare: bool,
}

impl Shown {
    /// Makes it show a frame.
    pub(crate) fn show(
        &mut self,
        number: u32,
        frame: &Wrapped,
        addresses: &Addresses,
        scratch: &mut Vec<u8>,
    ) {
        if self.number == Some(number) {
            return;
        }
        self.number = Some(number);
        self.is_bare = !addresses.fill(&mut self.pdu, frame, scratch);
    }

    /// Header and payload of the cell at a position of the frame.
    pub(crate) fn cell(&self, vc: usize, label: Label, index: u16) -> (Header, [u8; PAYLOAD_OCTETS]) {
        let (vpi, vci) = label_of(vc);
        let end_of_frame = !self.is_bare && index + 1 == label.frame_cells();
        let pti = Pti::User { congestion: label.efci(), end_of_frame };
        let mut payload = if self.is_bare { [0; PAYLOAD_OCTETS] } else { *self.pdu.payload(index.into()) };
        if label.is_damaged() {
            payload[0] = !payload[0];
        }
        (Header { gfc: 0, vpi, vci, pti, clp: label.clp() }, payload)
    }
}

/// Header and payload of an RM cell of a virtual connection.
pub(crate) fn rm_cell(vc: usize, label: Label, rm: &RmCell) -> (Header, [u8; PAYLOAD_OCTETS]) {
    let (vpi, vci) = label_of(vc);
    let cell = rm_codec::cell(rm, vpi, vci, label.clp());
    (cell.header, cell.payload)
}
