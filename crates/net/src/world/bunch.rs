//! Bunches: cells that leave their last ordering point one by one, between those of others, on a way
//! that is theirs alone, and are brought to the next port a frame at a time.
//!
//! Their frame matters to nobody but the elements of that way before its last cell is there. So the
//! cells are kept back, each with its own arrival, and the port behind takes them together. Gathered
//! cells ([`gather`](super::gather)) meet empty ports all the way; these may have to wait.

use cellwise_units::{ClockPoint, Time};

use super::World;
use crate::element::Element;
use crate::ids::HopId;
use crate::train::Train;

impl World {
    /// Brings cells that have left an ordering point on, or keeps them back until the last of their
    /// frame.
    #[inline]
    pub(super) fn bring_on(&mut self, hop: HopId, train: Train, now: Time) {
        if self.elements.hops[hop].bunch.is_none() {
            return self.deliver(train);
        }
        if train.is_whole_frame() {
            self.let_out(hop);
            return self.deliver(train);
        }
        self.keep_back(hop, &train, now);
    }

    fn keep_back(&mut self, hop: HopId, train: &Train, now: Time) {
        let Some(bunch) = &mut self.elements.hops[hop].bunch else { return };
        let held = &bunch.cells;
        let follows = held.frame == train.frame && held.index + held.count == train.index;
        // Marks are the train's: cells that differ in them, because one of them was tagged, stay apart.
        if held.count > 0 && !(follows && held.label == train.label) {
            self.let_out(hop);
        }
        let last = train.last_arrival(&self.elements.clocks);
        if last > self.gather_until {
            let again = self.passes_mark(now);
            if !again || last > self.gather_until {
                return self.deliver(*train);
            }
        }
        let Some(bunch) = &mut self.elements.hops[hop].bunch else { return };
        let clock = &self.elements.clocks[usize::from(train.clock)];
        if bunch.cells.count == 0 {
            bunch.cells = Train { count: 0, ..*train };
        }
        let mut arrival = train.first;
        for _ in 0..train.count {
            bunch.arrivals.push(arrival);
            arrival = clock.step(arrival);
        }
        bunch.cells.count += train.count;
        if train.ends_frame() {
            self.let_out(hop);
        }
    }

    /// Brings the cells that a hop keeps back to the next element.
    pub(super) fn let_out(&mut self, hop: HopId) {
        let Some(bunch) = &mut self.elements.hops[hop].bunch else { return };
        let cells = bunch.cells;
        if cells.count == 0 {
            return;
        }
        bunch.cells.count = 0;
        let mut arrivals = std::mem::take(&mut bunch.arrivals);
        self.deliver_bunch(&cells, &arrivals);
        arrivals.clear();
        if let Some(bunch) = &mut self.elements.hops[hop].bunch {
            bunch.arrivals = arrivals;
        }
    }

    fn deliver_bunch(&mut self, cells: &Train, arrivals: &[ClockPoint]) {
        if let Element::Port(port) = self.elements.hops[cells.hop].element
            && let lane = self.elements.hops[cells.hop].lane
            && let Some(sent) = self.elements.ports.fifo(port).take_bunch(cells, lane, arrivals)
        {
            return self.deliver(sent);
        }
        for (index, &first) in (cells.index..).zip(arrivals) {
            self.deliver(Train { first, index, count: 1, ..*cells });
        }
    }
}
