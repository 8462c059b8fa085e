//! The world: every element of a network, and the loop that runs it.
//!
//! Only *ordering points* (ports with several feeders) and host timers are in the calendar. The
//! part between two ordering points is a pipe: it is evaluated in place, ahead of the clock, by
//! [`World::deliver`]. An ordering point itself may be ahead of the others by its
//! [lookahead]. In reference mode every port and host is an ordering point, every train
//! one cell long, and nothing ahead; the results are the same to the bit.

mod agenda;
mod events;
mod exits;
mod held_for_host;
mod hosts;
mod joined;
mod lookahead;
mod outside;
mod outstanding;
mod paced;
mod packets;
mod period;
mod pipe;
mod scheduled;
mod variable;
mod web;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cellwise_units::{Span, Time};

use crate::circuit::merge::{Merge, Server};
use crate::data::ids::{FlowId, MergeId, PortId};
use crate::data::train::Train;
use crate::data::web_messages::Order;
use crate::element::port::before;
use crate::elements::Elements;
use crate::host::endpoint::Outbox;
use crate::shortcut::ahead::{Ahead, SentAlone};
use crate::shortcut::names::{Shortcut, Shortcuts};
use agenda::{Agenda, Due};
use events::Events;
use exits::Borders;
pub(crate) use exits::Crossing;
use period::Period;

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

/// A network in the course of a run.
#[derive(Clone, Debug)]
pub(crate) struct World {
    pub(crate) elements: Elements,
    /// What is due where.
    agenda: Agenda,
    /// Until when anything may be done.
    period: Period,
    /// What was handled.
    events: Events,
    /// Where circuits leave for other parts.
    borders: Borders,
    /// What the clients of web flows have asked for and the servers do not know yet, by flow and slot.
    orders: BTreeMap<(FlowId, u8), Order>,
    /// Whether recorders of this world have samples outstanding.
    pub(crate) outstanding: Arc<AtomicBool>,
    /// Whether every train is one cell long.
    pub(crate) reference: bool,
    /// The ways to take many cells at once that are taken.
    pub(crate) shortcuts: Shortcuts,
    /// How ordering points continue by themselves.
    ahead: Ahead,
    /// What reached a host, or would have, after the end of the run.
    pub(crate) beyond_end: BeyondEnd,
    /// Lists that events use, empty between them.
    spare: Spare,
}

/// What would have arrived after the end of the run.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BeyondEnd {
    pub(crate) cells: u64,
    /// On packet links.
    pub(crate) packets: u64,
}

