//! A run: a network simulated in slices, so that its caller can report progress, stop it,
//! or let its limits stop it.

pub(crate) mod allowance;
pub(crate) mod open;

use std::collections::BTreeSet;
use std::sync::Arc;

use cellwise_engine::memory;
use cellwise_scenario::Network;
use cellwise_units::{Span, Time};

use crate::build::build;
use crate::capture::Capture;
use crate::data::budget::Budget;
use crate::data::error::RunError;
use crate::data::slice::Slice;
use crate::elements::Elements;
use crate::parallel::{Parts, Rule};
use crate::results::{Outcome, Stopped, Subject, collect};
use crate::run::allowance::Allowance;
use crate::shortcut::names::Shortcuts;
use crate::world::{Pause, World};

/// So often samples that are outstanding are still written of a run that was stopped.
const LAST_PIECES: usize = 16;

/// The state of a run after a slice.
#[derive(Clone, Debug, PartialEq)]
pub enum Status {
    /// There is more to do.
    Running,
    /// The end of the simulated time is reached.
    Done,
    /// A limit of the scenario stopped the run; its results so far can be collected.
    Stopped(Stopped),
}

/// The world or worlds of a run.
#[derive(Debug)]
enum Engine {
    /// One thread, the whole network.
    Whole(Box<World>),
    /// Several threads, a part of the network each.
    Parts(Box<Parts>),
    /// Nothing any more: the run has ended, and samples may still be outstanding.
    Closed(Box<World>),
}

/// One run of a network.
#[derive(Debug)]
pub struct Run {
    subject: Subject,
    duration: Span,
    engine: Engine,
    stopped: Option<Stopped>,
    done: bool,
    allowance: Allowance,
    /// Octets that the tables will take, and after how many events that is counted again.
    tables: (u64, u64),
}

/// How a run begins.
#[derive(Debug, Default)]
pub struct Beginning {
    /// What it captures; then it takes one thread.
    pub captures: Vec<Capture>,
    /// The most threads; one if it is 0.
    pub threads: usize,
    /// The rule by which its network is divided among them.
    pub rule: Rule,
    /// Octets that its resolved network holds, for which it answers as well.
    pub held: i64,
    /// The shortcuts that it takes; the results are the same without them.
    pub shortcuts: Shortcuts,
}

impl Run {
    /// A run at its start, whatever its network takes.
    #[must_use]
    pub fn new(network: Network) -> Self {
        Self::unbounded(network, Beginning::default())
    }

    /// The same, which writes captures during the run; they are kept when it is finished, and do
    /// not change the results.
    #[must_use]
    pub fn with_captures(network: Network, captures: Vec<Capture>) -> Self {
        Self::unbounded(network, Beginning { captures, ..Beginning::default() })
    }

    /// The same, which takes up to so many threads, if the network can be divided by a rule; the
    /// results are the same, except the count of events. Otherwise it takes one.
    #[must_use]
    pub fn with_threads(network: Network, threads: usize, rule: Rule) -> Self {
        Self::unbounded(network, Beginning { threads, rule, ..Beginning::default() })
    }

    /// A run at its start whose network takes no more than `limits.memory`.
    ///
    /// # Errors
    /// [`RunError::Memory`] if it takes more.
    pub fn begin(network: Network, beginning: Beginning) -> Result<Self, RunError> {
        let budget = Budget::new(network.limits.memory, beginning.held);
        Self::within(budget, network, beginning)
    }

    fn unbounded(network: Network, beginning: Beginning) -> Self {
        Self::within(Budget::unlimited(), network, beginning).expect("nothing is refused without a limit")
    }

    fn within(budget: Budget, network: Network, beginning: Beginning) -> Result<Self, RunError> {
        let Beginning { captures, threads, rule, held, shortcuts } = beginning;
        let is_divided = captures.is_empty() && threads > 1;
        let (limits, duration, nodes) = (network.limits, network.duration, network.nodes.len());
        let (made, more) = memory::measured(|| {
            let world = build(&network, captures, &BTreeSet::new(), shortcuts, budget)?;
            let engine = if is_divided {
                let parts = Parts::new(&network, world, threads, rule, budget)?;
                parts.map_or_else(Engine::Whole, |parts| Engine::Parts(Box::new(parts)))
            } else {
                Engine::Whole(Box::new(world))
            };
            Ok((engine, Subject::of(network)))
        });
        let (engine, subject) = made?;
        // A run that is stopped has results, which take their room.
        budget.also(subject.fixed_octets(), "nodes, each with its part of the results,", nodes)?;
        let allowance = Allowance::new(limits, held + more);
        let (stopped, done, tables) = (None, false, (0, 0));
        Ok(Self { subject, duration, engine, stopped, done, allowance, tables })
    }

    /// The threads that the run takes.
    #[must_use]
    pub fn threads(&self) -> usize {
        match &self.engine {
            Engine::Whole(_) | Engine::Closed(_) => 1,
            Engine::Parts(parts) => parts.count(),
        }
    }

    /// Handles at most `budget` events; fewer if some of them take long.
    pub fn advance(&mut self, budget: u64) -> Status {
        let mut left = budget;
        loop {
            if let Some(stopped) = &self.stopped {
                return Status::Stopped(stopped.clone());
            }
            let tables = self.tables();
            let slice = match self.allowance.look(self.engine.events(), tables) {
                Ok(slice) => slice.of_at_most(left),
                Err(limit) => {
                    self.stopped = Some(Stopped { limit, at_s: self.engine.now().as_secs_f64() });
                    continue;
                }
            };
            if left == 0 {
                return Status::Running;
            }
            left -= slice.events;
            if self.step(slice) == Pause::End {
                self.done = true;
                return Status::Done;
            }
        }
    }

