//! A packet port: the queue of packets in front of a link, whose discipline says which of them is sent next.
//!
//! With tail drop in front of a packet link what becomes of a packet is *settled* when it comes, ahead of the clock, as
//! at FIFO ports of cells. Any other discipline is *asked* whenever the line is free: an ordering point with a slot of
//! its own for the end of the transmission under way, or for the instant from which a packet may leave. In front of a packet link it sends the packets itself; in front of a line of cells
//! it hands frames to the port of the line, which then never has one waiting.

use std::collections::VecDeque;

use cellwise_atm::chance::uniform;
use cellwise_atm::loss::LossReason;
use cellwise_engine::{Key, RandomStream, Rank};
use cellwise_packet::discipline::{
    AnyDiscipline, Around, Backlog, Discipline, DisciplineConfig, DropReason, Service,
};
use cellwise_packet::line::Retransmissions;
use cellwise_packet::{Acknowledgment, Codepoint, Flow, Packet, Room};
use cellwise_tcp::{Flags, Segment};
use cellwise_units::{CellClock, ClockPoint, Span, Time};

use super::lanes::{LaneId, Lanes};
use super::marks::Marks;
use super::packet_books::{Counted, PacketBooks};
use super::wire::{Fate, Passage, Wire};
use crate::circuit::Sdu;
use crate::ids::PortId;
use crate::train::Train;

/// A packet in the queue. It gets its number on the circuit when it leaves, since others may pass it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) train: Train,
    pub(crate) lane: LaneId,
    pub(crate) frame: Sdu,
}

/// What a packet port knows of a packet's way beside the packet itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passenger {
    /// The hosts between which the packet goes.
    pub(crate) ends: [u32; 2],
    /// Its differentiated services codepoint.
    pub(crate) dscp: u8,
}

/// Where packets go from here.
#[derive(Clone, Debug)]
pub(crate) enum Onward {
    /// Over a packet link.
    Link(Wire),
    /// To the port of a line of cells with this clock.
    Cells(CellClock),
}

/// A packet port.
#[derive(Debug)]
pub(crate) struct PacketPort {
    pub(crate) name: String,
    /// The port of the link.
    pub(crate) port: PortId,
    onward: Onward,
    /// The name of its discipline, as scenarios have it.
    pub(crate) discipline_name: &'static str,
    /// The rate of the line in the long run.
    pub(crate) rate_bps: u64,
    queue: Queue,
    random: RandomStream,
    slot: u32,
    marks: Marks,
    pub(crate) books: PacketBooks,
    /// Packets of packet links, and cells of frames, that were lost over the whole run.
    pub(crate) lost_packets: u64,
    pub(crate) lost_cells: u64,
    /// Packets that a line which has stopped will never bring.
    stuck: u64,
    /// What the line has sent again over the whole run, if it does that; known at the end.
    pub(crate) retransmissions: Option<Retransmissions>,
    pub(crate) lanes: Lanes,
}

/// The packets that wait.
#[derive(Debug)]
enum Queue {
    /// First come, first served: what becomes of a packet is settled when it comes.
    Settled(Settled),
    /// A discipline is asked whenever the line is free.
    Asked(Box<Asked>),
}

/// A queue with one order, whose packets are on their way already.
#[derive(Debug)]
struct Settled {
    room: Room,
    /// Those whose transmission has not begun as far as the port has come, each with when it begins and ends.
    waiting: VecDeque<([Time; 2], Counted)>,
    backlog: Backlog,
    free_at: Time,
}

/// A queue with a discipline.
#[derive(Debug)]
struct Asked {
    discipline: AnyDiscipline,
    waiting: Places,
    /// When the transmission under way ends.
    free_at: Time,
    is_busy: bool,
}

/// The packets that wait, by the handle that the discipline knows them by.
#[derive(Debug, Default)]
struct Places {
    packets: Vec<Option<Waiting>>,
    free: Vec<u32>,
}

