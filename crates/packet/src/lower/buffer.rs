//! A buffer of fixed size, which loses nothing: a modem's.
//!
//! There is room while fewer packets wait than may, or fewer octets, before the next is added: in octets it may hold
//! one packet more than its size. Source: what firmware commonly does; a model of this project.

use cellwise_units::{BitRate, ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Lower;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::discipline::Backlog;
use crate::limit::{Limit, Room};

/// Parameters of [`Buffer`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// Its size: how much may wait in it, in addition to the packet that is being sent.
    pub size: Limit,
}

impl Default for Config {
    fn default() -> Self {
        Self { size: Limit::Packets(1) }
    }
}

impl Config {
    /// The buffer in front of a line of this rate.
    #[must_use]
    pub fn build(&self, rate: BitRate) -> Buffer {
        Buffer { room: self.size.room(rate), waiting: Backlog::default() }
    }

    /// Nothing can be wrong with a size above 0.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Limit::arbitrary().prop_map(|size| Self { size })
    }
}

/// A buffer of fixed size.
#[derive(Clone, Copy, Debug)]
pub struct Buffer {
    room: Room,
    waiting: Backlog,
}

impl Lower for Buffer {
    fn has_room(&self) -> bool {
        self.room.is_open(self.waiting)
    }

    fn hand_down(&mut self, octets: u32) {
        self.waiting.add(octets);
    }

    fn begin(&mut self, octets: u32) {
        self.waiting.packets = self.waiting.packets.saturating_sub(1);
        self.waiting.octets = self.waiting.octets.saturating_sub(octets.into());
    }

    fn complete(&mut self, _: u64, _: Time) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::Bytes;

    /// How many packets of 1500 octets an idle line and the buffer in front of it take.
    fn taken(size: Limit) -> u32 {
        let mut buffer = Config { size }.build(BitRate::from_bps(1_000_000));
        buffer.hand_down(1500);
        buffer.begin(1500);
        let waits = (0..).take_while(|_| buffer.has_room().then(|| buffer.hand_down(1500)).is_some()).count();
        1 + waits as u32
    }

    #[test]
    fn there_is_room_until_as_much_waits_as_may() {
        assert_eq!(taken(Limit::Packets(4)), 5);
        // 3000 octets are full with two packets, 3001 with three.
        assert_eq!((taken(Limit::Octets(Bytes::new(3000))), taken(Limit::Octets(Bytes::new(3001)))), (3, 4));
    }
}
