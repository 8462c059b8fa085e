//! A host: end points behind one link, working through arrivals and timers in order of time.
//!
//! Everything reaches a host over one link, in order, so a host is a machine with one input. It
//! may be run ahead of the clock: before it takes an arrival it fires its own timers that are due
//! earlier ([`Host::due`]), and nothing else can come between.

mod counters;
pub(crate) mod endpoint;
pub(crate) mod joined;
pub(crate) mod outside;
pub(crate) mod sources;
pub(crate) mod web;

use std::collections::VecDeque;

use cellwise_engine::{Calendar, Key, RandomStream, Rank};
use cellwise_units::{Span, Time};

use crate::data::ids::{CircuitId, EndpointId, List, kind};
use crate::data::measured::Measured;
use crate::data::packet::Sdu;
use crate::host::endpoint::Endpoint;

/// A processor that takes packets one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Processor {
    least: Span,
    most: Span,
    /// What each octet of a packet adds.
    per_octet: Span,
    free_at: Time,
    random: Option<RandomStream>,
}

impl Processor {
    /// A processor that needs between `least` and `most` for a packet, uniformly distributed, and
    /// `per_octet` for each of its octets.
    pub(crate) fn new(
        least: Span,
        most: Span,
        per_octet: Span,
        random: impl FnOnce() -> RandomStream,
    ) -> Self {
        let random = (least != most).then(random);
        Self { least, most, per_octet, free_at: Time::ZERO, random }
    }

    /// When a packet of so many octets that comes at `now` has been processed. Packets come in order
    /// of time.
    #[inline]
    pub(crate) fn done(&mut self, now: Time, octets: u32) -> Time {
        if self.most.is_zero() && self.per_octet.is_zero() {
            return now;
        }
        let takes = match &mut self.random {
            Some(random) => random.span_between(self.least, self.most),
            None => self.least,
        };
        self.free_at = self.free_at.max(now) + takes + self.per_octet * u64::from(octets);
        self.free_at
    }
}

/// The packets that wait for a host's processor, where only so many may.
#[derive(Clone, Debug)]
pub(crate) struct ReceiveQueue {
    most: usize,
    /// When each packet that was taken has been processed.
    done: VecDeque<Time>,
}

impl ReceiveQueue {
    /// A queue of at most so many packets, the one in work included.
    pub(crate) fn new(most: u32) -> Self {
        Self { most: most as usize, done: VecDeque::new() }
    }

    /// Whether a packet that arrives at `now` finds room.
    pub(crate) fn has_room(&mut self, now: Time) -> bool {
        while self.done.front().is_some_and(|done| *done <= now) {
            self.done.pop_front();
        }
        self.done.len() < self.most
    }

    /// Notes a packet that will be processed by `done`.
    pub(crate) fn add(&mut self, done: Time) {
        self.done.push_back(done);
    }
}

/// An end system.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    pub(crate) name: String,
    pub(crate) endpoints: List<Endpoint, kind::Endpoint>,
    /// One slot per end point: when it is due.
    deadlines: Calendar,
    pub(crate) send: Processor,
    pub(crate) receive: Processor,
    /// Whether both are one processor.
    shares_processor: bool,
    /// Where packets that have arrived wait to be processed; `None` if any number may.
    receive_queue: Option<Box<ReceiveQueue>>,
    /// Packets that found no room there.
    pub(crate) dropped: Measured<u64>,
    /// Whether the host takes what comes in the order of time, not ahead of the clock: it has several
    /// inputs, or an end point that waits for room in its adapter.
    pub(crate) in_order: bool,
    /// Whether it hands packets over to a transport outside, each at its instant.
    pub(crate) hands_over: bool,
    /// Packets that a host which takes everything in order, or hands them over, has received but not yet processed:
    /// when that is done, and the circuit they came by.
    pub(crate) inbox: VecDeque<(Time, CircuitId, Sdu)>,
    /// Whether a capture sees the packets.
    pub(crate) is_tapped: bool,
    /// Circuits that begin and end here: positions in the world's list.
    pub(crate) sends: Vec<CircuitId>,
    pub(crate) receives: Vec<CircuitId>,
    /// The last instant of the warm-up, until arriving cells have passed it, and then the end of
    /// the run.
    pub(crate) arrival_mark: Time,
    /// The next instant after which the end points must be handled: a sample, the end of the
    /// warm-up, the end of the run.
    pub(crate) mark: Time,
    /// The last instant of the warm-up; [`Time::NEVER`] without one or after it.
    pub(crate) warmup_mark: Time,
}

