//! The buffer below a discipline: a modem's or a network card's own, in which packets wait that no discipline sees
//! any more.
//!
//! The discipline is asked for a packet only while there is room. The packet that is being sent does not wait, but
//! byte queue limits count it until it is sent, as hardware reports it. Packets leave in order, so the owner keeps
//! them; a buffer here only counts. Adding one: one file with `Config` (`build`, `check`, `arbitrary`) and the buffer,
//! and one row in the registry.

pub mod bql;
pub mod buffer;
mod contract;
pub mod none;
mod registry;

pub use contract::{FAMILY, Lower};
pub use registry::{AnyLower, LowerConfig, catalogue};
