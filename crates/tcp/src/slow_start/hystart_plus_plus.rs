//! HyStart++: round trips that grow longer make slow start conservative, and five more rounds end it.
//!
//! Source: RFC 9406, section 4. In the first slow start of a connection only. The window opens by the octets
//! acknowledged, at most `burst_limit` segments at a time, and by a quarter of that in conservative slow start (CSS). If
//! round trips become as short as when that began, slow start continues: the delay was no queue's.
//! State: the round under way and the shortest round-trip times of it and of the one before.

use cellwise_units::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Arrival, Opening, SlowStart, with_queue};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::window::CongestionWindow;

/// Samples of a round before it is compared (`N_RTT_SAMPLE`).
const SAMPLES: u32 = 8;
/// Conservative slow start opens the window by so much less (`CSS_GROWTH_DIVISOR`).
const CSS_GROWTH_DIVISOR: u64 = 4;

/// Parameters of [`HystartPlusPlus`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "HystartPlusPlusConfig")]
pub struct Config {
    /// L: the most segments by which an acknowledgment opens the window of a sender that does not pace.
    #[schemars(range(min = 1))]
    pub burst_limit: u32,
    /// `CSS_ROUNDS`: the rounds of conservative slow start before it ends, that in which it begins included.
    #[schemars(range(min = 1))]
    pub css_rounds: u32,
}

impl Default for Config {
    fn default() -> Self {
        Self { burst_limit: 8, css_rounds: 5 }
    }
}

impl Config {
    /// The rule.
    #[must_use]
    pub const fn build(&self) -> HystartPlusPlus {
        HystartPlusPlus { config: *self, is_over: false, watch: None }
    }

    /// Any settings.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (1u32..20, 1u32..8).prop_map(|(burst_limit, css_rounds)| Self { burst_limit, css_rounds })
    }
}

/// A round trip: until what had been sent when it began is acknowledged.
#[derive(Clone, Copy, Debug)]
struct Round {
    end: u64,
    /// The shortest round-trip time of the round before.
    last: Option<Span>,
    /// The shortest of this one.
    current: Option<Span>,
    samples: u32,
}

/// Conservative slow start.
#[derive(Clone, Copy, Debug)]
struct Conservative {
    /// The shortest round-trip time when it began.
    baseline: Span,
    /// Rounds that have ended since, the one in which it began included.
    rounds: u32,
}

/// What is watched in slow start.
#[derive(Clone, Debug)]
struct Watch {
    round: Round,
    conservative: Option<Conservative>,
}

/// The rule.
#[derive(Clone, Debug)]
pub struct HystartPlusPlus {
    config: Config,
    is_over: bool,
    /// From the first acknowledgment until slow start is over. Boxed, as most connections never have it.
    watch: Option<Box<Watch>>,
}

impl Watch {
    fn new(snd_max: u64) -> Self {
        Self { round: Round { end: snd_max, last: None, current: None, samples: 0 }, conservative: None }
    }

    /// Begins a new round if the acknowledgment ends one; whether conservative slow start has then lasted long enough.
    // spec: rfc9406 4.2
    fn turn(&mut self, arrival: &Arrival, css_rounds: u32) -> bool {
        if arrival.ack < self.round.end {
            return false;
        }
        self.round = Round { end: arrival.snd_max, last: self.round.current, current: None, samples: 0 };
        self.conservative.as_mut().is_some_and(|css| {
            css.rounds += 1;
            css.rounds == css_rounds
        })
    }

    // spec: rfc9406 4.2
    fn sample(&mut self, rtt: Span) {
        let round = &mut self.round;
        round.current = Some(round.current.map_or(rtt, |shortest| shortest.min(rtt)));
        round.samples += 1;
        let (Some(current), true) = (round.current, round.samples >= SAMPLES) else { return };
        match self.conservative {
            Some(css) if current < css.baseline => self.conservative = None,
            None if round.last.is_some_and(|last| current >= with_queue(last)) => {
                self.conservative = Some(Conservative { baseline: current, rounds: 0 });
            }
            _ => {}
        }
    }
}

