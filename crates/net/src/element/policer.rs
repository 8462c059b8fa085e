//! A policer in the network: cells pass at once, perhaps tagged, or not at all.
//!
//! A policer takes no time, so it is a stage of a pipe in every place, also in reference mode:
//! the cells of one feeder come in order. It judges a train as a whole and passes on the trains that
//! are left of it.

use cellwise_atm::policing::{AnyPolicer, Policer as _, PolicerConfig, PolicerCounts, Terms, Treatment};
use cellwise_units::CellClock;

use super::contract::{Around, Stage, Station};
use super::lanes::LaneId;
use super::marks::Judge;
use crate::data::measured::Since as _;
use crate::data::train::Train;

/// The policer of one direction of a virtual connection or path.
#[derive(Clone, Debug)]
pub(crate) struct Policer {
    pub(crate) station: Station,
    pub(crate) kind: &'static str,
    policer: AnyPolicer,
    /// What it had counted by the end of the warm-up.
    before: PolicerCounts,
}

impl Policer {
    pub(crate) fn new(station: Station, config: &PolicerConfig, terms: &Terms) -> Self {
        let (kind, policer) = (config.name(), config.build(terms));
        Self { station, kind, policer, before: PolicerCounts::default() }
    }

    /// What was counted in the measured time.
    pub(crate) fn measured(&self) -> PolicerCounts {
        self.policer.counts().since(&self.before)
    }
}

impl Stage for Policer {
    const FEEDS: bool = false;

    fn accept(&mut self, train: &Train, lane: LaneId, around: Around<'_>) {
        self.pass(train, lane, &around.clocks[usize::from(train.clock)], around.sent);
    }

    fn end_warmup(&mut self) {
        self.station.end_warmup();
        self.before = self.policer.counts();
    }
}

impl Judge for Policer {
    fn judge(&mut self, train: &Train, lane: LaneId, feeder: &CellClock, sent: &mut Vec<Train>) {
        let lanes = &mut self.station.lanes;
        let mut done = 0;
        self.policer.judge(&train.as_cells(feeder), &mut |count, treatment| {
            let first = feeder.point_after(train.first, u64::from(done));
            let index = train.index + done;
            if let Treatment::Discard(reason) = treatment {
                lanes.lose(lane, reason, first.at, &Train { index, count, ..*train });
            } else {
                let label = train.label.with_clp(treatment == Treatment::Tag);
                sent.push(Train { first, hop: train.hop.next(), index, count, label, ..*train });
            }
            done += count;
        });
    }
}
