//! Congestion controls: how the congestion window moves.
//!
//! A new one is a file beside this and a row below, which names its module if that has parameters: a `Config` with
//! `Default` and `check`, which draws `arbitrary` ones for tests. It sees acknowledgments of new data and
//! losses; when it is told of them, and what is resent, is for the recovery to say
//! ([`crate::recovery`]).

pub mod bbr_v1;
pub mod bbr_v3;
mod counting;
pub mod cubic;
pub mod cubic_linux;
pub mod dctcp;
mod external;
mod path_model;
pub mod prague;
mod reno;
pub mod vegas;

pub use bbr_v1::BbrV1;
pub use bbr_v3::BbrV3;
pub use cubic::Cubic;
pub use cubic_linux::CubicLinux;
pub use dctcp::Dctcp;
pub use external::{External, RoundTrips};
pub use prague::Prague;
pub use reno::Reno;
pub use vegas::Vegas;

use cellwise_units::catalogue::{Entry, Status, Written};
use cellwise_units::{Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::config::Settings;
use crate::delivery::Sample;
use crate::window::CongestionWindow;

/// An acknowledgment of new data.
#[derive(Clone, Copy, Debug)]
pub struct AckEvent {
    /// When it arrived.
    pub now: Time,
    /// Octets that it newly acknowledges.
    pub acked: u64,
    /// Octets outstanding before it arrived.
    pub flight: u64,
    /// The exact round-trip time that it measures, if the control needs timing.
    pub rtt: Option<Span>,
    /// The smoothed exact round-trip time, likewise.
    pub srtt: Option<Span>,
}

/// What an acknowledgment says about congestion marks.
#[derive(Clone, Copy, Debug)]
pub struct Feedback {
    /// The octet that it acknowledges up to, since the start of the connection.
    pub ack: u64,
    /// Octets that it newly acknowledges; with accurate feedback, also selectively.
    pub acked: u64,
    /// Octets of these that were marked.
    pub marked: u64,
    /// The octet after the last one sent.
    pub snd_max: u64,
    /// When it arrived.
    pub now: Time,
    /// The exact round-trip time that it measures, if the control needs timing.
    pub rtt: Option<Span>,
    /// The smoothed exact round-trip time, likewise.
    pub srtt: Option<Span>,
}

/// What showed a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LossCause {
    /// The retransmission timer expired.
    Timeout,
    /// Duplicate acknowledgments reached the threshold.
    DuplicateAcks,
    /// A congestion mark was echoed; nothing was lost.
    Mark,
}

/// A loss, or a mark that stands for one.
#[derive(Clone, Copy, Debug)]
pub struct LossEvent {
    /// When it was found.
    pub now: Time,
    /// What showed it.
    pub cause: LossCause,
    /// Octets outstanding, without those of limited transmit.
    pub flight: u64,
    /// Octets that the receiver offers.
    pub snd_wnd: u64,
}

/// How fast a congestion control that models the path wants segments to leave.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Octets of data per second; above 0.
    pub rate: f64,
    /// Octets that leave back to back; a segment if they are fewer.
    pub quantum: u64,
}

/// A congestion control.
pub trait Congestion {
    /// Whether it needs exact round-trip times. It then sees every acknowledgment of new data outside
    /// of recoveries: header prediction takes none.
    const NEEDS_TIMING: bool = false;

    /// Whether it has a slow start of its own, so that the setting `slow_start` does not matter.
    const OWN_SLOW_START: bool = false;

    /// Whether it needs to know of each segment whether it was marked. The connection then uses congestion
    /// marks, and every acknowledgment echoes the marks of what it acknowledges and of nothing else.
    const EXACT_ECHO: bool = false;

    /// Whether it answers each mark by a little (RFC 9331 4.3). The connection then uses congestion marks with ECT(1), accurate
    /// feedback and pacing, and what was not marked opens the window also where an acknowledgment tells of marks.
    const SCALABLE: bool = false;

    /// Whether it models the path: every acknowledgment then gives it a sample of delivery, by which it sets the window
    /// and the rate of pacing itself, also in recoveries; marks, the settings' pacing and the window of a restart after
    /// an idle time do not matter.
    const MODELS_PATH: bool = false;

    /// Whether the window opens by what an acknowledgment is the first to tell of: what was reported selectively before opens nothing.
    const COUNTS_DELIVERED: bool = false;

    /// Whether the window is set from outside: nothing else moves it, but a loss until it is repaired.
    const IS_EXTERNAL: bool = false;

