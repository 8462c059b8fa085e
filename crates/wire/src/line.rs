//! What a real-time front needs of a network in virtual time.

use cellwise_units::Time;

use crate::flow::Flow;
use crate::packet::Ecn;

/// A packet that is handed to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Where, from 0.
    pub port: usize,
    /// When; not before the line's instant.
    pub at: Time,
    /// Its length in octets, with the IP header.
    pub octets: u64,
    /// Its ECN field.
    pub ecn: Ecn,
    /// Its differentiated services codepoint, from 0 to 63.
    pub class: u8,
    /// Its flow.
    pub flow: Flow,
    /// What its owner knows it by.
    pub tag: u64,
}

/// A packet that a line gives back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Where, from 0.
    pub port: usize,
    /// When.
    pub at: Time,
    /// What it was offered with.
    pub tag: u64,
    /// Its ECN field, which may be marked by now.
    pub ecn: Ecn,
    /// Whether errors that no check of the line found changed its octets.
    pub damaged: bool,
}

/// A network in virtual time with ports to the outside.
pub trait Line {
    /// Takes a packet. Several at one instant enter in the order of ports, then of calls.
    ///
    /// # Errors
    /// Why it cannot be: a sentence.
    fn offer(&mut self, offer: Offer) -> Result<(), String>;

    /// Continues until this instant, with all its events, or until the end of the first instant at which something is
    /// delivered. Returns whether something was.
    ///
    /// # Errors
    /// Why it cannot continue: a sentence.
    fn run(&mut self, until: Time) -> Result<bool, String>;

    /// Gives out the deliveries since the last time.
    fn take(&mut self, into: &mut Vec<Delivery>);

    /// Gives out the tags of packets that will no longer be delivered, since the last time.
    fn lost(&mut self, into: &mut Vec<u64>);

    /// Gives out the tags of packets that will be delivered or lost once more than before, since the last time.
    fn copied(&mut self, _into: &mut Vec<u64>) {}

    /// Nothing is delivered before this, unless something is offered; nothing at all without one.
    fn earliest(&self) -> Option<Time>;

    /// The instant that it has reached.
    fn now(&self) -> Time;
}

/// A line without delay or rate: everything arrives at the other port at its instant. Ports 0 and 1 are each other's
/// ends, and so on. What it takes to come through here is the machine's.
#[derive(Debug, Default)]
pub struct NullLine {
    now: Time,
    delivered: Vec<Delivery>,
}

impl Line for NullLine {
    fn offer(&mut self, offer: Offer) -> Result<(), String> {
        let Offer { port, at, ecn, tag, .. } = offer;
        self.delivered.push(Delivery { port: port ^ 1, at, tag, ecn, damaged: false });
        Ok(())
    }

    fn run(&mut self, until: Time) -> Result<bool, String> {
        self.now = self.delivered.first().map_or(until, |first| first.at);
        Ok(!self.delivered.is_empty())
    }

    fn take(&mut self, into: &mut Vec<Delivery>) {
        into.append(&mut self.delivered);
    }

    fn lost(&mut self, _: &mut Vec<u64>) {}

    fn earliest(&self) -> Option<Time> {
        self.delivered.first().map(|first| first.at)
    }

    fn now(&self) -> Time {
        self.now
    }
}
