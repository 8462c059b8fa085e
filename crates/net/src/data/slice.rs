//! A slice of a run: the work before its limits are tested again.

/// What may be done at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Slice {
    pub(crate) events: u64,
    /// Octets that all threads may take meanwhile.
    pub(crate) octets: u64,
}

impl Slice {
    /// No longer than so many events.
    pub(crate) fn of_at_most(self, events: u64) -> Self {
        Self { events: self.events.min(events), ..self }
    }
}
