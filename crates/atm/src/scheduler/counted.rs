//! A scheduler with queues of which only the lengths are known, for tests.

use super::{Discipline, QueueSpec, Scheduler};

/// A scheduler and the cells that wait in each queue.
#[derive(Clone, Debug)]
pub struct Counted {
    /// Whose turn it is.
    pub scheduler: Scheduler,
    /// Cells by queue.
    pub waiting: Vec<u64>,
}

impl Counted {
    /// Empty queues.
    #[must_use]
    pub fn new(discipline: Discipline, queues: &[QueueSpec]) -> Self {
        Self { scheduler: Scheduler::new(discipline, queues), waiting: vec![0; queues.len()] }
    }

    /// A cell joins a queue.
    ///
    /// # Panics
    /// If there is no such queue.
    pub fn enter(&mut self, queue: u32) {
        let waiting = &mut self.waiting[queue as usize];
        self.scheduler.enter(queue, *waiting == 0);
        *waiting += 1;
    }

    /// Serves the next cell; gives its queue, or `None` if no cell waits.
    pub fn serve(&mut self) -> Option<u32> {
        let queue = self.scheduler.first()?;
        let waiting = &mut self.waiting[queue as usize];
        *waiting -= 1;
        self.scheduler.serve(*waiting > 0);
        Some(queue)
    }
}
