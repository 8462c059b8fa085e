//! A run: a network simulated in slices, so that whoever drives it can report progress, stop it,
//! or let its limits stop it.

use cellwise_engine::memory;
use cellwise_scenario::Network;
use cellwise_units::Time;

use crate::build::build;
use crate::capture::Capture;
use crate::error::RunError;
use crate::parallel::{Parts, Rule};
use crate::probes::ProbeHandle;
use crate::results::{Outcome, Stopped, collect};
use crate::world::{Pause, World};

/// Octets that an event is taken to ask for at most, on the whole.
const BYTES_PER_EVENT: u64 = 2_000;
/// The fewest events between two looks at the memory.
const FEWEST_EVENTS: u64 = 200;

/// Where a run stands after a slice.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// There is more to do.
    Running,
    /// The end of the simulated time is reached.
    Done,
    /// A limit of the scenario stopped the run; what it has can be collected.
    Stopped(Stopped),
}

/// What a run goes on.
#[derive(Debug)]
enum Engine {
    /// One thread, the whole network.
    Whole(Box<World>),
    /// Several threads, a part of the network each.
    Parts(Box<Parts>),
}

/// One run of a network.
#[derive(Debug)]
pub struct Run {
    network: Network,
    engine: Engine,
    probes: Vec<ProbeHandle>,
    stopped: Option<Stopped>,
    done: bool,
    /// Octets held, if the program counts them: [`memory::Counting`].
    held: i64,
}

impl Run {
    /// A run at its start.
    #[must_use]
    pub fn new(network: Network) -> Self {
        Self::with_captures(network, Vec::new())
    }

    /// A run at its start that writes captures as it goes; they are kept when it is finished, and change
    /// nothing of what it comes to.
    #[must_use]
    pub fn with_captures(network: Network, captures: Vec<Capture>) -> Self {
        let ((world, probes), held) = memory::measured(|| build(&network, captures));
        Self::on(network, Engine::Whole(Box::new(world)), probes, held)
    }

    /// A run at its start that takes up to so many threads, if the network can be divided by a rule; what
    /// it comes to is the same, but for the count of events. Otherwise it takes one.
    #[must_use]
    pub fn with_threads(network: Network, threads: usize, rule: Rule) -> Self {
        let ((engine, probes), held) = memory::measured(|| {
            let (world, probes) = build(&network, Vec::new());
            let engine = match Parts::new(&network, world, threads, rule) {
                Ok(parts) => Engine::Parts(Box::new(parts)),
                Err(world) => Engine::Whole(world),
            };
            (engine, probes)
        });
        Self::on(network, engine, probes, held)
    }

    fn on(network: Network, engine: Engine, probes: Vec<ProbeHandle>, held: i64) -> Self {
        Self { network, engine, probes, stopped: None, done: false, held }
    }

    /// The same run, which also answers for so many octets that its network holds.
    #[must_use]
    pub fn holding(self, octets: i64) -> Self {
        Self { held: self.held + octets, ..self }
    }

    /// The threads that the run takes.
    #[must_use]
    pub fn threads(&self) -> usize {
        match &self.engine {
            Engine::Whole(_) => 1,
            Engine::Parts(parts) => parts.count(),
        }
    }

    /// Handles at most `budget` events; fewer if some of them take long.
    pub fn advance(&mut self, budget: u64) -> Status {
        let mut left = budget;
        while left > 0 {
            if self.stopped.is_none() {
                self.stopped = self.passed_limit().map(|limit| self.stop_at(limit));
            }
            if let Some(stopped) = &self.stopped {
                return Status::Stopped(stopped.clone());
            }
            let slice = left.min(self.slice());
            left -= slice;
            let before = self.engine.held_elsewhere();
            let (pause, held) = memory::measured(|| self.engine.run(slice));
            self.held += held + self.engine.held_elsewhere() - before;
            if pause == Pause::End {
                self.done = true;
                return Status::Done;
            }
        }
        if let Some(limit) = self.passed_limit() {
            let stopped = self.stop_at(limit);
            self.stopped = Some(stopped.clone());
            return Status::Stopped(stopped);
        }
        Status::Running
    }

