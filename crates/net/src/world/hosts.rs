//! Hosts in the world: arriving cells, frames and timers in, frames out.

use cellwise_engine::{Key, Rank};
use cellwise_units::{Bytes, ClockPoint, Time};

use super::World;
use crate::circuit::Frame;
use crate::endpoint::{Outbox, Packet};
use crate::train::{INSTANT, Train};

impl World {
    /// Takes the next train of a stream that leads to a host. It is the host's only input, so
    /// the whole train may be taken at its first cell.
    pub(super) fn serve_host(&mut self, merge: usize, host: usize) {
        let train = self.merges[merge].take(Time::NEVER, &self.clocks);
        self.receive(host, &train);
    }

    /// Takes a train into a host, ahead of the clock if need be.
    #[inline]
    pub(super) fn receive(&mut self, host: usize, train: &Train) {
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
    pub(super) fn take(&mut self, host: usize, train: &Train, last: Time) {
        let circuit = self.hops[train.hop as usize].circuit as usize;
        if let Some(frame) = self.circuits[circuit].receive(train, last) {
            self.receive_frame(host, last, &frame);
        }
    }

    #[cold]
    pub(super) fn receive_singly(&mut self, host: usize, mut train: Train) {
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
    pub(super) fn end_arrival_warmup(&mut self, host: usize) {
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
    pub(super) fn receive_frame(&mut self, host: usize, arrived: Time, frame: &Frame) {
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
    pub(super) fn fire_timers(&mut self, host: usize, now: Time) {
        while self.hosts[host].due() == now {
            self.fire_timer(host, now);
        }
        self.schedule(host);
    }

    pub(super) fn fire_timer(&mut self, host: usize, now: Time) {
        self.pass_marks(host, now);
        let endpoint = self.hosts[host].due_endpoint();
        let mut outbox = std::mem::take(&mut self.outbox);
        self.hosts[host].endpoints[endpoint].on_deadline(now, &mut outbox);
        self.after_endpoint(host, endpoint, now, outbox);
    }

    /// Sees to what an end point left: segments to send, a new deadline.
    #[inline]
    pub(super) fn after_endpoint(&mut self, host: usize, endpoint: usize, now: Time, mut outbox: Outbox) {
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
    pub(super) fn send(&mut self, host: usize, endpoint: usize, now: Time, packet: Packet, payload: u32) {
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

    pub(super) fn pass_marks(&mut self, host: usize, now: Time) {
        if now > self.hosts[host].mark {
            self.pass_host_marks(host, now);
        }
    }

    #[cold]
    pub(super) fn pass_host_marks(&mut self, host: usize, now: Time) {
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
    pub(super) fn schedule(&mut self, host: usize) {
        let slot = host as u32;
        let due = self.hosts[host].due();
        if due != self.timers.key_of(slot).time() {
            let key = if due == Time::NEVER { Key::NEVER } else { Key::new(due, Rank::Timer(slot), slot) };
            self.timers.set(slot, key);
        }
    }
}
