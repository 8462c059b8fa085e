//! The memory that a network may take while it is built: tested every so many elements, so that one that is too large
//! is refused before it is there.

use cellwise_engine::memory;
use cellwise_units::Bytes;

use crate::data::error::RunError;

/// So many elements are added between two looks.
const LOOK_EVERY: usize = 16;

/// The octets that may be held, of those that this thread asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    limit: Bytes,
    /// What this thread held when nothing of the limit was taken.
    before: i64,
}

impl Budget {
    /// Up to a limit, of which so many octets are taken already.
    pub(crate) fn new(limit: Bytes, taken: i64) -> Self {
        Self { limit, before: memory::held() - taken }
    }

    /// Whatever it takes.
    pub(crate) fn unlimited() -> Self {
        Self::new(Bytes::new(u64::MAX), 0)
    }

    /// Looks whether there is still room when so many of a kind of element are there.
    pub(crate) fn look(&self, what: &'static str, there: usize, of: usize) -> Result<(), RunError> {
        if there.is_multiple_of(LOOK_EVERY) { self.look_now(what, there, of) } else { Ok(()) }
    }

    /// Makes room for all of a kind at once, if they fit; if not, adding them will show when there are too many.
    pub(crate) fn reserve<T>(&self, elements: &mut Vec<T>, all: usize) {
        if self.held().saturating_add((all * size_of::<T>()) as u64) <= self.limit.get() {
            elements.reserve_exact(all);
        }
    }

    /// Looks whether there is room for so many octets in addition to all that is there.
    pub(crate) fn also(&self, octets: u64, what: &'static str, all: usize) -> Result<(), RunError> {
        self.require(self.held().saturating_add(octets), what, all, all)
    }

    fn held(&self) -> u64 {
        u64::try_from(memory::held() - self.before).unwrap_or(0)
    }

    /// Looks whether there is still room, however many there are.
    pub(crate) fn look_now(&self, what: &'static str, there: usize, of: usize) -> Result<(), RunError> {
        self.require(self.held(), what, there, of)
    }

    fn require(&self, held: u64, what: &'static str, there: usize, of: usize) -> Result<(), RunError> {
        if held <= self.limit.get() {
            return Ok(());
        }
        Err(RunError::Memory { limit: self.limit, held: Bytes::new(held), what, there, of })
    }
}
