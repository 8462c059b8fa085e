//! What every line answers.

use cellwise_units::{BitRate, ConfigIssue, Time};

use crate::chance::Draw;
use crate::framing::AnyFraming;

/// The family's name in the catalogue.
pub const FAMILY: &str = "packet-lines";

/// What a line is built from besides its own settings.
#[derive(Clone, Debug)]
pub struct Link {
    /// Its rate; above 0. Of a line with a transmission convergence sublayer, the rate below that.
    pub rate: BitRate,
    /// What it puts around packets.
    pub framing: AnyFraming,
}

/// What becomes of a packet that a line takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sending {
    /// From when on the line takes the next packet, if one waits then. [`Time::NEVER`] if it takes none any more.
    pub free_at: Time,
    /// When the last octet is at the far end, without propagation; [`Time::NEVER`] if it never is.
    pub arrives_at: Time,
    /// Whether the line itself loses the packet; it would have arrived at `arrives_at`.
    pub lost: bool,
}

/// That a file is still there instead of its contents: the reader of files has not read this one.
pub(crate) fn unread(file: Option<&str>, key: &str) -> Option<ConfigIssue> {
    let rule = format!(
        "give {key} instead: no file is read here, but where a scenario is read from a file or by Python"
    );
    Some(ConfigIssue::new("file", file?, rule))
}

/// What a line has sent again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retransmissions {
    /// Units that were sent again, each as often as that happened.
    pub retransmitted: u64,
    /// Units that arrived after they had been sent again.
    pub corrected: u64,
    /// Units that were given up.
    pub uncorrected: u64,
}

/// A line.
pub trait Line {
    /// From when on it takes a packet that comes now, while none waits; never before now. To be asked no earlier than
    /// it was asked before, and not before the [`free_at`](Sending::free_at) of the packet before, else that answer
    /// holds.
    fn free_at(&mut self, now: Time, draw: Draw<'_>) -> Time;

    /// Takes a packet at a time that [`free_at`](Self::free_at) or the packet before gave, or later.
    fn send(&mut self, start: Time, ip_octets: u32, draw: Draw<'_>) -> Sending;

    /// What it has sent again up to now, if it does that.
    fn retransmissions(&mut self, _now: Time, _draw: Draw<'_>) -> Option<Retransmissions> {
        None
    }
}
