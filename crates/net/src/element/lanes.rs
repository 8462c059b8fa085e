//! Lanes: the circuits that pass an element, numbered, and what it loses of each.

use cellwise_atm::loss::{LossCounts, LossReason};
use cellwise_units::Time;

use crate::data::ids::{HopId, Id, List};
use crate::data::loss_records::LostRun;
use crate::data::measured::Measured;
use crate::data::train::Train;

/// A circuit on its way through an element.
#[derive(Clone, Debug)]
pub(crate) struct Lane {
    hop: HopId,
    lost: Measured<LossCounts>,
    /// Whether its cells are RM cells, which belong to no frame.
    is_rm: bool,
    /// The cells lost one by one, until they are asked for.
    log: Vec<LostRun>,
}

/// Number of a circuit among those of an element.
pub(crate) type LaneId = Id<Lane>;

/// The circuits that pass an element.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lanes {
    lanes: List<Lane>,
    /// Whether the single lost cells will be asked for, and are logged.
    pub(crate) logs: bool,
}

impl Lanes {
    /// Adds the circuit of a hop.
    pub(crate) fn add(&mut self, hop: HopId) -> LaneId {
        // Most elements have one or two, for which `push` would take room for four.
        if self.lanes.len() < 2 {
            self.lanes.as_vec().reserve_exact(1);
        }
        self.lanes.push(Lane { hop, lost: Measured::default(), is_rm: false, log: Vec::new() })
    }

    /// Notes that the cells of a circuit are RM cells.
    pub(crate) fn note_rm_cells(&mut self, lane: LaneId) {
        self.lanes[lane].is_rm = true;
    }

    #[inline]
    pub(crate) fn is_of_rm_cells(&self, lane: LaneId) -> bool {
        self.lanes[lane].is_rm
    }

    /// The hops of all circuits, in order.
    pub(crate) fn hops(&self) -> impl ExactSizeIterator<Item = HopId> {
        self.lanes.iter().map(|lane| lane.hop)
    }

    /// Counts cells as lost that are logged elsewhere.
    pub(crate) fn count_lost(&mut self, lane: LaneId, reason: LossReason, cells: u64) {
        self.lanes[lane].lost.record(reason, cells);
    }

    /// Notes that cells are lost, the first of them at `at`.
    pub(crate) fn lose(&mut self, lane: LaneId, reason: LossReason, at: Time, cells: &Train) {
        self.count_lost(lane, reason, u64::from(cells.count));
        self.log(lane, LostRun { at, cells: *cells, reason, go_on: false });
    }

    /// Notes that noise damages cells that continue, the first of them at `at`.
    pub(crate) fn damage(&mut self, lane: LaneId, at: Time, cells: &Train) {
        self.log(lane, LostRun { at, cells: *cells, reason: LossReason::LineError, go_on: true });
    }

    fn log(&mut self, lane: LaneId, run: LostRun) {
        if self.logs {
            self.lanes[lane].log.push(run);
        }
    }

    /// What was logged of a circuit since this was asked.
    pub(crate) fn take_log(&mut self, lane: LaneId) -> Vec<LostRun> {
        std::mem::take(&mut self.lanes[lane].log)
    }

    /// Lets the measured time begin.
    pub(crate) fn end_warmup(&mut self) {
        self.lanes.iter_mut().for_each(|lane| lane.lost.end_warmup());
    }

    /// Cells lost of all circuits over the whole run.
    pub(super) fn all_lost(&self) -> u64 {
        self.lanes.iter().map(|lane| lane.lost.total()).sum()
    }

    /// Cells lost of a circuit in the measured time, by reason.
    pub(crate) fn lost(&self, lane: LaneId) -> LossCounts {
        self.lanes[lane].lost.measured()
    }
}
