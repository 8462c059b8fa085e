//! Scheduled ports that continue alone: see [`element/port/alone.rs`](crate::element::port).

use std::cmp::Ordering;

use cellwise_engine::Key;
use cellwise_units::{CellClock, ClockPoint, Span, Time};

use super::{Until, World};
use crate::circuit::hop::Hop;
use crate::circuit::merge::Merge;
use crate::data::ids::{List, MergeId, PortId, kind};
use crate::data::train::Train;
use crate::element::Element;
use crate::element::port::{Port, Scheduled, Uncounted};
use crate::elements::Elements;

/// A cell that a port has sent alone, and that is brought on when the port asks again what is due elsewhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct SentAlone {
    cell: Train,
    /// When its transmission has begun, and when it ends.
    start: Time,
    end: ClockPoint,
}

/// A port that continues alone, and until when.
struct Alone<'w> {
    number: PortId,
    port: &'w mut Scheduled,
    merge: &'w mut Merge,
    hops: &'w mut List<Hop, kind::Hop>,
    uncounted: &'w mut List<Uncounted>,
    sent: &'w mut Vec<SentAlone>,
    /// Before this nothing is due elsewhere that could reach this port, and nothing is read.
    end: Time,
    hold_until: Time,
    /// What it has done, and may do, in events.
    events: u64,
    most: u64,
}

impl Elements {
    /// Finds out at which ordering points a scheduled port may [continue alone](Self::go_on_alone).
    pub(super) fn find_ports_alone(&mut self) {
        let Elements { merges, ports, .. } = self;
        for merge in merges.iter_mut() {
            // Ports that share a memory depend on each other.
            let &[number] = &merge.own[..] else { continue };
            let only_counts = matches!(&ports[number], Port::Scheduled(port) if port.only_counts());
            // The cells that the port has yet to count precede those that are due there.
            merge.alone = (only_counts && merge.uncounted.is_none()).then_some(number);
        }
    }
}

impl World {
    /// Continues at a scheduled port with cells of data, for as long as these are all that is due; says whether there
    /// were any.
    #[inline(never)]
    pub(super) fn go_on_alone(&mut self, merge: MergeId, number: PortId, until: Until) -> bool {
        let (end, hold_until) = (self.may_go_on_until(until), self.period.hold_until());
        let most = self.events.left();
        let mut sent = std::mem::take(&mut self.spare.sent_alone);
        let Elements { merges, ports, hops, clocks, uncounted, .. } = &mut self.elements;
        let (merge, port) = (&mut merges[merge], ports.scheduled(number));
        let (end, sent_to) = (end.min(port.looks_again_after()), &mut sent);
        let mut alone =
            Alone { number, port, merge, hops, uncounted, sent: sent_to, end, hold_until, events: 0, most };
        let done = alone.go_on(clocks);
        self.events.count(done.saturating_sub(1));
        for SentAlone { cell, start, end } in sent.drain(..) {
            match self.elements.hops[cell.hop].for_host {
                Some(_) => self.release_to_host(cell.hop),
                None => self.send_on(number, start, &cell, end),
            }
        }
        self.spare.sent_alone = sent;
        done > 0
    }

    /// Before when nothing is due elsewhere that could come here.
    #[inline]
    fn may_go_on_until(&self, until: Until) -> Time {
        self.horizon(until.lookahead).min(until.stop + Span::from_ps(1))
    }
}

