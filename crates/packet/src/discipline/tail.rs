//! Tail drop: a packet that finds the queue full is dropped.
//!
//! A packet is dropped if as many wait as may, or if with it more octets would wait than may. The packet that is being
//! sent does not wait. Source: RFC 7567, section 2.1; Linux `pfifo` and `bfifo`.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fifo::Fifo;
use super::{Around, Backlog, Discipline, DropReason, Service};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::limit::{Limit, Room};
use crate::packet::Packet;

/// Parameters of [`Tail`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// How much may wait.
    pub limit: Limit,
}

impl Default for Config {
    fn default() -> Self {
        Self { limit: Limit::Packets(1000) }
    }
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> Tail {
        Tail { room: self.limit.room(service.rate), queue: Fifo::default() }
    }

    /// A limit that no packet of the link's longest fits.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        self.limit.check_as("limit", service).into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Limit::arbitrary().prop_map(|limit| Self { limit })
    }
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct Tail {
    room: Room,
    queue: Fifo,
}

impl Discipline for Tail {
    fn enqueue(&mut self, packet: Packet, around: &mut Around<'_>) {
        if self.room.takes(self.queue.backlog(), packet.octets) {
            self.queue.push(packet);
        } else {
            (around.lose)(&packet, DropReason::Limit);
        }
    }

    fn dequeue(&mut self, _: &mut Around<'_>) -> Option<Packet> {
        self.queue.pop()
    }

    fn backlog(&self) -> Backlog {
        self.queue.backlog()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::DisciplineConfig;
    use crate::discipline::testing::{Bench, packet};
    use cellwise_units::Bytes;

    fn bench(config: Config) -> Bench {
        Bench::new(&DisciplineConfig::Tail(config))
    }

    #[test]
    fn the_packet_that_finds_as_many_as_may_wait_is_dropped() {
        let mut bench = bench(Config { limit: Limit::Packets(2) });
        for handle in 0..4 {
            bench.put(0, packet(handle, 1000));
        }
        assert_eq!(bench.lost(), [(2, DropReason::Limit), (3, DropReason::Limit)]);
        assert_eq!((bench.take(1), bench.take(1), bench.take(1)), (Some(0), Some(1), None));
    }

    #[test]
    fn octets_are_counted_with_those_of_the_packet() {
        let mut bench = bench(Config { limit: Limit::Octets(Bytes::new(2500)) });
        for (handle, octets) in [(0, 1000), (1, 1501), (2, 1500), (3, 1)] {
            bench.put(0, packet(handle, octets));
        }
        assert_eq!(bench.lost(), [(1, DropReason::Limit), (3, DropReason::Limit)]);
    }
}
