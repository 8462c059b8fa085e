//! A FIFO port by trains and by single cells.

use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_engine::{RandomStream, StreamName};
use cellwise_units::{BitRate, Capacity, CellClock, Cells, ClockPoint, Span, Time};
use proptest::prelude::*;

use super::{Fifo, Port, PortSettings, Watched, before};
use crate::data::ids::{CircuitId, HopId};
use crate::data::recorder::Recorder;
use crate::data::train::{ClockIndex, INSTANT, Label, Train};
use crate::element::{LaneId, Marks};

/// Late enough that a train may have had hundreds of cells before.
const START_PS: u64 = 10_000_000_000;
const END: Time = Time::from_ps(START_PS + 3_000_000_000);

/// How a port differs from case to case.
#[derive(Clone, Debug)]
struct Setup {
    rate_bps: u64,
    buffer_cells: Option<u64>,
    policy: usize,
    counts_service: bool,
    warmup_ps: u64,
    /// Sampling periods in ps of records of the queue and of the first circuit; 0 records changes.
    records: (Option<u64>, Option<u64>),
}

fn setup() -> impl Strategy<Value = Setup> {
    let rates = prop::sample::select(vec![155_520_000, 149_760_000, 155_519_990, 424_000_000, 25_600_000]);
    let buffers = prop_oneof![Just(None), (1u64..30).prop_map(Some)];
    let record = || prop::option::weighted(0.3, prop::sample::select(vec![0, 10_000_000, 7_777_777]));
    (
        rates,
        buffers,
        0..DropPolicyConfig::all().len(),
        any::<bool>(),
        0u64..2_000_000_000,
        (record(), record()),
    )
        .prop_map(|(rate_bps, buffer_cells, policy, counts_service, warmup_ps, records)| Setup {
            rate_bps,
            buffer_cells,
            policy,
            counts_service,
            warmup_ps,
            records,
        })
}

/// A port that two circuits pass, at the first two hops.
fn port(setup: &Setup) -> Fifo {
    let buffer = setup.buffer_cells.map_or(Capacity::Unlimited, |cells| Capacity::Limited(Cells::new(cells)));
    let rate = BitRate::from_bps(setup.rate_bps);
    let settings = PortSettings {
        name: "sw.l".to_owned(),
        rate,
        clock: CellClock::of(rate),
        clock_index: 2,
        delay: Span::from_ps(5_000_000),
        capacity: buffer.cells_or_max(),
        clp1_threshold: u64::MAX,
        policy: DropPolicyConfig::all()[setup.policy].build(buffer),
        random: Some(RandomStream::new(StreamName {
            seed: 1,
            replication: 0,
            element: "sw.l",
            purpose: "drop policy",
        })),
        policy_name: None,
        counts_service: setup.counts_service,
    };
    let warmup = before(Time::from_ps(START_PS + setup.warmup_ps));
    let mut port = Fifo::new(settings, Marks::new(warmup, END));
    for place in 0..2 {
        port.buffer.add(HopId::new(place), CircuitId::new(place));
    }
    let every = |ps: u64| (ps > 0).then(|| Span::from_ps(ps));
    if let Some(ps) = setup.records.0 {
        port.buffer.record(Watched::Queue, Recorder::new(0, every(ps)));
    }
    if let Some(ps) = setup.records.1 {
        port.buffer.record(Watched::Vc(LaneId::new(0)), Recorder::new(0, every(ps)));
    }
    port
}

/// A frame on its way to the port.
#[derive(Clone, Debug)]
struct Sent {
    hop: HopId,
    cells: u16,
    /// How it comes: whole, at the feeder's spacing, or at the port's own.
    clock: ClockIndex,
    /// How long after the frame before: cell times of the port, and ps, less 3 ps.
    gap: (u64, u64),
    /// How many cells of the same train precede it: its phase within a picosecond.
    phase: u64,
}

fn frames() -> impl Strategy<Value = Vec<Sent>> {
    let clock = prop::sample::select(vec![INSTANT, 1, 1, 2, 2, 2]);
    // A few ps from a multiple of a cell time, departures and arrivals nearly coincide.
    let gap = prop_oneof![Just((0, 3)), (0u64..8, 0u64..7), (0u64..8, 0u64..3_000_000)];
    let frame = (0u32..2, 1u16..15, clock, gap, 0u64..300);
    let sent = frame.prop_map(|(hop, cells, clock, gap, phase)| Sent {
        hop: HopId::new(hop),
        cells,
        clock,
        gap,
        phase,
    });
    prop::collection::vec(sent, 1..40)
}

