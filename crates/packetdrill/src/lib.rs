//! Scripts in packetdrill's language, replayed against [`cellwise_tcp`]: the packets that a script injects go in,
//! and those that it expects are compared with the output, to the instant.
//!
//! A script is a list of timed events against one socket: segments that come (`<`), segments that must leave (`>`),
//! system calls, shell commands that set the host, assertions about the sender. The two halves of a connection, our
//! [`Sender`](cellwise_tcp::Sender) and [`Receiver`](cellwise_tcp::Receiver), play the socket; its numbers are the
//! script's, so that data starts at 1.
//!
//! Compared are: which segments leave, in which order and when; sequence and acknowledgment numbers; the flags SYN,
//! FIN, RST, ACK, AE, ECE and CWR; blocks of selective acknowledgments in order; the echo of a timestamp; the ECN field
//! if the script gives it; assertions about the congestion window and the outstanding segments. Not compared are: PSH,
//! the window of sent segments, the value of a timestamp. Openings are replayed, with the options that the script gives
//! the host. A replay ends where the connection begins to close.
//!
//! Source: the documentation of packetdrill (Cardwell et al., USENIX ATC 2013), read for this purpose; no code of it is
//! here.

mod parse;
mod replay;
mod script;
mod verdict;

pub use parse::{Mistake, parse};
pub use replay::replay;
pub use script::{Action, Event, Script};
pub use verdict::{Outcome, Verdict};

/// Reads a script and replays it with the settings of a host.
#[must_use]
pub fn judge(text: &str, host: &cellwise_tcp::Settings) -> Verdict {
    match parse(text) {
        Ok(script) => replay(&script, host),
        Err(mistake) => Verdict::skipped(mistake.line, mistake.what),
    }
}
