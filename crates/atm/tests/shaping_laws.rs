//! Laws of every shaper in the catalogue, over random contracts and traffic, and of preventive
//! tagging.

use cellwise_atm::policing::{
    Bucket, CellTrain, Policer, PolicerConfig, Sustained, Terms, Treatment, cell, theory,
};
use cellwise_atm::shaping::frame::{self, Release};
use cellwise_atm::shaping::{Departure, Pace, ShaperConfig, Tagging, TaggingShaper, dual_leaky_bucket};
use cellwise_units::{BitRate, CellClock, Cells, ClockPoint, Span, Time};
use proptest::prelude::*;

const LONGEST: u16 = 60;
const MS: u64 = 1_000_000_000;

/// A frame in the form in which the shaper gets it: at once, or as a train.
#[derive(Clone, Copy, Debug)]
struct Frame {
    pause_ps: u64,
    cells: u16,
    feeder: usize,
}

fn frames() -> impl Strategy<Value = Vec<Frame>> {
    let pause = prop_oneof![Just(0), 0u64..50_000_000, 0u64..3 * MS];
    let cells = prop_oneof![1u16..=LONGEST, Just(LONGEST)];
    let frame =
        (pause, cells, 0usize..5).prop_map(|(pause_ps, cells, feeder)| Frame { pause_ps, cells, feeder });
    prop::collection::vec(frame, 1..30)
}

fn feeders() -> [CellClock; 5] {
    let at = |rate| CellClock::of(BitRate::from_bps(rate));
    [CellClock::INSTANT, CellClock::INSTANT, at(155_520_000), at(40_000_000), at(3_000_000)]
}

fn trains<'a>(frames: &[Frame], feeders: &'a [CellClock; 5]) -> Vec<CellTrain<'a>> {
    let mut now = Time::ZERO;
    let each = |frame: &Frame| {
        let clock = &feeders[frame.feeder];
        let first = ClockPoint::exactly(now + Span::from_ps(frame.pause_ps));
        now = clock.point_after(first, u64::from(frame.cells)).at;
        CellTrain { first, clock, count: frame.cells, index: 0, frame_cells: frame.cells, clp: false }
    };
    frames.iter().map(each).collect()
}

fn terms(pcr: u64, scr: u64, mbs: u64) -> Terms {
    let (pcr, scr) = (BitRate::from_bps(pcr), BitRate::from_bps(scr));
    Terms {
        peak: Bucket { rate: pcr, tolerance: Span::ZERO },
        sustained: Some(Sustained::vbr1(Bucket::sustainable(scr, Cells::new(mbs), pcr))),
        longest_frame: Cells::new(LONGEST.into()),
    }
}

fn all_terms() -> impl Strategy<Value = Terms> {
    let pcr = prop::sample::select(vec![155_520_000, 149_760_000, 77_760_000, 50_000_001]);
    // Often exactly the burst that the longest frame needs.
    let mbs = prop_oneof![1u64..300, Just(u64::from(LONGEST))];
    (pcr, 1_000_000u64..40_000_000, mbs).prop_map(|(pcr, scr, mbs)| terms(pcr, scr, mbs))
}

/// Every shaper with its defaults and with arbitrary settings.
fn shapers() -> impl Strategy<Value = Vec<ShaperConfig>> {
    let drawn = ShaperConfig::arbitrary_of_each();
    drawn.prop_map(|drawn| ShaperConfig::all().into_iter().chain(drawn).collect())
}

/// What a shaper keeps to: the peak rate alone, or both rates.
fn kept_by(config: &ShaperConfig, terms: &Terms) -> Terms {
    match config {
        ShaperConfig::Peak(_) => Terms { sustained: None, ..*terms },
        _ => *terms,
    }
}

/// A departure with the clock that spaces it.
fn clock_of(stage: &TaggingShaper, departure: &Departure, train: &CellTrain<'_>) -> CellClock {
    stage.clock(departure.pace).unwrap_or(*train.clock)
}

/// Each cell: when it came, when it departs, its CLP, whether it ends its frame.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Sent {
    arrival: Time,
    departure: Time,
    clp: bool,
    ends_frame: bool,
}

