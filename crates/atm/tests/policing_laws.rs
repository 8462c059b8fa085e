//! Laws of every policer in the catalogue, over random contracts and trains.

use cellwise_atm::LossReason;
use cellwise_atm::policing::{
    AnyPolicer, Bucket, CellTrain, Covers, Excess, Policer, PolicerConfig, Sustained, Terms, Treatment,
    VirtualScheduling, cell, epd, f_gcra, ppd,
};
use cellwise_units::{BitRate, CellClock, Cells, ClockPoint, Span, Time};
use proptest::prelude::*;

const LINE: u64 = 155_520_000;
const LONGEST: u16 = 60;

/// A part of a frame, back to back at the rate of the feeder.
#[derive(Clone, Copy, Debug)]
struct Piece {
    pause_ps: u64,
    cells: u16,
    /// Cells of the frame that begins here, if one does.
    frame_cells: u16,
    clp: bool,
    feeder: usize,
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let piece =
        (0u64..400_000_000, 1u16..=LONGEST, 1u16..=LONGEST, prop::bool::weighted(0.2), 0usize..3).prop_map(
            |(pause_ps, cells, frame_cells, clp, feeder)| Piece { pause_ps, cells, frame_cells, clp, feeder },
        );
    prop::collection::vec(piece, 1..40)
}

fn feeders() -> [CellClock; 3] {
    [LINE, 60_000_000, 9_000_000].map(|rate| CellClock::of(BitRate::from_bps(rate)))
}

/// Terms of every form: peak below or at the line rate, small bursts.
fn all_terms() -> impl Strategy<Value = Terms> {
    let form = prop::sample::select(vec![
        Sustained::vbr1 as fn(Bucket) -> Sustained,
        Sustained::vbr2,
        Sustained::vbr3,
    ]);
    let pcr = prop::sample::select(vec![LINE, 77_760_000, 50_000_001]);
    (pcr, 1_000_000u64..40_000_000, u64::from(LONGEST)..300, 0u64..9_000_000, form).prop_map(
        |(pcr, scr, mbs, tolerance, form)| {
            let (pcr, scr) = (BitRate::from_bps(pcr), BitRate::from_bps(scr));
            Terms {
                peak: Bucket { rate: pcr, tolerance: Span::from_ps(tolerance) },
                sustained: Some(form(Bucket::sustainable(scr, Cells::new(mbs), pcr))),
                longest_frame: Cells::new(LONGEST.into()),
            }
        },
    )
}

/// Every policer, with its defaults and with arbitrary settings.
fn policers() -> impl Strategy<Value = Vec<PolicerConfig>> {
    let drawn = PolicerConfig::arbitrary_of_each();
    drawn.prop_map(|drawn| PolicerConfig::all().into_iter().chain(drawn).collect())
}

/// The trains of the pieces: frames follow each other, each split where its pieces are.
fn trains<'a>(pieces: &[Piece], feeders: &'a [CellClock; 3]) -> Vec<CellTrain<'a>> {
    let (mut now, mut frame) = (Time::ZERO, (0, 0, false));
    let each = |piece: &Piece| {
        if frame.0 == frame.1 {
            frame = (0, piece.frame_cells, piece.clp);
        }
        let clock = &feeders[piece.feeder];
        let first = ClockPoint::exactly(now + Span::from_ps(piece.pause_ps));
        let count = piece.cells.min(frame.1 - frame.0);
        let train = CellTrain { first, clock, count, index: frame.0, frame_cells: frame.1, clp: frame.2 };
        frame.0 += count;
        now = clock.point_after(first, u64::from(count)).at;
        train
    };
    pieces.iter().map(each).collect()
}

/// One cell: when it came, where in its frame, and what became of it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Judged {
    at: Time,
    frame: usize,
    ends_frame: bool,
    clp: bool,
    treatment: Treatment,
}

fn judge_trains(policer: &mut AnyPolicer, trains: &[CellTrain<'_>]) -> Vec<Judged> {
    let (mut judged, mut frame) = (Vec::new(), 0);
    for train in trains {
        let mut n = 0;
        policer.judge(train, &mut |cells, treatment| {
            for _ in 0..cells {
                let at = train.clock.point_after(train.first, u64::from(n)).at;
                n += 1;
                let ends_frame = train.ends_frame() && n == train.count;
                judged.push(Judged { at, frame, ends_frame, clp: train.clp, treatment });
            }
        });
        assert_eq!(n, train.count, "every cell has one treatment");
        frame += usize::from(train.ends_frame());
    }
    judged
}

/// The same cells, each as a train of its own.
fn one_by_one<'a>(trains: &[CellTrain<'a>]) -> Vec<CellTrain<'a>> {
    let cells = |train: &CellTrain<'a>| {
        let train = *train;
        (0..train.count).map(move |n| CellTrain {
            first: train.clock.point_after(train.first, u64::from(n)),
            count: 1,
            index: train.index + n,
            ..train
        })
    };
    trains.iter().flat_map(cells).collect()
}

