//! A count over the whole run, and over the measured time: without the warm-up.

use std::ops::{Deref, DerefMut};

use cellwise_atm::loss::LossCounts;
use cellwise_atm::policing::PolicerCounts;

/// Counts that can begin at an instant.
pub(crate) trait Since {
    /// What was counted after `before`, an earlier state of the same count.
    fn since(&self, before: &Self) -> Self;
}

/// A count since the start, and its value at the end of the warm-up.
#[derive(Clone, Debug, Default)]
pub(crate) struct Measured<T> {
    total: T,
    /// None without a warm-up, and as long as it lasts.
    before: Option<Box<T>>,
}

impl<T: Clone + Since> Measured<T> {
    /// Lets the measured time begin.
    pub(crate) fn end_warmup(&mut self) {
        self.end_warmup_at(self.total.clone());
    }

    /// Lets the measured time begin with the count that is given for then.
    pub(crate) fn end_warmup_at(&mut self, before: T) {
        self.before = Some(Box::new(before));
    }

    /// What was counted in the measured time.
    pub(crate) fn measured(&self) -> T {
        self.before.as_ref().map_or_else(|| self.total.clone(), |before| self.total.since(before))
    }
}

impl<T> Deref for Measured<T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        &self.total
    }
}

impl<T> DerefMut for Measured<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        &mut self.total
    }
}

impl Since for u64 {
    fn since(&self, before: &Self) -> Self {
        self - before
    }
}

impl Since for LossCounts {
    fn since(&self, before: &Self) -> Self {
        let mut since = Self::default();
        for (reason, cells) in self.iter() {
            since.record(reason, cells - before.get(reason));
        }
        since
    }
}

impl Since for PolicerCounts {
    fn since(&self, before: &Self) -> Self {
        Self {
            conforming_cells: self.conforming_cells - before.conforming_cells,
            tagged_cells: self.tagged_cells - before.tagged_cells,
            discarded_cells: self.discarded_cells - before.discarded_cells,
            conforming_frames: self.conforming_frames - before.conforming_frames,
            nonconforming_frames: self.nonconforming_frames - before.nonconforming_frames,
        }
    }
}
