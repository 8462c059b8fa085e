//! The advertised rate of a port: what a VC that is held back here and nowhere else may have.
//!
//! Source: Arulambalam, Chen and Ansari, US patent 6,052,361, claims 1 and 2 (FMMRA); consistent
//! re-marking after Charny, MIT/LCS/TR-601, 1994. A VC whose RM cell comes back with an ER below the
//! advertised rate is held back elsewhere and keeps that rate; the others share the rest.
//!
//! The level L is the rate above MCR per unit of weight: VC i is advertised `MCR_i` + `w_i` L, and
//! L = (capacity - rates held back - MCRs of the others) / weights of the others. Without MCRs and
//! weights this is g = (C - Cb) / (N - Nb).

use std::collections::VecDeque;

use cellwise_units::{Span, Time};

use super::VcContract;

/// A rate in an RM cell keeps nine bits, rounded down (af-tm-0056, section 5.10.3): what comes back
/// up to this part below an advertised rate is that rate.
const CODING_STEP: f64 = 1.0 / 512.0;

/// How many different rates are remembered of those that RM cells took along and did not bring back.
const MOST_MARKS: usize = 256;

/// What is known of one VC.
#[derive(Clone, Debug)]
struct Vc {
    contract: VcContract,
    /// When it last sent a cell; `None` before the first.
    heard: Option<Time>,
    is_active: bool,
    /// The rate to which it is held back elsewhere, in cells/s.
    elsewhere: Option<f64>,
    /// Different rates that its forward RM cells took along from here, oldest first.
    marks: VecDeque<Mark>,
}

/// A rate that forward RM cells took along, and when the last of them did.
#[derive(Clone, Copy, Debug)]
struct Mark {
    rate: f64,
    taken: Time,
}

impl Mark {
    /// Whether this rate may come back as `er`.
    fn may_read(&self, er: f64) -> bool {
        (self.rate * (1.0 - CODING_STEP)..=self.rate).contains(&er)
    }
}

/// The level of a port, and what it is computed from.
#[derive(Clone, Debug)]
pub(super) struct Advertised {
    vcs: Vec<Vc>,
    capacity: f64,
    level: f64,
    inactive_after: Span,
    remark: bool,
}

impl Advertised {
    /// A port that has `capacity` cells/s for its VCs, none of them active yet. Silent VCs hold no
    /// share after `inactive_after`; with `remark`, a VC held back elsewhere to more than a new
    /// advertised rate is no longer taken for one at once.
    pub(super) fn new(capacity: f64, vcs: &[VcContract], inactive_after: Span, remark: bool) -> Self {
        let vc = |contract: &VcContract| Vc {
            contract: *contract,
            heard: None,
            is_active: false,
            elsewhere: None,
            marks: VecDeque::new(),
        };
        let vcs = vcs.iter().map(vc).collect();
        let mut advertised = Self { vcs, capacity, level: 0.0, inactive_after, remark };
        advertised.update();
        advertised
    }

    /// The rate that `vc` may have, in cells/s; at least its MCR, otherwise at most the capacity.
    pub(super) fn rate(&self, vc: usize) -> f64 {
        let contract = &self.vcs[vc].contract;
        (contract.mcr + contract.weight * self.level).min(self.capacity.max(contract.mcr))
    }

    /// There is another capacity, in cells/s, from 0.
    pub(super) fn set_capacity(&mut self, now: Time, capacity: f64) {
        for vc in &mut self.vcs {
            if vc.heard.is_some_and(|heard| now > heard + self.inactive_after) {
                vc.is_active = false;
                vc.heard = None;
                vc.elsewhere = None;
                vc.marks.clear();
            }
        }
        self.capacity = capacity;
        self.update();
    }

    /// A cell of `vc` arrives.
    #[inline]
    pub(super) fn hear(&mut self, now: Time, vc: usize) {
        let vc = &mut self.vcs[vc];
        vc.heard = Some(now);
        if !vc.is_active {
            vc.is_active = true;
            self.update();
        }
    }

    /// The rate that a forward RM cell of `vc` with `er` takes along.
    pub(super) fn mark_forward(&mut self, now: Time, vc: usize, er: f64) -> f64 {
        let rate = self.rate(vc);
        if er <= rate {
            return er;
        }
        let marks = &mut self.vcs[vc].marks;
        match marks.back_mut() {
            Some(last) if last.rate == rate => last.taken = now,
            _ => {
                if marks.len() == MOST_MARKS {
                    marks.pop_front();
                }
                marks.push_back(Mark { rate, taken: now });
            }
        }
        rate
    }

    /// The rate that a backward RM cell of `vc` with `er` takes along, after it has said whether the VC
    /// is held back elsewhere.
    pub(super) fn mark_backward(&mut self, now: Time, vc: usize, er: f64) -> f64 {
        let is_own = self.take_own_mark(now, vc, er);
        let rate = self.rate(vc);
        self.vcs[vc].elsewhere = (er < rate * (1.0 - CODING_STEP) && !is_own).then_some(er);
        self.update();
        er.min(self.rate(vc))
    }

    /// Whether `er` is a rate that an RM cell of `vc` took along from here. The older ones are then not
    /// expected any more, as RM cells of a VC stay in order; nor is one after a long time.
    fn take_own_mark(&mut self, now: Time, vc: usize, er: f64) -> bool {
        let marks = &mut self.vcs[vc].marks;
        while marks.front().is_some_and(|mark| now > mark.taken + self.inactive_after) {
            marks.pop_front();
        }
        let found = marks.iter().position(|mark| mark.may_read(er));
        if let Some(at) = found {
            marks.drain(..at);
        }
        found.is_some()
    }

