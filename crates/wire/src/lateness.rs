//! How late packets left: the measure of whether a run in real time can be believed.

use hdrhistogram::Histogram;

use cellwise_units::Span;

/// What is later than this counts as this late, in ns.
const MOST_NS: u64 = 60_000_000_000;
/// A bucket is at most a thousandth wide.
const DIGITS: u8 = 3;
const MILLISECOND_NS: u64 = 1_000_000;
const PS_PER_NS: u64 = 1_000;

/// How late packets left, in buckets of equal ratio; its memory does not grow.
#[derive(Clone, Debug)]
pub struct Lateness {
    late_ns: Histogram<u64>,
    cell: Span,
    beyond_a_cell: u64,
    beyond_a_millisecond: u64,
}

/// Its report, in microseconds and shares from 0 to 1. All 0 if nothing left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Table {
    /// How many packets left.
    pub packets: u64,
    /// So late were half of them at most.
    pub p50_us: f64,
    /// So late were 90 % at most.
    pub p90_us: f64,
    /// So late were 99 % at most.
    pub p99_us: f64,
    /// So late were 99.9 % at most.
    pub p999_us: f64,
    /// The latest.
    pub max_us: f64,
    /// The share that was late by more than one cell, or the shortest packet, at the bottleneck.
    pub beyond_a_cell: f64,
    /// The share that was late by more than a millisecond.
    pub beyond_a_millisecond: f64,
}

impl Lateness {
    /// Nothing has left yet. A cell at the bottleneck takes so long.
    ///
    /// # Panics
    /// Never: the bounds are those of a histogram.
    #[must_use]
    pub fn new(cell: Span) -> Self {
        let late_ns = Histogram::new_with_bounds(1, MOST_NS, DIGITS).expect("bounds of a histogram");
        Self { late_ns, cell, beyond_a_cell: 0, beyond_a_millisecond: 0 }
    }

    /// A packet left so much later than it was due.
    pub fn note(&mut self, late: Span) {
        let late_ns = late.get() / PS_PER_NS;
        self.late_ns.saturating_record(late_ns);
        self.beyond_a_cell += u64::from(late > self.cell);
        self.beyond_a_millisecond += u64::from(late_ns > MILLISECOND_NS);
    }

    /// Its report.
    #[must_use]
    pub fn table(&self) -> Table {
        let packets = self.late_ns.len();
        if packets == 0 {
            return Table::default();
        }
        let at = |share: f64| us(self.late_ns.value_at_quantile(share).min(self.late_ns.max()));
        let share = |count: u64| count as f64 / packets as f64;
        Table {
            packets,
            p50_us: at(0.5),
            p90_us: at(0.9),
            p99_us: at(0.99),
            p999_us: at(0.999),
            max_us: us(self.late_ns.max()),
            beyond_a_cell: share(self.beyond_a_cell),
            beyond_a_millisecond: share(self.beyond_a_millisecond),
        }
    }
}

fn us(ns: u64) -> f64 {
    ns as f64 / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    fn late(ns: impl IntoIterator<Item = u64>) -> Table {
        let mut lateness = Lateness::new(Span::from_ps(2_000 * PS_PER_NS));
        ns.into_iter().for_each(|one| lateness.note(Span::from_ps(one * PS_PER_NS)));
        lateness.table()
    }

    #[test]
    fn nothing_that_left_is_a_table_of_zeros() {
        assert_eq!(late([]), Table::default());
    }

    #[test]
    fn percentiles_are_those_of_what_was_noted_to_a_thousandth() {
        let table = late((1..=10_000).map(|step| step * 100));
        let wanted =
            [(table.p50_us, 500.0), (table.p90_us, 900.0), (table.p99_us, 990.0), (table.p999_us, 999.0)];
        for (found, wanted) in wanted {
            assert!((found - wanted).abs() <= wanted * 1e-3, "{found} {wanted}");
        }
        assert_eq!((table.packets, table.beyond_a_millisecond), (10_000, 0.0));
        // 21 to 10 000 steps of 100 ns are more than 2 us.
        assert_eq!(table.beyond_a_cell, 0.998);
    }

    #[test]
    fn what_is_late_beyond_all_bounds_is_counted() {
        let table = late([0, 1_000_000, 1_000_001, u64::MAX / PS_PER_NS]);
        assert_eq!((table.packets, table.beyond_a_cell, table.beyond_a_millisecond), (4, 0.75, 0.5));
        assert!(table.max_us >= 60e6);
    }
}
