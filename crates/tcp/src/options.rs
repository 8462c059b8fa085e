//! The options of a TCP header as the two ends exchange them, and the octets they take.
//!
//! Source: RFC 9293 3.1 (maximum segment size), RFC 7323 (window scale, timestamps), RFC 2018
//! (selective acknowledgment). Both ends of a connection have the same settings, so what a SYN
//! offers is always agreed; only its length matters.

use std::num::NonZeroU8;

use cellwise_packet::Codepoint;

use crate::seq::Seq;

/// The most blocks that the option space holds; three with timestamps.
// spec: rfc2018 3
pub const MAX_SACK_BLOCKS: usize = 4;
/// Octets of the timestamps option with the two NOPs that align it.
// spec: rfc7323 appendix a
pub(crate) const TIMESTAMPS_OCTETS: u64 = 12;

/// Octets of the option that announces the sender's window: kind, length, one octet, and the NOP that
/// aligns it.
pub(crate) const SENDER_WINDOW_OCTETS: u64 = 4;

/// The timestamps option, in ticks of its sender's timestamp clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timestamps {
    /// The clock of the end that sends the segment (TSval).
    pub value: u32,
    /// The value of the other end that it echoes (TSecr).
    pub echo: u32,
}

/// What is kept in the last place of [`SackBlocks`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Last {
    /// A block like the others, or nothing.
    #[default]
    Block,
    /// Counters of octets, the first of them of ECT(0).
    Ect0,
    /// Counters of octets, the first of them of ECT(1).
    Ect1,
}

/// The blocks of a selective acknowledgment: the first holds what arrived last.
///
/// Counters of octets are kept instead of the last block, as their option takes the room of one in the header: so
/// segments with them need no more memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SackBlocks {
    count: u8,
    last: Last,
    blocks: [(Seq, Seq); MAX_SACK_BLOCKS],
}

impl SackBlocks {
    /// Adds a block from its first octet to the one after its last; one too many is left out.
    pub fn push(&mut self, start: Seq, end: Seq) {
        let room = MAX_SACK_BLOCKS - usize::from(self.last != Last::Block);
        if let Some(block) = self.blocks[..room].get_mut(usize::from(self.count)) {
            *block = (start, end);
            self.count += 1;
        }
    }

    const fn marked_octets(&self) -> Option<MarkedOctets> {
        let (Seq(capable), Seq(marked)) = self.blocks[MAX_SACK_BLOCKS - 1];
        match self.last {
            Last::Block => None,
            Last::Ect0 => Some(MarkedOctets { is_ect1: false, capable, marked }),
            Last::Ect1 => Some(MarkedOctets { is_ect1: true, capable, marked }),
        }
    }

    fn set_marked_octets(&mut self, counters: MarkedOctets) {
        let MarkedOctets { is_ect1, capable, marked } = counters;
        assert!(
            usize::from(self.count) < MAX_SACK_BLOCKS,
            "the options have room for a block or for counters"
        );
        self.last = if is_ect1 { Last::Ect1 } else { Last::Ect0 };
        self.blocks[MAX_SACK_BLOCKS - 1] = (Seq(capable), Seq(marked));
    }

    /// Puts the blocks in ascending order; both numbers are those of [`Seq::offset`].
    pub(crate) fn sort(&mut self, initial: Seq, near: u64) {
        self.blocks[..usize::from(self.count)].sort_unstable_by_key(|block| block.0.offset(initial, near));
    }

    /// The blocks, in the order of the option.
    #[must_use]
    pub fn as_slice(&self) -> &[(Seq, Seq)] {
        &self.blocks[..usize::from(self.count)]
    }

    /// Octets of the option in the header, aligned by NOPs.
    #[inline]
    #[must_use]
    pub const fn octets(&self) -> u64 {
        if self.is_empty() { 0 } else { Self::octets_of(self.count as u64) }
    }

    /// Octets of the option with so many blocks, at least one.
    pub(crate) const fn octets_of(blocks: u64) -> u64 {
        4 + 8 * blocks
    }

