//! A host: end points behind one link, working through arrivals and timers in order of time.
//!
//! Everything reaches a host over one link, in order, so a host is a machine with one input. It
//! may be run ahead of the clock: before it takes an arrival it fires its own timers that are due
//! earlier ([`Host::due`]), and nothing else can come between.

use std::collections::VecDeque;

use cellwise_engine::{Calendar, Key, RandomStream, Rank};
use cellwise_units::{Span, Time};

use crate::circuit::Frame;
use crate::endpoint::Endpoint;

/// A processor that takes packets one after the other.
#[derive(Debug)]
pub(crate) struct Processor {
    least: Span,
    most: Span,
    free_at: Time,
    random: RandomStream,
}

impl Processor {
    /// A processor that needs between `least` and `most` for a packet, uniformly distributed.
    pub(crate) fn new(least: Span, most: Span, random: RandomStream) -> Self {
        Self { least, most, free_at: Time::ZERO, random }
    }

    /// When a packet that comes at `now` has been processed. Packets come in order of time.
    #[inline]
    pub(crate) fn done(&mut self, now: Time) -> Time {
        if self.most.is_zero() {
            return now;
        }
        let takes = if self.least == self.most {
            self.least
        } else {
            self.random.span_between(self.least, self.most)
        };
        self.free_at = self.free_at.max(now) + takes;
        self.free_at
    }
}

/// An end system.
#[derive(Debug)]
pub(crate) struct Host {
    pub(crate) name: String,
    pub(crate) endpoints: Vec<Endpoint>,
    /// One slot per end point: when it is due.
    deadlines: Calendar,
    pub(crate) send: Processor,
    pub(crate) receive: Processor,
    /// Whether the host takes what comes in the order of time, not ahead of the clock: it has several
    /// inputs, or an end point that waits for room in its adapter.
    pub(crate) in_order: bool,
    /// Packets that a host which takes everything in order has received but not yet processed: when
    /// that is done, and the circuit they came by.
    pub(crate) inbox: VecDeque<(Time, u32, Frame)>,
    /// Circuits that begin and end here: positions in the world's list.
    pub(crate) sends: Vec<u32>,
    pub(crate) receives: Vec<u32>,
    /// The last instant of the warm-up, until arriving cells have passed it, and then the end of
    /// the run.
    pub(crate) arrival_mark: Time,
    /// The next instant after which the end points must be looked at: a sample, the end of the
    /// warm-up, the end of the run.
    pub(crate) mark: Time,
    /// The last instant of the warm-up; [`Time::NEVER`] without one or after it.
    pub(crate) warmup_mark: Time,
}

impl Host {
    pub(crate) fn new(name: String, send: Processor, receive: Processor) -> Self {
        Self {
            name,
            endpoints: Vec::new(),
            deadlines: Calendar::new(0),
            send,
            receive,
            in_order: false,
            inbox: VecDeque::new(),
            sends: Vec::new(),
            receives: Vec::new(),
            arrival_mark: Time::NEVER,
            mark: Time::NEVER,
            warmup_mark: Time::NEVER,
        }
    }

    /// Makes the deadlines and marks, once all end points and probes are there.
    pub(crate) fn prepare(&mut self, warmup_mark: Time, end: Time) {
        self.deadlines = Calendar::new(self.endpoints.len());
        for endpoint in 0..self.endpoints.len() {
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
    pub(crate) fn take_processed(&mut self, now: Time) -> Option<(u32, Frame)> {
        let is_done = self.inbox.front().is_some_and(|(done, ..)| *done <= now);
        let packet = if is_done { self.inbox.pop_front() } else { None };
        packet.map(|(_, circuit, frame)| (circuit, frame))
    }

    /// The end point whose timer is due first.
    #[inline]
    pub(crate) fn due_endpoint(&self) -> usize {
        self.deadlines.first().slot() as usize
    }

    /// Looks up again when an end point is due.
    #[inline]
    pub(crate) fn update_deadline(&mut self, endpoint: usize) {
        let slot = endpoint as u32;
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
            self.endpoints.iter_mut().for_each(|endpoint| endpoint.sample(mark));
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
        self.endpoints.iter_mut().for_each(|endpoint| endpoint.cut_records(end));
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
        Processor::new(Span::from_ps(least_ps), Span::from_ps(most_ps), RandomStream::new(name))
    }

    #[test]
    fn packets_are_processed_one_after_the_other() {
        let mut processor = processor(10, 10);
        let done: Vec<u64> = [0, 3, 40, 41].map(|now| processor.done(Time::from_ps(now)).ps()).to_vec();
        assert_eq!(done, [10, 20, 50, 60]);
    }

    #[test]
    fn a_processor_that_takes_no_time_draws_nothing_and_delays_nothing() {
        let mut processor = processor(0, 0);
        assert_eq!(processor.done(Time::from_ps(7)), Time::from_ps(7));
    }

    #[test]
    fn uniform_processing_stays_within_its_bounds_and_reaches_both_halves() {
        let mut processor = processor(100, 200);
        let takes: Vec<u64> =
            (1..1000).map(|n| processor.done(Time::from_ps(1000 * n)).ps() - 1000 * n).collect();
        assert!(takes.iter().all(|takes| (100..=200).contains(takes)), "{takes:?}");
        assert!(takes.iter().any(|&takes| takes < 120) && takes.iter().any(|&takes| takes > 180));
    }
}
