//! The world: every element of a network, and the loop that runs it.
//!
//! Only *ordering points* (ports with several feeders) and host timers are in the calendar. What
//! lies between two ordering points is a pipe: it is evaluated in place, ahead of the clock, by
//! [`World::deliver`]. An ordering point itself may be ahead of the others by its
//! [lookahead](lookahead). In reference mode every port and host is an ordering point, every train
//! one cell long, and nothing ahead; the results are the same to the bit.

mod bunch;
mod exits;
mod gather;
mod hosts;
mod lookahead;
mod losses;
mod owed;
mod paced;
mod pipe;
mod scheduled;
mod taps;
mod uplinks;
mod web;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use cellwise_atm::abr::AbrDestination;
use cellwise_atm::loss::LossCounts;
use cellwise_atm::sharing::SharedMemory;
use cellwise_engine::{Calendar, Key};
use cellwise_units::{CellClock, Span, Time};

use crate::circuit::Circuit;
use crate::element::port::{Port, before};
use crate::element::{Element, Lanes, Marks, Stages, Uplink, Watch};
use crate::endpoint::Outbox;
use crate::error::RunError;
use crate::flow::Flow;
use crate::hop::Hop;
use crate::host::Host;
use crate::ids::{CircuitId, FlowId, HopId, HostId, List, MergeId, PortId};
use crate::losses::Losses;
use crate::merge::{Merge, Server};
use crate::train::Train;
use crate::web::Order;
pub(crate) use exits::{Crossing, Exit};
use taps::Taps;

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

/// A control loop of an ABR connection: what is at its end.
#[derive(Debug)]
pub(crate) struct ControlLoop {
    pub(crate) destination: AbrDestination,
    /// The circuit on which RM cells leave when they are turned around.
    pub(crate) turned: CircuitId,
    /// The adapter of the loop that begins where this one ends: its virtual source.
    pub(crate) source_behind: Option<PortId>,
}

/// A network in the course of a run.
#[derive(Debug)]
pub(crate) struct World {
    /// One slot per ordering point.
    calendar: Calendar,
    /// One slot per host: its first timer.
    timers: Calendar,
    pub(crate) clocks: Vec<CellClock>,
    /// The ordering points.
    pub(crate) merges: List<Merge>,
    pub(crate) ports: List<Port>,
    pub(crate) hosts: List<Host>,
    pub(crate) hops: List<Hop>,
    pub(crate) circuits: List<Circuit>,
    pub(crate) flows: List<Flow>,
    /// The ABR control loops.
    pub(crate) loops: List<ControlLoop>,
    /// The elements that pass cells on in place: lines, noise, policers, shapers.
    pub(crate) stages: Stages,
    /// The packet queues of hosts.
    pub(crate) uplinks: List<Uplink>,
    /// The cells lost one by one; `None` if nobody asks for them.
    pub(crate) losses: Option<Box<Losses>>,
    /// What captures see.
    pub(crate) taps: Taps,
    /// What notes the cells that are offered to ports.
    pub(crate) watches: List<Watch>,
    /// The memories that the ports of switches share.
    pub(crate) memories: List<SharedMemory>,
    /// What the clients of web flows have asked for and the servers do not know yet, by flow and slot.
    orders: BTreeMap<(FlowId, u8), Order>,
    /// Whether recorders of this world owe samples.
    pub(crate) owing: Arc<AtomicBool>,
    /// What must not happen and has happened: the end of the run.
    pub(crate) fault: Option<RunError>,
    pub(crate) end: Time,
    /// The last instant that may be handled yet: the end, or what other parts of the network allow.
    stop: Time,
    /// Where circuits leave for other parts.
    exits: List<Exit>,
    /// What has left, by the part that takes it.
    outgoing: Vec<Vec<Crossing>>,
    /// The last instant of the warm-up; [`Time::NEVER`] without one or after it.
    pub(crate) warmup_mark: Time,
    /// The first instant after the warm-up, until adapters have been brought there; then, and without a warm-up,
    /// [`Time::NEVER`].
    catch_up_at: Time,
    /// Until when cells that arrive at their host may be gathered.
    pub(crate) gather_until: Time,
    /// Whether every train is one cell long.
    pub(crate) reference: bool,
    /// What was handled: cells or trains at ordering points, and host timers.
    pub(crate) events: u64,
    /// The count of events at which the present slice ends; what takes long makes it shorter.
    last_event: u64,
    /// The ordering point being served, whose place in the calendar is empty meanwhile.
    serving: MergeId,
    /// Cells that reached a host, or would have, after the end of the run.
    pub(crate) beyond_end: u64,
    /// Packets on their way out of an end point; empty between events.
    outbox: Outbox,
    /// Trains on their way out of a port; empty between events.
    sent: Vec<Train>,
}

