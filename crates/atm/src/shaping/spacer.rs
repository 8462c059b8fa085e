//! Cells one after the other through one or two buckets: when each departs. Shared by all shapers.

use cellwise_units::{CellClock, ClockPoint, Span, Time};

use super::{Departure, Pace};
use crate::policing::{Arrivals, CellTrain, Terms, VirtualScheduling};

/// A queue that is served as its buckets allow.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacer {
    /// GCRA(1/PCR, 0): cells are at least a cell time of the peak rate apart.
    peak: VirtualScheduling,
    sustained: Option<VirtualScheduling>,
    last: Time,
}

/// The departures of one train, coupled where they continue each other.
struct Couplings<'a> {
    out: &'a mut Vec<Departure>,
    clp: bool,
    /// Where a next cell would continue the last departure.
    next: Option<(ClockPoint, Pace)>,
}

impl Couplings<'_> {
    /// Adds cells that depart at the spacing of `clock`, which is that of `pace`.
    fn push(&mut self, first: ClockPoint, pace: Pace, clock: &CellClock, count: u16) {
        match self.out.last_mut() {
            Some(open) if self.next == Some((first, pace)) => open.count += count,
            _ => self.out.push(Departure { first, pace, count, clp: self.clp }),
        }
        self.next = Some((clock.point_after(first, u64::from(count)), pace));
    }
}

impl Spacer {
    /// Only the peak rate.
    pub(super) fn of_peak(terms: &Terms) -> Self {
        let peak = VirtualScheduling::new(terms.peak.clock(), Span::ZERO);
        Self { peak, sustained: None, last: Time::ZERO }
    }

    /// Peak and sustainable rate, if there is one.
    pub(super) fn of_both(terms: &Terms) -> Self {
        let sustained = terms.sustained.map(|sustained| sustained.bucket.gcra());
        Self { sustained, ..Self::of_peak(terms) }
    }

    pub(super) fn clock(&self, pace: Pace) -> Option<CellClock> {
        match pace {
            Pace::Arrival => None,
            Pace::Peak => Some(*self.peak.clock()),
            Pace::Sustained => self.sustained.map(|bucket| *bucket.clock()),
        }
    }

    pub(super) const fn sustained(&self) -> Option<&VirtualScheduling> {
        self.sustained.as_ref()
    }

    /// When the last cell so far departs; the start of time before the first.
    pub(super) const fn last_departure(&self) -> Time {
        self.last
    }

    /// When the peak rate allows the next cell.
    pub(super) fn next_slot(&self) -> Time {
        self.peak.earliest().at
    }

    /// Sends the cells of a train, none before `hold`.
    pub(super) fn send(&mut self, train: &CellTrain<'_>, hold: Time, out: &mut Vec<Departure>) {
        let mut couplings = Couplings { out, clp: train.clp, next: None };
        let mut rest = train.arrivals();
        while rest.count > 0 {
            let sent = if rest.clock.cell_time_ceiling() == Span::ZERO {
                self.send_waiting(&rest, hold, &mut couplings)
            } else {
                self.send_one(&rest, hold, &mut couplings);
                1
            };
            rest = rest.after(sent);
        }
    }

    /// Sends the first cell.
    fn send_one(&mut self, cells: &Arrivals<'_>, hold: Time, couplings: &mut Couplings<'_>) {
        let peak = self.peak.earliest();
        let sustained = self.sustained.map(|bucket| (bucket.earliest(), *bucket.clock()));
        let ready = cells.first.at.max(hold);
        let waiting = hold > cells.first.at || cells.clock.cell_time_ceiling() == Span::ZERO;
        let (first, pace, clock) = match sustained {
            Some((sustained, clock)) if sustained.at > peak.at.max(ready) => {
                (sustained, Pace::Sustained, clock)
            }
            _ if peak.at > ready || (peak.at == ready && waiting) => (peak, Pace::Peak, *self.peak.clock()),
            _ if waiting => (ClockPoint::exactly(ready), Pace::Peak, *self.peak.clock()),
            _ => (cells.first, Pace::Arrival, *cells.clock),
        };
        couplings.push(first, pace, &clock, 1);
        self.charge(&Arrivals { first, clock: &clock, count: 1 });
    }

    /// Sends some of the cells that have all arrived; gives how many, at least 1.
    fn send_waiting(&mut self, cells: &Arrivals<'_>, hold: Time, couplings: &mut Couplings<'_>) -> u16 {
        let ready = cells.first.at.max(hold);
        let (first, clock) = (self.peak.earliest(), *self.peak.clock());
        let Some(bucket) = self.sustained else {
            if first.at < ready {
                self.send_one(cells, hold, couplings);
                return 1;
            }
            return self.send_run(&Arrivals { first, clock: &clock, ..*cells }, Pace::Peak, couplings);
        };
        let (limit, slow) = (bucket.earliest(), *bucket.clock());
        if limit.at > first.at.max(ready) {
            // Once the sustainable rate holds cells back, it does so to the last, if it is the slower.
            let slower = slow.cell_time() > clock.cell_time_ceiling() + Span::from_ps(1);
            let run = Arrivals { first: limit, clock: &slow, count: if slower { cells.count } else { 1 } };
            return self.send_run(&run, Pace::Sustained, couplings);
        }
        if first.at < ready {
            self.send_one(cells, hold, couplings);
            return 1;
        }
        let run = Arrivals { first, clock: &clock, ..*cells };
        let conforming = bucket.outlook(&run).cells;
        self.send_run(&run.only(conforming), Pace::Peak, couplings)
    }

    fn send_run(&mut self, run: &Arrivals<'_>, pace: Pace, couplings: &mut Couplings<'_>) -> u16 {
        couplings.push(run.first, pace, run.clock, run.count);
        self.charge(run);
        run.count
    }

    fn charge(&mut self, run: &Arrivals<'_>) {
        self.peak.charge_run(run);
        if let Some(bucket) = &mut self.sustained {
            bucket.charge_run(run);
        }
        self.last = run.clock.point_after(run.first, u64::from(run.count) - 1).at;
    }
}

#[cfg(test)]
mod tests;
