//! Packet links and packet queues: packet in, now in, verdict out.
//!
//! Nothing here knows a simulator, a clock or what a packet carries: the owner says what time it is, keeps the
//! contents and knows each packet by its [`handle`](Packet::handle).
//!
//! - [`discipline`]: which of the packets that wait is sent next, and which are dropped or marked.
//! - [`framing`]: what a link puts around a packet, to the octet.
//! - [`mod@line`]: when a packet can be sent and when it arrives.
//! - [`errors`]: which packets arrive with a wrong bit.
//! - [`jitter`]: how much later than others a packet arrives.
//! - [`lower`]: what waits below a discipline.
//! - [`PacketClock`] and [`Serializer`]: the exact times of packets one after another.
//! - [`Limit`]: how much may wait, in packets, octets or time.

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod chance;
mod clock;
mod codepoint;
pub mod discipline;
mod dscp;
pub mod errors;
pub mod framing;
pub mod jitter;
mod limit;
pub mod line;
pub mod lower;
mod packet;

pub use chance::Draw;
pub use clock::{PacketClock, Point, Serializer};
pub use codepoint::Codepoint;
pub use dscp::Dscp;
pub use limit::{Limit, Room};
pub use packet::{Acknowledgment, Flow, MarkReason, Packet};
