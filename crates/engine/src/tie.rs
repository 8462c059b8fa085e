//! Who goes first among simultaneous arrivals.
//!
//! Networks whose sources share a cell clock always lock out the same source when ties are
//! always broken the same way, so the default order is drawn from a seeded hash of (stream,
//! count). The tie of a stream's n-th arrival depends on nothing but the stream, n and the time:
//! however the arrivals are grouped, they get the same ties.

use cellwise_units::{Span, Time};

use crate::key::TIE_BITS;
use crate::random::{RandomStream, StreamName};

/// The lowest bits of a tie, which the calendar drops.
const UNUSED: u32 = 32 - TIE_BITS;

/// How simultaneous arrivals at one place are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TieOrder {
    /// By a seeded hash of (stream, count): a new random order each time.
    #[default]
    Random,
    /// Each stream in turn goes first: in time slot k (of one cell time), stream i has rank
    /// (i + k) modulo the number of streams.
    Rotate,
    /// Always in the order in which the streams were declared.
    Fixed,
}

/// The ties of one stream.
#[derive(Clone, Copy, Debug)]
pub struct TieSource {
    order: TieOrder,
    /// Random: the hash key. Otherwise: this stream's number among its place's streams.
    key: u64,
    /// Number of streams that meet at the place.
    streams: u64,
    /// Length of a turn, in picoseconds.
    turn: u64,
}

impl TieSource {
    /// The ties of stream number `index` of `streams` that meet at a place; `turn` (above 0) is how
    /// long a stream keeps its turn under [`TieOrder::Rotate`].
    #[must_use]
    pub fn new(order: TieOrder, name: StreamName<'_>, index: u32, streams: u32, turn: Span) -> Self {
        let key = match order {
            TieOrder::Random => RandomStream::new(name).bits(),
            TieOrder::Rotate | TieOrder::Fixed => u64::from(index),
        };
        Self { order, key, streams: u64::from(streams), turn: turn.get() }
    }

    /// The tie of the stream's arrival number `count`, at `now`.
    #[inline]
    #[must_use]
    pub fn tie(&self, count: u64, now: Time) -> u32 {
        match self.order {
            TieOrder::Random => hash(self.key.wrapping_add(count)),
            // Shifted because the calendar drops the lowest bits.
            // What never arrives has the last instant there is.
            TieOrder::Rotate => {
                ((self.key.wrapping_add(now.ps() / self.turn) % self.streams) as u32) << UNUSED
            }
            TieOrder::Fixed => (self.key as u32) << UNUSED,
        }
    }
}

/// The finalizer of SplitMix64 (Steele, Lea, Flood 2014), upper half.
#[inline]
fn hash(value: u64) -> u32 {
    let value = value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (value >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(order: TieOrder, element: &str, index: u32) -> TieSource {
        let name = StreamName { seed: 1, replication: 0, element, purpose: "tie" };
        TieSource::new(order, name, index, 4, Span::from_ps(10))
    }

    #[test]
    fn random_ties_let_each_of_two_streams_win_half_the_time() {
        let (a, b) = (source(TieOrder::Random, "a", 0), source(TieOrder::Random, "b", 1));
        let wins = (0..100_000).filter(|&n| a.tie(n, Time::ZERO) < b.tie(n, Time::ZERO)).count();
        // Three standard deviations of a fair coin.
        assert!((49_525..=50_475).contains(&wins), "{wins}");
    }

    #[test]
    fn rotation_gives_every_stream_its_turn() {
        let sources: Vec<_> = (0..4).map(|i| source(TieOrder::Rotate, "p", i)).collect();
        let first: Vec<usize> = (0..4)
            .map(|n| (0..4).min_by_key(|&i| sources[i].tie(0, Time::from_ps(10 * n))).expect("four"))
            .collect();
        assert_eq!(first, [0, 3, 2, 1]);
    }

    #[test]
    fn a_fixed_order_never_changes() {
        let (a, b) = (source(TieOrder::Fixed, "p", 0), source(TieOrder::Fixed, "p", 1));
        assert!((0..100).all(|n| a.tie(n, Time::ZERO) < b.tie(n, Time::ZERO)));
    }
}
