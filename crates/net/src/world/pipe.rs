//! Pipes: what lies between two ordering points, evaluated in place, ahead of the clock.

use cellwise_units::{CellClock, ClockPoint, Time};

use super::World;
use crate::circuit::merge::Server;
use crate::data::ids::{MergeId, PortId};
use crate::data::train::Train;
use crate::element::{Around, Element};
use crate::elements::Elements;

impl World {
    /// Lets a train through a FIFO port and delivers what leaves it. `now` is given at an ordering
    /// point.
    pub(super) fn pass(&mut self, port: PortId, train: &Train, now: Option<Time>) {
        let feeder = self.elements.clocks[usize::from(train.clock)];
        let lane = self.elements.hops[train.hop].lane;
        let fifo = self.elements.ports.fifo(port);
        let Some(sent) = fifo.take_whole(train, lane, &feeder) else {
            return self.pass_cells(port, train, &feeder);
        };
        if let Some(now) = now {
            let sent_by = fifo.buffer.sent_by.at;
            if self.hold_for_host(train, sent_by, now) {
                return;
            }
        }
        self.deliver(sent);
    }

    /// Lets a train through a FIFO port cell by cell and delivers what leaves it.
    pub(super) fn pass_cells(&mut self, port: PortId, train: &Train, feeder: &CellClock) {
        let lane = self.elements.hops[train.hop].lane;
        self.through(train, |world, sent| {
            let fifo = world.elements.ports.fifo(port);
            fifo.offer_cells(train, lane, feeder, sent);
            let sent_by = fifo.buffer.sent_by.at;
            world.release_before(train.hop, sent_by);
        });
    }

    /// Lets a train through a stage and delivers what leaves it.
    pub(super) fn pass_stage(&mut self, stage: Element, train: &Train) {
        let lane = self.elements.hops[train.hop].lane;
        self.through(train, |world, sent| {
            let Elements { stages, clocks, .. } = &mut world.elements;
            stages.accept(stage, train, lane, Around { clocks, sent });
        });
    }

    /// Lets a train through an element, which adds what leaves it to a list, and delivers that.
    fn through(&mut self, train: &Train, element: impl FnOnce(&mut Self, &mut Vec<Train>)) {
        let mut sent = std::mem::take(&mut self.spare.sent);
        let from = sent.len();
        element(self, &mut sent);
        if !sent[from..].last().is_some_and(Train::ends_frame) {
            self.elements.lose(train);
        }
        self.spare.sent = sent;
        self.deliver_from(from);
    }

    /// Delivers the trains that a stage has sent, which are those in the list at `from` and later.
    fn deliver_from(&mut self, from: usize) {
        // Delivering may send further trains through this list: it is put back each time.
        let mut sent = std::mem::take(&mut self.spare.sent);
        let mut next = from;
        while next < sent.len() {
            let train = sent[next];
            next += 1;
            self.spare.sent = sent;
            self.deliver(train);
            sent = std::mem::take(&mut self.spare.sent);
        }
        sent.truncate(from);
        self.spare.sent = sent;
    }

    /// Brings a train to the next element: to wait for its turn at an ordering point, or through
    /// the stages of a pipe.
    #[inline]
    pub(super) fn deliver(&mut self, mut train: Train) {
        loop {
            let hop = &self.elements.hops[train.hop];
            if let Some(stream) = hop.stream {
                return self.push(stream, train);
            }
            match hop.element {
                Element::Host(host) => return self.receive(host, &train),
                Element::Port(port) if train.count == 1 => {
                    let (at, lane) = (train.first.at, hop.lane);
                    if at > self.period.end {
                        self.beyond_end.cells += 1;
                        return;
                    }
                    let fifo = self.elements.ports.fifo(port);
                    let Some(end) = fifo.offer(at, &train, lane) else { return self.elements.lose(&train) };
                    let settings = &fifo.buffer.settings;
                    let (first, clock) = (end + settings.delay, settings.clock_index);
                    train = Train { first, hop: train.hop.next(), clock, ..train };
                }
                Element::Port(port) => return self.pass(port, &train, None),
                Element::Express(port) => {
                    let settings = self.elements.ports[port].settings();
                    let first = settings.clock.step(train.first) + settings.delay;
                    train = Train { first: ClockPoint::exactly(first.at), hop: train.hop.next(), ..train };
                }
                Element::Tap(tap) => {
                    self.elements.pass_tap(tap, &train);
                    train.hop = train.hop.next();
                }
                Element::Watch(watch) => {
                    self.elements.pass_watch(watch, &train);
                    train.hop = train.hop.next();
                }
                Element::PacketPort(port) => match self.settle_packet(port, &train) {
                    Some(at) => {
                        train.first = ClockPoint::exactly(at);
                        train.hop = train.hop.next();
                    }
                    None => return,
                },
                Element::Exit(exit) => return self.leave(exit, train),
                stage => {
                    let feeder = &self.elements.clocks[usize::from(train.clock)];
                    if !self.elements.stages.passes_whole(stage, &train, feeder) {
                        return self.pass_stage(stage, &train);
                    }
                    train.hop = train.hop.next();
                }
            }
        }
    }

    /// Adds a train to a stream of an ordering point.
    #[inline(always)]
    pub(super) fn push(&mut self, (merge, stream): (MergeId, u32), train: Train) {
        let mut rest = train;
        let place = &mut self.elements.merges[merge];
        if self.reference && !matches!(place.server, Server::PacketPort(_)) {
            while rest.count > 1 {
                place.push(stream, rest.take_first(&self.elements.clocks));
            }
        }
        place.push(stream, rest);
        self.note_first(merge);
    }

    /// Puts what is due first at an ordering point into the calendar.
    #[inline(always)]
    pub(super) fn note_first(&mut self, merge: MergeId) {
        self.agenda.note(merge, &self.elements.merges);
    }
}
