//! A run whose ports are driven from outside: packets in at an instant, packets out at an instant.

use std::collections::VecDeque;
use std::ops::RangeInclusive;
use std::sync::Arc;

use cellwise_engine::memory;
use cellwise_scenario::{FlowKind, Network};
use cellwise_units::Time;

use crate::build::build;
use crate::data::budget::Budget;
use crate::data::error::RunError;
use crate::data::ids::{FlowId, HostId};
use crate::data::packet::OutsidePacket;
use crate::elements::variable::{self, LinkKey};
use crate::host::outside::{Arrived, LostPacket, Sending, Value};
use crate::results::{Outcome, Subject, collect};
use crate::run::allowance::Allowance;
use crate::shortcut::names::Shortcuts;
use crate::world::{Pause, World};

/// So many events are handled at most between two tests of the limits.
const EVENTS_AT_ONCE: u64 = 1 << 20;

/// One end of a flow whose transport is outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// The flow's name.
    pub flow: String,
    /// The host's name.
    pub host: String,
    /// The longest IP packet that fits the way, in octets.
    pub mtu_octets: u32,
}

/// A congestion window that is set from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The flow's name.
    pub flow: String,
    /// What it may be set to, in octets.
    pub octets: RangeInclusive<u64>,
    /// Octets of data in a full segment.
    pub segment_octets: u64,
}

/// The point that a run that is driven from outside has reached.
#[derive(Clone, Debug, PartialEq)]
pub enum Reached {
    /// Packets have arrived at this instant, and everything of it has happened.
    Arrived(Time),
    /// The sender at whose acknowledgments the run stops has got one at this instant, and everything of it has happened.
    Acknowledged(Time),
    /// Everything up to the instant asked for has happened, and nothing arrives by then.
    Until,
    /// The end of the simulated time.
    End,
    /// A limit of the scenario, as path and rule: this call has used it up.
    Limit(String),
    /// A law of the simulator was broken: [`OpenRun::finish`] says which.
    Fault,
}

/// A run of a network with ports. It takes one thread, has no clock, and does nothing between two calls.
#[derive(Debug)]
pub struct OpenRun {
    subject: Subject,
    world: World,
    ports: Arc<[Port]>,
    windows: Arc<[Variable]>,
    allowance: Allowance,
    now: Time,
    /// Everything up to this instant has happened, but what was offered for it since: the present, or later where that
    /// was promised to be safe.
    reached: Time,
    /// Whether nothing was.
    is_up_to_date: bool,
    /// The instant that every element has reached: later than those two where a limit has stopped a call on its way.
    came: Time,
    /// What has arrived by the present and was not taken yet.
    ready: VecDeque<Arrived>,
}

impl Clone for OpenRun {
    /// A fork: both continue, and neither affects the other.
    fn clone(&self) -> Self {
        let mut world = self.world.clone();
        world.owe_alone();
        Self {
            subject: self.subject.clone(),
            world,
            ports: self.ports.clone(),
            windows: self.windows.clone(),
            allowance: self.allowance.clone(),
            now: self.now,
            reached: self.reached,
            came: self.came,
            is_up_to_date: self.is_up_to_date,
            ready: self.ready.clone(),
        }
    }
}

/// The windows of a network that are set from outside, in the order of flows.
#[must_use]
pub fn windows(network: &Network) -> Vec<Variable> {
    let windows = network.flows.iter().filter_map(|flow| match &flow.kind {
        FlowKind::Tcp { settings, .. } if settings.variant.variant().congestion.is_external() => {
            Some(Variable {
                flow: flow.name.clone(),
                octets: settings.cwnd_range(),
                segment_octets: settings.mss_octets(),
            })
        }
        _ => None,
    });
    windows.collect()
}

/// The ports of a network, in the order that [`OpenRun::ports`] has.
fn ports(network: &Network) -> Arc<[Port]> {
    let flows = network.flows.iter().filter_map(|flow| match flow.kind {
        FlowKind::Outside { mtu } => Some((flow, mtu)),
        _ => None,
    });
    let ends = flows.flat_map(|(flow, mtu)| {
        flow.hosts.map(|host| Port {
            flow: flow.name.clone(),
            host: network.nodes[host.get()].name.clone(),
            mtu_octets: u32::try_from(mtu.get()).unwrap_or(u32::MAX),
        })
    });
    ends.collect()
}

impl OpenRun {
    /// A run at its start, before anything has happened.
    ///
    /// # Errors
    /// [`RunError::Memory`] if the network takes more than `limits.memory`.
    pub fn new(network: Network) -> Result<Self, RunError> {
        Self::with_variable(network, &[], 0)
    }

