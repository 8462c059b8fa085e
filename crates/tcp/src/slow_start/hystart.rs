//! Linux's HyStart: a train of acknowledgments as long as half a round trip, or longer round trips, end slow start.
//!
//! Source: Ha and Rhee, "Taming the elephants: new TCP slow start", Computer Networks 55, 2011; Linux
//! `net/ipv4/tcp_cubic.c` (2.3), both detectors, without pacing and offload. It ends slow start for good, until a timeout
//! begins another. Parameters: `low_window`, `longest_train`. State: the round under way and the connection's shortest round trip.

use cellwise_units::{Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Arrival, Opening, SlowStart, with_queue};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;
use crate::window::CongestionWindow;

/// Samples of a round that are not compared (`HYSTART_MIN_SAMPLES`).
const SAMPLES: u32 = 8;
/// Acknowledgments this close to each other are of one train (`hystart_ack_delta_us`).
const CLOSE: Span = Span::from_ps(2_000_000_000);

/// How long a train of acknowledgments may be that still finds the path empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "HystartTrain")]
pub enum Train {
    /// Half of the shortest round trip, as Linux since 5.8; all of it for a sender that paces.
    #[default]
    HalfARoundTrip,
    /// All of it, as ns-3 has it.
    RoundTrip,
}

/// Parameters of [`Hystart`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "HystartConfig")]
pub struct Config {
    /// The window, in segments, below which slow start is not ended (`hystart_low_window`).
    #[schemars(range(min = 1))]
    pub low_window: u32,
    /// The longest train of acknowledgments with which slow start continues.
    pub longest_train: Train,
}

impl Default for Config {
    fn default() -> Self {
        Self { low_window: 16, longest_train: Train::HalfARoundTrip }
    }
}

impl Config {
    /// The rule.
    #[must_use]
    pub const fn build(&self) -> Hystart {
        let Self { low_window, longest_train } = *self;
        Hystart { low_window, longest_train, is_over: false, shortest: None, round: None }
    }

    /// Any settings.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let train = proptest::sample::select(vec![Train::HalfARoundTrip, Train::RoundTrip]);
        (1u32..20, train).prop_map(|(low_window, longest_train)| Self { low_window, longest_train })
    }
}

/// A round trip: until what had been sent when it began is acknowledged.
#[derive(Clone, Copy, Debug)]
struct Round {
    begun: Time,
    end: u64,
    /// The last acknowledgment of the train that began with the round.
    last_of_train: Time,
    shortest: Option<Span>,
    samples: u32,
}

impl Round {
    /// Whether the train of acknowledgments has become longer than `longest`.
    fn has_long_train(&mut self, now: Time, longest: u64) -> bool {
        let since = |before: Time| Span::from_ps(now.ps().saturating_sub(before.ps()));
        if since(self.last_of_train) > CLOSE {
            return false;
        }
        self.last_of_train = now;
        since(self.begun).get() > longest
    }

    /// Whether the round's shortest round trip is longer than the connection's by so much that there is a queue.
    fn is_long(&mut self, rtt: Span, shortest: Span) -> bool {
        let here = self.shortest.map_or(rtt, |before| before.min(rtt));
        self.shortest = Some(here);
        self.samples += 1;
        self.samples > SAMPLES && here > with_queue(shortest)
    }
}

/// The rule.
#[derive(Clone, Debug)]
pub struct Hystart {
    low_window: u32,
    longest_train: Train,
    is_over: bool,
    /// The connection's shortest round trip.
    shortest: Option<Span>,
    /// Boxed, as most connections never have one.
    round: Option<Box<Round>>,
}

