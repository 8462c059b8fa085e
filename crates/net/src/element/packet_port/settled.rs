//! A packet port at which what becomes of a packet is settled when it comes.

use std::collections::VecDeque;

use cellwise_atm::loss::LossReason;
use cellwise_packet::Room;
use cellwise_packet::discipline::{Backlog, DropReason};
use cellwise_units::Time;

use super::{Onward, PacketPort, Queue};
use crate::circuit::Sdu;
use crate::element::LaneId;
use crate::element::packet_books::Counted;
use crate::element::wire::{Fate, Passage};
use crate::train::Train;

/// A queue with one order, whose packets are on their way already.
#[derive(Debug)]
pub(super) struct Settled {
    room: Room,
    /// Those whose transmission has not begun as far as the port has come, each with when it begins and ends.
    waiting: VecDeque<([Time; 2], Counted)>,
    backlog: Backlog,
    free_at: Time,
}

impl Settled {
    /// An empty queue with so much room.
    pub(super) fn new(room: Room) -> Self {
        Self { room, waiting: VecDeque::new(), backlog: Backlog::default(), free_at: Time::ZERO }
    }

    /// When the next of those that wait leaves the queue; [`Time::NEVER`] if none waits.
    pub(super) fn next_start(&self) -> Time {
        self.waiting.front().map_or(Time::NEVER, |([start, _], _)| *start)
    }
}

/// What becomes of a packet that a settled port takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Settlement {
    /// It was taken or lost.
    Gone(Fate),
    /// It comes after the end of the run.
    Beyond,
}

impl PacketPort {
    /// Counts the packets as sent whose transmission has begun by `now`.
    pub(super) fn begin_transmissions(&mut self, now: Time) {
        let Queue::Settled(queue) = &mut self.queue else { return };
        while let Some(([start, free_at], packet)) = queue.waiting.front()
            && *start <= now
        {
            self.books.send(*start, packet);
            self.books.occupy(*start, *free_at);
            self.books.record_changes(*start);
            queue.backlog.packets -= 1;
            queue.backlog.octets -= u64::from(packet.octets);
            queue.waiting.pop_front();
        }
    }

    /// Takes a packet at a settled port; says what becomes of it.
    pub(crate) fn settle(&mut self, train: &Train, lane: LaneId, frame: &Sdu) -> Settlement {
        let now = train.first.at;
        if !self.marks.is_within(now) {
            return Settlement::Beyond;
        }
        self.come_to(now);
        let (Queue::Settled(queue), Onward::Link(wire)) = (&mut self.queue, &mut self.onward) else {
            unreachable!("only a port of a packet link is settled")
        };
        let octets = wire.queued_octets(frame.octets);
        let packet = Counted { queue: 0, octets, flow: frame.flow, arrived: now, marked: None };
        self.books.arrive(now, &packet);
        if !queue.room.takes(queue.backlog, packet.octets) {
            self.books.drop(now, &packet, DropReason::Limit);
            self.books.record_changes(now);
            self.lose(lane, LossReason::QueueLimit);
            return Settlement::Gone(Fate::Lost);
        }
        let is_idle = queue.waiting.is_empty() && queue.free_at <= now;
        let start = if is_idle { wire.free_at(now) } else { queue.free_at };
        let passage = if start == Time::NEVER {
            Passage { free_at: start, fate: Fate::Stays }
        } else {
            wire.send(start, frame.octets)
        };
        let Passage { free_at, fate } = passage;
        queue.free_at = free_at;
        if start <= now {
            self.books.send(now, &packet);
            self.books.occupy(now, free_at);
        } else {
            queue.waiting.push_back(([start, free_at], packet));
            queue.backlog.packets += 1;
            queue.backlog.octets += u64::from(packet.octets);
            self.books.note_most();
        }
        self.books.record_changes(now);
        self.note_fate(lane, fate);
        Settlement::Gone(fate)
    }
}
