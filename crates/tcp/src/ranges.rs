//! Ranges of octets: the receiver's out-of-order queue, and the sender's scoreboard of octets acknowledged
//! selectively.
//!
//! Ranges are disjoint, apart, and in order, so the first is the one that a filled hole may reach.

/// Ranges of octets, from the first to before the last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ranges {
    ranges: Vec<(u64, u64)>,
}

impl Ranges {
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Adds the octets from `start` to before `end`; returns how many of them are new.
    pub(crate) fn insert(&mut self, start: u64, end: u64) -> u64 {
        if start >= end {
            return 0;
        }
        let held = self.octets();
        // The ranges that the new one touches or overlaps.
        let first = self.ranges.partition_point(|range| range.1 < start);
        let beyond = self.ranges.partition_point(|range| range.0 <= end);
        if first == beyond {
            self.ranges.insert(first, (start, end));
            return end - start;
        }
        let merged = (start.min(self.ranges[first].0), end.max(self.ranges[beyond - 1].1));
        self.ranges[first] = merged;
        self.ranges.drain(first + 1..beyond);
        self.octets() - held
    }

    /// Removes what continues at `next`; returns the octet where it ends.
    pub(crate) fn take_from(&mut self, next: u64) -> u64 {
        let reached = self.ranges.partition_point(|range| range.0 <= next);
        self.ranges.drain(..reached).map(|range| range.1).fold(next, u64::max)
    }

    /// The ranges, in order.
    #[inline]
    pub(crate) fn as_slice(&self) -> &[(u64, u64)] {
        &self.ranges
    }

    /// Removes all.
    pub(crate) fn clear(&mut self) {
        self.ranges.clear();
    }

    /// The range that holds an octet.
    pub(crate) fn holding(&self, octet: u64) -> Option<(u64, u64)> {
        let after = self.ranges.partition_point(|range| range.0 <= octet);
        let candidate = self.ranges[..after].last().copied();
        candidate.filter(|range| octet < range.1)
    }

    /// Where the first range begins that lies at an octet or beyond it.
    pub(crate) fn next_start(&self, octet: u64) -> Option<u64> {
        let after = self.ranges.partition_point(|range| range.0 < octet);
        self.ranges.get(after).map(|range| range.0)
    }

    /// The octet after the last one.
    pub(crate) fn end(&self) -> Option<u64> {
        self.ranges.last().map(|range| range.1)
    }

    /// The octets held.
    pub(crate) fn octets(&self) -> u64 {
        self.ranges.iter().map(|range| range.1 - range.0).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_filled_hole_joins_its_neighbours() {
        let mut queue = Ranges::default();
        assert_eq!(queue.insert(10, 20), 10);
        assert_eq!(queue.insert(30, 40), 10);
        assert_eq!(queue.insert(15, 32), 10);
        assert_eq!(queue.ranges, [(10, 40)]);
        assert_eq!(queue.take_from(9), 9);
        assert_eq!(queue.take_from(10), 40);
        assert!(queue.is_empty());
    }

    proptest! {
        #[test]
        fn it_holds_the_octets_that_a_set_would_hold(
            pieces in prop::collection::vec((0u64..60, 0u64..12), 1..30), next in 0u64..60,
        ) {
            let mut queue = Ranges::default();
            let mut set = BTreeSet::new();
            for (start, len) in pieces {
                let before = set.len();
                set.extend(start..start + len);
                prop_assert_eq!(queue.insert(start, start + len), (set.len() - before) as u64);
                prop_assert!(queue.ranges.windows(2).all(|pair| pair[0].1 < pair[1].0));
            }
            for octet in 0..80 {
                let holding = queue.holding(octet);
                prop_assert_eq!(holding.is_some(), set.contains(&octet));
                prop_assert!(holding.is_none_or(|range| (range.0..range.1).contains(&octet)));
                let start = (octet..80).find(|at| set.contains(at) && (*at == 0 || !set.contains(&(at - 1))));
                prop_assert_eq!(queue.next_start(octet), start);
            }
            prop_assert_eq!(queue.end(), set.last().map(|octet| octet + 1));
            let end = (next..).find(|octet| !set.contains(octet)).unwrap_or(next);
            prop_assert_eq!(queue.take_from(next), end);
            prop_assert!(queue.ranges.iter().all(|range| range.0 > end));
        }
    }
}