    fn update(&mut self) {
        self.level = self.level_by_marks();
        // Each round takes away at least one mark.
        while self.remark && self.drop_marks_above_the_level() {
            self.level = self.level_by_marks();
        }
    }

    /// Forgets that a VC is held back elsewhere to more than it may have here.
    fn drop_marks_above_the_level(&mut self) -> bool {
        let mut dropped = false;
        for vc in 0..self.vcs.len() {
            if self.vcs[vc].elsewhere.is_some_and(|rate| rate > self.rate(vc)) {
                self.vcs[vc].elsewhere = None;
                dropped = true;
            }
        }
        dropped
    }

    fn level_by_marks(&self) -> f64 {
        let (mut left, mut weight) = (self.capacity, 0.0);
        // The VC that is held back least, by its level.
        let mut highest: Option<(f64, f64)> = None;
        for vc in self.vcs.iter().filter(|vc| vc.is_active) {
            match vc.elsewhere {
                Some(rate) => {
                    left -= rate;
                    let level = (rate - vc.contract.mcr) / vc.contract.weight;
                    if highest.is_none_or(|(most, _)| level > most) {
                        highest = Some((level, vc.contract.weight));
                    }
                }
                None => {
                    left -= vc.contract.mcr;
                    weight += vc.contract.weight;
                }
            }
        }
        let level = match highest {
            _ if weight > 0.0 => left / weight,
            Some((level, weight)) => level + left / weight,
            None => self.capacity,
        };
        level.max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rate_rule::testing::{close, free};

    const PCR: f64 = 1e6;

    /// A port of 100 cells/s, with VCs that have all sent.
    fn port(vcs: &[VcContract], remark: bool) -> Advertised {
        let mut port = Advertised::new(100.0, vcs, Span::from_ps(100_000_000_000), remark);
        for vc in 0..vcs.len() {
            port.hear(Time::ZERO, vc);
        }
        port
    }

    fn at(ms: u64) -> Time {
        Time::from_ps(ms * 1_000_000_000)
    }

    #[test]
    fn if_all_are_held_back_elsewhere_the_rest_goes_to_the_largest() {
        let mut port = port(&[free(PCR); 2], true);
        for (vc, er) in [(0, 10.0), (1, 30.0)] {
            port.mark_backward(at(0), vc, er);
        }
        assert!(close(port.rate(0), 90.0));
    }

    #[test]
    fn a_vc_that_comes_back_without_a_lower_rate_is_held_back_here_again() {
        let mut port = port(&[free(PCR); 2], true);
        port.mark_backward(at(0), 0, 10.0);
        assert!(close(port.rate(1), 90.0));
        port.mark_backward(at(0), 0, 95.0);
        assert!(close(port.rate(1), 50.0));
    }

    /// The rate of the third VC, after two that were held back to 45 cells/s and less capacity.
    fn rate_after_a_loss_of_capacity(remark: bool) -> f64 {
        let mut port = port(&[free(PCR); 3], remark);
        port.set_capacity(at(1), 150.0);
        for vc in 0..2 {
            port.mark_backward(at(2), vc, 45.0);
        }
        assert!(close(port.rate(2), 60.0));
        port.set_capacity(at(3), 60.0);
        port.rate(2)
    }

    #[test]
    fn re_marking_spares_a_vc_from_paying_for_outdated_marks() {
        assert!(close(rate_after_a_loss_of_capacity(true), 20.0));
        assert_eq!(rate_after_a_loss_of_capacity(false), 0.0);
    }

    #[test]
    fn an_own_mark_that_comes_back_late_is_no_bottleneck_elsewhere() {
        let mut port = port(&[free(PCR); 4], true);
        for vc in 0..4 {
            assert!(close(port.mark_forward(at(0), vc, PCR), 25.0));
        }
        port.set_capacity(at(5), 200.0);
        for vc in 0..4 {
            // As the 16-bit format carries 25.
            port.mark_backward(at(6), vc, 25.0 * (1.0 - 1.0 / 600.0));
            assert!(close(port.rate(vc), 50.0), "after VC {vc}: {}", port.rate(vc));
        }
    }

    #[test]
    fn a_mark_is_expected_in_order_and_not_for_ever() {
        let mut port = port(&[free(PCR); 4], true);
        let mut rates = Vec::new();
        for (ms, capacity) in [(0, 100.0), (1, 200.0), (2, 300.0)] {
            port.set_capacity(at(ms), capacity);
            rates.push(port.mark_forward(at(ms), 0, PCR));
        }
        assert!(close(rates[1], 50.0));
        assert!(port.take_own_mark(at(10), 0, rates[1]));
        assert!(!port.take_own_mark(at(10), 0, rates[0]), "older than one that came back");
        assert!(port.take_own_mark(at(101), 0, rates[2]));
        assert!(!port.take_own_mark(at(103), 0, rates[2]), "too long ago");
    }

    #[test]
    fn minima_come_first_and_weights_share_the_rest() {
        let vcs = [VcContract { mcr: 40.0, ..free(PCR) }, VcContract { weight: 2.0, ..free(PCR) }];
        let mut port = port(&vcs, true);
        assert!(close(port.rate(0), 60.0) && close(port.rate(1), 40.0));
        port.mark_backward(at(0), 0, 45.0);
        assert!(close(port.rate(1), 55.0));
    }

    #[test]
    fn the_minimum_is_left_when_nothing_else_is() {
        let mut port = port(&[VcContract { mcr: 40.0, ..free(PCR) }, free(PCR)], true);
        port.set_capacity(at(1), 0.0);
        assert_eq!((port.rate(0), port.rate(1)), (40.0, 0.0));
    }
}
