//! The world: every element of a network, and the loop that runs it.
//!
//! Only *ordering points* (ports with several feeders) and host timers are in the calendar. The
//! part between two ordering points is a pipe: it is evaluated in place, ahead of the clock, by
//! [`World::deliver`]. An ordering point itself may be ahead of the others by its
//! [lookahead](lookahead). In reference mode every port and host is an ordering point, every train
//! one cell long, and nothing ahead; the results are the same to the bit.

mod alone;
mod exits;
mod held_for_host;
mod hosts;
mod joined;
mod lookahead;
mod losses;
mod lost_together;
mod outside;
mod outstanding;
mod paced;
mod packets;
mod pipe;
mod planned;
mod rounds;
mod runs;
mod scheduled;
mod sleepers;
mod taps;
mod uncounted;
mod variable;
mod web;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cellwise_engine::{Calendar, Key, memory};
use cellwise_units::{Span, Time};

use crate::circuit::merge::{Lookahead, Merge, Server};
use crate::data::error::RunError;
use crate::data::ids::{FlowId, HostId, List, MergeId, PortId, kind};
use crate::data::shortcut::{Shortcut, Shortcuts};
use crate::data::train::Train;
use crate::data::web_messages::Order;
use crate::element::Exit;
use crate::element::port::{Port, before};
use crate::elements::Elements;
use crate::host::endpoint::Outbox;
use alone::SentAlone;
pub(crate) use exits::Crossing;

/// Octets that an event is taken to ask for at most: a long queue that is full doubles.
const BYTES_AT_ONCE: u64 = 128 << 10;
/// Events between two tests of the memory.
const FEWEST_BETWEEN_LOOKS: u64 = 8;
const MOST_BETWEEN_LOOKS: u64 = 1_000;
/// What is done at most, in events, after a run was stopped.
const LAST_EVENTS: u64 = 1_000;

/// Where a [`World::run`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// The budget of events is used up; run on.
    Budget,
    /// The end of the run is reached.
    End,
}

/// How far an ordering point may continue by itself.
#[derive(Clone, Copy, Debug)]
struct Until {
    lookahead: Lookahead,
    /// The last instant of all.
    stop: Time,
    /// The scheduled port that may continue alone with cells of which only the number counts.
    alone: Option<PortId>,
}

/// A network in the course of a run.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) elements: Elements,
    /// One slot per ordering point.
    calendar: Calendar,
    /// One slot per host: its first timer.
    timers: Calendar,
    /// What the clients of web flows have asked for and the servers do not know yet, by flow and slot.
    orders: BTreeMap<(FlowId, u8), Order>,
    /// Whether recorders of this world have samples outstanding.
    pub(crate) outstanding: Arc<AtomicBool>,
    /// What must not happen and has happened: the end of the run.
    pub(crate) fault: Option<RunError>,
    pub(crate) end: Time,
    /// The last instant that may be handled yet: the end, or the limit of other parts of the network.
    stop: Time,
    /// Where circuits leave for other parts.
    exits: List<Exit, kind::Exit>,
    /// What has left, by the part that takes it.
    outgoing: Vec<Vec<Crossing>>,
    /// The last instant of the warm-up; [`Time::NEVER`] without one or after it.
    pub(crate) warmup_mark: Time,
    /// The first instant after the warm-up, until adapters have been brought there; then, and without a warm-up,
    /// [`Time::NEVER`].
    catch_up_at: Time,
    /// The least time that any event takes to reach a host that passes packets to the outside.
    to_ports: Span,
    /// Until when cells that arrive at their host may be held.
    pub(crate) hold_until: Time,
    /// Whether every train is one cell long.
    pub(crate) reference: bool,
    /// The ways to take many cells at once that are taken.
    pub(crate) shortcuts: Shortcuts,
    /// What was handled: cells or trains at ordering points, and host timers.
    pub(crate) events: u64,
    /// The count of events at which the present slice ends; long work makes it shorter.
    last_event: u64,
    /// The count of events at which it is asked whether what is held still leaves room; no later than `last_event`.
    look_at: u64,
    /// Octets that this thread may hold at most.
    most_held: i64,
    /// The ordering point being served, whose place in the calendar is empty meanwhile.
    serving: MergeId,
    /// Cells that reached a host, or would have, after the end of the run.
    pub(crate) beyond_end: u64,
    /// Packets on packet links that would have arrived after the end of the run.
    pub(crate) packets_beyond_end: u64,
    /// Empty ones, for packets on their way out of end points: one for each event within an event.
    #[expect(clippy::vec_box, reason = "what is moved in and out for every packet is a pointer")]
    outboxes: Vec<Box<Outbox>>,
    /// Trains on their way out of a port; empty between events.
    sent: Vec<Train>,
    /// The cells that a port that continues alone has sent; empty between events.
    sent_alone: Vec<SentAlone>,
}