    /// The same, of which something of links may be set: [`OpenRun::set`] knows it by its position behind the windows.
    /// It also answers for the octets that the network holds.
    ///
    /// # Errors
    /// As of [`OpenRun::new`].
    ///
    /// # Panics
    /// If something is declared that [is refused](LinkKey::refused).
    pub fn with_variable(mut network: Network, declared: &[LinkKey], held: i64) -> Result<Self, RunError> {
        assert!(declared.iter().all(|key| key.refused.is_none()), "what is refused is not declared");
        variable::prepare(&mut network, declared);
        let set = variable::ports(declared);
        let budget = Budget::new(network.limits.memory, held);
        let limits = network.limits;
        let (made, more) = memory::measured(|| {
            let world = build(&network, Vec::new(), &set, Shortcuts::ALL, budget)?;
            let ends = (ports(&network), windows(&network).into());
            Ok((world, ends, Subject::of(network)))
        });
        let (mut world, (ports, windows), subject) = made?;
        world.elements.outside.links = variable::targets(&world.elements, declared);
        let allowance = Allowance::new(limits, held + more);
        let (now, reached, came) = (Time::ZERO, Time::ZERO, Time::ZERO);
        let (is_up_to_date, ready) = (false, VecDeque::new());
        Ok(Self { subject, world, ports, windows, allowance, now, reached, came, is_up_to_date, ready })
    }

    /// The ports, in the order of flows: of each its source's, then its destination's.
    #[must_use]
    pub fn ports(&self) -> &[Port] {
        &self.ports
    }

    /// Has a packet enter at a port, at the instant for which it is offered.
    ///
    /// # Panics
    /// If that is before [`OpenRun::earliest_offer`], or there is no such port.
    pub fn offer(&mut self, port: u32, packet: OutsidePacket) {
        assert!(packet.offered_at >= self.earliest_offer(), "nothing is offered in the past");
        assert!((port as usize) < self.world.elements.outside.ports.len(), "there is no port {port}");
        // Something of that instant is to come yet.
        self.is_up_to_date &= packet.offered_at > self.reached;
        let ((), held) = memory::measured(|| self.world.offer(port, packet));
        self.allowance.hold(held);
    }

    /// Whether there is room for one more packet, or value that is set; packets that wait, and those not yet taken,
    /// have their part in `limits.memory`.
    ///
    /// # Errors
    /// The limit that is passed, as path and rule.
    #[inline]
    pub fn has_room(&self) -> Result<(), String> {
        self.allowance.has_room_outside()
    }

    /// The windows that are set from outside, in the order of flows.
    #[must_use]
    pub fn variables(&self) -> &[Variable] {
        &self.windows
    }

    /// Has a value be set at an instant: after everything else of it, but before what is offered for it; of several, in
    /// the order of calls. `number` counts the windows, and behind them what was declared of links, which holds for packets
    /// and cells whose transmission begins later.
    ///
    /// # Panics
    /// If that is before [`OpenRun::earliest_offer`], or there is no such window or declaration, or the value is not of its
    /// kind.
    pub fn set(&mut self, number: u32, at: Time, value: impl Into<Value>) {
        assert!(at >= self.earliest_offer(), "nothing is set in the past");
        let outside = &self.world.elements.outside;
        let known = outside.windows.len() + outside.links.len();
        assert!((number as usize) < known, "nothing that may be set has the number {number}");
        self.is_up_to_date &= at > self.reached;
        let value = value.into();
        let ((), held) = memory::measured(|| self.world.set(number, at, value));
        self.allowance.hold(held);
    }

    /// The counts of the sender of a window up to the present; with a promise, by an instant up to its end.
    ///
    /// # Panics
    /// If there is no such window.
    #[must_use]
    pub fn sending(&self, window: u32) -> Sending {
        self.world.elements.sending(window)
    }

    /// Promises that nothing is offered or set for an instant before `until`, whatever arrives.
    pub fn promise_open(&mut self, until: Time) {
        let promised = &mut self.world.elements.outside.open_until;
        *promised = until.max(*promised);
    }

    /// The first instant for which something may be offered: the present, or the end of the promise.
    #[must_use]
    pub fn earliest_offer(&self) -> Time {
        self.now.max(self.world.elements.outside.open_until)
    }

    /// Lets time continue as [`OpenRun::advance`], but not beyond the next instant at which the sender of a window gets
    /// an acknowledgment.
    ///
    /// # Panics
    /// If there is no such window.
    pub fn advance_to_acknowledgment(&mut self, window: u32, until: Time) -> Reached {
        let sender = Some(self.world.elements.sender_of_window(window));
        if self.world.elements.outside.watched != sender {
            self.watch(sender);
        }
        self.go_to(until)
    }

    fn watch(&mut self, sender: Option<(HostId, FlowId)>) {
        let outside = &mut self.world.elements.outside;
        (outside.watched, outside.acknowledged) = (sender, None);
    }

    /// Lets time continue up to `until`, or to the first instant at which something arrives.
    pub fn advance(&mut self, until: Time) -> Reached {
        self.watch(None);
        self.go_to(until)
    }

