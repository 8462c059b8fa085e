//! Classes of delays: how many were how long, to two significant digits.
//!
//! Source: the classes of HdrHistogram with two significant digits; a test compares them. Each power of two from 256 on
//! has 128 classes of one width, and below that each number has its own, so that finding a class takes a shift.

/// Classes of a power of two, and its logarithm.
const HALF: u64 = 128;
const HALF_BITS: u32 = 7;

/// How many values each class has.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    counts: Vec<u32>,
}

impl Classes {
    /// Counts a value.
    #[inline]
    pub(super) fn record(&mut self, value: u64) {
        let class = class_of(value);
        if class >= self.counts.len() {
            self.counts.resize(class + 1, 0);
        }
        self.counts[class] = self.counts[class].saturating_add(1);
    }

    /// Counts the values of others in.
    pub(super) fn add(&mut self, other: &Self) {
        if other.counts.len() > self.counts.len() {
            self.counts.resize(other.counts.len(), 0);
        }
        for (own, more) in self.counts.iter_mut().zip(&other.counts) {
            *own = own.saturating_add(*more);
        }
    }

    /// The classes with values, in order: the least value, the largest, and how many there are.
    pub(crate) fn recorded(&self) -> impl Iterator<Item = (u64, u64, u64)> + '_ {
        let counted = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        counted.map(|(class, &count)| (least_of(class), least_of(class + 1) - 1, u64::from(count)))
    }

    /// The largest value of the class in which a quantile is; `None` if there are no values.
    pub(super) fn quantile(&self, quantile: f64) -> Option<u64> {
        let all: u64 = self.counts.iter().map(|&count| u64::from(count)).sum();
        let wanted = ((quantile * all as f64).ceil() as u64).max(1);
        let mut before = 0;
        let mut classes = self.recorded();
        let reaches = |(_, _, count): &(u64, u64, u64)| {
            before += count;
            before >= wanted
        };
        classes.find(reaches).map(|(_, largest, _)| largest)
    }
}

/// The class of a value.
#[inline]
fn class_of(value: u64) -> usize {
    let width_bits = (u64::BITS - (value | (2 * HALF - 1)).leading_zeros()) - HALF_BITS - 1;
    ((u64::from(width_bits) << HALF_BITS) + (value >> width_bits)) as usize
}

/// The least value of a class.
fn least_of(class: usize) -> u64 {
    let class = class as u64;
    if class < 2 * HALF {
        return class;
    }
    let width_bits = (class >> HALF_BITS) - 1;
    (HALF + class % HALF) << width_bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use hdrhistogram::Histogram;
    use proptest::prelude::*;

    /// Any value that is a delay in nanoseconds, each size alike.
    fn values() -> impl Strategy<Value = u64> {
        (0u32..54, any::<u64>()).prop_map(|(bits, value)| (value >> (10 + bits)).max(1))
    }

    proptest! {
        #[test]
        fn classes_and_quantiles_are_those_of_hdrhistogram(
            ones in prop::collection::vec(values(), 0..60), others in prop::collection::vec(values(), 0..60),
        ) {
            let (mut classes, mut more) = (Classes::default(), Classes::default());
            ones.iter().for_each(|&value| classes.record(value));
            others.iter().for_each(|&value| more.record(value));
            classes.add(&more);
            let mut known = Histogram::<u32>::new(2).unwrap();
            ones.iter().chain(&others).for_each(|&value| known.record(value).unwrap());
            let expected: Vec<(u64, u64, u64)> = known
                .iter_recorded()
                .map(|class| {
                    let at = class.value_iterated_to();
                    (known.lowest_equivalent(at), known.highest_equivalent(at), class.count_since_last_iteration())
                })
                .collect();
            prop_assert_eq!(classes.recorded().collect::<Vec<_>>(), expected);
            for quantile in [0.01, 0.25, 0.5, 0.95, 0.99, 1.0] {
                let expected = (!known.is_empty()).then(|| known.value_at_quantile(quantile));
                prop_assert_eq!(classes.quantile(quantile), expected, "{}", quantile);
            }
        }
    }
}
