//! The choices that implementations of the period made differently, as scenarios write them.

mod timers;

pub use timers::*;

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use cellwise_units::{Bytes, QuantityError};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Whether the receiver keeps a segment that is beyond a hole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OutOfOrder {
    /// Keep it, so that the acknowledgment jumps once the hole is filled.
    #[default]
    Cache,
    /// Drop it: the hole and everything after it have to be sent again.
    Drop,
}

/// How the congestion window is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CwndUnit {
    /// In octets with integer arithmetic, as in BSD: growth by MSS*MSS/cwnd, rounded down, so congestion
    /// avoidance stops growing above MSS*MSS octets.
    #[default]
    Octets,
    /// In segments with fractions: growth by 1/cwnd; only whole segments are sent.
    Segments,
}

/// The slow-start threshold after a loss.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SsthreshRule {
    /// max(2, min(snd_wnd, cwnd) / 2) whole segments, as in BSD.
    #[default]
    Bsd,
    /// max(2 segments, min(cwnd / 2, receiver window)), as in ATM Forum 96-1269.
    Goyal96,
    /// max(2 segments, octets outstanding / 2), without those of limited transmit (RFC 5681 3.1).
    Rfc5681,
}

/// The value to which the congestion window falls after a loss that no timeout has shown, or a mark, with the
/// congestion control "reno".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CwndAfterLoss {
    /// The slow-start threshold (RFC 5681 3.2).
    #[default]
    Threshold,
    /// Half of the window in use, with its fraction, of which the threshold may be the whole part: at least one segment. As in ns-2 since
    /// 2006 (`precisionReduce_`).
    Half,
}

/// The congestion window after an idle time of a retransmission timeout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterIdle {
    /// That of a restart: of the rules of RFCs the initial one, of "segments" one segment; idle since the last arrival, as in 4.4BSD
    /// (RFC 5681 4.1).
    #[default]
    Restart,
    /// The initial one, and the threshold at least three quarters of the window before, as in FreeBSD.
    RestartBelowThreshold,
    /// Halved for each timeout that has passed since the last sending, down to the initial one, and the threshold at least three quarters
    /// of the window before, as in Linux (RFC 2861 3.1).
    Halving,
}

/// The data that is sent after a timeout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterTimeout {
    /// All data again, starting with the first unacknowledged octet, as the window allows, as in BSD.
    #[default]
    GoBackN,
    /// Only the first unacknowledged segment; then new data follows.
    FirstSegment,
}

/// Where sending continues after a fast retransmission.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AfterFastRetransmit {
    /// After the segment that was resent, so that everything after it is sent again as the window allows: the
    /// slow start of Jacobson 1988, and ns-2 (`t_seqno_ = highest_ack_ + 1`). The default of "tahoe".
    GoBackN,
    /// Where it was, as in the code of 4.3BSD Tahoe, SunOS 4 and 4.4BSD (`snd_nxt = onxt`): only the first
    /// segment is sent again. The default of all others.
    GoOn,
}

/// Which rule applies when the congestion window equals the slow-start threshold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SlowStartBoundary {
    /// Slow start while cwnd <= ssthresh, as in BSD.
    #[default]
    AtOrBelow,
    /// Slow start while cwnd < ssthresh.
    Below,
}

/// The congestion window at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum InitialCwnd {
    /// As many segments as `initial_cwnd_segments` says.
    #[default]
    Segments,
    /// min(4 segments, max(2 segments, 4380 octets)).
    Rfc3390,
    /// min(10 segments, max(2 segments, 14600 octets)).
    Rfc6928,
}

/// How much of the acknowledged data opens the congestion window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ByteCounting {
    /// Nothing: acknowledgments are counted, not octets, as in BSD.
    #[default]
    Off,
    /// Up to two segments per acknowledgment in slow start (RFC 3465).
    Rfc3465,
    /// All of it, as the sender's adaptation to few acknowledgments requires (Balakrishnan, Padmanabhan and
    /// Katz 1997).
    Unlimited,
}

