//! What every discipline answers, and what it is asked with.

use cellwise_units::{BitRate, Time};
use serde::{Deserialize, Serialize};

use crate::chance::Draw;
use crate::packet::Packet;

/// The family's name in the catalogue.
pub const FAMILY: &str = "disciplines";

/// Why a packet was dropped from a queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DropReason {
    /// More would have waited than may.
    Limit,
    /// The queue management signalled congestion.
    Aqm,
    /// A later acknowledgment of the same connection made it needless.
    AckFiltered,
    /// It came faster than a policer lets packets pass.
    Policed,
}

/// What a discipline may know about the link behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Service {
    /// The rate of the link; above 0.
    pub rate: BitRate,
    /// The longest packet, as queues count it: the MTU and the header of the link, in octets; above 0.
    pub mtu_octets: u32,
    /// What the numbers of flows are mixed with, so that each queue spreads them in a way of its own.
    pub salt: u64,
}

/// The moment at which a discipline is asked.
#[allow(missing_debug_implementations)]
pub struct Around<'a> {
    /// What time it is; never earlier than when it was asked before.
    pub now: Time,
    /// Random numbers. How many are drawn is part of a discipline's behaviour.
    pub draw: Draw<'a>,
    /// Hears of every packet that is dropped, with the [`queue`](Packet::queue) in which it waited or would have.
    pub lose: &'a mut dyn FnMut(&Packet, DropReason),
}

/// A discipline.
pub trait Discipline {
    /// Takes a packet whose last octet arrives now.
    fn enqueue(&mut self, packet: Packet, around: &mut Around<'_>);

    /// The packet that the link sends next; `None` if none waits or none may leave yet. To be asked once for each
    /// transmission that ends, even if nothing waits, once when a packet arrives at an idle link, and when
    /// [`ready_at`](Self::ready_at) says.
    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet>;

    /// What waits.
    fn backlog(&self) -> Backlog;

    /// When the next packet may leave: a past or present time if at once, [`Time::NEVER`] if none waits.
    fn ready_at(&self) -> Time {
        if self.backlog().packets == 0 { Time::NEVER } else { Time::ZERO }
    }

    /// The probability with which it drops or marks a packet now, by its own estimate; `None` if it has none. Asking
    /// does not change the fate of packets; `now` is never earlier than when it was asked before.
    fn drop_probability(&mut self, _now: Time) -> Option<f64> {
        None
    }

    /// What a queue in it is for, such as "voice"; `None` if its queues are flows, or it has but one.
    fn queue_name(&self, _queue: u32) -> Option<&'static str> {
        None
    }
}

/// What waits in a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Backlog {
    /// Packets.
    pub packets: u64,
    /// Their octets, as queues count them.
    pub octets: u64,
}

impl Backlog {
    /// Counts a packet of so many octets that comes.
    #[inline]
    pub fn add(&mut self, octets: u32) {
        self.packets += 1;
        self.octets += u64::from(octets);
    }

    /// Counts a packet of so many octets that goes.
    #[inline]
    pub fn remove(&mut self, octets: u32) {
        self.packets -= 1;
        self.octets -= u64::from(octets);
    }
}
