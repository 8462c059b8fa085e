//! The circuits on which hosts send instead of the usual ones: each since an instant, around links that are down; and for
//! flows of a transport outside.

use std::collections::BTreeMap;

use cellwise_scenario::WAYS_OUTSIDE;
use cellwise_units::Time;

use crate::data::ids::CircuitId;

/// The circuits, by the usual one.
#[derive(Clone, Debug, Default)]
pub(crate) struct OtherWays {
    /// Each with the instant since which it is taken, in the order of time.
    detours: BTreeMap<CircuitId, Vec<(Time, CircuitId)>>,
    /// One of these for each flow outside.
    spread: BTreeMap<CircuitId, [CircuitId; WAYS_OUTSIDE]>,
}

impl OtherWays {
    /// Has a circuit, which may be the usual one, be taken since an instant, later than all before.
    pub(crate) fn add_detour(&mut self, usual: CircuitId, from: Time, circuit: CircuitId) {
        self.detours.entry(usual).or_default().push((from, circuit));
    }

    /// The circuit that is taken instead of a usual one for what is sent at `now`.
    #[inline]
    pub(crate) fn at(&self, usual: CircuitId, now: Time) -> CircuitId {
        if self.detours.is_empty() { usual } else { self.look_up(usual, now) }
    }

    #[cold]
    fn look_up(&self, usual: CircuitId, now: Time) -> CircuitId {
        let list = self.detours.get(&usual).map_or(&[][..], Vec::as_slice);
        let begun = list.partition_point(|(from, _)| *from <= now);
        begun.checked_sub(1).map_or(usual, |last| list[last].1)
    }

    /// Has the flows outside of a port be spread over circuits, any of which may be the usual one.
    pub(crate) fn spread(&mut self, usual: CircuitId, circuits: [CircuitId; WAYS_OUTSIDE]) {
        self.spread.insert(usual, circuits);
    }

    /// The circuit that a flow outside takes instead of a usual one. Flow 0 is the one that a port has by itself.
    pub(crate) fn of_outside(&self, usual: CircuitId, flow: u32) -> CircuitId {
        match self.spread.get(&usual) {
            Some(circuits) if flow > 0 => circuits[way_of(flow)],
            _ => usual,
        }
    }
}

/// Which of the ways a flow outside takes. Numbers in a row, as programs count flows, are spread as any others.
fn way_of(flow: u32) -> usize {
    (u64::from(flow).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - WAYS_OUTSIDE.ilog2())) as usize
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_circuit_is_taken_from_its_instant_on() {
        let [usual, other, further] = [3, 8, 9].map(CircuitId::new);
        let mut detours = OtherWays::default();
        let ms = |ms: u64| Time::from_ps(ms * 1_000_000_000);
        assert_eq!(detours.at(usual, ms(5)), usual);
        detours.add_detour(usual, ms(5), other);
        detours.add_detour(usual, ms(7), usual);
        detours.add_detour(usual, ms(9), further);
        let taken = [4, 5, 6, 7, 8, 9, 10].map(|at| detours.at(usual, ms(at)));
        assert_eq!(taken, [usual, other, other, usual, usual, further, further]);
        assert_eq!(detours.at(further, ms(9)), further);
    }

    #[test]
    fn flows_outside_are_spread_but_not_the_one_of_the_port_itself() {
        let usual = CircuitId::new(0);
        let mut ways = OtherWays::default();
        assert_eq!(ways.of_outside(usual, 7), usual);
        ways.spread(usual, std::array::from_fn(|way| CircuitId::new(way as u32)));
        assert_eq!(ways.of_outside(usual, 0), usual);
        let taken: BTreeSet<CircuitId> = (1..=1000).map(|flow| ways.of_outside(usual, flow)).collect();
        assert_eq!(taken.len(), WAYS_OUTSIDE);
    }
}
