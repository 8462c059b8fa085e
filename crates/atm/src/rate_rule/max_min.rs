//! The common parts of FMMRA and the operating-region rule, all but the capacity that they share out:
//! RM cells get at most the advertised rate, in both directions.
//!
//! Source: Arulambalam, Chen and Ansari, US patent 6,052,361, claims 1 and 2. The capacity changes at
//! the end of each measuring interval.

use super::advertised::Advertised;
use super::measurement::Measurement;
use super::{PortView, RateRule};
use crate::abr::RmCell;

/// Where FMMRA and the operating-region rule differ.
pub trait Capacity {
    /// What an interval leaves to ABR of `link` cells/s, in cells/s and not below 0, after `higher`
    /// cells/s of higher categories, while `queue` ABR cells wait.
    fn after_interval(&mut self, link: f64, higher: f64, queue: u64) -> f64;
}

/// A rule that gives max-min fair rates at one port.
#[derive(Clone, Debug)]
pub struct MaxMin<C> {
    capacity: C,
    link: f64,
    measurement: Measurement,
    advertised: Advertised,
}

impl<C: Capacity> MaxMin<C> {
    /// A port of `link` cells/s that begins with an advertised rate and a measurement.
    pub(super) const fn new(
        capacity: C,
        link: f64,
        measurement: Measurement,
        advertised: Advertised,
    ) -> Self {
        Self { capacity, link, measurement, advertised }
    }

    /// Closes the intervals that are over.
    #[inline]
    fn settle(&mut self, view: &PortView) {
        while let Some(interval) = self.measurement.close(view.now) {
            let capacity = self.capacity.after_interval(self.link, interval.higher(), view.abr_queue);
            self.advertised.set_capacity(interval.ended, capacity);
        }
    }
}

impl<C: Capacity> RateRule for MaxMin<C> {
    fn counts_cells(&self) -> bool {
        true
    }

    fn on_abr_cell(&mut self, view: &PortView, vc: usize) {
        self.settle(view);
        self.measurement.count_abr(vc);
        self.advertised.hear(view.now, vc);
    }

    fn on_higher_cell(&mut self, view: &PortView) {
        self.settle(view);
        self.measurement.count_higher();
    }

    fn on_forward(&mut self, view: &PortView, vc: usize, rm: &mut RmCell) {
        self.settle(view);
        rm.er = self.advertised.mark_forward(view.now, vc, rm.er);
    }

    fn on_backward(&mut self, view: &PortView, vc: usize, rm: &mut RmCell) {
        self.settle(view);
        rm.er = self.advertised.mark_backward(view.now, vc, rm.er);
    }
}
