//! Undoing: rules that take back a reduction of the congestion window for a spurious loss.
//!
//! A rule watches what is sent again after a loss was found, and the acknowledgments that follow; it says when the
//! loss is known to be none: segments were late or out of order. The earlier window is kept in `watch`, the
//! earlier state of the congestion control by the control itself. Marks are not taken back, nor reductions for what a
//! tail loss probe has repaired. Adding one: one file with `Config` (`build`, `arbitrary`, `response`,
//! `needs_timestamps`, `needs_reports`) and the rule, and one row in the registry.

mod contract;
pub mod dsack;
pub mod eifel;
pub mod f_rto;
pub mod linux;
pub mod none;
mod registry;
#[cfg(test)]
mod testing;
mod watch;

pub use contract::{FAMILY, Reduction, Resent, Response, Seen, Undo, Verdict};
pub use registry::{AnyUndo, UndoConfig, catalogue};
pub(crate) use watch::Watch;
