//! Scheduled ports in the world: cells in, transmissions out, answers of rate rules.

use cellwise_engine::Key;
use cellwise_units::{ClockPoint, Time};

use super::World;
use crate::circuit::hop::Hop;
use crate::data::error::RunError;
use crate::data::ids::{MergeId, PortId};
use crate::data::packet::Packet;
use crate::data::train::Train;
use crate::element::Element;
use crate::element::port::{Arrived, Port, before};
use crate::elements::Elements;
use crate::shortcut::ahead::{SentAlone, Window, go_on_alone};

impl Elements {
    /// Lets a port's rate rule see, and change, an RM cell that arrives or passes in the opposite direction.
    fn show_rule(&mut self, port: PortId, now: Time, cell: &Train, is_backward: bool) {
        let Hop { lane, circuit, .. } = self.hops[cell.hop];
        let Packet::Rm(rm) = &mut self.circuits[circuit].frame_mut(cell.frame).packet else { return };
        if let Some(er) = self.ports[port].show_rule(lane, now, rm, is_backward) {
            self.check_rate(port, now, er);
        }
    }

    /// A rule that answers nonsense is our own mistake, and ends the run.
    fn check_rate(&mut self, port: PortId, now: Time, er: f64) {
        if !(er.is_finite() && er >= 0.0) && self.fault.is_none() {
            let port = &self.ports[port];
            self.fault = Some(RunError::Rate {
                rule: port.ruling().map_or("", |ruling| ruling.name).to_owned(),
                port: port.name().to_owned(),
                at_s: now.as_secs_f64(),
                rate: er,
            });
        }
    }
}

impl World {
    /// Sees to what is due at `now` at scheduled ports: the end of a transmission, a cell that
    /// arrives, or a backward RM cell that passes. Nothing can come from elsewhere before `end`.
    pub(super) fn serve_scheduled(&mut self, merge: MergeId, now: Time, end: Time) {
        if let Some(uncounted) = self.elements.merges[merge].uncounted {
            self.elements.count_passed(uncounted, now);
        }
        if self.ahead.alone(merge).is_some_and(|port| self.go_on_alone(merge, port, end)) {
            return;
        }
        if let Some(port) = self.elements.merges[merge].first_own() {
            let due = self.elements.merges[merge].first();
            if !self.depart_in_rounds(merge, end) {
                self.depart(merge, port, due);
            }
            let next = self.elements.ports.scheduled(port).next_departure(port);
            return self.elements.merges[merge].move_own(next);
        }
        let first = self.elements.merges[merge].first();
        if let Some(rounds) = self.ahead.in_rounds(merge) {
            rounds.wake_first(first, &mut self.elements);
        }
        let cell = self.elements.merges[merge].take_cell(&self.elements.clocks);
        match self.elements.hops[cell.hop].element {
            Element::Feedback(port) => {
                self.elements.show_rule(port, now, &cell, true);
                self.deliver(Train { hop: cell.hop.next(), ..cell });
            }
            Element::Port(port) => self.arrive_scheduled(merge, port, first, &cell),
            element => unreachable!("{element:?} is not scheduled"),
        }
    }

    /// Starts the next transmission of a port when the one before ends, which is due.
    fn depart(&mut self, merge: MergeId, port: PortId, due: Key) {
        if let Some(rounds) = self.ahead.in_rounds(merge) {
            rounds.feed(due, &mut self.elements);
        }
        // One cell after the other, to the fraction of a picosecond.
        let start = self.elements.ports.scheduled(port).buffer.sent_by;
        self.transmit(port, start, true);
    }

    /// Lets whole rounds leave a port, all before anything else may happen at its ordering point; says whether any did.
    #[inline]
    fn depart_in_rounds(&mut self, merge: MergeId, end: Time) -> bool {
        let Some(rounds) = self.ahead.in_rounds(merge) else { return false };
        let others = self.elements.merges[merge].second().time().min(end);
        rounds.leave(before(others), self.period.hold_until, &mut self.elements)
    }

    /// Continues at a scheduled port with cells of data, for as long as these are all that is due; says whether there
    /// were any.
    fn go_on_alone(&mut self, merge: MergeId, port: PortId, end: Time) -> bool {
        let window = Window { end, hold_until: self.period.hold_until, most: self.events.left() };
        let mut sent = std::mem::take(&mut self.spare.sent_alone);
        let done = go_on_alone((merge, port), window, &mut sent, &mut self.elements);
        self.events.count(done.saturating_sub(1));
        for SentAlone { cell, start, end } in sent.drain(..) {
            match self.elements.hops[cell.hop].for_host {
                Some(_) => self.release_to_host(cell.hop),
                None => self.send_on(port, start, &cell, end),
            }
        }
        self.spare.sent_alone = sent;
        done > 0
    }

    /// Loses a cell that has come by a stream, and with it those behind it that are lost for sure.
    pub(super) fn lose_with_rest(&mut self, from: (MergeId, u32), port: PortId, cell: &Train) {
        self.elements.lose(cell);
        self.ahead.lose_rest(from, port, cell, self.period.stop, &mut self.elements);
    }

