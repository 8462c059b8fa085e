//! A packet port: the queue of packets in front of a link, whose discipline says which of them is sent next.
//!
//! With tail drop in front of a packet link what becomes of a packet is *settled* when it comes, ahead of the clock, as
//! at FIFO ports of cells. Any other discipline is *asked* whenever the line is free: an ordering point with a slot of
//! its own for the end of the transmission under way, or for the instant from which a packet may leave. In front of a packet link it sends the packets itself; in front of a line of cells
//! it hands frames to the port of the line, which then never has one waiting.

mod as_packet;
mod asked;
mod flight;
mod passing;
mod settled;
mod sights;

use cellwise_atm::loss::LossReason;
use cellwise_engine::{Key, RandomStream, Rank};
use cellwise_packet::discipline::{Discipline, DisciplineConfig, Service};
use cellwise_packet::line::Retransmissions;
use cellwise_units::{CellClock, Span, Time};

pub(crate) use passing::{Onward, Passenger, Waiting};
pub(crate) use sights::{Became, Sight, Sights};

use asked::{Asked, Below};
use flight::Flight;
use settled::Settled;

use super::contract::LinkEnd;
use super::lanes::{LaneId, Lanes};
use super::marks::Marks;
use super::packet_statistics::PacketStatistics;
use super::wire::{Fate, Wire};
use crate::data::ids::PortId;
use crate::data::names::stream_name;
use crate::data::train::Train;

/// The longest packet that a queue in front of a line of cells allows for, in octets: RFC 2225's MTU.
// spec: rfc2225 4
const FRAME_OCTETS: u32 = 9180;

/// A packet port.
#[derive(Clone, Debug)]
pub(crate) struct PacketPort {
    pub(crate) name: String,
    /// The name by which its random numbers and ties are drawn.
    pub(crate) drawn_as: String,
    /// The port of the link.
    pub(crate) port: PortId,
    onward: Onward,
    /// The name of its discipline, as scenarios have it.
    pub(crate) discipline_name: &'static str,
    /// The rate of the line in the long run.
    pub(crate) rate_bps: u64,
    queue: Queue,
    /// Packets that may overtake each other on their way; `None` where all stay in order.
    flight: Option<Box<Flight<Waiting>>>,
    random: RandomStream,
    /// Its own slot at its ordering point.
    pub(crate) slot: u32,
    marks: Marks,
    /// The instant up to which only packets must be handled, if that is known; else [`Time::ZERO`].
    calm_until: Time,
    pub(crate) statistics: PacketStatistics,
    /// Packets of packet links, and cells of frames, that were lost over the whole run.
    pub(crate) lost_packets: u64,
    pub(crate) lost_cells: u64,
    /// Copies that the link has made over the whole run.
    pub(crate) duplicated_packets: u64,
    /// Packets that a line which has stopped will never bring.
    stuck: u64,
    /// Packets that have come, where every one is asked about.
    came: u64,
    /// What is noted for captures and probes; `None` without one.
    pub(crate) sights: Option<Box<Sights>>,
    /// What the line has sent again over the whole run, if it does that; known at the end.
    pub(crate) retransmissions: Option<Retransmissions>,
    pub(crate) lanes: Lanes,
}

/// The packets that wait.
#[derive(Clone, Debug)]
enum Queue {
    /// First come, first served: what becomes of a packet is settled when it comes.
    Settled(Settled),
    /// A discipline is asked whenever the line is free.
    Asked(Box<Asked>),
}

impl PacketPort {
    /// The packet port of a direction of a link; a line of cells behind it has this clock. What becomes of a packet may
    /// be settled when it comes, if `may_settle` says so and the discipline allows.
    pub(crate) fn new(end: &LinkEnd<'_>, port: PortId, clock: CellClock, may_settle: bool) -> Self {
        let LinkEnd { network, direction, marks } = *end;
        let discipline = direction.packet_queue.as_deref().expect("it has a queue");
        let (onward, rate, mtu_octets) = match (Wire::on_link(end), &direction.packets) {
            (Some((wire, rate)), Some(packets)) => {
                let octets = wire.queued_octets(packets.mtu_octets);
                (Onward::Link(wire), rate, octets)
            }
            _ => (Onward::Cells(clock), direction.rate, FRAME_OCTETS),
        };
        let name = direction.port_name.clone();
        let drawn_as = drawn_as(discipline, &name).to_owned();
        let mut random = RandomStream::new(stream_name(network, &name, "packet queue"));
        let service = Service { rate, mtu_octets, salt: random.bits() };
        if matches!(discipline, DisciplineConfig::Uplink(_)) {
            random = RandomStream::new(stream_name(network, &drawn_as, "uplink"));
        }
        let lower = direction.lower.as_deref();
        let flight = match &onward {
            Onward::Link(wire) if !wire.keeps_order() => Some(Box::new(Flight::new(wire.delay))),
            _ => None,
        };
        // What is settled is one packet.
        let duplicates = matches!(&onward, Onward::Link(wire) if wire.duplicates());
        let may_settle = may_settle && flight.is_none() && !duplicates;
        let queue = match discipline {
            DisciplineConfig::Tail(tail)
                if may_settle && lower.is_none() && matches!(onward, Onward::Link(..)) =>
            {
                Queue::Settled(Settled::new(tail.limit.room(service.rate)))
            }
            discipline => {
                let below = lower.map(|lower| Below::new(lower.build(service.rate)));
                Queue::Asked(Box::new(Asked::new(discipline.build(&service), below)))
            }
        };
        Self {
            name,
            drawn_as,
            port,
            onward,
            discipline_name: discipline.name(),
            rate_bps: service.rate.get(),
            queue,
            flight,
            random,
            slot: 0,
            marks,
            calm_until: Time::ZERO,
            statistics: PacketStatistics::default(),
            lost_packets: 0,
            lost_cells: 0,
            duplicated_packets: 0,
            stuck: 0,
            came: 0,
            sights: None,
            retransmissions: None,
            lanes: Lanes::default(),
        }
    }

