//! The lengths of a queue at which rules change what they do, for pictures of queues.

/// A length of a queue at which a drop policy or a rate rule changes what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueLevel {
    /// Its name in the rule.
    pub name: &'static str,
    /// Cells; `u64::MAX` if no queue is as long.
    pub cells: u64,
}

impl QueueLevel {
    pub(crate) const fn new(name: &'static str, cells: u64) -> Self {
        Self { name, cells }
    }
}
