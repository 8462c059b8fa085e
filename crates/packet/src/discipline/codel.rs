//! CoDel, controlled delay: packets are dropped or marked once they have all waited too long for an interval.
//!
//! When the packets that leave have waited for at least the target during a whole interval, one is dropped (or
//! marked), and then another each time that an interval over the square root of their number has passed, until one
//! waits for less. Nothing happens between packets, and nothing while no more octets wait behind a packet than the
//! longest packet has. Sources: RFC 8289; Linux `codel`.

mod law;
mod machine;
mod settings;

pub use law::SquareRoot;
pub(super) use machine::Machine;
pub(super) use settings::Rules;
pub use settings::{FirstSignal, Settings, Target, ThresholdFor};

use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::fifo::Fifo;
use super::{Around, Backlog, Discipline, DropReason, Service};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any};
use crate::limit::{Limit, Room};
use crate::packet::Packet;

/// Parameters of [`Codel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// How much may wait.
    pub limit: Limit,
    /// Whether packets whose transport understands marks are marked instead of dropped.
    pub ecn: bool,
    /// Its target, its interval and its rules.
    #[serde(flatten)]
    pub control: Settings,
}

impl Default for Config {
    fn default() -> Self {
        Self { limit: Limit::Packets(1000), ecn: false, control: Settings::default() }
    }
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> Codel {
        Codel {
            room: self.limit.room(service.rate),
            rules: self.control.rules(self.ecn, service),
            queue: Fifo::default(),
            machine: Machine::default(),
        }
    }

    /// A limit that no packet of the link's longest fits, and times that do not fit each other.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        self.limit.check_as("limit", service).into_iter().chain(self.control.check()).collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (Limit::arbitrary(), any::<bool>(), Settings::arbitrary()).prop_map(|(limit, ecn, control)| Self {
            limit,
            ecn,
            control,
        })
    }
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct Codel {
    room: Room,
    rules: Rules,
    queue: Fifo,
    machine: Machine,
}

impl Discipline for Codel {
    fn enqueue(&mut self, packet: Packet, around: &mut Around<'_>) {
        if self.room.takes(self.queue.backlog(), packet.octets) {
            self.queue.push(packet);
        } else {
            (around.lose)(&packet, DropReason::Limit);
        }
    }

    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        self.machine.take(&mut self.queue, 0, &self.rules, around)
    }

    fn backlog(&self) -> Backlog {
        self.queue.backlog()
    }
}

#[cfg(test)]
mod tests;
