//! What random early detection does, against closed forms and the trends of ns-3's tests.

use super::*;
use crate::discipline::testing::{Bench, packet, service};
use crate::discipline::{AnyDiscipline, DisciplineConfig};
use crate::limit::Limit;
use crate::packet::Codepoint;
use cellwise_units::Bytes;

const MS: u64 = 1_000;

fn bench(config: Config) -> Bench {
    Bench::new(&DisciplineConfig::Red(config))
}

fn red(bench: &Bench) -> &Red {
    let AnyDiscipline::Red(red) = &bench.discipline else { unreachable!("the bench is of RED") };
    red
}

/// Thresholds in packets, in a queue without end.
fn between(min: u32, max: u32) -> Config {
    Config {
        limit: Limit::Packets(1 << 30),
        min_threshold: Some(Limit::Packets(min)),
        max_threshold: Some(Limit::Packets(max)),
        ..Config::default()
    }
}

#[test]
fn the_average_after_a_burst_is_that_of_the_closed_form() {
    for (weight, expected) in [(0.002, 2.46866), (0.0042, 5.00545)] {
        let mut bench = bench(Config { weight: Some(weight), ..between(1000, 2000) });
        (0..51).for_each(|handle| bench.put(0, packet(handle, 500)));
        let average = red(&bench).average();
        let closed = 51.0 + ((1.0f64 - weight).powi(51) - 1.0) / weight;
        assert!((average - closed).abs() < 1e-10 && (average - expected).abs() < 5e-6, "{average}");
    }
}

#[test]
fn while_nothing_waits_the_average_falls_as_if_mean_packets_found_nothing() {
    let mut bench = bench(Config { weight: Some(0.1), ..between(1000, 2000) });
    (0..50).for_each(|handle| bench.put(0, packet(handle, 500)));
    let busy = red(&bench).average();
    while bench.take(1000).is_some() {}
    // A packet of 500 octets takes 400 us.
    bench.put(1000 + 4_399, packet(0, 500));
    assert!((red(&bench).average() - busy * 0.9f64.powi(11)).abs() < 1e-12);
}

#[test]
fn drops_are_spread_evenly_over_the_packets_since_the_last() {
    let p = 1.0 / 16.0;
    let gaps = |wait| {
        let mut none_yet = 1.0;
        let gap = |count| {
            let here = spread(p, f64::from(count), wait);
            let chance = none_yet * here;
            none_yet *= 1.0 - here;
            chance
        };
        (1..=40).map(gap).collect::<Vec<f64>>()
    };
    let assert_even = |gaps: &[f64], first: usize, last: usize| {
        let each = 1.0 / (last - first + 1) as f64;
        for (gap, chance) in (1..).zip(gaps) {
            let expected = if (first..=last).contains(&gap) { each } else { 0.0 };
            assert!((chance - expected).abs() < 1e-12, "{gap}: {chance}");
        }
    };
    assert_even(&gaps(false), 1, 15);
    assert_even(&gaps(true), 16, 31);
}

/// ns-3's burst: 300 packets at once; how many are lost.
fn lost_of_300(config: Config) -> usize {
    let mut bench = bench(Config { limit: Limit::Packets(300), ..config });
    let mut state = 1u64;
    bench.draws = (0..300)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 11) as f64 / (1u64 << 53) as f64
        })
        .collect();
    (0..300).for_each(|handle| bench.put(0, packet(handle, 500)));
    bench.lost().len()
}

#[test]
fn what_loses_more_does_so() {
    let slow = lost_of_300(Config { weight: Some(0.002), ..between(70, 150) });
    let quick = Config { weight: Some(0.02), ..between(70, 150) };
    let lost = lost_of_300(quick);
    assert!(slow == 0 && lost > 0, "{slow} {lost}");
    let more = [
        Config { weight: Some(0.02), ..between(70, 100) },
        Config { max_probability: 0.2, ..quick },
        Config { gentle: false, ..quick },
        Config { wait: false, ..quick },
    ];
    for config in more {
        assert!(lost_of_300(config) > lost, "{config:?}");
    }
}

