//! The loop in real time: packets of devices go onto the line, deliveries of the line go to devices when they are due.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::os::fd::AsFd;

use cellwise_units::{Span, Time};

use super::fault::Fault;
use super::sys;
use crate::exchange::{Exchange, Left};
use crate::lateness::Lateness;
use crate::line::Line;
use crate::record::Row;

/// So many packets of one port are read before the others have their turn.
const MOST_AT_ONCE: usize = 64;
/// A line that does not know its next instant is asked again so soon.
const LEAST_WAIT_NS: u64 = 10_000;
const PS_PER_NS: u64 = 1_000;

/// What came and went at a port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Packets that were put on the line.
    pub came: u64,
    /// Packets that were delivered here.
    pub left: u64,
    /// Their octets, with the IP header.
    pub left_octets: u64,
}

/// What the loop did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns {
    /// By port.
    pub ports: Vec<Counts>,
    /// Packets that devices sent by themselves; they are left out.
    pub noise: u64,
    /// Packets that the line does not accept.
    pub refused: u64,
    /// Why, of the first one.
    pub first_refusal: Option<String>,
    /// Packets that a device did not take.
    pub refused_by_devices: u64,
    /// The longest time between two tests of the devices while there was something to do.
    pub longest_gap: Span,
    /// The most packets that were read of one port at once.
    pub most_at_once: usize,
}

/// The loop, between the devices and a line.
#[derive(Debug)]
pub struct Mover<L> {
    exchange: Exchange<L>,
    files: Vec<File>,
    began_ns: u64,
    lateness: Lateness,
    turns: Turns,
    buffer: Vec<u8>,
}

impl<L: Line> Mover<L> {
    /// Sets the instant of the line to that of the clock. The files give and take one packet at a time and do not
    /// wait; the n-th is that of the n-th port.
    pub fn new(exchange: Exchange<L>, files: Vec<File>, mtu: usize, cell: Span) -> Self {
        let ports = vec![Counts::default(); files.len()];
        Self {
            exchange,
            files,
            began_ns: sys::monotonic_ns(),
            lateness: Lateness::new(cell),
            turns: Turns { ports, ..Turns::default() },
            // One octet more than the longest packet, so that a longer one is seen to be longer.
            buffer: vec![0; mtu + 1],
        }
    }

    /// What the clock says, as an instant of the line.
    #[must_use]
    pub fn now(&self) -> Time {
        instant(sys::monotonic_ns() - self.began_ns)
    }

    /// Waits for what comes or is due, but not beyond an instant, and deals with it.
    ///
    /// # Errors
    /// If the line cannot continue, or a device is missing.
    pub fn turn(&mut self, until: Time) -> Result<(), Fault> {
        self.wait(until)?;
        let woke = self.now();
        for port in 0..self.files.len() {
            self.read(port)?;
        }
        self.advance()?;
        self.note_gap(self.now() - woke);
        Ok(())
    }

    fn wait(&mut self, until: Time) -> Result<(), Fault> {
        let now_ns = sys::monotonic_ns() - self.began_ns;
        let due = self.exchange.earliest().map_or(until, |due| due.min(until));
        // A packet is due within a nanosecond: it leaves at the end of that.
        let due_ns = due.ps().div_ceil(PS_PER_NS).max(now_ns + LEAST_WAIT_NS);
        let files: Vec<_> = self.files.iter().map(AsFd::as_fd).collect();
        let has_come =
            sys::wait(&files, due_ns - now_ns).map_err(Fault::system("waiting for the devices"))?;
        if !has_come {
            let late_ns = (sys::monotonic_ns() - self.began_ns).saturating_sub(due_ns);
            self.note_gap(Span::from_ps(late_ns * PS_PER_NS));
        }
        Ok(())
    }

    fn note_gap(&mut self, gap: Span) {
        self.turns.longest_gap = self.turns.longest_gap.max(gap);
    }

    fn read(&mut self, port: usize) -> Result<(), Fault> {
        for count in 0..MOST_AT_ONCE {
            let octets = match (&self.files[port]).read(&mut self.buffer) {
                Ok(octets) => octets,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(why) => {
                    return Err(Fault::system(format!("reading from the device of port {port}"))(why));
                }
            };
            let at = self.now();
            let packet = &self.buffer[..octets];
            match self.exchange.admit(port, at, packet) {
                Ok(()) => self.turns.ports[port].came += 1,
                Err(Left::Noise) => self.turns.noise += 1,
                Err(Left::Refused(why)) => self.refuse(why.to_string()),
                Err(Left::NotTaken(why)) => self.refuse(why),
            }
            self.turns.most_at_once = self.turns.most_at_once.max(count + 1);
        }
        Ok(())
    }

    fn refuse(&mut self, why: String) {
        self.turns.refused += 1;
        self.turns.first_refusal.get_or_insert(why);
    }