    /// Whether there is no block, so no option.
    #[inline]
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// Octets of the option with counters of octets: kind, length, and two counters.
// spec: rfc9768 3.2.3
pub(crate) const MARKED_OCTETS_OCTETS: u64 = 8;

/// The option of accurate feedback of congestion marks with the two counters that can have changed: octets of data that have
/// come with ECT(0) or ECT(1), and octets that have come marked, each modulo 2^24.
// spec: rfc9768 3.2.3
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedOctets {
    is_ect1: bool,
    capable: u32,
    marked: u32,
}

impl MarkedOctets {
    /// What the counters count up to.
    const MASK: u32 = (1 << 24) - 1;

    /// Counters of all that has come, with ECT(1) or, if it does not say so, with ECT(0), and marked.
    #[must_use]
    pub const fn new(is_ect1: bool, capable: u64, marked: u64) -> Self {
        Self { is_ect1, capable: capable as u32 & Self::MASK, marked: marked as u32 & Self::MASK }
    }

    /// The codepoint of the first counter: [`Codepoint::Ect0`] or [`Codepoint::Ect1`]. It decides the option's kind.
    #[must_use]
    pub const fn first(self) -> Codepoint {
        if self.is_ect1 { Codepoint::Ect1 } else { Codepoint::Ect0 }
    }

    /// The counter of octets that could be marked and were not.
    #[must_use]
    pub const fn capable(self) -> u32 {
        self.capable
    }

    /// The counter of octets that were marked.
    #[must_use]
    pub const fn marked(self) -> u32 {
        self.marked
    }

    /// How much the counter of marked octets has grown since it was `before`, and the greatest known value. Where it
    /// would have grown by more than half of its range, the option is older than the known value.
    pub(crate) const fn since(self, before: u32) -> (u64, u32) {
        let grown = self.marked.wrapping_sub(before) & Self::MASK;
        if grown > Self::MASK / 2 { (0, before) } else { (grown as u64, self.marked) }
    }
}

/// The options that only a SYN carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SynOptions {
    /// Maximum segment size.
    pub mss: bool,
    /// Window scale.
    pub window_scale: bool,
    /// Selective acknowledgment is permitted.
    pub sack_permitted: bool,
}

/// The options of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Timestamps, if the connection uses them.
    pub timestamps: Option<Timestamps>,
    /// What has arrived beyond a hole.
    pub sack: SackBlocks,
    /// The window of the end that sends data, in segments up to 255, if acknowledgments are under
    /// congestion control.
    pub sender_window: Option<NonZeroU8>,
    /// The options of a SYN; none on other segments.
    pub syn: SynOptions,
}

impl Options {
    /// Octets of the options in the header, a multiple of 4: each is aligned by NOPs.
    ///
    /// The permission to acknowledge selectively takes the place of the timestamps' NOPs where
    /// there are timestamps.
    #[inline]
    #[must_use]
    pub fn octets(&self) -> u64 {
        let timestamps = if self.timestamps.is_some() { TIMESTAMPS_OCTETS } else { 0 };
        let sack = self.sack.octets();
        let permitted = self.syn.sack_permitted && self.timestamps.is_none();
        let syn = u64::from(self.syn.mss) + u64::from(self.syn.window_scale) + u64::from(permitted);
        let window = if self.sender_window.is_some() { SENDER_WINDOW_OCTETS } else { 0 };
        let marked = if self.marked_octets().is_some() { MARKED_OCTETS_OCTETS } else { 0 };
        timestamps + sack + window + marked + 4 * syn
    }

    /// Counters of octets that have come marked, with accurate feedback of marks.
    #[inline]
    #[must_use]
    pub const fn marked_octets(&self) -> Option<MarkedOctets> {
        self.sack.marked_octets()
    }

