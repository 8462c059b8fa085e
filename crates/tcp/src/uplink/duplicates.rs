//! Which acknowledgments on the way to the uplink are duplicates, as a box on the way can tell.
//!
//! Source: RFC 5681 section 2, as far as one direction shows it: the same number and the same window as
//! the acknowledgment of the connection before it, and no data. State: the last acknowledgment of each
//! connection.

use std::collections::BTreeMap;

use crate::segment::{Flags, Segment};
use crate::seq::Seq;

/// What has passed of each connection.
#[derive(Clone, Debug, Default)]
pub struct Duplicates {
    last: BTreeMap<u32, (Seq, u32)>,
}

impl Duplicates {
    /// Takes note of a segment of a connection; whether it is a duplicate acknowledgment.
    pub fn observe(&mut self, connection: u32, segment: &Segment) -> bool {
        let said = (segment.ack, segment.window);
        let before = self.last.insert(connection, said);
        let ends = segment.flags.contains(Flags::SYN) || segment.flags.contains(Flags::FIN);
        before == Some(said) && segment.len == 0 && !ends
    }

    /// Forgets a connection, so that another may have its number.
    pub fn forget(&mut self, connection: u32) {
        self.last.remove(&connection);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ack(ack: u32, window: u32) -> Segment {
        Segment::plain(Seq(0), 0, Seq(ack), window, Flags::ACK)
    }

    #[test]
    fn the_same_number_and_window_again_is_a_duplicate_of_its_connection_only() {
        let mut duplicates = Duplicates::default();
        let mut observe = |connection, number, window| duplicates.observe(connection, &ack(number, window));
        assert!(!observe(1, 512, 8_000));
        assert!(!observe(2, 512, 8_000));
        assert!(observe(1, 512, 8_000));
        assert!(observe(1, 512, 8_000));
        assert!(!observe(1, 512, 9_000), "a window update");
        assert!(!observe(1, 1_024, 9_000));
    }

    #[test]
    fn data_and_the_end_of_a_connection_are_no_duplicates() {
        let mut duplicates = Duplicates::default();
        duplicates.observe(1, &ack(512, 8_000));
        assert!(!duplicates.observe(1, &Segment { len: 100, ..ack(512, 8_000) }));
        let fin = Segment { flags: Flags::ACK.with(Flags::FIN), ..ack(512, 8_000) };
        assert!(!duplicates.observe(1, &fin));
        duplicates.forget(1);
        assert!(!duplicates.observe(1, &ack(512, 8_000)), "a new connection");
    }
}
