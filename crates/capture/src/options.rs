//! The options of a TCP header, as stacks lay them out.
//!
//! Source: RFC 9293 3.1 (maximum segment size, no-operation), RFC 7323 2.2, 3.2 and appendix A (window
//! scale, timestamps), RFC 2018 2 and 3 (selective acknowledgment); kind 253 is for experiments
//! (RFC 4727 3.3), here for the window of the data sender that acknowledgment congestion control announces; RFC 9768 3.2.3
//! (counters of octets, with two of the three, in the order of their kind).

use cellwise_tcp::{Codepoint, Options};

use crate::agreed::Agreed;

const NOP: u8 = 1;
const MSS: u8 = 2;
const WINDOW_SCALE: u8 = 3;
const SACK_PERMITTED: u8 = 4;
const SACK: u8 = 5;
const TIMESTAMPS: u8 = 8;
const ACCURATE_ECN_ECT0: u8 = 172;
const ACCURATE_ECN_ECT1: u8 = 174;
const EXPERIMENT: u8 = 253;

/// Adds the options; gives their octets, as many as [`Options::octets`] says.
pub(crate) fn add(options: &Options, agreed: Agreed, packet: &mut Vec<u8>) -> usize {
    let start = packet.len();
    let (syn, timestamps) = (options.syn, options.timestamps);
    if syn.mss {
        let [high, low] = agreed.mss.to_be_bytes();
        packet.extend([MSS, 4, high, low]);
    }
    if syn.window_scale {
        packet.extend([NOP, WINDOW_SCALE, 3, agreed.window_scale]);
    }
    // The permission is where timestamps have their no-operations.
    if syn.sack_permitted {
        packet.extend([SACK_PERMITTED, 2]);
    }
    if syn.sack_permitted != timestamps.is_some() {
        packet.extend([NOP, NOP]);
    }
    if let Some(timestamps) = timestamps {
        packet.extend([TIMESTAMPS, 10]);
        packet.extend(timestamps.value.to_be_bytes());
        packet.extend(timestamps.echo.to_be_bytes());
    }
    if let Some(window) = options.sender_window {
        packet.extend([NOP, EXPERIMENT, 3, window.get()]);
    }
    if let Some(counters) = options.marked_octets() {
        let is_ect1 = counters.first() == Codepoint::Ect1;
        packet.extend([if is_ect1 { ACCURATE_ECN_ECT1 } else { ACCURATE_ECN_ECT0 }, 8]);
        packet.extend(&counters.capable().to_be_bytes()[1..]);
        packet.extend(&counters.marked().to_be_bytes()[1..]);
    }
    let blocks = options.sack.as_slice();
    if !blocks.is_empty() {
        packet.extend([NOP, NOP, SACK, 2 + 8 * blocks.len() as u8]);
        for (from, to) in blocks {
            packet.extend(from.0.to_be_bytes());
            packet.extend(to.0.to_be_bytes());
        }
    }
    packet.len() - start
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_tcp::{MAX_SACK_BLOCKS, MarkedOctets, SackBlocks, Seq, SynOptions, Timestamps};
    use proptest::prelude::*;
    use std::num::NonZeroU8;

    fn encoded(options: &Options) -> Vec<u8> {
        let mut octets = Vec::new();
        assert_eq!(add(options, Agreed { mss: 1460, window_scale: 7 }, &mut octets), octets.len());
        octets
    }

    #[test]
    fn a_syn_of_linux_has_the_options_of_linux() {
        let syn = SynOptions { mss: true, window_scale: true, sack_permitted: true };
        let timestamps = Some(Timestamps { value: 0x0102_0304, echo: 5 });
        let octets = encoded(&Options { syn, timestamps, ..Options::default() });
        let expected =
            [[2, 4, 0x05, 0xB4].as_slice(), &[1, 3, 3, 7], &[4, 2, 8, 10, 1, 2, 3, 4, 0, 0, 0, 5]].concat();
        assert_eq!(octets, expected);
    }

    #[test]
    fn the_permission_alone_is_aligned() {
        let syn = SynOptions { sack_permitted: true, ..SynOptions::default() };
        assert_eq!(encoded(&Options { syn, ..Options::default() }), [4, 2, 1, 1]);
    }

    #[test]
    fn blocks_stand_as_they_are_listed() {
        let mut sack = SackBlocks::default();
        sack.push(Seq(1), Seq(0x0203_0405));
        let octets = encoded(&Options { sack, ..Options::default() });
        assert_eq!(octets, [1, 1, 5, 10, 0, 0, 0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn counters_of_octets_have_three_octets_each() {
        let octets = |counters| {
            let mut options = Options::default();
            options.set_marked_octets(counters);
            encoded(&options)
        };
        assert_eq!(octets(MarkedOctets::new(true, 0x0001_0203, 0x0104_0506)), [174, 8, 1, 2, 3, 4, 5, 6]);
        assert_eq!(octets(MarkedOctets::new(false, 1, 0)), [172, 8, 0, 0, 1, 0, 0, 0]);
    }

    proptest! {
        #[test]
        fn options_take_the_octets_that_the_simulator_counts(
            mss: bool, window_scale: bool, sack_permitted: bool, stamp in prop::option::of(any::<(u32, u32)>()),
            blocks in prop::collection::vec(any::<(u32, u32)>(), 0..6), window: u8,
            counters in prop::option::of(any::<(bool, u64, u64)>()),
        ) {
            let mut sack = SackBlocks::default();
            blocks.iter().for_each(|&(from, to)| sack.push(Seq(from), Seq(to)));
            let mut options = Options {
                timestamps: stamp.map(|(value, echo)| Timestamps { value, echo }),
                sack,
                sender_window: NonZeroU8::new(window),
                syn: SynOptions { mss, window_scale, sack_permitted },
            };
            if let (true, Some((is_ect1, capable, marked))) = (blocks.len() < MAX_SACK_BLOCKS, counters) {
                options.set_marked_octets(MarkedOctets::new(is_ect1, capable, marked));
            }
            prop_assert_eq!(encoded(&options).len() as u64, options.octets());
        }
    }
}
