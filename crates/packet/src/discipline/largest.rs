//! The largest of many numbers that change: which queue has the most octets.

/// Numbers by index. A change is only noted; who asks for the largest pays for those since it was asked before, the
/// logarithm of how many numbers there are for each, at most.
#[derive(Clone, Debug, Default)]
pub(super) struct Largest {
    numbers: Vec<u64>,
    /// A tree of contests: entry `i` is the winner of entries `2i` and `2i + 1`, and from half of the entries on of
    /// two indices next to each other. Entry 1 is the winner of all.
    winners: Vec<u32>,
    /// The indices of the numbers that have changed, each once.
    changed: Vec<u32>,
    is_changed: Vec<bool>,
}

impl Largest {
    /// The lowest index of the largest number; `None` if all are 0.
    pub(super) fn index(&mut self) -> Option<u32> {
        while let Some(index) = self.changed.pop() {
            self.is_changed[index as usize] = false;
            self.settle(index);
        }
        let winner = *self.winners.get(1)?;
        (self.numbers[winner as usize] > 0).then_some(winner)
    }

    /// Number `index` becomes `number`; those that were never set are 0.
    #[inline]
    pub(super) fn set(&mut self, index: u32, number: u64) {
        let at = index as usize;
        if at >= self.numbers.len() {
            self.grow(at + 1);
        }
        self.numbers[at] = number;
        if !self.is_changed[at] {
            self.is_changed[at] = true;
            self.changed.push(index);
        }
    }

    /// Brings the contests up to date in which a number takes part.
    fn settle(&mut self, index: u32) {
        let mut entry = (self.numbers.len() + index as usize) / 2;
        while entry > 0 {
            let before = self.winners[entry];
            let winner = self.contest(entry);
            // What did not take part above before, and does not now, changes nothing there.
            if winner == before && winner != index {
                break;
            }
            self.winners[entry] = winner;
            entry /= 2;
        }
    }

    /// The winner of an entry, by the winners below it.
    #[inline]
    fn contest(&self, entry: usize) -> u32 {
        let half = self.winners.len();
        let below = |entry: usize| if entry < half { self.winners[entry] } else { (entry - half) as u32 };
        let (left, right) = (below(2 * entry), below(2 * entry + 1));
        if self.numbers[left as usize] >= self.numbers[right as usize] { left } else { right }
    }

    /// Makes room for `count` numbers: for a power of two of them.
    fn grow(&mut self, count: usize) {
        let size = count.next_power_of_two().max(2);
        self.numbers.resize(size, 0);
        self.is_changed.resize(size, false);
        self.winners = vec![0; size];
        for entry in (1..size).rev() {
            self.winners[entry] = self.contest(entry);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn there_is_none_among_nothing() {
        let mut largest = Largest::default();
        assert_eq!(largest.index(), None);
        largest.set(3, 0);
        assert_eq!(largest.index(), None);
    }

    proptest! {
        #[test]
        fn the_first_of_the_largest_is_known_after_any_changes(
            changes in prop::collection::vec((0u32..20, 0u64..6, any::<bool>()), 1..200),
        ) {
            let mut largest = Largest::default();
            let mut numbers = [0u64; 20];
            for (index, number, is_asked) in changes {
                largest.set(index, number);
                numbers[index as usize] = number;
                if !is_asked {
                    continue;
                }
                let most = numbers.iter().copied().max().unwrap();
                let first = numbers.iter().position(|&number| number == most).unwrap() as u32;
                prop_assert_eq!(largest.index(), (most > 0).then_some(first));
            }
        }
    }
}
