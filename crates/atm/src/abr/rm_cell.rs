//! The fields of a resource management cell of ABR.
//!
//! Source: ATM Forum af-tm-0056.000, section 5.10.3, Table 5-4. The fields that the ATM Forum does
//! not use (RA, QL, SN) exist on the line only, see [`rm_codec`](super::rm_codec).

use super::settings::RateEncoding;

/// Which way an RM cell goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RmDirection {
    /// With the data, from the source to the destination.
    Forward,
    /// Back to the source.
    Backward,
}

/// The contents of an RM cell; rates in cells/s.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RmCell {
    /// Which way it goes.
    pub direction: RmDirection,
    /// BN: a switch or the destination generated it, not the source.
    pub bn: bool,
    /// CI: there is congestion; the source decreases its rate.
    pub ci: bool,
    /// NI: the source does not increase its rate.
    pub ni: bool,
    /// ER: the explicit rate, which elements on the way may lower.
    pub er: f64,
    /// CCR: the source's allowed cell rate when it sent the cell.
    pub ccr: f64,
    /// MCR: the source's minimum cell rate.
    pub mcr: f64,
}

impl RmCell {
    /// The cell after its rates were on a line in `encoding`.
    #[must_use]
    pub fn carried(self, encoding: RateEncoding) -> Self {
        Self {
            er: encoding.carried(self.er),
            ccr: encoding.carried(self.ccr),
            mcr: encoding.carried(self.mcr),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_three_rates_are_carried_in_the_encoding() {
        let direction = RmDirection::Forward;
        let rm = RmCell { direction, bn: false, ci: true, ni: false, er: 353_207.6, ccr: 10.01, mcr: 0.5 };
        assert_eq!(rm.carried(RateEncoding::Exact), rm);
        assert_eq!(rm.carried(RateEncoding::Tm4), RmCell { er: 352_768.0, ccr: 10.0, mcr: 0.0, ..rm });
    }
}
