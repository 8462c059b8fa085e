//! The path itself.

use cellwise_net::{Outcome, RunError};
use cellwise_scenario::Scenario;
use cellwise_units::Time;
use thiserror::Error;

use crate::fate::Fate;
use crate::packet::{Delivery, OfferError, Packet, Port};
use crate::stop::Stop;

/// What all random numbers of a path follow from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seed(pub u64);

/// Why there is no path.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PathError {
    /// The scenario is not in order: every issue, as path, value and rule.
    #[error("{0}")]
    Scenario(String),
    /// No flow has its transport outside.
    #[error("flows: none has its transport outside; give one kind = \"outside\"")]
    NoPort,
    /// The network takes more than it may.
    #[error(transparent)]
    Run(#[from] RunError),
    /// No port has that name.
    #[error("the path has no port \"{name}\"; it has {known}")]
    UnknownPort {
        /// The name asked for.
        name: String,
        /// The ports that there are.
        known: String,
    },
}

/// Why a key is not set. Nothing has happened then.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SetError {
    /// The path has passed that instant.
    #[error("{key} is set at {at}, but the path has come to {now}; give an instant that is not before that")]
    Late {
        /// The key.
        key: String,
        /// The instant for which it was set.
        at: Time,
        /// The instant that the path has reached.
        now: Time,
    },
    /// The key is not one that may change while the path runs.
    #[error("{key} cannot be set while the path runs; {known}")]
    Fixed {
        /// The key.
        key: String,
        /// Those that can.
        known: String,
    },
    /// The value is not one of the key.
    #[error("{key}: {value} is not allowed; {rule}")]
    Value {
        /// The key.
        key: String,
        /// The value given.
        value: String,
        /// What is allowed.
        rule: String,
    },
}

/// A network in virtual time, with ports for packets of transports that are outside.
#[derive(Clone, Debug)]
pub struct Path {
    never: std::convert::Infallible,
}

impl Path {
    /// A path at its start: the network of a scenario, of which at least one flow has `kind = "outside"`.
    ///
    /// # Errors
    /// If the scenario is not in order, has no such flow, or takes more memory than it may.
    pub fn new(scenario: &Scenario, seed: Seed) -> Result<Self, PathError> {
        let _ = (scenario, seed);
        Err(PathError::NoPort)
    }

    /// The port of a name: the host's, if one end of one outside flow is there; else `FLOW@HOST`.
    ///
    /// # Errors
    /// [`PathError::UnknownPort`], with the names that there are.
    pub fn port(&self, name: &str) -> Result<Port, PathError> {
        let _ = name;
        match self.never {}
    }

    /// The names of all ports; a [`Port`]'s index is its position here.
    #[must_use]
    pub fn ports(&self) -> &[String] {
        match self.never {}
    }

    /// The longest packet that a port takes, in octets of the IP packet.
    #[must_use]
    pub fn mtu(&self, port: Port) -> u32 {
        let _ = port;
        match self.never {}
    }

    /// Gives a packet to a port at `at`, which is the present or later. It enters after everything else of that instant;
    /// of packets offered for one instant, by port and then in the order of calls.
    ///
    /// # Errors
    /// [`OfferError`]; nothing has happened then.
    pub fn offer(&mut self, port: Port, at: Time, packet: Packet) -> Result<(), OfferError> {
        let _ = (port, at, packet);
        match self.never {}
    }

    /// Promises that nothing is offered for an instant before `until`, whatever arrives; what was offered already stays.
    /// Then the network may run ahead of deliveries.
    pub fn promise_open(&mut self, until: Time) {
        let _ = until;
        match self.never {}
    }

    /// Lets time go on up to `until`, inclusive, or to the first instant at which something arrives at a port.
    pub fn run(&mut self, until: Time) -> Stop {
        let _ = until;
        match self.never {}
    }

    /// What has arrived by the present and was not taken yet, in the order of time and ports.
    pub fn take(&mut self) -> Vec<Delivery> {
        match self.never {}
    }

    /// An instant before which certainly nothing arrives unless something is offered; [`Time::NEVER`] if nothing will.
    #[must_use]
    pub fn earliest(&self) -> Time {
        match self.never {}
    }

    /// The path's present: everything up to it has happened, and nothing may be offered before it.
    #[must_use]
    pub fn now(&self) -> Time {
        match self.never {}
    }

    /// The packets that were lost since this was asked, by the instants at which that was known.
    pub fn fates(&mut self) -> Vec<Fate> {
        match self.never {}
    }

    /// Sets a key that may change while the path runs, such as `link-name.rate`, from `at` on, which is the present or later.
    ///
    /// # Errors
    /// [`SetError`]; nothing has happened then.
    pub fn set(&mut self, key: &str, at: Time, value: &str) -> Result<(), SetError> {
        let _ = (key, at, value);
        match self.never {}
    }

    /// Closes the books at the present: columns, series and audit, as of any run.
    ///
    /// # Errors
    /// [`RunError`], as of any run.
    pub fn finish(self) -> Result<Outcome, RunError> {
        match self.never {}
    }
}
