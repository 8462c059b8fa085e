//! Which acknowledgments on the way to the uplink are duplicates, as far as a box on the way can know.
//!
//! Source: RFC 5681 section 2, as far as one direction shows it: the same number and the same window as
//! the acknowledgment of the connection before it, and no data. State: the last acknowledgment of each
//! connection.

use std::collections::BTreeMap;

use crate::packet::Packet;

/// What has passed of each connection.
#[derive(Clone, Debug, Default)]
pub(super) struct Duplicates {
    last: BTreeMap<u64, (u32, u32)>,
}

impl Duplicates {
    /// Takes note of a packet of a connection; whether it is a duplicate acknowledgment.
    pub(super) fn observe(&mut self, packet: &Packet) -> bool {
        let Some(acknowledgment) = packet.acknowledgment else { return false };
        let said = (acknowledgment.ack, acknowledgment.window);
        let before = self.last.insert(packet.flow.number, said);
        before == Some(said) && acknowledgment.pure
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discipline::testing::{acknowledgment, packet};
    use crate::packet::{Acknowledgment, Flow};

    fn ack(connection: u64, number: u32, window: u32) -> Packet {
        let said = Acknowledgment { window, ..acknowledgment(number) };
        let flow = Flow { number: connection, ..Flow::default() };
        Packet { flow, acknowledgment: Some(said), ..packet(0, 40) }
    }

    #[test]
    fn the_same_number_and_window_again_is_a_duplicate_of_its_connection_only() {
        let mut duplicates = Duplicates::default();
        let mut observe = |connection, number, window| duplicates.observe(&ack(connection, number, window));
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
        duplicates.observe(&ack(1, 512, 8_000));
        let with_data = Acknowledgment { pure: false, window: 8_000, ..acknowledgment(512) };
        assert!(!duplicates.observe(&Packet { acknowledgment: Some(with_data), ..ack(1, 512, 8_000) }));
        assert!(!duplicates.observe(&Packet { acknowledgment: None, ..ack(1, 512, 8_000) }), "a FIN");
    }
}