fn frames(judged: &[Judged]) -> impl Iterator<Item = &[Judged]> {
    judged.chunk_by(|one, next| one.frame == next.frame)
}

fn discarded(cell: &Judged) -> bool {
    matches!(cell.treatment, Treatment::Discard(_))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn trains_and_single_cells_have_the_same_fate_and_counts(
        policers in policers(), terms in all_terms(), pieces in pieces(),
    ) {
        let feeders = feeders();
        let trains = trains(&pieces, &feeders);
        for config in policers {
            let mut twins = [config.build(&terms), config.build(&terms)];
            let whole = judge_trains(&mut twins[0], &trains);
            prop_assert_eq!(&whole, &judge_trains(&mut twins[1], &one_by_one(&trains)), "{:?}", config);
            let counts = twins[0].counts();
            prop_assert_eq!(counts, twins[1].counts());
            let count = |of: fn(&Judged) -> bool| whole.iter().filter(|cell| of(cell)).count() as u64;
            prop_assert_eq!(counts.conforming_cells, count(|cell| cell.treatment == Treatment::Pass));
            prop_assert_eq!(counts.tagged_cells, count(|cell| cell.treatment == Treatment::Tag));
            prop_assert_eq!(counts.discarded_cells, count(discarded));
            let frames = counts.conforming_frames + counts.nonconforming_frames;
            let ended = count(|cell| cell.ends_frame);
            prop_assert_eq!(frames, if config.name() == "cell" { 0 } else { ended });
        }
    }

    #[test]
    fn runs_of_one_train_differ_from_their_neighbours(
        policers in policers(), terms in all_terms(), pieces in pieces(),
    ) {
        let feeders = feeders();
        for config in policers {
            let mut policer = config.build(&terms);
            for train in trains(&pieces, &feeders) {
                let mut before = None;
                policer.judge(&train, &mut |cells, treatment| {
                    assert!(cells > 0 && before != Some(treatment), "{config:?}: {cells} {treatment:?}");
                    before = Some(treatment);
                });
            }
        }
    }

    #[test]
    fn what_passes_conforms_to_the_contract(
        policers in policers(), terms in all_terms(), pieces in pieces(),
    ) {
        let (feeders, sustained) = (feeders(), terms.sustained.unwrap());
        for config in policers {
            let mut peak = terms.peak.gcra();
            let mut bucket = sustained.bucket.gcra();
            for cell in judge_trains(&mut config.build(&terms), &trains(&pieces, &feeders)) {
                if discarded(&cell) {
                    continue;
                }
                prop_assert!(peak.judge(cell.at), "{:?}: peak", config);
                let covered = sustained.covers == Covers::AllCells || !cell.clp;
                // GFR guarantees whole frames, so it does not test each cell of one.
                if covered && cell.treatment == Treatment::Pass && config.name() != "f-gcra" {
                    prop_assert!(bucket.judge(cell.at), "{:?}: sustained", config);
                }
            }
        }
    }

    #[test]
    fn cells_of_low_priority_are_never_tagged_and_nothing_is_without_a_contract_that_tags(
        policers in policers(), terms in all_terms(), pieces in pieces(),
    ) {
        let feeders = feeders();
        let tags = terms.sustained.unwrap().excess == Excess::Tag;
        for config in policers {
            for cell in judge_trains(&mut config.build(&terms), &trains(&pieces, &feeders)) {
                prop_assert!(cell.treatment != Treatment::Tag || (tags && !cell.clp), "{:?}", config);
            }
        }
    }

    #[test]
    fn after_a_discarded_cell_only_the_last_cell_of_the_frame_may_pass(
        terms in all_terms(), pieces in pieces(),
    ) {
        let feeders = feeders();
        for config in PolicerConfig::all().into_iter().filter(|config| config.name() != "cell") {
            let judged = judge_trains(&mut config.build(&terms), &trains(&pieces, &feeders));
            for frame in frames(&judged) {
                let mut rest = frame.iter().skip_while(|cell| !discarded(cell));
                prop_assert!(rest.all(|cell| discarded(cell) || cell.ends_frame), "{:?}: {:?}", config, frame);
            }
        }
    }

    #[test]
    fn frames_at_the_peak_rate_that_early_discard_admits_pass_whole(
        scr in 1_000_000u64..40_000_000, mbs in u64::from(LONGEST)..300,
        trains in prop::collection::vec((0u64..9_000_000_000, 1u16..=LONGEST), 1..60),
    ) {
        let (pcr, scr) = (BitRate::from_bps(LINE), BitRate::from_bps(scr));
        let bucket = Bucket::sustainable(scr, Cells::new(mbs), pcr);
        let peak = Bucket { rate: pcr, tolerance: Span::ZERO };
        let longest_frame = Cells::new(LONGEST.into());
        let clock = CellClock::of(pcr);
        let mut first = ClockPoint::exactly(Time::ZERO);
        let frames: Vec<_> = trains.iter().map(|&(pause, count)| {
            first = ClockPoint::exactly(first.at + Span::from_ps(pause));
            let train = CellTrain { first, clock: &clock, count, index: 0, frame_cells: count, clp: false };
            first = clock.point_after(first, u64::from(count));
            train
        }).collect();
        for form in [Sustained::vbr1 as fn(Bucket) -> Sustained, Sustained::vbr2, Sustained::vbr3] {
            let sustained = form(bucket);
            let terms = Terms { peak, sustained: Some(sustained), longest_frame };
            let mut policer = PolicerConfig::Epd(epd::Config::default()).build(&terms);
            let mut seen = Vec::new();
            for train in &frames {
                seen.clear();
                policer.judge(train, &mut |cells, treatment| seen.push((cells, treatment)));
                let refused = if sustained.excess == Excess::Tag {
                    Treatment::Tag
                } else {
                    Treatment::Discard(LossReason::PolicedFrame)
                };
                let whole = [(train.count, Treatment::Pass)];
                prop_assert!(seen == whole || seen == [(train.count, refused)], "{:?}", seen);
            }
        }
    }
}

