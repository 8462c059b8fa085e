//! The server of a web flow: its ends of the connections, and the responses that it is asked for.

use cellwise_tcp::{Application, Receiver, Sender};
use cellwise_units::Time;

use super::{Maker, Out, Totals};
use crate::data::web_messages::{Arrived, Half, Order, WebSegment};

/// The server's end of one connection.
#[derive(Clone, Debug)]
struct Connection {
    incarnation: u16,
    request: Receiver,
    /// Missing before the first response.
    response: Option<Sender>,
    /// When the next response begins, and its octets.
    due: Option<(Time, u64)>,
}

/// The server of a web flow.
#[derive(Clone, Debug)]
pub(crate) struct WebServer {
    maker: Maker,
    slots: Vec<Option<Connection>>,
    /// What the connections that are over have counted.
    past: Totals,
    /// What has come in with the last segment.
    arrived: Option<Arrived>,
    out: Out,
}

impl WebServer {
    /// A server for a client with so many slots.
    pub(crate) fn new(slots: u32, maker: Maker) -> Self {
        let slots = (0..slots).map(|_| None).collect();
        Self { maker, slots, past: Totals::default(), arrived: None, out: Out::default() }
    }

    /// Takes a segment that has arrived.
    pub(crate) fn on_segment(&mut self, now: Time, from: &WebSegment) {
        let slot = usize::from(from.slot);
        self.open(slot, from);
        let Some(Some(connection)) = self.slots.get_mut(slot) else { return };
        if connection.incarnation != from.incarnation {
            return;
        }
        match (from.half, &mut connection.response) {
            (Half::Request, _) => {
                let before = connection.request.stats().delivered_octets;
                connection.request.on_data(now, &from.segment, &mut self.out.plain);
                let octets = connection.request.stats().delivered_octets;
                let arrived = Arrived { slot: from.slot, incarnation: from.incarnation, octets };
                self.arrived = (octets > before).then_some(arrived);
            }
            (Half::Response, Some(response)) => response.on_ack(now, &from.segment, &mut self.out.plain),
            (Half::Response, None) => {}
        }
        self.out.tag(slot, from.incarnation, from.half);
    }

    /// Opens a connection in a slot if a segment is of a newer one than that which is there.
    fn open(&mut self, slot: usize, from: &WebSegment) {
        let Some(place) = self.slots.get_mut(slot) else { return };
        let is_newer = |old: &Connection| (from.incarnation.wrapping_sub(old.incarnation) as i16) > 0;
        if from.half != Half::Request || !place.as_ref().is_none_or(is_newer) {
            return;
        }
        if let Some(old) = place.take() {
            self.past.add(old.response.as_ref().map(Sender::stats), old.request.stats());
        }
        let maker = &self.maker;
        *place = Some(Connection {
            incarnation: from.incarnation,
            request: Receiver::new(&maker.request, maker.fast).with_slow_timer(maker.slow),
            response: None,
            due: None,
        });
    }

    /// Gives what came in with the last segment, once.
    pub(crate) fn take_arrived(&mut self) -> Option<Arrived> {
        self.arrived.take()
    }

    /// Takes the order of a request that has arrived whole.
    pub(crate) fn on_order(&mut self, now: Time, order: &Order) {
        let slot = usize::from(order.slot);
        let Some(Some(connection)) = self.slots.get_mut(slot) else { return };
        connection.due = Some((now + order.server_delay, order.response_octets));
        self.respond(now, slot);
    }

    /// Begins the response of a slot if it is due.
    fn respond(&mut self, now: Time, slot: usize) {
        let Some(Some(connection)) = self.slots.get_mut(slot) else { return };
        let Some((_, octets)) = connection.due.take_if(|(at, _)| *at <= now) else { return };
        let out = &mut self.out;
        connection.request.acknowledge_now(now, &mut out.plain);
        out.tag(slot, connection.incarnation, Half::Request);
        match &mut connection.response {
            Some(response) => response.supply(now, octets, &mut out.plain),
            None => {
                let response =
                    Sender::new(&self.maker.response, Application::Finite { octets }, self.maker.slow);
                // What the handshake has measured of the round-trip time is known to both halves.
                let response = response
                    .with_rtt(connection.request.rtt().clone())
                    .with_seed(self.maker.seed(slot, connection.incarnation));
                connection.response.insert(response).start(now, &mut out.plain);
            }
        }
        out.tag(slot, connection.incarnation, Half::Response);
    }

    /// When something is due.
    pub(crate) fn next_deadline(&self) -> Time {
        self.slots.iter().flatten().map(Connection::next_deadline).fold(Time::NEVER, Time::min)
    }

    /// Does what is due at `now`.
    pub(crate) fn on_deadline(&mut self, now: Time) {
        for slot in 0..self.slots.len() {
            let Some(connection) = &mut self.slots[slot] else { continue };
            connection.request.on_deadline(now, &mut self.out.plain);
            self.out.tag(slot, connection.incarnation, Half::Request);
            if let Some(response) = &mut connection.response {
                response.on_deadline(now, &mut self.out.plain);
                self.out.tag(slot, connection.incarnation, Half::Response);
            }
            self.respond(now, slot);
        }
    }

    /// What has been counted so far: requests received, responses sent.
    pub(crate) fn totals(&self) -> Totals {
        let mut totals = self.past;
        for connection in self.slots.iter().flatten() {
            totals.add(connection.response.as_ref().map(Sender::stats), connection.request.stats());
        }
        totals
    }

    /// Takes out the segments to send; [`Self::give_back`] returns the list.
    pub(crate) fn take_segments(&mut self) -> Vec<WebSegment> {
        std::mem::take(&mut self.out.tagged)
    }

    /// Returns the list of [`Self::take_segments`], emptied, to be used again.
    pub(crate) fn give_back(&mut self, emptied: Vec<WebSegment>) {
        self.out.tagged = emptied;
    }
}

impl Connection {
    fn next_deadline(&self) -> Time {
        let response = self.response.as_ref().map_or(Time::NEVER, Sender::next_deadline);
        let due = self.due.map_or(Time::NEVER, |(at, _)| at);
        self.request.next_deadline().min(response).min(due)
    }
}
