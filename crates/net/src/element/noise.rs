//! Noise on one direction of a link: the receiving end drops the cells that noise has errored, or they continue with
//! a damaged payload.
//!
//! A stage of a pipe, evaluated in place also in reference mode: all cells on the line come from one
//! port, in order of time. Nearly every train passes with one comparison, because the error model
//! knows until when, or for how many cells, nothing happens.
//!
//! Source: Lu, TCP over ATM over ADSL, University of Calgary, 2000, section 3.2.2: errored cells are
//! detected and dropped by the unit that receives them, remote or central.

use cellwise_atm::error_model::{AnyErrorModel, ErrorModel as _, ErroredCells, Verdict};
use cellwise_atm::loss::LossReason;
use cellwise_atm::policing::Arrivals;
use cellwise_engine::RandomStream;
use cellwise_units::CellClock;

use super::contract::{Around, LinkEnd, Stage, Station};
use super::lanes::LaneId;
use super::marks::Judge;
use crate::data::measured::{Measured, Since};
use crate::data::names::stream_name;
use crate::data::recorder::Recorder;
use crate::data::train::Train;

/// What is counted where a line ends.
#[derive(Clone, Debug, Default)]
pub(crate) struct NoiseTally {
    /// Cells that arrived, errored ones included.
    pub(crate) arrived: u64,
    /// Errored cells.
    pub(crate) errored: u64,
    /// Those of them that are lost.
    pub(crate) dropped: u64,
    /// How many noisy periods errored exactly so many cells: `periods[n]` of them n + 1.
    pub(crate) periods: Vec<u64>,
}

impl Since for NoiseTally {
    fn since(&self, before: &Self) -> Self {
        let earlier = |place: usize| before.periods.get(place).copied().unwrap_or(0);
        let periods = self.periods.iter().enumerate();
        Self {
            arrived: self.arrived - before.arrived,
            errored: self.errored - before.errored,
            dropped: self.dropped - before.dropped,
            // A period that is under way at the end of the warm-up moves up after it.
            periods: periods.map(|(place, count)| count.saturating_sub(earlier(place))).collect(),
        }
    }
}

impl NoiseTally {
    /// Counts cells that a noisy period has errored; `period` is the last one that did, and how many.
    fn note_errored(&mut self, period: &mut Option<(u64, usize)>, burst: u64, cells: usize) {
        self.errored += cells as u64;
        let before = period.filter(|(number, _)| *number == burst).map_or(0, |(_, cells)| cells);
        let now = before + cells;
        *period = Some((burst, now));
        if self.periods.len() < now {
            self.periods.resize(now, 0);
        }
        if before > 0 {
            self.periods[before - 1] = self.periods[before - 1].saturating_sub(1);
        }
        self.periods[now - 1] += 1;
    }
}

/// The noise on one direction of a link.
#[derive(Clone, Debug)]
pub(crate) struct Noise {
    pub(crate) station: Station,
    pub(crate) kind: &'static str,
    model: AnyErrorModel,
    errored_cells: ErroredCells,
    /// What is counted; its measured part is known after the run has ended.
    pub(crate) tally: Measured<NoiseTally>,
    /// The last noisy period that errored a cell, and how many it has errored.
    period: Option<(u64, usize)>,
    /// Records of the errored cells so far.
    pub(crate) recorders: Vec<Recorder>,
}

impl Noise {
    /// Errs with another probability, beginning with the next cell. Only independent errors are asked for that.
    pub(crate) fn set_error_ratio(&mut self, ratio: f64) {
        match &mut self.model {
            AnyErrorModel::Independent(model) => model.set_ratio(ratio),
            model => unreachable!("{model:?} are not independent"),
        }
    }

    /// Records every errored cell.
    pub(crate) fn record(&mut self, mut recorder: Recorder) {
        recorder.begin(0.0);
        self.recorders.push(recorder);
    }
}

impl Stage for Noise {
    const FEEDS: bool = false;

    fn on_link(end: &LinkEnd<'_>) -> Option<Self> {
        let errors = end.direction.errors.as_ref()?;
        let name = end.direction.port_name.clone();
        let random = RandomStream::new(stream_name(end.network, &name, "line errors"));
        let model = errors.build(end.direction.rate, random);
        Some(Self {
            station: Station::new(name, end.marks),
            kind: errors.name(),
            model,
            errored_cells: end.direction.errored_cells,
            tally: Measured::default(),
            period: None,
            recorders: Vec::new(),
        })
    }

    /// Takes a train if certainly none of its cells is errored.
    #[inline]
    fn passes_whole(&mut self, train: &Train, feeder: &CellClock) -> bool {
        let last = feeder.point_after(train.first, u64::from(train.count) - 1).at;
        let passes = last <= self.station.marks.next() && self.model.take_clear(last, train.count);
        self.tally.arrived += if passes { u64::from(train.count) } else { 0 };
        passes
    }

    fn accept(&mut self, train: &Train, lane: LaneId, around: Around<'_>) {
        self.pass(train, lane, &around.clocks[usize::from(train.clock)], around.sent);
    }

    fn end_warmup(&mut self) {
        self.station.end_warmup();
        self.tally.end_warmup();
    }
}

impl Judge for Noise {
    fn judge(&mut self, train: &Train, lane: LaneId, feeder: &CellClock, sent: &mut Vec<Train>) {
        self.tally.arrived += u64::from(train.count);
        let arrivals = Arrivals { first: train.first, clock: feeder, count: train.count };
        let (tally, period, recorders) = (&mut self.tally, &mut self.period, &mut self.recorders);
        let lanes = &mut self.station.lanes;
        let goes_on = self.errored_cells == ErroredCells::Delivered && !lanes.is_of_rm_cells(lane);
        let mut done = 0;
        self.model.judge(&arrivals, &mut |count, verdict| {
            let first = feeder.point_after(train.first, u64::from(done));
            match verdict {
                Verdict::Intact => {
                    let index = train.index + done;
                    sent.push(Train { first, hop: train.hop.next(), index, count, ..*train });
                }
                Verdict::Errored { burst } => {
                    let errored = Train { index: train.index + done, count, ..*train };
                    if goes_on {
                        lanes.damage(lane, first.at, &errored);
                        let label = train.label.damaged();
                        sent.push(Train { first, hop: train.hop.next(), label, ..errored });
                    } else {
                        lanes.lose(lane, LossReason::LineError, first.at, &errored);
                        tally.dropped += u64::from(count);
                    }
                    tally.note_errored(period, burst, usize::from(count));
                    let arrivals = (0..count).map(|cell| feeder.point_after(first, u64::from(cell)).at);
                    for (nth, at) in (tally.errored - u64::from(count) + 1..).zip(arrivals) {
                        recorders.iter_mut().for_each(|recorder| recorder.change(at, nth as f64));
                    }
                }
            }
            done += count;
        });
    }
}
