//! Drop policies: whether a queue takes an arriving cell.
//!
//! A policy answers one question, [`DropPolicy::refuses_frame`], at the first cell of a frame and
//! only when the queue holds at least [`DropPolicy::asked_from`] cells. The consequence of the answer for
//! the other cells of the frame is the same for all policies and lives in [`FrameGate`], one per VC
//! and queue. Adding a policy: one file with `Config` (`build`, `levels`, `check`) and the policy, and one
//! row in the registry below.
//!
//! Letters: K buffer, X waiting cells, R threshold, `Y_i` waiting cells of VC i, `N_a` VCs with
//! waiting cells. All are judged before the arriving cell is inserted.

pub mod clp_epd;
mod contract;
pub mod epd;
mod fair_share;
pub mod fba;
mod gate;
pub mod ppd;
pub mod red;
mod registry;
pub mod selective_drop;
pub mod tail;
mod threshold;

pub use contract::{DropPolicy, FAMILY, QueueView};
pub use gate::{FrameGate, Verdict};
pub use registry::{AnyDropPolicy, DropPolicyConfig, catalogue};
pub use threshold::{Threshold, ThresholdError};
