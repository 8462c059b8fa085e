//! What has been promised at one place, and what is left there.

use cellwise_units::{BitRate, Capacity};

use super::AdmissionRule;
use super::demand::{Demand, OnOff};
use super::equivalent::{fluid_flow, stationary};

/// Where connections are admitted: a port, or a virtual path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// How the capacity that connections need is calculated.
    pub rule: AdmissionRule,
    /// The rate that may be promised.
    pub capacity: BitRate,
    /// Cells that may wait there.
    pub buffer: Capacity,
    /// The cell loss ratio that equivalent capacity tolerates; above 0, below 1.
    pub cell_loss_ratio: f64,
}

/// Why a connection was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The rate that may be promised there.
    pub capacity: BitRate,
    /// What those before need.
    pub taken: BitRate,
    /// What they would need more with the connection.
    pub asked: BitRate,
    /// By how much that exceeds the capacity.
    pub missing: BitRate,
}

/// The promises made at one place.
#[derive(Clone, Debug)]
pub struct Ledger {
    place: Place,
    sums: Sums,
}

/// Sums over the connections admitted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// Rates needed always, bit/s.
    constant: u128,
    /// Peak rates or equivalent capacities of the on-off sources, each alone, bit/s.
    alone: u128,
    /// Their mean rates, bit/s.
    mean: u128,
    /// The variances of their rates, (bit/s)^2.
    variance: u128,
}

impl Sums {
    fn add(self, other: Self) -> Self {
        Self {
            constant: self.constant.saturating_add(other.constant),
            alone: self.alone.saturating_add(other.alone),
            mean: self.mean.saturating_add(other.mean),
            variance: self.variance.saturating_add(other.variance),
        }
    }

    fn less(self, other: Self) -> Self {
        Self {
            constant: self.constant.saturating_sub(other.constant),
            alone: self.alone.saturating_sub(other.alone),
            mean: self.mean.saturating_sub(other.mean),
            variance: self.variance.saturating_sub(other.variance),
        }
    }
}

impl Ledger {
    /// A place where nothing has been promised.
    #[must_use]
    pub fn new(place: Place) -> Self {
        Self { place, sums: Sums::default() }
    }

    /// Promises what a connection asks, or says what is missing; a refusal changes nothing.
    ///
    /// # Errors
    /// If the room is too small.
    pub fn admit(&mut self, demand: &Demand) -> Result<(), Shortage> {
        let sums = self.sums.add(self.sums_of(demand));
        let (taken, needed) = (self.needed(self.sums), self.needed(sums));
        let capacity = u128::from(self.place.capacity.get());
        if needed > capacity && self.place.rule != AdmissionRule::None {
            return Err(Shortage {
                capacity: self.place.capacity,
                taken: rate(taken),
                asked: rate(needed.saturating_sub(taken)),
                missing: rate(needed - capacity),
            });
        }
        self.sums = sums;
        Ok(())
    }

    /// Gives back what was promised to a connection with this demand.
    pub fn release(&mut self, demand: &Demand) {
        self.sums = self.sums.less(self.sums_of(demand));
    }

    /// What the connections admitted need together.
    #[must_use]
    pub fn taken(&self) -> BitRate {
        rate(self.needed(self.sums))
    }

    fn sums_of(&self, demand: &Demand) -> Sums {
        let Demand::OnOff(OnOff { peak, mean, .. }) = demand else {
            return Sums { constant: demand.peak().get().into(), ..Sums::default() };
        };
        let (peak, mean) = (u128::from(peak.get()), u128::from(mean.get()));
        Sums {
            constant: 0,
            alone: self.alone(demand),
            mean,
            // Of a source that is on with probability mean / peak.
            variance: mean.saturating_mul(peak.saturating_sub(mean)),
        }
    }

    /// What a source needs if nothing else is there.
    fn alone(&self, demand: &Demand) -> u128 {
        match (self.place.rule, demand) {
            (AdmissionRule::EquivalentCapacity, Demand::OnOff(source)) => {
                whole(fluid_flow(source, self.place.buffer, self.place.cell_loss_ratio))
            }
            _ => demand.peak().get().into(),
        }
    }

    /// What connections with these sums need together, bit/s.
    fn needed(&self, sums: Sums) -> u128 {
        let bursty = match self.place.rule {
            AdmissionRule::None | AdmissionRule::Peak => sums.alone,
            AdmissionRule::EquivalentCapacity => {
                let (mean, variance) = (sums.mean as f64, sums.variance as f64);
                sums.alone.min(whole(stationary(mean, variance, self.place.cell_loss_ratio)))
            }
        };
        sums.constant.saturating_add(bursty)
    }
}

