//! Web pages over TCP: the server and the client of a web flow, and what they exchange.
//!
//! The model of the person and the browser is [`cellwise_apps::web`]; here its requests and responses
//! become octets. A *slot* is one of the browser's parallel connections. A connection is two *halves*,
//! each a TCP connection with data one way: requests from the client, who opens it by a three-way
//! handshake, and responses from the server, whose half is established as soon as the request's is. A
//! slot that opens again has the next *incarnation*, with fresh control blocks at both ends; segments of
//! an earlier one are ignored. Data that an acknowledgment would ride on sends it ahead: an end that begins to
//! send data first sends the acknowledgment that the other half owes. Connections end without FINs.
//!
//! What a server must know of a request (its length, and its object) does not travel in the
//! packets: the client leaves an order when it asks, and the world hands it to the server when that
//! has the whole request, which cannot be earlier.

mod client;
mod server;
#[cfg(test)]
mod tests;

use cellwise_tcp::{ReceiverStats, Segment, SenderStats, Settings, TickClock};

pub(crate) use client::WebClient;
pub(crate) use server::WebServer;

use crate::data::web_messages::{Half, WebSegment};

/// What the halves of one end are made from.
#[derive(Clone, Debug)]
pub(crate) struct Maker {
    /// With a handshake, which the request's half has.
    request: Settings,
    response: Settings,
    slow: TickClock,
    fast: TickClock,
    /// The seed of the random draws of congestion controls.
    seed: u64,
}

impl Maker {
    /// `slow` and `fast` are the timers of the end's host.
    pub(crate) fn new(settings: &Settings, slow: TickClock, fast: TickClock) -> Self {
        let half = |handshake| Settings { handshake, close: false, ..settings.clone() };
        Self { request: half(true), response: half(false), slow, fast, seed: 0 }
    }

    pub(crate) fn with_seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The seed of a connection's half.
    fn seed(&self, slot: usize, incarnation: u16) -> u64 {
        self.seed.wrapping_add(((slot as u64) << 16) | u64::from(incarnation))
    }
}

/// What one end's halves have counted, those of connections that are over included.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) sender: SenderStats,
    pub(crate) receiver: ReceiverStats,
}

impl Totals {
    pub(crate) fn add(&mut self, sender: Option<&SenderStats>, receiver: &ReceiverStats) {
        sender.into_iter().for_each(|stats| self.sender.add(stats));
        self.receiver.add(receiver);
    }

    /// What was counted after `earlier`.
    pub(crate) fn since(&self, earlier: &Self) -> Self {
        Self { sender: self.sender.since(&earlier.sender), receiver: self.receiver.since(&earlier.receiver) }
    }
}

/// Segments on their way out of an end; kept to be used again.
#[derive(Clone, Debug, Default)]
struct Out {
    plain: Vec<Segment>,
    tagged: Vec<WebSegment>,
}

impl Out {
    /// Notes to which connection and half the segments belong that have just been made.
    fn tag(&mut self, slot: usize, incarnation: u16, half: Half) {
        let tagged = |segment| WebSegment { segment, slot: slot as u8, incarnation, half };
        self.tagged.extend(self.plain.drain(..).map(tagged));
    }
}
