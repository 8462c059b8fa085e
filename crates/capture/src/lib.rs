//! Captures that other tools open: packets, frames and cells as octets, and the files that hold them.
//!
//! Encoders are pure functions of a simulator's data: [`packet`] makes IPv4 packets of segments
//! and datagrams, [`framed`] frames them as a packet link does, [`sdu`] wraps them as their encapsulation
//! says, [`pdu`] makes an AAL5 frame of that and gives the payloads of its cells, [`erf`] and [`sunatm`]
//! put the headers of a capture file before cells and frames. [`Writer`] streams records into anything
//! that takes octets, in the file format of its [`Format`]; [`File`] is such a thing that appears complete
//! or not at all.
//!
//! Nothing here knows a simulator, and nothing panics: what does not fit its field is cut to it.

mod agreed;
mod description;
pub mod erf;
mod ethernet;
mod file;
mod format;
pub mod framed;
mod options;
pub mod packet;
pub mod pcap;
pub mod pcapng;
pub mod pdu;
pub mod sdu;
pub mod sunatm;
mod tcp;

pub use description::Description;
pub use file::{File, Sink};
pub use format::{Format, Link, Record, Writer};