/// Lists that are used again, so that events ask for no memory.
#[derive(Clone, Debug, Default)]
struct Spare {
    /// For packets on their way out of end points: one for each event within an event.
    #[expect(clippy::vec_box, reason = "what is moved in and out for every packet is a pointer")]
    outboxes: Vec<Box<Outbox>>,
    /// Trains on their way out of a port.
    sent: Vec<Train>,
    /// The cells that a port that continues alone has sent.
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
            agenda: Agenda::new(0, 0),
            period: Period::new(warmup_mark, end),
            events: Events::new(),
            borders: Borders::default(),
            orders: BTreeMap::new(),
            outstanding,
            reference: false,
            shortcuts: Shortcuts::ALL,
            ahead: Ahead::default(),
            beyond_end: BeyondEnd::default(),
            spare: Spare::default(),
        }
    }

    /// Makes the agenda, once every element is there.
    pub(crate) fn prepare(&mut self) {
        self.agenda = Agenda::new(self.elements.merges.len(), self.elements.hosts.len());
        self.elements.set_lookahead(self.shortcuts.has(Shortcut::Lookahead));
        if self.shortcuts.has(Shortcut::Runs) {
            self.elements.set_runs();
        }
        self.ahead = Ahead::of(&self.elements, self.shortcuts);
        for host in self.elements.hosts.ids() {
            self.schedule(host);
        }
    }

    /// The end of the run.
    pub(crate) const fn end(&self) -> Time {
        self.period.end
    }

    /// What was handled: cells or trains at ordering points, and host timers.
    pub(crate) const fn events(&self) -> u64 {
        self.events.so_far()
    }

    /// The instant that every element has reached.
    #[must_use]
    pub(crate) fn now(&self) -> Time {
        self.agenda.bound().time().min(self.period.end)
    }

    /// Lets this thread hold so many octets more until it is asked again; a run that holds more ends its slice.
    pub(crate) fn allow(&mut self, octets: u64) {
        self.events.allow(octets);
    }

    /// Handles about `budget` events; fewer if they take long.
    pub(crate) fn run(&mut self, budget: u64) -> Pause {
        if !self.write_outstanding(budget) {
            return Pause::Budget;
        }
        self.events.begin(budget);
        while self.events.goes_on() {
            let (due, at) = self.agenda.first();
            if at > self.period.stop || self.elements.fault.is_some() {
                if self.ends_here() {
                    return Pause::End;
                }
                continue;
            }
            if at >= self.period.catch_up_at {
                // What adapters send then may be due before what was.
                self.bring_adapters_to_end_of_warmup();
                continue;
            }
            match due {
                Due::Place(merge) => self.serve(merge),
                Due::Timer(host) => {
                    self.events.count(1);
                    self.fire_timers(host, at);
                }
                Due::Entry => {
                    self.events.count(1);
                    self.take_entries(at);
                }
            }
        }
        let now = self.now();
        self.elements.write_captures(now);
        self.elements.note_all_losses();
        self.elements.count_all_passed(now.min(self.period.stop));
        Pause::Budget
    }

    /// Says whether nothing is left to do by the end, or by when the others allow; cells under way in adapters at
    /// the end are brought on in pieces.
    #[cold]
    fn ends_here(&mut self) -> bool {
        let end = self.period.end;
        self.elements.fault.is_some() || self.period.stop < end || self.catch_up_some(end + Span::from_ps(1))
    }

    /// Brings on a part of the cells that are under way in adapters at the end of the warm-up.
    #[cold]
    fn bring_adapters_to_end_of_warmup(&mut self) {
        let first = self.period.catch_up_at;
        if self.catch_up_some(first) {
            // Cells that reach hosts in order are counted there before anything behind the warm-up comes.
            self.release_all();
            self.take_released(before(first));
            self.period.note_caught_up();
        }
    }

    /// Takes cells at an ordering point for as long as nothing can come before them.
    fn serve(&mut self, merge: MergeId) {
        self.agenda.begin(merge);
        let Merge { server, lookahead, .. } = self.elements.merges[merge];
        let stop = self.period.last_before_catching_up();
        loop {
            let (first, horizon) = (self.elements.merges[merge].first(), self.horizon(lookahead));
            let now = first.time();
            let others_first = now >= horizon && first.at_slot(merge.number()) > self.agenda.bound();
            if others_first || now > stop || !self.events.has_room() {
                break;
            }
            self.events.count(1);
            if let Some(source) = self.elements.merges[merge].promised() {
                if !self.ask(source, now.min(self.agenda.bound().time())) {
                    self.events.continue_present();
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
                Server::Scheduled => {
                    self.serve_scheduled(merge, now, horizon.min(stop + Span::from_ps(1)));
                }
                Server::Paced(port) => {
                    if !self.serve_paced(merge, port, now) {
                        self.events.continue_present();
                    }
                }
            }
        }
        self.agenda.end(merge, &self.elements.merges);
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
        self.send_on(port, now, &cells, end);
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
        self.events.begin(LAST_EVENTS);
        self.catch_up_some(reached + Span::from_ps(1));
        self.cancel_plans(reached + Span::from_ps(1));
        self.ahead.wake_all_by(reached, &mut self.elements);
        self.release_all();
        self.take_released(reached);
        self.elements.count_all_passed(Time::NEVER);
        for port in &mut self.elements.ports {
            port.buffer_mut().statistics.end_early(end);
        }
        for host in self.elements.hosts.ids() {
            // A warm-up that has not ended ends here, so that nothing is measured.
            if self.elements.hosts[host].arrival_mark < self.period.end
                && self.elements.hosts[host].arrival_mark >= end
            {
                self.end_arrival_warmup(host);
            }
            self.elements.hosts[host].end_early(end);
        }
        self.elements.stages.end_early(end);
        self.elements.packet_ports.iter_mut().for_each(|port| port.end_early(end));
        self.elements.recorders().for_each(|recorder| recorder.cut(end));
        self.elements.end_captures_early(end);
        self.period.end_at(end);
    }

    /// Brings on whatever is kept back.
    pub(crate) fn settle(&mut self) {
        self.release_all();
        self.take_released(self.period.end);
        self.elements.count_all_passed(Time::NEVER);
    }

    /// Lets everything that has no more input reach the end of the run.
    pub(crate) fn finish(&mut self) {
        self.settle();
        self.elements.ports.iter_mut().for_each(|port| port.come_to(Time::NEVER));
        self.elements.stages.finish();
        let end = self.period.end;
        self.elements.packet_ports.iter_mut().for_each(|port| port.finish(end));
        for host in self.elements.hosts.ids() {
            self.end_arrival_warmup(host);
            self.pass_marks(host, Time::NEVER);
        }
        for circuit in &mut self.elements.circuits {
            circuit.check_timeout(end);
        }
        self.elements.note_all_losses();
    }
}
