//! The rate rule of a port, and what the port knows of the virtual connections that pass it.

use cellwise_atm::abr::{RateEncoding, RmCell};
use cellwise_atm::category::Category;
use cellwise_atm::rate_rule::{AnyRateRule, PortView, RateRule as _};

use crate::element::LaneId;

/// What a port with a scheduler or a rate rule knows of one direction of a virtual connection.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The circuit of its data at this port.
    pub(crate) lane: LaneId,
    /// The queue that its cells join.
    pub(crate) queue: u32,
    pub(crate) category: Category,
    /// Its number at the rate rule, if it is an ABR connection.
    pub(crate) rule_vc: Option<u32>,
    /// Whether someone heeds marks on its data cells: an ABR source, or a TCP sender with ECN.
    pub(crate) heeds_marks: bool,
    /// How its RM cells carry rates.
    pub(crate) encoding: RateEncoding,
}

/// The rate rule of a port.
#[derive(Clone, Debug)]
pub(crate) struct Ruling {
    pub(crate) rule: AnyRateRule,
    pub(crate) name: &'static str,
    /// Whether the rule marks data cells.
    pub(super) marks_efci: bool,
    /// Whether the rule must count cells.
    pub(super) counts_cells: bool,
}

impl Ruling {
    pub(crate) fn new(rule: AnyRateRule, name: &'static str) -> Self {
        let (marks_efci, counts_cells) = (rule.uses_efci(), rule.counts_cells());
        Self { rule, name, marks_efci, counts_cells }
    }

    /// Counts a cell that arrives, if it is one of ABR, before its fate is known. `view` gives what the rule may see.
    #[inline(always)]
    pub(super) fn note_arrival(&mut self, place: &Place, view: impl FnOnce() -> PortView) {
        if let Some(vc) = place.rule_vc.filter(|_| self.counts_cells) {
            self.rule.on_abr_cell(&view(), vc as usize);
        }
    }

    /// Counts a cell that is taken, if it precedes those of ABR.
    #[inline(always)]
    pub(super) fn note_higher(&mut self, place: &Place, view: impl FnOnce() -> PortView) {
        if self.counts_cells && place.category < Category::Abr {
            self.rule.on_higher_cell(&view());
        }
    }

    /// Whether the rule marks a data cell that is on its way.
    #[inline]
    pub(super) fn marks(&mut self, place: &Place, view: impl FnOnce() -> PortView) -> bool {
        self.marks_efci && place.heeds_marks && self.rule.marks_efci(&view())
    }

    /// Lets the rule see, and change, an RM cell of a connection that it knows; gives the explicit rate.
    pub(super) fn on_rm(
        &mut self,
        place: &Place,
        view: impl FnOnce() -> PortView,
        rm: &mut RmCell,
        is_backward: bool,
    ) -> Option<f64> {
        let (vc, view) = (place.rule_vc? as usize, view());
        match is_backward {
            true => self.rule.on_backward(&view, vc, rm),
            false => self.rule.on_forward(&view, vc, rm),
        }
        let er = rm.er;
        *rm = rm.carried(place.encoding);
        Some(er)
    }
}
