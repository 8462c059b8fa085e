//! The packet queue of a host in front of its link: which packet is sent next is decided when the line
//! is free.
//!
//! An ordering point with a slot of its own for the end of the transmission under way. What it does for
//! acknowledgments is `cellwise_tcp::uplink`. The link's port behind it never has a packet waiting.

use cellwise_atm::chance::uniform;
use cellwise_atm::loss::LossReason;
use cellwise_engine::{Key, RandomStream, Rank};
use cellwise_tcp::uplink::{Duplicates, Ecn, Packet, Settings, UplinkQueue, UplinkStats};
use cellwise_units::{CellClock, ClockPoint, Time};

use super::lanes::{LaneId, Lanes};
use super::marks::Marks;
use crate::circuit::Sdu;
use crate::ids::PortId;
use crate::train::Train;

/// A packet in the queue. It gets its number on the circuit when it leaves, since others may pass it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Waiting {
    pub(crate) train: Train,
    lane: LaneId,
    pub(crate) frame: Sdu,
}

/// The packet queue of a host.
#[derive(Clone, Debug)]
pub(crate) struct Uplink {
    pub(crate) name: String,
    /// The clock and the number of the port behind.
    clock: CellClock,
    pub(crate) port: PortId,
    queue: UplinkQueue<Waiting>,
    duplicates: Duplicates,
    random: RandomStream,
    /// When the transmission under way ends.
    free_at: Time,
    slot: u32,
    /// What it had counted by the end of the warm-up.
    before: UplinkStats,
    marks: Marks,
    /// Cells dropped and filtered over the whole run.
    pub(crate) lost: u64,
    pub(crate) lanes: Lanes,
}

impl Uplink {
    pub(crate) fn new(
        name: String,
        settings: &Settings,
        (port, clock): (PortId, CellClock),
        random: RandomStream,
        marks: Marks,
    ) -> Self {
        Self {
            name,
            clock,
            port,
            queue: UplinkQueue::new(settings),
            duplicates: Duplicates::default(),
            random,
            free_at: Time::ZERO,
            slot: 0,
            before: UplinkStats::default(),
            marks,
            lost: 0,
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
        self.marks.end_warmup();
        self.before = *self.queue.stats();
        self.lanes.end_warmup();
    }

    /// Makes `end`, which is before the end of the run, its end.
    pub(crate) fn end_early(&mut self, end: Time) {
        self.marks.end_early(end);
    }

    /// Closes the books at the end of the run.
    pub(crate) fn finish(&mut self) {
        if self.marks.is_warming_up() {
            self.end_warmup();
        }
    }

    /// Takes the packet of a frame that arrives at `now`. `lose` hears of every packet that does not stay,
    /// and why. Says whether the packet can be sent at once.
    pub(crate) fn arrive(
        &mut self,
        now: Time,
        train: Train,
        lane: LaneId,
        frame: Sdu,
        lose: &mut dyn FnMut(&Waiting, LossReason),
    ) -> bool {
        let waiting = Waiting { train, lane, frame };
        let packet = match frame.packet.segment() {
            Some((segment, connection)) => {
                let connection = connection.wrapping_add(frame.flow.number() << 8);
                let duplicate = self.duplicates.observe(connection, segment);
                Packet::of_segment(segment, connection, duplicate, waiting)
            }
            None => Packet::other(frame.flow.number() << 8, u64::from(frame.octets), waiting),
        };
        if self.queue.is_empty() && self.free_at < now {
            let typical = self.clock.cell_time_ceiling() * u64::from(train.count);
            self.queue.note_idle((now - self.free_at).get() / typical.get().max(1));
        }
        let random = &mut self.random;
        let pushed = self.queue.push(packet, &mut || uniform(random));
        let filtered = pushed.filtered.into_iter().map(|packet| (packet, LossReason::AckFiltered));
        let dropped = pushed.dropped.map(|packet| (packet, LossReason::DriverQueue));
        for (packet, reason) in filtered.chain(dropped) {
            let cells = u64::from(packet.handle.train.count);
            self.lost += cells;
            self.lanes.count_lost(packet.handle.lane, reason, cells);
            lose(&packet.handle, reason);
        }
        self.free_at <= now && !self.queue.is_empty()
    }

    /// Starts the transmission of the next packet at `now`.
    pub(crate) fn send(&mut self, now: Time) -> Option<Waiting> {
        let packet = self.queue.pop()?;
        let Waiting { train, lane, mut frame } = packet.handle;
        let first = ClockPoint::exactly(now);
        self.free_at = self.clock.point_after(first, u64::from(train.count)).at;
        if packet.ecn == Ecn::Marked {
            frame.packet.note_congestion();
        }
        Some(Waiting { train: Train { first, ..train }, lane, frame })
    }

    /// The key of its own slot: when the next of the packets that wait is sent.
    pub(crate) fn next_departure(&self) -> Key {
        if self.queue.is_empty() {
            Key::NEVER
        } else {
            Key::new(self.free_at, Rank::Departure(self.port.number()), self.slot)
        }
    }

    /// Cells that wait here.
    pub(crate) fn held(&self) -> u64 {
        self.queue.iter().map(|packet| u64::from(packet.handle.train.count)).sum()
    }

    /// What was counted from the end of the warm-up to the end of the run.
    pub(crate) fn measured(&self) -> UplinkStats {
        self.queue.stats().since(&self.before)
    }
}
