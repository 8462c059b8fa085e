//! Held for the next port: cells that leave their last ordering point one by one, between those of others, on a way
//! that is theirs alone, and are brought to the next port a frame at a time.
//!
//! Their frame matters only to the elements of that way before its last cell is there. So the
//! cells are held, each with its own arrival, and the port behind takes them together. Cells held for the
//! host ([`held_for_host`](super::held_for_host)) meet empty ports all the way; these may have to wait.

use cellwise_units::{ClockPoint, Time};

use super::World;
use crate::data::ids::HopId;
use crate::data::train::Train;
use crate::element::Element;

impl World {
    /// Brings cells that have left an ordering point on, or holds them until the last of their
    /// frame.
    #[inline]
    pub(super) fn send_or_hold(&mut self, hop: HopId, train: Train, now: Time) {
        if self.elements.hops[hop].for_port.is_none() {
            return self.deliver(train);
        }
        if train.is_whole_frame() {
            self.release_to_port(hop);
            return self.deliver(train);
        }
        self.hold_for_port(hop, &train, now);
    }

    fn hold_for_port(&mut self, hop: HopId, train: &Train, now: Time) {
        let Some(held) = &mut self.elements.hops[hop].for_port else { return };
        let so_far = &held.cells;
        let follows = so_far.frame == train.frame && so_far.index + so_far.count == train.index;
        // Marks are the train's: cells that differ in them, because one of them was tagged, stay apart.
        if so_far.count > 0 && !(follows && so_far.label == train.label) {
            self.release_to_port(hop);
        }
        let last = train.last_arrival(&self.elements.clocks);
        if last > self.hold_until {
            let again = self.passes_mark(now);
            if !again || last > self.hold_until {
                return self.deliver(*train);
            }
        }
        let Some(held) = &mut self.elements.hops[hop].for_port else { return };
        let clock = &self.elements.clocks[usize::from(train.clock)];
        if held.cells.count == 0 {
            held.cells = Train { count: 0, ..*train };
        }
        let mut arrival = train.first;
        for _ in 0..train.count {
            held.arrivals.push(arrival);
            arrival = clock.step(arrival);
        }
        held.cells.count += train.count;
        if train.ends_frame() {
            self.release_to_port(hop);
        }
    }

    /// Brings the cells that a hop holds to the next element.
    pub(super) fn release_to_port(&mut self, hop: HopId) {
        let Some(held) = &mut self.elements.hops[hop].for_port else { return };
        let cells = held.cells;
        if cells.count == 0 {
            return;
        }
        held.cells.count = 0;
        let mut arrivals = std::mem::take(&mut held.arrivals);
        self.deliver_held(&cells, &arrivals);
        arrivals.clear();
        if let Some(held) = &mut self.elements.hops[hop].for_port {
            held.arrivals = arrivals;
        }
    }

    fn deliver_held(&mut self, cells: &Train, arrivals: &[ClockPoint]) {
        if let Element::Port(port) = self.elements.hops[cells.hop].element
            && let lane = self.elements.hops[cells.hop].lane
            && let Some(sent) = self.elements.ports.fifo(port).take_held(cells, lane, arrivals)
        {
            return self.deliver(sent);
        }
        for (index, &first) in (cells.index..).zip(arrivals) {
            self.deliver(Train { first, index, count: 1, ..*cells });
        }
    }
}
