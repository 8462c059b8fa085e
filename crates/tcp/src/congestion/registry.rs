//! The rows of the family.

use cellwise_units::catalogue::{Entry, Status, Written};
use cellwise_units::{ConfigIssue, Time, dispatch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::bbr_v1::{self, BbrV1};
use super::bbr_v3::{self, BbrV3};
use super::contract::{AckEvent, Congestion, Feedback, LossEvent, Pace};
use super::cubic::{self, Cubic};
use super::cubic_linux::{self, CubicLinux};
use super::dctcp::{self, Dctcp};
use super::external::External;
use super::prague::{self, Prague};
use super::reno::Reno;
use super::vegas::{self, Vegas};
use crate::basics::Basics;
use crate::delivery::Sample;
use crate::window::CongestionWindow;

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

            /// Everything that is not allowed.
            #[must_use]
            pub fn check(&self) -> Vec<ConfigIssue> {
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

        /// Any congestion control. Boxed, as the largest takes many times the memory of the smallest.
        #[derive(Clone, Debug)]
        pub enum AnyCongestion {
            $(#[doc = $summary] $kind(Box<$kind>),)+
        }

        impl AnyCongestion {
            /// One of a kind.
            #[must_use]
            pub fn new(kind: CongestionKind, basics: &Basics, parameters: &Parameters) -> Self {
                match kind {
                    $(CongestionKind::$kind => {
                        Self::$kind(Box::new($kind::new(basics $(, &parameters.$module)?)))
                    })+
                }
            }
        }

        dispatch! {
            impl Congestion for AnyCongestion { $($kind)+ } {
                #[inline] fn on_ack(&mut self, ack: &AckEvent, window: &mut CongestionWindow);
                fn on_feedback(&mut self, feedback: &Feedback);
                fn without_marks(&mut self);
                fn answers(&self, now: Time) -> bool;
                fn on_delivery(&mut self, sample: &Sample<'_>, window: &mut CongestionWindow);
                fn on_restart(&mut self, now: Time, window: &mut CongestionWindow);
                fn on_idle_end(&mut self, now: Time);
                fn pace(&self) -> Pace;
                fn ignores_rates(&self) -> bool;
                fn seed(&mut self, seed: u64);
                fn ssthresh_after(&mut self, loss: &LossEvent, window: &CongestionWindow) -> u64;
                fn cwnd_after(&self, loss: &LossEvent, window: &CongestionWindow) -> Option<f64>;
                fn save(&mut self);
                fn restore(&mut self);
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
