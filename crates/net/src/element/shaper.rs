//! A shaper in the network: it holds cells back where a virtual connection or path begins.
//!
//! Its output follows from the cells before, so it is a stage of a pipe like a FIFO port. A sending
//! end's shaper may have a *driver queue*: a packet that finds so many before it is dropped.

use std::collections::VecDeque;

use cellwise_atm::loss::LossReason;
use cellwise_atm::shaping::{Departure, Pace, TaggingShaper};
use cellwise_units::{CellClock, Span, Time};

use super::contract::{Around, Stage, Station};
use super::lanes::LaneId;
use crate::data::train::{ClockIndex, Train};

/// The counts of a shaper in the measured time. Frames are counted at their first cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShaperTally {
    pub(crate) frames: u64,
    /// Frames sent with CLP = 1 though they came with CLP = 0.
    pub(crate) tagged_frames: u64,
    /// Frames dropped, because the driver queue was full.
    pub(crate) dropped_frames: u64,
    /// How long first cells were held back, all together.
    pub(crate) waited_ps: u128,
    /// The longest that one was held back.
    pub(crate) longest_wait: Span,
}

/// What a shaper's settings decide.
#[derive(Clone, Debug)]
pub(crate) struct ShaperSettings {
    pub(crate) kind: &'static str,
    pub(crate) shaper: TaggingShaper,
    /// The clocks of the peak and of the sustainable rate.
    pub(crate) clocks: [ClockIndex; 2],
    /// Packets that may wait, the one being sent included.
    pub(crate) driver_queue: Option<u32>,
}

/// The shaper of one direction of a virtual connection or path.
#[derive(Clone, Debug)]
pub(crate) struct Shaper {
    pub(crate) station: Station,
    pub(crate) settings: ShaperSettings,
    /// When each frame in the driver queue has been sent.
    driver: VecDeque<Time>,
    /// Whether the current frame is dropped.
    dropping: bool,
    pub(crate) tally: ShaperTally,
    /// Departures of one train; empty between events.
    departures: Vec<Departure>,
}

impl Shaper {
    pub(crate) fn new(station: Station, settings: ShaperSettings) -> Self {
        Self {
            station,
            settings,
            driver: VecDeque::new(),
            dropping: false,
            tally: ShaperTally::default(),
            departures: Vec::new(),
        }
    }

    /// Adds the trains in which the cells of a train leave.
    fn send(&mut self, train: &Train, feeder: &CellClock, sent: &mut Vec<Train>) {
        let mut departures = std::mem::take(&mut self.departures);
        self.settings.shaper.send(&train.as_cells(feeder), &mut departures);
        if train.index == 0 && self.station.marks.is_within(train.first.at) {
            self.note_first(train, &departures);
        }
        let mut index = train.index;
        for departure in &departures {
            let clock = match departure.pace {
                Pace::Arrival => train.clock,
                Pace::Peak => self.settings.clocks[0],
                Pace::Sustained => self.settings.clocks[1],
            };
            let (first, count, hop) = (departure.first, departure.count, train.hop.next());
            let label = train.label.with_clp(departure.clp);
            sent.push(Train { first, hop, index, count, label, clock, ..*train });
            index += departure.count;
        }
        self.departures = departures;
    }

    /// Notes when the last cell of a frame leaves, if that is the last cell that was sent.
    fn note_last(&mut self, sent: &[Train], clocks: &[CellClock]) {
        if self.settings.driver_queue.is_some()
            && let Some(last) = sent.last().filter(|train| train.ends_frame())
        {
            self.driver.push_back(last.last_arrival(clocks));
        }
    }

    /// Whether a frame that comes at `at` finds room in the driver queue. After the end of the run there
    /// is no one to count.
    fn has_room(&mut self, at: Time) -> bool {
        let Some(most) = self.settings.driver_queue else { return true };
        while self.driver.front().is_some_and(|sent| *sent <= at) {
            self.driver.pop_front();
        }
        self.driver.len() < most as usize || !self.station.marks.is_within(at)
    }

    fn note_first(&mut self, train: &Train, departures: &[Departure]) {
        let Some(first) = departures.first() else { return };
        self.tally.tagged_frames += u64::from(first.clp && !train.label.clp());
        let waited = first.first.at - train.first.at;
        self.tally.waited_ps += u128::from(waited.get());
        self.tally.longest_wait = self.tally.longest_wait.max(waited);
    }
}

impl Stage for Shaper {
    const FEEDS: bool = true;

    fn accept(&mut self, train: &Train, lane: LaneId, around: Around<'_>) {
        let at = train.first.at;
        if self.station.marks.warmup_ends_before(at) {
            self.end_warmup();
        }
        if train.index == 0 {
            self.dropping = !self.has_room(at);
            self.tally.frames += u64::from(self.station.marks.is_within(at));
        }
        if self.dropping {
            self.tally.dropped_frames += u64::from(train.index == 0);
            return self.station.lanes.lose(lane, LossReason::DriverQueue, at, train);
        }
        let from = around.sent.len();
        self.send(train, &around.clocks[usize::from(train.clock)], around.sent);
        self.note_last(&around.sent[from..], around.clocks);
    }

    fn end_warmup(&mut self) {
        self.station.end_warmup();
        self.tally = ShaperTally::default();
    }
}
