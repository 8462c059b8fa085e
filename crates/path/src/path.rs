//! The path itself.

use cellwise_engine::memory;
use cellwise_net::{Arrived, OpenRun, Outcome, OutsidePacket, Reached, RunError, Sending, Value, windows};
use cellwise_scenario::{Network, Scenario, nearest, resolve};
use cellwise_units::Time;

use crate::error::PathError;
use crate::fate::Fate;
use crate::opening::Opening;
use crate::packet::{Delivery, OfferError, Packet, Port};
use crate::stop::{Limit, Next, Stop};
use crate::variable::{SetError, Variable, printed};

// spec: rfc2474 3
const LARGEST_CODEPOINT: u8 = 63;

/// What all random numbers of a path follow from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

/// A network in virtual time, with ports for packets of transports that are outside.
///
/// It has no clock, no thread and no input or output, and a [clone](Clone) of it is a fork: both continue, and neither
/// affects the other.
#[derive(Clone, Debug)]
pub struct Path {
    run: OpenRun,
    names: Vec<String>,
    mtus: Vec<u32>,
    variables: Vec<Variable>,
    arrived: Vec<Arrived>,
}

/// The names of ports: that of the host where it is unique, else with that of the flow.
fn names_of(ports: &[cellwise_net::Port]) -> Vec<String> {
    let is_alone = |host: &str| ports.iter().filter(|port| port.host == host).count() == 1;
    let name = |port: &cellwise_net::Port| {
        if is_alone(&port.host) { port.host.clone() } else { format!("{}@{}", port.flow, port.host) }
    };
    ports.iter().map(name).collect()
}

fn next(reached: Reached) -> Next {
    Next::Stopped(match reached {
        Reached::Acknowledged(at) => return Next::Acknowledged(at),
        Reached::Arrived(at) => Stop::Delivered(at),
        Reached::Until => Stop::Until,
        Reached::End => Stop::Limit(Limit::End),
        Reached::Limit(limit) => Stop::Limit(Limit::Scenario(limit)),
        Reached::Fault => Stop::Limit(Limit::Fault),
    })
}

impl Path {
    /// A path at its start: the network of a scenario, of which at least one flow has `kind = "outside"` or
    /// `tcp.variant = "external"`.
    ///
    /// The scenario's `duration` is its end. Its seed is the one given here.
    ///
    /// # Errors
    /// If the scenario is not in order, has no such flow, or takes more memory than it may.
    pub fn new(scenario: &Scenario, seed: Seed) -> Result<Self, PathError> {
        Self::open(scenario, seed, &Opening::default())
    }

    /// The same, with values that are declared variable, or fates noted from the start. Then it needs no such flow.
    ///
    /// # Errors
    /// As of [`Path::new`], or if a key is unknown, or of something that cannot be variable.
    pub fn open(scenario: &Scenario, seed: Seed, opening: &Opening) -> Result<Self, PathError> {
        let scenario = Scenario { seed: seed.0, ..scenario.clone() };
        let (network, held) = memory::measured(|| resolve(&scenario));
        Self::of_network(network.map_err(PathError::Scenario)?, held, opening)
    }

    /// The same, of a network that was resolved, and holds so many octets; the seed is its own.
    ///
    /// # Errors
    /// As of [`Path::open`].
    pub fn of_network(network: Network, held: i64, opening: &Opening) -> Result<Self, PathError> {
        let mut variables: Vec<Variable> = windows(&network).into_iter().map(Variable::from).collect();
        let keys: Vec<&str> = variables.iter().map(|variable| variable.key.as_str()).collect();
        let declared = opening.declared(&network, &keys)?;
        variables.extend(declared.iter().map(Variable::from));
        let mut run = OpenRun::with_variable(network, &declared, held)?;
        if opening.fates {
            run.keep_losses();
        }
        let ports = run.ports();
        if ports.is_empty() && variables.is_empty() {
            return Err(PathError::NoPort);
        }
        let (names, mtus) = (names_of(ports), ports.iter().map(|port| port.mtu_octets).collect());
        Ok(Self { run, names, mtus, variables, arrived: Vec::new() })
    }

    /// The port of a name: that of its host, if one end of one outside flow is there; else `FLOW@HOST`.
    ///
    /// # Errors
    /// [`PathError::UnknownPort`], with the names that there are.
    pub fn port(&self, name: &str) -> Result<Port, PathError> {
        let place = self.names.iter().position(|known| known == name);
        place
            .map(|place| Port(place as u32))
            .ok_or_else(|| PathError::UnknownPort { name: name.to_owned(), known: self.names.join(", ") })
    }

    /// The names of all ports; a [`Port`]'s index is its position here.
    #[must_use]
    pub fn ports(&self) -> &[String] {
        &self.names
    }

