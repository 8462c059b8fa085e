//! A line of a link that goes down and returns.
//!
//! While the link is down the line takes no packet: those in the queue wait, by the rules of the queue. A packet that
//! is being sent when the link goes down is lost, and takes its time on the line nevertheless, as the sender does not
//! notice an outage in the middle of a frame. Source: elementary.

use cellwise_units::{BitRate, Time};

use super::constant::Constant;
use super::outage::{Outage, Outages};
use super::{AnyLine, Line, Retransmissions, Sending};
use crate::chance::Draw;

/// What sends packets into a link.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "most lines are always up, and packets pass them most often")]
pub enum Transmitter {
    /// A line that is always up.
    Steady(AnyLine),
    /// A line that goes down.
    Interrupted(Box<Interrupted>),
}

impl Transmitter {
    /// A line with its outages, if it has any, which were [checked](Outage::check).
    #[must_use]
    pub fn new(line: AnyLine, outages: &[Outage]) -> Self {
        if outages.is_empty() {
            return Self::Steady(line);
        }
        let outages = Outages::new(outages);
        Self::Interrupted(Box::new(Interrupted { line, outages, asked: Time::ZERO, has_cut: false }))
    }

    /// The line if it is always up and of one rate.
    #[inline]
    pub fn as_constant(&mut self) -> Option<&mut Constant> {
        match self {
            Self::Steady(AnyLine::Constant(line)) => Some(line),
            _ => None,
        }
    }

    /// Whether an outage destroyed the packet that was sent last.
    #[must_use]
    pub fn has_cut(&self) -> bool {
        matches!(self, Self::Interrupted(line) if line.has_cut)
    }

    /// Sends later packets at another rate, above 0. Only a line of one rate is asked for that.
    pub fn set_rate(&mut self, rate: BitRate) {
        let line = match self {
            Self::Steady(line) => line,
            Self::Interrupted(interrupted) => &mut interrupted.line,
        };
        match line {
            AnyLine::Constant(line) => line.set_rate(rate),
            line => unreachable!("{line:?} has rates of its own"),
        }
    }
}

cellwise_units::dispatch! {
    impl Line for Transmitter { Steady Interrupted } {
        #[inline] fn free_at(&mut self, now: Time, draw: Draw<'_>) -> Time;
        #[inline] fn send(&mut self, start: Time, ip_octets: u32, draw: Draw<'_>) -> Sending;
        fn retransmissions(&mut self, now: Time, draw: Draw<'_>) -> Option<Retransmissions>;
    }
}

/// A line with outages.
#[derive(Clone, Debug)]
pub struct Interrupted {
    line: AnyLine,
    outages: Outages,
    /// The last instant that the line was asked about, which may be ahead of the clock: it must not be asked about an
    /// earlier one.
    asked: Time,
    has_cut: bool,
}

impl Interrupted {
    /// When the line is free at an instant or later, and the link up.
    fn free_from(&mut self, mut at: Time, draw: Draw<'_>) -> Time {
        while at != Time::NEVER {
            let up = self.outages.up_from(at);
            if up == at {
                break;
            }
            at = self.ask(up, draw);
        }
        at
    }

    fn ask(&mut self, at: Time, draw: Draw<'_>) -> Time {
        if at == Time::NEVER {
            return at;
        }
        self.asked = self.asked.max(at);
        self.line.free_at(self.asked, draw)
    }
}

impl Line for Interrupted {
    fn free_at(&mut self, now: Time, draw: Draw<'_>) -> Time {
        let at = self.ask(self.outages.up_from(now), draw);
        self.free_from(at, draw)
    }

    fn send(&mut self, start: Time, ip_octets: u32, draw: Draw<'_>) -> Sending {
        let sending = self.line.send(start, ip_octets, draw);
        let cut = self.outages.next(start).filter(|&(from, _)| from < sending.arrives_at);
        self.has_cut = cut.is_some();
        let Some((from, until)) = cut else {
            return Sending { free_at: self.free_from(sending.free_at, draw), ..sending };
        };
        let at = if until > sending.free_at { self.ask(until, draw) } else { sending.free_at };
        let free_at = self.free_from(at, draw);
        Sending { free_at, arrives_at: from.max(start), lost: true }
    }

    fn retransmissions(&mut self, now: Time, draw: Draw<'_>) -> Option<Retransmissions> {
        self.line.retransmissions(now, draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::{FramingConfig, raw};
    use crate::line::{LineConfig, Link};
    use cellwise_units::Span;

    const MS: u64 = 1_000_000_000;

    /// A line of 1000 octets in a millisecond.
    fn line(outages: &[(u64, Option<u64>)]) -> Transmitter {
        let framing = FramingConfig::Raw(raw::Config::default()).build();
        let link = Link { rate: BitRate::from_bps(8_000_000), framing };
        let span = |ms| Span::from_ps(ms * MS);
        let outage =
            |&(from, until): &(u64, Option<u64>)| Outage { from: span(from), until: until.map(span) };
        let outages: Vec<Outage> = outages.iter().map(outage).collect();
        assert_eq!(Outage::check(&outages), []);
        Transmitter::new(LineConfig::default().build(&link), &outages)
    }

    /// Packets that wait since an instant: when each begins, and whether it is lost.
    fn busy(line: &mut Transmitter, from_us: u64, octets: &[u32]) -> Vec<(u64, bool)> {
        let mut start = line.free_at(Time::from_ps(from_us * MS / 1000), &mut || 0.5);
        let mut send = |&octets: &u32| {
            let begun = start;
            let sending = line.send(start, octets, &mut || 0.5);
            assert_eq!(sending.lost, line.has_cut());
            start = sending.free_at;
            (begun.ps() * 1000 / MS, sending.lost)
        };
        octets.iter().map(&mut send).collect()
    }

    #[test]
    fn the_packet_under_way_is_lost_and_the_next_begins_at_the_return() {
        let fates = busy(&mut line(&[(2, Some(5))]), 500, &[1000, 1000, 1000, 1000]);
        assert_eq!(fates, [(500, false), (1500, true), (5000, false), (6000, false)]);
    }

    #[test]
    fn a_packet_that_ends_with_the_link_arrives() {
        assert_eq!(busy(&mut line(&[(1, Some(2))]), 0, &[1000, 1000]), [(0, false), (2000, false)]);
    }

    #[test]
    fn a_lost_packet_takes_its_time_on_the_line() {
        assert_eq!(busy(&mut line(&[(1, Some(2))]), 0, &[3000, 1000]), [(0, true), (3000, false)]);
    }

    #[test]
    fn an_idle_line_takes_what_comes_in_an_outage_at_its_end() {
        assert_eq!(busy(&mut line(&[(0, Some(2))]), 700, &[1000]), [(2000, false)]);
    }

    #[test]
    fn a_link_that_does_not_return_takes_nothing_more() {
        let mut line = line(&[(1, None)]);
        assert_eq!(busy(&mut line, 0, &[1000]), [(0, false)]);
        assert_eq!(line.free_at(Time::from_ps(3 * MS), &mut || 0.5), Time::NEVER);
    }

    #[test]
    fn outages_out_of_order_are_refused_where_they_are() {
        let span = |ms| Span::from_ps(ms * MS);
        let outage = |from, until: Option<u64>| Outage { from: span(from), until: until.map(span) };
        let list = [outage(1, Some(1)), outage(3, Some(5)), outage(5, None), outage(7, None)];
        let fields: Vec<String> = Outage::check(&list).into_iter().map(|issue| issue.field).collect();
        assert_eq!(fields, ["[0].until", "[2].from", "[3].from"]);
    }
}
