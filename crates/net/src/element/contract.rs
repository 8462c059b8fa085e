//! The contract of every stage, and the state that it may read.

use cellwise_scenario::{Direction, Network};
use cellwise_units::{CellClock, Span, Time};

use super::lanes::{LaneId, Lanes};
use super::marks::Marks;
use crate::data::train::Train;

/// The part of the world around it that a stage may read.
pub(crate) struct Around<'w> {
    pub(crate) clocks: &'w [CellClock],
    /// Where it adds the trains that leave, as they arrive at the next element.
    pub(crate) sent: &'w mut Vec<Train>,
}

/// What the scenario says of a direction of a link.
pub(crate) struct LinkEnd<'n> {
    pub(crate) network: &'n Network,
    pub(crate) direction: &'n Direction,
    pub(crate) marks: Marks,
}

/// The contract of every stage.
pub(crate) trait Stage: Sized {
    /// Whether its cells are the feeder of the next element. Otherwise whatever feeds the stage is: its cells
    /// stay in order and are all as late.
    const FEEDS: bool;

    /// The stage on a direction of a link, behind its port, if the scenario has one there.
    fn on_link(_end: &LinkEnd<'_>) -> Option<Self> {
        None
    }

    /// The name by which tables and ties know it.
    fn name(&self) -> &str;

    /// Takes a train as it comes, if it leaves so and at once.
    #[inline]
    fn passes_whole(&mut self, _train: &Train, _feeder: &CellClock) -> bool {
        false
    }

    /// Takes a train and adds what leaves.
    fn accept(&mut self, train: &Train, lane: LaneId, around: Around<'_>);

    /// The least time that a cell takes here.
    fn least_passage(&self) -> Span {
        Span::ZERO
    }

    /// The circuits that pass, if it must know them.
    fn lanes(&self) -> Option<&Lanes> {
        None
    }

    /// The same, to add to.
    fn lanes_mut(&mut self) -> Option<&mut Lanes> {
        None
    }

    /// Makes `end`, which is before the end of the run, its end.
    fn end_early(&mut self, _end: Time) {}

    /// Closes the statistics at the end of the run.
    fn finish(&mut self) {}

    /// Cells lost here over the whole run.
    fn lost(&self) -> u64 {
        0
    }

    /// Cells that would have arrived here after the end of the run.
    fn beyond_end(&self) -> u64 {
        0
    }
}
