//! ATM as pure functions of state, cell and time: no input or output, and no simulator.
//!
//! [`cell`] and [`hec`] are the cell and its header on the line, [`aal5`] the adaptation layer
//! (over real octets and, for a simulator, over lengths alone), [`drop_policy`] the rules by which
//! a switch's queue refuses cells, [`loss`] the reasons for which cells are lost. [`scheduler`]
//! says which queue of a port sends next, [`sharing`] who may use which part of a buffer, both by
//! service [`category`]. A [`contract`] says what a connection may send, [`admission`] whether
//! there is room for it, [`signalling`] when a call that asks for one gets through, [`policing`]
//! whether its cells keep to it, and [`shaping`] sends them so that they do. [`traffic`] are sources
//! of cells, which draw by [`cellwise_engine::chance`].

pub mod aal5;
pub mod abr;
pub mod admission;
#[cfg(feature = "arbitrary")]
mod arbitrary;
pub mod category;
pub mod cell;
pub mod contract;
pub mod drop_policy;
pub mod error_model;
pub mod hec;
pub mod loss;
pub mod policing;
pub mod queue_level;
pub mod rate_rule;
pub mod scheduler;
pub mod shaping;
pub mod sharing;
pub mod signalling;
pub mod traffic;

pub use category::Category;
pub use loss::{LossCounts, LossReason};
