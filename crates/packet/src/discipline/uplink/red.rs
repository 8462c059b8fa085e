//! Random early detection over packets, which marks: the longer the queue has been on average, the
//! likelier an arriving packet.
//!
//! Source: Floyd and Jacobson, "Random early detection gateways for congestion avoidance", IEEE/ACM ToN,
//! August 1993; for acknowledgments: Balakrishnan, Padmanabhan and Katz, "The effects of asymmetry
//! on TCP performance", MobiCom 1997, section 4.1. Parameters: [`Settings`]. State: the average and the
//! packets since the last mark. The draw is handed in.

use cellwise_units::{BitRate, Bytes, ConfigIssue, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;

const PS_PER_S: u128 = 1_000_000_000_000;

/// Parameters of random early detection over packets. The defaults are those of the source.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "UplinkRed")]
pub struct Settings {
    /// `min_th`: below this average no packet is marked.
    #[schemars(extend("minimum" = 0))]
    pub min_threshold_packets: f64,
    /// `max_th`: from this average on every packet is marked. More than `min_threshold_packets`.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub max_threshold_packets: f64,
    /// `max_p`: the probability to which the chance of a packet grows as the average approaches
    /// `max_threshold_packets`, before it is spread evenly.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub max_probability: f64,
    /// `w_q`: the weight in the average of the queue that one packet finds.
    #[schemars(extend("exclusiveMinimum" = 0, "maximum" = 1))]
    pub weight: f64,
    /// The mean length of a packet as queues count it: its sending time is the step in which the average falls while
    /// nothing waits.
    #[schemars(extend("formatMinimum" = "1 byte"))]
    pub mean_packet: Bytes,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            min_threshold_packets: 5.0,
            max_threshold_packets: 15.0,
            max_probability: 0.02,
            weight: 0.002,
            mean_packet: Bytes::new(500),
        }
    }
}

impl Settings {
    /// Any parameters.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        (0.0..5.0, 0.1..10.0, 0.01..=1.0, 0.001..=1.0).prop_map(|(min, more, max_probability, weight)| Self {
            min_threshold_packets: min,
            max_threshold_packets: min + more,
            max_probability,
            weight,
            ..Self::default()
        })
    }

    /// Thresholds in the wrong order, packets of nothing.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let max = self.max_threshold_packets;
        let rule = "give more than min_threshold_packets";
        let order = (max <= self.min_threshold_packets)
            .then(|| ConfigIssue::new("red.max_threshold_packets", max, rule));
        let mean = self.mean_packet;
        let nothing =
            mean.is_zero().then(|| ConfigIssue::new("red.mean_packet", mean, "give at least 1 byte"));
        order.into_iter().chain(nothing).collect()
    }
}

/// Random early detection of one queue.
#[derive(Clone, Debug)]
pub(super) struct Red {
    settings: Settings,
    average_packets: f64,
    /// Packets passed at the risk of a mark since the last one that was marked; `None` while the
    /// average is below the lower threshold.
    since_mark: Option<u32>,
    /// Since when nothing waits and nothing is sent.
    idle_since: Option<Time>,
    /// Bits that the link sends in a second, and those of a mean packet.
    bit_rate: u128,
    mean_bits: u128,
}

impl Red {
    pub(super) fn new(settings: Settings, rate: BitRate) -> Self {
        Self {
            settings,
            average_packets: 0.0,
            since_mark: None,
            idle_since: Some(Time::ZERO),
            bit_rate: rate.get().into(),
            mean_bits: u128::from(settings.mean_packet.get().max(1)) * 8,
        }
    }

    /// The link could send, and nothing waits.
    pub(super) fn begin_idle(&mut self, now: Time) {
        self.idle_since.get_or_insert(now);
    }

    /// A packet comes: while nothing waited, the average fell by so many mean packets as could have been sent.
    pub(super) fn end_idle(&mut self, now: Time) {
        let Some(since) = self.idle_since.take() else { return };
        let idle_ps = u128::from(now.ps().saturating_sub(since.ps()));
        let packets = idle_ps.saturating_mul(self.bit_rate) / (PS_PER_S * self.mean_bits);
        self.on_idle(u64::try_from(packets).unwrap_or(u64::MAX));
    }

    pub(super) const fn average_packets(&self) -> f64 {
        self.average_packets
    }

    /// Takes note of the queue that a packet finds.
    pub(super) fn on_arrival(&mut self, waiting_packets: u64) {
        self.average_packets += self.settings.weight * (waiting_packets as f64 - self.average_packets);
    }

    /// Lets the average fall as if so many packets had found an empty queue.
    fn on_idle(&mut self, packets: u64) {
        let mut left = packets;
        let mut factor = 1.0 - self.settings.weight;
        // By squares: additions and products of IEEE 754 are the same everywhere, powers are not.
        while left > 0 {
            if left % 2 == 1 {
                self.average_packets *= factor;
            }
            factor *= factor;
            left /= 2;
        }
    }

    /// Whether a packet is marked; `draw` is uniform from 0 to 1 (exclusive).
    pub(super) fn marks(&mut self, draw: f64) -> bool {
        let Settings { min_threshold_packets: min, max_threshold_packets: max, .. } = self.settings;
        if self.average_packets < min {
            self.since_mark = None;
            return false;
        }
        if self.average_packets >= max {
            self.since_mark = Some(0);
            return true;
        }
        let probability = self.settings.max_probability * (self.average_packets - min) / (max - min);
        let passed = self.since_mark.map_or(0, |packets| packets.saturating_add(1));
        // Spread so that between two marks any number of packets up to a limit is equally likely.
        let left = 1.0 - f64::from(passed) * probability;
        let marked = probability > 0.0 && (left <= probability || draw < probability / left);
        self.since_mark = Some(if marked { 0 } else { passed });
        marked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A detector whose average is so.
    fn settled(average_packets: f64) -> Red {
        let settings = Settings { max_probability: 0.2, ..Settings::default() };
        Red { average_packets, ..Red::new(settings, BitRate::from_bps(512_000)) }
    }

    #[test]
    fn the_average_approaches_the_queue_by_the_weight_and_falls_in_idle_times() {
        let mut red = Red::new(Settings { weight: 0.25, ..Settings::default() }, BitRate::from_bps(512_000));
        for wanted in [16.0, 28.0, 37.0] {
            red.on_arrival(64);
            assert_eq!(red.average_packets(), wanted);
        }
        let (mut at_once, mut singly) = (red.clone(), red);
        at_once.on_idle(5);
        (0..5).for_each(|_| singly.on_idle(1));
        assert!((at_once.average_packets() - 37.0 * 0.75f64.powi(5)).abs() < 1e-12);
        assert!((at_once.average_packets() - singly.average_packets()).abs() < 1e-12);
    }

    #[test]
    fn below_the_lower_threshold_none_and_from_the_upper_one_on_all_are_marked() {
        assert!(!settled(4.99).marks(0.0));
        assert!(settled(15.0).marks(0.999));
    }

    #[test]
    fn between_the_thresholds_the_probability_grows_with_the_average_and_with_the_packets_passed() {
        // Halfway: p = 0.1 for the first packet, 0.1 / 0.9 for the second, 1 for the tenth.
        assert!(settled(10.0).marks(0.099) && !settled(10.0).marks(0.101));
        let mut red = settled(10.0);
        red.marks(0.5);
        assert!(red.clone().marks(0.111) && !red.clone().marks(0.112));
        assert_eq!((2..).find(|_| red.marks(0.999_999)), Some(10));
    }
}
