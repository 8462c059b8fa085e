//! The destination of a control loop: it turns forward RM cells around, and signals its own
//! congestion.
//!
//! Source: ATM Forum af-tm-0056.000, section 5.10.5, rules 1, 2 and 5; one method per rule. Rules 3,
//! 4 and 6 are about turned-around cells that wait, see [`TurnAround`](super::TurnAround).

use cellwise_units::{Span, Time};

use super::rm_cell::{RmCell, RmDirection};
use super::settings::{AbrSettings, RateEncoding};

/// The least time between RM cells that a destination generates: 10 cells/s.
// spec: af-tm-0056 5.10.5 rule 5
const OWN_CELL_SPACING: Span = Span::from_ps(100_000_000_000);

/// What a congested destination writes into the RM cells that it sends back.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Congestion {
    /// The rate that it can take, cells/s; infinite if it does not lower ER.
    pub er: f64,
    /// It sets CI.
    pub ci: bool,
    /// It sets NI.
    pub ni: bool,
}

/// An ABR destination.
#[derive(Clone, Debug)]
pub struct AbrDestination {
    pcr: f64,
    rate_encoding: RateEncoding,
    /// EFCI of the last data cell, until it has been reported.
    efci: bool,
    congestion: Option<Congestion>,
    last_own: Option<Time>,
}

impl AbrDestination {
    /// The destination of the source that has these settings; it is not congested.
    #[must_use]
    pub fn new(settings: &AbrSettings) -> Self {
        Self {
            pcr: settings.pcr,
            rate_encoding: settings.rate_encoding,
            efci: false,
            congestion: None,
            last_own: None,
        }
    }

    /// Takes a data cell.
    #[inline]
    pub fn on_data(&mut self, efci: bool) {
        self.rule_1_save_efci(efci);
    }

    /// Sets the destination's own congestion; `None` without any.
    pub fn set_congested(&mut self, congestion: Option<Congestion>) {
        self.congestion = congestion;
    }

    /// The backward RM cell for a forward one.
    #[must_use]
    pub fn turn_around(&mut self, rm: RmCell) -> RmCell {
        let rm = RmCell { direction: RmDirection::Backward, bn: false, ..rm };
        let rm = self.rule_2a_report_efci(rm);
        self.rule_2b_report_own_congestion(rm)
    }

    /// An RM cell that the destination generates itself at `now`, if it is congested and its last
    /// one is long enough ago.
    pub fn own_backward(&mut self, now: Time) -> Option<RmCell> {
        self.rule_5_own_cell(now)
    }

    /// When the next RM cell may be generated; [`Time::NEVER`] without congestion.
    #[must_use]
    pub fn next_own_backward(&self) -> Time {
        match (self.congestion, self.last_own) {
            (None, _) => Time::NEVER,
            (Some(_), None) => Time::ZERO,
            (Some(_), Some(last)) => last + OWN_CELL_SPACING,
        }
    }

    /// The EFCI of the last data cell is remembered.
    // spec: af-tm-0056 5.10.5 rule 1
    #[inline]
    fn rule_1_save_efci(&mut self, efci: bool) {
        self.efci = efci;
    }

    /// A remembered EFCI becomes CI, once.
    // spec: af-tm-0056 5.10.5 rule 2a
    fn rule_2a_report_efci(&mut self, rm: RmCell) -> RmCell {
        let efci = std::mem::take(&mut self.efci);
        RmCell { ci: rm.ci || efci, ..rm }
    }

    /// Own congestion may lower ER and set CI or NI; nothing is raised or cleared.
    // spec: af-tm-0056 5.10.5 rule 2b
    fn rule_2b_report_own_congestion(&self, rm: RmCell) -> RmCell {
        let Some(own) = self.congestion else { return rm };
        let er = rm.er.min(self.rate_encoding.carried(own.er));
        RmCell { er, ci: rm.ci || own.ci, ni: rm.ni || own.ni, ..rm }
    }

    /// A cell of the destination's own has BN = 1 and CI or NI, and there are at most ten a second.
    // spec: af-tm-0056 5.10.5 rule 5, Table 5-4
    fn rule_5_own_cell(&mut self, now: Time) -> Option<RmCell> {
        let own = self.congestion?;
        if now < self.next_own_backward() {
            return None;
        }
        self.last_own = Some(now);
        let rm = RmCell {
            direction: RmDirection::Backward,
            bn: true,
            ci: own.ci,
            ni: own.ni || !own.ci,
            er: self.pcr.min(own.er),
            ccr: 0.0,
            mcr: 0.0,
        };
        Some(rm.carried(self.rate_encoding))
    }
}

#[cfg(test)]
mod tests;
