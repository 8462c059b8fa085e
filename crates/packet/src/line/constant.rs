//! A line of one rate: a packet takes as long as its octets on the wire do.
//!
//! Source: elementary; the framing says how many octets there are. Of PTM it is the long-run average, in which every
//! octet bears its share of the synchronization.

use cellwise_units::{BitRate, ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Line, Link, Sending};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy};
use crate::chance::Draw;
use crate::clock::{Point, Serializer};
use crate::framing::{AnyFraming, Framing};

/// Parameters of [`Constant`]: none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {}

impl Config {
    /// The line.
    #[must_use]
    pub fn build(&self, link: &Link) -> Constant {
        Constant { serializer: Serializer::new(link.rate), framing: link.framing.clone(), last: None }
    }

    /// Nothing can be wrong.
    #[must_use]
    pub fn check(&self, _: &Link) -> Vec<ConfigIssue> {
        Vec::new()
    }

    /// The rate of the link.
    #[must_use]
    pub fn mean_rate(&self, link: &Link) -> BitRate {
        link.rate
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// The only settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Just(Self {})
    }
}

/// The line.
#[derive(Clone, Debug)]
pub struct Constant {
    serializer: Serializer,
    framing: AnyFraming,
    /// The octets of the last packet, and how long it took: the next is often as long.
    last: Option<(u32, Point)>,
}

impl Constant {
    /// Sends later packets at another rate, above 0; the present one ends at the old rate.
    pub fn set_rate(&mut self, rate: BitRate) {
        self.serializer.set_rate(rate);
        self.last = None;
    }

    /// When it takes a packet that comes now, while none waits.
    #[inline]
    pub fn free_from(&self, now: Time) -> Time {
        self.serializer.free_at().max(now)
    }

    /// Sends a packet that begins at `start`; says when it has been sent.
    #[inline]
    pub fn send_from(&mut self, start: Time, ip_octets: u32) -> Time {
        match self.last {
            Some((octets, time)) if octets == ip_octets => self.serializer.send_for(start, time),
            _ => self.send_another(start, ip_octets),
        }
    }

    /// Sends a packet that is not as long as the one before.
    #[inline(never)]
    fn send_another(&mut self, start: Time, ip_octets: u32) -> Time {
        let wire = self.framing.wire(ip_octets);
        self.last = self.serializer.clock().time_of(wire).map(|time| (ip_octets, time));
        self.serializer.send(start, wire)
    }
}

impl Line for Constant {
    #[inline]
    fn free_at(&mut self, now: Time, _: Draw<'_>) -> Time {
        self.free_from(now)
    }

    #[inline]
    fn send(&mut self, start: Time, ip_octets: u32, _: Draw<'_>) -> Sending {
        let end = self.send_from(start, ip_octets);
        Sending { free_at: end, arrives_at: end, lost: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::FramingConfig;
    use cellwise_units::Span;
    use proptest::prelude::*;

    #[test]
    fn a_hundred_packets_at_once_leave_one_frame_time_apart() {
        let link = Link { rate: BitRate::from_bps(10_000_000), framing: FramingConfig::default().build() };
        let mut line = Config::default().build(&link);
        let mut draw = || 0.5;
        let ends: Vec<u64> = (0..100)
            .map(|_| {
                let start = line.free_at(Time::ZERO, &mut draw);
                line.send(start, 1500, &mut draw).arrives_at.ps()
            })
            .collect();
        assert_eq!(ends[99] - ends[0], 99 * 1_230_400_000);
    }

    #[test]
    fn another_rate_is_that_of_packets_that_are_begun_then() {
        let link = Link { rate: BitRate::from_bps(10_000_000), framing: FramingConfig::default().build() };
        let mut line = Config::default().build(&link);
        let mut draw = || 0.5;
        let first = line.send(Time::ZERO, 1500, &mut draw).arrives_at;
        line.set_rate(BitRate::from_bps(1_000_000));
        assert_eq!((first.ps(), line.free_at(Time::ZERO, &mut draw)), (1_230_400_000, first));
        assert_eq!(line.send(first, 1500, &mut draw).arrives_at.ps(), 11 * 1_230_400_000);
    }

    proptest! {
        #[test]
        fn packets_as_long_as_the_one_before_end_where_any_do(
            rate in 1u64..1_000_000_000_000, packets in prop::collection::vec((0u64..3, 0usize..2), 1..200),
            lengths: [u16; 2],
        ) {
            let link = Link { rate: BitRate::from_bps(rate), framing: FramingConfig::default().build() };
            let mut line = Config::default().build(&link);
            let mut all = Serializer::new(link.rate);
            let mut draw = || 0.5;
            for (later, length) in packets {
                let (start, octets) = (line.free_at(Time::ZERO, &mut draw), u32::from(lengths[length]));
                let start = start + Span::from_ps(later);
                let end = all.send(start, link.framing.wire(octets));
                prop_assert_eq!(line.send(start, octets, &mut draw).arrives_at, end);
            }
        }
    }
}
