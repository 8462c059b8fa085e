//! Pipes: what lies between two ordering points, evaluated in place, ahead of the clock.

use cellwise_units::{CellClock, ClockPoint, Time};

use super::World;
use crate::hop::Element;
use crate::ids::{Id, MergeId, PortId};
use crate::merge::Server;
use crate::shaper::Shaper;
use crate::stage::Stage as _;
use crate::train::Train;

impl World {
    /// Lets a train through a port and delivers what leaves it. `now` is given at an ordering
    /// point.
    pub(super) fn pass(&mut self, port: PortId, train: &Train, now: Option<Time>) {
        let feeder = self.clocks[usize::from(train.clock)];
        let Some(sent) = self.ports[port].take_whole(train, &feeder, &mut self.hops) else {
            return self.pass_cells(port, train, &feeder);
        };
        if let Some(now) = now {
            if self.gather(train, self.ports[port].sent_by(), now) {
                return;
            }
            return self.bring_on(train.hop, sent, now);
        }
        self.deliver(sent);
    }

    /// Lets a train through a port cell by cell and delivers what leaves it.
    pub(super) fn pass_cells(&mut self, port: PortId, train: &Train, feeder: &CellClock) {
        self.through(train, |world, sent| {
            world.ports[port].offer_cells(train, feeder, &mut world.hops, sent);
            world.release_before(train.hop, world.ports[port].sent_by());
            world.let_out(train.hop);
        });
    }

    /// Lets a train through a stage, which adds what leaves it to a list, and delivers that.
    fn through(&mut self, train: &Train, stage: impl FnOnce(&mut Self, &mut Vec<Train>)) {
        let mut sent = std::mem::take(&mut self.sent);
        let from = sent.len();
        stage(self, &mut sent);
        if !sent[from..].last().is_some_and(Train::ends_frame) {
            self.lose(train);
        }
        self.sent = sent;
        self.deliver_from(from);
    }

    /// Lets a train through a shaper and delivers what leaves it, later.
    pub(super) fn shape(&mut self, shaper: Id<Shaper>, train: &Train) {
        let feeder = self.clocks[usize::from(train.clock)];
        self.through(train, |world, sent| {
            let (shaper, from) = (&mut world.shapers[shaper], sent.len());
            shaper.pass(train, &feeder, &mut world.hops, sent);
            shaper.note_last(&sent[from..], &world.clocks);
        });
    }

    /// Delivers the trains that a stage has sent, which are those in the list from `from` on.
    fn deliver_from(&mut self, from: usize) {
        // Delivering may send further trains through this list: it is put back each time.
        let mut sent = std::mem::take(&mut self.sent);
        let mut next = from;
        while next < sent.len() {
            let train = sent[next];
            next += 1;
            self.sent = sent;
            self.deliver(train);
            sent = std::mem::take(&mut self.sent);
        }
        sent.truncate(from);
        self.sent = sent;
    }

    /// Brings a train to the next element: to wait for its turn at an ordering point, or through
    /// the stages of a pipe.
    #[inline]
    pub(super) fn deliver(&mut self, mut train: Train) {
        loop {
            let hop = &self.hops[train.hop];
            if let Some(stream) = hop.stream {
                return self.push(stream, train);
            }
            match hop.element {
                Element::Host(host) => return self.receive(host, &train),
                Element::Port(port) if train.count == 1 => {
                    let at = train.first.at;
                    if at > self.end {
                        self.beyond_end += 1;
                        return;
                    }
                    let port = &mut self.ports[port];
                    let Some(end) = port.offer(at, &train, &mut self.hops) else { return self.lose(&train) };
                    let first = end + port.settings.delay;
                    train = Train { first, hop: train.hop.next(), clock: port.settings.clock_index, ..train };
                }
                Element::Port(port) => return self.pass(port, &train, None),
                Element::Express(port) => {
                    let settings = &self.ports[port].settings;
                    let first = settings.clock.step(train.first) + settings.delay;
                    train = Train { first: ClockPoint::exactly(first.at), hop: train.hop.next(), ..train };
                }
                Element::Line(line) => {
                    let circuit = self.hops[train.hop].circuit;
                    let octets = self.circuits[circuit].frame_mut(train.frame).octets;
                    let at = self.lines[line].pass(train.first.at, octets);
                    train = Train { first: ClockPoint::exactly(at), hop: train.hop.next(), ..train };
                }
                Element::Noise(noise) => {
                    let feeder = self.clocks[usize::from(train.clock)];
                    if !self.noises[noise].passes_whole(&train, &feeder) {
                        return self.through(&train, |world, sent| {
                            world.noises[noise].pass(&train, &feeder, &mut world.hops, sent);
                        });
                    }
                    train.hop = train.hop.next();
                }
                Element::Tap(tap) => {
                    self.pass_tap(tap, &train);
                    train.hop = train.hop.next();
                }
                Element::Watch(watch) => {
                    self.pass_watch(watch, &train);
                    train.hop = train.hop.next();
                }
                Element::Policer(policer) => {
                    let feeder = self.clocks[usize::from(train.clock)];
                    return self.through(&train, |world, sent| {
                        world.policers[policer].pass(&train, &feeder, &mut world.hops, sent);
                    });
                }
                Element::Shaper(shaper) => return self.shape(shaper, &train),
                Element::Exit(exit) => return self.leave(exit, train),
                Element::Feedback(_) | Element::Uplink(_) => unreachable!("is served in order of time"),
            }
        }
    }

    /// Adds a train to a stream of an ordering point.
    #[inline]
    pub(super) fn push(&mut self, (merge, stream): (MergeId, u32), train: Train) {
        let mut rest = train;
        let place = &mut self.merges[merge];
        if self.reference && !matches!(place.server, Server::Uplink(_)) {
            while rest.count > 1 {
                place.push(stream, rest.take_first(&self.clocks));
            }
        }
        place.push(stream, rest);
        self.note_first(merge);
    }

    /// Puts what is due first at an ordering point into the calendar.
    #[inline(always)]
    pub(super) fn note_first(&mut self, merge: MergeId) {
        if merge != self.serving {
            let key = self.merges[merge].first().at_slot(merge.number());
            self.calendar.set(merge.number(), key);
        }
    }
}
