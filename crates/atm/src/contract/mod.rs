//! Traffic contracts: what a connection may send and what the network promises for it.
//!
//! Source: ATM Forum, UNI Specification 3.0 (contracts A, B and C of its VBR service); Traffic
//! Management 4.0, section 4 (CBR.1, VBR.1 to VBR.3, UBR.1, UBR.2, ABR); Traffic Management 4.1,
//! section 4.5 (GFR.1, GFR.2). A [`ContractConfig`] is the form in a scenario; a [`Contract`] is
//! the same for one direction of a connection, its peak rate filled in from the link.
//!
//! Parameters: PCR, SCR and MCR as bit rates of whole cells (10 Mbit/s is a cell every 42.4 us),
//! MBS and MFS in cells, CDVT in time. The burst tolerance follows from MBS by
//! [`Contract::burst_tolerance`].

mod check;
mod config;
mod kind;

pub use config::{
    AbrContract, CbrContract, ContractConfig, GfrContract, MOST_MBS, Surroundings, UbrContract, VbrContract,
};
pub use kind::ContractKind;

use cellwise_units::{BitRate, CELL_BITS, Cells, Span};

const PS_PER_S: u128 = 1_000_000_000_000;

/// The contract of one direction of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contract {
    /// What it promises.
    pub kind: ContractKind,
    /// Peak cell rate, as a bit rate of whole cells; above 0.
    pub pcr: BitRate,
    /// Cell delay variation tolerance of the peak cell rate.
    pub cdvt: Span,
    /// The rate below the peak that may be kept up, of VBR (SCR) and GFR (MCR) contracts.
    pub sustained: Option<Sustained>,
    /// Minimum cell rate of ABR and GFR contracts, as a bit rate of whole cells; 0 for others.
    pub mcr: BitRate,
    /// MFS: cells of the longest frame, of GFR contracts.
    pub mfs: Option<Cells>,
}

/// A rate that may be kept up, and the bursts above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sustained {
    /// The rate, as a bit rate of whole cells; above 0, at most PCR.
    pub rate: BitRate,
    /// MBS: cells that may be sent at PCR in one burst; at least 1.
    pub mbs: Cells,
    /// Cell delay variation tolerance in addition to the burst tolerance.
    pub cdvt: Span,
}

impl Contract {
    /// tau of the sustained rate, without its CDVT: the burst tolerance; `None` without such a rate.
    #[must_use]
    pub fn burst_tolerance(&self) -> Option<Span> {
        let sustained = self.sustained?;
        Some(burst_tolerance(self.pcr, sustained.rate, sustained.mbs))
    }

    /// The part of a rate that the network promises to carry: PCR of CBR, the sustained rate of VBR,
    /// MCR of ABR and GFR, nothing of UBR.
    #[must_use]
    pub fn promised(&self) -> BitRate {
        match (self.kind, self.sustained) {
            (ContractKind::Cbr1, _) => self.pcr,
            (kind, Some(sustained)) if kind.is_vbr() => sustained.rate,
            _ => self.mcr,
        }
    }
}

/// The burst tolerance (MBS - 1) (1/rate - 1/PCR), rounded up to whole picoseconds so that MBS
/// cells at PCR conform; 0 if the rate is not below PCR.
///
/// Source: Bonaventure, Klovning and Danthine, 1996, equation (1); ATM Forum UNI 3.0.
#[must_use]
pub fn burst_tolerance(pcr: BitRate, rate: BitRate, mbs: Cells) -> Span {
    let (pcr, rate) = (u128::from(pcr.get()), u128::from(rate.get()));
    if rate == 0 || rate >= pcr {
        return Span::ZERO;
    }
    let bits = u128::from(mbs.get().saturating_sub(1)).saturating_mul(u128::from(CELL_BITS) * PS_PER_S);
    let ps = match (bits.checked_mul(pcr - rate), pcr.checked_mul(rate)) {
        (Some(product), Some(scale)) => product.div_ceil(scale),
        // Bursts of more than 10^10 cells: to a picosecond.
        _ => bits.div_ceil(rate) - bits / pcr,
    };
    Span::from_ps(u64::try_from(ps).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn rate(text: &str) -> BitRate {
        text.parse().unwrap()
    }

    fn vbr(config: &str, mbs: u64) -> Contract {
        let config = serde_json::json!({ "kind": config, "scr": "10 Mbit/s", "mbs": format!("{mbs} cells") });
        let config: ContractConfig = serde_json::from_value(config).unwrap();
        config.resolve(&Surroundings {
            line: rate("155.52 Mbit/s"),
            abr: None,
            max_sdu: cellwise_units::Bytes::new(9188),
        })
    }

    #[test]
    fn the_burst_tolerances_of_a_10_mbit_contract_are_those_of_equation_1() {
        // (MBS - 1) * (42.4 - 2.72633745) us, to the microsecond.
        for (mbs, us) in [(1, 0), (1000, 39_634), (2000, 79_308), (3000, 118_981), (4000, 158_655)] {
            let tolerance = vbr("vbr.1", mbs).burst_tolerance().unwrap();
            assert_eq!((tolerance.get() + 500_000) / 1_000_000, us, "MBS {mbs}");
        }
    }

    #[test]
    fn a_sustained_rate_that_is_the_peak_needs_no_tolerance() {
        let (pcr, mbs) = (rate("155.52 Mbit/s"), Cells::new(1000));
        assert_eq!(burst_tolerance(pcr, pcr, mbs), Span::ZERO);
        assert_eq!(burst_tolerance(pcr, BitRate::ZERO, mbs), Span::ZERO);
    }

    proptest! {
        #[test]
        fn the_tolerance_is_the_next_picosecond_above_the_exact_one(
            rate in 1_000u64..1_000_000_000, more in 1u64..1_000_000_000, mbs in 1u64..16_777_216,
        ) {
            let pcr = rate + more;
            let (rates, cells) = ((BitRate::from_bps(pcr), BitRate::from_bps(rate)), Cells::new(mbs));
            let tolerance = u128::from(burst_tolerance(rates.0, rates.1, cells).get());
            // tolerance >= exact > tolerance - 1, with both sides multiplied by pcr * rate.
            let scale = u128::from(pcr) * u128::from(rate);
            let exact = u128::from(mbs - 1) * 424 * PS_PER_S * u128::from(more);
            prop_assert!(tolerance * scale >= exact && exact + scale > tolerance * scale);
        }

        #[test]
        fn the_tolerance_is_total(pcr: u64, rate: u64, mbs: u64) {
            let tolerance = burst_tolerance(BitRate::from_bps(pcr), BitRate::from_bps(rate), Cells::new(mbs));
            prop_assert!(!tolerance.is_zero() || rate == 0 || rate >= pcr || mbs <= 1);
        }
    }
}