/// Terms of the LAN of Bonaventure et al. with the longest frame of an MTU of 9188 octets.
fn lan(mbs: u64, form: fn(Bucket) -> Sustained) -> Terms {
    let (pcr, scr) = (BitRate::from_bps(LINE), BitRate::from_bps(10_000_000));
    Terms {
        peak: Bucket { rate: pcr, tolerance: Span::ZERO },
        sustained: Some(form(Bucket::sustainable(scr, Cells::new(mbs), pcr))),
        longest_frame: Cells::new(192),
    }
}

/// What becomes of frames of these lengths back to back at the line rate.
fn fates(policer: &mut AnyPolicer, frames: &[u16]) -> Vec<Vec<(u16, Treatment)>> {
    let clock = CellClock::of(BitRate::from_bps(LINE));
    let mut first = ClockPoint::exactly(Time::from_ps(1_000_000_000));
    let each = |&count: &u16| {
        let mut fate = Vec::new();
        let train = CellTrain { first, clock: &clock, count, index: 0, frame_cells: count, clp: false };
        policer.judge(&train, &mut |cells, treatment| fate.push((cells, treatment)));
        first = clock.point_after(first, u64::from(count));
        fate
    };
    frames.iter().map(each).collect()
}

const POLICED: Treatment = Treatment::Discard(LossReason::Policed);
const REMAINDER: Treatment = Treatment::Discard(LossReason::PolicedRemainder);
const REFUSED: Treatment = Treatment::Discard(LossReason::PolicedFrame);
use Treatment::{Pass, Tag};

#[test]
fn a_frame_that_crosses_the_limit_loses_single_cells_its_tail_or_everything() {
    let terms = lan(200, Sustained::vbr1);
    let build = |config: PolicerConfig| config.build(&terms);
    // MBS cells conform, then every 15th or 16th: 42.4 us are 15.55 cell times.
    let by_cell = fates(&mut build(PolicerConfig::CellPolicer(cell::Config::default())), &[192, 192]);
    let short = |fate: &[(u16, Treatment)]| fate.iter().take(6).copied().collect::<Vec<_>>();
    assert_eq!(by_cell[0], [(192, Pass)]);
    assert_eq!(
        short(&by_cell[1]),
        [(8, Pass), (15, POLICED), (1, Pass), (15, POLICED), (1, Pass), (14, POLICED)]
    );
    let by_ppd = fates(&mut build(PolicerConfig::Ppd(ppd::Config::default())), &[192, 192]);
    assert_eq!(by_ppd[1], [(8, Pass), (1, POLICED), (182, REMAINDER), (1, Pass)]);
    let config = ppd::Config { keep_last_cell: false, ..ppd::Config::default() };
    let without_end = fates(&mut build(PolicerConfig::Ppd(config)), &[192, 192]);
    assert_eq!(without_end[1], [(8, Pass), (1, POLICED), (183, REMAINDER)]);
    let by_epd = fates(&mut build(PolicerConfig::Epd(epd::Config::default())), &[192, 192, 12]);
    // The third frame would conform, but it might have been a long one.
    assert_eq!(by_epd, [vec![(192, Pass)], vec![(192, REFUSED)], vec![(12, REFUSED)]]);
}

