//! What waits in many queues: all together, and in which most.

use super::Backlog;
use super::largest::Largest;

/// What waits in all queues of a discipline.
#[derive(Clone, Debug, Default)]
pub(super) struct Waiting {
    backlog: Backlog,
    /// The octets of each queue.
    octets: Largest,
}

impl Waiting {
    /// What waits in a queue has changed.
    pub(super) fn changes(&mut self, queue: u32, before: Backlog, after: Backlog) {
        self.backlog.packets = self.backlog.packets - before.packets + after.packets;
        self.backlog.octets = self.backlog.octets - before.octets + after.octets;
        self.octets.set(queue, after.octets);
    }

    /// What waits in all of them.
    pub(super) const fn backlog(&self) -> Backlog {
        self.backlog
    }

    /// The queue with the most octets, the lowest number of such; `None` if nothing waits.
    pub(super) fn fattest(&mut self) -> Option<u32> {
        self.octets.index()
    }
}
