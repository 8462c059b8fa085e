//! Loss recoveries: what duplicate acknowledgments, and the acknowledgment that ends them, do.
//!
//! A new one is a file next to this and a row in `rows.rs`. It acts on the sender's
//! [`ControlBlock`](crate::ControlBlock): it may resend the first outstanding segment, send what the window
//! allows, and set the window; by how much a loss reduces the window is for the congestion control to say
//! ([`crate::congestion`]).

mod connection;
mod contract;
mod fack;
mod guard;
mod kind;
mod newreno;
mod rack_tlp;
mod registry;
mod reno;
mod rows;
mod sack;
mod tahoe;
mod timeout_only;
mod vegas;

pub use connection::Connection;
pub use contract::Recovery;
pub use fack::Fack;
pub use kind::{ROWS, RecoveryKind};
pub use newreno::NewReno;
pub use rack_tlp::RackTlp;
pub use registry::AnyRecovery;
pub use reno::Reno;
pub use sack::Sack;
pub use tahoe::Tahoe;
pub use timeout_only::TimeoutOnly;
pub use vegas::Vegas;