    /// Handles a slice; when there are no events any more, ends the run and writes the samples that are outstanding.
    fn step(&mut self, slice: Slice) -> Pause {
        let before = self.engine.held_elsewhere();
        let (pause, held) = memory::measured(|| self.engine.run(slice));
        self.allowance.hold(held + self.engine.held_elsewhere() - before);
        if pause == Pause::Budget || self.engine.is_over() {
            return pause;
        }
        let ((), held) = memory::measured(|| self.engine.close());
        self.allowance.hold(held);
        Pause::Budget
    }

    /// Octets that the tables will take. To count what flows have recorded takes longer the more there are.
    fn tables(&mut self) -> u64 {
        let events = self.engine.events();
        if events >= self.tables.1 {
            let subject = &self.subject;
            let records =
                self.engine.worlds().map(|world| subject.octets_of_records(&world.elements)).sum::<u64>();
            self.tables = (subject.fixed_octets() + records, events + subject.recorded_flows() as u64);
        }
        self.tables.0
    }

    /// Cells handled so far, at all ports.
    #[must_use]
    pub fn cells(&self) -> u64 {
        self.engine.worlds().map(|world| world.elements.cells_at(|_| true)).sum()
    }

    /// The share of the simulated time that has passed, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let passed = (self.engine.now() - Time::ZERO).as_secs_f64();
        passed / self.duration.as_secs_f64().max(f64::MIN_POSITIVE)
    }

    /// Closes the statistics: columns, series and audit. A run that is not done is closed at the instant
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
        let Self { subject, mut engine, stopped, done, mut allowance, tables: (tables, _), .. } = self;
        let (mut world, held) = memory::measured(|| {
            if !done {
                engine.end_early();
            }
            engine.into_world()
        });
        allowance.hold(held);
        allowance.write_outstanding(&mut world, tables, LAST_PIECES);
        let captures = world.elements.close_captures(world.end())?;
        let outcome = collect(&subject, world, stopped)?;
        captures.commit()?;
        Ok(outcome)
    }
}

impl Engine {
    fn run(&mut self, slice: Slice) -> Pause {
        match self {
            Self::Whole(world) => {
                world.allow(slice.octets);
                world.run(slice.events)
            }
            Self::Parts(parts) => parts.run(slice),
            Self::Closed(world) => match world.write_outstanding(slice.events) {
                true => Pause::End,
                false => Pause::Budget,
            },
        }
    }

    fn worlds(&self) -> impl Iterator<Item = &World> {
        let (whole, parts) = match self {
            Self::Whole(world) | Self::Closed(world) => (Some(world.as_ref()), None),
            Self::Parts(parts) => (None, Some(parts.worlds())),
        };
        whole.into_iter().chain(parts.into_iter().flatten())
    }

    fn events(&self) -> u64 {
        self.worlds().map(|world| world.events()).sum()
    }

    fn now(&self) -> Time {
        match self {
            Self::Whole(world) => world.now(),
            Self::Parts(parts) => parts.now(),
            Self::Closed(world) => world.end(),
        }
    }

    /// Octets that other threads have asked for.
    fn held_elsewhere(&self) -> i64 {
        match self {
            Self::Whole(_) | Self::Closed(_) => 0,
            Self::Parts(parts) => parts.held_elsewhere(),
        }
    }

    /// Whether nothing is left to do, or something has happened that must not.
    fn is_over(&self) -> bool {
        matches!(self, Self::Closed(_)) || self.worlds().any(|world| world.elements.fault.is_some())
    }

    fn take_fault(&mut self) -> Option<RunError> {
        match self {
            Self::Whole(world) | Self::Closed(world) => world.elements.fault.take(),
            Self::Parts(parts) => parts.take_fault(),
        }
    }

    fn end_early(&mut self) {
        match self {
            Self::Whole(world) => world.end_early(),
            Self::Parts(parts) => parts.end_early(),
            Self::Closed(_) => {}
        }
    }

    /// Closes the statistics of all elements.
    fn close(&mut self) {
        let nothing = World::new(Elements::default(), Time::NEVER, Time::ZERO, Arc::default());
        let open = std::mem::replace(self, Self::Closed(Box::new(nothing)));
        *self = Self::Closed(Box::new(open.into_world()));
    }

    /// The world with its statistics closed.
    fn into_world(self) -> World {
        match self {
            Self::Closed(world) => *world,
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
    use crate::written;

    #[test]
    fn a_run_with_a_fault_is_done_and_has_no_outcome() {
        let text = "duration = \"10 ms\"\ntopology = { template = \"n-source\", sources = 1 }\n";
        let mut run = Run::new(written::network(text));
        let fault = RunError::Rate {
            rule: "osu".into(),
            port: "sw1.trunk".into(),
            at_s: 0.0,
            rate: f64::NEG_INFINITY,
        };
        let Engine::Whole(world) = &mut run.engine else { panic!("one thread") };
        world.elements.fault = Some(fault.clone());
        assert_eq!(run.advance(1_000_000), Status::Done);
        assert_eq!(run.finish(), Err(fault));
    }
}