fn send_all(stage: &mut TaggingShaper, trains: &[CellTrain<'_>]) -> Vec<Sent> {
    let (mut sent, mut out) = (Vec::new(), Vec::new());
    for train in trains {
        stage.send(train, &mut out);
        let mut n = 0;
        for departure in &out {
            let clock = clock_of(stage, departure, train);
            for cell in 0..departure.count {
                let arrival = train.clock.point_after(train.first, u64::from(n)).at;
                n += 1;
                sent.push(Sent {
                    arrival,
                    departure: clock.point_after(departure.first, u64::from(cell)).at,
                    clp: departure.clp,
                    ends_frame: train.ends_frame() && n == train.count,
                });
            }
        }
        assert_eq!(n, train.count, "every cell departs");
    }
    sent
}

fn one_by_one<'a>(trains: &[CellTrain<'a>]) -> Vec<CellTrain<'a>> {
    let cells = |train: &CellTrain<'a>| {
        let train = *train;
        (0..train.count).map(move |n| CellTrain {
            first: train.clock.point_after(train.first, u64::from(n)),
            count: 1,
            index: n,
            ..train
        })
    };
    trains.iter().flat_map(cells).collect()
}

/// Treatments by a plain policer of the cells that depart on trains, as they would arrive after `delay`.
fn police(
    stage: &mut TaggingShaper,
    terms: &Terms,
    trains: &[CellTrain<'_>],
    delay: Span,
) -> Vec<(bool, Treatment)> {
    let mut policer = PolicerConfig::CellPolicer(cell::Config::default()).build(terms);
    let (mut out, mut treatments) = (Vec::new(), Vec::new());
    for train in trains {
        stage.send(train, &mut out);
        let mut index = train.index;
        for departure in &out {
            let clock = clock_of(stage, departure, train);
            let Departure { first, count, clp, .. } = *departure;
            let arriving = CellTrain { first: first + delay, clock: &clock, count, index, clp, ..*train };
            index += count;
            policer.judge(&arriving, &mut |cells, treatment| {
                treatments.extend((0..cells).map(|_| (clp, treatment)));
            });
        }
    }
    treatments
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn cells_depart_in_order_and_never_before_they_came(
        shapers in shapers(), terms in all_terms(), frames in frames(),
    ) {
        let feeders = feeders();
        for config in shapers {
            let sent = send_all(&mut TaggingShaper::new(&config, Tagging::None, &terms), &trains(&frames, &feeders));
            prop_assert!(sent.is_sorted_by_key(|cell| cell.departure), "{:?}", config);
            for cell in &sent {
                prop_assert!(cell.departure >= cell.arrival && !cell.clp, "{:?}: {:?}", config, cell);
            }
        }
    }

    #[test]
    fn a_policer_of_equal_parameters_finds_nothing_to_discard(
        shapers in shapers(), terms in all_terms(), frames in frames(), delay in 0u64..10_000_000,
    ) {
        let feeders = feeders();
        let (sustained, peak) = (terms.sustained.unwrap().bucket, terms.peak.rate);
        let fits = sustained.tolerance >= theory::credit_of_frame(peak, sustained.rate, terms.longest_frame);
        for config in shapers.into_iter().filter(|config| config.check(&terms).is_empty()) {
            // An idle time by the equation keeps to the contract only if a frame fits the burst, a given one by chance.
            if let ShaperConfig::FramePacing(frame::Config { release: Release::IdleTime, idle_time, .. }) = &config
                && (idle_time.is_some() || !fits)
            {
                continue;
            }
            let kept = kept_by(&config, &terms);
            let mut stage = TaggingShaper::new(&config, Tagging::None, &terms);
            let treatments = police(&mut stage, &kept, &trains(&frames, &feeders), Span::from_ps(delay));
            prop_assert!(treatments.iter().all(|&(_, treatment)| treatment == Treatment::Pass), "{:?}", config);
        }
    }

    #[test]
    fn frames_depart_alike_however_they_are_handed_over(
        shapers in shapers(), terms in all_terms(), frames in frames(), vbr3: bool,
    ) {
        let feeders = feeders();
        let trains = trains(&frames, &feeders);
        let form = if vbr3 { Sustained::vbr3 } else { Sustained::vbr2 };
        let terms = Terms { sustained: terms.sustained.map(|sustained| form(sustained.bucket)), ..terms };
        for config in shapers {
            for tagging in [Tagging::None, Tagging::Preventive] {
                let mut stages = [(); 2].map(|()| TaggingShaper::new(&config, tagging, &terms));
                let whole = send_all(&mut stages[0], &trains);
                prop_assert_eq!(whole, send_all(&mut stages[1], &one_by_one(&trains)), "{:?} {:?}", config, tagging);
            }
        }
    }

    #[test]
    fn the_dual_leaky_bucket_holds_no_cell_back_that_would_conform(terms in all_terms(), frames in frames()) {
        let feeders = feeders();
        let config = ShaperConfig::DualLeakyBucket(dual_leaky_bucket::Config::default());
        let mut stage = TaggingShaper::new(&config, Tagging::None, &terms);
        let mut peak = terms.peak.gcra();
        let mut sustained = terms.sustained.unwrap().bucket.gcra();
        for cell in send_all(&mut stage, &trains(&frames, &feeders)) {
            let earlier = Time::from_ps(cell.departure.ps().saturating_sub(1));
            let held_back_for_nothing =
                cell.departure > cell.arrival && peak.conforms(earlier) && sustained.conforms(earlier);
            prop_assert!(!held_back_for_nothing, "{:?}", cell);
            prop_assert!(peak.judge(cell.departure) && sustained.judge(cell.departure));
        }
    }

    #[test]
    fn frames_that_fit_the_burst_depart_back_to_back_at_the_peak_rate(
        scr in 1_000_000u64..40_000_000, mbs in u64::from(LONGEST)..300, frames in frames(), tick in 0u64..2,
        by_idle_time: bool,
    ) {
        let terms = terms(155_520_000, scr, mbs);
        let release = if by_idle_time { Release::IdleTime } else { Release::Bucket };
        let timer_tick = Span::from_ps(tick * 10 * MS);
        let config = ShaperConfig::FramePacing(frame::Config { release, timer_tick, idle_time: None });
        let mut stage = TaggingShaper::new(&config, Tagging::None, &terms);
        let mut out = Vec::new();
        let at_once = |frame: &Frame| Frame { feeder: 0, ..*frame };
        let frames: Vec<_> = frames.iter().map(at_once).collect();
        let clock = CellClock::of(terms.peak.rate);
        let mut slot = Time::ZERO;
        for train in trains(&frames, &feeders()) {
            stage.send(&train, &mut out);
            let departure = out[0];
            let cells: u16 = out.iter().map(|piece| piece.count).sum();
            prop_assert!(out.iter().all(|piece| piece.pace == Pace::Peak) && cells == train.count);
            // A release that is rounded to 1 ps after a slot of the peak rate: the others keep their slots.
            if let [one, rest] = out[..] {
                let slot = clock.point_after(one.first, u64::from(one.count)).at.ps();
                prop_assert!(slot - rest.first.at.ps() <= 1, "{:?}", out);
            } else {
                prop_assert_eq!(out.len(), 1);
            }
            // At once, behind the cells of the frame before, or on a tick.
            let at_once = departure.first.at == train.first.at.max(slot);
            let on_tick = tick == 0 || departure.first.at.ps().is_multiple_of(10 * MS);
            prop_assert!(at_once || on_tick, "{:?} after {}", departure, slot);
            slot = clock.point_after(departure.first, u64::from(train.count)).at;
        }
    }

    #[test]
    fn preventive_tagging_marks_whole_frames_but_for_the_last_cell_and_leaves_the_policer_no_other(
        scr in 1_000_000u64..40_000_000, mbs in 1u64..200, frames in frames(),
    ) {
        let terms = terms(155_520_000, scr, mbs);
        let terms = Terms { sustained: terms.sustained.map(|sustained| Sustained::vbr3(sustained.bucket)), ..terms };
        let feeders = feeders();
        let trains = trains(&frames, &feeders);
        // At the peak rate nothing is held back for the sustainable rate.
        let config = ShaperConfig::default();
        let sent = send_all(&mut TaggingShaper::new(&config, Tagging::Preventive, &terms), &trains);
        let mut stage = TaggingShaper::new(&config, Tagging::Preventive, &terms);
        let treatments = police(&mut stage, &terms, &trains, Span::from_ps(5_000_000));
        let (mut done, mut bucket) = (0, terms.sustained.unwrap().bucket.gcra());
        for train in &trains {
            let frame = &sent[done..done + usize::from(train.count)];
            let treatments = &treatments[done..done + usize::from(train.count)];
            done += usize::from(train.count);
            let (last, others) = frame.split_last().unwrap();
            prop_assert!(!last.clp);
            let mut trial = bucket;
            let conforms = frame.iter().all(|cell| trial.judge(cell.departure));
            prop_assert!(others.iter().all(|cell| cell.clp != conforms));
            // The policer tags no cell but the last one of a frame of low priority.
            let (of_last, of_others) = treatments.split_last().unwrap();
            prop_assert!(of_others.iter().all(|&(_, treatment)| treatment == Treatment::Pass));
            prop_assert!(!conforms || of_last.1 == Treatment::Pass);
            for cell in frame.iter().filter(|cell| !cell.clp) {
                bucket.judge(cell.departure);
            }
        }
    }
}

fn whole(at: Time, count: u16) -> CellTrain<'static> {
    let first = ClockPoint::exactly(at);
    CellTrain { first, clock: &CellClock::INSTANT, count, index: 0, frame_cells: count, clp: false }
}

