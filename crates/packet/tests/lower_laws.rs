//! Laws of all buffers below a discipline: a line under a queue that is never empty does not stop, and no buffer
//! takes more than one packet beyond what it may.

use std::collections::VecDeque;

use cellwise_packet::lower::{Lower, LowerConfig};
use cellwise_units::{BitRate, Time};
use proptest::prelude::*;

const RATE: BitRate = BitRate::from_bps(10_000_000);

proptest! {
    #[test]
    fn a_line_below_a_full_queue_always_has_a_packet_to_send(
        config in LowerConfig::arbitrary(), packets in prop::collection::vec(64u32..1515, 1..200),
    ) {
        let (mut lower, mut now) = (config.build(RATE), 0u64);
        let (mut waiting, mut sent) = (VecDeque::new(), Vec::new());
        let mut queue = packets.iter().copied().peekable();
        while sent.len() < packets.len() {
            while lower.has_room() && let Some(octets) = queue.next() {
                lower.hand_down(octets);
                waiting.push_back(octets);
                // Without a buffer, or in an empty one, the packet goes straight to the line.
                if waiting.len() == 1 {
                    lower.begin(octets);
                }
            }
            prop_assert!(!waiting.is_empty(), "the line stands still");
            let octets = waiting.pop_front().unwrap();
            now += u64::from(octets) * 800_000;
            lower.complete(octets.into(), Time::from_ps(now));
            sent.push(octets);
            if let Some(&next) = waiting.front() {
                lower.begin(next);
            }
        }
        prop_assert_eq!(sent, packets);
    }

    #[test]
    fn every_buffer_takes_a_packet_when_it_is_empty_and_no_end_of_them_while_nothing_is_sent(
        config in LowerConfig::arbitrary(),
    ) {
        let mut lower = config.build(RATE);
        prop_assert!(lower.has_room());
        let mut taken = 0;
        while lower.has_room() {
            lower.hand_down(1514);
            taken += 1;
            prop_assert!(taken <= 100, "more than any of these may hold");
        }
    }
}