    fn advance(&mut self) -> Result<(), Fault> {
        let Self { exchange, files, began_ns, lateness, turns, .. } = self;
        let now = || instant(sys::monotonic_ns() - *began_ns);
        // What was read last may have been moved to the instant after the one that the line had reached.
        let until = now().max(exchange.now());
        let delivered = exchange.advance(until, |due| {
            let written = (&files[due.port]).write(due.octets);
            let count = &mut turns.ports[due.port];
            if written.is_ok_and(|octets| octets == due.octets.len()) {
                count.left += 1;
                count.left_octets += due.octets.len() as u64;
                lateness.note(now() - due.at);
            } else {
                turns.refused_by_devices += 1;
            }
        });
        delivered.map_err(Fault::Line)
    }

    /// How late packets left.
    pub const fn lateness(&self) -> &Lateness {
        &self.lateness
    }

    /// What the loop did.
    pub const fn turns(&self) -> &Turns {
        &self.turns
    }

    /// How many packets were offered to the line, how many it lost, and how many are on it.
    pub fn on_the_line(&self) -> (u64, u64, usize) {
        let (offered, lost) = self.exchange.counts();
        (offered, lost, self.exchange.on_the_line())
    }

    /// The events since the last time, if they are recorded; see [`Exchange::take_rows`].
    pub fn take_rows(&mut self) -> Vec<Row> {
        self.exchange.take_rows()
    }

    /// How many rows wait to be taken.
    pub fn rows_waiting(&self) -> usize {
        self.exchange.rows_waiting()
    }

    /// The instant that the line has reached.
    pub fn reached(&self) -> Time {
        self.exchange.now()
    }
}

fn instant(ns: u64) -> Time {
    Time::from_ps(ns * PS_PER_NS)
}

#[cfg(test)]
mod tests {
    use std::os::fd::OwnedFd;
    use std::os::unix::net::UnixDatagram;

    use super::*;
    use crate::line::NullLine;

    const MTU: usize = 100;

    fn packet(octets: u8) -> Vec<u8> {
        let mut packet = vec![0; usize::from(octets)];
        packet[0] = 0x45;
        packet[3] = octets;
        packet
    }

    /// Two hosts, and the loop between them.
    fn hosts() -> (UnixDatagram, UnixDatagram, Mover<NullLine>) {
        let end = || {
            let (host, ours) = UnixDatagram::pair().unwrap();
            host.set_nonblocking(true).unwrap();
            ours.set_nonblocking(true).unwrap();
            (host, File::from(OwnedFd::from(ours)))
        };
        let ((a, at_a), (b, at_b)) = (end(), end());
        let exchange = Exchange::new(NullLine::default(), MTU, true);
        (a, b, Mover::new(exchange, vec![at_a, at_b], MTU, Span::from_ps(0)))
    }

    #[test]
    fn packets_go_from_one_host_to_the_other_and_are_counted() {
        let (a, b, mut mover) = hosts();
        a.send(&packet(40)).unwrap();
        a.send(&packet(41)).unwrap();
        let until = Time::from_ps(10_000_000_000_000);
        mover.turn(until).unwrap();
        let mut buffer = [0; MTU];
        assert_eq!(b.recv(&mut buffer).unwrap(), 40);
        assert_eq!(b.recv(&mut buffer).unwrap(), 41);
        let wanted = [
            Counts { came: 2, ..Counts::default() },
            Counts { left: 2, left_octets: 81, ..Counts::default() },
        ];
        assert_eq!(mover.turns().ports, wanted);
        assert_eq!((mover.turns().most_at_once, mover.lateness().table().packets), (2, 2));
        assert_eq!(mover.take_rows().len(), 4);
        assert!(mover.now() < until);
    }

    #[test]
    fn what_is_longer_than_the_mtu_is_refused_with_the_reason() {
        let (a, b, mut mover) = hosts();
        a.send(&packet(101)).unwrap();
        a.send(&packet(150)).unwrap();
        mover.turn(Time::from_ps(10_000_000_000_000)).unwrap();
        assert_eq!(b.recv(&mut [0; 200]).unwrap_err().kind(), ErrorKind::WouldBlock);
        let turns = mover.turns();
        assert_eq!(turns.refused, 2);
        assert!(turns.first_refusal.as_ref().is_some_and(|why| why.contains("more than the MTU of 100")));
    }

    #[test]
    fn where_nothing_comes_a_turn_ends_at_its_instant() {
        let (_a, _b, mut mover) = hosts();
        let until = Time::from_ps(2_000_000_000);
        mover.turn(until).unwrap();
        assert!(mover.now() >= until);
        assert!(mover.reached() >= until);
    }

    #[test]
    fn a_host_that_is_gone_is_reported() {
        let (a, b, mut mover) = hosts();
        a.send(&packet(40)).unwrap();
        drop(b);
        mover.turn(Time::from_ps(1)).unwrap();
        assert_eq!(mover.turns().refused_by_devices, 1);
    }
}