impl World {
    pub(crate) fn empty(warmup_mark: Time, end: Time, reference: bool) -> Self {
        Self {
            calendar: Calendar::new(0),
            timers: Calendar::new(0),
            clocks: vec![CellClock::INSTANT],
            merges: List::default(),
            ports: List::default(),
            hosts: List::default(),
            hops: List::default(),
            circuits: List::default(),
            flows: List::default(),
            loops: List::default(),
            stages: Stages::default(),
            uplinks: List::default(),
            losses: None,
            taps: Taps::default(),
            watches: List::default(),
            memories: List::default(),
            orders: BTreeMap::new(),
            owing: Arc::default(),
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
            gather_until: warmup_mark.min(end),
            reference,
            events: 0,
            last_event: 0,
            serving: MergeId::NONE,
            beyond_end: 0,
            outbox: Outbox::default(),
            sent: Vec::new(),
        }
    }

    /// When what is ahead of the clock has to stop and look.
    pub(crate) fn marks(&self) -> Marks {
        Marks::new(self.warmup_mark, self.end)
    }

    /// Makes the calendar, once every element is there.
    pub(crate) fn prepare(&mut self) {
        self.calendar = Calendar::new(self.merges.len());
        self.timers = Calendar::new(self.hosts.len());
        self.set_lookahead();
        for host in self.hosts.ids() {
            self.schedule(host);
        }
    }

    /// The instant that every element has reached.
    #[must_use]
    pub(crate) fn now(&self) -> Time {
        self.bound().time().min(self.end)
    }

    /// Handles about `budget` events; fewer if they take long.
    pub(crate) fn run(&mut self, budget: u64) -> Pause {
        if !self.write_owed(budget) {
            return Pause::Budget;
        }
        self.last_event = self.events.saturating_add(budget);
        while self.events < self.last_event {
            let (place, timer) = (self.calendar.first(), self.timers.first());
            let next = place.time().min(timer.time());
            if next > self.stop || self.fault.is_some() {
                if self.ends_here() {
                    return Pause::End;
                }
                continue;
            }
            if next >= self.catch_up_at && !self.ends_warmup_here() {
                continue;
            }
            if place < timer {
                self.serve(MergeId::new(place.slot()));
            } else {
                self.events += 1;
                self.fire_timers(HostId::new(timer.slot()), timer.time());
            }
        }
        self.write_captures(self.now());
        self.note_all_losses();
        Pause::Budget
    }

    /// Says whether nothing is left to do by the end, or by when the others allow; what is under way in adapters
    /// at the end is brought on in pieces.
    #[cold]
    fn ends_here(&mut self) -> bool {
        self.fault.is_some() || self.stop < self.end || self.catch_up_some(self.end + Span::from_ps(1))
    }

    /// Brings on what is under way in adapters at the end of the warm-up in pieces; says whether that was all.
    #[cold]
    fn ends_warmup_here(&mut self) -> bool {
        let is_all = self.catch_up_some(self.catch_up_at);
        if is_all {
            self.catch_up_at = Time::NEVER;
        }
        is_all
    }

    /// Takes cells at an ordering point for as long as nothing can come before them.
    fn serve(&mut self, merge: MergeId) {
        self.serving = merge;
        self.calendar.take_first();
        let (server, lookahead) = (self.merges[merge].server, self.merges[merge].lookahead);
        let stop = self.last_before_catching_up();
        loop {
            let (first, horizon) = (self.merges[merge].first(), self.horizon(lookahead));
            let now = first.time();
            let others_first = now >= horizon && first.at_slot(merge.number()) > self.bound();
            if others_first || now > stop || self.events >= self.last_event {
                break;
            }
            self.events += 1;
            if let Some(source) = self.merges[merge].promised() {
                if !self.ask(source, now.min(self.bound().time())) {
                    // The same event goes on.
                    self.events -= 1;
                }
                continue;
            }
            match server {
                Server::Fifo(port) => self.serve_port(merge, port, now, horizon),
                Server::Host(host) => self.serve_host(merge, host, horizon),
                Server::Stage(stage) => {
                    let cells = self.merges[merge].take(horizon, &self.clocks);
                    self.pass_stage(stage, &cells);
                }
                Server::Uplink(uplink) => self.serve_uplink(merge, uplink, now),
                Server::Scheduled => self.serve_scheduled(merge, now),
                Server::Paced(port) => {
                    if !self.serve_paced(merge, port, now) {
                        // The same event goes on.
                        self.events -= 1;
                    }
                }
            }
        }
        self.serving = MergeId::NONE;
        self.calendar.set(merge.number(), self.merges[merge].first().at_slot(merge.number()));
    }

    /// The last instant that may be handled before adapters are brought to the end of the warm-up, or at all.
    fn last_before_catching_up(&self) -> Time {
        self.stop.min(before(self.catch_up_at))
    }

    /// Ends the present slice earlier, because an event was as long as so many more.
    pub(crate) fn shorten_slice(&mut self, events: u64) {
        self.last_event = self.last_event.saturating_sub(events);
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
        let cells = self.merges[merge].take(bound, &self.clocks);
        if cells.count > 1 {
            return self.pass(port, &cells, Some(now));
        }
        let lane = self.hops[cells.hop].lane;
        let Some(end) = self.ports.fifo(port).offer(now, &cells, lane) else { return self.lose(&cells) };
        if self.gather(&cells, end.at, now) {
            return;
        }
        let settings = &self.ports.fifo(port).buffer.settings;
        let (first, clock) = (end + settings.delay, settings.clock_index);
        self.bring_on(cells.hop, Train { first, hop: cells.hop.next(), clock, ..cells }, now);
    }

