//! A packet port at which what becomes of a packet is settled when it comes.

use std::collections::VecDeque;

use cellwise_atm::loss::LossReason;
use cellwise_packet::Room;
use cellwise_packet::discipline::{Backlog, DropReason};
use cellwise_units::Time;

use super::{Onward, PacketPort, Queue};
use crate::data::ids::FlowId;
use crate::element::LaneId;
use crate::element::packet_statistics::Counted;
use crate::element::wire::{Fate, Passage};

/// A queue with one order, whose packets are on their way already.
#[derive(Clone, Debug)]
pub(super) struct Settled {
    room: Room,
    /// Those whose transmission has not begun as far as the port has come.
    waiting: VecDeque<Ahead>,
    backlog: Backlog,
    free_at: Time,
}

/// A packet whose transmission is yet to begin, and is known.
#[derive(Clone, Copy, Debug)]
struct Ahead {
    start: Time,
    free_at: Time,
    packet: Counted,
    lane: LaneId,
    fate: Fate,
}

impl Settled {
    /// An empty queue with so much room.
    pub(super) fn new(room: Room) -> Self {
        Self { room, waiting: VecDeque::new(), backlog: Backlog::default(), free_at: Time::ZERO }
    }

    /// When the next of those that wait leaves the queue; [`Time::NEVER`] if none waits.
    #[inline]
    pub(super) fn next_start(&self) -> Time {
        self.waiting.front().map_or(Time::NEVER, |next| next.start)
    }

    /// Takes out the next of those that wait, if its transmission has begun by `now`.
    fn begin_next(&mut self, now: Time) -> Option<Ahead> {
        if self.next_start() > now {
            return None;
        }
        let next = self.waiting.pop_front()?;
        self.backlog.remove(next.packet.octets);
        Some(next)
    }

    /// Packets that wait and will not arrive: nothing else has them any more.
    pub(super) fn doomed(&self) -> u64 {
        self.waiting.iter().filter(|ahead| !matches!(ahead.fate, Fate::Arrives(_))).count() as u64
    }
}

impl PacketPort {
    /// Counts the packets as sent whose transmission has begun by `now`.
    #[inline]
    pub(super) fn begin_transmissions(&mut self, now: Time) {
        if let Queue::Settled(queue) = &self.queue
            && queue.next_start() <= now
        {
            self.begin_waiting(now);
        }
    }

    /// The same where one has begun.
    fn begin_waiting(&mut self, now: Time) {
        while let Queue::Settled(queue) = &mut self.queue
            && let Some(begun) = queue.begin_next(now)
        {
            let Ahead { start, free_at, packet, lane, fate } = begun;
            self.statistics.send(start, &packet);
            self.statistics.occupy(start, free_at);
            self.note_fate(lane, fate);
            self.statistics.record_changes(start);
        }
    }

    /// Takes a packet at a settled port at `now`; says what becomes of it, and when that is decided. `None` after the end
    /// of the run.
    #[inline]
    pub(crate) fn settle(
        &mut self,
        now: Time,
        lane: LaneId,
        ip_octets: u32,
        flow: FlowId,
    ) -> Option<(Time, Fate)> {
        if now > self.calm_until {
            return self.settle_at_mark(now, lane, ip_octets, flow);
        }
        self.take(now, lane, ip_octets, flow)
    }

    /// The same where something must be handled first.
    #[cold]
    fn settle_at_mark(
        &mut self,
        now: Time,
        lane: LaneId,
        ip_octets: u32,
        flow: FlowId,
    ) -> Option<(Time, Fate)> {
        if !self.marks.is_within(now) {
            return None;
        }
        self.pass_marks(now);
        self.calm_until = self.next_mark();
        self.take(now, lane, ip_octets, flow)
    }

    /// The first instant after which the end of the warm-up, the end of the run or a sample must be handled.
    pub(super) fn next_mark(&self) -> Time {
        self.statistics.next_sample().min(self.marks.next())
    }

    #[inline(always)]
    fn take(&mut self, now: Time, lane: LaneId, ip_octets: u32, flow: FlowId) -> Option<(Time, Fate)> {
        self.begin_transmissions(now);
        let (Queue::Settled(queue), Onward::Link(wire)) = (&mut self.queue, &mut self.onward) else {
            unreachable!("only a port of a packet link is settled")
        };
        let octets = wire.queued_octets(ip_octets);
        let packet = Counted { queue: 0, octets, flow, connection: flow, arrived: now, marked: None };
        if !queue.room.takes(queue.backlog, packet.octets) {
            return self.refuse(now, lane, &packet);
        }
        let is_idle = queue.waiting.is_empty() && queue.free_at <= now;
        let start = if is_idle { wire.free_at(now) } else { queue.free_at };
        let passage = if start == Time::NEVER {
            Passage { free_at: start, fate: Fate::Stays, copy_at: None }
        } else {
            wire.send(start, ip_octets, flow)
        };
        let Passage { free_at, fate, copy_at } = passage;
        debug_assert_eq!(copy_at, None, "a link with duplicates is asked");
        queue.free_at = free_at;
        if start <= now {
            self.statistics.pass(now, &packet);
            self.statistics.occupy(start, free_at);
            self.note_fate(lane, fate);
        } else {
            self.statistics.arrive(now, &packet);
            queue.waiting.push_back(Ahead { start, free_at, packet, lane, fate });
            queue.backlog.add(packet.octets);
            self.statistics.note_most();
        }
        self.statistics.record_changes(now);
        // An asked port knows it when the transmission begins.
        Some((start, fate))
    }

    /// Loses a packet for which there is no room.
    #[inline(never)]
    fn refuse(&mut self, now: Time, lane: LaneId, packet: &Counted) -> Option<(Time, Fate)> {
        self.statistics.arrive(now, packet);
        self.statistics.drop(now, packet, DropReason::Limit);
        self.statistics.record_changes(now);
        self.lose(lane, LossReason::QueueLimit);
        Some((now, Fate::Lost(LossReason::QueueLimit)))
    }
}