    /// The longest packet that a port takes, in octets of the IP packet.
    ///
    /// # Panics
    /// If the port is of a path that has more of them.
    #[must_use]
    pub fn mtu(&self, port: Port) -> u32 {
        self.mtus[port.index()]
    }

    /// Gives a packet to a port at `at`, which is the present or later. It enters after everything else of that instant;
    /// of packets offered for one instant, by port and then in the order of calls.
    ///
    /// # Errors
    /// [`OfferError`]; nothing has happened then.
    #[inline]
    pub fn offer(&mut self, port: Port, at: Time, packet: Packet) -> Result<(), OfferError> {
        self.check(port, at, packet)?;
        let Packet { octets, ecn: codepoint, tag, class: dscp, flow } = packet;
        self.run.offer(port.0, OutsidePacket { octets, codepoint, dscp, tag, offered_at: at, flow });
        Ok(())
    }

    /// Says whether a packet could be offered, and offers nothing.
    ///
    /// # Errors
    /// What [`Path::offer`] would refuse it for.
    pub fn check(&self, port: Port, at: Time, packet: Packet) -> Result<(), OfferError> {
        let Packet { octets, class, .. } = packet;
        let (now, promised) = (self.run.now(), self.run.earliest_offer());
        let Some(&mtu) = self.mtus.get(port.index()) else {
            return Err(OfferError::UnknownPort { port: port.index(), ports: self.mtus.len() });
        };
        if at < now {
            return Err(OfferError::Late { at, now });
        }
        if at < promised {
            return Err(OfferError::Promised { at, promised });
        }
        if octets == 0 {
            return Err(OfferError::Empty);
        }
        if octets > mtu {
            return Err(OfferError::TooLong { octets, mtu });
        }
        if class > LARGEST_CODEPOINT {
            return Err(OfferError::Class { class });
        }
        self.run.has_room().map_err(OfferError::Memory)
    }