    /// Adds counters of octets that have come marked.
    ///
    /// # Panics
    ///
    /// If there are as many selective blocks as there can be: the option takes the room of one.
    pub fn set_marked_octets(&mut self, counters: MarkedOctets) {
        self.sack.set_marked_octets(counters);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fifth_block_does_not_fit() {
        let mut blocks = SackBlocks::default();
        for n in 0..5 {
            blocks.push(Seq(10 * n), Seq(10 * n + 5));
        }
        assert_eq!(blocks.as_slice().len(), MAX_SACK_BLOCKS);
        assert_eq!(blocks.as_slice()[3], (Seq(30), Seq(35)));
    }

    /// 12 octets of timestamps, 8 of counters and 4 + 2 x 8 of two blocks are 40; without timestamps three blocks are 36.
    // spec: rfc9768 3.2.3
    #[test]
    fn counters_of_octets_take_the_place_of_a_block() {
        let counters = MarkedOctets::new(true, 7, 9);
        let timestamps = Some(Timestamps { value: 1, echo: 0 });
        for (timestamps, blocks, octets) in [(timestamps, 2, 40), (None, 3, 36)] {
            let mut options = Options { timestamps, ..Options::default() };
            (0..blocks).for_each(|n| options.sack.push(Seq(10 * n), Seq(10 * n + 5)));
            options.set_marked_octets(counters);
            assert_eq!((options.octets(), options.marked_octets()), (octets, Some(counters)));
            assert_eq!(options.sack.as_slice().len(), blocks as usize);
        }
    }

    #[test]
    fn a_block_never_takes_the_place_of_counters() {
        let mut options = Options::default();
        options.set_marked_octets(MarkedOctets::new(false, 7, 9));
        (0..5).for_each(|n| options.sack.push(Seq(10 * n), Seq(10 * n + 5)));
        assert_eq!(options.sack.as_slice().len(), MAX_SACK_BLOCKS - 1);
        assert_eq!(options.marked_octets(), Some(MarkedOctets::new(false, 7, 9)));
    }

    #[test]
    #[should_panic(expected = "room for a block or for counters")]
    fn counters_beside_four_blocks_are_a_mistake_of_ours() {
        let mut options = Options::default();
        (0..4).for_each(|n| options.sack.push(Seq(10 * n), Seq(10 * n + 5)));
        options.set_marked_octets(MarkedOctets::new(false, 7, 9));
    }

    #[test]
    fn options_take_whole_words_as_stacks_align_them() {
        let timestamps = Some(Timestamps { value: 1, echo: 0 });
        let mut sack = SackBlocks::default();
        assert_eq!(Options::default().octets(), 0);
        assert_eq!(Options { timestamps, ..Options::default() }.octets(), 12);
        sack.push(Seq(0), Seq(1));
        sack.push(Seq(2), Seq(3));
        sack.push(Seq(4), Seq(5));
        assert_eq!(Options { sack, ..Options::default() }.octets(), 2 + 2 + 24);
        assert_eq!(Options { sack, timestamps, ..Options::default() }.octets(), 40, "the whole option space");
        let sender_window = NonZeroU8::new(9);
        assert_eq!(Options { sender_window, timestamps, ..Options::default() }.octets(), 16);
        let mut counted = Options { timestamps, ..Options::default() };
        counted.set_marked_octets(MarkedOctets::new(true, 1, 0));
        assert_eq!(counted.octets(), 20);
    }

    #[test]
    fn counters_of_octets_are_modulo_2_to_the_24() {
        let counters = MarkedOctets::new(true, (1 << 24) + 5, (3 << 24) + 7);
        assert_eq!((counters.first(), counters.capable(), counters.marked()), (Codepoint::Ect1, 5, 7));
        assert_eq!(MarkedOctets::new(false, 0, 0).first(), Codepoint::Ect0);
        assert_eq!(counters.since(4), (3, 7));
        assert_eq!(counters.since((1 << 24) - 3), (10, 7), "it has passed its greatest value");
        assert_eq!(counters.since(8), (0, 8), "it was overtaken");
    }

    #[test]
    fn the_options_of_a_syn_are_those_of_44bsd_and_of_linux() {
        let bsd = SynOptions { mss: true, window_scale: true, sack_permitted: false };
        let timestamps = Some(Timestamps { value: 1, echo: 0 });
        assert_eq!(Options { syn: bsd, timestamps, ..Options::default() }.octets(), 20);
        let linux = SynOptions { sack_permitted: true, ..bsd };
        assert_eq!(Options { syn: linux, timestamps, ..Options::default() }.octets(), 20);
        assert_eq!(Options { syn: linux, ..Options::default() }.octets(), 12);
    }
}
