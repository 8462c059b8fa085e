//! ATM as pure functions of state, cell and time: no input or output, and no simulator.
//!
//! [`cell`] and [`hec`] are the cell and its header on the line, [`aal5`] the adaptation layer
//! (over real octets and, for a simulator, over lengths alone), [`drop_policy`] the rules by which
//! a switch's queue refuses cells, [`loss`] the reasons for which cells are lost.

pub mod aal5;
pub mod cell;
pub mod drop_policy;
pub mod hec;
pub mod loss;

pub use loss::{LossCounts, LossReason};