#[test]
fn the_curve_is_that_of_the_source_and_of_its_variants() {
    let curve = Curve { min: 5.0, max: 15.0, max_probability: 0.1, gentle: true, nonlinear: false };
    let risks = |curve: Curve| [4.9, 10.0, 15.0, 22.5, 30.0].map(|average| curve.advice(average));
    let assert_risks = |curve, expected: [Advice; 5]| {
        for (risk, expected) in risks(curve).into_iter().zip(expected) {
            match (risk, expected) {
                (Advice::Risk(risk), Advice::Risk(expected)) => assert!((risk - expected).abs() < 1e-12),
                _ => assert_eq!(risk, expected),
            }
        }
    };
    use Advice::{Drop, Pass, Risk};
    assert_risks(curve, [Pass, Risk(0.05), Risk(0.1), Risk(0.55), Drop]);
    assert_risks(Curve { gentle: false, ..curve }, [Pass, Risk(0.05), Drop, Drop, Drop]);
    assert_risks(Curve { nonlinear: true, ..curve }, [Pass, Risk(0.0375), Risk(0.1), Risk(0.55), Drop]);
}

/// A queue whose average is its present length, and which is always at the risk of 0.25: the fate of a packet of
/// `octets` with this draw, the second one since the risk began.
fn fate(config: Config, octets: u32, codepoint: Codepoint, draw: f64) -> (Option<MarkReason>, usize) {
    let mut bench = bench(Config { weight: Some(1.0), max_probability: 0.5, wait: false, ..config });
    (0..10).for_each(|handle| bench.put(0, packet(handle, 500)));
    assert_eq!(bench.lost(), []);
    bench.put(0, packet(10, 500));
    bench.draws = vec![draw];
    bench.put(0, Packet { codepoint, ..packet(11, octets) });
    let lost = bench.lost().len();
    let marked = std::iter::from_fn(|| bench.take_packet(0)).find_map(|packet| packet.marked);
    (marked, lost)
}

#[test]
fn a_chosen_packet_is_dropped_or_marked() {
    // The average of 11 has the risk 1/4; the second packet at risk is chosen with (1/4) / (1 - 2/4) = 1/2.
    let config = between(10, 12);
    assert_eq!(fate(config, 500, Codepoint::Ect0, 0.49), (None, 1));
    assert_eq!(fate(config, 500, Codepoint::Ect0, 0.51), (None, 0));
    let ecn = Config { ecn: true, ..config };
    assert_eq!(fate(ecn, 500, Codepoint::Ect0, 0.49), (Some(MarkReason::Aqm), 0));
    assert_eq!(fate(ecn, 500, Codepoint::NotEct, 0.49), (None, 1));
}

#[test]
fn above_the_last_threshold_marks_need_to_be_allowed() {
    let beyond = Config { ecn: true, gentle: false, ..between(10, 11) };
    assert_eq!(fate(beyond, 500, Codepoint::Ect0, 0.9), (None, 1));
    let soft = Config { hard_drop: false, ..beyond };
    assert_eq!(fate(soft, 500, Codepoint::Ect0, 0.9), (Some(MarkReason::Aqm), 0));
}

#[test]
fn in_byte_mode_a_long_packet_is_chosen_more_often() {
    let config = Config { byte_mode: true, ..between(10, 12) };
    // With 250 octets it is packet 1.5 since the risk began: (1/4) / (1 - 1.5/4) = 0.4, halved.
    assert_eq!(fate(config, 250, Codepoint::NotEct, 0.19), (None, 1));
    assert_eq!(fate(config, 250, Codepoint::NotEct, 0.21), (None, 0));
    assert_eq!(fate(Config { byte_mode: false, ..config }, 250, Codepoint::NotEct, 0.21), (None, 1));
}

