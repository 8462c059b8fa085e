//! A delay line: the jitter of one direction of a link. Each cell takes a little longer, by a draw of its own;
//! cells stay in order, and at least a cell time apart.
//!
//! What is drawn is the delay of the nth cell on the line, whatever it belongs to, so it does not depend on how
//! cells are grouped into trains.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, CellClock, ClockPoint, Span, Time};

use super::contract::{Around, LinkEnd, Stage, Station};
use super::lanes::LaneId;
use crate::data::names::stream_name;
use crate::data::train::{INSTANT, Train};

/// The jitter of one direction of a link.
#[derive(Clone, Debug)]
pub(crate) struct DelayLine {
    pub(super) station: Station,
    most: Span,
    /// Between two cells at least.
    spacing: Span,
    random: RandomStream,
    /// The earliest instant for the next cell.
    next: Time,
}

impl DelayLine {
    fn new(station: Station, rate: BitRate, most: Span, random: RandomStream) -> Self {
        Self { station, most, spacing: CellClock::of(rate).cell_time_ceiling(), random, next: Time::ZERO }
    }

    /// When a cell arrives that would do so `at` without jitter.
    fn delay(&mut self, at: Time) -> Time {
        let delayed = (at + self.random.span_between(Span::ZERO, self.most)).max(self.next);
        self.next = delayed + self.spacing;
        delayed
    }
}

impl Stage for DelayLine {
    const FEEDS: bool = false;

    fn on_link(end: &LinkEnd<'_>) -> Option<Self> {
        let direction = end.direction;
        (!direction.jitter.is_zero()).then(|| {
            let name = direction.port_name.clone();
            let random = RandomStream::new(stream_name(end.network, &name, "jitter"));
            Self::new(Station::new(name, end.marks), direction.rate, direction.jitter, random)
        })
    }

    fn accept(&mut self, train: &Train, _: LaneId, around: Around<'_>) {
        let mut rest = *train;
        while rest.count > 0 {
            let cell = rest.take_first(around.clocks);
            let first = ClockPoint::exactly(self.delay(cell.first.at));
            around.sent.push(Train { first, hop: train.hop.next(), clock: INSTANT, ..cell });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::Marks;
    use super::*;
    use cellwise_engine::StreamName;

    #[test]
    fn each_cell_is_late_by_a_draw_of_its_own_and_none_overtakes_another() {
        let name = StreamName { seed: 1, replication: 0, element: "sw.l", purpose: "jitter" };
        // A cell time is 1 us.
        let (rate, most) = (BitRate::from_bps(424_000_000), Span::from_ps(10_000_000));
        let station = Station::new("sw.l".into(), Marks::new(Time::NEVER, Time::NEVER));
        let mut line = DelayLine::new(station, rate, most, RandomStream::new(name));
        let sent: Vec<u64> = (0..1000).map(|n| 20_000_000 * n).collect();
        let late: Vec<u64> = sent.iter().map(|&at| line.delay(Time::from_ps(at)).ps() - at).collect();
        assert!(late.iter().all(|&ps| ps <= 10_000_000) && late.iter().any(|&ps| ps > 9_000_000));
        let mean = late.iter().sum::<u64>() as f64 / 1000.0;
        assert!((mean - 5e6).abs() < 4.0 * 1e7 / 12_f64.sqrt() / 1000_f64.sqrt(), "{mean} ps");
        let together: Vec<u64> = (0..100).map(|_| line.delay(Time::from_ps(1 << 40)).ps()).collect();
        assert!(together.windows(2).all(|pair| pair[1] >= pair[0] + 1_000_000), "{together:?}");
    }
}
