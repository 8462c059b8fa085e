//! How implementations differed in their timers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Where the ticks of a host's timers lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TimerPhase {
    /// All hosts tick together, from the start of the run.
    #[default]
    Aligned,
    /// Each host ticks at its own random phase.
    Random,
}

/// How the retransmission timeout follows from the measured round-trip times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RtoRule {
    /// Smoothed round-trip time plus four mean deviations, as in 4.4BSD.
    #[default]
    Net3,
    /// Smoothed round-trip time plus two mean deviations, as in 4.3BSD Tahoe and SunOS 4.
    Sunos,
    /// Round-trip times and timeout in exact time (RFC 6298); the timer's tick is only the
    /// granularity G of max(G, 4 * RTTVAR).
    Rfc6298,
    /// In exact time, smoothed round-trip time plus four mean deviations or `min_rto`, whichever is more, as in Linux: on a steady
    /// way a timeout is a round trip and `min_rto` long.
    Linux,
    /// In exact time, smoothed round-trip time plus four mean deviations plus `min_rto`. This is also added
    /// to a lengthened timeout and is not lengthened itself, as in FreeBSD (`TCPT_RANGESET`).
    Freebsd,
    /// Smoothed round-trip time plus four mean deviations in exact time, with no granularity and not
    /// rounded to ticks; at least `min_rto_ticks`.
    Unrounded,
    /// As "net3", but all round trips, also the first, are whole ticks, at least one. The least timeout is
    /// lengthened as any other, up to the largest, and the timer expires as `timer_expiry` says, as in ns-2
    /// (`rtt_update`).
    #[serde(rename = "ns-2")]
    Ns2,
}

/// The clock by which the rules in exact time ("rfc6298", "linux", "freebsd", "unrounded") measure round
/// trips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RoundTripClock {
    /// In exact time.
    #[default]
    Exact,
    /// As the number of the slow timer's ticks between sending and acknowledgment: 0 for most round trips that
    /// are far shorter than a tick.
    Ticks,
    /// The same, but never less than one tick.
    AtLeastOneTick,
}

/// When the retransmission timer of the rules in exact time, and of "ns-2", expires.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum TimerExpiry {
    /// When the timeout is over.
    #[default]
    Exact,
    /// At the first tick of the slow timer once the timeout is over.
    AtTick,
}

/// How long a sender waits before it probes a closed window; each probe in a row waits twice as long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WindowProbeTimer {
    /// A retransmission timeout, but at least 5 s and at most 60 s, as in BSD.
    #[default]
    Bounded,
    /// A retransmission timeout (RFC 9293 3.8.6.1), at most the largest one, as in Linux.
    Rto,
}

/// From when the retransmission timer runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum RetransmissionTimer {
    /// From the last acknowledgment of new data, which restarts it while more is outstanding (RFC 6298 5.3), as
    /// in BSD.
    #[default]
    RestartOnAcknowledgment,
    /// From the instant at which the oldest outstanding segment was sent, or sent again, last: it expires when
    /// that segment is a timeout old, whatever has been acknowledged since.
    OldestSegment,
}

/// How timeouts in a row lengthen the retransmission timeout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Backoff {
    /// Each doubles it, up to 64-fold and the largest timeout.
    #[default]
    Exponential,
    /// Not at all.
    None,
}

/// The event that ends the backoff of the retransmission timeout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BackoffUntil {
    /// The next round-trip sample, which only new data gives: Karn's rule, as in BSD.
    #[default]
    Sample,
    /// Any acknowledgment of new data, also of a retransmission: "the timeout value is reset each
    /// time a new segment is acknowledged" (ATM Forum 96-1269, section 2).
    NewAck,
}