    /// What may be set while the path runs: windows in the order of flows, then what was declared of links.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.variables
    }

    /// Sets a value at `at`, which is the present or later: after everything else of that instant, but before the packets
    /// that are offered for it; of several, in the order of calls. To set what it was before changes nothing.
    ///
    /// A value that is set on a link holds for packets and cells whose transmission begins later; the present one ends
    /// at the old value. At a rate of 0 nothing is begun, and what comes waits; at an error ratio of 1 nothing arrives.
    /// Queues keep what they have made of the scenario's own rate, such as a limit that is given as a time.
    ///
    /// # Errors
    /// [`SetError`]; nothing has happened then.
    pub fn set(&mut self, key: &str, at: Time, value: impl Into<Value>) -> Result<(), SetError> {
        let value = value.into();
        let (place, variable) = self.variable(key)?;
        let key = variable.key.clone();
        let (now, promised) = (self.run.now(), self.run.earliest_offer());
        if at < now {
            return Err(SetError::Late { key, at, now });
        }
        if at < promised {
            return Err(SetError::Promised { key, at, promised });
        }
        if !variable.takes(value) {
            let Variable { least, most, unit, .. } = *variable;
            let value = printed(value, unit);
            return Err(SetError::Range { key, value, least, most, unit });
        }
        self.run.has_room().map_err(SetError::Memory)?;
        self.run.set(place, at, value);
        Ok(())
    }

    /// The counts up to the present of the sender whose window is set by this key; with a promise, by an instant
    /// up to its end.
    ///
    /// # Errors
    /// [`SetError::UnknownKey`] or [`SetError::NoWindow`].
    pub fn sending(&self, key: &str) -> Result<Sending, SetError> {
        let place = self.window(key)?;
        Ok(self.run.sending(place))
    }

    /// Lets time continue as [`Path::run`], but not beyond the next instant at which the sender gets an acknowledgment
    /// whose window is set by this key.
    ///
    /// # Errors
    /// [`SetError::UnknownKey`] or [`SetError::NoWindow`]; nothing has happened then.
    pub fn run_to_acknowledgment(&mut self, key: &str, until: Time) -> Result<Next, SetError> {
        let place = self.window(key)?;
        Ok(next(self.run.advance_to_acknowledgment(place, until)))
    }

    /// The number of a window.
    fn window(&self, key: &str) -> Result<u32, SetError> {
        let (place, variable) = self.variable(key)?;
        if variable.window.is_some() {
            return Ok(place);
        }
        let windows = self.variables.iter().filter(|variable| variable.window.is_some());
        let known = windows.map(|variable| variable.key.clone()).collect();
        Err(SetError::NoWindow { key: key.to_owned(), known })
    }

    fn variable(&self, key: &str) -> Result<(u32, &Variable), SetError> {
        let place = self.variables.iter().position(|variable| variable.key == key);
        place.map(|place| (place as u32, &self.variables[place])).ok_or_else(|| {
            let known: Vec<&str> = self.variables.iter().map(|variable| variable.key.as_str()).collect();
            let nearest = nearest(key, &known).map(str::to_owned);
            let known = known.into_iter().map(str::to_owned).collect();
            SetError::UnknownKey { key: key.to_owned(), nearest, known }
        })
    }

    /// Promises that nothing is offered or set for an instant before `until`, whatever arrives; packets already offered
    /// stay. Then the network may run ahead of deliveries: arrivals are still given out instant by instant.
    pub fn promise_open(&mut self, until: Time) {
        self.run.promise_open(until);
    }

    /// Lets time continue up to `until`, inclusive, or to the first instant at which something arrives at a port.
    ///
    /// An instant that has passed stands for the present.
    pub fn run(&mut self, until: Time) -> Stop {
        match next(self.run.advance(until)) {
            Next::Stopped(stop) => stop,
            Next::Acknowledged(at) => unreachable!("nobody waits for an acknowledgment at {at}"),
        }
    }

    /// What has arrived by the present and was not taken yet, in the order of time and ports.
    pub fn take(&mut self) -> Vec<Delivery> {
        self.run.take(&mut self.arrived);
        self.arrived.drain(..).map(Delivery::from).collect()
    }

    /// The first of them, at most so many; the others stay.
    pub fn take_at_most(&mut self, most: usize) -> Vec<Delivery> {
        self.run.take_at_most(most, &mut self.arrived);
        self.arrived.drain(..).map(Delivery::from).collect()
    }

    /// The same as of [`Path::take`], added to a list: a caller that takes often saves the allocation.
    pub fn take_into(&mut self, deliveries: &mut Vec<Delivery>) {
        self.run.take(&mut self.arrived);
        deliveries.extend(self.arrived.drain(..).map(Delivery::from));
    }

    /// An instant before which certainly nothing arrives unless something is offered; [`Time::NEVER`] if nothing will.
    #[must_use]
    pub fn earliest(&self) -> Time {
        self.run.earliest()
    }

    /// The path's present: everything up to it has happened, and nothing may be offered before it.
    #[must_use]
    pub fn now(&self) -> Time {
        self.run.now()
    }

    /// Events handled so far: what the network took of work, whatever is in it.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.run.events()
    }

    /// Begins to note the fates of packets that do not arrive, for [`Path::fates`]: of those offered before this call
    /// nothing is known. [`Opening::fates`] notes it from the start. That takes a note of every lost cell, until it is
    /// asked for.
    pub fn keep_fates(&mut self) {
        self.run.keep_losses();
    }

    /// The packets that were lost by the present, and were not reported yet, by the instants of their losses.
    ///
    /// **Nothing is noted before that is asked for**: these are all that were lost if the path was opened with
    /// [`Opening::fates`]; else those offered since [`Path::keep_fates`], or since the first call of this.
    pub fn fates(&mut self) -> Vec<Fate> {
        self.fates_at_most(usize::MAX)
    }

    /// The first of them, at most so many; the others stay.
    pub fn fates_at_most(&mut self, most: usize) -> Vec<Fate> {
        self.run.keep_losses();
        let mut lost = Vec::new();
        self.run.lost(most, &mut lost);
        lost.into_iter().map(Fate::from).collect()
    }

    /// The tags of the packets of which links have made copies since this was asked (`duplicate_ratio`), once for each copy and
    /// no later than it arrives or is lost. A copy is delivered, or has a fate, like any packet. Nothing is noted before
    /// fates are, and the next call of [`Path::fates`] forgets it.
    pub fn copied(&mut self) -> Vec<u64> {
        let mut tags = Vec::new();
        self.run.copied(&mut tags);
        tags
    }

    /// The last value that each probe of the scenario has recorded by the present, by the probe's name; NaN before the first.
    ///
    /// The network's state is ahead of its present, so this ends a copy: it takes about as long as a
    /// fork and [`Path::finish`].
    ///
    /// # Errors
    /// [`RunError`], as of any run.
    pub fn probes(&self) -> Result<Vec<(String, f64)>, RunError> {
        let series = self.run.clone().finish()?.series.into_iter();
        Ok(series.map(|one| (one.name, one.values.last().copied().unwrap_or(f64::NAN))).collect())
    }

    /// Ends the run at the present: columns, series and audit, as of any run.
    ///
    /// # Errors
    /// [`RunError`], as of any run.
    pub fn finish(self) -> Result<Outcome, RunError> {
        self.run.finish()
    }
}
