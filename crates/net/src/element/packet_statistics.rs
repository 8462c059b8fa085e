//! What a packet port counts, in all and by queue of its discipline.

use cellwise_packet::discipline::{Backlog, DropReason};
use cellwise_packet::{MarkReason, Packet};
use cellwise_units::{Span, Time};

use crate::data::delays::Delays;
use crate::data::ids::FlowId;
use crate::data::recorder::Recorder;

/// What is counted of one queue, over the measured time.
#[derive(Clone, Debug, Default)]
pub(crate) struct QueueTally {
    pub(crate) sent: u64,
    pub(crate) sent_octets: u64,
    /// By [`DropReason`]: limit, queue management, filtered acknowledgments, policer.
    pub(crate) dropped: [u64; 4],
    /// By [`MarkReason`]: queue management, threshold.
    pub(crate) marked: [u64; 2],
    /// From the arrival of a packet to the start of its transmission.
    pub(crate) sojourns: Delays,
    /// The flow whose connection all its packets are of; `None` before the first.
    pub(crate) flow: Option<OfFlow>,
}

/// Of whose connections a queue has packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OfFlow {
    One(FlowId),
    Several,
}

/// What is counted of a packet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    /// The number of the discipline's queue.
    pub(crate) queue: u32,
    pub(crate) octets: u32,
    pub(crate) flow: FlowId,
    /// The flow whose connection is the packet's.
    pub(crate) connection: FlowId,
    pub(crate) arrived: Time,
    pub(crate) marked: Option<MarkReason>,
}

impl Counted {
    /// A packet of a flow as a discipline sees it.
    pub(crate) fn of(packet: &Packet, flow: FlowId) -> Self {
        Self {
            queue: packet.queue,
            octets: packet.octets,
            flow,
            connection: FlowId::new((packet.flow.number >> 32) as u32),
            arrived: packet.arrived,
            marked: packet.marked,
        }
    }
}

/// What a record of a packet port is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PacketWatched {
    /// How long the packet that left last had waited, in seconds.
    Sojourn,
    /// Packets that wait, all or those of a flow.
    Packets(Option<FlowId>),
    /// Their octets.
    Octets(Option<FlowId>),
    /// The discipline's probability of drops; only in samples.
    DropProbability,
    /// For how long the line has been taken since the start, in seconds; only in samples.
    Busy,
}

/// The counts of a packet port.
#[derive(Clone, Debug, Default)]
pub(crate) struct PacketStatistics {
    /// By number of the discipline's queue.
    pub(crate) queues: Vec<QueueTally>,
    waiting: Backlog,
    /// The most that waited since the start.
    pub(crate) most: Backlog,
    /// The sum of packets times picoseconds, over the measured time, up to `counted_to`.
    packet_ps: u128,
    /// Picoseconds of the measured time for which the line was taken, and those until `free_at`.
    busy_ps: u128,
    /// Picoseconds before the measured time for which the line was taken.
    busy_before_ps: u128,
    /// Packets lost behind the queue in the measured time.
    pub(crate) lost_on_line: u64,
    /// Copies that the link has made in the measured time.
    pub(crate) duplicated: u64,
    counted_to: Time,
    /// When the last transmission ends.
    free_at: Time,
    /// How long the packet that left last had waited; `None` before the first.
    last_sojourn: Option<Span>,
    /// What waits of the flows that records are about.
    of_flows: Vec<(FlowId, Backlog)>,
    records: Vec<(PacketWatched, Recorder)>,
    /// Whether some record wants every change.
    records_changes: bool,
}

impl PacketStatistics {
    /// Counts what waits up to `now`.
    pub(crate) fn come_to(&mut self, now: Time) {
        if now > self.counted_to {
            if self.waiting.packets > 0 {
                self.packet_ps +=
                    u128::from(self.waiting.packets) * u128::from((now - self.counted_to).get());
            }
            self.counted_to = now;
        }
    }

