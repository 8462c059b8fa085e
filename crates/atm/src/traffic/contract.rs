//! What every cell source answers.

use cellwise_units::{BitRate, CELL_BITS, CellClock, ConfigIssue, PAYLOAD_BYTES, Time};

/// The family's name in the catalogue.
pub const FAMILY: &str = "cell-sources";

/// What a source sends, one at a time: cells, or datagrams that are all alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// The bits for which one counts in rates; above 0.
    pub rate_bits: u64,
    /// The bits of an application that one carries; above 0.
    pub data_bits: u64,
}

impl Unit {
    /// A cell: rates count all of it, data fill its payload.
    pub const CELL: Self = Self { rate_bits: CELL_BITS, data_bits: 8 * PAYLOAD_BYTES };

    /// A datagram with so many octets of data, which rates count.
    #[must_use]
    pub fn datagram(data_octets: u64) -> Self {
        let bits = 8 * data_octets.max(1);
        Self { rate_bits: bits, data_bits: bits }
    }

    /// The clock of units at a rate; a rate of 0 is taken as 1 bit/s.
    pub(super) fn clock(self, rate: BitRate) -> CellClock {
        CellClock::of_bits(self.rate_bits, rate.max(BitRate::from_bps(1)))
    }

    pub(super) fn per_s(self, rate: BitRate) -> f64 {
        rate.get() as f64 / self.rate_bits as f64
    }
}

/// A source of cells, or of datagrams.
pub trait CellSource {
    /// When the next cell is due, not before the cell before it; [`Time::NEVER`] after the end of
    /// time.
    fn next_emission(&self) -> Time;

    /// The cell due at [`next_emission`](Self::next_emission) has been sent.
    fn emit(&mut self);

    /// A cell of the source has left the adapter in which it waited.
    fn resume(&mut self, _now: Time) {}

    /// Octets of data in the next datagram, if the source says; else as many as in all others.
    fn next_octets(&self) -> Option<u32> {
        None
    }
}

/// Settings with which nothing can be wrong within their ranges.
pub(super) trait AlwaysSound {
    fn check(&self, _: Unit) -> Vec<ConfigIssue> {
        Vec::new()
    }
}

/// The nearest number from `least` to `most`; the least for what is no number.
pub(super) fn bounded(value: f64, least: f64, most: f64) -> f64 {
    if value >= least { value.min(most) } else { least }
}
