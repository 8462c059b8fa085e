//! The buffer below a discipline: a modem's or a network card's own, in which packets wait that no discipline sees
//! any more.
//!
//! The discipline is asked for a packet only while there is room. The packet that is being sent does not wait, but
//! byte queue limits count it until it is sent, as hardware reports it. Packets leave in order, so the owner keeps
//! them; a buffer here only counts. Adding one: one file with `Config` (`build`, `check`, `arbitrary`) and the buffer,
//! and one row in the registry.

pub mod bql;
pub mod buffer;
pub mod none;
mod registry;

pub use registry::{AnyLower, LowerConfig, catalogue};

use cellwise_units::Time;

/// The family's name in the catalogue.
pub const FAMILY: &str = "lower-buffers";

/// A buffer below a discipline. Octets are those that queues count.
pub trait Lower {
    /// Whether the discipline is asked for a packet.
    fn has_room(&self) -> bool;

    /// The discipline hands a packet down.
    fn hand_down(&mut self, octets: u32);

    /// The line begins to send the packet that was handed down first, of those that wait.
    fn begin(&mut self, octets: u32);

    /// The line has sent so many octets: of the packet that it began, or of several if hardware tells so late.
    fn complete(&mut self, octets: u64, now: Time);

    /// By how many octets byte queue limits would let the line run ahead now; `None` if there are none.
    fn limit_octets(&self) -> Option<u64> {
        None
    }
}
