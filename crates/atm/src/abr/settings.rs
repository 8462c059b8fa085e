//! The settings of one ABR connection's end, resolved: rates in cells/s, no defaults left.

use cellwise_units::{BitRate, CELL_BITS, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::rate16;

/// A transmission rate in cells/s.
#[must_use]
pub fn cells_per_s(rate: BitRate) -> f64 {
    rate.get() as f64 / CELL_BITS as f64
}

/// How RM cells carry rates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RateEncoding {
    /// Without rounding.
    #[default]
    Exact,
    /// In the 16-bit floating-point format of TM 4.0, which rounds down by up to 0.2 percent.
    Tm4,
}

impl RateEncoding {
    /// What arrives of a rate (cells/s) that was written in this encoding.
    #[inline]
    #[must_use]
    pub fn carried(self, rate: f64) -> f64 {
        match self {
            Self::Exact => rate,
            Self::Tm4 => rate16::decode(rate16::encode(rate)),
        }
    }
}

/// How the cells of the reverse direction are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reverse {
    /// By an ABR source of their own, whose rate the turned-around RM cells share.
    #[default]
    Abr,
    /// At the rate of the line; RM cells are turned around at once.
    Unlimited,
}

/// How a turned-around RM cell that still waits for its place is treated when the next one arrives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TurnAroundPolicy {
    /// It is overwritten by the new one: one cell goes back for the two.
    #[default]
    Overwrite,
    /// It is overwritten and goes out of rate at once; the new one waits in its place.
    OutOfRate,
    /// It stays, and the new one waits behind it.
    Queue,
}

/// The settings of an ABR connection for one direction, as its source and destination use them. Their
/// ranges are those of [`AbrParameters`](super::AbrParameters).
#[derive(Clone, Debug, PartialEq)]
pub struct AbrSettings {
    /// PCR: the peak cell rate, cells/s; above 0.
    pub pcr: f64,
    /// MCR: the minimum cell rate, cells/s; from 0 to PCR.
    pub mcr: f64,
    /// ICR: the initial cell rate, cells/s, from MCR to PCR, bounded by TBE / FRTT.
    pub icr: f64,
    /// RIF: an increase adds RIF * PCR.
    pub rif: f64,
    /// RDF: a decrease takes RDF * ACR.
    pub rdf: f64,
    /// Nrm: every Nrm-th in-rate cell is a forward RM cell.
    pub nrm: u32,
    /// Mrm: in-rate cells before a forward RM cell may go because of Trm.
    pub mrm: u32,
    /// Trm: after so long the next forward RM cell does not wait for Nrm.
    pub trm: Span,
    /// CRM: forward RM cells without feedback from which on the rate is cut.
    pub crm: u64,
    /// CDF: such a cut takes CDF * ACR.
    pub cdf: f64,
    /// ADTF: after so long without a forward RM cell the rate falls to ICR.
    pub adtf: Span,
    /// TCR: the largest rate of out-of-rate forward RM cells, cells/s.
    pub tcr: f64,
    /// How RM cells carry rates.
    pub rate_encoding: RateEncoding,
    /// Headroom of the use-it-or-lose-it policy; `None` without it.
    pub use_it_or_lose_it: Option<Headroom>,
    /// How the cells of the reverse direction are sent.
    pub reverse: Reverse,
    /// What becomes of a turned-around RM cell that waits when the next one comes.
    pub turn_around: TurnAroundPolicy,
}

/// How far the allowed cell rate may lie above the rate S that a source was seen to use:
/// S * (1 + `fraction`) + `rate`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Headroom {
    /// Cells/s; at least 0.
    pub rate: f64,
    /// A part of S; at least 0.
    pub fraction: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rate_in_bits_is_a_424th_of_it_in_cells() {
        assert_eq!(cells_per_s(BitRate::from_bps(4_240)), 10.0);
        assert!((cells_per_s("149.76 Mbit/s".parse().unwrap()) - 353_207.547_169_8).abs() < 1e-6);
    }
}