    /// Lets the measured time begin at `now`.
    pub(crate) fn end_warmup(&mut self, now: Time) {
        self.come_to(now);
        self.queues.clear();
        (self.packet_ps, self.lost_on_line, self.duplicated) = (0, 0, 0);
        // In a run that is stopped a port may have come further than its end.
        let beyond_ps = self.beyond_ps(now).min(self.busy_ps);
        self.busy_before_ps += self.busy_ps - beyond_ps;
        self.busy_ps = beyond_ps;
    }

    pub(crate) fn arrive(&mut self, now: Time, packet: &Counted) {
        self.come_to(now);
        self.waiting.add(packet.octets);
        if let Some(backlog) = self.of_flow(packet.flow) {
            backlog.add(packet.octets);
        }
    }

    /// What waits of a flow, if a record is about it.
    fn of_flow(&mut self, flow: FlowId) -> Option<&mut Backlog> {
        self.of_flows.iter_mut().find(|(of, _)| *of == flow).map(|(_, backlog)| backlog)
    }

    /// Notes the most that waits, once the discipline has seen to what arrived.
    pub(crate) fn note_most(&mut self) {
        self.most.packets = self.most.packets.max(self.waiting.packets);
        self.most.octets = self.most.octets.max(self.waiting.octets);
    }

    fn leave(&mut self, now: Time, packet: &Counted) {
        self.come_to(now);
        self.waiting.remove(packet.octets);
        let flow = packet.flow;
        if let Some(backlog) = self.of_flow(flow) {
            backlog.remove(packet.octets);
        }
    }

    /// The queue of a packet, which takes note of the packet's flow.
    fn queue_of(&mut self, packet: &Counted) -> &mut QueueTally {
        let number = packet.queue as usize;
        if self.queues.len() <= number {
            self.queues.resize_with(number + 1, QueueTally::default);
        }
        let queue = &mut self.queues[number];
        queue.flow = match queue.flow {
            None => Some(OfFlow::One(packet.connection)),
            Some(OfFlow::One(one)) if one == packet.connection => Some(OfFlow::One(one)),
            Some(_) => Some(OfFlow::Several),
        };
        queue
    }

    /// For how long the last transmission continues after `now`.
    fn beyond_ps(&self, now: Time) -> u128 {
        if self.free_at > now { u128::from((self.free_at - now).get()) } else { 0 }
    }

    /// The share of the measured time, up to which it has come, for which the line was taken; that ends at `end`, so many
    /// seconds after its beginning, or later where the port is ahead of the end of a run that was stopped.
    pub(crate) fn utilisation(&self, end: Time, measured_s: f64) -> f64 {
        let busy_ps = self.busy_ps - self.beyond_ps(self.counted_to);
        let counted_s = self.counted_s(end, measured_s);
        let part = busy_ps as f64 / 1e12 / counted_s;
        // The line is measured since the last picosecond of the warm-up; any other excess over 1 is rounding.
        let rounding = 2e-12 / counted_s + 1e-12;
        if (1.0..1.0 + rounding).contains(&part) { 1.0 } else { part }
    }

    /// The mean of the packets that wait, over the same time.
    pub(crate) fn mean_waiting(&self, end: Time, measured_s: f64) -> f64 {
        self.packet_ps as f64 / 1e12 / self.counted_s(end, measured_s)
    }

    fn counted_s(&self, end: Time, measured_s: f64) -> f64 {
        measured_s + (self.counted_to.max(end) - end).as_secs_f64()
    }

    /// Counts that a transmission begins at `now` and takes the line until `free_at`.
    pub(crate) fn occupy(&mut self, now: Time, free_at: Time) {
        self.come_to(now);
        self.busy_ps += u128::from((free_at - now).get());
        self.free_at = free_at;
    }

    /// Counts a packet that finds nothing waiting and the line free at `now`: the same as if it came and left.
    #[inline]
    pub(crate) fn pass(&mut self, now: Time, packet: &Counted) {
        self.come_to(now);
        self.count_sent(packet, Span::ZERO);
    }

    /// Counts a packet that leaves its queue at `now`.
    pub(crate) fn send(&mut self, now: Time, packet: &Counted) {
        self.leave(now, packet);
        self.count_sent(packet, now - packet.arrived);
    }

