//! When each outstanding segment was sent, for rules that need exact round-trip times.
//!
//! Source: Brakmo, O'Malley and Peterson 1994, section 3.1: Vegas reads the clock for every segment; a
//! retransmission timer on the age of the oldest segment also does.
//! State: the sending times of outstanding segments and a smoothed round-trip time.

use std::collections::VecDeque;

use cellwise_units::{Span, Time};

use crate::rtt::{Moment, Smoothed};

/// A run of octets that was sent at once.
#[derive(Clone, Copy, Debug)]
struct Sent {
    start: u64,
    end: u64,
    /// When it was sent last.
    at: Moment,
    /// Whether it was sent more than once.
    again: bool,
}

/// Sending times and what follows from them.
#[derive(Clone, Debug, Default)]
pub(crate) struct FineTiming {
    sent: VecDeque<Sent>,
    smoothed: Smoothed,
}

impl FineTiming {
    /// Takes note that the octets from `start` to before `end` are sent.
    pub(crate) fn on_sent(&mut self, start: u64, end: u64, at: Moment) {
        // Most are new: there is nothing to look for.
        if self.sent.back().is_some_and(|last| last.end > start) {
            let first = self.sent.partition_point(|sent| sent.end <= start);
            for sent in self.sent.iter_mut().skip(first).take_while(|sent| sent.start < end) {
                sent.at = at;
                sent.again = true;
            }
        }
        let start = self.sent.back().map_or(start, |sent| start.max(sent.end));
        if start < end {
            self.sent.push_back(Sent { start, end, at, again: false });
        }
    }

    /// Takes an acknowledgment up to `ack`; returns the round-trip time of the newest segment that it
    /// acknowledges, unless one of them was sent twice (Karn).
    #[inline]
    pub(crate) fn on_ack(&mut self, ack: u64, now: Time) -> Option<Span> {
        let (mut newest, mut ambiguous) = (None, false);
        // Few at a time: the first are nearer than a search.
        while let Some(sent) = self.sent.front().filter(|sent| sent.end <= ack) {
            ambiguous |= sent.again;
            newest = self.sent.pop_front();
        }
        let newest = newest.filter(|_| !ambiguous)?;
        let rtt = Span::from_ps(now.ps().saturating_sub(newest.at.at.ps()));
        self.smoothed.sample(rtt, 1);
        Some(rtt)
    }

    /// Takes the round trip of the opening for a sample.
    #[cold]
    pub(crate) fn note_opening(&mut self, rtt: Span) {
        self.smoothed.sample(rtt, 1);
    }

    /// When the octet was sent last.
    pub(crate) fn sent_at(&self, octet: u64) -> Option<Moment> {
        let at = self.sent.partition_point(|sent| sent.end <= octet);
        self.sent.get(at).map(|sent| sent.at)
    }

    /// The smoothed round-trip time.
    pub(crate) fn srtt(&self) -> Option<Span> {
        self.smoothed.srtt()
    }

    /// The timeout that follows from exact times, with no minimum.
    pub(crate) fn timeout(&self) -> Option<Span> {
        self.smoothed.timeout(Span::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(us: u64) -> Time {
        Time::from_ps(us * 1_000_000)
    }

    fn sent(us: u64) -> Moment {
        Moment { at: at(us), tick: 0 }
    }

    #[test]
    fn the_newest_of_the_acknowledged_segments_is_the_sample() {
        let mut timing = FineTiming::default();
        timing.on_sent(0, 1_000, sent(0));
        timing.on_sent(1_000, 2_000, sent(10));
        timing.on_sent(2_000, 3_000, sent(20));
        assert_eq!(timing.on_ack(2_000, at(50)), Some(Span::from_ps(40_000_000)));
        assert_eq!(timing.on_ack(2_500, at(60)), None, "no whole segment");
        assert_eq!((timing.sent_at(2_500), timing.sent_at(3_000)), (Some(sent(20)), None));
    }

    #[test]
    fn what_was_sent_twice_is_no_sample_but_has_a_new_time() {
        let mut timing = FineTiming::default();
        timing.on_sent(0, 1_000, sent(0));
        timing.on_sent(1_000, 2_000, sent(10));
        timing.on_sent(500, 2_500, sent(30));
        assert_eq!((timing.sent_at(0), timing.sent_at(2_400)), (Some(sent(30)), Some(sent(30))));
        assert_eq!(timing.on_ack(2_000, at(50)), None);
        assert_eq!(timing.on_ack(2_500, at(60)), Some(Span::from_ps(30_000_000)), "the part that was new");
    }
}
