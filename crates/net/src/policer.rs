//! A policer in the network: cells pass at once, perhaps tagged, or not at all.
//!
//! A policer takes no time, so it is a stage of a pipe wherever it stands, also in reference mode:
//! what one feeder sends comes in order. It judges a train as a whole and passes on the trains that
//! are left of it.

use cellwise_atm::policing::{AnyPolicer, CellTrain, Policer as _, PolicerCounts, Treatment};
use cellwise_units::CellClock;

use crate::hop::Hop;
use crate::ids::{HopId, List};
use crate::stage::{Marks, Stage};
use crate::train::Train;

/// The policer of one direction of a virtual connection or path.
#[derive(Debug)]
pub(crate) struct Policer {
    /// The node where it stands, and what it polices.
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    policer: AnyPolicer,
    /// What it had counted by the end of the warm-up.
    baseline: PolicerCounts,
    pub(crate) marks: Marks,
    /// The hops of the circuits that pass.
    pub(crate) hops_here: Vec<HopId>,
}

impl Policer {
    pub(crate) fn new(name: String, kind: &'static str, policer: AnyPolicer, marks: Marks) -> Self {
        Self { name, kind, policer, baseline: PolicerCounts::default(), marks, hops_here: Vec::new() }
    }

    /// What was counted over the whole run, and what of it before the measured time.
    pub(crate) fn counts(&self) -> [PolicerCounts; 2] {
        [self.policer.counts(), self.baseline]
    }
}

impl Stage for Policer {
    fn marks(&mut self) -> &mut Marks {
        &mut self.marks
    }

    fn hops_here(&self) -> &[HopId] {
        &self.hops_here
    }

    fn take_baseline(&mut self) {
        self.baseline = self.policer.counts();
    }

    fn judge(&mut self, train: &Train, feeder: &CellClock, hops: &mut List<Hop>, passed: &mut Vec<Train>) {
        let hop = &mut hops[train.hop];
        let mut done = 0;
        let cells = CellTrain {
            first: train.first,
            clock: feeder,
            count: train.count,
            index: train.index,
            frame_cells: train.label.frame_cells(),
            clp: train.label.clp(),
        };
        self.policer.judge(&cells, &mut |count, treatment| {
            if let Treatment::Discard(reason) = treatment {
                let at = feeder.point_after(train.first, u64::from(done)).at;
                hop.lose(reason, at, &Train { index: train.index + done, count, ..*train });
            } else {
                passed.push(Train {
                    first: feeder.point_after(train.first, u64::from(done)),
                    hop: train.hop.next(),
                    index: train.index + done,
                    count,
                    label: train.label.with_clp(treatment == Treatment::Tag),
                    ..*train
                });
            }
            done += count;
        });
    }
}
