//! How much may wait in a queue.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use cellwise_units::{BitRate, Bytes, ConfigIssue, Packets, Span};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use thiserror::Error;

#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, prop_oneof};
use crate::discipline::{Backlog, Service};

const PS_PER_S: u128 = 1_000_000_000_000;

/// How much may wait in a queue; above 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// So many packets, whatever their lengths.
    Packets(u32),
    /// So many octets, as the queue counts them.
    Octets(Bytes),
    /// As many octets as the link sends in so long.
    Time(Span),
}

/// The word for no limit.
const UNLIMITED: &str = "unlimited";

/// Why a text is no limit.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LimitError {
    /// It has no number and unit, or the unit is not one of a queue.
    #[error("give packets, octets or a time: \"100 packets\", \"256 KiB\" or \"50 ms\", or \"unlimited\"")]
    Malformed,
    /// Nothing could ever wait.
    #[error(
        "it is zero, and every packet would be lost; give at least 1 packet, or more octets than a packet has"
    )]
    Nothing,
}

/// A limit in the numbers of one queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    packets: u64,
    octets: u64,
}

impl Limit {
    /// As much as comes.
    pub const UNLIMITED: Self = Self::Packets(u32::MAX);

    /// The name of the notation in JSON Schema's `format`.
    pub const FORMAT: &'static str = "queue-limit";

    /// The limit of a queue in front of a link of `rate`.
    #[must_use]
    pub fn room(&self, rate: BitRate) -> Room {
        match *self {
            Self::Packets(packets) => Room { packets: packets.into(), octets: u64::MAX },
            Self::Octets(octets) => Room { packets: u64::MAX, octets: octets.get() },
            Self::Time(time) => {
                let octets = u128::from(rate.get()) * u128::from(time.get()) / (8 * PS_PER_S);
                Room { packets: u64::MAX, octets: u64::try_from(octets).unwrap_or(u64::MAX) }
            }
        }
    }

    /// A limit, under the key `field`, that the longest packet of the link never fits.
    pub(crate) fn check_as(&self, field: &str, service: &Service) -> Option<ConfigIssue> {
        let mtu = service.mtu_octets;
        let rule = format!("leave room for the longest packet of the link, which has {mtu} bytes");
        let fits = self.room(service.rate).takes(Backlog::default(), mtu);
        (!fits).then(|| ConfigIssue::new(field, self, rule))
    }

    /// Any limit, small enough to be met.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        prop_oneof![
            (1u32..40).prop_map(Self::Packets),
            (1_600u64..60_000).prop_map(|octets| Self::Octets(Bytes::new(octets))),
            (2_000u64..50_000).prop_map(|us| Self::Time(Span::from_ps(us * 1_000_000))),
        ]
    }
}

impl Room {
    /// Whether a packet of `size` octets finds room next to those that wait.
    #[must_use]
    pub const fn takes(&self, waiting: Backlog, size: u32) -> bool {
        waiting.packets < self.packets && waiting.octets.saturating_add(size as u64) <= self.octets
    }

    /// Whether less waits than may, so that one more packet is taken whatever its size.
    #[must_use]
    pub const fn is_open(&self, waiting: Backlog) -> bool {
        waiting.packets < self.packets && waiting.octets < self.octets
    }

    /// Whether a third of the packets that may wait are there.
    pub(crate) const fn is_a_third_full(&self, waiting: Backlog) -> bool {
        waiting.packets.saturating_mul(3) >= self.packets || waiting.octets.saturating_mul(3) >= self.octets
    }

    /// Whether more waits than may.
    #[must_use]
    pub const fn is_exceeded(&self, waiting: Backlog) -> bool {
        waiting.packets > self.packets || waiting.octets > self.octets
    }
}

impl FromStr for Limit {
    type Err = LimitError;
    fn from_str(text: &str) -> Result<Self, LimitError> {
        let text = text.trim();
        if text == UNLIMITED {
            return Ok(Self::UNLIMITED);
        }
        let limit = if let Ok(packets) = text.parse::<Packets>() {
            Self::Packets(u32::try_from(packets.get()).map_err(|_| LimitError::Malformed)?)
        } else if let Ok(octets) = text.parse() {
            Self::Octets(octets)
        } else {
            Self::Time(text.parse().map_err(|_| LimitError::Malformed)?)
        };
        match limit {
            Self::Packets(0) | Self::Octets(Bytes::ZERO) | Self::Time(Span::ZERO) => Err(LimitError::Nothing),
            limit => Ok(limit),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Packets(u32::MAX) => f.write_str(UNLIMITED),
            Self::Packets(1) => f.write_str("1 packet"),
            Self::Packets(packets) => write!(f, "{packets} packets"),
            Self::Octets(octets) => octets.fmt(f),
            Self::Time(time) => time.fmt(f),
        }
    }
}

cellwise_units::serde_as_text!(Limit);

impl JsonSchema for Limit {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "Limit".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "format": Self::FORMAT,
            "examples": ["100 packets", "262144 bytes", "50 ms"],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_limit_is_read_in_packets_octets_or_time() {
        assert_eq!("100 packets".parse(), Ok(Limit::Packets(100)));
        assert_eq!("1_000packets".parse(), Ok(Limit::Packets(1_000)));
        assert_eq!("256 KiB".parse(), Ok(Limit::Octets(Bytes::new(262_144))));
        assert_eq!("50 ms".parse(), Ok(Limit::Time(Span::from_ps(50_000_000_000))));
        assert_eq!("0 packets".parse::<Limit>(), Err(LimitError::Nothing));
        for text in ["100", "many packets", "100 cells", "-1 packets", "1.5 packets", "5e9 packets"] {
            assert_eq!(text.parse::<Limit>(), Err(LimitError::Malformed), "{text}");
        }
    }

    #[test]
    fn without_a_limit_any_number_waits() {
        assert_eq!("unlimited".parse(), Ok(Limit::UNLIMITED));
        assert_eq!(Limit::UNLIMITED.to_string(), "unlimited");
        let room = Limit::UNLIMITED.room(BitRate::from_bps(1));
        assert!(room.takes(Backlog { packets: 1_000_000_000, octets: 1 << 50 }, 1500));
    }

    #[test]
    fn a_time_is_as_many_octets_as_the_link_sends_in_it() {
        let room = Limit::Time(Span::from_ps(50_000_000_000)).room(BitRate::from_bps(1_000_000));
        let waiting = |packets, octets| Backlog { packets, octets };
        assert!(room.takes(waiting(1_000_000, 5000), 1250) && !room.takes(waiting(0, 5001), 1250));
        assert!(room.is_exceeded(waiting(1, 6251)) && !room.is_exceeded(waiting(1, 6250)));
    }

    #[test]
    fn so_many_packets_may_wait_and_one_more_may_not() {
        let room = Limit::Packets(3).room(BitRate::from_bps(1));
        let waiting = |packets| Backlog { packets, octets: 1 << 40 };
        assert!(room.takes(waiting(2), 1500) && !room.takes(waiting(3), 1));
    }

    proptest! {
        #[test]
        fn every_limit_survives_its_text(limit in Limit::arbitrary()) {
            prop_assert_eq!(limit.to_string().parse(), Ok(limit));
        }
    }
}
