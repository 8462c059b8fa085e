//! The common parts of ERICA and ERICA+, all but the target: load factor, fair share, and the rate
//! that follows from them for each VC.
//!
//! Source: Jain et al., ATM Forum 96-1172; Kalyanaraman et al., IEEE/ACM Transactions on Networking
//! 8(1), 2000. With MCRs and weights, everything is said of the excess over the MCRs per unit of
//! weight (Vandalore et al., Computer Communications 23, 2000); without them, that is the rate.

use cellwise_units::{Cells, Span};

use super::measurement::{Interval, Measurement, counts_cells};
use super::{PortView, RateRule, VcContract};
use crate::abr::RmCell;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any, part, some_part};

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

#[cfg(feature = "arbitrary")]
impl Settings {
    /// Any settings.
    pub(super) fn arbitrary() -> impl Strategy<Value = Self> {
        (Measurement::arbitrary(), part(), part(), some_part(), any::<[bool; 2]>()).prop_map(
            |((interval, interval_cells), delta, activity_decay, smoothing, [max_alloc, measured_rates])| {
                Self { interval, interval_cells, delta, max_alloc, activity_decay, measured_rates, smoothing }
            },
        )
    }
}

/// Where ERICA and ERICA+ differ.
pub trait Target {
    /// The target, in cells/s, where higher categories leave `capacity` cells/s and `queue` ABR cells
    /// wait.
    fn target(&self, capacity: f64, queue: u64) -> f64;
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

/// ERICA at one port, with its target. Shares are of the excess over the MCRs, per unit of weight.
#[derive(Clone, Debug)]
pub struct Core<T> {
    target_of: T,
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

impl<T: Target> Core<T> {
    /// A port of `link` cells/s; until something is measured, every VC may have its fair share of
    /// `target`.
    pub(super) fn new(target_of: T, settings: Settings, link: f64, target: f64, vcs: &[VcContract]) -> Self {
        let vc = |contract: &VcContract| Vc { contract: *contract, rate: 0.0, activity: 0.0, answer: None };
        let (mcr, weight) =
            vcs.iter().fold((0.0, 0.0), |(mcr, weight), vc| (mcr + vc.mcr, weight + vc.weight));
        let fair_share = if vcs.is_empty() { target } else { (target - mcr).max(0.0) / weight };
        Self {
            target_of,
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

    /// Closes the intervals that are over.
    #[inline]
    fn settle(&mut self, view: &PortView) {
        while let Some(interval) = self.measurement.close(view.now) {
            let capacity = (self.link - interval.higher()).max(0.0);
            self.adjust(&interval, self.target_of.target(capacity, view.abr_queue));
        }
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
}

impl<T: Target> RateRule for Core<T> {
    counts_cells!();

    fn on_forward(&mut self, view: &PortView, vc: usize, rm: &mut RmCell) {
        self.settle(view);
        if !self.settings.measured_rates {
            self.vcs[vc].rate = rm.ccr;
        }
    }

    fn on_backward(&mut self, view: &PortView, vc: usize, rm: &mut RmCell) {
        self.settle(view);
        let answer = match self.vcs[vc].answer {
            Some(answer) => answer,
            None => self.answer(vc),
        };
        rm.er = rm.er.min(answer).min(self.target);
    }
}

#[cfg(test)]
mod tests {
    use crate::rate_rule::erica::{Config, Erica};
    use crate::rate_rule::testing::{arrive, backward, close, forward, free, rm, view};
    use crate::rate_rule::{RateRule, VcContract};

    /// A port whose target is 100 cells in each interval of 1 ms.
    fn rule_for(config: Config, vcs: &[VcContract]) -> Erica {
        Config { target_utilisation: 0.5, ..config }.build(2e5, vcs)
    }

    fn rule(vcs: usize) -> Erica {
        rule_for(Config::default(), &vec![free(2e5); vcs])
    }

    /// ER of VC 0 at `ccr`, after an interval in which so many cells of each VC arrived.
    fn er_after(rule: &mut Erica, ccr: f64, cells: &[u64]) -> f64 {
        forward(rule, view(0, 0), 0, rm(ccr));
        arrive(rule, 0, 0, &[&[cells[0] - 1], &cells[1..]].concat());
        backward(rule, view(1000, 0), 0, rm(ccr)).er
    }

    #[test]
    fn a_rate_is_divided_by_the_load_but_not_below_the_fair_share() {
        assert!(close(er_after(&mut rule(4), 90_000.0, &[150, 50]), 50_000.0));
        assert!(close(er_after(&mut rule(4), 120_000.0, &[150, 50]), 60_000.0));
    }

    #[test]
    fn only_vcs_that_sent_count_for_the_fair_share() {
        assert!(close(er_after(&mut rule(4), 20_000.0, &[100, 100]), 50_000.0));
        assert!(close(er_after(&mut rule(4), 20_000.0, &[100, 50, 50]), 100_000.0 / 3.0));
    }

    #[test]
    fn no_rate_is_above_the_target() {
        assert_eq!(er_after(&mut rule(2), 90_000.0, &[5, 5]), 100_000.0);
    }

    #[test]
    fn what_is_left_for_abr_is_measured() {
        let mut rule = rule(2);
        for _ in 0..100 {
            rule.on_higher_cell(&view(1, 0));
        }
        assert!(close(er_after(&mut rule, 0.0, &[50, 50]), 25_000.0));
    }

    #[test]
    fn nothing_left_means_nothing_allowed() {
        let mut rule = rule(2);
        for _ in 0..200 {
            rule.on_higher_cell(&view(1, 0));
        }
        assert_eq!(er_after(&mut rule, 50_000.0, &[50, 50]), 0.0);
    }

    /// Two VCs whose load is the target, one of them with most of it; the second interval's answer to
    /// the other, which has its fair share.
    fn second_answer(config: Config) -> f64 {
        let mut rule = rule_for(config, &[free(2e5); 4]);
        for at_ms in 0..2 {
            forward(&mut rule, view(at_ms * 1000, 0), 0, rm(80_000.0));
            forward(&mut rule, view(at_ms * 1000, 0), 1, rm(25_000.0));
            arrive(&mut rule, at_ms, 0, &[72, 24, 1, 1]);
            backward(&mut rule, view(at_ms * 1000 + 1000, 0), 0, rm(0.0));
        }
        backward(&mut rule, view(2000, 0), 1, rm(0.0)).er
    }

    #[test]
    fn near_the_target_all_may_have_as_much_as_the_largest() {
        assert!(close(second_answer(Config::default()), 80_000.0));
        assert!(close(second_answer(Config { max_alloc: false, ..Config::default() }), 25_000.0));
    }

    #[test]
    fn a_source_far_below_its_fair_share_gets_that_first() {
        let mut rule = rule(2);
        assert!(close(er_after(&mut rule, 45_000.0, &[10, 10]), 50_000.0));
        let mut rule = self::rule(2);
        assert!(close(er_after(&mut rule, 49_900.0, &[25, 25]), 99_800.0));
    }

    #[test]
    fn a_vc_gets_one_answer_in_an_interval() {
        let mut rule = rule(2);
        let first = er_after(&mut rule, 120_000.0, &[100, 100]);
        forward(&mut rule, view(1100, 0), 0, rm(10.0));
        assert_eq!(backward(&mut rule, view(1200, 0), 0, rm(10.0)).er, first);
        assert_ne!(backward(&mut rule, view(2000, 0), 0, rm(10.0)).er, first);
    }

    #[test]
    fn silence_wears_off_with_the_activity_decay() {
        let with = |activity_decay: f64| {
            let mut rule = rule_for(Config { activity_decay, ..Config::default() }, &[free(2e5); 2]);
            arrive(&mut rule, 0, 0, &[50, 50]);
            arrive(&mut rule, 1, 0, &[200, 0]);
            backward(&mut rule, view(2000, 0), 0, rm(0.0)).er
        };
        assert!(close(with(0.0), 100_000.0));
        assert!(close(with(0.6), 62_500.0));
    }

    #[test]
    fn measured_rates_replace_those_of_rm_cells() {
        let config = Config { measured_rates: true, ..Config::default() };
        let mut rule = rule_for(config, &[free(2e5); 4]);
        // 160 cells in 1 ms at a load of 2, whatever its RM cell says.
        assert!(close(er_after(&mut rule, 1.0, &[160, 40]), 80_000.0));
    }

    #[test]
    fn smoothing_averages_input_and_target() {
        let config = Config { smoothing: 0.5, max_alloc: false, ..Config::default() };
        let mut rule = rule_for(config, &[free(2e5); 2]);
        arrive(&mut rule, 0, 0, &[200]);
        forward(&mut rule, view(1000, 0), 0, rm(90_000.0));
        arrive(&mut rule, 1, 0, &[99]);
        // Inputs of 200 and 100 cells: z = 1.5.
        let er = backward(&mut rule, view(2000, 0), 0, rm(0.0)).er;
        assert!(close(er, 100_000.0), "the fair share of one VC: {er}");
        forward(&mut rule, view(2000, 0), 0, rm(180_000.0));
        assert_eq!(rule_state(&rule), (1.5, 100_000.0));
    }

    fn rule_state(rule: &Erica) -> (f64, f64) {
        (rule.overload, rule.fair_share)
    }

    #[test]
    fn minima_come_first_and_weights_share_the_rest() {
        let vcs = [VcContract { mcr: 40_000.0, ..free(2e5) }, VcContract { weight: 2.0, ..free(2e5) }];
        let mut rule = rule_for(Config::default(), &vcs);
        arrive(&mut rule, 0, 0, &[100, 100]);
        // The target leaves 60 000 cells/s for weights of 1 and 2.
        assert!(close(backward(&mut rule, view(1000, 0), 0, rm(0.0)).er, 60_000.0));
        assert!(close(backward(&mut rule, view(1000, 0), 1, rm(0.0)).er, 40_000.0));
    }
}
