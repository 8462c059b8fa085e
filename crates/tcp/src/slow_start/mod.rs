//! Slow starts: when the window has opened enough before anything is lost.
//!
//! A rule watches the acknowledgments of slow start and may end it by setting the threshold, or open the window
//! itself; all else the congestion control does. Adding one: one file with `Config` (`build`, `arbitrary`)
//! and the rule, and one row in the registry.

mod contract;
pub mod hystart;
pub mod hystart_plus_plus;
mod registry;
pub mod standard;
#[cfg(test)]
mod testing;

pub use contract::{Arrival, FAMILY, Opening, SlowStart};
pub use registry::{AnySlowStart, SlowStartConfig, catalogue};

use contract::with_queue;
