//! The rate rule of a port, and what the port knows of the virtual connections that pass it.

use cellwise_atm::abr::RateEncoding;
use cellwise_atm::category::Category;
use cellwise_atm::rate_rule::{AnyRateRule, RateRule as _};

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
    marks_efci: bool,
    /// Whether the rule must count cells.
    counts_cells: bool,
}

impl Ruling {
    pub(crate) fn new(rule: AnyRateRule, name: &'static str) -> Self {
        let (marks_efci, counts_cells) = (rule.uses_efci(), rule.counts_cells());
        Self { rule, name, marks_efci, counts_cells }
    }

    /// The connection, by the rule's number, whose ABR cells the rule counts.
    #[inline]
    pub(super) fn counts(&self, place: &Place) -> Option<usize> {
        place.rule_vc.filter(|_| self.counts_cells).map(|vc| vc as usize)
    }

    /// Whether the rule counts a connection's cells because they precede those of ABR.
    #[inline]
    pub(super) fn counts_as_higher(&self, place: &Place) -> bool {
        self.counts_cells && place.category < Category::Abr
    }

    /// Whether the rule counts cells.
    pub(super) fn counts_cells(&self) -> bool {
        self.counts_cells
    }

    /// Whether all that the rule does with a cell is to count it.
    #[inline]
    pub(super) fn only_counts(&self) -> bool {
        !self.marks_efci
    }

    /// Whether the rule may mark a connection's data cells.
    #[inline]
    pub(super) fn may_mark(&self, place: &Place) -> bool {
        self.marks_efci && place.heeds_marks
    }
}