    /// Whether what becomes of a packet is settled when it comes: such a port needs no slot of its own, and no
    /// ordering if it has one feeder.
    pub(crate) fn is_settled(&self) -> bool {
        matches!(self.queue, Queue::Settled(_))
    }

    /// Whether it sends into a packet link itself.
    pub(crate) fn has_line(&self) -> bool {
        matches!(self.onward, Onward::Link(_))
    }

    /// The least time in which a packet reaches the next element.
    pub(crate) fn least_passage(&self) -> Span {
        match &self.onward {
            Onward::Link(wire) => wire.delay,
            Onward::Cells(_) => Span::ZERO,
        }
    }

    /// Sees to all that has happened before `now`.
    pub(crate) fn come_to(&mut self, now: Time) {
        self.pass_marks(now);
        self.begin_transmissions(now);
    }

    /// Sees to the end of the warm-up and the samples that are due before `now`, each in its turn.
    fn pass_marks(&mut self, now: Time) {
        let mut sample = self.statistics.next_sample();
        while sample < now {
            if self.marks.warmup_ends_before(sample) {
                self.end_warmup();
            }
            self.take_samples(sample, now);
            sample = self.statistics.next_sample();
        }
        if self.marks.warmup_ends_before(now) {
            self.end_warmup();
        }
    }

    /// Takes the samples that are due at `mark`, and those behind it that cannot differ; nothing comes before `now`.
    fn take_samples(&mut self, mark: Time, now: Time) {
        self.begin_transmissions(mark);
        let Self { queue, statistics, marks, .. } = self;
        let until = match queue {
            Queue::Settled(settled) => settled.next_start().min(now),
            Queue::Asked(_) => now,
        };
        // The end of the warm-up is handled in its turn.
        let until = if marks.is_warming_up() { until.min(marks.next()) } else { until };
        statistics.sample(mark, until, &mut || match queue {
            Queue::Settled(_) => None,
            Queue::Asked(asked) => asked.discipline.drop_probability(mark),
        });
    }

    fn end_warmup(&mut self) {
        let last = self.marks.next();
        self.begin_transmissions(last);
        self.statistics.end_warmup(last);
        self.marks.end_warmup();
        self.lanes.end_warmup();
    }

    /// Makes `end`, which is before the end of the run, its end.
    pub(crate) fn end_early(&mut self, end: Time) {
        self.marks.end_early(end);
        self.calm_until = Time::ZERO;
    }

    /// Closes the statistics at the end of the run.
    pub(crate) fn finish(&mut self, end: Time) {
        if let Onward::Link(wire) = &mut self.onward {
            self.retransmissions = wire.retransmissions(end);
        }
        self.pass_marks(end + Span::from_ps(1));
        if self.marks.is_warming_up() {
            self.end_warmup();
        }
        self.begin_transmissions(end);
        self.statistics.come_to(end);
    }

    fn note_fate(&mut self, lane: LaneId, fate: Fate) {
        match fate {
            Fate::Arrives(_) => {}
            Fate::Lost(reason) => {
                self.statistics.lost_on_line += 1;
                self.lose(lane, reason);
            }
            Fate::Stays => self.stuck += 1,
        }
    }

    fn lose(&mut self, lane: LaneId, reason: LossReason) {
        self.lost_packets += 1;
        self.lanes.count_lost(lane, reason, 1);
    }

    /// Keeps a packet that has been sent until it is released, if others may overtake it.
    pub(crate) fn keep_flying(&mut self, arrives_at: Time, waiting: Waiting) -> bool {
        let Some(flight) = &mut self.flight else { return false };
        flight.push(arrives_at, waiting.number, waiting);
        true
    }

    /// Lets the next packet go that is due by `now`, with its arrival.
    pub(crate) fn let_go(&mut self, now: Time) -> Option<(Time, Waiting)> {
        self.flight.as_mut()?.pop(now)
    }

    /// The key of its own slot: when the line is free, the next packet may leave, or one arrives that others may
    /// overtake.
    pub(crate) fn next_departure(&self) -> Key {
        let Queue::Asked(asked) = &self.queue else { return Key::NEVER };
        let landing = self.flight.as_ref().map_or(Time::NEVER, |flight| flight.next_at());
        let at = asked.next_at().min(landing);
        if at == Time::NEVER {
            return Key::NEVER;
        }
        Key::new(at, Rank::Departure(self.port.number()), self.slot)
    }

    /// Packets, and the cells of frames, that wait here, or will never leave the line.
    pub(crate) fn held(&self, is_packet: impl Fn(&Train) -> bool) -> (u64, u64) {
        let asked = match &self.queue {
            Queue::Settled(settled) => return (self.stuck + settled.doomed(), 0),
            Queue::Asked(asked) => asked,
        };
        let flying = self.flight.as_ref().map_or(0, |flight| flight.len());
        asked.all().fold((self.stuck + flying, 0), |(packets, cells), waiting| {
            match is_packet(&waiting.train) {
                true => (packets + 1, cells),
                false => (packets, cells + u64::from(waiting.train.count)),
            }
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

/// The name by which random numbers and ties of a port are drawn: its own, but that of the host for the queue that
/// once was the host's, so that its numbers stay what they were.
fn drawn_as<'n>(discipline: &DisciplineConfig, port_name: &'n str) -> &'n str {
    match discipline {
        DisciplineConfig::Uplink(_) => port_name.strip_suffix(".nic").unwrap_or(port_name),
        _ => port_name,
    }
}