impl Host {
    pub(crate) fn new(name: String, send: Processor, receive: Processor) -> Self {
        Self {
            name,
            endpoints: List::default(),
            deadlines: Calendar::new(0),
            send,
            receive,
            shares_processor: false,
            receive_queue: None,
            dropped: Measured::default(),
            in_order: false,
            hands_over: false,
            inbox: VecDeque::new(),
            is_tapped: false,
            sends: Vec::new(),
            receives: Vec::new(),
            arrival_mark: Time::NEVER,
            mark: Time::NEVER,
            warmup_mark: Time::NEVER,
        }
    }

    /// Limits the packets that wait to be processed, and makes both processors one.
    pub(crate) fn limit(&mut self, receive_queue: Option<u32>, shares_processor: bool) {
        self.receive_queue = receive_queue.map(|most| Box::new(ReceiveQueue::new(most)));
        self.shares_processor = shares_processor;
        // What arrives takes the processor before what is sent because of an earlier arrival.
        self.in_order |= shares_processor;
    }

    /// When a packet that is to be sent at `now` has been processed.
    #[inline]
    pub(crate) fn process_sent(&mut self, now: Time, octets: u32) -> Time {
        let done = self.send.done(now, octets);
        if self.shares_processor {
            self.receive.free_at = self.send.free_at;
        }
        done
    }

    /// When a packet that has arrived at `now` has been processed; `None` if it finds no room.
    #[inline]
    pub(crate) fn process_received(&mut self, now: Time, octets: u32) -> Option<Time> {
        if let Some(queue) = &mut self.receive_queue
            && !queue.has_room(now)
        {
            *self.dropped += 1;
            return None;
        }
        let done = self.receive.done(now, octets);
        if let Some(queue) = &mut self.receive_queue {
            queue.add(done);
        }
        if self.shares_processor {
            self.send.free_at = self.receive.free_at;
        }
        Some(done)
    }

    /// Makes the deadlines and marks, once all end points and probes are there.
    pub(crate) fn prepare(&mut self, warmup_mark: Time, end: Time) {
        self.deadlines = Calendar::new(self.endpoints.len());
        for endpoint in self.endpoints.ids() {
            self.update_deadline(endpoint);
        }
        self.warmup_mark = warmup_mark;
        self.arrival_mark = warmup_mark.min(end);
        self.set_mark(end);
    }

    /// When the host has something to do of its own: a timer, or a packet that is processed.
    #[inline]
    pub(crate) fn due(&self) -> Time {
        let timer = self.deadlines.first().time();
        self.inbox.front().map_or(timer, |(done, ..)| timer.min(*done))
    }

    /// The packet that is processed by `now`, if there is one.
    #[inline]
    pub(crate) fn take_processed(&mut self, now: Time) -> Option<(CircuitId, Sdu)> {
        let is_done = self.inbox.front().is_some_and(|(done, ..)| *done <= now);
        let packet = if is_done { self.inbox.pop_front() } else { None };
        packet.map(|(_, circuit, frame)| (circuit, frame))
    }

    /// The end point whose timer is due first.
    #[inline]
    pub(crate) fn due_endpoint(&self) -> EndpointId {
        EndpointId::new(self.deadlines.first().slot())
    }

    /// Looks up again when an end point is due.
    #[inline(always)]
    pub(crate) fn update_deadline(&mut self, endpoint: EndpointId) {
        let slot = endpoint.number();
        let due = self.endpoints[endpoint].next_deadline();
        if due != self.deadlines.key_of(slot).time() {
            let key = if due == Time::NEVER { Key::NEVER } else { Key::new(due, Rank::Timer(slot), slot) };
            self.deadlines.set(slot, key);
        }
    }