    fn arrive_scheduled(&mut self, merge: MergeId, port: PortId, key: Key, cell: &Train) {
        let now = key.time();
        let Hop { lane, data_hop, .. } = self.elements.hops[cell.hop];
        if data_hop.is_some() {
            self.elements.show_rule(port, now, cell, false);
        }
        if let Some(rounds) = self.ahead.in_rounds(merge) {
            rounds.look_at(lane, key, &mut self.elements);
        }
        let scheduled = match &mut self.elements.ports[port] {
            Port::Scheduled(scheduled) => scheduled,
            Port::Ruled(ruled) => {
                return match ruled.take(now, cell, lane) {
                    Some((cell, end)) => self.send_on(port, now, &cell, end),
                    None => self.lose_with_rest((merge, key.slot()), port, cell),
                };
            }
            other => unreachable!("{} is not scheduled", other.name()),
        };
        match scheduled.arrive(now, cell, lane, &mut self.elements.memories) {
            Arrived::Lost => self.lose_with_rest((merge, key.slot()), port, cell),
            Arrived::Waits => {
                if let Some(rounds) = self.ahead.in_rounds(merge) {
                    rounds.let_sleep(key.slot(), now, cell, &mut self.elements);
                }
            }
            Arrived::WaitsAlone => {
                let next = self.elements.ports.scheduled(port).next_departure(port);
                self.elements.merges[merge].set_own(Key::NEVER, next);
            }
            Arrived::AtIdlePort => self.transmit(port, ClockPoint::exactly(now), false),
        }
    }

    /// Starts the next transmission of a port and sends the cell on its way: its future up to the
    /// next element is known.
    pub(super) fn transmit(&mut self, port: PortId, start: ClockPoint, has_waited: bool) {
        let (cell, end) =
            self.elements.ports.scheduled(port).depart(start, has_waited, &mut self.elements.memories);
        self.send_on(port, start.at, &cell, end);
    }

    /// Sends a cell on its way whose transmission ends at `end`.
    #[inline]
    pub(super) fn send_on(&mut self, port: PortId, now: Time, cell: &Train, end: ClockPoint) {
        if self.hold_for_host(cell, end.at, now) {
            return;
        }
        let settings = self.elements.ports[port].settings();
        let (first, clock) = (end + settings.delay, settings.clock_index);
        self.deliver(Train { first, hop: cell.hop.next(), clock, ..*cell });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::build_whole;
    use crate::world::Pause;
    use crate::world::agenda::Due;
    use crate::written;

    const TEXT: &str = "duration = \"10 ms\"\ntopology = { template = \"two-node\", sources = 1 }\n\
                        atm.category = \"abr\"\nswitch.rate_rule = { rule = \"osu\" }\n";

    fn world() -> World {
        build_whole(&written::network(TEXT))
    }

    #[test]
    fn an_answer_that_is_no_rate_is_a_fault_that_names_rule_port_and_time_and_ends_the_run() {
        for rate in [f64::NAN, f64::INFINITY, -1.0] {
            let mut world = world();
            let port =
                world.elements.ports.with_ids().find(|(_, port)| port.name() == "sw1.trunk").unwrap().0;
            world.elements.check_rate(port, Time::from_ps(2_000_000_000), rate);
            let message = world.elements.fault.as_ref().map(ToString::to_string).unwrap_or_default();
            assert!(
                message.contains(&format!("osu of port sw1.trunk has answered {rate} cells/s at 0.002 s")),
                "{message}"
            );
            assert_eq!(world.run(1_000_000), Pause::End);
            assert_eq!(world.events(), 0);
        }
    }

    #[test]
    fn of_two_faults_the_first_is_reported_and_a_rate_is_none() {
        let mut world = world();
        world.elements.check_rate(PortId::new(0), Time::ZERO, 0.0);
        world.elements.check_rate(PortId::new(0), Time::ZERO, 1e9);
        assert!(world.elements.fault.is_none());
        world.elements.check_rate(PortId::new(0), Time::ZERO, -1.0);
        world.elements.check_rate(PortId::new(1), Time::ZERO, -2.0);
        assert!(
            matches!(world.elements.fault, Some(RunError::Rate { rate: -1.0, .. })),
            "{:?}",
            world.elements.fault
        );
    }

    const TWO_NODES: &str = "{ template = \"two-node\", sources = 3 }";
    /// Behind the first trunk the cells of long connections reach the next one.
    const PARKING_LOT: &str = "{ template = \"parking-lot\", links = 2, long = 3, local = 1 }";

    fn world_with(topology: &str, rule: &str) -> World {
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
        let mut alone = merges.ids().filter_map(|number| Some((number, world.ahead.alone(number)?)));
        alone.find(|&(_, port)| ports[port].name() == name)
    }

    #[test]
    fn most_cells_of_a_port_that_may_go_on_alone_go_so() {
        for topology in [TWO_NODES, PARKING_LOT] {
            let mut world = world_with(topology, "erica");
            let (merge, port) = port_alone(&world, trunk(topology)).unwrap();
            let lookahead = world.elements.merges[merge].lookahead;
            let mut taken_and_sent = 0;
            while world.now() < Time::from_ps(900_000_000_000) {
                if matches!(world.agenda.first(), (Due::Place(first), _) if first == merge) {
                    world.agenda.begin(merge);
                    let before = world.events();
                    world.events.begin(100);
                    let horizon = world.horizon(lookahead);
                    if world.go_on_alone(merge, port, horizon) {
                        taken_and_sent += world.events() + 1 - before;
                    }
                    world.agenda.end(merge, &world.elements.merges);
                }
                world.run(1);
            }
            let cells = world.elements.ports[port].buffer().statistics.tally.accepted;
            assert!(cells > 1000, "{topology}: {cells}");
            assert!(taken_and_sent > cells, "{topology}: {taken_and_sent} of twice {cells}");
        }
    }

    #[test]
    fn a_port_whose_cells_are_looked_at_one_by_one_does_not_go_on_alone() {
        // A rule that marks cells tests each.
        for (rule, is_alone) in [("erica", true), ("efci", false)] {
            assert_eq!(port_alone(&world_with(TWO_NODES, rule), "sw1.trunk").is_some(), is_alone, "{rule}");
        }
    }
}
