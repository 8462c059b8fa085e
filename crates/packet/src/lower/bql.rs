//! Byte queue limits: the buffer may hold as many octets as keep the line busy, which is learnt from when it starves.
//!
//! The limit rises by the octets that were sent too early when the line ran out of octets between two reports of
//! hardware, and falls by the least that was not needed over a while. Source: Linux, `lib/dynamic_queue_limits.c`;
//! ns-3's class `DynamicQueueLimits`, which is the same.

use cellwise_units::{BitRate, Bytes, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Lower;
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, prop_oneof};

/// When all octets that had entered the buffer by the last report count as sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PreviousSent {
    /// When as much has been sent: Linux today, ns-3.
    #[default]
    Reached,
    /// When more has been sent: Linux as it first had them, in 2011.
    Passed,
}

/// Parameters of [`Bql`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// For how long nothing must starve before the limit falls.
    pub hold: Span,
    /// The least that the limit falls to.
    pub limit_min: Bytes,
    /// The most that it rises to; without it, as far as it goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit_max: Option<Bytes>,
    /// When all octets that had entered the buffer by the last report count as sent.
    pub previous_sent: PreviousSent,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            hold: Span::from_ps(1_000_000_000_000),
            limit_min: Bytes::ZERO,
            limit_max: None,
            previous_sent: PreviousSent::Reached,
        }
    }
}

impl Config {
    /// The buffer.
    #[must_use]
    pub fn build(&self, _: BitRate) -> Bql {
        let least = self.limit_min.get();
        Bql {
            hold: self.hold,
            least,
            most: self.limit_max.map_or(MOST_OCTETS, |most| most.get().max(least)),
            previous_sent: self.previous_sent,
            limit: 0,
            room_until: 0,
            handed: 0,
            last: 0,
            sent: 0,
            before: Report::default(),
            slack: Slack { since: Time::ZERO, least: u64::MAX },
        }
    }

    /// Limits out of order.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let most = self.limit_max.filter(|&most| most < self.limit_min);
        let issue = most.map(|most| {
            ConfigIssue::new("limit_max", most, format!("give at least limit_min ({})", self.limit_min))
        });
        issue.into_iter().collect()
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let previous_sent = prop_oneof![Just(PreviousSent::Reached), Just(PreviousSent::Passed)];
        let most = proptest::option::of(3_000u64..100_000);
        (1u64..500, 0u64..3_000, most, previous_sent).prop_map(|(hold_ms, least, most, previous_sent)| Self {
            hold: Span::from_ps(hold_ms * 1_000_000_000),
            limit_min: Bytes::new(least),
            limit_max: most.map(Bytes::new),
            previous_sent,
        })
    }
}

/// More than is ever released.
const MOST_OCTETS: u64 = 1 << 62;

/// What is remembered of a report of hardware.
#[derive(Clone, Copy, Debug, Default)]
struct Report {
    /// The octets that had been released.
    handed: u64,
    /// Those of the last packet.
    last: u64,
    /// How far the limit was exceeded.
    over: u64,
}

/// The least that was not needed, and since when.
#[derive(Clone, Copy, Debug)]
struct Slack {
    since: Time,
    least: u64,
}

/// Byte queue limits. All octets but the limits are counted from the start of the run.
#[derive(Clone, Copy, Debug)]
pub struct Bql {
    hold: Span,
    least: u64,
    most: u64,
    previous_sent: PreviousSent,
    limit: u64,
    /// There is room while no more than this has been released.
    room_until: u64,
    handed: u64,
    /// Of the last packet that was released.
    last: u64,
    sent: u64,
    before: Report,
    slack: Slack,
}

impl Bql {
    /// The limit after a report of `octets`, with `sent` sent in all; `over` is how far the present one was exceeded.
    fn next_limit(&mut self, octets: u64, sent: u64, over: u64, now: Time) -> u64 {
        let before = self.before;
        let all_previous = match self.previous_sent {
            PreviousSent::Reached => sent >= before.handed,
            PreviousSent::Passed => sent > before.handed,
        };
        let is_empty = self.handed == sent;
        let mut limit = self.limit;
        if (over > 0 && is_empty) || (before.over > 0 && all_previous) {
            limit += sent.saturating_sub(before.handed) + before.over;
            self.slack = Slack { since: now, least: u64::MAX };
        } else if !is_empty && before.handed > self.sent && !all_previous {
            let of_limit = (limit + before.over).saturating_sub(2 * octets);
            let of_last = if before.over > 0 { before.last.saturating_sub(before.over) } else { 0 };
            self.slack.least = self.slack.least.min(of_limit.max(of_last));
            if now > self.slack.since + self.hold {
                limit = limit.saturating_sub(self.slack.least);
                self.slack = Slack { since: now, least: u64::MAX };
            }
        }
        limit.clamp(self.least, self.most)
    }
}

