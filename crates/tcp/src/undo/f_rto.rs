//! Forward RTO-recovery: after a timeout new segments are sent, which show whether the others had arrived.
//!
//! Source: RFC 5682 2.1, and 3.1 where selective acknowledgments are read. Parameter: `response`. State: the step, the octet
//! that ends the recovery from the timeout, and how far it has sent again. The first segment goes again; if its
//! acknowledgment leaves something outstanding, two new segments follow instead of old ones; if the next acknowledgment
//! covers more, that had arrived by itself.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Reduction, Resent, Response, Seen, Undo, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any_word};
use crate::congestion::LossCause;

/// Parameters of [`FRto`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "FRtoConfig")]
pub struct Config {
    /// To what the windows return.
    pub response: Response,
}

impl Default for Config {
    fn default() -> Self {
        Self { response: Response::Rfc4015 }
    }
}

impl Config {
    /// The rule.
    #[must_use]
    pub fn build(&self) -> FRto {
        FRto::default()
    }

    pub(super) const fn response(&self) -> Response {
        self.response
    }

    pub(super) const fn needs_timestamps(&self) -> bool {
        false
    }

    pub(super) const fn needs_reports(&self) -> bool {
        false
    }

    /// Any settings.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        any_word().prop_map(|response| Self { response })
    }
}

/// Which step comes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Step {
    /// None.
    #[default]
    Idle,
    /// The second: the first segment was sent again.
    Resent,
    /// The third: new segments were sent.
    Probing,
    /// None: something else has sent old segments, so that new ones show nothing any more.
    Spoilt,
}

/// The rule.
#[derive(Clone, Copy, Debug, Default)]
pub struct FRto {
    step: Step,
    /// The octet after the last one sent at the last timeout.
    recover: u64,
    resent_end: u64,
}

impl FRto {
    // spec: rfc5682 2.1 step 2
    fn after_resending(&mut self, seen: &Seen) -> Verdict {
        let shows_more = seen.ack < self.recover && seen.ack >= self.resent_end;
        match (seen.is_new, seen.is_duplicate) {
            (true, _) if shows_more => {
                self.step = Step::Probing;
                Verdict::SendNew
            }
            (true, _) | (_, true) => self.end(Verdict::Real),
            (false, false) => Verdict::Open,
        }
    }

    // spec: rfc5682 2.1 step 3; 3.1 step 3 for what is acknowledged selectively
    fn after_probing(&mut self, seen: &Seen) -> Verdict {
        let is_of_before = seen.is_selective && seen.highest.is_some_and(|highest| highest <= self.recover);
        match (seen.is_new || is_of_before, seen.is_duplicate) {
            (true, _) => self.end(Verdict::Spurious),
            (false, true) => self.end(Verdict::GoBack),
            (false, false) => Verdict::Open,
        }
    }

    fn end(&mut self, verdict: Verdict) -> Verdict {
        self.step = Step::Idle;
        verdict
    }
}

impl Undo for FRto {
    // spec: rfc5682 2.1 step 1
    fn on_reduction(&mut self, reduction: &Reduction, _: bool) -> bool {
        if reduction.cause != LossCause::Timeout {
            self.step = Step::Idle;
            return false;
        }
        let is_first = reduction.snd_una >= self.recover;
        self.step = if is_first { Step::Resent } else { Step::Idle };
        (self.recover, self.resent_end) = (reduction.snd_max, 0);
        is_first
    }

    fn on_resent(&mut self, resent: &Resent) {
        match self.step {
            Step::Idle => {}
            Step::Resent => self.resent_end = self.resent_end.max(resent.end),
            Step::Probing | Step::Spoilt => self.step = Step::Spoilt,
        }
    }

    fn on_ack(&mut self, seen: &Seen) -> Verdict {
        match self.step {
            Step::Idle => Verdict::Real,
            Step::Resent => self.after_resending(seen),
            Step::Probing => self.after_probing(seen),
            Step::Spoilt if seen.is_new || seen.is_duplicate => self.end(Verdict::GoBack),
            Step::Spoilt => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{reduction, resent, seen};
    use super::*;

    /// After a timeout with octets 0 to 4000 outstanding and the first 1000 sent again.
    fn timed_out() -> FRto {
        let mut rule = Config::default().build();
        assert!(rule.on_reduction(&reduction(LossCause::Timeout), false));
        rule.on_resent(&resent(0, 1_000, 0));
        rule
    }

    fn duplicate(ack: u64) -> Seen {
        Seen { is_new: false, is_duplicate: true, ..seen(ack) }
    }

    #[test]
    fn two_acknowledgments_of_more_show_that_all_had_arrived() {
        let mut rule = timed_out();
        assert_eq!(rule.on_ack(&seen(1_000)), Verdict::SendNew);
        assert_eq!(rule.on_ack(&seen(2_000)), Verdict::Spurious);
    }

    #[test]
    fn a_duplicate_shows_a_loss_before_and_after_the_new_segments() {
        assert_eq!(timed_out().on_ack(&duplicate(0)), Verdict::Real);
        let mut rule = timed_out();
        rule.on_ack(&seen(1_000));
        assert_eq!(rule.on_ack(&duplicate(1_000)), Verdict::GoBack);
    }

    #[test]
    fn an_acknowledgment_of_all_or_of_less_than_was_sent_again_shows_nothing() {
        assert_eq!(timed_out().on_ack(&seen(4_000)), Verdict::Real);
        assert_eq!(timed_out().on_ack(&seen(500)), Verdict::Real);
    }

    #[test]
    fn old_segments_in_between_show_nothing() {
        let mut rule = timed_out();
        rule.on_ack(&seen(1_000));
        rule.on_resent(&resent(1_000, 2_000, 0));
        assert_eq!(rule.on_ack(&seen(2_000)), Verdict::GoBack);
    }

    // spec: rfc5682 3.1
    #[test]
    fn what_was_sent_before_the_timeout_and_is_acknowledged_selectively_had_arrived() {
        for (highest, verdict) in [(3_000, Verdict::Spurious), (5_000, Verdict::GoBack)] {
            let mut rule = timed_out();
            rule.on_ack(&seen(1_000));
            let sack = Seen { is_selective: true, highest: Some(highest), ..duplicate(1_000) };
            assert_eq!(rule.on_ack(&sack), verdict, "{highest}");
        }
    }

    #[test]
    fn a_second_timeout_before_the_first_is_repaired_is_a_plain_one() {
        let mut rule = timed_out();
        assert!(!rule.on_reduction(&reduction(LossCause::Timeout), true));
        let later = Reduction { snd_una: 4_000, snd_max: 6_000, ..reduction(LossCause::Timeout) };
        assert!(rule.on_reduction(&later, false));
    }
}
