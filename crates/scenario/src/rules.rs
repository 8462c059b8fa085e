//! Ranges that several parts of a scenario share.

use cellwise_units::{BitRate, Bytes, Span};

/// The slowest link: slower ones would let the time of a queue's last cell leave the clock.
pub(crate) const SLOWEST: BitRate = BitRate::from_bps(1_000);
/// Longer delays of links are taken for mistakes.
pub(crate) const LONGEST_DELAY: Span = Span::from_ps(1_000_000_000_000_000);
/// Longer times for one packet or message are taken for mistakes.
pub(crate) const LONGEST_PROCESSING: Span = Span::from_ps(10_000_000_000_000);
/// Echo requests closer together are taken for mistakes.
pub(crate) const SHORTEST_PING: Span = Span::from_ps(1_000_000);
/// The largest AAL5 SDU. spec: i.363.5 9.2.1
pub(crate) const LARGEST_SDU: Bytes = Bytes::new(65_535);
/// The largest weight of a virtual connection: with larger ones a round would take too long.
pub(crate) const MOST_WEIGHT: u32 = 1_000_000;
/// The cost of a link or a virtual connection, unless it has another.
pub(crate) const COST: u32 = 1;
/// The highest cost of a link. spec: rfc2328 C.3
pub(crate) const MOST_COST: u32 = 65_535;
/// Longer queues of packets are taken for mistakes.
pub(crate) const MOST_PACKETS: u32 = 1_000_000;
