//! The tap of a packet port: every packet whose transmission begins there, or every packet that is offered to it, as the
//! link frames it, with its fate.
//!
//! Behind the queue that is known when the transmission begins, and the packet is written. Before the queue a packet
//! waits until it is known of it and of all that came before.

use std::collections::VecDeque;
use std::fmt::Write;

use cellwise_capture::{Record, framed};
use cellwise_packet::MarkReason;
use cellwise_packet::framing::FramingConfig;
use cellwise_units::Time;

use super::contents::Addresses;
use super::{Capture, Output};
use crate::data::packet::Sdu;
use crate::element::{Became, Fate, Sight};

const PS_PER_S: u64 = 1_000_000_000_000;

/// A packet that has arrived at the port.
#[derive(Clone, Copy, Debug)]
struct Coming {
    at: Time,
    frame: Sdu,
    forward: bool,
    became: Option<Became>,
}

/// The place of a tap of a packet port.
#[derive(Clone, Debug)]
pub(crate) struct QueuePlace {
    /// The name of the port.
    pub(crate) port: String,
    /// How the link frames packets; `None` above a line of cells.
    pub(crate) framing: Option<FramingConfig>,
    /// Whether it is before the queue.
    pub(crate) is_before: bool,
}

/// The tap of a packet port.
#[derive(Debug)]
pub(crate) struct QueueTap {
    pub(crate) output: Output,
    place: QueuePlace,
    /// Before the queue: what has come, from the first of which it is not known what became of it.
    coming: VecDeque<Coming>,
    /// The number of the first of them at the port.
    first: u64,
    packet: Vec<u8>,
    record: Vec<u8>,
    comment: String,
}

impl QueueTap {
    pub(crate) fn new(capture: Capture, place: QueuePlace, end: Time) -> Self {
        let link = place.framing.as_ref().map_or(cellwise_capture::Link::Ip, framed::link_of);
        Self {
            output: Output::begin(capture, link, end),
            place,
            coming: VecDeque::new(),
            first: 0,
            packet: Vec::new(),
            record: Vec::new(),
            comment: String::new(),
        }
    }

    /// Sees what has happened to a packet, which goes the way of its flow's data or in the opposite direction.
    pub(crate) fn see(&mut self, sight: &Sight, forward: bool, addresses: &Addresses) {
        let Sight { at, number, frame, became, .. } = *sight;
        let packet = Coming { at, frame, forward, became };
        if !self.place.is_before {
            if matches!(became, Some(Became::Went { .. })) {
                self.write(&packet, addresses);
            }
            return;
        }
        if became.is_none() {
            return self.coming.push_back(packet);
        }
        self.coming[(number - self.first) as usize].became = became;
        while self.coming.front().is_some_and(|coming| coming.became.is_some())
            && let Some(coming) = self.coming.pop_front()
        {
            self.first += 1;
            self.write(&coming, addresses);
        }
    }

    /// Writes the packets of which nothing more will be known.
    pub(crate) fn close(&mut self, addresses: &Addresses) {
        for coming in std::mem::take(&mut self.coming) {
            self.write(&coming, addresses);
        }
    }

    fn write(&mut self, packet: &Coming, addresses: &Addresses) {
        if packet.at > self.output.end {
            return;
        }
        self.packet.clear();
        let Some(ends) = addresses.add_packet(&packet.frame, packet.forward, &mut self.packet) else {
            return;
        };
        self.record.clear();
        let octets = match &self.place.framing {
            Some(framing) => {
                framed::add(framing, ends, &self.packet, &mut self.record);
                &self.record
            }
            None => &self.packet,
        };
        self.comment.clear();
        let has_comments = self.output.has_comments();
        if has_comments {
            // Writing to a string does not fail.
            let _ = notify(packet, &self.place, self.output.end, &mut self.comment);
        }
        let comment = has_comments.then_some(self.comment.as_str());
        self.output.write(&Record { at: packet.at, octets, comment });
    }
}

/// What became of a packet by the end, in words of which the first is one of a few.
fn notify(packet: &Coming, place: &QueuePlace, end: Time, comment: &mut String) -> std::fmt::Result {
    let port = &place.port;
    let (at, marked, fate, copy_at) = match packet.became {
        // In a run that is stopped a port may have come further than its end.
        Some(Became::Went { at, marked, fate, copy_at, .. }) if at <= end => (at, marked, fate, copy_at),
        Some(Became::Dropped { reason, .. }) => {
            return write!(comment, "dropped: {} at {port}. {}", reason.name(), reason.meaning());
        }
        _ => return write!(comment, "held: waits at {port} at the end of the run"),
    };
    match fate {
        Fate::Arrives(_) if place.framing.is_none() => {
            write!(comment, "passed on: as cells from {} s on", seconds(at.ps()))?;
        }
        Fate::Arrives(arrival) if arrival <= end => {
            write!(comment, "delivered: at {} s", seconds(arrival.ps()))?;
        }
        Fate::Arrives(_) => write!(comment, "held: under way behind {port} at the end of the run")?,
        Fate::Lost(reason) => write!(comment, "lost: {} behind {port}", reason.name())?,
        Fate::Stays => write!(comment, "held: the line behind {port} has stopped")?,
    }
    if let Some(copy_at) = copy_at.filter(|copy_at| *copy_at <= end) {
        write!(comment, "; a copy at {} s", seconds(copy_at.ps()))?;
    }
    if place.is_before {
        write!(comment, "; waited {} s", seconds((at - packet.at).get()))?;
    }
    match marked {
        Some(MarkReason::Aqm) => write!(comment, "; marked CE: aqm"),
        Some(MarkReason::Threshold) => write!(comment, "; marked CE: threshold"),
        None => Ok(()),
    }
}

/// Picoseconds in seconds, with as many digits as there are.
fn seconds(ps: u64) -> String {
    let text = format!("{}.{:012}", ps / PS_PER_S, ps % PS_PER_S);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_no_digit_too_many_and_none_too_few() {
        assert_eq!(
            [0, 1, 1_500_000_000_000, 10_000_000_000_000].map(seconds),
            ["0", "0.000000000001", "1.5", "10"]
        );
    }
}
