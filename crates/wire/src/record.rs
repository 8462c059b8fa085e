//! The record of a run: what was offered to the line and what came of it, as text.
//!
//! ```none
//! cellwise-wire 1
//! seed 7
//! ports client server
//! scenario 2
//! first line of it
//! second line of it
//! o 0 1500000 1500 2 0 2890516225 1 2
//! d 1 20000000 0 2
//! end 5000000000000
//! ```
//!
//! A line `o` is an offer: port from 0, instant in ps since the start, octets, ECN field (0 to 3),
//! differentiated services codepoint (0 to 63), the numbers of its flow and of the hosts that send and receive. A line `d` is a
//! delivery: port, instant in ps, number of the offer from 0, ECN field. Offers are in the order in which they were
//! made, deliveries in that in which they came; an offer at an instant comes after all deliveries until then. The last
//! line, with the instant that the run reached, may be followed by lines `invalid`, each with a reason for which the
//! run does not count.

mod read;
mod write;

use cellwise_units::Time;

use crate::flow::Flow;
use crate::packet::Ecn;

pub use read::{Mistake, read};
pub use write::{head, row, tail};

/// What a record is of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// The seed of the line's randomness.
    pub seed: u64,
    /// The names of the ports.
    pub ports: Vec<String>,
    /// The scenario as text.
    pub scenario: String,
}

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// A packet was offered.
    Offered {
        /// At this port.
        port: usize,
        /// At this instant.
        at: Time,
        /// So long.
        octets: u64,
        /// With this field.
        ecn: Ecn,
        /// With this differentiated services codepoint, from 0 to 63.
        class: u8,
        /// Of this flow.
        flow: Flow,
    },
    /// A packet was delivered.
    Delivered {
        /// At this port.
        port: usize,
        /// At this instant.
        at: Time,
        /// Which one, from 0 in the order of offers.
        offer: u64,
        /// With this field.
        ecn: Ecn,
    },
}

impl Row {
    /// When it happened.
    #[must_use]
    pub const fn at(&self) -> Time {
        match *self {
            Self::Offered { at, .. } | Self::Delivered { at, .. } => at,
        }
    }
}

/// Puts the events since the last time into the order of a record: by instant, deliveries before offers. Packets are
/// offered before the line continues to them, so that deliveries until then are noted later.
pub fn order(rows: &mut [Row]) {
    rows.sort_by_key(|row| (row.at(), matches!(row, Row::Offered { .. })));
}

/// A whole record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What it is of.
    pub head: Head,
    /// What happened, in order.
    pub rows: Vec<Row>,
    /// The instant that the run reached.
    pub end: Time,
    /// Why the run does not count; it counts if there is nothing.
    pub invalid: Vec<String>,
}

impl Record {
    /// When each offer was made, in order.
    pub fn offers(&self) -> impl Iterator<Item = Time> {
        self.rows.iter().filter(|row| matches!(row, Row::Offered { .. })).map(Row::at)
    }

    /// The record as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let rows: String = self.rows.iter().map(row).collect();
        head(&self.head) + &rows + &tail(self.end, &self.invalid)
    }
}
