//! What ERICA and ERICA+ have in common: load factor, fair share, and the rate that follows from
//! them for each VC.
//!
//! Source: Jain et al., ATM Forum 96-1172; Kalyanaraman et al., IEEE/ACM Transactions on Networking
//! 8(1), 2000. With MCRs and weights, everything is said of the excess over the MCRs per unit of
//! weight (Vandalore et al., Computer Communications 23, 2000); without them, that is the rate.

use cellwise_units::{Cells, Span, Time};

use super::VcContract;
use super::measurement::{Interval, Measurement};
use crate::abr::RmCell;

/// The settings that ERICA and ERICA+ share; see their `Config`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings {
    pub(super) interval: Span,
    pub(super) interval_cells: Cells,
    pub(super) delta: f64,
    pub(super) max_alloc: bool,
    pub(super) activity_decay: f64,
    pub(super) measured_rates: bool,
    pub(super) smoothing: f64,
}

/// What is known of one VC.
#[derive(Clone, Copy, Debug)]
struct Vc {
    contract: VcContract,
    /// The rate of the source, by its last RM cell or measured.
    rate: f64,
    /// How far the VC counts as active: 1 if it sent in the last interval, less after silence.
    activity: f64,
    /// The answer that it got in the present interval, in cells/s.
    answer: Option<f64>,
}

/// The state of ERICA at one port. Shares are of the excess over the MCRs, per unit of weight.
#[derive(Clone, Debug)]
pub(super) struct Core {
    settings: Settings,
    link: f64,
    measurement: Measurement,
    vcs: Vec<Vc>,
    /// Smoothed input and target, in cells/s.
    load: Option<Load>,
    target: f64,
    overload: f64,
    fair_share: f64,
    max_share_before: f64,
    max_share: f64,
}

/// Input and target, in cells/s, both of the excess over the MCRs.
#[derive(Clone, Copy, Debug)]
struct Load {
    input: f64,
    target: f64,
}

/// The part of the fair share from which on a source has it: rates in RM cells are rounded down, and
/// the fair share moves a little with every measurement.
const NEARLY: f64 = 63.0 / 64.0;

/// The least load factor, so that a share divided by it is a number.
const LEAST_OVERLOAD: f64 = 1e-6;

impl Core {
    /// A port of `link` cells/s; until something is measured, every VC may have its fair share of
    /// `target`.
    pub(super) fn new(settings: Settings, link: f64, target: f64, vcs: &[VcContract]) -> Self {
        let vc = |contract: &VcContract| Vc { contract: *contract, rate: 0.0, activity: 0.0, answer: None };
        let (mcr, weight) =
            vcs.iter().fold((0.0, 0.0), |(mcr, weight), vc| (mcr + vc.mcr, weight + vc.weight));
        let fair_share = if vcs.is_empty() { target } else { (target - mcr).max(0.0) / weight };
        Self {
            settings,
            link,
            measurement: Measurement::new(settings.interval, settings.interval_cells, vcs.len()),
            vcs: vcs.iter().map(vc).collect(),
            load: None,
            target,
            overload: 1.0,
            fair_share,
            max_share_before: fair_share,
            max_share: fair_share,
        }
    }

    /// Closes the intervals that are over. `target_of` gives the target for a capacity, both in
    /// cells/s.
    #[inline]
    pub(super) fn settle(&mut self, now: Time, target_of: impl Fn(f64) -> f64) {
        while let Some(interval) = self.measurement.close(now) {
            let capacity = (self.link - interval.higher()).max(0.0);
            self.adjust(&interval, target_of(capacity));
        }
    }

    pub(super) fn on_abr_cell(&mut self, vc: usize) {
        self.measurement.count_abr(vc);
    }

    pub(super) fn on_higher_cell(&mut self) {
        self.measurement.count_higher();
    }

    pub(super) fn on_forward(&mut self, vc: usize, rm: &RmCell) {
        if !self.settings.measured_rates {
            self.vcs[vc].rate = rm.ccr;
        }
    }

    pub(super) fn on_backward(&mut self, vc: usize, rm: &mut RmCell) {
        let answer = match self.vcs[vc].answer {
            Some(answer) => answer,
            None => self.answer(vc),
        };
        rm.er = rm.er.min(answer).min(self.target);
    }

    /// The rate of a VC from now to the end of the interval, in cells/s.
    fn answer(&mut self, vc: usize) -> f64 {
        let Vc { contract, rate, .. } = self.vcs[vc];
        let share = (rate - contract.mcr).max(0.0) / contract.weight;
        let mut allowed = self.fair_share.max(share / self.overload);
        if self.settings.max_alloc && self.overload <= 1.0 + self.settings.delta {
            allowed = allowed.max(self.max_share_before);
        }
        self.max_share = self.max_share.max(allowed);
        // A source that is below its fair share takes that first: its load is not yet seen.
        if share < NEARLY * self.fair_share {
            allowed = allowed.min(self.fair_share);
        }
        let answer = contract.mcr + contract.weight * allowed;
        self.vcs[vc].answer = Some(answer);
        answer
    }

    fn adjust(&mut self, interval: &Interval, target: f64) {
        self.note_activity(interval);
        let mcr = self.active_mcr();
        self.target = target;
        let load = Load { input: (interval.input() - mcr).max(0.0), target: (target - mcr).max(0.0) };
        let load = self.smoothed(load);
        self.load = Some(load);
        self.overload =
            if load.target > 0.0 { (load.input / load.target).max(LEAST_OVERLOAD) } else { f64::INFINITY };
        self.fair_share = load.target / self.active_weight();
        self.max_share_before = self.max_share;
        self.max_share = self.fair_share;
    }

    fn note_activity(&mut self, interval: &Interval) {
        for (vc, &cells) in self.vcs.iter_mut().zip(self.measurement.by_vc()) {
            vc.activity = if cells > 0 { 1.0 } else { vc.activity * self.settings.activity_decay };
            vc.answer = None;
            if self.settings.measured_rates {
                vc.rate = cells as f64 / interval.length_s;
            }
        }
    }

    fn smoothed(&self, new: Load) -> Load {
        let mix = |old: f64, new: f64| old + self.settings.smoothing * (new - old);
        match self.load {
            Some(old) => Load { input: mix(old.input, new.input), target: mix(old.target, new.target) },
            None => new,
        }
    }

    fn active_mcr(&self) -> f64 {
        self.vcs.iter().map(|vc| vc.activity * vc.contract.mcr).sum()
    }

    /// The weight of the active VCs; at least that of one VC.
    fn active_weight(&self) -> f64 {
        let active: f64 = self.vcs.iter().map(|vc| vc.activity * vc.contract.weight).sum();
        let least = self.vcs.iter().map(|vc| vc.contract.weight).fold(f64::INFINITY, f64::min);
        if least.is_finite() { active.max(least) } else { 1.0 }
    }

    #[cfg(test)]
    pub(super) fn state(&self) -> (f64, f64, f64) {
        (self.target, self.overload, self.fair_share)
    }
}
