//! Acknowledgments delayed as in Linux: none at the start, then by a delay that follows the arrivals.
//!
//! Source: Linux `net/ipv4/tcp_input.c` (`tcp_event_data_recv`, `__tcp_ack_snd_check`), `tcp_output.c`
//! (`tcp_send_delayed_ack`), `tcp_timer.c`. Parameters: `min_delay`, `max_delay`, `quick_acks`. State: the delay (ato),
//! when data came last, the acknowledged octet, and how many acknowledgments are still quick. Segments are taken for as
//! long as the mss.

use cellwise_units::{Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{AckDelay, Arrival, When};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;

const MS: u64 = 1_000_000_000;

/// Parameters of [`Linux`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "LinuxAckDelayConfig")]
pub struct Config {
    /// The delay at first, and of arrivals in quick succession (`TCP_ATO_MIN`).
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = "500 ms"))]
    pub min_delay: Span,
    /// The longest delay (`TCP_DELACK_MAX`); no shorter than `min_delay`.
    #[schemars(extend("formatExclusiveMinimum" = "0 s", "formatMaximum" = "500 ms"))]
    pub max_delay: Span,
    /// The most segments that are acknowledged one by one at the start, after a pause longer than the retransmission timeout,
    /// and after a duplicate (`TCP_MAX_QUICKACKS`); no more than half the window.
    #[schemars(range(min = 0, max = 65535))]
    pub quick_acks: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { min_delay: Span::from_ps(40 * MS), max_delay: Span::from_ps(200 * MS), quick_acks: 16 }
    }
}

impl Config {
    /// The rule.
    #[must_use]
    pub const fn build(&self) -> Linux {
        Linux { config: *self, ato: None, last: Time::ZERO, quick: 0, acked: 0 }
    }

    pub(super) fn longest(&self, _: Span) -> Span {
        self.max_delay.max(self.min_delay)
    }

    /// Any settings.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let us = |us: u64| Span::from_ps(us * MS / 1_000);
        (1u64..50_000, 0u64..200_000, 0u32..20).prop_map(move |(min, more, quick_acks)| Self {
            min_delay: us(min),
            max_delay: us(min + more),
            quick_acks,
        })
    }
}

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct Linux {
    config: Config,
    /// The delay; none before the first segment.
    ato: Option<Span>,
    /// When data came last.
    last: Time,
    /// Acknowledgments that are still to be quick.
    quick: u32,
    /// The octet that was acknowledged last.
    acked: u64,
}

impl Linux {
    fn hurry(&mut self, arrival: &Arrival) {
        let half = arrival.window / (2 * arrival.mss.max(1));
        let half = if half == 0 { 2 } else { u32::try_from(half).unwrap_or(u32::MAX) };
        self.quick = self.quick.max(half.min(self.config.quick_acks));
    }

    /// Lets the delay follow the time between arrivals.
    fn follow(&mut self, arrival: &Arrival) -> Span {
        let shortest = self.config.min_delay;
        let since = Span::from_ps(arrival.now.ps().saturating_sub(self.last.ps()));
        self.last = arrival.now;
        let ato = match self.ato {
            None => {
                self.hurry(arrival);
                shortest
            }
            Some(ato) if since <= half(shortest) => half(ato) + half(shortest),
            Some(ato) if since < ato => (half(ato) + since).min(arrival.rto),
            Some(ato) => {
                if since > arrival.rto {
                    self.hurry(arrival);
                }
                ato
            }
        };
        self.ato = Some(ato);
        ato
    }
}

impl AckDelay for Linux {
    fn on_data(&mut self, arrival: &Arrival) -> When {
        let ato = self.follow(arrival);
        if self.quick > 0 || arrival.rcv_nxt - self.acked > arrival.mss {
            return When::AtOnce;
        }
        let due = arrival.now + ato.min(self.config.max_delay.max(self.config.min_delay));
        match arrival.due {
            // One that is about to go is not waited for.
            Some(earlier) if earlier <= arrival.now + Span::from_ps(ato.get() / 4) => When::AtOnce,
            Some(earlier) => When::By(earlier.min(due)),
            None => When::By(due),
        }
    }

    fn on_duplicate(&mut self, arrival: &Arrival) {
        self.hurry(arrival);
        self.ato = Some(self.config.min_delay);
    }