#[test]
fn early_discard_tags_whole_frames_where_the_contract_tags() {
    let mut policer = PolicerConfig::Epd(epd::Config::default()).build(&lan(200, Sustained::vbr3));
    assert_eq!(fates(&mut policer, &[192, 192]), [vec![(192, Pass)], vec![(192, Tag)]]);
    assert_eq!(policer.counts().conforming_frames, 1);
    assert_eq!(policer.counts().nonconforming_frames, 1);
}

#[test]
fn gfr_frames_that_begin_within_the_burst_pass_and_others_are_tagged_whole_or_left_alone() {
    for (form, other) in [(Sustained::gfr1 as fn(Bucket) -> Sustained, Pass), (Sustained::gfr2, Tag)] {
        let mut policer = PolicerConfig::FGcra(f_gcra::Config::default()).build(&lan(200, form));
        let fates = fates(&mut policer, &[192, 192, 192]);
        // The second begins with room for 8 cells and is eligible with all its cells.
        assert_eq!(fates, [vec![(192, Pass)], vec![(192, Pass)], vec![(192, other)]]);
        assert_eq!((policer.counts().conforming_frames, policer.counts().nonconforming_frames), (2, 1));
    }
}

#[test]
fn a_gfr_frame_longer_than_mfs_loses_the_cells_beyond_it_but_not_its_end() {
    let build = |config: f_gcra::Config| PolicerConfig::FGcra(config).build(&lan(1000, Sustained::gfr2));
    let fates_of = |config| fates(&mut build(config), &[192, 200, 192]);
    let kept = fates_of(f_gcra::Config::default());
    assert_eq!(kept[1], [(191, Pass), (1, POLICED), (7, REMAINDER), (1, Pass)]);
    let each = fates_of(f_gcra::Config { discard_remainder: false });
    assert_eq!(each[1], [(191, Pass), (8, POLICED), (1, Pass)]);
    for fates in [kept, each] {
        assert_eq!((&fates[0], &fates[2]), (&vec![(192, Pass)], &vec![(192, Pass)]));
    }
}

#[test]
fn cells_of_a_gfr_frame_with_another_clp_than_its_first_are_discarded() {
    let mut policer = PolicerConfig::FGcra(f_gcra::Config::default()).build(&lan(1000, Sustained::gfr2));
    let clock = CellClock::of(BitRate::from_bps(LINE));
    let mut fate = Vec::new();
    let first = ClockPoint::exactly(Time::from_ps(1_000_000));
    let train = CellTrain { first, clock: &clock, count: 5, index: 0, frame_cells: 10, clp: false };
    policer.judge(&train, &mut |cells, treatment| fate.push((cells, treatment)));
    let first = clock.point_after(first, 5);
    policer.judge(&CellTrain { first, index: 5, clp: true, ..train }, &mut |cells, treatment| {
        fate.push((cells, treatment));
    });
    assert_eq!(fate, [(5, Pass), (1, POLICED), (3, REMAINDER), (1, POLICED)]);
}

#[test]
fn a_frame_whose_end_was_lost_before_the_policer_runs_into_the_next() {
    let mut policer = PolicerConfig::Ppd(ppd::Config::default()).build(&lan(10, Sustained::vbr1));
    let clock = CellClock::of(BitRate::from_bps(LINE));
    let train = CellTrain {
        first: ClockPoint::exactly(Time::from_ps(1_000_000)),
        clock: &clock,
        count: 20,
        index: 0,
        frame_cells: 21,
        clp: false,
    };
    let mut fate = Vec::new();
    policer.judge(&train, &mut |cells, treatment| fate.push((cells, treatment)));
    // A second later all credit is back, but the discarding continues to the next end mark.
    let next =
        CellTrain { first: ClockPoint::exactly(Time::from_ps(1_000_000_000_000)), frame_cells: 20, ..train };
    policer.judge(&next, &mut |cells, treatment| fate.push((cells, treatment)));
    assert_eq!(fate, [(10, Pass), (1, POLICED), (9, REMAINDER), (19, REMAINDER), (1, Pass)]);
    assert_eq!(policer.counts().nonconforming_frames, 1);
}

#[test]
fn nothing_panics_at_the_ends_of_time_and_of_counts() {
    let clock = CellClock::of(BitRate::from_bps(LINE));
    for config in PolicerConfig::all() {
        let mut policer = config.build(&lan(0, Sustained::vbr3));
        for at in [Time::ZERO, Time::NEVER, Time::ZERO] {
            for count in [0, 1, u16::MAX] {
                let first = ClockPoint::exactly(at);
                let train = CellTrain { first, clock: &clock, count, index: 7, frame_cells: 0, clp: false };
                let mut cells = 0;
                policer.judge(&train, &mut |n, _| cells += u32::from(n));
                assert_eq!(cells, u32::from(count), "{config:?}");
            }
        }
    }
    assert!(VirtualScheduling::new(CellClock::INSTANT, Span::ZERO).judge(Time::NEVER));
}