impl Alone<'_> {
    /// Takes and sends as much as is possible; gives how much, in events. The port's own slot is out of the key_queue meanwhile.
    #[inline]
    fn go_on(&mut self, clocks: &[CellClock]) -> u64 {
        self.merge.set_own(self.port.next_departure(self.number), Key::NEVER);
        while self.goes_on(clocks) {}
        self.merge.set_own(Key::NEVER, self.port.next_departure(self.number));
        self.events
    }

    /// Takes or sends what is due first; says whether that was possible.
    #[inline]
    fn goes_on(&mut self, clocks: &[CellClock]) -> bool {
        let (first, departs_at) = (self.merge.first(), self.port.departs_at());
        if departs_at.min(first.time()) >= self.end || self.events >= self.most {
            return false;
        }
        let is_sent_first = match departs_at.cmp(&first.time()) {
            Ordering::Less => true,
            Ordering::Equal => self.port.next_departure(self.number) < first,
            Ordering::Greater => false,
        };
        let is_done = if is_sent_first { self.send() } else { self.take(first.time(), clocks) };
        self.events += u64::from(is_done);
        is_done
    }

    /// Takes the cell that is due first.
    #[inline]
    fn take(&mut self, now: Time, clocks: &[CellClock]) -> bool {
        let Some(cell) = self.merge.cell_due_first() else { return false };
        let hop = &self.hops[cell.hop];
        let lane = hop.lane;
        if hop.element != Element::Port(self.number)
            || hop.data_hop.is_some()
            || !self.port.takes_for_sure(lane)
        {
            return false;
        }
        let end = self.port.end_if_idle(now);
        if let Some(end) = end
            && !self.bring_on(&cell, now, end)
        {
            return false;
        }
        self.merge.take_cell(clocks);
        self.port.take_for_sure(now, &cell, lane, end);
        true
    }

    /// Sends the next cell, if it is one of data that may be brought on later.
    #[inline]
    fn send(&mut self) -> bool {
        let Some(sending) = self.port.next_to_send() else { return false };
        if self.hops[sending.cell.hop].data_hop.is_some()
            || !self.bring_on(&sending.cell, self.port.sent_by().at, sending.end)
        {
            return false;
        }
        self.port.send_alone(&sending);
        true
    }

    /// Holds a cell of data for its host, or keeps it to be brought on; says whether that is possible. Whether it
    /// continues, or its frame is released with it, it has no effect before it has reached the next element.
    #[inline(always)]
    fn bring_on(&mut self, cell: &Train, start: Time, end: ClockPoint) -> bool {
        if let Some(held) = &mut self.hops[cell.hop].for_host {
            if end.at + held.to_host > self.hold_until || !held.takes(cell) {
                return false;
            }
            held.hold(cell, end.at, self.uncounted);
            if !cell.ends_frame() {
                return true;
            }
        }
        self.end = self.end.min(end.at + self.port.buffer.settings.delay);
        self.sent.push(SentAlone { cell: *cell, start, end });
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::build_whole;
    use crate::world::Due;
    use crate::written;

    const TWO_NODES: &str = "{ template = \"two-node\", sources = 3 }";
    /// Behind the first trunk the cells of long connections reach the next one.
    const PARKING_LOT: &str = "{ template = \"parking-lot\", links = 2, long = 3, local = 1 }";

    fn world(topology: &str, rule: &str) -> World {
        let text = format!(
            "duration = \"1 s\"\ntopology = {topology}\natm.category = \"abr\"\nswitch.scheduler = \"round-robin\"\n\
             nodes.sw1.ports.{}.rate_rule = {{ rule = \"{rule}\" }}\n",
            trunk(topology).trim_start_matches("sw1.")
        );
        build_whole(&written::network(&text))
    }

    fn trunk(topology: &str) -> &'static str {
        if topology == TWO_NODES { "sw1.trunk" } else { "sw1.trunk1" }
    }

    /// A port, if it may continue alone, and its ordering point.
    fn port_alone(world: &World, name: &str) -> Option<(MergeId, PortId)> {
        let Elements { merges, ports, .. } = &world.elements;
        let mut alone = merges.with_ids().filter_map(|(number, merge)| Some((number, merge.alone?)));
        alone.find(|&(_, port)| ports[port].name() == name)
    }

    #[test]
    fn most_cells_of_a_port_that_may_go_on_alone_go_so() {
        for topology in [TWO_NODES, PARKING_LOT] {
            let mut world = world(topology, "erica");
            let (merge, port) = port_alone(&world, trunk(topology)).unwrap();
            let Merge { lookahead, alone, .. } = world.elements.merges[merge];
            let until = Until { lookahead, stop: world.end(), alone };
            let mut taken_and_sent = 0;
            while world.now() < Time::from_ps(900_000_000_000) {
                if matches!(world.agenda.first(), (Due::Place(first), _) if first == merge) {
                    world.agenda.begin(merge);
                    let before = world.events();
                    world.events.begin(100);
                    if world.go_on_alone(merge, port, until) {
                        taken_and_sent += world.events() + 1 - before;
                    }
                    world.agenda.end(merge, &world.elements.merges);
                }
                world.run(1);
            }
            let cells = world.elements.ports[port].total().accepted;
            assert!(cells > 1000, "{topology}: {cells}");
            assert!(taken_and_sent > cells, "{topology}: {taken_and_sent} of twice {cells}");
        }
    }

    #[test]
    fn a_port_whose_cells_are_looked_at_one_by_one_does_not_go_on_alone() {
        // A rule that marks cells tests each.
        for (rule, is_alone) in [("erica", true), ("efci", false)] {
            assert_eq!(port_alone(&world(TWO_NODES, rule), "sw1.trunk").is_some(), is_alone, "{rule}");
        }
    }
}
