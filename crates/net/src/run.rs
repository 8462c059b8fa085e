//! A run: a network simulated in slices, so that whoever drives it can report progress, stop it,
//! or let its limits stop it.

use cellwise_scenario::Network;

use crate::build::build;
use crate::capture::Capture;
use crate::error::RunError;
use crate::probes::ProbeHandle;
use crate::results::{Outcome, Stopped, collect};
use crate::world::{Pause, World};

/// Octets that a recorded point takes.
const POINT_BYTES: u64 = 16;

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

/// One run of a network.
#[derive(Debug)]
pub struct Run {
    network: Network,
    world: World,
    probes: Vec<ProbeHandle>,
    stopped: Option<Stopped>,
    done: bool,
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
        let (world, probes) = build(&network, captures);
        Self { network, world, probes, stopped: None, done: false }
    }

    /// Handles at most `budget` events.
    pub fn advance(&mut self, budget: u64) -> Status {
        if let Some(stopped) = &self.stopped {
            return Status::Stopped(stopped.clone());
        }
        let left = self.network.limits.events.saturating_sub(self.world.events);
        if self.world.run(budget.min(left)) == Pause::End {
            self.done = true;
            return Status::Done;
        }
        if let Some(limit) = self.passed_limit() {
            let stopped = Stopped { limit, at_s: self.world.now().as_secs_f64() };
            self.stopped = Some(stopped.clone());
            return Status::Stopped(stopped);
        }
        Status::Running
    }

    fn passed_limit(&self) -> Option<String> {
        let limits = &self.network.limits;
        if self.world.events >= limits.events {
            return Some(format!("limits.events: the run has taken all of its {} events", limits.events));
        }
        let memory = self.world.recorded_points() as u64 * POINT_BYTES + self.world.held_bytes();
        (memory > limits.memory.get())
            .then(|| format!("limits.memory: the run needs more than {}", limits.memory))
    }

    /// The share of the simulated time that has passed, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        self.world.progress()
    }

    /// Closes the books: columns, series and audit. A run that is not done is closed at the instant
    /// that it has reached.
    ///
    /// # Errors
    /// [`RunError::Audit`] if cells were made or lost without account, [`RunError::Rate`] if a rate
    /// rule has answered nonsense, [`RunError::Capture`] if a capture could not be written; then none is
    /// kept.
    pub fn finish(mut self) -> Result<Outcome, RunError> {
        if let Some(fault) = self.world.fault.take() {
            return Err(fault);
        }
        if !self.done {
            self.world.end_early();
        }
        self.world.finish();
        let captures = self.world.close_captures()?;
        let outcome = collect(&self.network, self.world, &self.probes, self.stopped)?;
        captures.commit()?;
        Ok(outcome)
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
        run.world.fault = Some(fault.clone());
        assert_eq!(run.advance(1_000_000), Status::Done);
        assert_eq!(run.finish(), Err(fault));
    }
}
