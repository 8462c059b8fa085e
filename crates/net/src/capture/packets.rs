//! The tap of a host: IP packets or AAL5 frames that it sends, when they are handed to the adapter, and
//! those that arrive, when they are whole.
//!
//! A host may run ahead of the clock, and its packets leave later than they are made: a packet that was seen
//! waits until nothing earlier can come.

use std::collections::BTreeMap;

use cellwise_capture::pdu::Pdu;
use cellwise_capture::{Link, Record, sunatm};
use cellwise_units::Time;

use super::contents::{Addresses, Wrapped, label_of};
use super::{Capture, Output};
use crate::data::ids::HostId;

/// A packet that was seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) frame: Wrapped,
    /// Whether the host sends it.
    pub(crate) sent: bool,
    /// The virtual connection; `None` on packet links.
    pub(crate) vc: Option<usize>,
}

/// The tap of a host.
#[derive(Debug)]
pub(crate) struct PacketTap {
    pub(crate) output: Output,
    pub(crate) host: HostId,
    shows_frames: bool,
    /// What waits, by time and order of being seen.
    waiting: BTreeMap<(Time, u64), Seen>,
    seen: u64,
    /// When the last packet arrived.
    last_arrival: Time,
    pdu: Pdu,
    packet: Vec<u8>,
    record: Vec<u8>,
}

impl PacketTap {
    /// A tap for IP packets, or for AAL5 frames.
    pub(crate) fn new(capture: Capture, host: HostId, shows_frames: bool, end: Time) -> Self {
        let link = if shows_frames { Link::Frames } else { Link::Ip };
        Self {
            output: Output::begin(capture, link, end),
            host,
            shows_frames,
            waiting: BTreeMap::new(),
            seen: 0,
            last_arrival: Time::ZERO,
            pdu: Pdu::default(),
            packet: Vec::new(),
            record: Vec::new(),
        }
    }

    /// Sees a packet.
    pub(crate) fn see(&mut self, at: Time, seen: Seen) {
        if !seen.sent {
            self.last_arrival = at;
        }
        self.waiting.insert((at, self.seen), seen);
        self.seen += 1;
    }

    /// When the last packet arrived.
    pub(crate) fn last_arrival(&self) -> Time {
        self.last_arrival
    }

    /// Writes what was seen before `time`, before which nothing more will be seen.
    pub(crate) fn write_before(&mut self, time: Time, addresses: &Addresses) {
        while let Some(first) = self.waiting.first_entry()
            && first.key().0 < time
        {
            let ((at, _), seen) = first.remove_entry();
            if at <= self.output.end {
                self.write(at, &seen, addresses);
            }
        }
    }

    fn write(&mut self, at: Time, seen: &Seen, addresses: &Addresses) {
        let Seen { frame, sent, vc } = seen;
        self.record.clear();
        if self.shows_frames {
            // Frames are of virtual connections.
            let Some((vpi, vci)) = vc.map(label_of) else { return };
            self.record.extend(sunatm::header(frame.encapsulation, *sent, vpi, vci));
            if !addresses.fill(&mut self.pdu, frame, &mut self.packet) {
                return;
            }
            self.record.extend_from_slice(self.pdu.octets());
        } else if addresses.add_packet(&frame.frame, frame.forward, &mut self.record).is_none() {
            return;
        }
        self.output.write(&Record { at, octets: &self.record, comment: None });
    }
}