impl Places {
    fn add(&mut self, packet: Waiting) -> u32 {
        if let Some(handle) = self.free.pop() {
            self.packets[handle as usize] = Some(packet);
            return handle;
        }
        self.packets.push(Some(packet));
        self.packets.len() as u32 - 1
    }

    fn take(&mut self, handle: u32) -> Waiting {
        self.free.push(handle);
        self.packets[handle as usize].take().expect("a discipline gives what waits, once")
    }
}

/// What a packet port is made of.
#[derive(Debug)]
pub(crate) struct PacketPortParts<'c> {
    pub(crate) name: String,
    pub(crate) port: PortId,
    pub(crate) onward: Onward,
    pub(crate) discipline: &'c DisciplineConfig,
    pub(crate) service: Service,
    /// Whether what becomes of a packet may be settled when it comes, if the discipline allows.
    pub(crate) may_settle: bool,
    pub(crate) random: RandomStream,
    pub(crate) marks: Marks,
}

impl PacketPort {
    pub(crate) fn new(parts: PacketPortParts<'_>) -> Self {
        let PacketPortParts { name, port, onward, discipline, service, may_settle, random, marks } = parts;
        let queue = match discipline {
            DisciplineConfig::Tail(tail) if may_settle && matches!(onward, Onward::Link(..)) => {
                let room = tail.limit.room(service.rate);
                let (waiting, backlog) = (VecDeque::new(), Backlog::default());
                Queue::Settled(Settled { room, waiting, backlog, free_at: Time::ZERO })
            }
            discipline => Queue::Asked(Box::new(Asked {
                discipline: discipline.build(&service),
                waiting: Places::default(),
                free_at: Time::ZERO,
                is_busy: false,
            })),
        };
        Self {
            name,
            port,
            onward,
            discipline_name: discipline.name(),
            rate_bps: service.rate.get(),
            queue,
            random,
            slot: 0,
            marks,
            books: PacketBooks::default(),
            lost_packets: 0,
            lost_cells: 0,
            stuck: 0,
            retransmissions: None,
            lanes: Lanes::default(),
        }
    }

    /// Whether what becomes of a packet is settled when it comes: such a port needs no slot of its own, and no
    /// ordering if it has one feeder.
    pub(crate) fn is_settled(&self) -> bool {
        matches!(self.queue, Queue::Settled(_))
    }

    /// The least time in which a packet comes to the next element.
    pub(crate) fn least_passage(&self) -> Span {
        match &self.onward {
            Onward::Link(wire) => wire.least_passage(),
            Onward::Cells(_) => Span::ZERO,
        }
    }

    /// Tells it the number of its own slot at its ordering point.
    pub(crate) fn set_slot(&mut self, slot: u32) {
        self.slot = slot;
    }

    /// Sees to all that has happened before `now`.
    pub(crate) fn come_to(&mut self, now: Time) {
        if self.marks.warmup_ends_before(now) {
            self.end_warmup();
        }
        self.begin_transmissions(now);
    }

    /// Counts the packets as sent whose transmission has begun by `now`.
    fn begin_transmissions(&mut self, now: Time) {
        let Queue::Settled(queue) = &mut self.queue else { return };
        while let Some(([start, free_at], packet)) = queue.waiting.front()
            && *start <= now
        {
            self.books.send(*start, packet, *free_at);
            queue.backlog.packets -= 1;
            queue.backlog.octets -= u64::from(packet.octets);
            queue.waiting.pop_front();
        }
    }

    fn end_warmup(&mut self) {
        let last = self.marks.next();
        self.begin_transmissions(last);
        self.books.end_warmup(last);
        self.marks.end_warmup();
        self.lanes.end_warmup();
    }

    /// Makes `end`, which is before the end of the run, its end.
    pub(crate) fn end_early(&mut self, end: Time) {
        self.marks.end_early(end);
    }

