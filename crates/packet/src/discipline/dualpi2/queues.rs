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
    /// While less waits, the controller drops and marks nothing.
    pub(super) floor_octets: u64,
    /// The L4S queue and the classic one.
    pub(super) queues: [Fifo; 2],
    /// Whose turn it is: the L4S queue's up to 0, in hundredths of octets.
    pub(super) credit: i64,
    pub(super) credit_start: i64,
    /// For each queue, the probabilities added up since the last hit.
    pub(super) sums: [f64; 2],
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

    fn catch_up(&mut self, now: Time) {
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

    /// The controller's decision on a packet, which it may mark: whether it is to be dropped.
    // spec: rfc9332 A.1
    pub(super) fn is_dropped(&mut self, packet: &mut Packet, draw: Draw<'_>) -> bool {
        if self.backlog().octets < self.floor_octets {
            return false;
        }
        let coupled = self.config.coupling() * self.controller.base;
        let is_overload = coupled > 1.0;
        if packet.queue == CLASSIC {
            return self.hits_squared(CLASSIC, draw) && (is_overload || !packet.mark(MarkReason::Aqm));
        }
        if is_overload {
            let drops = self.config.overload == Overload::Drop && self.hits_squared(L4S, draw);
            return drops || !packet.mark(MarkReason::Aqm);
        }
        self.hits(L4S, coupled, draw) && !packet.mark(MarkReason::Aqm)
    }

    /// Marks an L4S packet that waited for too long, and says whether it must be dropped because it cannot be.
    fn fails_threshold(&mut self, packet: &mut Packet, around: &mut Around<'_>) -> bool {
        let behind = self.queues[L4S as usize].backlog().packets;
        if packet.queue != L4S || behind < u64::from(self.config.least_packets) {
            return false;
        }
        let waited = around.now - packet.arrived;
        let is_over = match (self.config.threshold, self.config.step_packets) {
            (Threshold::Step, Some(packets)) => behind > u64::from(packets),
            (Threshold::Step, None) => waited > self.config.step,
            (Threshold::Ramp, _) => {
                let probability = self.ramp(waited);
                self.hits(L4S, probability, around.draw)
            }
        };
        is_over && !packet.mark(MarkReason::Threshold)
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
        if !self.room.takes(self.backlog(), packet.octets) {
            return (around.lose)(&packet, DropReason::Limit);
        }
        if self.config.drop_at == DropAt::Enqueue && self.is_dropped(&mut packet, around.draw) {
            return (around.lose)(&packet, DropReason::Aqm);
        }
        self.queues[packet.queue as usize].push(packet);
    }

    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        self.catch_up(around.now);
        loop {
            let (mut packet, change) = self.pick(around.now)?;
            let is_dropped = self.config.drop_at == DropAt::Dequeue
                && self.is_dropped(&mut packet, around.draw)
                || self.fails_threshold(&mut packet, around);
            if !is_dropped {
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
