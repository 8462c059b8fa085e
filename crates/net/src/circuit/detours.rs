//! Detours: the circuits on which hosts send instead of the usual ones, each since an instant.

use std::collections::BTreeMap;

use cellwise_units::Time;

use crate::data::ids::CircuitId;

/// The circuits, by the usual one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Detours {
    /// Each with the instant since which it is taken, in the order of time.
    of: BTreeMap<CircuitId, Vec<(Time, CircuitId)>>,
}

impl Detours {
    /// Has a circuit, which may be the usual one, be taken since an instant, later than all before.
    pub(crate) fn add(&mut self, usual: CircuitId, from: Time, circuit: CircuitId) {
        self.of.entry(usual).or_default().push((from, circuit));
    }

    /// The circuit that is taken instead of a usual one for what is sent at `now`.
    #[inline]
    pub(crate) fn at(&self, usual: CircuitId, now: Time) -> CircuitId {
        if self.of.is_empty() { usual } else { self.look_up(usual, now) }
    }

    #[cold]
    fn look_up(&self, usual: CircuitId, now: Time) -> CircuitId {
        let list = self.of.get(&usual).map_or(&[][..], Vec::as_slice);
        let begun = list.partition_point(|(from, _)| *from <= now);
        begun.checked_sub(1).map_or(usual, |last| list[last].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circuit_is_taken_from_its_instant_on() {
        let [usual, other, further] = [3, 8, 9].map(CircuitId::new);
        let mut detours = Detours::default();
        let ms = |ms: u64| Time::from_ps(ms * 1_000_000_000);
        assert_eq!(detours.at(usual, ms(5)), usual);
        detours.add(usual, ms(5), other);
        detours.add(usual, ms(7), usual);
        detours.add(usual, ms(9), further);
        let taken = [4, 5, 6, 7, 8, 9, 10].map(|at| detours.at(usual, ms(at)));
        assert_eq!(taken, [usual, other, other, usual, usual, further, further]);
        assert_eq!(detours.at(further, ms(9)), further);
    }
}