    /// Closes the books at the end of the run.
    pub(crate) fn finish(&mut self, end: Time) {
        if let Onward::Link(wire) = &mut self.onward {
            self.retransmissions = wire.retransmissions(end);
        }
        if self.marks.is_warming_up() {
            self.end_warmup();
        }
        self.begin_transmissions(end);
        self.books.come_to(end);
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
            self.books.send(now, &packet, free_at);
        } else {
            queue.waiting.push_back(([start, free_at], packet));
            queue.backlog.packets += 1;
            queue.backlog.octets += u64::from(packet.octets);
            self.books.note_most();
        }
        self.note_fate(lane, fate);
        Settlement::Gone(fate)
    }

    fn note_fate(&mut self, lane: LaneId, fate: Fate) {
        match fate {
            Fate::Arrives(_) => {}
            Fate::Lost => {
                self.books.lost_on_line += 1;
                self.lose(lane, LossReason::LineError);
            }
            Fate::Stays => self.stuck += 1,
        }
    }

    fn lose(&mut self, lane: LaneId, reason: LossReason) {
        self.lost_packets += 1;
        self.lanes.count_lost(lane, reason, 1);
    }

    /// Takes a packet that arrives at `now`. `lose` hears of every packet that does not stay, and why.
    pub(crate) fn arrive(
        &mut self,
        now: Time,
        waiting: Waiting,
        passenger: Passenger,
        lose: &mut dyn FnMut(&Waiting, LossReason),
    ) {
        let handle = self.asked().waiting.add(waiting);
        let packet = packet_of(&waiting.frame, passenger, &self.onward, (handle, now));
        self.books.arrive(now, &Counted::from(&packet));
        self.ask(now, lose, |discipline, around| discipline.enqueue(packet, around));
    }

    /// Notes what waits, once what arrived has been sent if it can be.
    pub(crate) fn note_most(&mut self) {
        self.books.note_most();
    }

    /// Whether nothing is being sent.
    pub(crate) fn is_idle(&self) -> bool {
        matches!(&self.queue, Queue::Asked(asked) if !asked.is_busy)
    }

    /// Starts the transmission of the next packet, if one may leave at `now`: the line has become free, or nothing was
    /// being sent.
    pub(crate) fn send(&mut self, now: Time, lose: &mut dyn FnMut(&Waiting, LossReason)) -> Option<Sent> {
        let was_busy = std::mem::take(&mut self.asked().is_busy);
        if !was_busy && let Some(free_at) = self.line_free_after(now) {
            let asked = self.asked();
            (asked.is_busy, asked.free_at) = (true, free_at);
            return None;
        }
        let packet = self.ask(now, lose, Discipline::dequeue)?;
        let mut waiting = self.asked().waiting.take(packet.handle);
        if packet.marked.is_some() {
            waiting.frame.packet.note_congestion();
        }
        let Passage { free_at, fate } = match &mut self.onward {
            Onward::Link(wire) => wire.send(now, packet.ip_octets),
            Onward::Cells(clock) => {
                let cells = u64::from(waiting.train.count);
                let free_at = clock.point_after(ClockPoint::exactly(now), cells).at;
                Passage { free_at, fate: Fate::Arrives(now) }
            }
        };
        self.books.send(now, &Counted::from(&packet), free_at);
        let asked = self.asked();
        (asked.is_busy, asked.free_at) = (true, free_at);
        self.note_fate(waiting.lane, fate);
        if fate == Fate::Lost {
            lose(&waiting, LossReason::LineError);
        }
        Some(Sent { waiting, fate })
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
        lose: &mut dyn FnMut(&Waiting, LossReason),
        question: impl FnOnce(&mut AnyDiscipline, &mut Around<'_>) -> R,
    ) -> R {
        let Self {
            queue: Queue::Asked(asked), random, books, lanes, onward, lost_packets, lost_cells, ..
        } = self
        else {
            unreachable!("a settled port is not asked")
        };
        let Asked { discipline, waiting, .. } = &mut **asked;
        let mut drop = |packet: &Packet, reason: DropReason| {
            let lost = waiting.take(packet.handle);
            books.drop(now, &Counted::from(packet), reason);
            let reason = loss_of(reason);
            let count = u64::from(lost.train.count);
            match onward {
                Onward::Link(..) => *lost_packets += count,
                Onward::Cells(_) => *lost_cells += count,
            }
            lanes.count_lost(lost.lane, reason, count);
            lose(&lost, reason);
        };
        let mut around = Around { now, draw: &mut || uniform(random), lose: &mut drop };
        question(discipline, &mut around)
    }

    /// The key of its own slot: when the line is free, or the next packet may leave.
    pub(crate) fn next_departure(&self) -> Key {
        let Queue::Asked(asked) = &self.queue else { return Key::NEVER };
        let at = if asked.is_busy { asked.free_at } else { asked.discipline.ready_at() };
        if at == Time::NEVER {
            return Key::NEVER;
        }
        Key::new(at, Rank::Departure(self.port.number()), self.slot)
    }

    /// Packets, and the cells of frames, that wait here, or will never leave the line.
    pub(crate) fn held(&self, is_packet: impl Fn(&Train) -> bool) -> (u64, u64) {
        let Queue::Asked(asked) = &self.queue else { return (self.stuck, 0) };
        let waiting = asked.waiting.packets.iter().flatten();
        waiting.fold((self.stuck, 0), |(packets, cells), waiting| match is_packet(&waiting.train) {
            true => (packets + 1, cells),
            false => (packets, cells + u64::from(waiting.train.count)),
        })
    }

    /// What a queue of the discipline is for, in a word.
    pub(crate) fn queue_name(&self, queue: u32) -> Option<&'static str> {
        match &self.queue {
            Queue::Asked(asked) => asked.discipline.queue_name(queue),
            Queue::Settled(_) => None,
        }
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

/// A packet whose transmission begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sent {
    pub(crate) waiting: Waiting,
    pub(crate) fate: Fate,
}