impl World {
    pub(crate) fn new(
        elements: Elements,
        warmup_mark: Time,
        end: Time,
        outstanding: Arc<AtomicBool>,
    ) -> Self {
        Self {
            elements,
            calendar: Calendar::new(0),
            timers: Calendar::new(0),
            orders: BTreeMap::new(),
            outstanding,
            fault: None,
            end,
            stop: end,
            exits: List::default(),
            outgoing: Vec::new(),
            warmup_mark,
            catch_up_at: if warmup_mark == Time::NEVER {
                Time::NEVER
            } else {
                warmup_mark + Span::from_ps(1)
            },
            to_ports: Span::ZERO,
            hold_until: warmup_mark.min(end),
            reference: false,
            shortcuts: Shortcuts::ALL,
            events: 0,
            last_event: 0,
            look_at: 0,
            most_held: i64::MAX,
            serving: MergeId::NONE,
            beyond_end: 0,
            packets_beyond_end: 0,
            outboxes: Vec::new(),
            sent: Vec::new(),
            sent_alone: Vec::new(),
        }
    }

    /// Makes the calendar, once every element is there.
    pub(crate) fn prepare(&mut self) {
        self.calendar = Calendar::new(self.elements.merges.len());
        // Behind those of the hosts, the slot of packets that enter from outside.
        self.timers = Calendar::new(self.elements.hosts.len() + 1);
        self.set_lookahead();
        if self.shortcuts.has(Shortcut::Alone) {
            self.find_ports_alone();
        }
        for host in self.elements.hosts.ids() {
            self.schedule(host);
        }
    }

    /// The instant that every element has reached.
    #[must_use]
    pub(crate) fn now(&self) -> Time {
        self.bound().time().min(self.end)
    }

    /// Lets this thread hold so many octets more until it is asked again; a run that holds more ends its slice.
    pub(crate) fn allow(&mut self, octets: u64) {
        self.most_held = memory::held().saturating_add_unsigned(octets);
    }

    /// Whether the slice continues, and until when without a test of the memory.
    fn goes_on(&mut self) -> bool {
        let room = self.most_held.saturating_sub(memory::held());
        if room <= 0 || self.events >= self.last_event {
            return false;
        }
        self.look_in((room as u64 / BYTES_AT_ONCE).min(MOST_BETWEEN_LOOKS));
        true
    }

    fn look_in(&mut self, events: u64) {
        self.look_at = self.events.saturating_add(events.max(FEWEST_BETWEEN_LOOKS)).min(self.last_event);
    }

    /// Handles about `budget` events; fewer if they take long.
    pub(crate) fn run(&mut self, budget: u64) -> Pause {
        if !self.write_outstanding(budget) {
            return Pause::Budget;
        }
        self.last_event = self.events.saturating_add(budget);
        // A slice comes on by some events, however little room there is.
        self.look_in(0);
        while self.events < self.look_at || self.goes_on() {
            let (place, timer) = (self.calendar.first(), self.timers.first());
            let next = place.time().min(timer.time());
            if next > self.stop || self.fault.is_some() {
                if self.ends_here() {
                    return Pause::End;
                }
                continue;
            }
            if next >= self.catch_up_at {
                // What adapters send then may be due before what was.
                self.bring_adapters_to_end_of_warmup();
                continue;
            }
            if place < timer {
                self.serve(MergeId::new(place.slot()));
            } else if timer.slot() == self.entry_slot() {
                self.events += 1;
                self.take_entries(timer.time());
            } else {
                self.events += 1;
                self.fire_timers(HostId::new(timer.slot()), timer.time());
            }
        }
        self.write_captures(self.now());
        self.note_all_losses();
        self.elements.notify_all(self.now().min(self.stop));
        Pause::Budget
    }

    /// Says whether nothing is left to do by the end, or by when the others allow; cells under way in adapters at
    /// the end are brought on in pieces.
    #[cold]
    fn ends_here(&mut self) -> bool {
        self.fault.is_some() || self.stop < self.end || self.catch_up_some(self.end + Span::from_ps(1))
    }

    /// Brings on a part of the cells that are under way in adapters at the end of the warm-up.
    #[cold]
    fn bring_adapters_to_end_of_warmup(&mut self) {
        if self.catch_up_some(self.catch_up_at) {
            // Cells that reach hosts in order are counted there before anything behind the warm-up comes.
            self.release_all();
            self.take_released(before(self.catch_up_at));
            self.catch_up_at = Time::NEVER;
        }
    }

