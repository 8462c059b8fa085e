//! The world: every element of a network, and the loop that runs it.
//!
//! Only *ordering points* (ports with several feeders) and host timers are in the calendar. What
//! lies between two ordering points is a pipe: it is evaluated in place, ahead of the clock, by
//! [`World::deliver`]. In reference mode every port and host is an ordering point and every train
//! one cell long; the results are the same to the bit.

use cellwise_engine::{Calendar, Key, Rank};
use cellwise_units::{Bytes, CellClock, ClockPoint, Time};

use crate::circuit::{Circuit, Frame};
use crate::endpoint::{Outbox, Packet};
use crate::flow::Flow;
use crate::hop::{Element, Hop};
use crate::host::Host;
use crate::merge::Merge;
use crate::port::Port;
use crate::stream::Stream;
use crate::train::{INSTANT, Train};

/// Where a [`World::run`] stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// The budget of events is used up; run on.
    Budget,
    /// The end of the run is reached.
    End,
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
    pub(crate) merges: Vec<Merge>,
    pub(crate) ports: Vec<Port>,
    pub(crate) hosts: Vec<Host>,
    pub(crate) hops: Vec<Hop>,
    pub(crate) circuits: Vec<Circuit>,
    pub(crate) flows: Vec<Flow>,
    pub(crate) end: Time,
    /// The last instant of the warm-up; [`Time::NEVER`] without one or after it.
    pub(crate) warmup_mark: Time,
    /// Until when cells that arrive at their host may be gathered.
    pub(crate) gather_until: Time,
    /// Whether every train is one cell long.
    pub(crate) reference: bool,
    /// What was handled: cells or trains at ordering points, and host timers.
    pub(crate) events: u64,
    /// The ordering point being served, whose place in the calendar is empty meanwhile.
    serving: usize,
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
            merges: Vec::new(),
            ports: Vec::new(),
            hosts: Vec::new(),
            hops: Vec::new(),
            circuits: Vec::new(),
            flows: Vec::new(),
            end,
            warmup_mark,
            gather_until: warmup_mark.min(end),
            reference,
            events: 0,
            serving: usize::MAX,
            beyond_end: 0,
            outbox: Outbox::default(),
            sent: Vec::new(),
        }
    }

    /// Makes the calendar, once every element is there.
    pub(crate) fn prepare(&mut self) {
        self.calendar = Calendar::new(self.merges.len());
        self.timers = Calendar::new(self.hosts.len());
        for host in 0..self.hosts.len() {
            self.schedule(host);
        }
    }

    /// The instant that every element has reached.
    #[must_use]
    pub(crate) fn now(&self) -> Time {
        self.bound().min(self.end)
    }

    /// Handles about `budget` events.
    pub(crate) fn run(&mut self, budget: u64) -> Pause {
        let last = self.events.saturating_add(budget);
        while self.events < last {
            let (place, timer) = (self.calendar.first(), self.timers.first());
            if place.time().min(timer.time()) > self.end {
                return Pause::End;
            }
            if place < timer {
                self.serve(place.slot() as usize, last);
            } else {
                self.events += 1;
                self.fire_timers(timer.slot() as usize, timer.time());
            }
        }
        Pause::Budget
    }

    /// Takes cells at an ordering point for as long as it is the first of all places.
    fn serve(&mut self, merge: usize, last_event: u64) {
        self.serving = merge;
        self.calendar.set(merge as u32, Key::NEVER);
        loop {
            let now = self.merges[merge].first().time();
            if now > self.bound().min(self.end) || self.events >= last_event {
                break;
            }
            self.events += 1;
            match self.merges[merge].element {
                Element::Port(port) => self.serve_port(merge, port as usize, now),
                Element::Host(host) => self.serve_host(merge, host as usize),
            }
        }
        self.serving = usize::MAX;
        self.calendar.set(merge as u32, self.merges[merge].first().at_slot(merge as u32));
    }

    /// When something is due first at any place but the one being served.
    #[inline]
    fn bound(&self) -> Time {
        self.calendar.first().time().min(self.timers.first().time())
    }

    /// Takes the next cell, or the cells that can be taken at once, of a stream into its port.
    #[inline]
    fn serve_port(&mut self, merge: usize, port: usize, now: Time) {
        let cells = self.cells_alone(merge, port, now);
        if cells > 1 {
            let train = self.merges[merge].take_run(cells, &self.clocks);
            return self.pass(port, &train, Some(now));
        }
        let cell = self.merges[merge].take_cell(&self.clocks);
        let Some(end) = self.ports[port].offer(now, &cell, &mut self.hops) else { return self.lose(&cell) };
        if self.gather(&cell, end.at, now) {
            return;
        }
        let settings = &self.ports[port].settings;
        let (first, clock) = (end + settings.delay, settings.clock_index);
        self.deliver(Train { first, hop: cell.hop + 1, clock, ..cell });
    }

    /// Forgets a frame with its last cell, if that is among the lost cells: without it nothing of
    /// the frame will be handed over.
    fn lose(&mut self, cells: &Train) {
        if cells.ends_frame() {
            let circuit = self.hops[cells.hop as usize].circuit;
            self.circuits[circuit as usize].forget(cells.frame);
        }
    }

    /// How many cells of the head train, at least 1, may be taken before anything else can happen
    /// anywhere that they could depend on.
    #[inline]
    fn cells_alone(&self, merge: usize, port: usize, now: Time) -> u16 {
        let train = self.merges[merge].head();
        if train.count == 1 {
            return 1;
        }
        let clock = &self.clocks[usize::from(train.clock)];
        let mut bound = self.bound().min(self.merges[merge].second());
        if now + clock.cell_time() >= bound {
            return 1;
        }
        if let Some(lookahead) = self.hops[train.hop as usize].lookahead {
            bound = bound.min(now + self.ports[port].settings.clock.cell_time() + lookahead);
        }
        if now + clock.cell_time_ceiling() * u64::from(train.count) < bound {
            return train.count;
        }
        let mut at = train.first;
        let mut cells = 0;
        while cells < train.count && at.at < bound {
            cells += 1;
            at = clock.step(at);
        }
        cells.max(1)
    }

    /// Keeps accepted cells back until the last of their frame, if nothing on their way to the
    /// host depends on them. `cells` are as they came; the last one's transmission ends at `end`.
    #[inline]
    fn gather(&mut self, cells: &Train, end: Time, now: Time) -> bool {
        let Some(gathering) = &mut self.hops[cells.hop as usize].gathering else { return false };
        if end + gathering.to_host > self.gather_until {
            return self.gather_near_mark(cells, end, now);
        }
        let held = &mut gathering.cells;
        if held.count > 0 && (held.frame != cells.frame || held.index + held.count != cells.index) {
            self.release(cells.hop);
            return self.gather(cells, end, now);
        }
        if held.count == 0 {
            *held = *cells;
        } else {
            held.count += cells.count;
        }
        gathering.last_end = end;
        if cells.ends_frame() {
            self.release(cells.hop);
        }
        true
    }

    /// Near the end of the warm-up and of the run each cell must be counted at its own time.
    #[cold]
    fn gather_near_mark(&mut self, cells: &Train, end: Time, now: Time) -> bool {
        self.release_all();
        if now > self.warmup_mark && self.gather_until < self.end {
            self.end_warmup(now);
            return self.gather(cells, end, now);
        }
        if now <= self.warmup_mark {
            self.gather_until = Time::ZERO;
        }
        false
    }

    /// Brings the elements that gathered cells pass unseen beyond the warm-up, which has ended
    /// before `now`: whatever arrives anywhere before `now` has been brought there.
    fn end_warmup(&mut self, now: Time) {
        self.warmup_mark = Time::NEVER;
        self.gather_until = self.end;
        for host in 0..self.hosts.len() {
            self.end_arrival_warmup(host);
        }
        for port in &mut self.ports {
            port.pass_marks(now, &mut self.hops);
        }
    }

    /// Brings every cell that is kept back to its host.
    fn release_all(&mut self) {
        for hop in 0..self.hops.len() as u32 {
            self.release(hop);
        }
    }

    /// Brings the cells that a hop keeps back to their host, through ports that are always empty.
    fn release(&mut self, hop: u32) {
        let Some(gathering) = &mut self.hops[hop as usize].gathering else { return };
        let cells = gathering.cells;
        if cells.count == 0 {
            return;
        }
        gathering.cells.count = 0;
        let (last_end, hops) = (gathering.last_end, gathering.hops_to_host);
        let mut at = last_end;
        for behind in 0..hops {
            let (here, next) = ((hop + behind) as usize, (hop + behind + 1) as usize);
            let Element::Port(port) = self.hops[here].element else { continue };
            if behind > 0 {
                at = self.ports[port as usize].pass_gathered(at, &cells, &mut self.hops[here]);
            }
            at += self.ports[port as usize].settings.delay;
            if let Element::Host(host) = self.hops[next].element {
                let train = Train { hop: next as u32, ..cells };
                self.take(host as usize, &train, at);
            }
        }
    }

    /// Lets a train through a port and delivers what leaves it. `now` is given at an ordering
    /// point.
    fn pass(&mut self, port: usize, train: &Train, now: Option<Time>) {
        let feeder = self.clocks[usize::from(train.clock)];
        let Some(sent) = self.ports[port].take_whole(train, &feeder, &mut self.hops) else {
            return self.pass_cells(port, train, &feeder);
        };
        if let Some(now) = now
            && self.gather(train, self.ports[port].sent_by(), now)
        {
            return;
        }
        self.deliver(sent);
    }

    /// Brings what a hop keeps back to the host before cells follow, sent by `end`, that are not
    /// gathered; near the end of the warm-up all that is kept back anywhere.
    fn release_before(&mut self, hop: u32, end: Time) {
        let Some(gathering) = &self.hops[hop as usize].gathering else { return };
        if end + gathering.to_host > self.gather_until {
            self.release_all();
        } else {
            self.release(hop);
        }
    }

    /// Lets a train through a port cell by cell and delivers what leaves it.
    fn pass_cells(&mut self, port: usize, train: &Train, feeder: &CellClock) {
        let mut sent = std::mem::take(&mut self.sent);
        let from = sent.len();
        self.ports[port].offer_cells(train, feeder, &mut self.hops, &mut sent);
        if !sent[from..].last().is_some_and(Train::ends_frame) {
            self.lose(train);
        }
        self.release_before(train.hop, self.ports[port].sent_by());
        // Delivering may send further trains through this list: it is put back each time.
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
    fn deliver(&mut self, mut train: Train) {
        loop {
            let hop = &self.hops[train.hop as usize];
            if let Some(stream) = hop.stream {
                return self.push(stream, train);
            }
            match hop.element {
                Element::Host(host) => return self.receive(host as usize, &train),
                Element::Port(port) if train.count == 1 => {
                    let at = train.first.at;
                    if at > self.end {
                        self.beyond_end += 1;
                        return;
                    }
                    let port = &mut self.ports[port as usize];
                    let Some(end) = port.offer(at, &train, &mut self.hops) else { return self.lose(&train) };
                    let first = end + port.settings.delay;
                    train = Train { first, hop: train.hop + 1, clock: port.settings.clock_index, ..train };
                }
                Element::Port(port) => return self.pass(port as usize, &train, None),
            }
        }
    }

    /// Adds a train to a stream of an ordering point.
    #[inline]
    fn push(&mut self, (merge, stream): (u32, u32), train: Train) {
        let mut rest = train;
        let place = &mut self.merges[merge as usize];
        if self.reference {
            while rest.count > 1 {
                place.push(stream, rest.take_first(&self.clocks));
            }
        }
        place.push(stream, rest);
        if merge as usize != self.serving {
            let key = place.first().at_slot(merge);
            if key != self.calendar.key_of(merge) {
                self.calendar.set(merge, key);
            }
        }
    }

    /// Takes the next train of a stream that leads to a host. It is the host's only input, so
    /// the whole train may be taken at its first cell.
    fn serve_host(&mut self, merge: usize, host: usize) {
        let place = &mut self.merges[merge];
        let count = place.head().count;
        let train = place.take_run(count, &self.clocks);
        self.receive(host, &train);
    }

    /// Takes a train into a host, ahead of the clock if need be.
    #[inline]
    fn receive(&mut self, host: usize, train: &Train) {
        let last = train.last_arrival(&self.clocks);
        let circuit = self.hops[train.hop as usize].circuit as usize;
        if last > self.hosts[host].arrival_mark
            || (train.count > 1 && self.circuits[circuit].wants_single_cells())
        {
            return self.receive_singly(host, *train);
        }
        self.take(host, train, last);
    }

    /// Takes cells into a host, the last of which arrives at `last`.
    #[inline]
    fn take(&mut self, host: usize, train: &Train, last: Time) {
        let circuit = self.hops[train.hop as usize].circuit as usize;
        if let Some(frame) = self.circuits[circuit].receive(train, last) {
            self.receive_frame(host, last, &frame);
        }
    }

    #[cold]
    fn receive_singly(&mut self, host: usize, mut train: Train) {
        while train.count > 0 {
            let cell = train.take_first(&self.clocks);
            let at = cell.first.at;
            if at > self.end {
                self.beyond_end += 1;
                continue;
            }
            if at > self.hosts[host].arrival_mark {
                self.end_arrival_warmup(host);
            }
            let circuit = self.hops[cell.hop as usize].circuit as usize;
            if let Some(frame) = self.circuits[circuit].receive(&cell, at) {
                self.receive_frame(host, at, &frame);
            }
        }
    }

    /// Keeps what the receiving ends at a host have counted before the measured time.
    fn end_arrival_warmup(&mut self, host: usize) {
        let host = &mut self.hosts[host];
        let mark = host.arrival_mark;
        if mark < self.end {
            host.arrival_mark = self.end;
            for &circuit in &host.receives {
                self.circuits[circuit as usize].check_timeout(mark);
                self.circuits[circuit as usize].take_received_baseline();
            }
        }
    }

    /// Hands a frame that has arrived whole to its end point.
    #[inline]
    fn receive_frame(&mut self, host: usize, arrived: Time, frame: &Frame) {
        let now = self.hosts[host].receive.done(arrived);
        if now > self.end {
            return;
        }
        while self.hosts[host].due() < now {
            self.fire_timer(host, self.hosts[host].due());
        }
        self.pass_marks(host, now);
        let flow = &self.flows[frame.flow as usize];
        let endpoint = flow.endpoint_at(host);
        let mut outbox = std::mem::take(&mut self.outbox);
        self.hosts[host].endpoints[endpoint].on_packet(now, &frame.packet, &mut outbox);
        self.after_endpoint(host, endpoint, now, outbox);
    }

    /// Fires every timer of a host that is due at `now`.
    fn fire_timers(&mut self, host: usize, now: Time) {
        while self.hosts[host].due() == now {
            self.fire_timer(host, now);
        }
        self.schedule(host);
    }

    fn fire_timer(&mut self, host: usize, now: Time) {
        self.pass_marks(host, now);
        let endpoint = self.hosts[host].due_endpoint();
        let mut outbox = std::mem::take(&mut self.outbox);
        self.hosts[host].endpoints[endpoint].on_deadline(now, &mut outbox);
        self.after_endpoint(host, endpoint, now, outbox);
    }

    /// Sees to what an end point left: segments to send, a new deadline.
    #[inline]
    fn after_endpoint(&mut self, host: usize, endpoint: usize, now: Time, mut outbox: Outbox) {
        self.hosts[host].update_deadline(endpoint);
        self.schedule(host);
        for segment in outbox.segments.drain(..) {
            self.send(host, endpoint, now, Packet::Tcp(segment), segment.len);
        }
        if let Some(datagram) = outbox.datagram.take() {
            self.send(host, endpoint, now, Packet::Udp(datagram), datagram.len);
        }
        self.outbox = outbox;
    }

    /// Sends a packet as a frame through the host's processor and adapter.
    fn send(&mut self, host: usize, endpoint: usize, now: Time, packet: Packet, payload: u32) {
        let endpoint = &self.hosts[host].endpoints[endpoint];
        let circuit = &mut self.circuits[endpoint.circuit as usize];
        let flow = endpoint.flow;
        let octets = Bytes::new(u64::from(payload) + self.flows[flow as usize].header_bytes);
        let (number, cells) = circuit.send(Frame { packet, flow, sent_at: now }, octets);
        let hop = circuit.first_hop;
        let handed_over = self.hosts[host].send.done(now);
        self.deliver(Train {
            first: ClockPoint::exactly(handed_over),
            hop,
            frame: number,
            index: 0,
            count: cells,
            frame_cells: cells,
            clock: INSTANT,
        });
    }

    fn pass_marks(&mut self, host: usize, now: Time) {
        if now > self.hosts[host].mark {
            self.pass_host_marks(host, now);
        }
    }

    #[cold]
    fn pass_host_marks(&mut self, host: usize, now: Time) {
        let host = &mut self.hosts[host];
        let warming_up = host.warmup_mark;
        host.pass_marks(now, self.end);
        if warming_up != host.warmup_mark {
            for &circuit in &host.sends {
                self.circuits[circuit as usize].take_sent_baseline();
            }
        }
    }

    /// Puts a host's first timer into the calendar.
    #[inline]
    fn schedule(&mut self, host: usize) {
        let slot = host as u32;
        let due = self.hosts[host].due();
        if due != self.timers.key_of(slot).time() {
            let key = if due == Time::NEVER { Key::NEVER } else { Key::new(due, Rank::Timer(slot), slot) };
            self.timers.set(slot, key);
        }
    }

    /// Makes the instant that every element has reached the end of the run. Elements ahead of it
    /// have counted more than the time says, by no more than they were ahead.
    pub(crate) fn end_early(&mut self) {
        let end = self.now();
        self.release_all();
        for port in &mut self.ports {
            port.end_early(end);
        }
        for host in 0..self.hosts.len() {
            // A warm-up that has not ended ends here, so that nothing is measured.
            if self.hosts[host].arrival_mark < self.end && self.hosts[host].arrival_mark >= end {
                self.end_arrival_warmup(host);
            }
            self.hosts[host].end_early(end);
        }
        self.end = end;
    }

    /// Lets everything that has no more input come to the end of the run.
    pub(crate) fn finish(&mut self) {
        self.release_all();
        for port in &mut self.ports {
            port.finish(&mut self.hops);
        }
        for host in 0..self.hosts.len() {
            self.end_arrival_warmup(host);
            self.pass_marks(host, Time::NEVER);
        }
        for circuit in &mut self.circuits {
            circuit.check_timeout(self.end);
        }
    }

    /// The hop of a virtual connection at a port, in whichever direction it passes.
    pub(crate) fn hop_of(&self, port: usize, vc: usize) -> Option<u32> {
        let circuits = [2 * vc, 2 * vc + 1].map(|circuit| &self.circuits[circuit]);
        let mut hops =
            circuits.iter().flat_map(|circuit| circuit.first_hop..circuit.first_hop + circuit.hops);
        hops.find(|&hop| self.hops[hop as usize].element == Element::Port(port as u32))
    }

    /// Cells handled at ports so far.
    #[must_use]
    pub(crate) fn cells(&self) -> u64 {
        self.ports.iter().map(|port| port.total().accepted + port.total().lost.total()).sum()
    }

    /// Octets held by trains and frames under way: what grows in the course of a run, besides records.
    #[must_use]
    pub(crate) fn held_bytes(&self) -> u64 {
        let streams = self.merges.iter().flat_map(|merge| &merge.streams);
        let trains: usize = streams.map(Stream::pending_trains).sum();
        let frames: usize = self.circuits.iter().map(Circuit::frames_under_way).sum();
        (trains * size_of::<Train>() + frames * size_of::<Frame>()) as u64
    }

    /// Points held by all probes.
    #[must_use]
    pub(crate) fn recorded_points(&self) -> usize {
        let of_ports = self.ports.iter().map(Port::recorded_points);
        let endpoints = self.hosts.iter().flat_map(|host| &host.endpoints);
        of_ports.chain(endpoints.map(|endpoint| endpoint.recorded_points())).sum()
    }

    /// The span from now to the end of the run, as a share of the whole.
    #[must_use]
    pub(crate) fn progress(&self) -> f64 {
        (self.now() - Time::ZERO).as_secs_f64() / (self.end - Time::ZERO).as_secs_f64().max(f64::MIN_POSITIVE)
    }
}
