//! Undo by reports of duplicates: all that was sent again had arrived before.
//!
//! Source: RFC 3708 2; Linux (`tcp_check_dsack`, `undo_retrans`). Parameter: `response`. State: what was sent again since
//! the reduction, and how much of it was not yet reported. The watch lasts beyond the recovery, as reports come a round
//! trip after the retransmissions. A segment that the network itself duplicates counts like a retransmission, if it
//! was sent again as well.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Reduction, Resent, Response, Seen, Undo, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any_word};
use crate::ranges::Ranges;

/// Parameters of [`Dsack`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "DsackUndoConfig")]
pub struct Config {
    /// To what the windows return.
    pub response: Response,
}

impl Config {
    /// The rule.
    #[must_use]
    pub fn build(&self) -> Dsack {
        Dsack::default()
    }

    pub(super) const fn response(&self) -> Response {
        self.response
    }

    pub(super) const fn needs_timestamps(&self) -> bool {
        false
    }

    pub(super) const fn needs_reports(&self) -> bool {
        true
    }

    /// Any settings.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        any_word().prop_map(|response| Self { response })
    }
}

/// The rule.
#[derive(Clone, Debug, Default)]
pub struct Dsack {
    resent: Ranges,
    /// Octets sent again that were not reported, each for every time that it was sent again.
    unreported: u64,
}

impl Dsack {
    /// How many of these octets were sent again.
    fn resent_octets(&self, (start, end): (u64, u64)) -> u64 {
        let overlaps = |run: &(u64, u64)| end.min(run.1).saturating_sub(start.max(run.0));
        self.resent.as_slice().iter().map(overlaps).sum()
    }
}

impl Undo for Dsack {
    fn on_reduction(&mut self, _: &Reduction, goes_on: bool) -> bool {
        if !goes_on {
            *self = Self::default();
        }
        true
    }

    fn on_resent(&mut self, resent: &Resent) {
        self.resent.insert(resent.start, resent.end);
        self.unreported += resent.end.saturating_sub(resent.start);
    }

    // spec: rfc3708 2
    fn on_ack(&mut self, seen: &Seen) -> Verdict {
        let reported = seen.duplicate.map_or(0, |run| self.resent_octets(run));
        if reported == 0 {
            return Verdict::Open;
        }
        self.unreported = self.unreported.saturating_sub(reported);
        if self.unreported == 0 { Verdict::Spurious } else { Verdict::Open }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{reduction, resent, seen};
    use super::*;
    use crate::congestion::LossCause;

    fn report(start: u64, end: u64) -> Seen {
        Seen { is_new: false, duplicate: Some((start, end)), ..seen(4_000) }
    }

    #[test]
    fn all_that_was_sent_again_must_be_reported() {
        let mut rule = Config::default().build();
        rule.on_reduction(&reduction(LossCause::DuplicateAcks), false);
        rule.on_resent(&resent(0, 1_000, 0));
        rule.on_resent(&resent(2_000, 3_000, 0));
        assert_eq!(rule.on_ack(&seen(1_000)), Verdict::Open, "nothing is reported");
        assert_eq!(rule.on_ack(&report(0, 1_000)), Verdict::Open, "one of two");
        assert_eq!(rule.on_ack(&report(2_000, 3_000)), Verdict::Spurious);
    }

    #[test]
    fn what_was_sent_again_twice_must_be_reported_twice() {
        let mut rule = Config::default().build();
        rule.on_reduction(&reduction(LossCause::Timeout), false);
        rule.on_resent(&resent(0, 1_000, 0));
        rule.on_reduction(&reduction(LossCause::Timeout), true);
        rule.on_resent(&resent(0, 1_000, 0));
        assert_eq!(rule.on_ack(&report(0, 1_000)), Verdict::Open);
        assert_eq!(rule.on_ack(&report(0, 1_000)), Verdict::Spurious);
    }

    // spec: rfc3708 2: a duplicate that the network has made says nothing
    #[test]
    fn what_was_never_sent_again_does_not_count() {
        let mut rule = Config::default().build();
        rule.on_reduction(&reduction(LossCause::DuplicateAcks), false);
        assert_eq!(rule.on_ack(&report(0, 1_000)), Verdict::Open, "nothing was sent again");
        rule.on_resent(&resent(0, 1_000, 0));
        assert_eq!(rule.on_ack(&report(1_000, 2_000)), Verdict::Open);
        assert_eq!(rule.on_ack(&report(0, 500)), Verdict::Open, "half of it");
        assert_eq!(rule.on_ack(&report(500, 1_500)), Verdict::Spurious, "and the other half");
    }
}
