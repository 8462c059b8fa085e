//! What can go wrong with a run itself.

use cellwise_units::Bytes;
use thiserror::Error;

use crate::data::audit::Audit;

/// Why a run has no outcome: a law of the simulator was broken, which is a fault of Cellwise, never of
/// the scenario; a capture cannot be written; or the network alone takes more than the run may.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum RunError {
    /// Cells or packets were made or lost without account.
    #[error(
        "the audit does not balance: {} {what} sent, {} duplicated, {} delivered, {} lost, {} held; this is a fault of Cellwise",
        counts.sent, counts.duplicated, counts.delivered, counts.lost, counts.held
    )]
    Audit {
        /// What does not balance: `cells` or `packets`.
        what: &'static str,
        /// The counts.
        counts: Audit,
    },
    /// A capture cannot be written.
    #[error("{target}: {reason}")]
    Capture {
        /// Where it goes.
        target: String,
        /// The system's number of the error, if it has one.
        code: Option<i32>,
        /// What the system has against it.
        reason: String,
    },
    /// The network takes more than `limits.memory`; it was not built to its end.
    #[error(
        "limits.memory: \"{limit}\" is not enough for the network, which took {held} when {there} of {of} {what} \
         were there; give more, or a smaller network"
    )]
    Memory {
        /// The limit.
        limit: Bytes,
        /// What was held.
        held: Bytes,
        /// What was being added.
        what: &'static str,
        /// How many of them were there.
        there: usize,
        /// How many there should be.
        of: usize,
    },
    /// A rate rule has answered with a number that is no rate.
    #[error(
        "the rate rule {rule} of port {port} has answered {rate} cells/s at {at_s} s; this is a fault of Cellwise"
    )]
    Rate {
        /// The rule's name.
        rule: String,
        /// The port.
        port: String,
        /// When, in seconds.
        at_s: f64,
        /// The answer, in cells/s.
        rate: f64,
    },
}
