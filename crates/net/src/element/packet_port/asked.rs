//! A packet port whose discipline is asked when the line is free, or the buffer below it has room.

use std::collections::VecDeque;

use cellwise_atm::loss::LossReason;
use cellwise_engine::chance::uniform;
use cellwise_packet::Packet;
use cellwise_packet::discipline::{AnyDiscipline, Around, Discipline, DropReason};
use cellwise_packet::lower::{AnyLower, Lower};
use cellwise_units::{BitRate, ClockPoint, Time};

use super::as_packet::packet_of;
use super::{Became, Onward, PacketPort, Passenger, Queue, Waiting};
use crate::data::losses::Losses;
use crate::data::places::Places;
use crate::element::packet_statistics::Counted;
use crate::element::wire::{Fate, Passage, Wire};

/// Where every packet is noted that does not stay, and why.
type Lost<'l> = &'l mut Option<Box<Losses>>;

/// A queue with a discipline.
#[derive(Clone, Debug)]
pub(super) struct Asked {
    pub(super) discipline: AnyDiscipline,
    /// The packets that wait, by the handle that the discipline knows them by.
    pub(super) waiting: Places<Waiting>,
    /// The buffer below the discipline; `None` if a packet leaves it when the line is free.
    pub(super) below: Option<Below>,
    /// When the transmission under way ends.
    free_at: Time,
    is_busy: bool,
    /// Whether the line begins nothing.
    is_stopped: bool,
}

/// The buffer below a discipline, in which packets wait that no discipline sees any more.
#[derive(Clone, Debug)]
pub(super) struct Below {
    buffer: AnyLower,
    packets: VecDeque<(Packet, Waiting)>,
    /// Octets of the packet that the line is sending.
    sending: u32,
}

impl Below {
    pub(super) fn new(buffer: AnyLower) -> Self {
        Self { buffer, packets: VecDeque::new(), sending: 0 }
    }

    /// The line has sent what it was sending, if anything.
    fn complete(&mut self, now: Time) {
        let octets = std::mem::take(&mut self.sending);
        if octets > 0 {
            self.buffer.complete(octets.into(), now);
        }
    }

    /// Takes the packet that the line sends next.
    fn begin(&mut self) -> Option<(Packet, Waiting)> {
        let (packet, waiting) = self.packets.pop_front()?;
        self.buffer.begin(packet.octets);
        self.sending = packet.octets;
        Some((packet, waiting))
    }
}

impl Asked {
    pub(super) fn new(discipline: AnyDiscipline, below: Option<Below>) -> Self {
        Self {
            discipline,
            waiting: Places::default(),
            below,
            free_at: Time::ZERO,
            is_busy: false,
            is_stopped: false,
        }
    }

    /// When it must act next: the line is free, or the discipline releases a packet.
    pub(super) fn next_at(&self) -> Time {
        let ready_at = match &self.below {
            // All that was ready has been released, if there was room.
            Some(below) if !below.buffer.has_room() => Time::NEVER,
            None if self.is_busy || self.is_stopped => Time::NEVER,
            _ => self.discipline.ready_at(),
        };
        if self.is_busy { self.free_at.min(ready_at) } else { ready_at }
    }

    /// Whether a packet waits that the line could send.
    fn has_next(&self) -> bool {
        self.below.as_ref().is_none_or(|below| !below.packets.is_empty())
    }

    /// All packets that are here.
    pub(super) fn all(&self) -> impl Iterator<Item = &Waiting> {
        let below = self.below.iter().flat_map(|below| &below.packets);
        self.waiting.iter().chain(below.map(|(_, waiting)| waiting))
    }
}

fn note_lost(lost: Lost<'_>, now: Time, packet: &Waiting, reason: LossReason) {
    if let Some(losses) = lost {
        losses.note_queued(now, &packet.train, &packet.frame, reason);
    }
}

const fn loss_of(reason: DropReason) -> LossReason {
    match reason {
        DropReason::Limit => LossReason::QueueLimit,
        DropReason::Aqm => LossReason::Aqm,
        DropReason::AckFiltered => LossReason::AckFiltered,
        DropReason::Policed => LossReason::Policed,
    }
}

impl PacketPort {
    /// Takes a packet that arrives at `now`. Every packet that does not stay is noted in `lost`.
    pub(crate) fn arrive(&mut self, now: Time, waiting: Waiting, passenger: Passenger, lost: Lost<'_>) {
        let waiting = Waiting { number: self.came, ..waiting };
        self.came += 1;
        if let Some(sights) = &mut self.sights {
            sights.note(now, &waiting, None);
        }
        let handle = self.asked().waiting.push(waiting);
        let packet = packet_of(&waiting.frame, passenger, &self.onward, (handle, now));
        self.statistics.arrive(now, &Counted::of(&packet, waiting.frame.flow));
        self.ask(now, lost, |discipline, around| discipline.enqueue(packet, around));
    }

    /// Sees to what may happen at `now`: the line has become free, a packet has come, or one may leave its discipline.
    /// Gives the packet whose transmission begins, and what becomes of it.
    pub(crate) fn send(&mut self, now: Time, lost: Lost<'_>) -> Option<(Waiting, Passage)> {
        let sent = self.begin_next(now, lost);
        self.statistics.record_changes(now);
        sent
    }

