//! Errors per packet: which of the packets on a line arrive with a wrong bit, and are dropped by whom they reach.
//!
//! Adding a model: one file with `Config` (`build`, `check`, `mean_packet_error_ratio`, `arbitrary`) and the model, and
//! one row in the registry.

pub mod bit_errors;
pub mod bursts;
mod contract;
pub mod gilbert_elliott;
pub mod independent;
pub mod none;
mod of_flow;
mod registry;
pub mod scripted;

pub use contract::{FAMILY, PacketErrors, Transit};
pub use of_flow::OfFlow;
pub use registry::{AnyPacketErrors, PacketErrorsConfig, catalogue};

use contract::check_ratio;
