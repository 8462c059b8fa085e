//! Gilbert-Elliott: a chain of a good and a bad state that takes one step for each packet.
//!
//! Source: Gilbert, "Capacity of a burst-noise channel", Bell System Technical Journal 39, 1960; Elliott, "Estimates of
//! error rates for codes on burst-noise channels", the same 42, 1963. The chain starts in equilibrium.

use cellwise_engine::chance::as_ratio;
use cellwise_units::{ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PacketErrors, Transit, check_ratio};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any};
use crate::chance::Draw;

const MOST_PACKETS: f64 = 1e12;

/// Parameters of [`GilbertElliott`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// The part of all packets that is errored. At least `good_error_ratio`, below `bad_error_ratio`.
    #[schemars(extend("minimum" = 0, "exclusiveMaximum" = 1))]
    pub packet_error_ratio: f64,
    /// Mean number of packets for which the state stays bad; enough that the good state lasts for at least one
    /// packet.
    #[schemars(extend("minimum" = 1, "maximum" = MOST_PACKETS))]
    pub mean_burst_packets: f64,
    /// The probability that a packet is errored in the good state.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub good_error_ratio: f64,
    /// The probability that a packet is errored in the bad state.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub bad_error_ratio: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            packet_error_ratio: 1e-3,
            mean_burst_packets: 2.0,
            good_error_ratio: 0.0,
            bad_error_ratio: 1.0,
        }
    }
}

impl Config {
    /// The probability of the bad state.
    fn bad_share(&self) -> f64 {
        let (good, bad) = (as_ratio(self.good_error_ratio), as_ratio(self.bad_error_ratio));
        as_ratio((as_ratio(self.packet_error_ratio) - good) / (bad - good))
    }

    /// The mean number of packets for which the state stays bad.
    fn burst(&self) -> f64 {
        let burst = self.mean_burst_packets;
        if burst > 1.0 { burst.min(MOST_PACKETS) } else { 1.0 }
    }

    /// The probability of leaving the good state after a packet, above 1 if there is no such chain.
    fn leaves_good(&self) -> f64 {
        let bad = self.bad_share();
        if bad > 0.0 { bad / ((1.0 - bad) * self.burst()) } else { 0.0 }
    }

    /// The model.
    #[must_use]
    pub fn build(&self) -> GilbertElliott {
        let state = |errors, leaves| State { errors: as_ratio(errors), leaves: as_ratio(leaves) };
        GilbertElliott {
            good: state(self.good_error_ratio, self.leaves_good()),
            bad: state(self.bad_error_ratio, 1.0 / self.burst()),
            bad_share: self.bad_share(),
            is_bad: None,
        }
    }

    /// Ratios out of range or order, bursts too short for the ratio.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let (good, bad, mean) = (self.good_error_ratio, self.bad_error_ratio, self.packet_error_ratio);
        let ranges = [("good_error_ratio", good), ("bad_error_ratio", bad), ("packet_error_ratio", mean)];
        let mut issues: Vec<_> =
            ranges.iter().filter_map(|&(field, value)| check_ratio(field, value)).collect();
        let burst = self.mean_burst_packets;
        if !(1.0..=MOST_PACKETS).contains(&burst) {
            let rule = format!("give from 1 to {MOST_PACKETS} packets");
            issues.push(ConfigIssue::new("mean_burst_packets", burst, rule));
        }
        if issues.is_empty() {
            issues.extend(self.check_order().or_else(|| self.check_burst()));
        }
        issues
    }

    /// A mean that no mixture of the two states has.
    fn check_order(&self) -> Option<ConfigIssue> {
        let (good, bad, mean) = (self.good_error_ratio, self.bad_error_ratio, self.packet_error_ratio);
        if good >= bad {
            let rule = format!("give more than good_error_ratio ({good})");
            return Some(ConfigIssue::new("bad_error_ratio", bad, rule));
        }
        (!(good..bad).contains(&mean)).then(|| {
            let rule =
                format!("give at least good_error_ratio ({good}) and less than bad_error_ratio ({bad})");
            ConfigIssue::new("packet_error_ratio", mean, rule)
        })
    }

    fn check_burst(&self) -> Option<ConfigIssue> {
        let bad = self.bad_share();
        let least = bad / (1.0 - bad);
        (self.leaves_good() > 1.0).then(|| {
            let rule = format!(
                "give at least {least}: at this ratio the good state would last for less than a packet"
            );
            ConfigIssue::new("mean_burst_packets", self.mean_burst_packets, rule)
        })
    }

    /// The part of the packets that is errored, in the long run.
    #[must_use]
    pub fn mean_packet_error_ratio(&self, _: u32, _: Span) -> f64 {
        as_ratio(self.packet_error_ratio)
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let ratios = (0.0f64..0.3, 0.4f64..1.0, any::<bool>());
        // So small a part of bad packets that the good state lasts for a packet however short the bad one is.
        (ratios, 0.0f64..0.5, 1.0f64..30.0).prop_map(|((good, bad, is_plain), share, mean_burst_packets)| {
            let [good_error_ratio, bad_error_ratio] = if is_plain { [0.0, 1.0] } else { [good, bad] };
            let packet_error_ratio = good_error_ratio + share * (bad_error_ratio - good_error_ratio);
            Self { packet_error_ratio, mean_burst_packets, good_error_ratio, bad_error_ratio }
        })
    }
}

/// One state of the chain.
#[derive(Clone, Copy, Debug)]
struct State {
    /// The probability that a packet is errored.
    errors: f64,
    /// The probability that the next packet meets the other state.
    leaves: f64,
}

/// The Gilbert-Elliott channel.
#[derive(Clone, Copy, Debug)]
pub struct GilbertElliott {
    good: State,
    bad: State,
    bad_share: f64,
    /// The state that the next packet meets; drawn when the first comes.
    is_bad: Option<bool>,
}

impl PacketErrors for GilbertElliott {
    fn is_errored(&mut self, _: Transit, draw: Draw<'_>) -> bool {
        let is_bad = self.is_bad.unwrap_or_else(|| draw() < self.bad_share);
        let state = if is_bad { self.bad } else { self.good };
        let is_errored = draw() < state.errors;
        self.is_bad = Some(is_bad != (draw() < state.leaves));
        is_errored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(packet_error_ratio: f64, mean_burst_packets: f64, errors: [f64; 2]) -> Vec<String> {
        let [good_error_ratio, bad_error_ratio] = errors;
        let config = Config { packet_error_ratio, mean_burst_packets, good_error_ratio, bad_error_ratio };
        config.check().into_iter().map(|issue| issue.field).collect()
    }

    #[test]
    fn what_no_chain_does_is_refused() {
        assert_eq!(fields(0.2, 2.0, [0.1, 0.3]), [""; 0]);
        assert_eq!(fields(0.05, 2.0, [0.1, 0.3]), ["packet_error_ratio"]);
        assert_eq!(fields(0.3, 2.0, [0.3, 0.3]), ["bad_error_ratio"]);
        // Three packets in four errored: bursts of 3 packets, one good packet between them.
        assert_eq!(fields(0.75, 3.0, [0.0, 1.0]), [""; 0]);
        assert_eq!(fields(0.75, 2.5, [0.0, 1.0]), ["mean_burst_packets"]);
        assert_eq!(fields(f64::NAN, 0.0, [-1.0, 2.0]).len(), 4);
    }
}
