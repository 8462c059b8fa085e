//! The options of a TCP header as the two ends exchange them, and the octets they take.
//!
//! Source: RFC 9293 3.1 (maximum segment size), RFC 7323 (window scale, timestamps), RFC 2018
//! (selective acknowledgment). Both ends of a connection have the same settings, so what a SYN
//! offers is always agreed; only its length matters.

use std::num::NonZeroU8;

use crate::seq::Seq;

/// The most blocks that the option space holds; three beside timestamps.
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

/// The blocks of a selective acknowledgment: the first holds what arrived last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SackBlocks {
    count: u8,
    blocks: [(Seq, Seq); MAX_SACK_BLOCKS],
}

impl SackBlocks {
    /// Adds a block from its first octet to the one after its last; one too many is left out.
    pub fn push(&mut self, start: Seq, end: Seq) {
        if let Some(block) = self.blocks.get_mut(usize::from(self.count)) {
            *block = (start, end);
            self.count += 1;
        }
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
        timestamps + sack + window + 4 * syn
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