    fn go_to(&mut self, until: Time) -> Reached {
        let until = until.max(self.now);
        let first_event = self.world.events();
        loop {
            // Everything of the instant is to have happened first.
            if self.is_up_to_date
                && let Some(at) = self.hand_out(until.min(self.reached))
            {
                self.now = at;
                return Reached::Arrived(at);
            }
            if self.is_up_to_date
                && let Some(at) = self.world.elements.outside.acknowledged.take()
            {
                self.now = at;
                return Reached::Acknowledged(at);
            }
            if self.is_up_to_date && self.reached >= until.min(self.world.end()) {
                self.now = until.min(self.world.end());
                return if until > self.world.end() { Reached::End } else { Reached::Until };
            }
            if let Err(reached) = self.go_on(until, first_event) {
                return reached;
            }
        }
    }

    /// Puts what arrives at the next instant up to `until` where it is taken; the instant.
    fn hand_out(&mut self, until: Time) -> Option<Time> {
        let (outside, ready) = (&mut self.world.elements.outside, &mut self.ready);
        let (at, held) = memory::measured(|| outside.hand_out(until, ready));
        self.allowance.hold(held);
        at
    }

    /// Handles a part of the events up to `until`.
    fn go_on(&mut self, until: Time, first_event: u64) -> Result<(), Reached> {
        let (events, tables) = (self.world.events() - first_event, self.subject.fixed_octets());
        let slice = self.allowance.look(events, tables).map_err(Reached::Limit)?;
        let slice = slice.of_at_most(EVENTS_AT_ONCE);
        let world = &mut self.world;
        world.allow(slice.octets);
        let ((pause, reached), held) = memory::measured(|| world.run_to(until, slice.events));
        self.allowance.hold(held);
        if self.world.elements.fault.is_some() {
            return Err(Reached::Fault);
        }
        self.came = self.came.max(reached);
        if pause == Pause::End {
            self.reached = self.reached.max(reached);
            self.is_up_to_date = true;
        }
        Ok(())
    }

    /// Adds what has arrived by the present, and was not taken yet, to a list: in the order of time and ports.
    pub fn take(&mut self, into: &mut Vec<Arrived>) {
        self.take_at_most(usize::MAX, into);
    }

    /// The same for the first of them, at most so many.
    pub fn take_at_most(&mut self, most: usize, into: &mut Vec<Arrived>) {
        into.extend(self.ready.drain(..most.min(self.ready.len())));
    }

    /// Begins to note every lost packet, for [`OpenRun::lost`]. That takes a note of every lost cell.
    pub fn keep_losses(&mut self) {
        if self.world.elements.losses.is_none() {
            self.world.elements.log_losses();
        }
    }

    /// Adds the packets that are known to be lost, and were not asked for yet, to a list, at most so many: by the instant of
    /// their loss.
    /// Nothing unless [`OpenRun::keep_losses`] was called.
    pub fn lost(&mut self, most: usize, into: &mut Vec<LostPacket>) {
        // A caller that asks for copies has done so.
        self.world.elements.outside.copied.clear();
        let keep_rows = self.subject.records_losses();
        let mut given = Vec::new();
        let ((), held) =
            memory::measured(|| self.world.elements.take_lost(self.now, keep_rows, most, &mut given));
        // The caller owns the given packets.
        let places: usize = given.iter().map(|lost| lost.place.capacity()).sum();
        self.allowance.hold(held - (places + given.capacity() * size_of::<LostPacket>()) as i64);
        into.append(&mut given);
    }

    /// Adds what their transports know the packets by of which links have made copies since this was asked, once for each
    /// copy: no later than the copy arrives or is lost. Nothing unless [`OpenRun::keep_losses`] was called; the next call of
    /// [`OpenRun::lost`] forgets it.
    pub fn copied(&mut self, into: &mut Vec<u64>) {
        into.append(&mut self.world.elements.outside.copied);
    }

    /// The present.
    #[must_use]
    pub fn now(&self) -> Time {
        self.now
    }

    /// An instant before which certainly nothing more arrives, if nothing is offered; [`Time::NEVER`] if nothing will.
    #[must_use]
    pub fn earliest(&self) -> Time {
        let outside = &self.world.elements.outside;
        outside.arrived.front().map_or_else(|| self.world.next_arrival(), |arrived| arrived.at)
    }

    /// What has been handled so far.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.world.events()
    }

    /// Closes the statistics at the present.
    ///
    /// # Errors
    /// As of any run.
    pub fn finish(mut self) -> Result<Outcome, RunError> {
        if let Some(fault) = self.world.elements.fault.take() {
            return Err(fault);
        }
        if self.now < self.world.end() {
            self.world.end_early_at(self.now, self.came.max(self.now));
        }
        self.world.finish();
        if !self.subject.records_losses() {
            // They were kept for the caller of the run, not for a table.
            self.world.elements.losses = None;
        }
        self.allowance.write_outstanding(&mut self.world, self.subject.fixed_octets(), usize::MAX);
        // There are no captures here, but probes of cells are yet to see the last ones.
        self.world.elements.close_captures(self.world.end())?;
        collect(&self.subject, self.world, None)
    }
}
