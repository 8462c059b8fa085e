//! Scheduled ports in the world: cells in, transmissions out, answers of rate rules.

use cellwise_atm::rate_rule::RateRule;
use cellwise_engine::{Key, Rank};
use cellwise_units::{ClockPoint, Time};

use super::World;
use crate::endpoint::Packet;
use crate::error::RunError;
use crate::hop::Element;
use crate::port::Arrived;
use crate::train::Train;

impl World {
    /// Sees to what is due at `now` at scheduled ports: the end of a transmission, a cell that
    /// arrives, or a backward RM cell that passes.
    pub(super) fn serve_scheduled(&mut self, merge: usize, now: Time) {
        if let Some(port) = self.merges[merge].first_own() {
            // One cell after the other, to the fraction of a picosecond.
            let start = self.ports[port as usize].sent_by_exactly();
            self.transmit(port as usize, start);
            let next = self.next_departure(port as usize);
            return self.merges[merge].move_own(next);
        }
        let slot = self.merges[merge].first().slot() as usize;
        if self.ask_source(merge, slot, now) {
            return;
        }
        let cell = self.merges[merge].take(Time::ZERO, &self.clocks);
        match self.hops[cell.hop as usize].element {
            Element::Feedback(port) => self.answer(port as usize, now, &cell),
            Element::Port(port) => self.arrive_scheduled(merge, port as usize, now, &cell),
            element => unreachable!("{element:?} is not scheduled"),
        }
    }

    fn arrive_scheduled(&mut self, merge: usize, port: usize, now: Time, cell: &Train) {
        if self.hops[cell.hop as usize].data_hop.is_some() {
            self.show_forward(port, now, cell);
        }
        if self.ports[port].is_fifo() {
            return match self.ports[port].settle(now, cell, &mut self.hops) {
                Some((cell, end)) => self.send_on(port, now, &cell, end),
                None => self.lose(cell),
            };
        }
        match self.ports[port].arrive(now, cell, &mut self.hops, &mut self.memories) {
            Arrived::Lost => self.lose(cell),
            Arrived::Waits => {}
            Arrived::WaitsAlone => {
                let next = self.next_departure(port);
                self.merges[merge].add_own(next);
            }
            Arrived::AtIdlePort => self.transmit(port, ClockPoint::exactly(now)),
        }
    }

    /// The key of a port's own slot: when the next of the cells that wait is sent.
    fn next_departure(&mut self, port: usize) -> Key {
        let at = self.ports[port].sent_by();
        let (_, slot) = self.ports[port].schedule().slot;
        if self.ports[port].waiting() == 0 { Key::NEVER } else { Key::new(at, Rank::Departure(port as u32), slot) }
    }

    /// Starts the next transmission of a port and sends the cell on its way: its future up to the
    /// next element is known.
    fn transmit(&mut self, port: usize, start: ClockPoint) {
        let (cell, end) = self.ports[port].depart(start, &mut self.hops, &mut self.memories);
        self.send_on(port, start.at, &cell, end);
    }

    /// Sends a cell on its way whose transmission ends at `end`.
    #[inline]
    fn send_on(&mut self, port: usize, now: Time, cell: &Train, end: ClockPoint) {
        if self.gather(cell, end.at, now) {
            return;
        }
        let settings = &self.ports[port].settings;
        let (first, clock) = (end + settings.delay, settings.clock_index);
        self.deliver(Train { first, hop: cell.hop + 1, clock, ..*cell });
    }

    /// Lets a port's rate rule see, and change, a forward RM cell that arrives.
    fn show_forward(&mut self, port: usize, now: Time, cell: &Train) {
        let hop = &self.hops[cell.hop as usize];
        let (circuit, place) = (hop.circuit as usize, hop.place as usize);
        let encoding = self.ports[port].schedule().places[place].encoding;
        if now > self.ports[port].next_mark() {
            self.ports[port].pass_marks(now, &mut self.hops);
        }
        let Some((rule, view, vc)) = self.ports[port].rule_for(place, now, &mut self.hops) else { return };
        let Packet::Rm(rm) = &mut self.circuits[circuit].frame_mut(cell.frame).packet else { return };
        rule.on_forward(&view, vc, rm);
        let er = rm.er;
        *rm = rm.carried(encoding);
        self.check_rate(port, now, er);
    }

    /// Lets a port's rate rule answer a backward RM cell, and passes that on at once.
    fn answer(&mut self, port: usize, now: Time, cell: &Train) {
        let hop = &self.hops[cell.hop as usize];
        let (circuit, place) = (hop.circuit as usize, hop.place as usize);
        let encoding = self.ports[port].schedule().places[place].encoding;
        if now > self.ports[port].next_mark() {
            self.ports[port].pass_marks(now, &mut self.hops);
        }
        if let Some((rule, view, vc)) = self.ports[port].rule_for(place, now, &mut self.hops)
            && let Packet::Rm(rm) = &mut self.circuits[circuit].frame_mut(cell.frame).packet
        {
            rule.on_backward(&view, vc, rm);
            let er = rm.er;
            *rm = rm.carried(encoding);
            self.check_rate(port, now, er);
            self.ports[port].note_explicit_rate(now, place, er, &self.hops);
        }
        self.deliver(Train { hop: cell.hop + 1, ..*cell });
    }

    /// A rule that answers nonsense is a mistake of ours, and ends the run.
    fn check_rate(&mut self, port: usize, now: Time, er: f64) {
        if !(er.is_finite() && er >= 0.0) && self.fault.is_none() {
            let port = &self.ports[port];
            self.fault = Some(RunError::Rate {
                rule: port.rule_name().to_owned(),
                port: port.settings.name.clone(),
                at_s: now.as_secs_f64(),
                rate: er,
            });
        }
    }
}
