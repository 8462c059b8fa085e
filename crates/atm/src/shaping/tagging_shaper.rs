//! A sender's shaper with its tagging: trains in, departures out.

use cellwise_units::CellClock;

use super::tagging::PreventiveTagger;
use super::{AnyShaper, Departure, Pace, Shaper, ShaperConfig, Tagging};
use crate::policing::{Arrivals, CellTrain, Terms};

/// What one connection passes where it enters the network.
#[derive(Clone, Debug)]
pub struct TaggingShaper {
    shaper: AnyShaper,
    tagger: Option<PreventiveTagger>,
    /// Departures of a frame of which only a part has come.
    foreseen: Vec<Departure>,
}

impl TaggingShaper {
    /// The stage of a contract.
    #[must_use]
    pub fn new(shaper: &ShaperConfig, tagging: Tagging, terms: &Terms) -> Self {
        Self { shaper: shaper.build(terms), tagger: tagging.build(terms), foreseen: Vec::new() }
    }

    /// Takes the cells of a train; their departures, in order, replace what `out` held.
    ///
    /// Whether a frame is tagged is decided at its first cell, for cells that come as the train
    /// does, so that it is the same in whatever pieces a frame is given.
    pub fn send(&mut self, train: &CellTrain<'_>, out: &mut Vec<Departure>) {
        out.clear();
        let Self { shaper, tagger, foreseen } = self;
        let Some(tagger) = tagger.as_mut().filter(|_| !train.clp) else {
            return shaper.shape(train, out);
        };
        let clocks = Clocks::of(shaper, train);
        let frame =
            CellTrain { count: train.frame_cells.saturating_sub(train.index).max(train.count), ..*train };
        let undecided = tagger.is_between_frames();
        if undecided && frame.count > train.count {
            foreseen.clear();
            shaper.clone().shape(&frame, foreseen);
            tagger.decide(foreseen.iter().map(|departure| clocks.arrivals(departure)));
        }
        shaper.shape(train, out);
        if undecided && frame.count == train.count {
            tagger.decide(out.iter().map(|departure| clocks.arrivals(departure)));
        }
        tagger.mark(out, train.ends_frame(), |departure| clocks.arrivals(departure));
    }

    /// The clock of a pace; none for [`Pace::Arrival`], whose clock is the train's.
    #[must_use]
    pub fn clock(&self, pace: Pace) -> Option<CellClock> {
        self.shaper.clock(pace)
    }
}

/// The clocks of the departures of a train.
struct Clocks {
    arrival: CellClock,
    peak: CellClock,
    sustained: CellClock,
}

impl Clocks {
    fn of(shaper: &AnyShaper, train: &CellTrain<'_>) -> Self {
        let clock = |pace| shaper.clock(pace).unwrap_or(*train.clock);
        Self { arrival: *train.clock, peak: clock(Pace::Peak), sustained: clock(Pace::Sustained) }
    }

    fn arrivals(&self, departure: &Departure) -> Arrivals<'_> {
        let clock = match departure.pace {
            Pace::Arrival => &self.arrival,
            Pace::Peak => &self.peak,
            Pace::Sustained => &self.sustained,
        };
        Arrivals { first: departure.first, clock, count: departure.count }
    }
}
