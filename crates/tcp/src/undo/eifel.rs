//! Undo by timestamps: the first acknowledgment of new data after a retransmission echoes what was sent before it.
//!
//! Source: RFC 3522 3.2 (Eifel detection), RFC 4015 (response). Parameter: `response`. State: the timestamp of the
//! first retransmission, until the first acknowledgment of new data has come, and whether duplicates were ever reported.
//! Segments that left within the same tick of the timestamp clock are not distinguished.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Reduction, Resent, Response, Seen, Undo, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any_word};

/// Parameters of [`Eifel`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "EifelConfig")]
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
    pub const fn build(&self) -> Eifel {
        Eifel::new(true)
    }

    pub(super) const fn response(&self) -> Response {
        self.response
    }

    pub(super) const fn needs_timestamps(&self) -> bool {
        true
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

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Nothing.
    Idle,
    /// The first retransmission.
    Reduced,
    /// The first acknowledgment of new data after it (its timestamp is RetransmitTS).
    Resent(u32),
}

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct Eifel {
    /// Whether an acknowledgment of all that is outstanding says less, as all of a window's acknowledgments may have been lost.
    guards: bool,
    step: Step,
    /// Whether the connection has ever seen a report of duplicates.
    reported: bool,
}

impl Eifel {
    pub(super) const fn new(guards: bool) -> Self {
        Self { guards, step: Step::Idle, reported: false }
    }

    /// Whether all acknowledgments of a window may have been lost: only then would its data come again.
    // spec: rfc3522 3.2 step 5
    fn may_be_lost_acknowledgments(&self, seen: &Seen) -> bool {
        let acknowledges_all = seen.ack >= seen.snd_max;
        self.guards && (seen.duplicate.is_some() || (acknowledges_all && !self.reported))
    }
}

impl Undo for Eifel {
    // spec: rfc3522 3.2 step 2: a second timeout does not change the timestamp
    fn on_reduction(&mut self, _: &Reduction, goes_on: bool) -> bool {
        if !(goes_on && matches!(self.step, Step::Resent(_))) {
            self.step = Step::Reduced;
        }
        true
    }

    fn on_resent(&mut self, resent: &Resent) {
        if let (Step::Reduced, Some(timestamp)) = (self.step, resent.timestamp) {
            self.step = Step::Resent(timestamp);
        }
    }

    // spec: rfc3522 3.2 steps 3 to 6
    fn on_ack(&mut self, seen: &Seen) -> Verdict {
        let is_spurious = match (self.step, seen.echo) {
            (Step::Resent(timestamp), Some(echo)) if seen.is_new => {
                let is_older = (echo.wrapping_sub(timestamp) as i32) < 0;
                Some(is_older && !self.may_be_lost_acknowledgments(seen))
            }
            _ => None,
        };
        self.reported |= seen.duplicate.is_some();
        if is_spurious.is_some() {
            self.step = Step::Idle;
        }
        match is_spurious {
            None => Verdict::Open,
            Some(true) => Verdict::Spurious,
            Some(false) => Verdict::Real,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{reduction, resent, seen};
    use super::*;
    use crate::congestion::LossCause;

    fn reduced() -> Eifel {
        let mut rule = Config::default().build();
        assert!(rule.on_reduction(&reduction(LossCause::Timeout), false));
        rule.on_resent(&resent(0, 1_000, 500));
        rule
    }

    #[test]
    fn an_echo_from_before_the_retransmission_shows_that_the_original_arrived() {
        for (echo, verdict) in [(499, Verdict::Spurious), (500, Verdict::Real), (700, Verdict::Real)] {
            let ack = Seen { echo: Some(echo), ..seen(1_000) };
            assert_eq!(reduced().on_ack(&ack), verdict, "{echo}");
        }
    }

    #[test]
    fn only_the_first_acknowledgment_of_new_data_counts() {
        let mut rule = reduced();
        let duplicate = Seen { is_new: false, is_duplicate: true, echo: Some(1), ..seen(0) };
        assert_eq!(rule.on_ack(&duplicate), Verdict::Open);
        assert_eq!(rule.on_ack(&Seen { echo: Some(600), ..seen(1_000) }), Verdict::Real);
        assert_eq!(rule.on_ack(&Seen { echo: Some(400), ..seen(2_000) }), Verdict::Open);
    }

    #[test]
    fn the_timestamp_of_the_first_of_several_timeouts_stays() {
        let mut rule = reduced();
        rule.on_reduction(&reduction(LossCause::Timeout), true);
        rule.on_resent(&resent(0, 1_000, 1_500));
        assert_eq!(rule.on_ack(&Seen { echo: Some(500), ..seen(1_000) }), Verdict::Real);
    }

    // spec: rfc3522 3.2 step 5
    #[test]
    fn an_acknowledgment_of_all_that_is_outstanding_may_follow_lost_acknowledgments() {
        let all = Seen { echo: Some(1), ..seen(4_000) };
        assert_eq!(reduced().on_ack(&all), Verdict::Real);
        let mut knows_reports = reduced();
        knows_reports.reported = true;
        assert_eq!(knows_reports.on_ack(&all), Verdict::Spurious);
        let reporting = Seen { duplicate: Some((0, 1_000)), echo: Some(1), ..seen(2_000) };
        assert_eq!(reduced().on_ack(&reporting), Verdict::Real);
    }

    #[test]
    fn timestamps_that_wrap_are_compared_by_the_shorter_way_round() {
        let mut rule = Config::default().build();
        rule.on_reduction(&reduction(LossCause::DuplicateAcks), false);
        rule.on_resent(&resent(0, 1_000, 3));
        assert_eq!(rule.on_ack(&Seen { echo: Some(u32::MAX), ..seen(1_000) }), Verdict::Spurious);
    }
}