    /// Forgets a frame with its last cell, if that is among the lost cells: without it nothing of
    /// the frame will be handed over.
    fn lose(&mut self, cells: &Train) {
        if cells.ends_frame() {
            let circuit = self.hops[cells.hop].circuit;
            self.circuits[circuit].forget(cells.frame);
        }
    }

    /// Makes the instant that every element has reached the end of the run. Elements ahead of it
    /// have counted more than the time says, by no more than they were ahead.
    pub(crate) fn end_early(&mut self) {
        self.end_early_at(self.now());
    }

    /// Makes an instant that every element has reached the end of the run.
    ///
    /// Adapters send what is due by then only as far as that is little: a limit may have been passed. The rest
    /// stays where it is.
    pub(crate) fn end_early_at(&mut self, end: Time) {
        self.last_event = self.events + LAST_EVENTS;
        self.catch_up_some(end + Span::from_ps(1));
        self.release_all();
        for port in &mut self.ports {
            port.end_early(end);
        }
        for host in self.hosts.ids() {
            // A warm-up that has not ended ends here, so that nothing is measured.
            if self.hosts[host].arrival_mark < self.end && self.hosts[host].arrival_mark >= end {
                self.end_arrival_warmup(host);
            }
            self.hosts[host].end_early(end);
        }
        self.stages.end_early(end);
        self.uplinks.iter_mut().for_each(|uplink| uplink.end_early(end));
        self.end_captures_early(end);
        self.end = end;
        self.stop = end;
    }

    /// Brings on whatever is kept back.
    pub(crate) fn settle(&mut self) {
        self.release_all();
    }

    /// Lets everything that has no more input come to the end of the run.
    pub(crate) fn finish(&mut self) {
        self.settle();
        self.ports.iter_mut().for_each(Port::finish);
        self.stages.finish();
        self.uplinks.iter_mut().for_each(Uplink::finish);
        for host in self.hosts.ids() {
            self.end_arrival_warmup(host);
            self.pass_marks(host, Time::NEVER);
        }
        for circuit in &mut self.circuits {
            circuit.check_timeout(self.end);
        }
        self.note_all_losses();
    }

    /// The hop of a virtual connection at a port, in whichever direction it passes.
    pub(crate) fn hop_of(&self, port: PortId, vc: usize) -> Option<HopId> {
        let circuits = [0, 1].map(|side| &self.circuits[CircuitId::of_vc(vc, side)]);
        let mut hops = circuits.iter().flat_map(|circuit| circuit.way());
        hops.find(|&hop| self.hops[hop].element == Element::Port(port))
    }

    /// The adapter at the first end of a virtual connection, if that is an ABR end.
    pub(crate) fn first_adapter(&self, vc: usize) -> Option<PortId> {
        self.first_adapter_of(CircuitId::of_vc(vc, 0))
    }

    /// Where the cells of a virtual connection wait at its first end: in the ABR end's adapter, or in
    /// the first queue.
    pub(crate) fn first_port(&self, vc: usize) -> Option<PortId> {
        let mut way = self.circuits[CircuitId::of_vc(vc, 0)].way();
        self.first_adapter(vc).or(way.find_map(|hop| match self.hops[hop].element {
            Element::Port(port) => Some(port),
            _ => None,
        }))
    }

    /// The first adapter that the cells of a circuit pass.
    pub(crate) fn first_adapter_of(&self, circuit: CircuitId) -> Option<PortId> {
        self.circuits[circuit].way().find_map(|hop| match self.hops[hop].element {
            Element::Port(port) if self.ports[port].is_adapter() => Some(port),
            _ => None,
        })
    }

    /// What an element knows of the circuits that pass it, if it must know them.
    pub(crate) fn lanes(&self, element: Element) -> Option<&Lanes> {
        match element {
            Element::Port(port) => Some(&self.ports[port].buffer().lanes),
            Element::Uplink(uplink) => Some(&self.uplinks[uplink].lanes),
            element => self.stages.lanes(element),
        }
    }

    /// The same, to add to.
    pub(crate) fn lanes_mut(&mut self, element: Element) -> Option<&mut Lanes> {
        match element {
            Element::Port(port) => Some(&mut self.ports[port].buffer_mut().lanes),
            Element::Uplink(uplink) => Some(&mut self.uplinks[uplink].lanes),
            element => self.stages.lanes_mut(element),
        }
    }

    /// Cells of its circuit lost at a hop in the measured time, by reason.
    pub(crate) fn lost_at(&self, hop: &Hop) -> LossCounts {
        self.lanes(hop.element).map(|lanes| lanes.lost(hop.lane)).unwrap_or_default()
    }

    /// Cells handled at ports so far.
    #[must_use]
    pub(crate) fn cells(&self) -> u64 {
        self.ports.iter().map(|port| port.total().accepted + port.total().lost.total()).sum()
    }
}
