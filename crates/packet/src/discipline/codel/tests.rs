//! What CoDel does, against the published tests of ns-3 and arithmetic by hand.

use super::*;
use crate::discipline::DisciplineConfig;
use crate::discipline::testing::{Bench, packet};
use crate::packet::{Codepoint, MarkReason};
use cellwise_units::{Bytes, Span};

const MS: u64 = 1_000;

fn bench(config: Config) -> Bench {
    Bench::new(&DisciplineConfig::Codel(config))
}

fn with(control: Settings) -> Config {
    Config { control, ..Config::default() }
}

fn us(us: u64) -> Span {
    Span::from_ps(us * 1_000_000)
}

/// The settings of ns-3.
fn ns3() -> Settings {
    Settings {
        first_signal: FirstSignal::AfterInterval,
        square_root: SquareRoot::Linux,
        clock_step: Span::from_ps(1_024_000),
        ..Settings::default()
    }
}

fn waiting(bench: &Bench) -> u64 {
    bench.discipline.backlog().packets
}

/// ns-3's test of the entry: 20 packets of 1000 octets at 0, one taken at 10 ms and two at 210 ms.
fn entry(config: Config, codepoint: Codepoint) -> [(u64, usize, bool); 3] {
    let mut bench = bench(config);
    for handle in 0..20 {
        bench.put(0, Packet { codepoint, ..packet(handle, 1000) });
    }
    [10, 210, 210].map(|ms| {
        let sent = bench.take_packet(ms * MS).unwrap();
        (waiting(&bench), bench.lost().len(), sent.marked == Some(MarkReason::Aqm))
    })
}

#[test]
fn the_first_drop_comes_an_interval_after_the_target_was_exceeded() {
    for control in [Settings::default(), ns3()] {
        let dropped = entry(with(control), Codepoint::Ect0);
        assert_eq!(dropped, [(19, 0, false), (17, 1, false), (16, 0, false)]);
    }
}

#[test]
fn a_mark_takes_the_place_of_a_drop() {
    let config = Config { ecn: true, ..Config::default() };
    let marked = entry(config, Codepoint::Ect0);
    assert_eq!(marked, [(19, 0, false), (18, 0, true), (17, 0, false)]);
    assert_eq!(entry(config, Codepoint::NotEct), entry(with(Settings::default()), Codepoint::NotEct));
}

#[test]
fn what_comes_to_a_full_queue_is_dropped() {
    let mut bench = bench(Config { limit: Limit::Packets(500), ..Config::default() });
    for handle in 0..503 {
        bench.put(0, packet(handle, 1000));
    }
    assert_eq!(bench.lost(), [500, 501, 502].map(|handle| (handle, DropReason::Limit)));
}

/// The drops of the table in ms after the first one, each with its number.
const NUMBERS: [usize; 9] = [2, 3, 4, 5, 6, 8, 11, 16, 21];

/// The instants of these drops, in us after the first, of a queue that gives a packet each microsecond after it has
/// waited for 30 ms.
fn drops(control: Settings) -> [u64; 9] {
    let mut bench = bench(Config { limit: Limit::Packets(40_000), ..with(control) });
    (0..30_000).for_each(|_| bench.put(0, packet(0, 1000)));
    let mut drops = Vec::new();
    for now in 30_000.. {
        bench.put(now, packet(0, 1000));
        bench.take(now);
        drops.extend(bench.lost().iter().map(|_| now));
        if drops.len() == 21 {
            break;
        }
    }
    NUMBERS.map(|number| drops[number - 1] - drops[0])
}

#[test]
fn drops_come_at_the_instants_of_the_law() {
    let law = [100_000, 170_711, 228_446, 278_446, 323_167, 401_788, 502_100, 641_399, 759_526u64];
    let seen = drops(Settings::default());
    // A packet leaves each microsecond; a drop waits for one.
    assert!(seen.iter().zip(law).all(|(seen, law)| seen.abs_diff(law) <= 1), "{seen:?}");
}

