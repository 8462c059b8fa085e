//! What a device has counted.

use std::fs;

use super::fault::Fault;

/// Packets of a device since it was made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counters {
    /// Handed to the device by the hosts behind it, and read from it.
    pub(super) sent: u64,
    /// Handed to the device, and dropped because its queue was full.
    pub(super) dropped: u64,
    /// Written to the device, and not taken by the hosts behind it.
    pub(super) refused: u64,
}

/// Places of the counters, after the name of the device.
const REFUSED: usize = 3;
const SENT: usize = 9;
const DROPPED: usize = 11;

/// Reads them in the namespace of this thread.
pub(super) fn read(device: &str) -> Result<Counters, Fault> {
    let file = "/proc/thread-self/net/dev";
    let text = fs::read_to_string(file).map_err(Fault::system(file))?;
    of(&text, device).ok_or_else(|| Fault::Line(format!("the device {device} is gone")))
}

fn of(text: &str, device: &str) -> Option<Counters> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix(device)?.strip_prefix(':'))?;
    let fields: Vec<u64> = line.split_whitespace().filter_map(|field| field.parse().ok()).collect();
    let field = |place: usize| fields.get(place).copied();
    Some(Counters { sent: field(SENT)?, dropped: field(DROPPED)?, refused: field(REFUSED)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_prints_is_read() {
        let text = "Inter-|   Receive   |  Transmit\n face |bytes packets errs drop fifo frame compressed multicast|...\n\
                    \x20   lo:       1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16\n\
                    \x20  cw1: 100 20 0 4 0 0 0 0 900 30 0 7 0 0 0 0\n";
        assert_eq!(of(text, "cw1"), Some(Counters { sent: 30, dropped: 7, refused: 4 }));
        assert_eq!(of(text, "cw"), None);
        assert_eq!(of("cw1: 1 2", "cw1"), None);
    }

    #[test]
    fn the_loopback_of_this_machine_is_read() {
        assert!(read("lo").is_ok());
        assert!(read("none-such").is_err());
    }
}
