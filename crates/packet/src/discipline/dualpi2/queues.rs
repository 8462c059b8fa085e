//! The two queues: who is served, and what becomes of a packet.

use cellwise_units::{Span, Time};

use super::controller::{Controller, Gains, Heads};
use super::{CLASSIC, Chance, Classifier, Config, DelayOf, DropAt, L4S, Overload, Scheduler, Threshold};
use crate::codepoint::Codepoint;
use crate::discipline::fifo::Fifo;
use crate::discipline::{Around, Backlog, Discipline, Draw, DropReason};
use crate::limit::Room;
use crate::packet::{MarkReason, Packet};

/// The discipline.
#[derive(Clone, Debug)]
pub struct DualPi2 {
    pub(super) config: Config,
    pub(super) gains: Gains,
    pub(super) controller: Controller,
    pub(super) room: Room,
    /// The longest packet: so much room must be left for any packet to be taken, and while less than twice as much
    /// waits, the controller drops and marks nothing.
    pub(super) mtu_octets: u32,
    /// The L4S queue and the classic one.
    pub(super) queues: [Fifo; 2],
    /// Whose turn it is: the L4S queue's up to 0, in hundredths of octets.
    pub(super) credit: i64,
    pub(super) credit_start: i64,
    /// For each queue, the probabilities added up since the last hit.
    pub(super) sums: [f64; 2],
}

/// What the delay of an L4S packet says of it, whatever the controller does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Native {
    /// Whether it waited for too long.
    Step(bool),
    /// The probability of a mark.
    Ramp(f64),
}

impl DualPi2 {
    pub(super) fn is_l4s(&self, codepoint: Codepoint) -> bool {
        match self.config.classifier {
            Classifier::L4s => matches!(codepoint, Codepoint::Ect1 | Codepoint::Ce),
            Classifier::AnyEct => codepoint != Codepoint::NotEct,
            Classifier::None => false,
        }
    }

    fn heads_arrived(&self) -> Heads {
        [0, 1].map(|queue| self.queues[queue].first().map(|packet| packet.arrived))
    }

    /// Those whose delay is controlled.
    fn heads(&self) -> Heads {
        let [l4s, classic] = self.heads_arrived();
        match self.config.delay_of {
            DelayOf::Longer => [l4s, classic],
            DelayOf::Classic => [None, classic],
        }
    }

    pub(super) fn catch_up(&mut self, now: Time) {
        let heads = self.heads();
        self.controller.catch_up(&self.gains, now, heads);
    }

    /// The packet whose turn it is, and by how much its sending changes the credit.
    fn pick(&mut self, now: Time) -> Option<(Packet, i64)> {
        let [l4s, classic] = self.heads_arrived();
        let takes_l4s = match (l4s, classic) {
            (None, None) => {
                self.credit = self.credit_start;
                return None;
            }
            (Some(_), None) => true,
            (None, Some(_)) => false,
            (Some(l4s), Some(classic)) => match self.config.scheduler {
                Scheduler::Weighted => self.credit <= 0,
                Scheduler::TimeShifted => (now - l4s) + self.config.time_shift >= now - classic,
            },
        };
        let packet = self.queues[usize::from(!takes_l4s)].pop()?;
        let percent = i64::from(self.config.classic_percent.min(100));
        let change = match (l4s, classic) {
            (Some(_), Some(_)) if takes_l4s => percent * i64::from(packet.octets),
            (Some(_), Some(_)) => (percent - 100) * i64::from(packet.octets),
            _ => 0,
        };
        Some((packet, change))
    }

    /// Whether a packet in this queue is hit with a probability.
    fn hits(&mut self, queue: u32, probability: f64, draw: Draw<'_>) -> bool {
        match self.config.chance {
            Chance::Random => probability > 0.0 && draw() < probability,
            Chance::Deterministic => {
                let sum = &mut self.sums[queue as usize];
                *sum += probability.min(1.0);
                let hits = *sum > 1.0;
                if hits {
                    *sum -= 1.0;
                }
                hits
            }
        }
    }

    /// Whether a packet in this queue is hit with the square of the base probability.
    fn hits_squared(&mut self, queue: u32, draw: Draw<'_>) -> bool {
        let base = self.controller.base;
        match self.config.chance {
            Chance::Random => base > 0.0 && draw() < base && draw() < base,
            Chance::Deterministic => self.hits(queue, base * base, draw),
        }
    }

