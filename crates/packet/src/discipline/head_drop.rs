//! Head drop: where a packet finds the queue full, the oldest ones make room for it.
//!
//! The oldest packet is lost, so a sender hears of congestion sooner by the time that a packet waits. A packet that
//! does not fit an empty queue is dropped itself. Source: RFC 7567, section 2.1; Linux `pfifo_head_drop`; Mahimahi
//! `drophead`.

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fifo::Fifo;
use super::{Around, Backlog, Discipline, DropReason, Service};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::limit::{Limit, Room};
use crate::packet::Packet;

/// Parameters of [`HeadDrop`].
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
    pub fn build(&self, service: &Service) -> HeadDrop {
        HeadDrop { room: self.limit.room(service.rate), queue: Fifo::default() }
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
pub struct HeadDrop {
    room: Room,
    queue: Fifo,
}

impl Discipline for HeadDrop {
    fn enqueue(&mut self, packet: Packet, around: &mut Around<'_>) {
        while !self.room.takes(self.queue.backlog(), packet.octets) {
            let Some(oldest) = self.queue.pop() else {
                return (around.lose)(&packet, DropReason::Limit);
            };
            (around.lose)(&oldest, DropReason::Limit);
        }
        self.queue.push(packet);
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
        Bench::new(&DisciplineConfig::HeadDrop(config))
    }

    #[test]
    fn the_oldest_packets_make_room() {
        let mut bench = bench(Config { limit: Limit::Packets(2) });
        for handle in 0..4 {
            bench.put(0, packet(handle, 1000));
        }
        assert_eq!(bench.lost(), [(0, DropReason::Limit), (1, DropReason::Limit)]);
        assert_eq!((bench.take(1), bench.take(1), bench.take(1)), (Some(2), Some(3), None));
    }

    #[test]
    fn as_many_go_as_the_new_one_needs() {
        let mut bench = bench(Config { limit: Limit::Octets(Bytes::new(2500)) });
        for (handle, octets) in [(0, 1000), (1, 1501), (2, 2500)] {
            bench.put(0, packet(handle, octets));
        }
        assert_eq!(bench.lost(), [(0, DropReason::Limit), (1, DropReason::Limit)]);
    }
}