/// A rate that is no whole number of bit/s needs the next one.
fn whole(bps: f64) -> u128 {
    // A float-to-integer cast saturates.
    libm::ceil(bps) as u128
}

fn rate(bps: u128) -> BitRate {
    BitRate::from_bps(u64::try_from(bps).unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::{Cells, Span};
    use proptest::prelude::*;

    fn mbps(rate: u64) -> BitRate {
        BitRate::from_bps(rate * 1_000_000)
    }

    fn place(rule: AdmissionRule) -> Place {
        let buffer = Capacity::Limited(Cells::new(1000));
        Place { rule, capacity: mbps(100), buffer, cell_loss_ratio: 1e-6 }
    }

    fn bursty(peak: u64, mean: u64) -> Demand {
        Demand::OnOff(OnOff { peak: mbps(peak), mean: mbps(mean), burst: Span::from_ps(1_000_000_000) })
    }

    #[test]
    fn peak_allocation_fills_the_capacity_exactly_and_names_what_is_missing() {
        let mut ledger = Ledger::new(place(AdmissionRule::Peak));
        assert_eq!(ledger.admit(&bursty(60, 1)), Ok(()));
        let shortage = Shortage { capacity: mbps(100), taken: mbps(60), asked: mbps(50), missing: mbps(10) };
        assert_eq!(ledger.admit(&Demand::Constant(mbps(50))), Err(shortage));
        assert_eq!(ledger.admit(&Demand::Constant(mbps(40))), Ok(()));
        assert_eq!(ledger.taken(), mbps(100));
    }

    #[test]
    fn what_is_released_can_be_promised_again() {
        let mut ledger = Ledger::new(place(AdmissionRule::Peak));
        assert_eq!(ledger.admit(&bursty(60, 1)), Ok(()));
        assert!(ledger.admit(&bursty(60, 1)).is_err());
        ledger.release(&bursty(60, 1));
        assert_eq!(ledger.admit(&bursty(60, 1)), Ok(()));
    }

    #[test]
    fn without_a_rule_everything_is_admitted() {
        let mut ledger = Ledger::new(place(AdmissionRule::None));
        for _ in 0..10 {
            assert_eq!(ledger.admit(&bursty(60, 50)), Ok(()));
        }
    }

    #[test]
    fn equivalent_capacity_admits_more_bursty_connections_than_peak_allocation() {
        let count = |rule| {
            let mut ledger = Ledger::new(place(rule));
            (0..1000).take_while(|_| ledger.admit(&bursty(10, 1)).is_ok()).count()
        };
        assert_eq!(count(AdmissionRule::Peak), 10);
        // A burst has 10^4 bit, the buffer 424 * 10^3: each alone needs little more than its mean.
        assert!(count(AdmissionRule::EquivalentCapacity) > 40);
    }

    #[test]
    fn many_connections_share_what_each_alone_would_need() {
        // Without a buffer each alone needs its peak; the sum of many is normal.
        let mut ledger = Ledger::new(Place {
            buffer: Capacity::Limited(Cells::ZERO),
            capacity: mbps(1000),
            ..place(AdmissionRule::EquivalentCapacity)
        });
        let count = (0..1000).take_while(|_| ledger.admit(&bursty(10, 1)).is_ok()).count() as f64;
        // n + 5.0787 sqrt(9 n) = 1000 Mbit/s.
        let needed = |n: f64| n + 5.0787 * (9.0 * n).sqrt();
        assert!(needed(count) <= 1000.0 && needed(count + 1.0) > 1000.0, "{count}");
    }

    proptest! {
        #[test]
        fn admitting_and_releasing_leaves_nothing_behind(
            calls in prop::collection::vec((1u64..50, 1u64..50), 1..40), peak in any::<bool>(),
        ) {
            let rule = if peak { AdmissionRule::Peak } else { AdmissionRule::EquivalentCapacity };
            let mut ledger = Ledger::new(place(rule));
            let mut admitted = Vec::new();
            for (peak, mean) in calls {
                let demand = bursty(peak.max(mean), mean.min(peak));
                if ledger.admit(&demand).is_ok() {
                    admitted.push(demand);
                }
                prop_assert!(ledger.taken() <= mbps(100));
            }
            for demand in &admitted {
                ledger.release(demand);
            }
            prop_assert_eq!(ledger.sums, Sums::default());
        }
    }
}
