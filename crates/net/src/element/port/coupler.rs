//! Coupling the cells that a port sends into trains.
//!
//! Two kinds of train leave a FIFO port: cells that found it busy leave at the port's own spacing;
//! cells that found it idle leave as they came, one cell time later. Cells are coupled only where
//! the times of the train are exactly those of the single cells.

use cellwise_units::{CellClock, ClockPoint, Span};

use crate::data::train::{ClockIndex, Train};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spacing {
    /// As the cells arrived.
    Feeder,
    /// As the port sends.
    Own,
}

/// Builds the trains that leave a port while one train passes it.
#[derive(Clone, Debug)]
pub(crate) struct Coupler {
    delay: Span,
    /// One cell time of the port, in whole picoseconds.
    cell_time: Span,
    own: ClockIndex,
    /// Whether cells arrive faster than they leave, so that the port will be found busy.
    feeder_is_faster: bool,
    open: Option<(Spacing, Train)>,
}

impl Coupler {
    /// For a port that sends on `clock` (the clock `own` of the world) into a link with `delay`.
    pub(crate) fn new(feeder: &CellClock, clock: &CellClock, own: ClockIndex, delay: Span) -> Self {
        Self {
            delay,
            cell_time: clock.cell_time(),
            own,
            feeder_is_faster: feeder.cell_time() < clock.cell_time(),
            open: None,
        }
    }

    /// Adds a cell that was accepted: whether it found the port idle, and when its transmission
    /// ends.
    pub(crate) fn add(&mut self, cell: &Train, idle: bool, end: ClockPoint, sent: &mut Vec<Train>) {
        if let Some((spacing, train)) = &mut self.open {
            let fits = if idle { *spacing == Spacing::Feeder } else { *spacing == Spacing::Own };
            if fits {
                train.count += 1;
                return;
            }
        }
        self.flush(sent);
        self.open = Some(if idle && !self.feeder_is_faster {
            let first = cell.first + self.cell_time + self.delay;
            (Spacing::Feeder, Train { first, hop: cell.hop.next(), ..*cell })
        } else {
            let first = end + self.delay;
            (Spacing::Own, Train { first, hop: cell.hop.next(), clock: self.own, ..*cell })
        });
    }

    /// Ends the open train, if any: the next cell begins a new one.
    pub(crate) fn flush(&mut self, sent: &mut Vec<Train>) {
        if let Some((_, train)) = self.open.take() {
            sent.push(train);
        }
    }
}
