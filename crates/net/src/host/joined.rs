//! One end of a connection with data both ways: at a host the sender of one flow and the receiver of the other are end
//! points of their own, with their own timers, records and counters, and act as one ([`Joined`]).

use cellwise_tcp::{Joined, Segment};
use cellwise_units::Time;

use crate::data::halves::Halves;
use crate::data::ids::EndpointId;
use crate::host::Host;
use crate::host::endpoint::{Endpoint, Outbox, Transport};

impl Host {
    /// Takes a segment of either direction; returns how many of those that leave, beginning with the first, are the
    /// receiver's.
    pub(crate) fn take_joined(
        &mut self,
        halves: Halves,
        now: Time,
        segment: &Segment,
        out: &mut Outbox,
    ) -> usize {
        let (sender, receiver) = self.both(halves);
        let before = sender.duplicates();
        let alone = joined(sender, receiver).on_segment(now, segment, &mut out.segments);
        sender.record_changes(now);
        if sender.log.is_some() {
            sender.log_received(now, segment, before);
            sender.log_sent(now, out);
        }
        if sender.awaits_handshake && is_established(receiver) {
            sender.go_on_after_handshake(now);
        }
        alone
    }

    /// Does what is due at one of the halves; returns how many of the segments that leave are the receiver's.
    pub(crate) fn fire_joined(
        &mut self,
        halves: Halves,
        due: EndpointId,
        now: Time,
        out: &mut Outbox,
    ) -> usize {
        if due == halves.sender {
            self.have_sender_act(halves, now, out, |sender, out| sender.on_deadline(now, out));
            return 0;
        }
        let (sender, receiver) = self.both(halves);
        joined(sender, receiver)
            .receive(&mut out.segments, |receiver, segments| receiver.on_deadline(now, segments));
        out.segments.len()
    }

    /// Has the sender of both do something by itself; its segments carry the acknowledgment that waits.
    pub(crate) fn have_sender_act(
        &mut self,
        halves: Halves,
        now: Time,
        out: &mut Outbox,
        act: impl FnOnce(&mut Endpoint, &mut Outbox),
    ) {
        let (sender, receiver) = self.both(halves);
        joined(sender, receiver).before_sending();
        act(sender, out);
        joined(sender, receiver).after_sending(now, 0, &mut out.segments);
    }

    fn both(&mut self, halves: Halves) -> (&mut Endpoint, &mut Endpoint) {
        let places = [halves.sender, halves.receiver].map(EndpointId::place);
        let [sender, receiver] =
            self.endpoints.as_vec().get_disjoint_mut(places).expect("two end points of the host");
        (sender, receiver)
    }
}

fn joined<'a>(sender: &'a mut Endpoint, receiver: &'a mut Endpoint) -> Joined<'a> {
    match (&mut sender.transport, &mut receiver.transport) {
        (Transport::TcpSender(sender), Transport::TcpReceiver(receiver)) => Joined { sender, receiver },
        others => unreachable!("halves of a connection are a sender and a receiver, not {others:?}"),
    }
}

fn is_established(receiver: &Endpoint) -> bool {
    matches!(&receiver.transport, Transport::TcpReceiver(receiver) if receiver.established_at().is_some())
}
