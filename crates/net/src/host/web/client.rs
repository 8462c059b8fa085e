//! The client of a web flow: a browser, and its ends of the connections.

use cellwise_apps::web::{Ask, Browser, PageRecord};
use cellwise_tcp::{Application, Receiver, Sender};
use cellwise_units::Time;

use super::{Maker, Out, Totals};
use crate::data::web_messages::{Half, Order, WebSegment};

/// The client's end of one connection.
#[derive(Clone, Debug)]
struct Connection {
    incarnation: u16,
    request: Sender,
    response: Receiver,
    /// Octets of requests and of their responses, over all so far.
    requested: u64,
    expected: u64,
    /// Whether a response is outstanding.
    waits: bool,
}

/// The client of a web flow.
#[derive(Clone, Debug)]
pub(crate) struct WebClient {
    browser: Browser,
    maker: Maker,
    slots: Vec<Option<Connection>>,
    /// Whether nothing more is asked for.
    stopped: bool,
    /// What the connections that are over have counted.
    past: Totals,
    asks: Vec<Ask>,
    /// What was asked for; taken after each event.
    pub(crate) orders: Vec<Order>,
    out: Out,
}

impl WebClient {
    /// A client with so many slots that has not started.
    pub(crate) fn new(browser: Browser, slots: u32, maker: Maker) -> Self {
        Self {
            browser,
            maker,
            slots: (0..slots).map(|_| None).collect(),
            stopped: false,
            past: Totals::default(),
            asks: Vec::new(),
            orders: Vec::new(),
            out: Out::default(),
        }
    }

    /// The person sits down.
    pub(crate) fn start(&mut self, now: Time) {
        self.browser.start(now, &mut self.asks);
        self.ask(now);
    }

    /// The person asks for nothing more; earlier requests are still answered.
    pub(crate) fn stop(&mut self) {
        self.stopped = true;
    }

    /// Takes a segment that has arrived.
    pub(crate) fn on_segment(&mut self, now: Time, from: &WebSegment) {
        let slot = usize::from(from.slot);
        let Some(Some(connection)) = self.slots.get_mut(slot) else { return };
        if connection.incarnation != from.incarnation {
            return;
        }
        match from.half {
            Half::Request => connection.request.on_ack(now, &from.segment, &mut self.out.plain),
            Half::Response => connection.response.on_data(now, &from.segment, &mut self.out.plain),
        }
        self.out.tag(slot, from.incarnation, from.half);
        let delivered = connection.response.stats().delivered_octets;
        if connection.waits && delivered >= connection.expected {
            connection.waits = false;
            self.browser.on_response(now, from.slot.into(), &mut self.asks);
            self.ask(now);
        }
    }

    /// When something is due.
    pub(crate) fn next_deadline(&self) -> Time {
        let connections = self.slots.iter().flatten();
        let timers = connections.map(|each| each.request.next_deadline().min(each.response.next_deadline()));
        let browser = if self.stopped { Time::NEVER } else { self.browser.deadline() };
        timers.fold(browser, Time::min)
    }

    /// Does what is due at `now`.
    pub(crate) fn on_deadline(&mut self, now: Time) {
        for (slot, connection) in self.slots.iter_mut().enumerate() {
            let Some(connection) = connection else { continue };
            connection.request.on_deadline(now, &mut self.out.plain);
            self.out.tag(slot, connection.incarnation, Half::Request);
            connection.response.on_deadline(now, &mut self.out.plain);
            self.out.tag(slot, connection.incarnation, Half::Response);
        }
        if !self.stopped && self.browser.deadline() <= now {
            self.browser.on_timer(now, &mut self.asks);
            self.ask(now);
        }
    }

    /// Sends the requests that the browser wants.
    fn ask(&mut self, now: Time) {
        let mut asks = std::mem::take(&mut self.asks);
        if self.stopped {
            asks.clear();
        }
        for ask in asks.drain(..) {
            if let Ask::Request { slot, new_connection, request_octets, response_octets, server_delay } = ask
            {
                let order = Order {
                    slot: slot as u8,
                    incarnation: 0,
                    requested: request_octets,
                    response_octets,
                    server_delay,
                };
                self.request(now, order, new_connection);
            }
        }
        self.asks = asks;
    }

    /// Asks for what an order says, on the slot's connection or on a new one.
    fn request(&mut self, now: Time, order: Order, new_connection: bool) {
        let (slot, octets) = (usize::from(order.slot), order.requested);
        let Some(place) = self.slots.get_mut(slot) else { return };
        let old = if new_connection { place.take() } else { None };
        let incarnation = old.as_ref().map_or(0, |old| old.incarnation.wrapping_add(1));
        if let Some(mut old) = old {
            // A FIN would have acknowledged what came.
            old.response.acknowledge_now(now, &mut self.out.plain);
            self.out.tag(slot, old.incarnation, Half::Response);
            self.past.add(Some(old.request.stats()), old.response.stats());
        }
        let connection = match place {
            Some(connection) => {
                connection.response.acknowledge_now(now, &mut self.out.plain);
                self.out.tag(slot, connection.incarnation, Half::Response);
                connection.request.supply(now, octets, &mut self.out.plain);
                connection
            }
            None => {
                let connection = place.insert(Connection::new(&self.maker, (slot, incarnation), octets));
                connection.request.start(now, &mut self.out.plain);
                connection
            }
        };
        self.out.tag(slot, connection.incarnation, Half::Request);
        connection.requested += octets;
        connection.expected += order.response_octets;
        connection.waits = true;
        let (incarnation, requested) = (connection.incarnation, connection.requested);
        self.orders.push(Order { incarnation, requested, ..order });
    }

    /// The pages so far.
    pub(crate) fn pages(&self) -> &[PageRecord] {
        self.browser.pages()
    }

    /// What has been counted so far: requests sent, responses received.
    pub(crate) fn totals(&self) -> Totals {
        let mut totals = self.past;
        for connection in self.slots.iter().flatten() {
            totals.add(Some(connection.request.stats()), connection.response.stats());
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
    /// A connection that has not begun, with a first request of so many octets.
    fn new(maker: &Maker, (slot, incarnation): (usize, u16), octets: u64) -> Self {
        let request = Sender::new(&maker.request, Application::Finite { octets }, maker.slow);
        Self {
            incarnation,
            request: request.with_seed(maker.seed(slot, incarnation)),
            response: Receiver::new(&maker.response, maker.fast).with_slow_timer(maker.slow),
            requested: 0,
            expected: 0,
            waits: false,
        }
    }
}