impl SlowStart for Hystart {
    fn on_ack(&mut self, arrival: &Arrival, window: &mut CongestionWindow) -> Opening {
        let Some(rtt) = arrival.rtt else { return Opening::Control };
        let shortest = self.shortest.map_or(rtt, |before| before.min(rtt));
        self.shortest = Some(shortest);
        if self.is_over {
            return Opening::Control;
        }
        let now = arrival.now;
        let begins =
            || Round { begun: now, end: arrival.snd_max, last_of_train: now, shortest: None, samples: 0 };
        let round = self.round.get_or_insert_with(|| Box::new(begins()));
        if arrival.ack > round.end {
            **round = begins();
        }
        // Rounds are those of the connection, even where the window is too small for a test: Linux since 6.14
        // (hystart_update).
        if window.cwnd() < u64::from(self.low_window) * window.mss() {
            return Opening::Control;
        }
        // What is paced comes in trains of a round trip by itself.
        let is_whole = arrival.is_paced || self.longest_train == Train::RoundTrip;
        let longest = if is_whole { shortest.get() } else { shortest.get() / 2 };
        // Both see every acknowledgment.
        let (train, delay) = (round.has_long_train(now, longest), round.is_long(rtt, shortest));
        if train || delay {
            self.is_over = true;
            window.set_ssthresh(window.cwnd());
        }
        Opening::Control
    }

    fn on_reduction(&mut self, is_timeout: bool) {
        self.is_over = !is_timeout;
        self.round = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::slow_start::testing::Rounds;

    /// 16 segments and more, 3 ms apart: no train.
    fn rounds() -> Rounds<Hystart> {
        let mut rounds = Rounds::new(Config::default().build());
        rounds.window.set(16_000);
        rounds.apart = Span::from_ps(3_000_000_000);
        rounds
    }

    /// 40 ms: more than 5 ms more show in the ninth sample.
    #[test]
    fn the_ninth_sample_of_a_longer_round_ends_it() {
        for (longer, ends) in [(5, false), (6, true)] {
            let mut rounds = rounds();
            rounds.acks(16, 40);
            rounds.acks(8, 40 + longer);
            assert_eq!(rounds.window.ssthresh(), u64::MAX);
            rounds.ack(1, 40 + longer);
            assert_eq!(rounds.window.ssthresh() == rounds.window.cwnd(), ends, "{longer} ms more");
        }
    }

    #[test]
    fn a_train_longer_than_half_a_round_trip_ends_it() {
        let mut rounds = rounds();
        rounds.apart = Span::from_ps(2_000_000_000);
        rounds.acks(11, 40);
        assert_eq!(rounds.window.ssthresh(), u64::MAX, "20 ms after the first");
        rounds.ack(1, 40);
        assert_eq!(rounds.window.ssthresh(), rounds.window.cwnd());
    }

    #[test]
    fn a_paced_train_may_be_a_round_trip_long() {
        let mut rounds = rounds();
        rounds.apart = Span::from_ps(2_000_000_000);
        rounds.is_paced = true;
        rounds.acks(12, 40);
        assert_eq!(rounds.window.ssthresh(), u64::MAX, "22 ms after the first");
    }

    /// The window reaches 16 segments with the tenth acknowledgment of the first round trip, the second begins with the
    /// seventeenth. That is where its train begins: not where the window had become large enough.
    #[test]
    fn rounds_are_those_of_the_connection_also_before_the_window_is_large_enough_to_look() {
        let mut rounds = rounds();
        rounds.apart = Span::from_ps(2_000_000_000);
        rounds.window.set(10_000);
        rounds.acks(10, 40);
        rounds.window.set(16_000);
        rounds.acks(6 + 11, 40);
        assert_eq!(rounds.window.ssthresh(), u64::MAX, "20 ms after the first of the second round trip");
        rounds.ack(1, 40);
        assert_eq!(rounds.window.ssthresh(), rounds.window.cwnd());
    }

    #[test]
    fn small_windows_are_left_alone_and_timeouts_begin_anew() {
        let mut rounds = rounds();
        rounds.window.set(15_000);
        rounds.apart = Span::ZERO;
        rounds.acks(16, 40);
        rounds.acks(30, 80);
        assert_eq!(rounds.window.ssthresh(), u64::MAX);
        rounds.rule.on_reduction(false);
        assert!(rounds.rule.is_over);
        rounds.rule.on_reduction(true);
        assert!(!rounds.rule.is_over);
    }
}
