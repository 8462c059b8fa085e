//! The exact times of packets of different lengths, one after another.
//!
//! A packet of 1538 octets at 7 Mbit/s takes 1 757 714 285.7 ps. Rounding each packet would let the rate drift, so a
//! [`Point`] keeps the rest: so many millionths of a millionth of a bit, less than one picosecond has. A packet ends
//! at the first whole picosecond at which all of it is sent.

use cellwise_units::{BitRate, Span, Time};

use crate::framing::WireOctets;

/// Work on a wire: bits times 10^12, so that a rate in bit/s does its own number of it in a picosecond.
const WORK_PER_BIT: u64 = 1_000_000_000_000;
/// The same of an octet: a rate of 1 bit/s does 1 of it in a picosecond.
pub(crate) const WORK_PER_OCTET: u128 = 8 * WORK_PER_BIT as u128;
const WORK_PER_PART: u64 = WORK_PER_BIT * 8 / WireOctets::PARTS;

/// The work that a length on the wire is.
#[must_use]
pub(crate) fn work_of(wire: WireOctets) -> u128 {
    u128::from(wire.parts()) * u128::from(WORK_PER_PART)
}

/// An instant and the work that is left at it, of less than a picosecond.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Point {
    at: Time,
    rest: u64,
}

impl Point {
    /// The point exactly at an instant.
    #[must_use]
    pub const fn exactly(at: Time) -> Self {
        Self { at, rest: 0 }
    }

    /// The last whole picosecond that is not after it.
    #[must_use]
    pub const fn at(&self) -> Time {
        self.at
    }

    /// The first whole picosecond that is not before it.
    #[inline]
    #[must_use]
    pub fn end(&self) -> Time {
        self.at + Span::from_ps(u64::from(self.rest > 0))
    }
}

/// The clock of one rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PacketClock {
    rate: u64,
}

impl PacketClock {
    /// The clock of a rate; one of 0 is taken as 1 bit/s.
    #[must_use]
    pub fn of(rate: BitRate) -> Self {
        Self { rate: rate.get().max(1) }
    }

    /// When so much is sent that was begun at `from`, a point of this clock.
    #[inline]
    #[must_use]
    pub fn after(&self, from: Point, wire: WireOctets) -> Point {
        let work = wire.parts().checked_mul(WORK_PER_PART).and_then(|work| work.checked_add(from.rest));
        match work {
            Some(work) => Point { at: from.at + Span::from_ps(work / self.rate), rest: work % self.rate },
            None => self.after_work(from, work_of(wire)),
        }
    }

    /// How long so much takes; `None` if that is no number of picoseconds.
    pub(crate) fn time_of(&self, wire: WireOctets) -> Option<Point> {
        let work = wire.parts().checked_mul(WORK_PER_PART)?;
        Some(Point { at: Time::from_ps(work / self.rate), rest: work % self.rate })
    }

    /// When so much is sent that was begun at `from`, of which it is known how [long](Self::time_of) it takes: the same as
    /// [`Self::after`] without a division.
    #[inline]
    pub(crate) fn after_time(&self, from: Point, time: Point) -> Point {
        let at = from.at + (time.at - Time::ZERO);
        let rest = u128::from(from.rest) + u128::from(time.rest);
        match rest.checked_sub(u128::from(self.rate)) {
            Some(rest) => Point { at: at + Span::from_ps(1), rest: rest as u64 },
            None => Point { at, rest: rest as u64 },
        }
    }

    /// When so much work is done that was begun at `from`.
    #[must_use]
    pub(crate) fn after_work(&self, from: Point, work: u128) -> Point {
        let (work, rate) = (work + u128::from(from.rest), u128::from(self.rate));
        let ps = u64::try_from(work / rate).unwrap_or(u64::MAX);
        Point { at: from.at + Span::from_ps(ps), rest: (work % rate) as u64 }
    }
}

/// What sends packets one after another at one rate.
#[derive(Clone, Copy, Debug)]
pub struct Serializer {
    clock: PacketClock,
    free: Point,
}

