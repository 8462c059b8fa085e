//! The controller of PI2: one base probability, from which both queues take theirs.

use cellwise_units::{Span, Time};

/// What the controller is set to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gains {
    pub(super) target: Span,
    pub(super) update: Span,
    pub(super) alpha: f64,
    pub(super) beta: f64,
    /// The most that the base probability may be.
    pub(super) most: f64,
}

/// When the packets at the heads of the queues arrived, as far as their delays count.
pub(super) type Heads = [Option<Time>; 2];

/// The base probability and when it changes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Controller {
    /// p': the probability of a drop of a classic packet is its square.
    pub(super) base: f64,
    delay_before: Span,
    next_update: Time,
}

impl Controller {
    pub(super) fn new(gains: &Gains) -> Self {
        Self { base: 0.0, delay_before: Span::ZERO, next_update: Time::ZERO + gains.update }
    }

    /// Makes up for the updates until now, while the packets at the heads were the same.
    pub(super) fn catch_up(&mut self, gains: &Gains, now: Time, heads: Heads) {
        let is_empty = heads.iter().all(Option::is_none);
        while self.next_update <= now {
            let before = *self;
            let arrived = heads.into_iter().flatten().min();
            self.update(gains, arrived.map_or(Span::ZERO, |arrived| self.next_update - arrived));
            if is_empty && *self == before {
                // Nothing changes until a packet comes.
                let updates = (now - self.next_update).get() / gains.update.get();
                self.next_update += gains.update * updates;
            }
            self.next_update += gains.update;
        }
    }

    // spec: rfc9332 A.1
    pub(super) fn update(&mut self, gains: &Gains, delay: Span) {
        let seconds = |less: Span| (delay.get() as f64 - less.get() as f64) / 1e12;
        let step = gains.alpha * seconds(gains.target) + gains.beta * seconds(self.delay_before);
        self.base = (self.base + step).clamp(0.0, gains.most);
        self.delay_before = delay;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::dualpi2::Config;

    const MS: u64 = 1_000_000_000;

    fn gains() -> Gains {
        Config::default().gains()
    }

    #[test]
    fn a_delay_at_the_target_leaves_the_probability_where_it_is() {
        let gains = gains();
        let mut controller = Controller { base: 0.3, delay_before: gains.target, ..Controller::new(&gains) };
        (0..1000).for_each(|_| controller.update(&gains, gains.target));
        assert_eq!(controller.base, 0.3);
    }

    #[test]
    fn one_update_after_a_jump_gives_the_sum_of_both_terms() {
        let gains = gains();
        let mut controller = Controller::new(&gains);
        controller.update(&gains, Span::from_ps(40 * MS));
        let expected = 41.0 / 256.0 * 0.025 + 819.0 / 256.0 * 0.040;
        assert!((controller.base - expected).abs() < 1e-15);
    }

    #[test]
    fn updates_see_how_old_the_heads_were_at_their_own_times() {
        let gains = gains();
        let mut caught_up = Controller::new(&gains);
        caught_up.catch_up(&gains, Time::from_ps(100 * MS), [None, Some(Time::from_ps(10 * MS))]);
        let mut each = Controller::new(&gains);
        for update in 1..=6 {
            each.update(&gains, Span::from_ps((16 * update - 10) * MS));
        }
        assert_eq!((caught_up.base, caught_up.next_update), (each.base, Time::from_ps(112 * MS)));
    }

    #[test]
    fn a_long_silence_is_made_up_for_at_once() {
        let gains = gains();
        let mut controller = Controller { base: 1.0, ..Controller::new(&gains) };
        controller.catch_up(&gains, Time::from_ps(86_400_000 * MS), [None, None]);
        assert_eq!((controller.base, controller.next_update.ps()), (0.0, 86_400_016 * MS));
    }
}
