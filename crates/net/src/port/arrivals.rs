//! The log of the cells that a port has taken and lost, for captures and watches.

use cellwise_atm::drop_policy::Verdict;
use cellwise_units::Time;

use super::Port;
use crate::capture::{Arrival, Arrivals};
use crate::ids::CircuitId;
use crate::train::Train;

impl Port {
    /// Logs every cell that arrives from now on; gives who wants to know. Cells then come one by one:
    /// there is no room so sure that nobody looks.
    pub(crate) fn log_arrivals(&mut self) -> &mut Arrivals {
        self.sure_room = 0;
        self.arrivals.get_or_insert_default()
    }

    /// Logs a cell that has arrived, and what became of it, if somebody wants to know.
    #[inline]
    pub(super) fn log_arrival(&mut self, at: Time, cell: &Train, circuit: CircuitId, verdict: Verdict) {
        let Some(arrivals) = &mut self.arrivals else { return };
        let lost = match verdict {
            Verdict::Accept => None,
            Verdict::Refuse(reason) => Some(reason),
        };
        let Train { frame, index, label, .. } = *cell;
        arrivals.cells.push(Arrival { at, circuit, frame, index, label, lost });
    }
}
