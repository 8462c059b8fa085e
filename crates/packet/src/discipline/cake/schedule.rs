//! A packet's way through the parts.

use cellwise_units::Time;

use super::Config;
use super::ack_filter::needless;
use super::hosts::QUEUES;
use super::shaper::Shaper;
use super::tin::Tin;
use crate::discipline::overhead::Overhead;
use crate::discipline::{Around, Backlog, Discipline, DropReason};
use crate::packet::Packet;

/// The discipline.
#[derive(Clone, Debug)]
pub struct Cake {
    config: Config,
    overhead: Overhead,
    tins: Vec<Tin>,
    shaper: Option<Shaper>,
    memory_limit: u64,
    memory: u64,
    backlog: Backlog,
    /// The tin whose turn it is, without a shaper.
    turn: usize,
}

impl Cake {
    pub(super) fn new(config: Config, tins: Vec<Tin>, shaper: Option<Shaper>, memory_limit: u64) -> Self {
        let overhead = config.overhead_of();
        let backlog = Backlog::default();
        Self { config, overhead, tins, shaper, memory_limit, memory: 0, backlog, turn: 0 }
    }

    fn memory_of(&self, packet: &Packet) -> u64 {
        self.overhead.adjusted(packet) + self.config.memory_per_packet.get()
    }

    fn count_in(&mut self, packet: &Packet) {
        self.memory += self.memory_of(packet);
        self.backlog.add(packet.octets);
    }

    fn count_out(&mut self, packet: &Packet) {
        self.memory -= self.memory_of(packet);
        self.backlog.remove(packet.octets);
    }

    /// A packet arrives at an idle tin: time without packets earns nothing.
    fn wake(&mut self, tin: usize, now: Time) {
        if self.tins[tin].packets > 0 {
            return;
        }
        if let Some(clock) = self.tins[tin].clock.as_mut().filter(|clock| clock.is_before(now)) {
            clock.set(now);
        }
        if let Some(shaper) = self.shaper.as_mut().filter(|_| self.backlog.packets == 0) {
            shaper.wake(now);
        }
    }

    /// Charges the shaper and the tin for a packet.
    fn charge(&mut self, tin: usize, packet: &Packet, now: Time, is_sent: bool) -> u64 {
        let octets = self.overhead.adjusted(packet);
        if let Some(clock) = &mut self.tins[tin].clock {
            clock.charge(octets, now);
        }
        match &mut self.shaper {
            Some(shaper) if is_sent => shaper.charge_sent(octets),
            Some(shaper) => shaper.charge_dropped(octets),
            None => {}
        }
        octets
    }

    /// A packet is lost; where it has used the line before, that is charged. Gives what for.
    fn lose(&mut self, tin: usize, packet: &Packet, reason: DropReason, around: &mut Around<'_>) -> u64 {
        (around.lose)(packet, reason);
        if self.config.ingress { self.charge(tin, packet, around.now, false) } else { 0 }
    }

    fn filter(&mut self, tin: usize, queue: usize, around: &mut Around<'_>) {
        let packets = &mut self.tins[tin].queue(queue).packets;
        let Some(lost) = needless(self.config.ack_filter, packets).and_then(|at| packets.remove(at)) else {
            return;
        };
        self.tins[tin].packets -= 1;
        self.count_out(&lost);
        self.lose(tin, &lost, DropReason::AckFiltered, around);
    }

    /// The longest queue of all loses its oldest packet.
    fn prune(&mut self, around: &mut Around<'_>) {
        let longest = (0..self.tins.len())
            .filter_map(|tin| self.tins[tin].longest().map(|(queue, octets)| (octets, tin, queue)))
            .reduce(|longest, other| if other.0 > longest.0 { other } else { longest });
        let Some((_, tin, queue)) = longest else { return };
        let Some(packet) = self.tins[tin].pop(queue) else { return };
        let targets = self.tins[tin].settings.targets;
        self.tins[tin].queue(queue).cobalt.on_overflow(&targets, around.now);
        self.count_out(&packet);
        self.lose(tin, &packet, DropReason::Limit, around);
    }

    /// The tin to be served: on schedule the one with the highest number, else the one that is due first. Without a
    /// shaper they take turns.
    fn tin(&mut self, now: Time) -> Option<usize> {
        if !self.tins.iter().any(Tin::is_active) {
            return None;
        }
        if self.shaper.is_none() {
            return Some(self.tin_by_turn());
        }
        let mut best: Option<usize> = None;
        for (number, tin) in self.tins.iter().enumerate().filter(|(_, tin)| tin.is_active()) {
            let clock = tin.clock?;
            let best_clock = best.and_then(|best| self.tins[best].clock);
            let is_better =
                !clock.is_after(now) || best_clock.is_none_or(|best| clock.compare(&best).is_le());
            if is_better {
                best = Some(number);
            }
        }
        best
    }

