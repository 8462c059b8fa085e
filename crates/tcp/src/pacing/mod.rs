//! Pacing: how segments are spread over the round trip instead of leaving as the windows allow.
//!
//! A rule says when the next segment may leave. It holds back what the windows allow, but never the first outstanding
//! octet: retransmissions that begin a recovery, and the first one after a timeout, leave at once. Nothing waits before
//! there is a round-trip time. Adding one: one file with `Config` (`build`, `arbitrary`) and the rule, and one row in
//! the registry.

mod contract;
pub mod linux;
pub mod none;
mod registry;
pub mod rfc9002;

pub use contract::{Departure, FAMILY, Pacing};
pub use registry::{AnyPacing, PacingConfig, catalogue};
