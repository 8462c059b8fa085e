//! A host: end points behind one link, working through arrivals and timers in order of time.
//!
//! Everything reaches a host over one link, in order, so a host is a machine with one input. It
//! may be run ahead of the clock: before it takes an arrival it fires its own timers that are due
//! earlier ([`Host::due`]), and nothing else can come between.

use cellwise_engine::{Calendar, Key, RandomStream, Rank};
use cellwise_units::{Span, Time};

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

    /// When the first timer of the host is due.
    #[inline]
    pub(crate) fn due(&self) -> Time {
        self.deadlines.first().time()
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

    fn set_mark(&mut self, end: Time) {
        let sample = self.endpoints.iter().map(Endpoint::next_sample).min().unwrap_or(Time::NEVER);
        self.mark = sample.min(self.warmup_mark).min(end);
    }
}
