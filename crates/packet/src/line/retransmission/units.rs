//! The data transfer units of a line, slot by slot: which is sent when, and when each leaves the receiver.
//!
//! In each slot a unit is sent that is due again, or else a new one. What they carry plays no part, so the units have
//! a clock of their own, *data time*, which stops in slots of repeats.

use std::collections::VecDeque;

use cellwise_units::{Span, Time};

use super::noise::Noise;
use crate::chance::Draw;
use crate::clock::{PacketClock, Point};
use crate::line::Retransmissions;

/// The numbers of a line, in slots.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    /// The length of a slot, in picoseconds; above 0.
    pub(super) slot: u64,
    /// From the end of a sending to the slot in which it can be repeated.
    pub(super) return_slots: u64,
    /// The least time that a unit is kept after its first sending.
    pub(super) least: u64,
    /// From the start of the first sending to the end of the last; at least 1.
    pub(super) most: u64,
}

/// What smooths that which leaves the receiver: no unit leaves sooner than this after the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlet {
    pub(super) clock: PacketClock,
    /// The work of a unit; it takes no longer than a slot.
    pub(super) unit: u128,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    /// It was hit; it may be sent again in this slot or later.
    Due(u64),
    /// It is whole at the start of this slot.
    Good(u64),
    Abandoned,
}

#[derive(Clone, Copy, Debug)]
struct Unit {
    /// The slot of its first sending.
    first: u64,
    fate: Fate,
}

/// The units of a line.
#[derive(Clone, Debug)]
pub(super) struct Units {
    timing: Timing,
    noise: Noise,
    outlet: Option<Outlet>,
    /// The next slot to be played.
    slot: u64,
    /// The number of the first unit of `units`, and those that have been sent since.
    base: u64,
    units: VecDeque<Unit>,
    /// How many of them are due.
    due: usize,
    /// The first unit that is not known to have left, and when the one before it left.
    settled: u64,
    left: Point,
    last_abandoned: Option<u64>,
    /// What is counted, and what will be when the end of a slot has come.
    counted: Retransmissions,
    to_count: VecDeque<(u64, Retransmissions)>,
}

impl Units {
    pub(super) fn new(timing: Timing, noise: Noise, outlet: Option<Outlet>) -> Self {
        Self {
            timing,
            noise,
            outlet,
            slot: 0,
            base: 0,
            units: VecDeque::new(),
            due: 0,
            settled: 0,
            left: Point::default(),
            last_abandoned: None,
            counted: Retransmissions::default(),
            to_count: VecDeque::new(),
        }
    }

    fn next_number(&self) -> u64 {
        self.base + self.units.len() as u64
    }

    /// The data time at an instant; in a slot of a repeat, that of the next new unit. All units before are done with.
    pub(super) fn data_at(&mut self, at: Time, draw: Draw<'_>) -> u64 {
        let slot = at.ps() / self.timing.slot;
        self.play_until(slot + 1, draw);
        self.pass(at);
        let place = self.units.partition_point(|unit| unit.first < slot);
        let is_new = self.units.get(place).is_some_and(|unit| unit.first == slot);
        let number = self.base + place as u64;
        self.settle(number, draw);
        self.forget(number);
        number.saturating_mul(self.timing.slot) + if is_new { at.ps() % self.timing.slot } else { 0 }
    }

    /// The instant of a data time that no earlier question went beyond; at the end of a unit, when the next begins.
    pub(super) fn instant_of(&mut self, data: u64, draw: Draw<'_>) -> Time {
        let number = data / self.timing.slot;
        while self.next_number() <= number {
            let clear = number - self.next_number();
            self.skip_clear(self.slot.saturating_add(clear), draw);
            self.play(draw);
        }
        self.forget(number.min(self.settled));
        let first = self.units[(number - self.base) as usize].first;
        self.time_of(first) + Span::from_ps(data % self.timing.slot)
    }

    /// When the unit of this number, which none before it follows, leaves the receiver, or is missed there.
    pub(super) fn leaves_at(&mut self, number: u64, draw: Draw<'_>) -> Time {
        self.instant_of(number.saturating_mul(self.timing.slot), draw);
        self.settle(number + 1, draw);
        self.left.end()
    }

    /// Whether a unit from this number on was given up, of those that are known to have left.
    pub(super) fn is_abandoned_since(&self, number: u64) -> bool {
        self.last_abandoned.is_some_and(|last| last >= number)
    }

    /// What was sent again up to an instant.
    pub(super) fn counts(&mut self, now: Time, draw: Draw<'_>) -> Retransmissions {
        self.play_until(now.ps() / self.timing.slot, draw);
        self.pass(now);
        self.counted
    }

