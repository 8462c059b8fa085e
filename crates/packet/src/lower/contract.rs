//! What every buffer below a discipline answers.

use cellwise_units::Time;

/// The family's name in the catalogue.
pub const FAMILY: &str = "lower-buffers";

/// A buffer below a discipline. Octets are those that queues count.
pub trait Lower {
    /// Whether the discipline is asked for a packet.
    fn has_room(&self) -> bool;

    /// The discipline hands a packet down.
    fn hand_down(&mut self, octets: u32);

    /// The line begins to send the packet that was released first, of those that wait.
    fn begin(&mut self, octets: u32);

    /// The line has sent so many octets: of the packet that it began, or of several if hardware reports so late.
    fn complete(&mut self, octets: u64, now: Time);

    /// By how many octets byte queue limits would let the line run ahead now; `None` without them.
    fn limit_octets(&self) -> Option<u64> {
        None
    }
}
