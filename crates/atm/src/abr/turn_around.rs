//! The backward RM cells that wait for their place among the in-rate cells of the reverse direction.
//!
//! Source: ATM Forum af-tm-0056.000, section 5.10.5, rules 3, 4 and 6. Rule 3 leaves open what
//! becomes of a cell that still waits when a newer one comes: see [`TurnAroundPolicy`]. Rule 6
//! leaves open how an out-of-rate cell goes back: here out of rate, so that two ends whose rates
//! are both 0 still hear of each other.

use std::collections::VecDeque;

use super::rm_cell::RmCell;
use super::settings::{AbrSettings, TurnAroundPolicy};

/// Turned-around RM cells that wait, oldest first.
#[derive(Clone, Debug)]
pub struct TurnAround {
    policy: TurnAroundPolicy,
    waiting: VecDeque<RmCell>,
}

impl TurnAround {
    /// Nothing waits.
    #[must_use]
    pub fn new(settings: &AbrSettings) -> Self {
        Self { policy: settings.turn_around, waiting: VecDeque::new() }
    }

    /// Takes a turned-around cell; `out_of_rate` says that the forward cell had CLP = 1. A cell
    /// that is returned goes back out of rate (CLP = 1) now.
    #[must_use = "the returned cell has to be sent"]
    pub fn push(&mut self, rm: RmCell, out_of_rate: bool) -> Option<RmCell> {
        if out_of_rate { Some(self.rule_6_out_of_rate(rm)) } else { self.rule_3_wait(rm) }
    }

    /// The cell that goes now, in rate.
    pub fn pop(&mut self) -> Option<RmCell> {
        self.waiting.pop_front()
    }

    /// Whether no cell waits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// How many cells wait.
    #[must_use]
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    /// The new cell waits for an in-rate place; the policy decides about an older one.
    // spec: af-tm-0056 5.10.5 rule 3
    fn rule_3_wait(&mut self, rm: RmCell) -> Option<RmCell> {
        let older = !self.waiting.is_empty();
        match self.policy {
            TurnAroundPolicy::Queue => {
                self.waiting.push_back(rm);
                None
            }
            TurnAroundPolicy::Overwrite => {
                self.waiting.clear();
                self.waiting.push_back(rm);
                None
            }
            TurnAroundPolicy::OutOfRate => {
                self.waiting.clear();
                self.waiting.push_back(rm);
                older.then_some(rm)
            }
        }
    }

    /// Older contents are never sent after newer ones: what waits takes over what goes ahead of it.
    // spec: af-tm-0056 5.10.5 rule 4
    fn rule_4_keep_order(&mut self, ahead: RmCell) {
        self.waiting.iter_mut().for_each(|older| *older = ahead);
    }

    /// An out-of-rate cell goes back out of rate, at once.
    // spec: af-tm-0056 5.10.5 rule 6
    fn rule_6_out_of_rate(&mut self, rm: RmCell) -> RmCell {
        self.rule_4_keep_order(rm);
        rm
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abr::{AbrParameters, RmDirection};
    use cellwise_units::{BitRate, Span};

    fn waiting(turn_around: TurnAroundPolicy) -> TurnAround {
        let parameters = AbrParameters { turn_around, ..AbrParameters::default() };
        TurnAround::new(&parameters.resolve(BitRate::from_bps(424_000), Span::ZERO))
    }

    /// The n-th cell of a connection.
    fn rm(n: u32) -> RmCell {
        let direction = RmDirection::Backward;
        RmCell { direction, bn: false, ci: false, ni: false, er: f64::from(n), ccr: 0.0, mcr: 0.0 }
    }

    /// Empties it.
    fn rest(waiting: &mut TurnAround) -> Vec<RmCell> {
        std::iter::from_fn(|| waiting.pop()).collect()
    }

    #[test]
    fn destination_rule_3_a_waiting_cell_is_overwritten_by_the_newer_one() {
        let mut waiting = waiting(TurnAroundPolicy::Overwrite);
        assert!(waiting.is_empty());
        assert_eq!((waiting.push(rm(1), false), waiting.push(rm(2), false)), (None, None));
        assert_eq!((waiting.is_empty(), waiting.len()), (false, 1));
        assert_eq!(rest(&mut waiting), [rm(2)]);
    }

    #[test]
    fn destination_rule_3_a_waiting_cell_goes_out_of_rate_with_the_newer_contents() {
        let mut waiting = waiting(TurnAroundPolicy::OutOfRate);
        assert_eq!(waiting.push(rm(1), false), None);
        assert_eq!(waiting.push(rm(2), false), Some(rm(2)));
        assert_eq!(rest(&mut waiting), [rm(2)]);
        assert_eq!(waiting.push(rm(3), false), None);
    }

    #[test]
    fn destination_rule_3_a_waiting_cell_stays_before_the_newer_one() {
        let mut waiting = waiting(TurnAroundPolicy::Queue);
        for n in 1..=3 {
            assert_eq!(waiting.push(rm(n), false), None);
        }
        assert_eq!(rest(&mut waiting), [rm(1), rm(2), rm(3)]);
    }

    #[test]
    fn destination_rule_4_what_waits_takes_over_the_contents_that_overtake_it() {
        let policies = [
            (TurnAroundPolicy::Overwrite, vec![rm(3)]),
            (TurnAroundPolicy::OutOfRate, vec![rm(3)]),
            (TurnAroundPolicy::Queue, vec![rm(3), rm(3)]),
        ];
        for (policy, left) in policies {
            let mut waiting = waiting(policy);
            let _ = (waiting.push(rm(1), false), waiting.push(rm(2), false));
            assert_eq!(waiting.push(rm(3), true), Some(rm(3)));
            assert_eq!(rest(&mut waiting), left, "{policy:?}");
        }
    }

    #[test]
    fn destination_rule_6_an_out_of_rate_cell_goes_back_out_of_rate_and_waits_for_nothing() {
        let policies = [TurnAroundPolicy::Overwrite, TurnAroundPolicy::OutOfRate, TurnAroundPolicy::Queue];
        for policy in policies {
            let mut waiting = waiting(policy);
            assert_eq!(waiting.push(rm(1), true), Some(rm(1)));
            assert!(waiting.is_empty());
        }
    }
}
