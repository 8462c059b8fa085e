//! The demand of a contract on a port.

use cellwise_units::{BitRate, CELL_BITS, Span};

use crate::contract::{Contract, ContractKind};

/// The demand of a connection on a port.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    /// A rate, always: PCR of CBR, MCR of ABR and GFR, nothing of UBR.
    Constant(BitRate),
    /// Bursts at PCR, SCR on average: VBR.
    OnOff(OnOff),
}

/// A source that is on, sending at its peak, or off, both for exponential times.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OnOff {
    /// R: the rate while it is on; above 0.
    pub peak: BitRate,
    /// The rate on average, rho R; above 0, at most the peak.
    pub mean: BitRate,
    /// b: how long it is on on average.
    pub burst: Span,
}

impl Demand {
    /// The demand of a contract. The worst that VBR allows is taken as an on-off source with
    /// R = PCR, rho = SCR / PCR and b = MBS / PCR.
    #[must_use]
    pub fn of(contract: &Contract) -> Self {
        match contract.sustained {
            Some(sustained) if contract.kind.is_vbr() && sustained.rate < contract.pcr => {
                let bits = u128::from(sustained.mbs.get()) * u128::from(CELL_BITS) * 1_000_000_000_000;
                let burst = bits / u128::from(contract.pcr.get().max(1));
                Self::OnOff(OnOff {
                    peak: contract.pcr,
                    mean: sustained.rate,
                    burst: Span::from_ps(u64::try_from(burst).unwrap_or(u64::MAX)),
                })
            }
            Some(_) if contract.kind.is_vbr() => Self::Constant(contract.pcr),
            _ if contract.kind == ContractKind::Cbr1 => Self::Constant(contract.pcr),
            _ => Self::Constant(contract.mcr),
        }
    }

    /// The rate that peak allocation reserves.
    #[must_use]
    pub const fn peak(&self) -> BitRate {
        match self {
            Self::Constant(rate) => *rate,
            Self::OnOff(source) => source.peak,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::Sustained;
    use cellwise_units::Cells;

    fn contract(kind: ContractKind) -> Contract {
        let rate = BitRate::from_bps;
        let bursts = kind.is_vbr() || kind.is_gfr();
        Contract {
            kind,
            pcr: rate(100_000_000),
            cdvt: Span::ZERO,
            sustained: bursts.then_some(Sustained {
                rate: rate(10_000_000),
                mbs: Cells::new(1000),
                cdvt: Span::ZERO,
            }),
            mcr: if kind.is_gfr() || kind == ContractKind::Abr { rate(10_000_000) } else { BitRate::ZERO },
            mfs: None,
        }
    }

    #[test]
    fn only_vbr_asks_for_less_than_its_peak_on_average() {
        for kind in ContractKind::ALL {
            let expected = match kind {
                ContractKind::Cbr1 => 100_000_000,
                ContractKind::Vbr1 | ContractKind::Vbr2 | ContractKind::Vbr3 => 100_000_000,
                ContractKind::Ubr1 | ContractKind::Ubr2 => 0,
                ContractKind::Abr | ContractKind::Gfr1 | ContractKind::Gfr2 => 10_000_000,
            };
            let demand = Demand::of(&contract(kind));
            assert_eq!(demand.peak().get(), expected, "{}", kind.name());
            assert_eq!(matches!(demand, Demand::OnOff(_)), kind.is_vbr(), "{}", kind.name());
        }
    }

    #[test]
    fn a_burst_lasts_as_long_as_mbs_cells_at_the_peak() {
        let Demand::OnOff(source) = Demand::of(&contract(ContractKind::Vbr1)) else { panic!("not on-off") };
        // 1000 cells of 4.24 us.
        assert_eq!(source.burst, "4.24 ms".parse().unwrap());
    }

    #[test]
    fn vbr_whose_sustainable_rate_is_its_peak_is_constant() {
        let mut contract = contract(ContractKind::Vbr1);
        contract.pcr = BitRate::from_bps(10_000_000);
        assert_eq!(Demand::of(&contract), Demand::Constant(contract.pcr));
    }
}
