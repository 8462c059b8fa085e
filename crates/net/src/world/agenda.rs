//! The agenda: what is due next at ordering points, at hosts, and of packets that enter from outside.

use cellwise_engine::{Calendar, Key, Rank};
use cellwise_units::Time;

use crate::circuit::merge::Merge;
use crate::data::ids::{HostId, List, MergeId, kind};

/// What is due first at one place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Due {
    /// At an ordering point.
    Place(MergeId),
    /// A timer of a host.
    Timer(HostId),
    /// Something enters from outside, or is set from there.
    Entry,
}

/// What is due, one entry for each place where something may be.
#[derive(Clone, Debug)]
pub(super) struct Agenda {
    /// One slot per ordering point.
    places: Calendar,
    /// One slot per host: its first timer. The slot behind them is of all that enters.
    timers: Calendar,
    entry_slot: u32,
    /// The ordering point being served, whose slot is empty meanwhile.
    serving: MergeId,
}

impl Agenda {
    /// An agenda on which nothing is due.
    pub(super) fn new(places: usize, hosts: usize) -> Self {
        Self {
            places: Calendar::new(places),
            timers: Calendar::new(hosts + 1),
            entry_slot: hosts as u32,
            serving: MergeId::NONE,
        }
    }

    /// When something is due first at any place but the one being served: an ordering point, and a host.
    #[inline]
    pub(super) fn first_times(&self) -> (Time, Time) {
        (self.places.first().time(), self.timers.first().time())
    }

    /// What is due first at any place but the one being served.
    #[inline]
    pub(super) fn bound(&self) -> Key {
        self.places.first().min(self.timers.first())
    }

    /// What is due first, and when.
    #[inline]
    pub(super) fn first(&self) -> (Due, Time) {
        let (place, timer) = (self.places.first(), self.timers.first());
        if place < timer {
            return (Due::Place(MergeId::new(place.slot())), place.time());
        }
        let is_entry = timer.slot() == self.entry_slot;
        let due = if is_entry { Due::Entry } else { Due::Timer(HostId::new(timer.slot())) };
        (due, timer.time())
    }

    /// Begins to serve the ordering point that is due first.
    #[inline]
    pub(super) fn begin(&mut self, merge: MergeId) {
        self.serving = merge;
        self.places.take_first();
    }

    /// Ends serving an ordering point.
    #[inline]
    pub(super) fn end(&mut self, merge: MergeId, merges: &List<Merge, kind::Merge>) {
        self.serving = MergeId::NONE;
        self.note(merge, merges);
    }

    /// Takes down what is due first at an ordering point, unless it is being served.
    #[inline(always)]
    pub(super) fn note(&mut self, merge: MergeId, merges: &List<Merge, kind::Merge>) {
        if merge != self.serving {
            self.places.set(merge.number(), merges[merge].first().at_slot(merge.number()));
        }
    }

    /// Takes down when the first timer of a host is due.
    #[inline(always)]
    pub(super) fn set_timer(&mut self, host: HostId, due: Time) {
        self.set(host.number(), due, Rank::Timer(host.number()));
    }

    /// Takes down when the next thing enters from outside.
    pub(super) fn set_entry(&mut self, at: Time) {
        self.set(self.entry_slot, at, Rank::Entry);
    }

    #[inline(always)]
    fn set(&mut self, slot: u32, at: Time, rank: Rank) {
        if at != self.timers.key_of(slot).time() {
            let key = if at == Time::NEVER { Key::NEVER } else { Key::new(at, rank, slot) };
            self.timers.set(slot, key);
        }
    }
}