#[test]
fn drops_come_sooner_by_the_square_root_of_the_kernel() {
    // The published row is that of a clock in microseconds.
    let clock = Settings { square_root: SquareRoot::Linux, clock_step: us(1), ..Settings::default() };
    let row = [99_998, 149_999, 206_249, 255_028, 299_179, 377_103, 476_939, 615_910, 733_891];
    assert_eq!(drops(clock), row);
}

/// The drops of a second row of signals within 100 ms of its first, `pause_ms` after a row of four.
fn second_row(pause_ms: u64) -> usize {
    let mut bench = bench(Config::default());
    (0..30).for_each(|handle| bench.put(0, packet(handle, 1000)));
    for ms in [100, 200, 300, 371, 429] {
        bench.take(ms * MS);
    }
    assert_eq!(bench.lost().len(), 4);
    while bench.take(430 * MS).is_some() {}
    bench.lost();
    let start = 430 + pause_ms;
    (0..30).for_each(|handle| bench.put(start * MS, packet(handle, 1000)));
    for ms in (start..start + 200).step_by(10) {
        bench.take((ms + 6) * MS);
    }
    bench.lost().len()
}

#[test]
fn a_row_goes_on_where_the_last_one_stopped_if_that_was_lately() {
    // The third signal of the old row was followed by the fourth after 57.7 ms; a new row's first waits for 100.
    assert_eq!((second_row(100), second_row(2000)), (2, 1));
}

#[test]
fn the_last_packet_is_not_signalled_however_long_it_waited() {
    let mut bench = bench(Config::default());
    (0..3).for_each(|handle| bench.put(0, packet(handle, 1514)));
    assert_eq!([100, 300, 500].map(|ms| bench.take(ms * MS)), [Some(0), Some(1), Some(2)]);
    assert_eq!(bench.lost(), []);
}

#[test]
fn the_rfc_signals_at_the_interval_and_the_kernel_after_it() {
    let at_interval = |first_signal| {
        let mut bench = bench(with(Settings { first_signal, ..Settings::default() }));
        (0..20).for_each(|handle| bench.put(0, packet(handle, 1000)));
        bench.take(10 * MS);
        bench.take(110 * MS);
        bench.lost().len()
    };
    assert_eq!((at_interval(FirstSignal::AtInterval), at_interval(FirstSignal::AfterInterval)), (1, 0));
}

#[test]
fn above_the_threshold_every_packet_is_marked_once() {
    let threshold = Settings { ce_threshold: Some(us(1000)), ..Settings::default() };
    let mark = |config: Config, codepoint, waited_us| {
        let mut bench = bench(config);
        bench.put(0, Packet { codepoint, ..packet(0, 1000) });
        bench.take_packet(waited_us).unwrap().marked
    };
    assert_eq!(mark(with(threshold), Codepoint::Ect0, 1000), None);
    assert_eq!(mark(with(threshold), Codepoint::Ect0, 1001), Some(MarkReason::Threshold));
    assert_eq!(mark(with(threshold), Codepoint::NotEct, 1001), None);
    for ce_threshold_for in [ThresholdFor::Ect1, ThresholdFor::L4s] {
        let config = with(Settings { ce_threshold_for, ..threshold });
        assert_eq!(mark(config, Codepoint::Ect0, 1001), None);
        assert_eq!(mark(config, Codepoint::Ect1, 1001), Some(MarkReason::Threshold));
    }
}

#[test]
fn packets_for_low_latency_pass_by_if_configured_so() {
    let config = Config {
        ecn: true,
        control: Settings { ce_threshold_for: ThresholdFor::L4s, ..Settings::default() },
        ..Config::default()
    };
    assert_eq!(entry(config, Codepoint::Ect1), [(19, 0, false), (18, 0, false), (17, 0, false)]);
}

#[test]
fn a_limit_that_no_packet_fits_is_reported() {
    let tight = Config { limit: Limit::Octets(Bytes::new(1000)), ..Config::default() };
    assert_eq!(tight.check(&crate::discipline::testing::service())[0].field, "limit");
}
