use super::*;
use crate::policing::{Bucket, Sustained};
use cellwise_units::{BitRate, Cells};
use proptest::prelude::*;

fn terms(pcr: u64, scr: u64, mbs: u64) -> Terms {
    let (pcr, scr) = (BitRate::from_bps(pcr), BitRate::from_bps(scr));
    Terms {
        peak: Bucket { rate: pcr, tolerance: Span::ZERO },
        sustained: Some(Sustained::vbr1(Bucket::sustainable(scr, Cells::new(mbs), pcr))),
        longest_frame: Cells::new(192),
    }
}

fn whole(at: Time, count: u16) -> CellTrain<'static> {
    let first = ClockPoint::exactly(at);
    CellTrain { first, clock: &CellClock::INSTANT, count, index: 0, frame_cells: count, clp: false }
}

/// The instants of all departures.
fn instants(spacer: &Spacer, departures: &[Departure]) -> Vec<Time> {
    let each = |departure: &Departure| {
        let clock = spacer.clock(departure.pace).unwrap_or(CellClock::INSTANT);
        let first = departure.first;
        (0..departure.count).map(move |n| clock.point_after(first, u64::from(n)).at).collect::<Vec<_>>()
    };
    departures.iter().flat_map(each).collect()
}

#[test]
fn a_long_burst_departs_as_mbs_cells_at_the_peak_rate_and_the_rest_at_the_sustained_one() {
    let mut spacer = Spacer::of_both(&terms(155_520_000, 10_000_000, 1000));
    let start = Time::from_ps(1_000_000_000_000);
    let mut departures = Vec::new();
    spacer.send(&whole(start, 1366), Time::ZERO, &mut departures);
    let [burst, rest] = departures[..] else { panic!("{departures:?}") };
    assert_eq!((burst.pace, burst.count, burst.first.at), (Pace::Peak, 1000, start));
    assert_eq!((rest.pace, rest.count), (Pace::Sustained, 366));
    // Cell MBS is due one cell time of SCR after cell MBS - 1, to the rounding of the tolerance.
    let last = CellClock::of(BitRate::from_bps(155_520_000)).point_after(burst.first, 999).at;
    assert!((rest.first.at - last).get().abs_diff(42_400_000) <= 2);
}

#[test]
fn cells_that_come_slower_than_they_may_go_are_not_held_back() {
    let mut spacer = Spacer::of_both(&terms(155_520_000, 10_000_000, 10));
    let clock = CellClock::of(BitRate::from_bps(9_999_999));
    let first = clock.step(ClockPoint::exactly(Time::from_ps(7)));
    let train = CellTrain { first, clock: &clock, count: 500, index: 0, frame_cells: 500, clp: true };
    let mut departures = Vec::new();
    spacer.send(&train, Time::ZERO, &mut departures);
    assert_eq!(departures, [Departure { first, pace: Pace::Arrival, count: 500, clp: true }]);
}

#[test]
fn a_cell_that_the_sustained_rate_forbids_for_one_picosecond_waits_for_it() {
    let rate = BitRate::from_bps;
    let cell_us = |us: u64| Span::from_ps(us * 1_000_000);
    // T_P = 10 us, T_S = 40 us: cell n needs a tolerance of 30 n us.
    let tolerance = Span::from_ps(3 * 30_000_000 - 1);
    let terms = Terms {
        peak: Bucket { rate: rate(42_400_000), tolerance: Span::ZERO },
        sustained: Some(Sustained::vbr1(Bucket { rate: rate(10_600_000), tolerance })),
        longest_frame: Cells::new(192),
    };
    let start = Time::from_ps(1_000_000_000_000);
    let picosecond = Span::from_ps(1);
    let expected = [
        start,
        start + cell_us(10),
        start + cell_us(20),
        start + cell_us(30) + picosecond,
        start + cell_us(70) + picosecond,
    ];
    let peak = terms.peak.clock();
    for train in [whole(start, 5), CellTrain { clock: &peak, ..whole(start, 5) }] {
        let mut spacer = Spacer::of_both(&terms);
        let mut departures = Vec::new();
        spacer.send(&train, Time::ZERO, &mut departures);
        // What is not held back departs at the peak rate either way.
        for departure in departures.iter_mut().filter(|departure| departure.pace == Pace::Arrival) {
            departure.pace = Pace::Peak;
        }
        assert_eq!(instants(&spacer, &departures), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn cells_handed_over_at_once_depart_as_if_handed_over_one_by_one(
        pcr in 20_000_000u64..200_000_000, scr in 1_000_000u64..30_000_000, mbs in 1u64..60, both: bool,
        frames in prop::collection::vec((0u64..2_000_000_000, 1u16..200, 0u64..1_000_000), 1..10),
    ) {
        let terms = terms(pcr, scr, mbs);
        let mut at_once = if both { Spacer::of_both(&terms) } else { Spacer::of_peak(&terms) };
        let mut one_by_one = at_once;
        let mut now = Time::ZERO;
        for (pause, count, hold) in frames {
            now += Span::from_ps(pause);
            let hold = now + Span::from_ps(hold);
            let (mut together, mut apart) = (Vec::new(), Vec::new());
            at_once.send(&whole(now, count), hold, &mut together);
            for _ in 0..count {
                one_by_one.send(&whole(now, 1), hold, &mut apart);
            }
            prop_assert_eq!(instants(&at_once, &together), instants(&one_by_one, &apart));
            prop_assert!(together.len() <= 4, "{:?}", together);
            prop_assert_eq!(at_once.last_departure(), one_by_one.last_departure());
        }
    }
}