    /// Counts what was sent again up to an instant.
    pub(super) fn pass(&mut self, now: Time) {
        self.count_until(now.ps() / self.timing.slot);
    }

    fn time_of(&self, slot: u64) -> Time {
        Time::from_ps(slot.saturating_mul(self.timing.slot))
    }

    fn play_until(&mut self, slot: u64, draw: Draw<'_>) {
        while self.slot < slot {
            self.skip_clear(slot - 1, draw);
            self.play(draw);
        }
    }

    /// Passes over slots up to this one in which new units are sent and none is hit.
    fn skip_clear(&mut self, until: u64, draw: Draw<'_>) {
        if self.due > 0 || until <= self.slot {
            return;
        }
        let clear = self.noise.next_hit(self.slot, until, draw).unwrap_or(until) - self.slot;
        if clear == 0 {
            return;
        }
        self.settle(self.next_number(), draw);
        self.slot += clear;
        let ready = Point::exactly(self.time_of(self.slot + self.timing.least));
        // As if one after another: what is ready comes at least as slowly as the outlet sends.
        self.left = self.after_outlet(clear).max(ready);
        self.base = self.next_number() + clear;
        self.units.clear();
        self.settled = self.base;
    }

    /// When the outlet has sent so many more units.
    fn after_outlet(&self, units: u64) -> Point {
        self.outlet
            .map_or(self.left, |outlet| outlet.clock.after_work(self.left, outlet.unit * u128::from(units)))
    }

    /// Plays one slot.
    fn play(&mut self, draw: Draw<'_>) {
        let mut counts = Retransmissions::default();
        let place = self.take_due(&mut counts).unwrap_or_else(|| {
            self.units.push_back(Unit { first: self.slot, fate: Fate::Due(self.slot) });
            self.due += 1;
            self.units.len() - 1
        });
        let is_hit = self.noise.next_hit(self.slot, self.slot + 1, draw).is_some();
        let unit = &mut self.units[place];
        let again = self.slot + 1 + self.timing.return_slots;
        unit.fate = if !is_hit {
            counts.corrected += u64::from(unit.first < self.slot);
            Fate::Good(self.slot + 1)
        } else if again + 1 - unit.first <= self.timing.most {
            Fate::Due(again)
        } else {
            counts.uncorrected += 1;
            Fate::Abandoned
        };
        self.due -= usize::from(!matches!(unit.fate, Fate::Due(_)));
        if counts != Retransmissions::default() {
            self.to_count.push_back((self.slot, counts));
        }
        self.slot += 1;
    }

    /// The place of the unit that is sent again in this slot. Those that cannot be in time any more are given up.
    fn take_due(&mut self, counts: &mut Retransmissions) -> Option<usize> {
        if self.due == 0 {
            return None;
        }
        for (place, unit) in self.units.iter_mut().enumerate() {
            if !matches!(unit.fate, Fate::Due(slot) if slot <= self.slot) {
                continue;
            }
            if self.slot + 1 - unit.first <= self.timing.most {
                counts.retransmitted += 1;
                return Some(place);
            }
            unit.fate = Fate::Abandoned;
            counts.uncorrected += 1;
            self.due -= 1;
        }
        None
    }

    /// Finds when all units before a number, which have been sent, leave.
    fn settle(&mut self, number: u64, draw: Draw<'_>) {
        while self.settled < number {
            let unit = self.units[(self.settled - self.base) as usize];
            let slots = match unit.fate {
                Fate::Due(_) => {
                    self.play(draw);
                    continue;
                }
                Fate::Good(slot) => slot.max(unit.first + 1 + self.timing.least),
                Fate::Abandoned => unit.first + self.timing.most,
            };
            let ready = Point::exactly(self.time_of(slots));
            if unit.fate == Fate::Abandoned {
                self.last_abandoned = Some(self.settled);
                self.left = self.left.max(ready);
            } else {
                self.left = self.after_outlet(1).max(ready);
            }
            self.settled += 1;
        }
    }

    /// Drops what is settled before a number.
    fn forget(&mut self, number: u64) {
        while self.base < number.min(self.settled) && self.units.pop_front().is_some() {
            self.base += 1;
        }
    }

    fn count_until(&mut self, slot: u64) {
        while let Some(&(at, counts)) = self.to_count.front() {
            if at >= slot {
                break;
            }
            self.to_count.pop_front();
            self.counted.retransmitted += counts.retransmitted;
            self.counted.corrected += counts.corrected;
            self.counted.uncorrected += counts.uncorrected;
        }
    }
}
