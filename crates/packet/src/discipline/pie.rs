//! PIE: a controller raises the probability with which arriving packets are dropped while they wait for too long.
//!
//! Every `update`, p changes by alpha (delay - target) + beta (delay - delay before), scaled down while p is small. A
//! packet that arrives is dropped, or marked if its transport understands that, with the probability p, unless the
//! queue is short or a burst is being spared. Of cable modems (RFC 8034) the law is modelled, with one rate for both of
//! its token buckets. Source: RFC 8033, appendix A, with ECN, derandomization and the cap of steps of appendix B; RFC
//! 8034, appendix A; Linux `sch_pie`; ns-3 `PieQueueDisc`.

pub(super) mod control;
mod departure;
pub(super) mod settings;

use cellwise_units::{ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use control::{DelayFrom, Rules};
pub use settings::Settings;

use super::fifo::Fifo;
use super::{Around, Backlog, Discipline, DropReason, Service};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::limit::{Limit, Room};
use crate::packet::Packet;
use control::{Law, State};

/// Parameters of [`Pie`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
#[schemars(rename = "PieConfig")]
pub struct Config {
    /// How much may wait.
    pub limit: Limit,
    /// The controller.
    #[serde(flatten)]
    pub control: Settings,
}

impl Default for Config {
    fn default() -> Self {
        Self { limit: Limit::Packets(1000), control: Settings::default() }
    }
}

impl Config {
    /// The discipline in front of a link.
    #[must_use]
    pub fn build(&self, service: &Service) -> Pie {
        let law = self.control.law(self.limit, service);
        Pie { law, state: law.start(), room: self.limit.room(service.rate), queue: Fifo::default() }
    }

    /// A limit that no packet of the link's longest fits, marks under rules that have none.
    #[must_use]
    pub fn check(&self, service: &Service) -> Vec<ConfigIssue> {
        self.limit.check_as("limit", service).into_iter().chain(self.control.check()).collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (Limit::arbitrary(), Settings::arbitrary()).prop_map(|(limit, control)| Self { limit, control })
    }
}

/// The discipline.
#[derive(Clone, Debug)]
pub struct Pie {
    law: Law,
    state: State,
    room: Room,
    queue: Fifo,
}

impl Discipline for Pie {
    fn enqueue(&mut self, mut packet: Packet, around: &mut Around<'_>) {
        let waiting = self.queue.backlog();
        self.law.catch_up(&mut self.state, around.now, waiting);
        if !self.room.takes(waiting, packet.octets) {
            self.state.forget();
            (around.lose)(&packet, DropReason::Limit);
        } else if self.law.drops(&mut self.state, &mut packet, waiting, around.draw) {
            (around.lose)(&packet, DropReason::Aqm);
        } else {
            self.queue.push(packet);
        }
    }

    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        self.law.catch_up(&mut self.state, around.now, self.queue.backlog());
        let packet = self.queue.pop()?;
        self.law.on_departure(&mut self.state, &packet, self.queue.backlog(), around.now);
        Some(packet)
    }

    fn backlog(&self) -> Backlog {
        self.queue.backlog()
    }

    fn drop_probability(&mut self, now: Time) -> Option<f64> {
        self.law.catch_up(&mut self.state, now, self.queue.backlog());
        Some(self.law.probability(&self.state))
    }
}

#[cfg(test)]
mod tests;