    /// The decision on a packet that leaves, which may be marked: whether it is to be dropped.
    fn is_dropped_leaving(&mut self, packet: &mut Packet, around: &mut Around<'_>) -> bool {
        let native = self.native(packet, around.now);
        if self.config.drop_at == DropAt::Dequeue {
            return self.is_dropped(packet, native, around.draw);
        }
        self.hits_threshold(native, around.draw) && !packet.mark(MarkReason::Threshold)
    }

    /// The decision on a packet by the controller and by its own delay, which may mark it: whether it is to
    /// be dropped.
    // spec: rfc9332 A.2, figure 7
    pub(super) fn is_dropped(&mut self, packet: &mut Packet, native: Native, draw: Draw<'_>) -> bool {
        let spares = self.backlog().octets < 2 * u64::from(self.mtu_octets);
        let coupled = if spares { 0.0 } else { self.config.coupling() * self.controller.base };
        let is_overload = coupled > 1.0;
        if packet.queue == CLASSIC {
            return !spares
                && self.hits_squared(CLASSIC, draw)
                && (is_overload || !packet.mark(MarkReason::Aqm));
        }
        if is_overload {
            let drops = self.config.overload == Overload::Drop && self.hits_squared(L4S, draw);
            return drops || !packet.mark(MarkReason::Aqm);
        }
        // spec: rfc9332 A.1, figure 4, line 6
        let (ramp, steps) = match native {
            Native::Ramp(ramp) => (ramp, false),
            Native::Step(steps) => (0.0, steps),
        };
        let reason = if ramp > coupled { MarkReason::Threshold } else { MarkReason::Aqm };
        self.hits(L4S, coupled.max(ramp), draw) && !packet.mark(reason)
            || steps && !packet.mark(MarkReason::Threshold)
    }

    fn hits_threshold(&mut self, native: Native, draw: Draw<'_>) -> bool {
        match native {
            Native::Ramp(ramp) => self.hits(L4S, ramp, draw),
            Native::Step(steps) => steps,
        }
    }

    /// What an L4S packet's own delay says.
    fn native(&self, packet: &Packet, now: Time) -> Native {
        let behind = self.queues[L4S as usize].backlog().packets;
        if packet.queue != L4S || behind < u64::from(self.config.least_packets) {
            return Native::Step(false);
        }
        let waited = now - packet.arrived;
        match (self.config.threshold, self.config.step_packets) {
            (Threshold::Step, Some(packets)) => Native::Step(behind > u64::from(packets)),
            (Threshold::Step, None) => Native::Step(waited > self.config.step),
            (Threshold::Ramp, _) => Native::Ramp(self.ramp(waited)),
        }
    }

    pub(super) fn ramp(&self, waited: Span) -> f64 {
        let (from, to) = (self.config.ramp_from.get(), self.config.ramp_to.get());
        let above = waited.get().saturating_sub(from) as f64;
        (above / to.saturating_sub(from).max(1) as f64).min(1.0)
    }
}

impl Discipline for DualPi2 {
    fn enqueue(&mut self, mut packet: Packet, around: &mut Around<'_>) {
        self.catch_up(around.now);
        packet.queue = if self.is_l4s(packet.codepoint) { L4S } else { CLASSIC };
        // spec: rfc9332 A.1, figure 3, line 2: no bias against larger packets
        if !self.room.takes(self.backlog(), self.mtu_octets.max(packet.octets)) {
            return (around.lose)(&packet, DropReason::Limit);
        }
        if self.config.drop_at == DropAt::Enqueue
            && self.is_dropped(&mut packet, Native::Step(false), around.draw)
        {
            return (around.lose)(&packet, DropReason::Aqm);
        }
        self.queues[packet.queue as usize].push(packet);
    }

    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        self.catch_up(around.now);
        loop {
            let (mut packet, change) = self.pick(around.now)?;
            if !self.is_dropped_leaving(&mut packet, around) {
                self.credit += change;
                return Some(packet);
            }
            (around.lose)(&packet, DropReason::Aqm);
        }
    }

    fn backlog(&self) -> Backlog {
        let [l4s, classic] = [0, 1].map(|queue| self.queues[queue].backlog());
        Backlog { packets: l4s.packets + classic.packets, octets: l4s.octets + classic.octets }
    }

    /// That of a classic packet.
    fn drop_probability(&mut self, now: Time) -> Option<f64> {
        self.catch_up(now);
        Some(self.controller.base * self.controller.base)
    }

    fn queue_name(&self, queue: u32) -> Option<&'static str> {
        Some(if queue == L4S { "l4s" } else { "classic" })
    }
}