/// The LAN of Bonaventure et al.
fn lan() -> Terms {
    terms(155_520_000, 10_000_000, 1000)
}

fn pacing(config: frame::Config) -> TaggingShaper {
    TaggingShaper::new(&ShaperConfig::FramePacing(config), Tagging::None, &lan())
}

/// When each of so many frames of 192 cells, all given at one instant, begins to depart.
fn starts(stage: &mut TaggingShaper, at: Time, frames: usize) -> Vec<u64> {
    let mut out = Vec::new();
    let mut send = |_| {
        stage.send(&whole(at, 192), &mut out);
        (out[0].first.at - at).get() / 1_000_000
    };
    (0..frames).map(&mut send).collect()
}

#[test]
fn the_bucket_releases_frames_back_to_back_while_the_burst_lasts_and_then_at_the_sustained_rate() {
    // 1000 cells take 5 frames of 192 in 523 us each; then 192 cells take 8141 us.
    let at = Time::from_ps(1000 * MS);
    let starts = starts(&mut pacing(frame::Config::default()), at, 9);
    assert_eq!(starts[..5], [0, 523, 1046, 1570, 2093]);
    let steady: Vec<u64> = starts[5..].windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(steady.iter().all(|us| (8140..=8141).contains(us)), "{starts:?}");
}