    /// Sees to every mark before `now`.
    #[cold]
    pub(crate) fn pass_marks(&mut self, now: Time, end: Time) {
        while self.mark < now {
            let mark = self.mark;
            if mark == self.warmup_mark {
                self.warmup_mark = Time::NEVER;
                self.endpoints.iter_mut().for_each(Endpoint::take_baseline);
            }
            // Nothing happens at its senders before `now`.
            let until = now.min(self.warmup_mark).min(end);
            self.endpoints.iter_mut().for_each(|endpoint| endpoint.sample(mark, until));
            if mark == end {
                self.mark = Time::NEVER;
                return;
            }
            self.set_mark(end);
        }
    }

    /// Makes `end`, which is before the end of the run, its end.
    pub(crate) fn end_early(&mut self, end: Time) {
        if self.warmup_mark != Time::NEVER {
            self.warmup_mark = self.warmup_mark.min(end);
        }
        self.set_mark(end);
    }

    fn set_mark(&mut self, end: Time) {
        let sample = self.endpoints.iter().map(Endpoint::next_sample).min().unwrap_or(Time::NEVER);
        self.mark = sample.min(self.warmup_mark).min(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::StreamName;

    fn processor(least_ps: u64, most_ps: u64) -> Processor {
        let name = StreamName { seed: 1, replication: 0, element: "s1", purpose: "send processing" };
        let (least, most) = (Span::from_ps(least_ps), Span::from_ps(most_ps));
        Processor::new(least, most, Span::ZERO, || RandomStream::new(name))
    }

    fn host() -> Host {
        let by_size = Processor { per_octet: Span::from_ps(2), ..processor(10, 10) };
        Host::new("h1".into(), processor(5, 5), by_size)
    }

    #[test]
    fn packets_are_processed_one_after_the_other() {
        let mut processor = processor(10, 10);
        let done: Vec<u64> = [0, 3, 40, 41].map(|now| processor.done(Time::from_ps(now), 9).ps()).to_vec();
        assert_eq!(done, [10, 20, 50, 60]);
    }

    #[test]
    fn a_processor_that_takes_no_time_draws_nothing_and_delays_nothing() {
        let mut processor = processor(0, 0);
        assert_eq!(processor.done(Time::from_ps(7), 9), Time::from_ps(7));
    }

    #[test]
    fn uniform_processing_stays_within_its_bounds_and_reaches_both_halves() {
        let mut processor = processor(100, 200);
        let takes: Vec<u64> =
            (1..1000).map(|n| processor.done(Time::from_ps(1000 * n), 9).ps() - 1000 * n).collect();
        assert!(takes.iter().all(|takes| (100..=200).contains(takes)), "{takes:?}");
        assert!(takes.iter().any(|&takes| takes < 120) && takes.iter().any(|&takes| takes > 180));
    }

    #[test]
    fn an_octet_takes_its_time() {
        let mut host = host();
        assert_eq!(host.process_received(Time::from_ps(3), 100), Some(Time::from_ps(3 + 10 + 200)));
    }

    #[test]
    fn a_packet_that_finds_no_room_is_dropped_and_counted() {
        let mut host = host();
        host.limit(Some(2), false);
        let done: Vec<_> =
            [0, 1, 2, 30, 31].map(|now| host.process_received(Time::from_ps(now), 10)).to_vec();
        let at = |ps| Some(Time::from_ps(ps));
        assert_eq!(done, [at(30), at(60), None, at(90), None]);
        assert_eq!(*host.dropped, 2);
    }

    #[test]
    fn one_processor_for_both_ways_does_one_thing_after_the_other() {
        let mut host = host();
        host.limit(None, true);
        assert!(host.in_order);
        assert_eq!(host.process_received(Time::ZERO, 0), Some(Time::from_ps(10)));
        assert_eq!(host.process_sent(Time::from_ps(2), 0), Time::from_ps(15));
        assert_eq!(host.process_received(Time::from_ps(3), 0), Some(Time::from_ps(25)));
    }
}
