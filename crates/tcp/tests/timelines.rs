//! Exchanges between the two ends, segment by segment, as text to read and compare.
//!
//! Times are in milliseconds; a data segment needs 1 ms on the line and 10 ms on the way, an
//! acknowledgment 10 ms. `cwnd` and `ssthresh` are those after the event of the line.

use cellwise_tcp::{AfterTimeout, Application, CwndUnit, Seq, Settings, SsthreshRule, VariantName};
use cellwise_units::{Bytes, Span};

use crate::toy::{Act, MS, Toy, line};

const VARIANTS: [&str; 3] = ["no-fast-retransmit", "tahoe", "reno"];

/// Segments of 1000 octets, ticks of 100 ms, every segment acknowledged.
fn settings(variant: &str) -> Settings {
    Settings {
        variant: VariantName::find(variant).expect("a known variant"),
        mss: Bytes::new(1000),
        receive_window: Bytes::new(16_000),
        timer_tick: Span::from_ps(100 * MS),
        delayed_ack: false,
        ..Settings::default()
    }
}

/// The timeline of a transfer of so many octets, the numbered data segments being lost.
fn transfer(settings: &Settings, octets: u64, lost: &[u64]) -> String {
    let mut toy = Toy::new(settings, Application::Finite { octets }, Seq(0), line(lost));
    toy.run(60_000);
    assert!(toy.sender.is_finished());
    assert_eq!(toy.receiver.stats().delivered_octets, octets);
    toy.log
}

/// One timeline for each variant; segments 7 to 14 are in flight together.
fn losses(lost: &[u64]) -> String {
    let timelines = VARIANTS.map(|variant| {
        let timeline = transfer(&settings(variant), 24_000, lost);
        format!("=== {variant}\n{timeline}")
    });
    timelines.join("\n")
}

#[test]
fn slow_start_doubles_the_window_per_round_trip_up_to_the_receivers() {
    insta::assert_snapshot!(transfer(&settings("reno"), 34_500, &[]));
}

#[test]
fn delayed_acknowledgments_come_for_every_second_segment_or_by_the_fast_timer() {
    let delayed = Settings { delayed_ack: true, ..settings("reno") };
    insta::assert_snapshot!(transfer(&delayed, 12_000, &[]));
}

#[test]
fn one_lost_segment() {
    insta::assert_snapshot!(losses(&[7]));
}

#[test]
fn two_lost_segments_of_a_window() {
    insta::assert_snapshot!(losses(&[7, 9]));
}

#[test]
fn three_lost_segments_of_a_window() {
    insta::assert_snapshot!(losses(&[7, 9, 11]));
}

#[test]
fn the_last_segment_lost_waits_for_the_timer() {
    insta::assert_snapshot!(losses(&[23]));
}

#[test]
fn a_retransmission_lost_twice_backs_off() {
    insta::assert_snapshot!(transfer(&settings("no-fast-retransmit"), 3_000, &[2, 3, 4]));
}

#[test]
fn go_back_n_resends_until_an_acknowledgment_jumps_over_the_cached_tail() {
    let go_back_n = settings("no-fast-retransmit");
    let first_segment = Settings { after_timeout: AfterTimeout::FirstSegment, ..go_back_n.clone() };
    let lost = [7, 8, 11];
    let timelines = [("go-back-n", go_back_n), ("first-segment", first_segment)]
        .map(|(name, settings)| format!("=== {name}\n{}", transfer(&settings, 16_000, &lost)));
    insta::assert_snapshot!(timelines.join("\n"));
}

#[test]
fn congestion_avoidance_in_segments_sends_one_more_per_window() {
    let in_segments = Settings {
        cwnd_unit: CwndUnit::Segments,
        ssthresh_rule: SsthreshRule::Goyal96,
        header_prediction: false,
        initial_ssthresh: "2000 bytes".parse().expect("a size"),
        ..settings("no-fast-retransmit")
    };
    insta::assert_snapshot!(transfer(&in_segments, 20_000, &[]));
}

/// Three small writes, 5 ms apart.
fn small_writes(nagle: bool) -> String {
    let settings = Settings { nagle, initial_cwnd_segments: 4, ..settings("reno") };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 0 }, Seq(0), line(&[]));
    for (ms, octets) in [(0, 100), (5, 200), (10, 300)] {
        toy.at(ms, Act::Supply(octets));
    }
    toy.run(1_000);
    toy.log
}

#[test]
fn nagle_gathers_small_writes_while_data_is_outstanding() {
    let timelines = [true, false].map(|nagle| format!("=== nagle {nagle}\n{}", small_writes(nagle)));
    insta::assert_snapshot!(timelines.join("\n"));
}

#[test]
fn an_idle_connection_starts_again_from_one_segment() {
    let mut toy = Toy::new(&settings("reno"), Application::Finite { octets: 7_000 }, Seq(0), line(&[]));
    toy.at(100, Act::Supply(4_000));
    toy.at(2_000, Act::Supply(4_000));
    toy.run(3_000);
    assert_eq!(toy.sender.stats().idle_restarts, 1);
    insta::assert_snapshot!(toy.log);
}

#[test]
fn a_closed_window_is_probed_until_the_application_reads() {
    let settings = Settings { receive_window: Bytes::new(4_000), ..settings("reno") };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 8_000 }, Seq(0), line(&[]));
    toy.at(0, Act::Hold);
    toy.at(60_000, Act::Read(500));
    toy.at(61_000, Act::Read(3_500));
    toy.at(61_500, Act::Read(4_000));
    toy.run(120_000);
    assert!(toy.sender.is_finished());
    assert!(toy.sender.stats().window_probes > 0);
    insta::assert_snapshot!(toy.log);
}