#[test]
fn a_10_ms_timer_releases_late_frames_on_its_ticks() {
    let timer_tick = Span::from_ps(10 * MS);
    let at = Time::from_ps(1000 * MS);
    let starts = starts(&mut pacing(frame::Config { timer_tick, ..frame::Config::default() }), at, 9);
    assert_eq!(starts[..5], [0, 523, 1046, 1570, 2093]);
    // 8141 us of credit per frame and 10 ms per tick: one frame each.
    assert_eq!(starts[5..], [10_000, 20_000, 30_000, 40_000]);
}

#[test]
fn a_fixed_idle_time_follows_the_last_cell_of_each_frame() {
    let at = Time::from_ps(1000 * MS);
    let idle_time = Span::from_ps(900_000_000);
    let by_equation =
        starts(&mut pacing(frame::Config { release: Release::IdleTime, ..frame::Config::default() }), at, 3);
    // 191 cell times of 2.726 us and 7620 us.
    assert_eq!(by_equation, [0, 8140, 16_281]);
    let given =
        frame::Config { release: Release::IdleTime, idle_time: Some(idle_time), timer_tick: Span::ZERO };
    assert_eq!(starts(&mut pacing(given), at, 3), [0, 1420, 2841]);
}

#[test]
fn equation_3_pacing_loses_no_cell_for_ever_and_one_percent_closer_loses() {
    let (terms, frames) = (lan(), 100_000);
    let idle = theory::idle_time(terms.peak.rate, terms.sustained.unwrap().bucket.rate, Cells::new(192));
    for (idle_time, lossless) in
        [(None, true), (Some(idle), true), (Some(Span::from_ps(idle.get() * 99 / 100)), false)]
    {
        let config = frame::Config { release: Release::IdleTime, idle_time, timer_tick: Span::ZERO };
        let trains: Vec<_> = (0..frames).map(|_| whole(Time::ZERO, 192)).collect();
        let treatments = police(&mut pacing(config), &terms, &trains, Span::ZERO);
        let lost = treatments.iter().filter(|(_, treatment)| *treatment != Treatment::Pass).count();
        assert_eq!(lost == 0, lossless, "{idle_time:?}: {lost}");
        assert_eq!(treatments.len(), frames * 192);
    }
}

#[test]
fn with_an_adapter_set_to_the_sustained_rate_cells_are_42_4_us_apart() {
    let config = serde_json::json!({ "kind": "peak", "rate": "10 Mbit/s" });
    let config: ShaperConfig = serde_json::from_value(config).unwrap();
    let mut stage = TaggingShaper::new(&config, Tagging::None, &lan());
    let mut out = Vec::new();
    stage.send(&whole(Time::from_ps(MS), 192), &mut out);
    let [departure] = out[..] else { panic!("{out:?}") };
    assert_eq!(stage.clock(departure.pace).unwrap().cell_time(), Span::from_ps(42_400_000));
}

#[test]
fn nothing_panics_at_the_ends_of_time_and_of_counts() {
    for config in ShaperConfig::all() {
        let mut stage = TaggingShaper::new(&config, Tagging::Preventive, &lan());
        let mut out = Vec::new();
        for at in [Time::ZERO, Time::NEVER, Time::ZERO] {
            for count in [0, 1, u16::MAX] {
                stage.send(&whole(at, count), &mut out);
                assert_eq!(
                    out.iter().map(|departure| u32::from(departure.count)).sum::<u32>(),
                    u32::from(count)
                );
            }
        }
    }
}
