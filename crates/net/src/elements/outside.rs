//! Transports outside: what their senders have done, and the packets of theirs that are lost or copied.

use cellwise_units::Time;

use super::Elements;
use crate::data::ids::{CircuitId, FlowId, HostId};
use crate::data::loss_records::Carried;
use crate::data::losses::Loss;
use crate::data::packet::{Packet, Sdu};
use crate::element::Element;
use crate::host::endpoint::Transport;
use crate::host::outside::{LostPacket, Sending};

/// Why a host refuses a packet, in tables of losses.
const RECEIVE_QUEUE: &str = "receive-queue";
/// Why a frame is thrown away that has lost none of its own cells.
const REASSEMBLY: &str = "reassembly";

impl Elements {
    /// What a sender has done whose window is set from outside.
    pub(crate) fn sending(&self, window: u32) -> Sending {
        let (host, number) = self.outside.windows[window as usize];
        let Transport::TcpSender(sender) = &self.hosts[host].endpoints[number].transport else {
            unreachable!("only senders of TCP have windows")
        };
        let (cwnd_octets, round_trips) = sender.external().expect("it is set from outside");
        let (stats, acked_octets) = (sender.stats(), sender.snd_una_offset());
        Sending {
            cwnd_octets,
            acked_octets,
            flight_octets: sender.snd_max_offset() - acked_octets,
            segments: stats.segments_sent,
            resent_segments: stats.retransmitted_segments,
            recoveries: stats.fast_retransmits,
            timeouts: stats.timeouts,
            marked_windows: stats.ecn_reductions,
            is_over: sender.is_finished() || stats.gave_up,
            round_trips: round_trips.count,
            round_trip_sum_ps: round_trips.sum_ps,
            last_round_trip: round_trips.last,
            least_round_trip: round_trips.shortest,
        }
    }

    /// The host of a window's sender, and its flow.
    pub(crate) fn sender_of_window(&self, window: u32) -> (HostId, FlowId) {
        let (host, number) = self.outside.windows[window as usize];
        (host, self.hosts[host].endpoints[number].flow)
    }

    /// Notes that a link makes a copy of a packet, if it is one of a transport outside.
    #[cold]
    pub(crate) fn note_copied(&mut self, frame: &Sdu) {
        if let (Packet::Outside(packet), true) = (&frame.packet, self.losses.is_some()) {
            self.outside.copied.push(packet.tag);
        }
    }

    /// Notes that a host has no room for a packet.
    #[cold]
    pub(crate) fn note_refused(&mut self, host: HostId, circuit: CircuitId, at: Time, frame: &Sdu) {
        if self.losses.is_some() {
            let place = self.hosts[host].name.clone();
            self.note_lost(circuit, &Carried::by(frame, 0), (at, place, RECEIVE_QUEUE));
        }
    }

    /// Notes a packet that was on its way on a circuit and will not leave, if it is one of a transport outside.
    fn note_lost(
        &mut self,
        circuit: CircuitId,
        carried: &Carried,
        (at, place, reason): (Time, String, &'static str),
    ) {
        let Some(flow) = self.flows.find(carried.flow) else { return };
        let (host, endpoint) = flow.ends[usize::from(!flow.is_forward(circuit))];
        let Transport::Outside { port, .. } = self.hosts[host].endpoints[endpoint].transport else {
            return;
        };
        let (tag, offered_at) = (carried.first_octet, carried.sent_at);
        self.outside.lost.push(LostPacket { port, tag, offered_at, at, place, reason });
    }

    /// Adds the packets lost by `now` that were not asked for yet to a list. Rows of losses that no table asks for
    /// go.
    pub(crate) fn take_lost(&mut self, now: Time, keep_rows: bool, most: usize, into: &mut Vec<LostPacket>) {
        self.note_all_losses();
        let from = if keep_rows { self.outside.rows_seen } else { 0 };
        let Some(losses) = &mut self.losses else { return };
        let mut rows = losses.rows[from..].to_vec();
        if keep_rows {
            self.outside.rows_seen = losses.rows.len();
        } else {
            losses.rows.clear();
        }
        rows.sort_by_key(|loss| loss.run.at);
        for Loss { run, is_numbered, carried } in rows {
            let circuit = self.hops[run.cells.hop].circuit;
            // What waits in a queue of packets is lost there as a whole.
            if is_numbered && !self.outside.known_lost.insert((circuit, run.cells.frame)) {
                continue;
            }
            let place = self.place_of(run.cells.hop).to_owned();
            self.note_lost(circuit, &carried, (run.at, place, run.reason_name()));
        }
        self.note_unfit();
        let Elements { outside, circuits, .. } = self;
        outside.known_lost.retain(|(circuit, frame)| circuits[*circuit].kept(*frame).is_some());
        outside.lost.sort_by_key(|lost| (lost.at, lost.port, lost.tag));
        let due = outside.lost.partition_point(|lost| lost.at <= now);
        into.extend(outside.lost.drain(..due.min(most)));
    }

    /// Notes the packets of which no cell was lost, but the last of the frame before: the two were taken for one.
    fn note_unfit(&mut self) {
        for circuit in self.circuits.ids() {
            for (number, frame, at) in self.circuits[circuit].take_unfit() {
                if self.outside.known_lost.insert((circuit, number)) {
                    let place = self.place_at_end(circuit);
                    self.note_lost(circuit, &Carried::by(&frame, 0), (at, place, REASSEMBLY));
                }
            }
        }
    }

    /// The name of the host or router at which a circuit ends.
    fn place_at_end(&self, circuit: CircuitId) -> String {
        let last = self.circuits[circuit].last_hop();
        match self.hops[last].element {
            Element::Host(host) => self.hosts[host].name.clone(),
            element => unreachable!("a circuit of data ends at a host, not at {element:?}"),
        }
    }
}
