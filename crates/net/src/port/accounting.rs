//! Accounting: the cells in a port's queue per VC.

use std::collections::VecDeque;

use crate::hop::Hop;
use crate::ids::{HopId, List};

/// The cells in the queue per VC, for policies and probes that look at them.
#[derive(Clone, Debug, Default)]
pub(super) struct Accounting {
    /// The hops of the cells in the queue, in order, each with how many cells in a row.
    pub(super) queued: VecDeque<(HopId, u32)>,
    /// VCs with at least one cell in the queue.
    pub(super) active_vcs: u64,
}

impl Accounting {
    #[inline]
    pub(super) fn enter(&mut self, hop: HopId, cells: u32, hops: &mut List<Hop>) {
        match self.queued.back_mut() {
            Some((last, run)) if *last == hop => *run += cells,
            _ => self.queued.push_back((hop, cells)),
        }
        let of_vc = &mut hops[hop].queued;
        self.active_vcs += u64::from(*of_vc == 0);
        *of_vc += cells;
    }

    #[inline]
    pub(super) fn leave(&mut self, mut cells: u64, hops: &mut List<Hop>) {
        while cells > 0 {
            let (hop, run) = self.queued.front_mut().expect("counted cells are in the list");
            let of_run = u64::from(*run).min(cells) as u32;
            let of_vc = &mut hops[*hop].queued;
            *of_vc -= of_run;
            self.active_vcs -= u64::from(*of_vc == 0);
            *run -= of_run;
            cells -= u64::from(of_run);
            if *run == 0 {
                self.queued.pop_front();
            }
        }
    }
}