impl HystartPlusPlus {
    fn end(&mut self) {
        (self.is_over, self.watch) = (true, None);
    }
}

impl SlowStart for HystartPlusPlus {
    fn on_ack(&mut self, arrival: &Arrival, window: &mut CongestionWindow) -> Opening {
        if self.is_over {
            return Opening::Control;
        }
        let watch = self.watch.get_or_insert_with(|| Box::new(Watch::new(arrival.snd_max)));
        let divisor = if watch.conservative.is_some() { CSS_GROWTH_DIVISOR } else { 1 };
        let limit = u64::from(self.config.burst_limit) * window.mss();
        let most = if arrival.is_paced { u64::MAX } else { limit };
        window.set(window.cwnd().saturating_add(arrival.acked.min(most) / divisor));
        if let Some(rtt) = arrival.rtt {
            watch.sample(rtt);
        }
        if watch.turn(arrival, self.config.css_rounds) {
            self.end();
            window.set_ssthresh(window.cwnd());
        }
        Opening::Done
    }

    fn on_reduction(&mut self, _: bool) {
        self.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slow_start::testing::Rounds;

    const LONG: u64 = 40;

    /// Two rounds of 40 ms; each has 15 acknowledgments.
    fn after_two_rounds() -> Rounds<HystartPlusPlus> {
        let mut rounds = rounds();
        rounds.acks(16 + 15, LONG);
        rounds
    }

    fn rounds() -> Rounds<HystartPlusPlus> {
        Rounds::new(Config::default().build())
    }

    #[test]
    fn it_opens_the_window_by_what_is_acknowledged_but_by_no_more_than_the_limit() {
        let mut rounds = rounds();
        assert_eq!(rounds.ack(3, LONG), (4, Opening::Done));
        assert_eq!(rounds.ack(9, LONG), (12, Opening::Done));
    }

    /// 40 ms: a queue of 5 ms shows, one of 4 does not.
    #[test]
    fn an_eighth_more_than_the_last_round_makes_it_conservative() {
        for (longer, divisor) in [(4, 1), (5, 4)] {
            let mut rounds = after_two_rounds();
            rounds.acks(8, LONG + longer);
            let before = rounds.window.cwnd();
            rounds.ack(1, LONG + longer);
            assert_eq!(rounds.window.cwnd() - before, 1000 / divisor, "{longer} ms more");
        }
    }

    #[test]
    fn the_threshold_of_the_delay_lies_between_4_and_16_ms() {
        let ms = |ms: u64| Span::from_ps(ms * 1_000_000_000);
        for (rtt, more) in [(20, 4), (40, 5), (96, 12), (200, 16)] {
            assert_eq!(with_queue(ms(rtt)), ms(rtt + more));
        }
    }

    #[test]
    fn five_rounds_that_stay_long_end_slow_start_where_the_window_is() {
        let mut rounds = after_two_rounds();
        rounds.acks(5 * 15 - 1, LONG + 10);
        assert_eq!(rounds.window.ssthresh(), u64::MAX);
        rounds.ack(1, LONG + 10);
        assert_eq!(rounds.window.ssthresh(), rounds.window.cwnd());
        assert_eq!(rounds.ack(1, LONG + 10).1, Opening::Control);
    }

    #[test]
    fn round_trips_that_become_short_again_let_it_go_on() {
        let mut rounds = after_two_rounds();
        rounds.acks(15, LONG + 10);
        rounds.acks(7 * 15, LONG);
        let before = rounds.window.cwnd();
        rounds.ack(1, LONG);
        assert_eq!((rounds.window.cwnd() - before, rounds.window.ssthresh()), (1000, u64::MAX));
    }

    #[test]
    fn after_a_loss_it_leaves_slow_start_to_the_congestion_control() {
        let mut rounds = rounds();
        rounds.rule.on_reduction(true);
        assert_eq!(rounds.ack(1, LONG), (1, Opening::Control));
    }
}
