//! The contract of every stage, and the state that it may read.

use cellwise_scenario::{Direction, Network};
use cellwise_units::CellClock;

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

/// What every stage has.
#[derive(Clone, Debug)]
pub(crate) struct Station {
    /// The name by which tables and ties know the stage: of the port that sends into it, or of its node and the traffic
    /// that it judges.
    pub(crate) name: String,
    pub(crate) marks: Marks,
    /// The circuits that pass, and what is lost of them.
    pub(crate) lanes: Lanes,
}

impl Station {
    pub(crate) fn new(name: String, marks: Marks) -> Self {
        Self { name, marks, lanes: Lanes::default() }
    }

    /// Lets the measured time begin.
    pub(super) fn end_warmup(&mut self) {
        self.marks.end_warmup();
        self.lanes.end_warmup();
    }
}

/// The one accessor of every stage. [`Stages`](super::Stages) knows the field `station` itself.
pub(crate) trait Stationed {
    fn station(&mut self) -> &mut Station;
}

/// The contract of every stage.
pub(crate) trait Stage: Stationed + Sized {
    /// Whether its cells are the feeder of the next element. Otherwise whatever feeds the stage is: its cells
    /// stay in order and are all as late.
    const FEEDS: bool;

    /// The stage on a direction of a link, behind its port, if the scenario has one there.
    fn on_link(_end: &LinkEnd<'_>) -> Option<Self> {
        None
    }

    /// Takes a train as it comes, if it leaves so and at once.
    #[inline]
    fn passes_whole(&mut self, _train: &Train, _feeder: &CellClock) -> bool {
        false
    }

    /// Takes a train and adds what leaves.
    fn accept(&mut self, train: &Train, lane: LaneId, around: Around<'_>);

    /// Lets the measured time begin.
    fn end_warmup(&mut self) {
        self.station().end_warmup();
    }
}
