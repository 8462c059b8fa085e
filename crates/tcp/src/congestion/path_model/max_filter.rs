//! The greatest value of the last so many rounds or cycles.
//!
//! Exact, where Linux's filter of three values may forget the second greatest. State: values that are greater than all
//! that came after them, one for each round or cycle at most.

use std::collections::VecDeque;

/// The filter.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct MaxFilter {
    values: VecDeque<(u64, f64)>,
}

impl MaxFilter {
    /// Takes a value of round `at`, of which the last `length` count.
    pub(in super::super) fn take(&mut self, at: u64, length: u64, value: f64) {
        self.forget(at, length);
        // It would be forgotten with the greater one of its own round.
        if self.values.back().is_some_and(|&(then, last)| then == at && last >= value) {
            return;
        }
        while self.values.back().is_some_and(|(_, last)| *last <= value) {
            self.values.pop_back();
        }
        self.values.push_back((at, value));
    }

    /// Forgets what came more than `length` rounds before `at`.
    pub(in super::super) fn forget(&mut self, at: u64, length: u64) {
        while self.values.front().is_some_and(|(then, _)| then + length <= at) {
            self.values.pop_front();
        }
    }

    /// The greatest; 0 before the first.
    pub(in super::super) fn greatest(&self) -> f64 {
        self.values.front().map_or(0.0, |(_, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greatest_of_the_last_three_rounds_counts() {
        let mut filter = MaxFilter::default();
        let greatest: Vec<_> = [(0, 5.0), (1, 3.0), (1, 4.0), (2, 2.0), (3, 1.0), (4, 1.0), (5, 7.0)]
            .into_iter()
            .map(|(at, value)| {
                filter.take(at, 3, value);
                filter.greatest()
            })
            .collect();
        assert_eq!(greatest, [5.0, 5.0, 5.0, 5.0, 4.0, 2.0, 7.0]);
    }
}