    fn tin_by_turn(&mut self) -> usize {
        loop {
            let tin = &mut self.tins[self.turn];
            if tin.deficit >= 0 && tin.is_active() {
                return self.turn;
            }
            if tin.deficit <= 0 {
                tin.deficit += tin.settings.weight;
            }
            self.turn = (self.turn + 1) % self.tins.len();
        }
    }

    /// The next packet of a queue that COBALT lets pass. `Err` if a queue must be picked again: it is empty, or the
    /// dropped packets are charged to it.
    fn take(&mut self, tin: usize, queue: usize, around: &mut Around<'_>) -> Result<Packet, Again> {
        let targets = self.tins[tin].settings.targets;
        loop {
            let Some(mut packet) = self.tins[tin].pop(queue) else {
                let cobalt = &mut self.tins[tin].queue(queue).cobalt;
                cobalt.on_empty(&targets, around.now);
                let is_at_rest = cobalt.is_at_rest(around.now);
                self.tins[tin].retire(queue, is_at_rest);
                return Err(Again::AnyTin);
            };
            self.count_out(&packet);
            let bulk_flows = if self.config.ingress { self.tins[tin].bulk_flows } else { 0 };
            let flow = self.tins[tin].queue(queue);
            let drops = flow.cobalt.should_drop(&targets, &mut packet, bulk_flows, around.now, around.draw);
            // The last packet of a flow would show its sender the losses before it.
            if !drops || flow.packets.first().is_none() {
                return Ok(packet);
            }
            let octets = self.lose(tin, &packet, DropReason::Aqm, around);
            if self.config.ingress {
                self.tins[tin].spend(queue, octets);
                return Err(Again::SameTin);
            }
        }
    }

    fn next(&mut self, around: &mut Around<'_>) -> Option<(usize, usize, Packet)> {
        let mut is_first = true;
        let mut tin = None;
        loop {
            if self.backlog.packets == 0 {
                return None;
            }
            if tin.is_none() && self.shaper.as_ref().is_some_and(|shaper| shaper.holds(around.now)) {
                return None;
            }
            let number = match tin {
                Some(tin) => tin,
                None => self.tin(around.now)?,
            };
            let Some(queue) = self.tins[number].pick(is_first, around.draw) else {
                tin = None;
                continue;
            };
            is_first = false;
            match self.take(number, queue, around) {
                Ok(packet) => return Some((number, queue, packet)),
                Err(Again::AnyTin) => tin = None,
                Err(Again::SameTin) => tin = Some(number),
            }
        }
    }
}

/// Where to continue.
enum Again {
    AnyTin,
    SameTin,
}

impl Discipline for Cake {
    fn enqueue(&mut self, mut packet: Packet, around: &mut Around<'_>) {
        let tin = self.config.priority.tin_of(packet.dscp);
        let queue = self.tins[tin].queue_of(packet.flow);
        packet.queue = (tin * QUEUES + queue) as u32;
        if self.config.wash {
            packet.dscp = 0;
        }
        self.wake(tin, around.now);
        self.count_in(&packet);
        self.tins[tin].packets += 1;
        self.tins[tin].queue(queue).packets.push(packet);
        self.filter(tin, queue, around);
        self.tins[tin].activate(queue, around.draw);
        while self.memory > self.memory_limit && self.backlog.packets > 0 {
            self.prune(around);
        }
    }

    fn dequeue(&mut self, around: &mut Around<'_>) -> Option<Packet> {
        let (tin, queue, packet) = self.next(around)?;
        let octets = self.charge(tin, &packet, around.now, true);
        self.tins[tin].spend(queue, octets);
        Some(packet)
    }

    fn backlog(&self) -> Backlog {
        self.backlog
    }

    fn ready_at(&self) -> Time {
        match &self.shaper {
            _ if self.backlog.packets == 0 => Time::NEVER,
            Some(shaper) => shaper.ready_at(),
            None => Time::ZERO,
        }
    }

    fn queue_name(&self, queue: u32) -> Option<&'static str> {
        self.config.priority.names().get(queue as usize / QUEUES).copied()
    }
}
