//! Undo as Linux does it: by whatever of timestamps, reports of duplicates and new segments shows it first.
//!
//! Source: Linux `net/ipv4/tcp_input.c` (`tcp_may_undo`, `tcp_process_loss`). Parameter: `response`. State: that of the three
//! rules. Each is in force where the connection has what it needs: timestamps, reports of duplicates. Unlike RFC 3522
//! an acknowledgment of all that is outstanding counts as well; unlike RFC 5682 no new segments are tried for a timeout in
//! a recovery.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::dsack::Dsack;
use super::eifel::Eifel;
use super::f_rto::FRto;
use super::{Reduction, Resent, Response, Seen, Undo, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any, any_word};
use crate::congestion::LossCause;

/// Parameters of [`Linux`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "LinuxUndoConfig")]
pub struct Config {
    /// To what the windows return.
    pub response: Response,
    /// Whether new segments are tried after a timeout (`tcp_frto`).
    pub f_rto: bool,
}

impl Default for Config {
    fn default() -> Self {
        Self { response: Response::Prior, f_rto: true }
    }
}

impl Config {
    /// The rule.
    #[must_use]
    pub fn build(&self) -> Linux {
        let new_segments = self.f_rto.then(FRto::default);
        Linux { timestamps: Eifel::new(false), reports: Dsack::default(), new_segments }
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
        (any_word(), any::<bool>()).prop_map(|(response, f_rto)| Self { response, f_rto })
    }
}

/// The rule.
#[derive(Clone, Debug)]
pub struct Linux {
    timestamps: Eifel,
    reports: Dsack,
    new_segments: Option<FRto>,
}

impl Undo for Linux {
    fn on_reduction(&mut self, reduction: &Reduction, goes_on: bool) -> bool {
        self.timestamps.on_reduction(reduction, goes_on);
        self.reports.on_reduction(reduction, goes_on);
        let in_recovery = Reduction { cause: LossCause::DuplicateAcks, ..*reduction };
        if let Some(rule) = &mut self.new_segments {
            rule.on_reduction(if goes_on { &in_recovery } else { reduction }, goes_on);
        }
        true
    }

    fn on_resent(&mut self, resent: &Resent) {
        self.timestamps.on_resent(resent);
        self.reports.on_resent(resent);
        if let Some(rule) = &mut self.new_segments {
            rule.on_resent(resent);
        }
    }

    /// Reports may still show it where the others saw a loss.
    fn on_ack(&mut self, seen: &Seen) -> Verdict {
        let new_segments = self.new_segments.as_mut().map_or(Verdict::Open, |rule| rule.on_ack(seen));
        let verdicts = [self.timestamps.on_ack(seen), self.reports.on_ack(seen), new_segments];
        if verdicts.contains(&Verdict::Spurious) {
            return Verdict::Spurious;
        }
        if new_segments == Verdict::Real { Verdict::Open } else { new_segments }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{reduction, resent, seen};
    use super::*;

    fn reduced(cause: LossCause) -> Linux {
        let mut rule = Config::default().build();
        rule.on_reduction(&reduction(cause), false);
        rule.on_resent(&resent(0, 1_000, 500));
        rule
    }

    #[test]
    fn whatever_shows_it_first_counts() {
        let by_timestamp = Seen { echo: Some(400), ..seen(4_000) };
        assert_eq!(reduced(LossCause::DuplicateAcks).on_ack(&by_timestamp), Verdict::Spurious);
        let by_report = Seen { is_new: false, duplicate: Some((0, 1_000)), ..seen(4_000) };
        assert_eq!(reduced(LossCause::DuplicateAcks).on_ack(&by_report), Verdict::Spurious);
        let mut by_new_segments = reduced(LossCause::Timeout);
        assert_eq!(by_new_segments.on_ack(&seen(1_000)), Verdict::SendNew);
        assert_eq!(by_new_segments.on_ack(&seen(2_000)), Verdict::Spurious);
    }

    #[test]
    fn a_report_may_come_after_the_timestamps_have_shown_a_loss() {
        let mut rule = reduced(LossCause::DuplicateAcks);
        assert_eq!(rule.on_ack(&Seen { echo: Some(600), ..seen(4_000) }), Verdict::Open);
        let report = Seen { is_new: false, duplicate: Some((0, 1_000)), ..seen(4_000) };
        assert_eq!(rule.on_ack(&report), Verdict::Spurious);
    }

    #[test]
    fn a_timeout_in_a_recovery_tries_no_new_segments() {
        let mut rule = reduced(LossCause::DuplicateAcks);
        rule.on_reduction(&reduction(LossCause::Timeout), true);
        rule.on_resent(&resent(0, 1_000, 900));
        assert_eq!(rule.on_ack(&Seen { echo: Some(950), ..seen(1_000) }), Verdict::Open);
    }
}