/// When NewReno restarts the retransmission timer for partial acknowledgments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NewRenoTimer {
    /// For the first one only, so that many losses end in a timeout.
    #[default]
    Impatient,
    /// For each one.
    SlowButSteady,
}

/// The congestion window after NewReno's recovery.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NewRenoExit {
    /// At most the threshold, and a segment more than is outstanding, so that no burst follows (RFC 6582 3.2 step 3, option 1).
    #[default]
    NoBurst,
    /// The window after the loss, less the octets that partial acknowledgments took from it. The
    /// acknowledgment that ends the recovery opens it as any other does, as in ns-2.
    Deflated,
}

/// How the congestion window falls in a recovery by selective acknowledgments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RecoveryWindow {
    /// At once, so that nothing is sent for half a round trip (RFC 6675).
    #[default]
    AtOnce,
    /// In proportion to what is delivered (Proportional Rate Reduction, RFC 9937).
    Prr,
}

/// When acknowledgments of new data open the congestion window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CwndGrowth {
    /// Always, whether or not the window limits the sender.
    #[default]
    Always,
    /// While the window is the limit: in the round trip after one in which it had no room for another segment; in slow start
    /// also up to twice what was outstanding (RFC 9438 5.8, and Linux).
    WhileLimited,
}

/// How the receiver reports congestion marks to the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EcnFeedback {
    /// By a flag, until the sender says that it has reduced its window (RFC 3168); exactly with "dctcp" (RFC 8257).
    Classic,
    /// By a counter of marked packets (RFC 9768). "prague" falls back to Reno without it.
    Accurate,
    /// By the same counter, and by counters of octets in an option of every acknowledgment without data (RFC 9768 3.2.3), which
    /// takes 8 octets of it and the place of one selective block.
    AccurateWithOctets,
}

/// How the receiver acknowledges a segment beyond a hole, or one that fills it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DuplicateAcks {
    /// At once (RFC 5681 4.2).
    #[default]
    Immediate,
    /// Delayed, as for any segment; a fault of SunOS 4.1.3. Duplicates then seldom reach the threshold of fast
    /// retransmit.
    Delayed,
}

/// When the receiver announces that its window has moved, and so acknowledges without delay.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WindowUpdateRule {
    /// By two segments, or half the buffer, as in 4.4BSD.
    #[default]
    Net3,
    /// By two segments while the buffer is empty, or 35 % of the buffer, as in 4.3BSD and SunOS 4.
    Sunos,
}

/// The slow-start threshold at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InitialSsthresh {
    /// No threshold until the first loss.
    #[default]
    Unlimited,
    /// So many octets.
    Octets(Bytes),
}

/// The largest congestion window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CwndCap {
    /// The largest window that the header field and its scale can say, as in BSD.
    #[default]
    LargestWindow,
    /// The receiver's window.
    ReceiveWindow,
    /// No limit.
    Unlimited,
    /// So many octets.
    Octets(Bytes),
}

/// Declares that a type is written as one of its keywords or as a number of octets.
macro_rules! keyword_or_octets {
    ($name:ident { $($keyword:literal => $value:ident),+ }) => {
        impl FromStr for $name {
            type Err = QuantityError;
            fn from_str(text: &str) -> Result<Self, QuantityError> {
                match text.trim() {
                    $($keyword => Ok(Self::$value),)+
                    text => text.parse().map(Self::Octets),
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$value => f.pad($keyword),)+
                    Self::Octets(octets) => octets.fmt(f),
                }
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                text.parse().map_err(|error| {
                    let keywords: &[&str] = &[$($keyword),+];
                    serde::de::Error::custom(format_args!("{error}, or one of {}", keywords.join(", ")))
                })
            }
        }

        impl JsonSchema for $name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }
            fn json_schema(generator: &mut SchemaGenerator) -> Schema {
                json_schema!({
                    "anyOf": [{ "enum": [$($keyword),+] }, Bytes::json_schema(generator)],
                })
            }
        }
    };
}

keyword_or_octets!(InitialSsthresh { "unlimited" => Unlimited });
keyword_or_octets!(CwndCap {
    "largest-window" => LargestWindow, "receive-window" => ReceiveWindow, "unlimited" => Unlimited
});
