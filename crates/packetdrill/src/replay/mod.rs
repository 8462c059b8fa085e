//! The replay: the script's events in order, between them the timers of both ends.

mod assertion;
mod call;
mod clock;
mod compare;
mod ends;
mod exchange;
mod fast_open;
mod host;
mod opening;
mod stop;

use std::collections::BTreeSet;

use cellwise_tcp::Settings;
use cellwise_units::{Span, Time};

use crate::script::{Action, Event, Packet, Script};
use crate::verdict::{Outcome, Verdict};
use clock::{Clock, Window};
use ends::Ends;
use host::Host;
use opening::{Agreed, Opening};
use stop::{Step, Stop, skipped};

/// The state of a connection.
#[derive(Debug)]
enum Stage {
    Opening(Box<Opening>),
    Open(Box<Ends>),
}

/// A segment that arrives at the instant of the event before is later by so much: else it would be as old as those that left then.
const APART: Span = Span::from_ps(1_000_000);

#[derive(Debug)]
struct Replay {
    host: Host,
    clock: Clock,
    /// When the host was last reached, by a segment or a call.
    reached: Time,
    stage: Stage,
    held: usize,
    notes: BTreeSet<String>,
}

/// Replays a script with the settings of a host; the script's negotiation, shell commands and socket options override
/// them.
#[must_use]
pub fn replay(script: &Script, host: &Settings) -> Verdict {
    let mut replay = Replay {
        host: Host::new(host),
        clock: Clock::new(script.tolerance),
        reached: Time::ZERO,
        stage: Stage::Opening(Box::default()),
        held: 0,
        notes: BTreeSet::new(),
    };
    let mut line = 0;
    let mut outcome = Outcome::Passed;
    for event in &script.events {
        line = event.line;
        match replay.take(event) {
            Ok(()) => continue,
            Err(Stop::Closing) => {}
            Err(Stop::Differs { expected, got }) => outcome = Outcome::Differs { expected, got },
            Err(Stop::Skipped(why)) => outcome = Outcome::Skipped(why),
        }
        break;
    }
    if outcome == Outcome::Passed && replay.held == 0 {
        outcome = Outcome::Skipped("nothing of it can be compared".to_owned());
    }
    Verdict { outcome, line, held: replay.held, notes: replay.notes.into_iter().collect() }
}

impl Replay {
    fn take(&mut self, event: &Event) -> Step {
        let window = self.clock.next(event.when);
        match &event.action {
            Action::Inject(packet) => {
                let soonest = self.reached + APART;
                self.reached = window.nominal.max(soonest);
                self.inject(packet, self.reached)
            }
            Action::Expect(packet) => self.expect(packet, window, &event.text),
            Action::Call(call) => {
                self.reached = window.nominal.max(self.reached);
                self.call(call, self.reached)
            }
            Action::Shell(commands) => {
                self.notes.extend(self.host.shell(commands)?);
                Ok(())
            }
            Action::Assert(code) => self.assert(code, window),
            Action::Foreign => Err(skipped("a packet that is none of TCP over IP")),
        }
    }

    fn inject(&mut self, packet: &Packet, at: Time) -> Step {
        compare::known_flags(packet)?;
        let Stage::Opening(opening) = &mut self.stage else { return self.arrive(packet, at) };
        let Some(agreed) = opening.on_arrival(packet, &self.host, at)? else { return Ok(()) };
        self.open(&agreed, at)?;
        // The last segment of the opening may carry data.
        if packet.len > 0 { self.arrive(packet, at) } else { Ok(()) }
    }

    fn open(&mut self, agreed: &Agreed, at: Time) -> Step {
        let ends = Ends::new(&self.host.settings(agreed)?, agreed, at);
        self.stage = Stage::Open(Box::new(ends));
        Ok(())
    }

    fn arrive(&mut self, packet: &Packet, at: Time) -> Step {
        let Stage::Open(ends) = &mut self.stage else { return Ok(()) };
        // An answer to the host's SYN may come again.
        if !packet.has('.') {
            no_syn(packet)?;
        }
        ends.run_to(at);
        if packet.has('F') || packet.has('R') {
            return Err(Stop::Closing);
        }
        ends.inject(packet, at);
        Ok(())
    }

    fn expect(&mut self, packet: &Packet, window: Window, text: &str) -> Step {
        compare::known_flags(packet)?;
        let ends = match &mut self.stage {
            Stage::Opening(opening) => {
                let (at, agreed) = opening.expect(packet, window, text)?;
                self.clock.note(window, at);
                self.held += 1;
                return agreed.map_or(Ok(()), |agreed| self.open(&agreed, at));
            }
            Stage::Open(ends) => ends,
        };
        no_syn(packet)?;
        if packet.has('F') || packet.has('R') {
            return Err(Stop::Closing);
        }
        let at = ends.expect(packet, window, text)?;
        self.clock.note(window, at);
        self.held += 1;
        Ok(())
    }

    fn call(&mut self, call: &crate::script::Call, at: Time) -> Step {
        let Some(act) = call::read(call, &mut self.host, &mut self.notes)? else { return Ok(()) };
        match (&mut self.stage, act) {
            (Stage::Open(ends), call::Act::Write(octets)) => {
                ends.write(octets, at);
                Ok(())
            }
            (Stage::Opening(opening), call::Act::Connect) => {
                opening.connect(&self.host, at);
                Ok(())
            }
            (Stage::Open(_), call::Act::Connect) => Ok(()),
            (Stage::Opening(_), call::Act::Write(_)) => Err(skipped("a write before the connection is open")),
            (_, call::Act::Close) => Err(Stop::Closing),
        }
    }

    fn assert(&mut self, code: &str, window: Window) -> Step {
        let Stage::Open(ends) = &mut self.stage else { return Ok(()) };
        ends.run_to(window.nominal);
        let checked = assertion::check(code, ends)?;
        self.held += checked.held;
        self.notes.extend(checked.notes);
        Ok(())
    }
}

fn no_syn(packet: &Packet) -> Step {
    if packet.has('S') { Err(skipped("a SYN in an open connection")) } else { Ok(()) }
}
