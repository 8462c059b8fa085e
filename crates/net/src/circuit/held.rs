//! Cells that are held behind their last ordering point, and those that ports on their way have yet to count.

use std::collections::VecDeque;

use cellwise_units::{Span, Time};

use crate::data::growth::Growth as _;
use crate::data::ids::{Id, List, MergeId, PortId};
use crate::data::train::Train;
use crate::element::LaneId;
use crate::element::port::Passed;

/// Cells of one frame that have left an ordering point and meet nothing before their host but
/// ports that are always empty when they come.
///
/// No element needs to know about them before the last of the frame: they are brought to the host
/// together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HeldForHost {
    /// From the end of transmission here to the arrival at the host.
    pub(crate) to_host: Span,
    /// Hops from here to the host.
    pub(crate) hops_to_host: u32,
    /// The cells held: of one frame, all of them up to the last, as if those before had been next to
    /// it: which of a frame's cells are lost makes no difference to who receives it. None while `count` is 0.
    pub(crate) cells: Train,
    /// End of transmission of the last of them.
    pub(crate) last_end: Time,
    /// The port behind, if that counts the cells later.
    pub(crate) uncounted: Option<PassesUncounted>,
}

/// The port behind an ordering point that counts later the cells that are held for the host before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PassesUncounted {
    pub(crate) list: Id<Uncounted>,
    /// The circuit's number at the port.
    pub(crate) lane: LaneId,
    /// From the end of transmission here to the arrival there.
    pub(crate) after: Span,
}

impl HeldForHost {
    /// Whether cells may be held with those that are: nothing is, or they come behind them in their frame.
    #[inline]
    pub(crate) fn takes(&self, cells: &Train) -> bool {
        let so_far = &self.cells;
        so_far.count == 0 || (so_far.frame == cells.frame && so_far.index + so_far.count <= cells.index)
    }

    /// Holds cells that it [takes](Self::takes), one by one where a port counts them later; the transmission of the
    /// last one ends at `end`.
    #[inline]
    pub(crate) fn hold(&mut self, cells: &Train, end: Time, uncounted: &mut List<Uncounted>) {
        if let Some(PassesUncounted { list, lane, after }) = self.uncounted {
            debug_assert_eq!(cells.count, 1, "each comes at its own time");
            uncounted[list].note(Passed { at: end + after, lane, ends_frame: cells.ends_frame() });
        }
        if self.cells.count == 0 {
            self.cells = *cells;
        } else {
            self.cells.index = cells.index - self.cells.count;
            self.cells.count += cells.count;
            // The last cell's label counts.
            self.cells.label = cells.label.damaged_as(self.cells.label);
        }
        self.last_end = end;
    }
}

/// The cells that have passed a port and that it has not counted yet, in order.
#[derive(Clone, Debug)]
pub(crate) struct Uncounted {
    pub(crate) port: PortId,
    /// Where cells wait for the port that it is to see in their turn.
    pub(crate) stream: (MergeId, u32),
    cells: VecDeque<Passed>,
}

impl Uncounted {
    pub(crate) fn new(port: PortId, stream: (MergeId, u32)) -> Self {
        Self { port, stream, cells: VecDeque::new() }
    }

    /// Notes a cell that comes behind all others.
    #[inline]
    fn note(&mut self, cell: Passed) {
        self.cells.make_room();
        self.cells.push_back(cell);
    }

    /// Takes the next cell, if it comes before an instant.
    #[inline]
    pub(crate) fn next_before(&mut self, instant: Time) -> Option<Passed> {
        let is_due = self.cells.front().is_some_and(|cell| cell.at < instant);
        if is_due { self.cells.pop_front() } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::stream::IDLE;
    use crate::data::train::Label;

    #[test]
    fn cells_of_a_frame_that_has_lost_some_are_held_together_up_to_its_last() {
        let cell = |index| Train { index, label: Label::of(6), ..IDLE };
        let mut held = HeldForHost {
            to_host: Span::ZERO,
            hops_to_host: 1,
            cells: Train { count: 0, ..IDLE },
            last_end: Time::ZERO,
            uncounted: None,
        };
        for (index, at_ps) in [(0, 10), (1, 20), (4, 30), (5, 40)] {
            assert!(held.takes(&cell(index)), "{index}");
            assert!(!held.cells.ends_frame());
            held.hold(&cell(index), Time::from_ps(at_ps), &mut List::default());
        }
        assert!(held.cells.ends_frame());
        assert_eq!((held.cells.count, held.cells.index, held.last_end.ps()), (4, 2, 40));
        assert!(!held.takes(&Train { frame: 1, ..cell(0) }), "of another frame");
    }
}
