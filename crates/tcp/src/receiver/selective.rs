//! Which blocks a selective acknowledgment reports.
//!
//! Source: RFC 2018 section 4: the first block holds the segment that arrived last, the others those
//! that were reported most recently. State: one octet of each block, the latest first.

use crate::options::{MAX_SACK_BLOCKS, SackBlocks};
use crate::ranges::Ranges;
use crate::seq::Seq;

/// The order in which blocks are reported.
#[derive(Clone, Debug)]
pub(super) struct Reporter {
    latest: Vec<u64>,
    most: usize,
    pub(super) reports_duplicates: bool,
    /// The duplicate to report next, once.
    pub(super) duplicate: Option<(u64, u64)>,
}

impl Reporter {
    /// A reporter with so many other options, timestamps or counters of octets; each leaves room for one block less.
    // spec: rfc2018 3
    pub(super) fn new(beside: usize, reports_duplicates: bool) -> Self {
        let most = MAX_SACK_BLOCKS - beside;
        Self { latest: Vec::new(), most, reports_duplicates, duplicate: None }
    }

    /// Takes note that a segment from octet `start` on has arrived in a queue, and what that left.
    pub(super) fn on_arrival(&mut self, start: u64, queue: &Ranges) {
        let block = queue.holding(start);
        let elsewhere =
            |octet: &u64| queue.holding(*octet).is_some_and(|range| block.is_none_or(|block| block != range));
        self.latest.retain(elsewhere);
        if block.is_some() {
            self.latest.insert(0, start);
        }
    }

    /// Octets of the option that reports them.
    pub(super) fn octets(&self, queue: &Ranges) -> u64 {
        let held = self.latest.iter().filter(|octet| queue.holding(**octet).is_some()).count();
        let blocks = (held + usize::from(self.duplicate.is_some())).min(self.most);
        if blocks == 0 { 0 } else { SackBlocks::octets_of(blocks as u64) }
    }

    /// Whether there are blocks of a queue to report.
    #[inline]
    pub(super) fn has_blocks(&self, queue: &Ranges) -> bool {
        self.duplicate.is_some() || !queue.is_empty()
    }

    /// The blocks to report.
    // spec: rfc2883 4: a duplicate comes first, once
    pub(super) fn blocks(&mut self, queue: &Ranges, initial_seq: Seq) -> SackBlocks {
        let mut blocks = SackBlocks::default();
        let ranges = self
            .duplicate
            .take()
            .into_iter()
            .chain(self.latest.iter().filter_map(|octet| queue.holding(*octet)));
        for (start, end) in ranges.take(self.most) {
            blocks.push(initial_seq.plus(start), initial_seq.plus(end));
        }
        blocks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The blocks after segments of 500 octets have arrived at these offsets.
    fn after(starts: &[u64], timestamps: bool) -> Vec<(u32, u32)> {
        let (mut queue, mut reporter) = (Ranges::default(), Reporter::new(usize::from(timestamps), false));
        for start in starts {
            queue.insert(*start, start + 500);
            reporter.on_arrival(*start, &queue);
        }
        let blocks = reporter.blocks(&queue, Seq(0));
        blocks.as_slice().iter().map(|(start, end)| (start.0, end.0)).collect()
    }

    #[test]
    fn the_examples_of_rfc2018_come_out() {
        // Section 7, case 2: of eight segments of 500 octets from 5000 on the first is lost.
        assert_eq!(after(&[5500, 6000, 6500], false), [(5500, 7000)]);
        // Case 3: every second one is lost.
        assert_eq!(after(&[6000, 7000], false), [(7000, 7500), (6000, 6500)]);
        assert_eq!(after(&[6000, 7000, 8000], false), [(8000, 8500), (7000, 7500), (6000, 6500)]);
        // The fourth one is out of order.
        assert_eq!(after(&[6000, 7000, 8000, 6500], false), [(6000, 7500), (8000, 8500)]);
    }

    #[test]
    fn four_blocks_fit_and_three_beside_timestamps() {
        let starts = [1000, 2000, 3000, 4000, 5000];
        let blocks = [(5000, 5500), (4000, 4500), (3000, 3500), (2000, 2500)];
        assert_eq!(after(&starts, false), blocks);
        assert_eq!(after(&starts, true), blocks[..3]);
    }

    #[test]
    fn a_joined_block_is_reported_once_and_first() {
        assert_eq!(after(&[1000, 2000, 3000, 1500], false), [(1000, 2500), (3000, 3500)]);
    }
}