    /// Takes cells at an ordering point for as long as nothing can come before them.
    fn serve(&mut self, merge: MergeId) {
        self.serving = merge;
        self.calendar.take_first();
        let Merge { server, lookahead, alone, .. } = self.elements.merges[merge];
        let until = Until { lookahead, stop: self.last_before_catching_up(), alone };
        loop {
            let (first, horizon) = (self.elements.merges[merge].first(), self.horizon(lookahead));
            let now = first.time();
            let others_first = now >= horizon && first.at_slot(merge.number()) > self.bound();
            if others_first || now > until.stop || self.events >= self.look_at {
                break;
            }
            self.events += 1;
            if let Some(source) = self.elements.merges[merge].promised() {
                if !self.ask(source, now.min(self.bound().time())) {
                    // The same event continues.
                    self.events -= 1;
                }
                continue;
            }
            match server {
                Server::Fifo(port) => self.serve_port(merge, port, now, horizon),
                Server::Host(host) => self.serve_host(merge, host, horizon),
                Server::Stage(stage) => {
                    let cells = self.elements.merges[merge].take(horizon, &self.elements.clocks);
                    self.pass_stage(stage, &cells);
                }
                Server::PacketPort(port) => self.serve_packet_port(merge, port, now, horizon),
                Server::Scheduled => self.serve_scheduled(merge, now, until),
                Server::Paced(port) => {
                    if !self.serve_paced(merge, port, now) {
                        // The same event continues.
                        self.events -= 1;
                    }
                }
            }
        }
        self.serving = MergeId::NONE;
        self.calendar.set(merge.number(), self.elements.merges[merge].first().at_slot(merge.number()));
    }

    /// The last instant that may be handled before adapters are brought to the end of the warm-up, or at all.
    pub(super) fn last_before_catching_up(&self) -> Time {
        self.stop.min(before(self.catch_up_at))
    }

    /// Ends the present slice earlier, because an event was as long as so many more.
    pub(crate) fn shorten_slice(&mut self, events: u64) {
        self.last_event = self.last_event.saturating_sub(events);
        self.look_at = self.look_at.min(self.last_event);
    }

    /// What is due first at any place but the one being served.
    #[inline]
    fn bound(&self) -> Key {
        self.calendar.first().min(self.timers.first())
    }

    /// Takes the next cell, or the cells that can be taken at once, of a stream into its port; nothing
    /// can come from elsewhere before `bound`.
    ///
    /// Cells of one train may be taken at once until something else may come: what follows from
    /// the first of them can touch nothing before that, because only the end of a frame has
    /// consequences beyond the queues that the cells pass, and it ends the train.
    #[inline]
    fn serve_port(&mut self, merge: MergeId, port: PortId, now: Time, bound: Time) {
        let stream = self.elements.merges[merge].first().slot();
        let cells = self.elements.merges[merge].take(bound, &self.elements.clocks);
        if cells.count > 1 {
            return self.pass(port, &cells, Some(now));
        }
        let lane = self.elements.hops[cells.hop].lane;
        let Some(end) = self.elements.ports.fifo(port).offer(now, &cells, lane) else {
            return self.lose_with_rest((merge, stream), port, &cells);
        };
        if self.hold_for_host(&cells, end.at, now) {
            return;
        }
        let settings = &self.elements.ports.fifo(port).buffer.settings;
        let (first, clock) = (end + settings.delay, settings.clock_index);
        self.deliver(Train { first, hop: cells.hop.next(), clock, ..cells });
    }

    /// Makes the instant that every element has reached the end of the run. Elements ahead of it
    /// have counted more than the time says, by no more than they were ahead.
    pub(crate) fn end_early(&mut self) {
        let now = self.now();
        self.end_early_at(now, now);
    }

    /// Makes an instant that every element has reached the end of the run. Cells under way are taken back and brought
    /// on as of `reached`, which this world has reached: later than the end if it is a part that was ahead of others.
    ///
    /// Adapters send what is due by then only as far as that is little: a limit may have been passed. The rest
    /// stays where it is.
    pub(crate) fn end_early_at(&mut self, end: Time, reached: Time) {
        self.last_event = self.events + LAST_EVENTS;
        self.catch_up_some(reached + Span::from_ps(1));
        self.cancel_plans(reached + Span::from_ps(1));
        self.wake_all_by(reached);
        self.release_all();
        self.take_released(reached);
        self.elements.notify_all(Time::NEVER);
        for port in &mut self.elements.ports {
            port.end_early(end);
        }
        for host in self.elements.hosts.ids() {
            // A warm-up that has not ended ends here, so that nothing is measured.
            if self.elements.hosts[host].arrival_mark < self.end
                && self.elements.hosts[host].arrival_mark >= end
            {
                self.end_arrival_warmup(host);
            }
            self.elements.hosts[host].end_early(end);
        }
        self.elements.stages.end_early(end);
        self.elements.packet_ports.iter_mut().for_each(|port| port.end_early(end));
        self.end_captures_early(end);
        self.end = end;
        self.stop = end;
    }

    /// Brings on whatever is kept back.
    pub(crate) fn settle(&mut self) {
        self.release_all();
        self.take_released(self.end);
        self.elements.notify_all(Time::NEVER);
    }

    /// Lets everything that has no more input reach the end of the run.
    pub(crate) fn finish(&mut self) {
        self.settle();
        self.elements.ports.iter_mut().for_each(Port::finish);
        self.elements.stages.finish();
        self.elements.packet_ports.iter_mut().for_each(|port| port.finish(self.end));
        for host in self.elements.hosts.ids() {
            self.end_arrival_warmup(host);
            self.pass_marks(host, Time::NEVER);
        }
        for circuit in &mut self.elements.circuits {
            circuit.check_timeout(self.end);
        }
        self.note_all_losses();
    }
}
