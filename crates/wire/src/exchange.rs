//! Packets on a line: their octets wait here while the line decides what becomes of them.
//!
//! It has no clock and no devices: the caller that has them gives instants and octets, and takes the packets that are
//! due.

use cellwise_units::Time;

use crate::line::{Delivery, Line, Offer};
use crate::packet::{Ecn, Refusal, Seen, look, mark};
use crate::record::Row;

/// Why a packet does not go onto the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Left {
    /// A device sent it by itself.
    Noise,
    /// It is no packet for the line.
    Refused(Refusal),
    /// The line does not take it.
    NotTaken(String),
}

/// A packet that leaves.
#[derive(Debug)]
pub struct Due<'a> {
    /// Where, from 0.
    pub port: usize,
    /// When it was due.
    pub at: Time,
    /// Its octets, marked if the line marked it.
    pub octets: &'a [u8],
}

#[derive(Debug, Default)]
struct Waiting {
    octets: Vec<u8>,
    /// The number of the offer, from 0.
    offer: u64,
    ecn: Ecn,
    /// How many more times it is on the line.
    copies: u32,
}

/// A line and what is on it.
#[derive(Debug)]
pub struct Exchange<L> {
    line: L,
    mtu: usize,
    /// By tag. The room of packets that have left is used again, so that memory does not grow with time.
    waiting: Vec<Waiting>,
    free: Vec<u64>,
    offers: u64,
    /// The events since it was taken, if they are recorded.
    rows: Option<Vec<Row>>,
    delivered: Vec<Delivery>,
    lost: Vec<u64>,
    copied: Vec<u64>,
    losses: u64,
}

impl<L: Line> Exchange<L> {
    /// Nothing is on the line. Packets may have up to `mtu` octets.
    pub fn new(line: L, mtu: usize, records: bool) -> Self {
        Self {
            line,
            mtu,
            waiting: Vec::new(),
            free: Vec::new(),
            offers: 0,
            rows: records.then(Vec::new),
            delivered: Vec::new(),
            lost: Vec::new(),
            copied: Vec::new(),
            losses: 0,
        }
    }

    /// Offers a packet that was read at `at`, or at the instant after the one that the line has reached: what is offered
    /// at an instant enters together.
    ///
    /// # Errors
    /// Why it does not go onto the line.
    pub fn admit(&mut self, port: usize, at: Time, packet: &[u8]) -> Result<(), Left> {
        let seen = look(packet, self.mtu).map_err(Left::Refused)?;
        if seen.is_noise() {
            return Err(Left::Noise);
        }
        let at = at.max(Time::from_ps(self.line.now().ps() + 1));
        let tag = self.free.pop().unwrap_or_else(|| {
            self.waiting.push(Waiting::default());
            self.waiting.len() as u64 - 1
        });
        let Seen { octets, ecn, class, flow, .. } = seen;
        let offer = Offer { port, at, octets, ecn, class, flow, tag };
        if let Err(why) = self.line.offer(offer) {
            self.free.push(tag);
            return Err(Left::NotTaken(why));
        }
        let place = &mut self.waiting[tag as usize];
        place.octets.clear();
        place.octets.extend_from_slice(packet);
        (place.offer, place.ecn) = (self.offers, ecn);
        self.offers += 1;
        if let Some(rows) = &mut self.rows {
            rows.push(Row::Offered { port, at, octets, ecn, class, flow });
        }
        Ok(())
    }

    /// Continues until this instant and gives out the packets that are due until then.
    ///
    /// # Errors
    /// Why the line cannot continue: a sentence.
    pub fn advance(&mut self, until: Time, mut deliver: impl FnMut(Due<'_>)) -> Result<(), String> {
        while self.line.run(until)? {
            self.note_copies();
            self.line.take(&mut self.delivered);
            for Delivery { port, at, tag, ecn, damaged } in self.delivered.drain(..) {
                let place = &mut self.waiting[tag as usize];
                // What happens to one of several does not happen to the others.
                let mut own = if place.copies > 0 { place.octets.clone() } else { Vec::new() };
                let octets = if place.copies > 0 { &mut own } else { &mut place.octets };
                if ecn == Ecn::Ce && place.ecn != Ecn::Ce {
                    mark(octets);
                }
                if damaged && let Some(last) = octets.last_mut() {
                    // Its own checksums have to find that.
                    *last = !*last;
                }
                deliver(Due { port, at, octets });
                leave(place, tag, &mut self.free);
                if let Some(rows) = &mut self.rows {
                    rows.push(Row::Delivered { port, at, offer: place.offer, ecn });
                }
            }
        }
        self.note_copies();
        self.line.lost(&mut self.lost);
        self.losses += self.lost.len() as u64;
        for tag in self.lost.drain(..) {
            leave(&mut self.waiting[tag as usize], tag, &mut self.free);
        }
        Ok(())
    }

    /// Notes of which packets the line has made copies.
    fn note_copies(&mut self) {
        self.line.copied(&mut self.copied);
        for tag in self.copied.drain(..) {
            self.waiting[tag as usize].copies += 1;
        }
    }

    /// The events since the last time, if they are recorded; [`crate::record::order`] puts it in order.
    pub fn take_rows(&mut self) -> Vec<Row> {
        self.rows.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// How many rows wait to be taken.
    pub fn rows_waiting(&self) -> usize {
        self.rows.as_ref().map_or(0, Vec::len)
    }

    /// Nothing leaves before this, unless something comes; nothing at all without one.
    pub fn earliest(&self) -> Option<Time> {
        self.line.earliest()
    }

    /// The instant that the line has reached.
    pub fn now(&self) -> Time {
        self.line.now()
    }

    /// How many packets were offered, and how many of them the line lost.
    pub const fn counts(&self) -> (u64, u64) {
        (self.offers, self.losses)
    }

    /// How many packets are on the line.
    pub fn on_the_line(&self) -> usize {
        self.waiting.len() - self.free.len()
    }
}

/// Sees off a packet, whose room is free once no copy of it is on the line.
fn leave(place: &mut Waiting, tag: u64, free: &mut Vec<u64>) {
    match place.copies.checked_sub(1) {
        Some(copies) => place.copies = copies,
        None => free.push(tag),
    }
}
