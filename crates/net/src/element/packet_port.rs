//! A packet port: the queue of packets in front of a link, whose discipline says which of them is sent next.
//!
//! An ordering point with a slot of its own for the end of the transmission under way, or for the instant from which
//! the discipline lets a packet leave. In front of a packet link it sends the packets itself; in front of a line of cells
//! it hands frames to the port of the line, which then never has one waiting.

use cellwise_atm::chance::uniform;
use cellwise_atm::loss::LossReason;
use cellwise_engine::{Key, RandomStream, Rank};
use cellwise_packet::discipline::{AnyDiscipline, Around, Discipline, DropReason};
use cellwise_packet::{Acknowledgment, Codepoint, Flow, Packet};
use cellwise_tcp::{Flags, Segment};
use cellwise_units::{CellClock, ClockPoint, Time};

use super::lanes::{LaneId, Lanes};
use super::line::Line;
use super::marks::Marks;
use super::packet_books::PacketBooks;
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
    Link(Line),
    /// To the port of a line of cells with this clock.
    Cells(CellClock),
}

/// A packet port.
#[derive(Debug)]
pub(crate) struct PacketPort {
    pub(crate) name: String,
    /// The port of the link.
    pub(crate) port: PortId,
    pub(crate) onward: Onward,
    /// The name of its discipline, as scenarios have it.
    pub(crate) discipline_name: &'static str,
    discipline: AnyDiscipline,
    random: RandomStream,
    waiting: Places,
    /// When the transmission under way ends.
    free_at: Time,
    is_busy: bool,
    slot: u32,
    marks: Marks,
    pub(crate) books: PacketBooks,
    /// Packets of packet links, and cells of frames, that were dropped over the whole run.
    pub(crate) lost_packets: u64,
    pub(crate) lost_cells: u64,
    pub(crate) lanes: Lanes,
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

impl PacketPort {
    pub(crate) fn new(
        name: String,
        port: PortId,
        onward: Onward,
        (discipline_name, discipline): (&'static str, AnyDiscipline),
        random: RandomStream,
        marks: Marks,
    ) -> Self {
        Self {
            name,
            port,
            onward,
            discipline_name,
            discipline,
            random,
            waiting: Places::default(),
            free_at: Time::ZERO,
            is_busy: false,
            slot: 0,
            marks,
            books: PacketBooks::default(),
            lost_packets: 0,
            lost_cells: 0,
            lanes: Lanes::default(),
        }
    }

    /// Tells it the number of its own slot at its ordering point.
    pub(crate) fn set_slot(&mut self, slot: u32) {
        self.slot = slot;
    }

    /// Sees to the end of the warm-up if it is before `now`.
    pub(crate) fn come_to(&mut self, now: Time) {
        if self.marks.warmup_ends_before(now) {
            self.end_warmup();
        }
    }

    fn end_warmup(&mut self) {
        self.books.end_warmup(self.marks.next());
        self.marks.end_warmup();
        self.lanes.end_warmup();
    }

    /// Makes `end`, which is before the end of the run, its end.
    pub(crate) fn end_early(&mut self, end: Time) {
        self.marks.end_early(end);
    }

    /// Closes the books at the end of the run.
    pub(crate) fn finish(&mut self, end: Time) {
        if self.marks.is_warming_up() {
            self.end_warmup();
        }
        self.books.come_to(end);
    }

    /// Takes a packet that arrives at `now`. `lose` hears of every packet that does not stay, and why.
    pub(crate) fn arrive(
        &mut self,
        now: Time,
        waiting: Waiting,
        passenger: Passenger,
        lose: &mut dyn FnMut(&Waiting, LossReason),
    ) {
        let handle = self.waiting.add(waiting);
        let packet = packet_of(&waiting.frame, passenger, self.onward.header_octets(), (handle, now));
        self.books.arrive(now, &packet);
        self.ask(now, lose, |discipline, around| discipline.enqueue(packet, around));
        self.books.note_most();
    }

    /// Whether a packet may be sent now.
    pub(crate) fn is_idle(&self) -> bool {
        !self.is_busy
    }

    /// Starts the transmission of the next packet, if one may leave at `now`. A transmission under way has ended.
    pub(crate) fn send(&mut self, now: Time, lose: &mut dyn FnMut(&Waiting, LossReason)) -> Option<Waiting> {
        self.is_busy = false;
        let packet = self.ask(now, lose, Discipline::dequeue)?;
        self.books.send(now, &packet);
        let mut waiting = self.waiting.take(packet.handle);
        if packet.marked.is_some() {
            waiting.frame.packet.note_congestion();
        }
        self.is_busy = true;
        let first = match &mut self.onward {
            Onward::Link(line) => {
                let arrives = line.pass(now, packet.ip_octets);
                self.free_at = line.free_at();
                arrives
            }
            Onward::Cells(clock) => {
                self.free_at = clock.point_after(ClockPoint::exactly(now), u64::from(waiting.train.count)).at;
                now
            }
        };
        waiting.train.first = ClockPoint::exactly(first);
        Some(waiting)
    }

    fn ask<R>(
        &mut self,
        now: Time,
        lose: &mut dyn FnMut(&Waiting, LossReason),
        question: impl FnOnce(&mut AnyDiscipline, &mut Around<'_>) -> R,
    ) -> R {
        let Self { discipline, random, waiting, books, lanes, onward, lost_packets, lost_cells, .. } = self;
        let mut drop = |packet: &Packet, reason: DropReason| {
            let lost = waiting.take(packet.handle);
            books.drop(now, packet, reason);
            let reason = loss_of(reason);
            let count = u64::from(lost.train.count);
            match onward {
                Onward::Link(_) => *lost_packets += count,
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
        let at = if self.is_busy { self.free_at } else { self.discipline.ready_at() };
        if at == Time::NEVER {
            return Key::NEVER;
        }
        Key::new(at, Rank::Departure(self.port.number()), self.slot)
    }

    /// Packets, and the cells of frames, that wait here.
    pub(crate) fn held(&self, is_packet: impl Fn(&Train) -> bool) -> (u64, u64) {
        let waiting = self.waiting.packets.iter().flatten();
        waiting.fold((0, 0), |(packets, cells), waiting| match is_packet(&waiting.train) {
            true => (packets + 1, cells),
            false => (packets, cells + u64::from(waiting.train.count)),
        })
    }

    /// What a queue of the discipline is for, in a word.
    pub(crate) fn queue_name(&self, queue: u32) -> Option<&'static str> {
        self.discipline.queue_name(queue)
    }
}

impl Onward {
    /// Octets that a queue counts of a packet beside its IP octets.
    fn header_octets(&self) -> u32 {
        match self {
            Self::Link(line) => line.header_octets(),
            Self::Cells(_) => 0,
        }
    }
}

const fn loss_of(reason: DropReason) -> LossReason {
    match reason {
        DropReason::Limit => LossReason::QueueLimit,
        DropReason::Aqm => LossReason::Aqm,
        DropReason::AckFiltered => LossReason::AckFiltered,
    }
}

/// A packet as disciplines see it.
fn packet_of(frame: &Sdu, passenger: Passenger, header_octets: u32, (handle, arrived): (u32, Time)) -> Packet {
    let segment = frame.packet.segment();
    let connection = segment.map_or(0, |(_, connection)| connection);
    let [source, destination] = passenger.ends;
    Packet {
        handle,
        ip_octets: frame.octets,
        octets: frame.octets + header_octets,
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
