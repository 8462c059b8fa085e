//! Shaping: holding cells back at the sender, so that they keep to the contract.
//!
//! A shaper is a FIFO queue without limit whose departures are known as soon as cells come: a frame
//! that is given whole, or a train. Departure is the instant at which the cell may be given to the link; a cell that is
//! not held back departs when it arrives. Shapers use the policer's own algorithm,
//! [`VirtualScheduling`](crate::policing::VirtualScheduling), so that what they send conforms to a policer of equal
//! parameters to the picosecond, at the shaper and at any constant delay behind it. Adding a shaper: one file with
//! `Config` (`build`, `check`) and the shaper, and one row in the registry below.
//!
//! Preventive [`tagging`] goes with any shaper: [`TaggingShaper`] is both.
//!
//! Source: Bonaventure, Klovning and Danthine, "Is VBR a solution for an ATM LAN?", 1996, section
//! 5.3; ATM Forum, Traffic Management 4.0, section 5.5 (traffic shaping).

mod contract;
pub mod dual_leaky_bucket;
pub mod frame;
pub mod peak;
mod registry;
mod spacer;
pub mod tagging;
mod tagging_shaper;

pub use contract::{Departure, FAMILY, Pace, Shaper};
pub use registry::{AnyShaper, ShaperConfig, catalogue};
pub use tagging::Tagging;
pub use tagging_shaper::TaggingShaper;

use contract::needs_sustained;
