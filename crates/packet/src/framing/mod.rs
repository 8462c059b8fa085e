//! Framings: what a link puts around an IP packet, to the octet.
//!
//! Adding one: one file with `Config` (`build`, `check`, `arbitrary`) and the framing, and one row in the registry.
//!
//! Each framing gives three lengths, which must not be mixed: the link's time for the packet
//! ([`wire`](Framing::wire)), the count of queues in front of the link ([`queued_octets`](Framing::queued_octets)), and
//! in how many octets an error destroys it ([`frame_octets`](Framing::frame_octets)).

mod contract;
pub mod docsis;
pub mod ethernet;
mod frame;
pub mod ppp;
pub mod ptm;
pub mod raw;
mod registry;
mod wire;

pub use contract::{FAMILY, Framing};
pub use registry::{AnyFraming, FramingConfig, catalogue};
pub use wire::WireOctets;

use contract::check_mtu;
