//! No undoing: what was reduced stays so.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Reduction, Resent, Response, Seen, Undo, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::Strategy;

/// It has no parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NoUndoConfig")]
pub struct Config {}

impl Config {
    /// The rule.
    #[must_use]
    pub const fn build(&self) -> NoUndo {
        NoUndo
    }

    pub(super) const fn response(&self) -> Response {
        Response::Prior
    }

    pub(super) const fn needs_timestamps(&self) -> bool {
        false
    }

    pub(super) const fn needs_reports(&self) -> bool {
        false
    }

    /// The only settings that there are.
    #[cfg(feature = "arbitrary")]
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        proptest::strategy::Just(Self {})
    }
}

/// No rule.
#[derive(Clone, Copy, Debug)]
pub struct NoUndo;

impl Undo for NoUndo {
    fn watches(&self) -> bool {
        false
    }

    fn on_reduction(&mut self, _: &Reduction, _: bool) -> bool {
        false
    }

    fn on_resent(&mut self, _: &Resent) {}

    fn on_ack(&mut self, _: &Seen) -> Verdict {
        Verdict::Real
    }
}
