//! Delays of acknowledgments: how long data in order waits for its acknowledgment, and how many segments one stands for.
//!
//! A rule is asked for every segment in order. A segment that shows or fills a hole or has nothing new is acknowledged
//! at once without it, and so is a window that opens. It is in force where `delayed_ack` is true. Adding one: one file
//! with `Config` (`build`, `arbitrary`, `longest`) and the rule, and one row in the registry.

mod contract;
pub mod fast_timer;
pub mod linux;
mod registry;
pub mod timer;

pub use contract::{AckDelay, Arrival, FAMILY, When};
pub use registry::{AckDelayConfig, AnyAckDelay, catalogue};