    fn on_ack_sent(&mut self, rcv_nxt: u64) {
        self.acked = rcv_nxt;
        if self.quick > 0 {
            self.quick -= 1;
            if self.quick == 0 {
                self.ato = Some(self.config.min_delay);
            }
        }
    }

    fn on_timer(&mut self, rto: Span) {
        self.ato = self.ato.map(|ato| (ato * 2).min(rto));
    }
}

const fn half(span: Span) -> Span {
    Span::from_ps(span.get() / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A receiver with this rule that gets full segments at these instants, in ms; the decision on each.
    fn deliver(rule: &mut Linux, instants: &[u64]) -> Vec<When> {
        let mut answers = Vec::new();
        let mut due = None;
        let mut rcv_nxt = rule.acked;
        for ms in instants {
            rcv_nxt += 1_000;
            let (now, rto) = (Time::from_ps(ms * MS), Span::from_ps(1_000 * MS));
            let answer = rule.on_data(&Arrival { now, rcv_nxt, mss: 1_000, window: 64_000, rto, due });
            due = match answer {
                When::By(at) => Some(at),
                When::AtOnce | When::FastTimer => {
                    rule.on_ack_sent(rcv_nxt);
                    None
                }
            };
            answers.push(answer);
        }
        answers
    }

    fn calm() -> Linux {
        Config { quick_acks: 0, ..Config::default() }.build()
    }

    #[test]
    fn the_first_sixteen_segments_are_acknowledged_one_by_one() {
        let answers = deliver(&mut Config::default().build(), &[0; 20]);
        assert!(answers[..16].iter().all(|answer| *answer == When::AtOnce));
        assert_eq!(answers[16], When::By(Time::from_ps(40 * MS)));
        assert_eq!(answers[17], When::AtOnce, "more than a segment waits");
        assert_eq!(answers[18], When::By(Time::from_ps(40 * MS)));
    }

    #[test]
    fn no_more_than_half_a_window_is_acknowledged_one_by_one_but_two_at_least() {
        for (window, quick) in [(10_000, 5), (1_500, 2)] {
            let mut rule = Config::default().build();
            let rto = Span::from_ps(1_000 * MS);
            rule.on_data(&Arrival { now: Time::ZERO, rcv_nxt: 0, mss: 1_000, window, rto, due: None });
            assert_eq!(rule.quick, quick);
        }
    }

    /// From 40 ms: after 10 ms it is 20 + 20; after 30 ms 20 + 30 = 50; after 45 ms 25 + 45 = 70; after 100 ms, more than that, 70.
    #[test]
    fn the_delay_follows_the_time_between_arrivals() {
        let mut rule = calm();
        for (ms, ato) in [(0, 40), (10, 40), (40, 50), (85, 70), (185, 70), (195, 55)] {
            deliver(&mut rule, &[ms]);
            assert_eq!(rule.ato, Some(Span::from_ps(ato * MS)), "at {ms} ms");
        }
    }

    #[test]
    fn what_is_about_to_go_goes_and_a_pause_longer_than_a_timeout_is_a_start() {
        let mut rule = calm();
        let rto = Span::from_ps(1_000 * MS);
        let due = Some(Time::from_ps(49 * MS));
        let now = Time::from_ps(40 * MS);
        let half = Arrival { now, rcv_nxt: 500, mss: 1_000, window: 64_000, rto, due };
        assert_eq!(rule.on_data(&half), When::AtOnce, "within a quarter of 40 ms");
        let mut rule = Config::default().build();
        deliver(&mut rule, &[0; 17]);
        assert_eq!(deliver(&mut rule, &[1_500, 1_500]), [When::AtOnce; 2]);
    }

    #[test]
    fn an_acknowledgment_that_was_late_doubles_the_delay_and_a_duplicate_makes_it_quick() {
        let mut rule = calm();
        deliver(&mut rule, &[0]);
        rule.on_timer(Span::from_ps(1_000 * MS));
        assert_eq!(rule.ato, Some(Span::from_ps(80 * MS)));
        let mut rule = Config { quick_acks: 3, ..Config::default() }.build();
        deliver(&mut rule, &[0; 4]);
        let rto = Span::from_ps(1_000 * MS);
        let (now, rcv_nxt) = (Time::from_ps(MS), rule.acked);
        rule.on_duplicate(&Arrival { now, rcv_nxt, mss: 1_000, window: 64_000, rto, due: None });
        assert_eq!(rule.quick, 3);
    }
}
