//! Queues in the order in which their cells came, as one queue would serve them.

use std::collections::VecDeque;

/// Cells of one queue that came one after the other.
#[derive(Clone, Copy, Debug)]
struct Run {
    queue: u32,
    cells: u32,
}

/// The queues of waiting cells, in the order of arrival.
#[derive(Clone, Debug, Default)]
pub(super) struct ArrivalOrder {
    runs: VecDeque<Run>,
}

impl ArrivalOrder {
    /// A cell joins a queue.
    #[inline]
    pub(super) fn enter(&mut self, queue: u32) {
        match self.runs.back_mut() {
            Some(last) if last.queue == queue && last.cells < u32::MAX => last.cells += 1,
            _ => self.runs.push_back(Run { queue, cells: 1 }),
        }
    }

    /// The queue that is served next.
    #[inline]
    pub(super) fn first(&self) -> Option<u32> {
        self.runs.front().map(|run| run.queue)
    }

    /// The first cell leaves; says whether there are others.
    #[inline]
    pub(super) fn serve(&mut self) -> bool {
        if let Some(first) = self.runs.front_mut() {
            first.cells -= 1;
            if first.cells == 0 {
                self.runs.pop_front();
            }
        }
        !self.runs.is_empty()
    }
}