const fn loss_of(reason: DropReason) -> LossReason {
    match reason {
        DropReason::Limit => LossReason::QueueLimit,
        DropReason::Aqm => LossReason::Aqm,
        DropReason::AckFiltered => LossReason::AckFiltered,
    }
}

/// A packet as disciplines see it.
fn packet_of(frame: &Sdu, passenger: Passenger, onward: &Onward, (handle, arrived): (u32, Time)) -> Packet {
    let segment = frame.packet.segment();
    let connection = segment.map_or(0, |(_, connection)| connection);
    let [source, destination] = passenger.ends;
    Packet {
        handle,
        ip_octets: frame.octets,
        octets: match onward {
            Onward::Link(wire) => wire.queued_octets(frame.octets),
            Onward::Cells(_) => frame.octets,
        },
        flow: Flow {
            number: (u64::from(frame.flow.number()) << 32) | u64::from(connection),
            source,
            destination,
        },
        dscp: passenger.dscp,
        codepoint: segment.map_or(Codepoint::NotEct, |(segment, _)| codepoint_of(segment)),
        acknowledgment: segment.and_then(|(segment, _)| acknowledgment_of(segment)),
        arrived,
        queue: 0,
        marked: None,
    }
}

const fn codepoint_of(segment: &Segment) -> Codepoint {
    match (segment.ce, segment.ect) {
        (true, _) => Codepoint::Ce,
        (false, true) => Codepoint::Ect0,
        (false, false) => Codepoint::NotEct,
    }
}

fn acknowledgment_of(segment: &Segment) -> Option<Acknowledgment> {
    let flags = segment.flags;
    let is_one = flags.contains(Flags::ACK)
        && ![Flags::SYN, Flags::FIN, Flags::RST].into_iter().any(|flag| flags.contains(flag));
    is_one.then(|| {
        let blocks = segment.options.sack.as_slice();
        let mut sack = [(0, 0); 4];
        sack.iter_mut().zip(blocks).for_each(|(block, (first, end))| *block = (first.0, end.0));
        Acknowledgment {
            pure: segment.len == 0,
            ack: segment.ack.0,
            ecn_flags: flags.0 & (Flags::ECE.0 | Flags::CWR.0),
            timestamp: segment.options.timestamps.map(|stamps| stamps.value),
            sack,
            sack_blocks: blocks.len() as u8,
        }
    })
}