#[test]
fn thresholds_in_octets_measure_the_queue_in_octets() {
    let config = Config {
        limit: Limit::Octets(Bytes::new(100_000)),
        min_threshold: Some(Limit::Packets(4)),
        max_threshold: Some(Limit::Octets(Bytes::new(6000))),
        weight: Some(1.0),
        ..Config::default()
    };
    let mut bench = bench(config);
    (0..3).for_each(|handle| bench.put(0, packet(handle, 1000)));
    let red = red(&bench);
    assert_eq!((red.average(), red.curve.min, red.curve.max), (2000.0, 2000.0, 6000.0));
}

#[test]
fn adaptive_red_sets_itself_up_by_the_rate_of_the_link() {
    let bench = bench(Config { adaptation: Adaptation::Floyd, ..Config::default() });
    // C is 2500 packets of 500 octets in a second.
    let red = red(&bench);
    assert!((red.curve.min - 6.25).abs() < 1e-12 && (red.curve.max - 18.75).abs() < 1e-12);
    assert!((red.weight - (1.0 - (-1.0f64 / 2500.0).exp())).abs() < 1e-12);
    let Adapting::Floyd { bottom, .. } = red.adapting else { panic!("{red:?}") };
    assert!((bottom - 1.0 / 250.0).abs() < 1e-12);
}

#[test]
fn adaptive_red_leads_the_average_to_the_middle() {
    let adaptive = Config { adaptation: Adaptation::Floyd, weight: Some(1.0), ..between(10, 20) };
    let mut bench = bench(adaptive);
    bench.put(500 * MS, packet(0, 500));
    assert_eq!(red(&bench).max_probability(), 0.02, "not within the first 0.5 s");
    bench.put(501 * MS, packet(0, 500));
    assert_eq!(red(&bench).max_probability(), 0.02 * 0.9);
    (0..20).for_each(|_| bench.put(600 * MS, packet(0, 500)));
    assert_eq!(red(&bench).max_probability(), 0.02 * 0.9);
    bench.put(1002 * MS, packet(0, 500));
    assert!((red(&bench).max_probability() - 0.018 * 1.25).abs() < 1e-12);
}

#[test]
fn adaptive_red_stays_between_its_ends() {
    let mut curve = Curve { min: 10.0, max: 20.0, max_probability: 0.02, gentle: true, nonlinear: false };
    while adapt_slowly(30.0, 0.004, &mut curve) {}
    assert!((0.5..0.51).contains(&curve.max_probability), "{curve:?}");
    assert!(!adapt_slowly(15.0, 0.004, &mut curve), "in the middle");
    while adapt_slowly(0.0, 0.004, &mut curve) {}
    assert!(curve.max_probability > 0.0035 && curve.max_probability <= 0.004, "{curve:?}");
}

#[test]
fn fengs_variant_changes_when_the_average_leaves_the_thresholds() {
    let mut curve = Curve { min: 10.0, max: 20.0, max_probability: 0.06, gentle: true, nonlinear: false };
    let mut side = Side::Below;
    let mut seen = Vec::new();
    for average in [5.0, 15.0, 25.0, 30.0, 20.0, 15.0, 25.0, 5.0, 4.0] {
        adapt_by_side(average, &mut side, &mut curve);
        seen.push((curve.max_probability * 1e6).round() / 1e6);
    }
    assert_eq!(seen, [0.06, 0.06, 0.12, 0.12, 0.12, 0.12, 0.24, 0.08, 0.08]);
}

#[test]
fn what_makes_no_sense_is_reported_all_at_once() {
    let wrong = Config {
        limit: Limit::Packets(4),
        max_probability: 0.0,
        weight: Some(f64::NAN),
        mean_packet: Bytes::ZERO,
        target_delay: Span::ZERO,
        ..between(10, 5)
    };
    let fields: Vec<String> = wrong.check(&service()).into_iter().map(|issue| issue.field).collect();
    assert_eq!(
        fields,
        ["limit", "max_threshold", "max_probability", "weight", "mean_packet", "target_delay"]
    );
}