impl Serializer {
    /// One of a rate that has sent nothing yet.
    #[must_use]
    pub fn new(rate: BitRate) -> Self {
        Self { clock: PacketClock::of(rate), free: Point::default() }
    }

    /// Sends later packets at another rate; the present one ends at the old rate.
    pub(crate) fn set_rate(&mut self, rate: BitRate) {
        // What is left of a picosecond is work of the rate before.
        *self = Self { clock: PacketClock::of(rate), free: Point::exactly(self.free.end()) };
    }

    /// When the last packet has been sent.
    #[inline]
    #[must_use]
    pub fn free_at(&self) -> Time {
        self.free.end()
    }

    /// When a packet is sent that follows the one before if it starts where that ends, and otherwise starts exactly
    /// at `start`.
    #[inline]
    pub fn send(&mut self, start: Time, wire: WireOctets) -> Time {
        let from = if start > self.free.end() { Point::exactly(start) } else { self.free };
        self.free = self.clock.after(from, wire);
        self.free.end()
    }

    /// The clock.
    pub(crate) fn clock(&self) -> &PacketClock {
        &self.clock
    }

    /// The same as [`Self::send`] for a sending that is known to take so long.
    #[inline]
    pub(crate) fn send_for(&mut self, start: Time, time: Point) -> Time {
        let from = if start > self.free.end() { Point::exactly(start) } else { self.free };
        self.free = self.clock.after_time(from, time);
        self.free.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::{Framing, FramingConfig};
    use proptest::prelude::*;

    /// The time of one packet on an idle Ethernet, in picoseconds.
    fn time(mbps: u64, ip_octets: u32) -> u64 {
        let wire = FramingConfig::default().build().wire(ip_octets);
        Serializer::new(BitRate::from_bps(mbps * 1_000_000)).send(Time::ZERO, wire).ps()
    }

    #[test]
    fn ethernet_frames_take_the_times_of_the_standard() {
        for (mbps, shortest_ns, longest_ns) in
            [(10, 67_200, 1_230_400), (100, 6_720, 123_040), (1000, 672, 12_304)]
        {
            assert_eq!((time(mbps, 46), time(mbps, 1500)), (shortest_ns * 1000, longest_ns * 1000));
        }
        let per_second = |ip_octets| 1e12 / time(10, ip_octets) as f64;
        assert_eq!(format!("{:.2} {:.3}", per_second(46), per_second(1500)), "14880.95 812.744");
    }

    #[test]
    fn a_million_packets_at_7_mbit_end_where_arithmetic_says() {
        let mut line = Serializer::new(BitRate::from_bps(7_000_000));
        let ends: Vec<Time> =
            (0..1_000_000).map(|_| line.send(line.free_at(), WireOctets::whole(1538))).collect();
        for n in [1u128, 2, 3, 999_999, 1_000_000] {
            let exact = (n * 1538 * 8 * 1_000_000_000_000).div_ceil(7_000_000);
            assert_eq!(u128::from(ends[n as usize - 1].ps()), exact, "{n}");
        }
    }

    #[test]
    fn after_idling_a_packet_starts_exactly_when_it_comes() {
        let mut line = Serializer::new(BitRate::from_bps(7_000_000));
        let end = line.send(Time::ZERO, WireOctets::whole(1));
        // 8/7 us, rounded up.
        assert_eq!(end.ps(), 1_142_858);
        assert_eq!(line.send(Time::from_ps(1_142_859), WireOctets::whole(1)).ps(), 1_142_859 + 1_142_858);
    }

    proptest! {
        #[test]
        fn packets_end_where_their_octets_together_do(
            rate in 1u64..10_000_000_000_000, parts in prop::collection::vec(1u64..2_000_000_000, 1..40),
        ) {
            let mut line = Serializer::new(BitRate::from_bps(rate));
            let mut all = 0u128;
            for parts in parts {
                let end = line.send(line.free_at(), WireOctets::from_parts(parts)).ps();
                all += u128::from(parts) * u128::from(WORK_PER_PART);
                let exact = all.div_ceil(u128::from(rate));
                prop_assert!(u128::from(end) == exact || exact > u128::from(u64::MAX) && end == u64::MAX);
            }
        }
    }
}
