//! No errors: a line, or one direction of it, without noise where the other one has some.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ErrorModel, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy};
use crate::policing::Arrivals;

/// Parameters of [`NoErrors`], which has no settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {}

impl Config {
    /// The noise on a line.
    #[must_use]
    pub fn build(&self, _: BitRate, _: RandomStream) -> NoErrors {
        NoErrors
    }

    /// Nothing can be wrong.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
    }

    /// The part of the cells that is errored: none.
    #[must_use]
    pub fn mean_cell_error_ratio(&self, _: BitRate) -> f64 {
        0.0
    }

    /// Noise delays nothing.
    #[must_use]
    pub fn latency(&self, _: BitRate) -> Option<Span> {
        None
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// It has no settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        Just(Self {})
    }
}

/// No errors.
#[derive(Clone, Copy, Debug)]
pub struct NoErrors;

impl ErrorModel for NoErrors {
    #[inline]
    fn take_clear(&mut self, _: Time, _: u16) -> bool {
        true
    }

    fn judge(&mut self, arrivals: &Arrivals<'_>, out: &mut dyn FnMut(u16, Verdict)) {
        if arrivals.count > 0 {
            out(arrivals.count, Verdict::Intact);
        }
    }
}