    fn stop_at(&self, limit: String) -> Stopped {
        Stopped { limit, at_s: self.engine.now().as_secs_f64() }
    }

    /// So many events can be handled before a limit is passed.
    fn slice(&self) -> u64 {
        let limits = &self.network.limits;
        let room = limits.memory.get().saturating_sub(self.held());
        let events = limits.events.saturating_sub(self.engine.events());
        (room / BYTES_PER_EVENT).max(FEWEST_EVENTS).min(events).max(1)
    }

    /// Octets held.
    fn held(&self) -> u64 {
        u64::try_from(self.held).unwrap_or(0)
    }

    fn passed_limit(&self) -> Option<String> {
        let limits = &self.network.limits;
        if self.engine.events() >= limits.events {
            return Some(format!("limits.events: the run has taken all of its {} events", limits.events));
        }
        (self.held() > limits.memory.get())
            .then(|| format!("limits.memory: the run needs more than {}", limits.memory))
    }

    /// The share of the simulated time that has passed, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let passed = (self.engine.now() - Time::ZERO).as_secs_f64();
        passed / self.network.duration.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// Closes the books: columns, series and audit. A run that is not done is closed at the instant
    /// that it has reached.
    ///
    /// # Errors
    /// [`RunError::Audit`] if cells were made or lost without account, [`RunError::Rate`] if a rate
    /// rule has answered nonsense, [`RunError::Capture`] if a capture could not be written; then none is
    /// kept.
    pub fn finish(mut self) -> Result<Outcome, RunError> {
        if let Some(fault) = self.engine.take_fault() {
            return Err(fault);
        }
        if !self.done {
            self.engine.end_early();
        }
        let mut world = self.engine.finish();
        let captures = world.close_captures()?;
        let outcome = collect(&self.network, world, &self.probes, self.stopped)?;
        captures.commit()?;
        Ok(outcome)
    }
}

impl Engine {
    fn run(&mut self, budget: u64) -> Pause {
        match self {
            Self::Whole(world) => world.run(budget),
            Self::Parts(parts) => parts.run(budget),
        }
    }

    fn events(&self) -> u64 {
        match self {
            Self::Whole(world) => world.events,
            Self::Parts(parts) => parts.events(),
        }
    }

    fn now(&self) -> Time {
        match self {
            Self::Whole(world) => world.now(),
            Self::Parts(parts) => parts.now(),
        }
    }

    /// Octets that other threads have asked for.
    fn held_elsewhere(&self) -> i64 {
        match self {
            Self::Whole(_) => 0,
            Self::Parts(parts) => parts.held_elsewhere(),
        }
    }

    fn take_fault(&mut self) -> Option<RunError> {
        match self {
            Self::Whole(world) => world.fault.take(),
            Self::Parts(parts) => parts.take_fault(),
        }
    }

    fn end_early(&mut self) {
        match self {
            Self::Whole(world) => world.end_early(),
            Self::Parts(parts) => parts.end_early(),
        }
    }

    /// The world with its books closed.
    fn finish(self) -> World {
        match self {
            Self::Whole(mut world) => {
                world.finish();
                *world
            }
            Self::Parts(parts) => parts.finish(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_with_a_fault_is_done_and_has_no_outcome() {
        let text = "duration = \"10 ms\"\ntopology = { template = \"n-source\", sources = 1 }\n";
        let scenario = cellwise_scenario::parse_toml(text).unwrap().scenario().unwrap();
        let mut run = Run::new(cellwise_scenario::resolve(&scenario).unwrap());
        let fault = RunError::Rate {
            rule: "osu".into(),
            port: "sw1.trunk".into(),
            at_s: 0.0,
            rate: f64::NEG_INFINITY,
        };
        let Engine::Whole(world) = &mut run.engine else { panic!("one thread") };
        world.fault = Some(fault.clone());
        assert_eq!(run.advance(1_000_000), Status::Done);
        assert_eq!(run.finish(), Err(fault));
    }
}