    #[inline]
    fn count_sent(&mut self, packet: &Counted, waited: Span) {
        self.last_sojourn = Some(waited);
        let queue = self.queue_of(packet);
        queue.sent += 1;
        queue.sent_octets += u64::from(packet.octets);
        queue.sojourns.record(waited.get());
        if let Some(reason) = packet.marked {
            queue.marked[reason as usize] += 1;
        }
    }

    pub(crate) fn drop(&mut self, now: Time, packet: &Counted, reason: DropReason) {
        self.leave(now, packet);
        self.queue_of(packet).dropped[reason as usize] += 1;
    }

    /// Adds a record.
    pub(crate) fn record(&mut self, watched: PacketWatched, mut recorder: Recorder) {
        if let PacketWatched::Packets(Some(flow)) | PacketWatched::Octets(Some(flow)) = watched
            && self.of_flow(flow).is_none()
        {
            self.of_flows.push((flow, Backlog::default()));
        }
        self.records_changes |= recorder.is_exact();
        recorder.begin(self.value_of(watched));
        self.records.push((watched, recorder));
    }

    /// The present value of a record; not of records that are known in samples only.
    fn value_of(&self, watched: PacketWatched) -> f64 {
        let waiting = |flow: Option<FlowId>| match flow {
            None => Some(self.waiting),
            Some(flow) => self.of_flows.iter().find(|(of, _)| *of == flow).map(|(_, backlog)| *backlog),
        };
        match watched {
            PacketWatched::Sojourn => self.last_sojourn.map_or(f64::NAN, Span::as_secs_f64),
            PacketWatched::Packets(flow) => waiting(flow).unwrap_or_default().packets as f64,
            PacketWatched::Octets(flow) => waiting(flow).unwrap_or_default().octets as f64,
            PacketWatched::DropProbability | PacketWatched::Busy => f64::NAN,
        }
    }

    /// For how long the line has been taken up to `now`, since the start; all that began before is known.
    fn busy_s(&self, now: Time) -> f64 {
        let busy_ps = self.busy_before_ps + self.busy_ps - self.beyond_ps(now);
        busy_ps as f64 / 1e12
    }

    /// The next instant at which a sample is to be taken; [`Time::NEVER`] if none is.
    pub(crate) fn next_sample(&self) -> Time {
        let samples = self.records.iter().map(|(_, recorder)| recorder.next_sample());
        samples.min().unwrap_or(Time::NEVER)
    }

    /// Takes the samples that are due at `mark`, and those of waiting packets up to `until`, before which nothing comes
    /// or goes. `probability` says what the discipline's is at `mark`.
    pub(crate) fn sample(&mut self, mark: Time, until: Time, probability: &mut dyn FnMut() -> Option<f64>) {
        for index in 0..self.records.len() {
            let (watched, recorder) = &self.records[index];
            if recorder.next_sample() > mark {
                continue;
            }
            let (value, until) = match watched {
                // It may change with the time alone.
                PacketWatched::DropProbability => (probability().unwrap_or(f64::NAN), mark),
                PacketWatched::Busy if self.free_at > mark => (self.busy_s(mark), mark),
                PacketWatched::Busy => (self.busy_s(mark), until),
                watched => (self.value_of(*watched), until),
            };
            self.records[index].1.sample(value, until);
        }
    }

    /// Records what has changed by `now`, where every change is recorded.
    #[inline]
    pub(crate) fn record_changes(&mut self, now: Time) {
        if self.records_changes {
            self.record_all_changes(now);
        }
    }

    fn record_all_changes(&mut self, now: Time) {
        for index in 0..self.records.len() {
            let (watched, recorder) = &self.records[index];
            if recorder.is_exact() {
                let value = self.value_of(*watched);
                self.records[index].1.change(now, value);
            }
        }
    }
    /// The records.
    pub(crate) fn recorders(&mut self) -> impl Iterator<Item = &mut Recorder> {
        self.records.iter_mut().map(|(_, recorder)| recorder)
    }
}
