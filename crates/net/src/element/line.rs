//! A line of packets: one direction of a packet link, with as many packets waiting as come.

use cellwise_units::{BitRate, ClockPoint, Span, Time};

use super::lanes::LaneId;
use super::stage::{Around, Stage};
use crate::train::Train;

const PS_PER_S: u128 = 1_000_000_000_000;

/// A FIFO line for packets; nothing is ever lost on it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    name: String,
    rate: BitRate,
    delay: Span,
    free_at: Time,
}

impl Line {
    /// A line of a rate above 0, in bits of packets.
    pub(crate) fn new(name: String, rate: BitRate, delay: Span) -> Self {
        Self { name, rate, delay, free_at: Time::ZERO }
    }

    /// When the packets that were handed over have been sent.
    pub(crate) fn free_at(&self) -> Time {
        self.free_at
    }

    /// Octets that a queue counts of a packet beside its IP octets.
    pub(crate) fn header_octets(&self) -> u32 {
        0
    }

    /// When a packet of so many octets that is handed over at `now` has arrived at the other end.
    pub(crate) fn pass(&mut self, now: Time, octets: u32) -> Time {
        let ps = (u128::from(octets) * 8 * PS_PER_S).div_ceil(u128::from(self.rate.get()));
        self.free_at = self.free_at.max(now) + Span::from_ps(u64::try_from(ps).unwrap_or(u64::MAX));
        self.free_at + self.delay
    }
}

impl Stage for Line {
    const FEEDS: bool = true;

    fn name(&self) -> &str {
        &self.name
    }

    fn accept(&mut self, train: &Train, _: LaneId, around: Around<'_>) {
        let circuit = around.hops[train.hop].circuit;
        let octets = around.circuits[circuit].frame_mut(train.frame).octets;
        let first = ClockPoint::exactly(self.pass(train.first.at, octets));
        around.sent.push(Train { first, hop: train.hop.next(), ..*train });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_follow_each_other_at_the_rate_of_the_line() {
        let mut line = Line::new("h1.lan".into(), BitRate::from_bps(10_000_000), Span::from_ps(5_000_000));
        let at = |us: u64| Time::from_ps(us * 1_000_000);
        assert_eq!(line.pass(at(0), 1250), at(1000 + 5));
        assert_eq!(line.pass(at(10), 125), at(1100 + 5));
        assert_eq!(line.pass(at(5000), 125), at(5100 + 5));
    }
}