fn trains(frames: &[Sent], clocks: &[CellClock]) -> Vec<Train> {
    let mut at = ClockPoint::exactly(Time::from_ps(START_PS));
    let mut trains = Vec::new();
    for (frame, sent) in (0..).zip(frames) {
        let &Sent { hop, cells, clock, gap, phase } = sent;
        let start = clocks[2].point_after(ClockPoint::exactly(at.at), gap.0).at;
        let start = at.at.max(Time::from_ps(start.ps() + gap.1 - 3));
        let phase = clocks[usize::from(clock)].point_after(ClockPoint::exactly(Time::ZERO), phase);
        let first = phase + (start - phase.at);
        trains.push(Train { first, hop, frame, index: 0, count: cells, label: Label::of(cells), clock });
        at = clocks[usize::from(clock)].point_after(first, u64::from(cells));
    }
    trains
}

/// The circuits have the numbers of their hops.
fn lane(train: &Train) -> LaneId {
    LaneId::new(train.hop.number())
}

/// When each cell arrives at the next element: hop, frame, index and time.
type Arrivals = Vec<(HopId, u32, u16, Time)>;

fn by_train(port: &mut Fifo, trains: &[Train], clocks: &[CellClock]) -> Arrivals {
    let mut sent = Vec::new();
    for train in trains {
        let feeder = clocks[usize::from(train.clock)];
        match port.take_whole(train, lane(train), &feeder) {
            Some(whole) => sent.push(whole),
            None => port.offer_cells(train, lane(train), &feeder, &mut sent),
        }
    }
    let mut arrivals = Vec::new();
    for mut train in sent {
        while train.count > 0 {
            let cell = train.take_first(clocks);
            arrivals.push((cell.hop, cell.frame, cell.index, cell.first.at));
        }
    }
    arrivals
}

fn by_cell(port: &mut Fifo, trains: &[Train], clocks: &[CellClock]) -> Arrivals {
    let mut arrivals = Vec::new();
    for mut train in trains.iter().copied() {
        while train.count > 0 {
            let cell = train.take_first(clocks);
            if cell.first.at > END {
                port.buffer.statistics.marks.beyond_end += 1;
            } else if let Some(end) = port.offer(cell.first.at, &cell, lane(&cell)) {
                arrivals.push((
                    cell.hop.next(),
                    cell.frame,
                    cell.index,
                    (end + port.buffer.settings.delay).at,
                ));
            }
        }
    }
    arrivals
}

/// Everything that a port says of itself after the run.
fn statistics(port: Fifo) -> String {
    let mut port = Port::Fifo(port);
    port.come_to(Time::NEVER);
    let lost = [0, 1].map(|lane| port.buffer().lanes.lost(LaneId::new(lane)));
    let statistics = &mut port.buffer_mut().statistics;
    let series = statistics.recorders().map(Recorder::take_series).collect::<Vec<_>>();
    let beyond_end = statistics.marks.beyond_end;
    format!("{:?} {:?} {lost:?} {series:?} {beyond_end}", statistics.measured(), *statistics.tally)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn trains_and_single_cells_leave_a_port_at_the_same_times_and_count_the_same(
        setup in setup(), frames in frames(), feeder_bps in prop::sample::select(vec![155_520_000u64, 155_520_010, 622_080_000, 25_600_000]),
    ) {
        let feeder = CellClock::of(BitRate::from_bps(feeder_bps));
        let clocks = [CellClock::INSTANT, feeder, CellClock::of(BitRate::from_bps(setup.rate_bps))];
        let trains = trains(&frames, &clocks);
        let (mut whole, mut single) = (port(&setup), port(&setup));
        let arrivals = by_train(&mut whole, &trains, &clocks);
        prop_assert_eq!(arrivals, by_cell(&mut single, &trains, &clocks));
        prop_assert_eq!(statistics(whole), statistics(single));
    }
}

#[test]
fn a_port_sends_back_to_back_and_counts_what_waits() {
    let setup = Setup {
        rate_bps: 424_000_000,
        buffer_cells: Some(3),
        policy: 0,
        counts_service: false,
        warmup_ps: 0,
        records: (None, None),
    };
    let mut port = port(&setup);
    // Five cells at once: one is served, three wait, one is lost.
    let clocks = [CellClock::INSTANT, CellClock::INSTANT, port.buffer.settings.clock];
    let burst =
        trains(&[Sent { hop: HopId::new(0), cells: 5, clock: INSTANT, gap: (0, 3), phase: 0 }], &clocks);
    let arrivals = by_train(&mut port, &burst, &clocks);
    let times: Vec<u64> = arrivals.iter().map(|(.., at)| at.ps() - START_PS).collect();
    assert_eq!(times, [6_000_000, 7_000_000, 8_000_000, 9_000_000]);
    let mut port = Port::Fifo(port);
    port.come_to(Time::NEVER);
    let tally = port.buffer().statistics.measured();
    assert_eq!((tally.accepted, tally.sent, tally.lost.total(), tally.most_waiting), (4, 4, 1, 3));
    assert_eq!(tally.waited_parts, 1_000_000 + 2_000_000 + 3_000_000);
}