impl Lower for Bql {
    fn has_room(&self) -> bool {
        self.handed <= self.room_until
    }

    fn hand_down(&mut self, octets: u32) {
        self.last = octets.into();
        self.handed += self.last;
    }

    fn begin(&mut self, _: u32) {}

    fn complete(&mut self, octets: u64, now: Time) {
        let octets = octets.min(self.handed - self.sent);
        let sent = self.sent + octets;
        let over = (self.handed - self.sent).saturating_sub(self.limit);
        let limit = self.next_limit(octets, sent, over, now);
        let over = if limit == self.limit { over } else { 0 };
        self.limit = limit;
        self.room_until = limit + sent;
        self.sent = sent;
        self.before = Report { handed: self.handed, last: self.last, over };
    }

    fn limit_octets(&self) -> Option<u64> {
        Some(self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACKET: u32 = 1514;

    fn bql(config: Config) -> Bql {
        assert_eq!(config.check(), []);
        config.build(BitRate::from_bps(1))
    }

    fn passed() -> Config {
        Config { previous_sent: PreviousSent::Passed, ..Config::default() }
    }

    fn fill(bql: &mut Bql) -> u64 {
        while bql.has_room() {
            bql.hand_down(PACKET);
        }
        bql.handed - bql.sent
    }

    /// Limits after completions of one packet each, 1 ms apart, with all room taken before each; and what was pending.
    fn per_packet(bql: &mut Bql, count: u64) -> (Vec<u64>, Vec<u64>) {
        let mut one = |ms| {
            let pending = fill(bql);
            bql.complete(PACKET.into(), Time::from_ps(ms * 1_000_000_000));
            (bql.limit, pending)
        };
        (0..count).map(&mut one).unzip()
    }

    fn per_emptying(bql: &mut Bql, count: u64) -> Vec<u64> {
        let mut one = |_| {
            let pending = fill(bql);
            bql.complete(pending, Time::ZERO);
            bql.limit
        };
        (0..count).map(&mut one).collect()
    }

    #[test]
    fn with_each_packet_reported_two_are_pending_under_the_first_rule_and_three_under_the_present_one() {
        let (limits, pending) = per_packet(&mut bql(passed()), 8);
        assert_eq!(limits, [1514; 8]);
        assert_eq!(pending, [1514, 3028, 3028, 3028, 3028, 3028, 3028, 3028]);
        // The third report finds all sent that had been released at the second, which exceeded the limit.
        let (limits, pending) = per_packet(&mut bql(Config::default()), 8);
        assert_eq!(limits, [1514, 1514, 3028, 3028, 3028, 3028, 3028, 3028]);
        assert_eq!(pending, [1514, 3028, 3028, 4542, 4542, 4542, 4542, 4542]);
    }

    #[test]
    fn with_only_emptying_reported_the_limit_doubles() {
        for config in [passed(), Config::default()] {
            assert_eq!(per_emptying(&mut bql(config), 5), [1514, 4542, 10_598, 22_710, 46_934]);
        }
    }

    #[test]
    fn what_is_not_needed_is_given_back_after_the_time_to_hold() {
        let mut bql = bql(Config { hold: Span::from_ps(5_000_000_000), ..passed() });
        per_emptying(&mut bql, 3);
        let (limits, _) = per_packet(&mut bql, 8);
        // Reports at 0 to 5 ms hold it. That at 6 ms lets it fall by the excess, of it and its own excess of a
        // packet, over twice a report: 10 598 + 1514 - 2 * 1514.
        assert_eq!(limits, [10_598, 10_598, 10_598, 10_598, 10_598, 10_598, 1514, 1514]);
    }

    #[test]
    fn limits_keep_to_what_they_may() {
        let between = |least, most| {
            let (limit_min, limit_max) = (Bytes::new(least), Some(Bytes::new(most)));
            Config { limit_min, limit_max, ..Config::default() }
        };
        assert_eq!(per_emptying(&mut bql(between(3000, 5000)), 4), [3000, 5000, 5000, 5000]);
        assert_eq!(between(3000, 2999).check()[0].field, "limit_max");
    }
}
