//! A shaper in the network: it holds cells back where a virtual connection or path begins.
//!
//! What it sends follows from what came before, so it is a stage of a pipe like a FIFO port. A sending
//! end's shaper may have a *driver queue*: a packet that finds so many before it is dropped.

use std::collections::VecDeque;

use cellwise_atm::loss::LossReason;
use cellwise_atm::policing::CellTrain;
use cellwise_atm::shaping::{Departure, Pace, ShapingStage};
use cellwise_units::{CellClock, Span, Time};

use crate::hop::Hop;
use crate::ids::{HopId, List};
use crate::train::{ClockIndex, Train};

/// What a shaper counts. Frames are counted at their first cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ShaperTally {
    pub(crate) frames: u64,
    /// Frames sent with CLP = 1 though they came with CLP = 0.
    pub(crate) tagged_frames: u64,
    /// Frames dropped, because the driver queue was full.
    pub(crate) dropped_frames: u64,
    /// How long first cells were held back, all together.
    pub(crate) waited_ps: u128,
}

/// What a shaper's settings decide.
#[derive(Debug)]
pub(crate) struct ShaperSettings {
    /// The node where it stands, and what it shapes.
    pub(crate) name: String,
    pub(crate) kind: &'static str,
    pub(crate) stage: ShapingStage,
    /// The clocks of the peak and of the sustainable rate.
    pub(crate) clocks: [ClockIndex; 2],
    /// Packets that may wait, the one being sent included.
    pub(crate) driver_queue: Option<u32>,
    pub(crate) warmup_mark: Time,
    pub(crate) end: Time,
}

/// The shaper of one direction of a virtual connection or path.
#[derive(Debug)]
pub(crate) struct Shaper {
    pub(crate) settings: ShaperSettings,
    /// When each frame in the driver queue has been sent.
    driver: VecDeque<Time>,
    /// Whether the current frame is dropped.
    dropping: bool,
    tally: ShaperTally,
    /// What was counted by the end of the warm-up.
    baseline: ShaperTally,
    /// The longest that a first cell was held back in the measured time.
    pub(crate) longest_wait: Span,
    /// Cells dropped over the whole run.
    pub(crate) lost: u64,
    /// The hops of the circuits that pass.
    pub(crate) hops_here: Vec<HopId>,
    /// Departures of one train; empty between events.
    departures: Vec<Departure>,
}

impl Shaper {
    pub(crate) fn new(settings: ShaperSettings) -> Self {
        Self {
            settings,
            driver: VecDeque::new(),
            dropping: false,
            tally: ShaperTally::default(),
            baseline: ShaperTally::default(),
            longest_wait: Span::ZERO,
            lost: 0,
            hops_here: Vec::new(),
            departures: Vec::new(),
        }
    }

    /// Takes a train, which comes on the clock `feeder`, and adds the trains that leave.
    pub(crate) fn pass(
        &mut self,
        train: &Train,
        feeder: &CellClock,
        hops: &mut List<Hop>,
        sent: &mut Vec<Train>,
    ) {
        let at = train.first.at;
        if at > self.settings.warmup_mark {
            self.pass_warmup_mark(hops);
        }
        if train.index == 0 {
            self.dropping = !self.has_room(at);
            self.tally.frames += u64::from(at <= self.settings.end);
        }
        if self.dropping {
            self.tally.dropped_frames += u64::from(train.index == 0);
            self.lost += u64::from(train.count);
            hops[train.hop].lose(LossReason::DriverQueue, at, train);
            return;
        }
        let cells = CellTrain {
            first: train.first,
            clock: feeder,
            count: train.count,
            index: train.index,
            frame_cells: train.label.frame_cells(),
            clp: train.label.clp(),
        };
        let mut departures = std::mem::take(&mut self.departures);
        self.settings.stage.send(&cells, &mut departures);
        if train.index == 0 && at <= self.settings.end {
            self.note_first(at, train, &departures);
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

    /// Notes when the last cell of the train that was sent, the last of `sent`, leaves.
    pub(crate) fn note_last(&mut self, sent: &[Train], clocks: &[CellClock]) {
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
        self.driver.len() < most as usize || at > self.settings.end
    }

    fn note_first(&mut self, at: Time, train: &Train, departures: &[Departure]) {
        let Some(first) = departures.first() else { return };
        self.tally.tagged_frames += u64::from(first.clp && !train.label.clp());
        let waited = first.first.at - at;
        self.tally.waited_ps += u128::from(waited.get());
        self.longest_wait = self.longest_wait.max(waited);
    }

    fn pass_warmup_mark(&mut self, hops: &mut List<Hop>) {
        self.settings.warmup_mark = Time::NEVER;
        self.baseline = self.tally;
        self.longest_wait = Span::ZERO;
        for &hop in &self.hops_here {
            hops[hop].note_warmup_losses();
        }
    }

    /// Makes `end`, which is before the end of the run, its end.
    pub(crate) fn end_early(&mut self, end: Time) {
        self.settings.end = end;
        if self.settings.warmup_mark != Time::NEVER {
            self.settings.warmup_mark = self.settings.warmup_mark.min(end);
        }
    }

    /// Closes the books at the end of the run.
    pub(crate) fn finish(&mut self, hops: &mut List<Hop>) {
        if self.settings.warmup_mark <= self.settings.end {
            self.pass_warmup_mark(hops);
        }
    }

    /// What was counted from the end of the warm-up to the end of the run.
    pub(crate) fn measured(&self) -> ShaperTally {
        ShaperTally {
            frames: self.tally.frames - self.baseline.frames,
            tagged_frames: self.tally.tagged_frames - self.baseline.tagged_frames,
            dropped_frames: self.tally.dropped_frames - self.baseline.dropped_frames,
            waited_ps: self.tally.waited_ps - self.baseline.waited_ps,
        }
    }
}
