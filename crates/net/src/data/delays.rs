//! The delays of packets that a circuit brings to their destination, by flow.

use super::classes::Classes;
use crate::data::ids::FlowId;

/// From handover by the transport to the end of reassembly, over the frames of a flow that arrived whole.
#[derive(Clone, Debug)]
pub(crate) struct Delays {
    pub(crate) count: u64,
    pub(crate) sum_ps: u128,
    pub(crate) least_ps: u64,
    pub(crate) most_ps: u64,
    /// In nanoseconds.
    classes: Classes,
}

impl Default for Delays {
    fn default() -> Self {
        Self { count: 0, sum_ps: 0, least_ps: u64::MAX, most_ps: 0, classes: Classes::default() }
    }
}

impl Delays {
    #[inline(always)]
    pub(crate) fn record(&mut self, ps: u64) {
        self.count += 1;
        self.sum_ps += u128::from(ps);
        self.least_ps = self.least_ps.min(ps);
        self.most_ps = self.most_ps.max(ps);
        self.classes.record((ps / 1000).max(1));
    }

    /// Counts those of another flow in.
    pub(crate) fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.sum_ps += other.sum_ps;
        self.least_ps = self.least_ps.min(other.least_ps);
        self.most_ps = self.most_ps.max(other.most_ps);
        self.classes.add(&other.classes);
    }

    /// The classes of delays, in nanoseconds.
    pub(crate) fn classes(&self) -> &Classes {
        &self.classes
    }

    /// A quantile in seconds, to two significant digits; not-a-number if there are no delays.
    pub(crate) fn quantile_s(&self, quantile: f64) -> f64 {
        let Some(found_ns) = self.classes.quantile(quantile) else { return f64::NAN };
        // The classes give their upper ends; their values are never beyond the extremes, which are exact.
        let found = (found_ns as f64 / 1e9).max(self.least_ps as f64 / 1e12);
        found.min(self.most_ps as f64 / 1e12)
    }
}

/// Delays by flow.
#[derive(Clone, Debug, Default)]
pub(crate) struct DelaysByFlow {
    /// In the order of the flows.
    kept: Vec<(FlowId, Delays)>,
}

impl DelaysByFlow {
    /// Keeps those of a flow, which comes after all that are kept already.
    pub(crate) fn add_flow(&mut self, flow: FlowId) {
        debug_assert!(self.kept.last().is_none_or(|(last, _)| *last < flow), "flows come in order");
        // Most connections have one flow, for which `push` would take room for four.
        self.kept.reserve_exact(usize::from(self.kept.is_empty()));
        self.kept.push((flow, Delays::default()));
    }

    /// Counts the delay of a packet, unless its flow's are not kept here: it acknowledges data that arrive
    /// elsewhere, or is on its way to a router.
    #[inline]
    pub(crate) fn record(&mut self, flow: FlowId, ps: u64) {
        // Most connections have one flow.
        let place = match &self.kept[..] {
            [] => return,
            [(only, _)] if *only == flow => 0,
            _ => match self.place_of(flow) {
                Some(place) => place,
                None => return,
            },
        };
        self.kept[place].1.record(ps);
    }

    pub(crate) fn of(&self, flow: FlowId) -> Option<&Delays> {
        self.place_of(flow).map(|place| &self.kept[place].1)
    }

    fn place_of(&self, flow: FlowId) -> Option<usize> {
        self.kept.binary_search_by_key(&flow, |(kept, _)| *kept).ok()
    }

    /// Forgets what was counted, but not the flows.
    pub(crate) fn clear(&mut self) {
        self.kept.iter_mut().for_each(|(_, delays)| *delays = Delays::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_are_kept_to_the_picosecond() {
        let mut delays = Delays::default();
        for ps in [5, 3, 10] {
            delays.record(ps);
        }
        assert_eq!(delays.classes.quantile(0.5), Some(1), "nanoseconds, at least 1");
        let exact = (delays.count, delays.sum_ps, delays.least_ps, delays.most_ps);
        assert_eq!(exact, (3, 18, 3, 10));
    }

    #[test]
    fn quantiles_of_delays_are_right_to_two_digits() {
        let mut delays = Delays::default();
        for ms in 1..=100 {
            delays.record(ms * 1_000_000_000);
        }
        for (quantile, ms) in [(0.5, 50.0), (0.95, 95.0), (0.99, 99.0)] {
            let found = delays.quantile_s(quantile) * 1e3;
            assert!((found - ms).abs() <= 0.01 * ms, "{found} ms instead of {ms} ms");
        }
    }

    #[test]
    fn a_quantile_is_never_beyond_the_extremes() {
        let mut delays = Delays::default();
        assert!(delays.quantile_s(0.5).is_nan());
        for ps in [83_104_000_000, 83_104_000_000, 83_200_000_001] {
            delays.record(ps);
        }
        assert!(delays.classes.quantile(0.99) > Some(83_200_000), "its class ends later");
        assert!((delays.quantile_s(0.99) - 0.083_200_000_001).abs() < 1e-15);
        assert!(delays.quantile_s(0.01) >= 0.083_104);
    }

    #[test]
    fn each_flow_has_its_own_and_others_are_not_counted() {
        let mut delays = DelaysByFlow::default();
        let id = FlowId::new;
        delays.record(id(2), 7);
        delays.add_flow(id(2));
        delays.record(id(3), 7);
        delays.record(id(2), 5);
        delays.add_flow(id(4));
        for (flow, ps) in [(4, 9), (3, 8), (2, 6), (5, 1)] {
            delays.record(id(flow), ps);
        }
        let sums = [2, 3, 4].map(|flow| delays.of(id(flow)).map(|delays| (delays.count, delays.sum_ps)));
        assert_eq!(sums, [Some((2, 11)), None, Some((1, 9))]);
        delays.clear();
        assert_eq!(delays.of(id(4)).map(|delays| delays.count), Some(0));
    }

    #[test]
    fn of_several_flows_together_the_extremes_and_all_classes_count() {
        let [mut one, mut other] = [Delays::default(), Delays::default()];
        [3_000, 5_000].into_iter().for_each(|ps| one.record(ps));
        other.record(1_000_000_000);
        one.add(&other);
        assert_eq!((one.count, one.least_ps, one.most_ps), (3, 3_000, 1_000_000_000));
        assert_eq!(
            (one.sum_ps, one.classes.recorded().map(|(_, _, count)| count).sum::<u64>()),
            (1_000_008_000, 3)
        );
        let none = Delays::default();
        one.add(&none);
        assert_eq!((one.count, one.least_ps), (3, 3_000));
    }
}