    fn begin_next(&mut self, now: Time, lost: Lost<'_>) -> Option<(Waiting, Passage)> {
        let asked = self.asked();
        let was_busy = asked.is_busy;
        if was_busy && asked.free_at > now {
            self.hand_down(now, lost);
            return None;
        }
        asked.is_busy = false;
        if let Some(below) = &mut asked.below {
            below.complete(now);
            self.hand_down(now, lost);
        }
        if self.asked().is_stopped {
            return None;
        }
        if !was_busy && let Some(free_at) = self.line_free_after(now) {
            let asked = self.asked();
            (asked.is_busy, asked.free_at) = (asked.has_next(), free_at);
            return None;
        }
        let (packet, waiting) = self.next_packet(now, lost)?;
        let passage = match &mut self.onward {
            Onward::Link(wire) => wire.send(now, packet.ip_octets, waiting.frame.flow),
            Onward::Cells(clock) => {
                let cells = u64::from(waiting.train.count);
                let free_at = clock.point_after(ClockPoint::exactly(now), cells).at;
                Passage { free_at, fate: Fate::Arrives(now), copy_at: None }
            }
        };
        let Passage { free_at, fate, copy_at } = passage;
        self.statistics.occupy(now, free_at);
        let asked = self.asked();
        (asked.is_busy, asked.free_at) = (true, free_at);
        self.hand_down(now, lost);
        self.note_fate(waiting.lane, fate);
        if copy_at.is_some() {
            self.statistics.duplicated += 1;
            self.duplicated_packets += 1;
        }
        if let Some(sights) = &mut self.sights {
            let marked = packet.marked;
            let became = Became::Went { at: now, until: free_at, marked, fate, copy_at };
            sights.note(now, &waiting, Some(became));
        }
        if let Fate::Lost(reason) = fate {
            note_lost(lost, now, &waiting, reason);
        }
        Some((waiting, passage))
    }

    /// Whether the line is free by `now`, or a packet may leave.
    pub(crate) fn is_due(&mut self, now: Time) -> bool {
        self.asked().next_at() <= now
    }

    /// Has the line send later packets at another rate; at 0 none begins. Says whether something may be
    /// begun that could not before.
    pub(crate) fn set_rate(&mut self, rate: BitRate) -> bool {
        let was_stopped = std::mem::replace(&mut self.asked().is_stopped, rate.is_zero());
        if !rate.is_zero() {
            self.wire().set_rate(rate);
        }
        was_stopped && !rate.is_zero()
    }

    /// The line of a packet link, of which this is the queue.
    pub(crate) fn wire(&mut self) -> &mut Wire {
        match &mut self.onward {
            Onward::Link(wire) => wire,
            Onward::Cells(_) => unreachable!("{} stands before a line of cells", self.name),
        }
    }

    /// Takes the packet that is sent next: from the buffer below the discipline, or without one from that.
    fn next_packet(&mut self, now: Time, lost: Lost<'_>) -> Option<(Packet, Waiting)> {
        match &mut self.asked().below {
            Some(below) => below.begin(),
            None => self.leave_discipline(now, lost),
        }
    }

    /// Hands packets down to the buffer below the discipline while that has room.
    fn hand_down(&mut self, now: Time, lost: Lost<'_>) {
        while self.asked().below.as_ref().is_some_and(|below| below.buffer.has_room()) {
            let Some((packet, waiting)) = self.leave_discipline(now, lost) else { return };
            if let Some(below) = &mut self.asked().below {
                below.buffer.hand_down(packet.octets);
                below.packets.push_back((packet, waiting));
            }
        }
    }

    /// Asks the discipline for a packet.
    fn leave_discipline(&mut self, now: Time, lost: Lost<'_>) -> Option<(Packet, Waiting)> {
        let packet = self.ask(now, lost, Discipline::dequeue)?;
        let mut waiting = self.asked().waiting.take(packet.handle);
        self.statistics.send(now, &Counted::of(&packet, waiting.frame.flow));
        if packet.marked.is_some() {
            waiting.frame.packet.note_congestion();
        }
        waiting.frame.remark(packet.dscp);
        Some((packet, waiting))
    }

    /// When an idle line takes a packet, if not at once: a trace has its opportunities, a grid its slots.
    fn line_free_after(&mut self, now: Time) -> Option<Time> {
        let Onward::Link(wire) = &mut self.onward else { return None };
        let free_at = wire.free_at(now);
        (free_at > now).then_some(free_at)
    }

    fn asked(&mut self) -> &mut Asked {
        match &mut self.queue {
            Queue::Asked(asked) => asked,
            Queue::Settled(_) => unreachable!("a settled port is not asked"),
        }
    }

    fn ask<R>(
        &mut self,
        now: Time,
        lost: Lost<'_>,
        question: impl FnOnce(&mut AnyDiscipline, &mut Around<'_>) -> R,
    ) -> R {
        let Self {
            queue: Queue::Asked(asked),
            random,
            statistics,
            lanes,
            onward,
            lost_packets,
            lost_cells,
            sights,
            ..
        } = self
        else {
            unreachable!("a settled port is not asked")
        };
        let Asked { discipline, waiting, .. } = &mut **asked;
        let mut drop = |packet: &Packet, reason: DropReason| {
            let dropped = waiting.take(packet.handle);
            statistics.drop(now, &Counted::of(packet, dropped.frame.flow), reason);
            let reason = loss_of(reason);
            let count = u64::from(dropped.train.count);
            match onward {
                Onward::Link(..) => *lost_packets += count,
                Onward::Cells(_) => *lost_cells += count,
            }
            lanes.count_lost(dropped.lane, reason, count);
            if let Some(sights) = sights {
                sights.note(now, &dropped, Some(Became::Dropped { at: now, reason }));
            }
            note_lost(lost, now, &dropped, reason);
        };
        let mut around = Around { now, draw: &mut || uniform(random), lose: &mut drop };
        question(discipline, &mut around)
    }
}