    /// Takes what an acknowledgment has delivered, if it models the path.
    fn on_delivery(&mut self, _: &Sample<'_>, _: &mut CongestionWindow) {}

    /// The application writes to a connection that had nothing outstanding and too little to send.
    fn on_restart(&mut self, _: Time, _: &mut CongestionWindow) {}

    /// The application writes to a connection that had nothing outstanding.
    fn on_idle_end(&mut self, _: Time) {}

    /// How fast segments leave, if it models the path.
    fn pace(&self) -> Pace {
        Pace { rate: f64::INFINITY, quantum: 0 }
    }

    /// Whether rates that are measured now tell nothing of the path, as it sends little on purpose.
    fn ignores_rates(&self) -> bool {
        false
    }

    /// Takes the seed of what it draws at random.
    fn seed(&mut self, _: u64) {}

    /// Moves the window for an acknowledgment of new data.
    fn on_ack(&mut self, ack: &AckEvent, window: &mut CongestionWindow);

    /// The other end does not understand the marks that it needs.
    fn without_marks(&mut self) {}

    /// Whether the window is to be reduced for a mark of a window of data in which it was not.
    fn answers(&self, _: Time) -> bool {
        true
    }

    /// Takes the echoes of marks, of every acknowledgment of new data, if it needs them.
    fn on_feedback(&mut self, _: &Feedback) {}

    /// The slow-start threshold that a loss leaves, in octets; at least two segments.
    fn ssthresh_after(&mut self, loss: &LossEvent, window: &CongestionWindow) -> u64;

    /// What a loss that no timeout has shown leaves of the window, in segments; the threshold if not given.
    fn cwnd_after(&self, _: &LossEvent, _: &CongestionWindow) -> Option<f64> {
        None
    }

    /// Keeps what the next loss would have it forget, because that loss may turn out to be none.
    fn save(&mut self) {}

    /// Takes up again what it has kept: there was no loss.
    fn restore(&mut self) {}
}

/// Declares the family from its rows: kinds, parameters, dispatch and catalogue.
macro_rules! congestion_controls {
    ($($kind:ident {
        $name:literal, $summary:literal, $source:literal, $status:ident $(, parameters $module:ident)?
    })+) => {
        /// The kinds of congestion control.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum CongestionKind {
            $(#[doc = $summary] $kind,)+
        }

        /// The parameters of every control that has some, under its name.
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(default)]
        pub struct Parameters {
            $($(
                #[doc = concat!("Parameters of the congestion control \"", $name, "\".")]
                pub $module: $module::Config,
            )?)+
        }

        impl Parameters {
            /// The names of its tables.
            pub const TABLES: &[&str] = &[$($(stringify!($module),)?)+];

            /// Everything that is not allowed: the field, its value and the rule that it breaks.
            #[must_use]
            pub fn check(&self) -> Vec<(&'static str, String, String)> {
                [$($(self.$module.check(),)?)+].concat()
            }

            /// Any parameters of all controls.
            #[cfg(feature = "arbitrary")]
            pub fn arbitrary() -> impl proptest::strategy::Strategy<Value = Self> {
                let each = ($($($module::Config::arbitrary(),)?)+);
                proptest::strategy::Strategy::prop_map(each, |($($($module,)?)+)| Self { $($($module,)?)+ })
            }
        }

        impl CongestionKind {
            /// Whether it needs exact round-trip times.
            #[must_use]
            pub const fn needs_timing(self) -> bool {
                match self { $(Self::$kind => $kind::NEEDS_TIMING,)+ }
            }
        }

        impl CongestionKind {
            /// Whether it needs to know of each segment whether it was marked.
            #[must_use]
            pub const fn needs_exact_echo(self) -> bool {
                match self { $(Self::$kind => $kind::EXACT_ECHO,)+ }
            }

            /// Whether it has a slow start of its own.
            #[must_use]
            pub const fn has_own_slow_start(self) -> bool {
                match self { $(Self::$kind => $kind::OWN_SLOW_START,)+ }
            }

            /// Whether it answers each mark by a little.
            #[must_use]
            pub const fn is_scalable(self) -> bool {
                match self { $(Self::$kind => $kind::SCALABLE,)+ }
            }

            /// Whether it models the path, and so sets window and rate itself.
            #[must_use]
            pub const fn models_path(self) -> bool {
                match self { $(Self::$kind => $kind::MODELS_PATH,)+ }
            }

            /// Whether what was reported selectively opens the window no more.
            #[must_use]
            pub const fn counts_delivered(self) -> bool {
                match self { $(Self::$kind => $kind::COUNTS_DELIVERED,)+ }
            }

            /// Whether the window is set from outside.
            #[must_use]
            pub const fn is_external(self) -> bool {
                match self { $(Self::$kind => $kind::IS_EXTERNAL,)+ }
            }
        }

        /// Any congestion control.
        #[derive(Clone, Debug)]
        pub enum AnyCongestion {
            $(#[doc = $summary] $kind($kind),)+
        }

        impl AnyCongestion {
            /// One of a kind.
            #[must_use]
            pub fn new(kind: CongestionKind, settings: &Settings) -> Self {
                match kind { $(CongestionKind::$kind => Self::$kind($kind::new(settings)),)+ }
            }
        }

        impl Congestion for AnyCongestion {
            #[inline]
            fn on_ack(&mut self, ack: &AckEvent, window: &mut CongestionWindow) {
                match self { $(Self::$kind(it) => it.on_ack(ack, window),)+ }
            }
            fn on_feedback(&mut self, feedback: &Feedback) {
                match self { $(Self::$kind(it) => it.on_feedback(feedback),)+ }
            }
            fn without_marks(&mut self) {
                match self { $(Self::$kind(it) => it.without_marks(),)+ }
            }
            fn answers(&self, now: Time) -> bool {
                match self { $(Self::$kind(it) => it.answers(now),)+ }
            }
            fn on_delivery(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow) {
                match self { $(Self::$kind(it) => it.on_delivery(sample, window),)+ }
            }
            fn on_restart(&mut self, now: Time, window: &mut CongestionWindow) {
                match self { $(Self::$kind(it) => it.on_restart(now, window),)+ }
            }
            fn on_idle_end(&mut self, now: Time) {
                match self { $(Self::$kind(it) => it.on_idle_end(now),)+ }
            }
            fn pace(&self) -> Pace {
                match self { $(Self::$kind(it) => it.pace(),)+ }
            }
            fn ignores_rates(&self) -> bool {
                match self { $(Self::$kind(it) => it.ignores_rates(),)+ }
            }
            fn seed(&mut self, seed: u64) {
                match self { $(Self::$kind(it) => it.seed(seed),)+ }
            }
            fn ssthresh_after(&mut self, loss: &LossEvent, window: &CongestionWindow) -> u64 {
                match self { $(Self::$kind(it) => it.ssthresh_after(loss, window),)+ }
            }
            fn cwnd_after(&self, loss: &LossEvent, window: &CongestionWindow) -> Option<f64> {
                match self { $(Self::$kind(it) => it.cwnd_after(loss, window),)+ }
            }
            fn save(&mut self) {
                match self { $(Self::$kind(it) => it.save(),)+ }
            }
            fn restore(&mut self) {
                match self { $(Self::$kind(it) => it.restore(),)+ }
            }
        }

        /// The catalogue rows of the family.
        pub const ROWS: &[Entry] = &[$(Entry {
            family: "congestion-controls",
            name: $name,
            summary: $summary,
            source: $source,
            status: Status::$status,
            written: Written::Beside(file!()),
        },)+];
    };
}

congestion_controls! {
    Reno {
        "reno", "Slow start, then one segment more per window; half the window after a loss.",
        "Jacobson 1988; RFC 5681 3.1", Validated
    }
    Vegas {
        "vegas", "A segment more or less per round trip, by how many wait in queues as round-trip times show.",
        "Brakmo, O'Malley and Peterson 1994 3.2, 3.3", Validated, parameters vegas
    }
    Cubic {
        "cubic", "Growth by the cube of the time since the last loss, towards the window before it and beyond.",
        "RFC 9438", Validated, parameters cubic
    }
    CubicLinux {
        "cubic-linux", "CUBIC in the integers, the clock and the steps of Linux.",
        "Linux net/ipv4/tcp_cubic.c 2.3", Experimental, parameters cubic_linux
    }
    Dctcp {
        "dctcp", "Reno that answers congestion marks by the share of octets that carry them.",
        "RFC 8257", Validated, parameters dctcp
    }
    Prague {
        "prague", "Scalable: a share of marks takes half that share of the window, and growth is that of a longer round trip.",
        "draft-briscoe-iccrg-prague-congestion-control-04; RFC 9331", Validated, parameters prague
    }
    BbrV1 {
        "bbr-v1", "The greatest rate of ten round trips and the shortest round trip of ten seconds set rate and window.",
        "Cardwell et al. 2016; Linux net/ipv4/tcp_bbr.c", Validated, parameters bbr_v1
    }
    BbrV3 {
        "bbr-v3", "A model of the path's rate and round trip sets rate and window; loss bounds what is in the network.",
        "draft-ietf-ccwg-bbr", Validated, parameters bbr_v3
    }
    External {
        "external", "A window that is set from outside while the network runs; until then the initial one.",
        "elementary", Experimental
    }
}
