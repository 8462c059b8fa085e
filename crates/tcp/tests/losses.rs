//! Every variant with one, two, three and four losses in one window.
//!
//! The losses are those of Fall and Floyd, Simulation-based comparisons of Tahoe, Reno, and SACK TCP,
//! Computer Communication Review 26(3), 1996: slow start, until with a window of 15 the segments
//! numbered 14 to 28 are outstanding, of which are lost: 14; 14 and 28; 14, 26 and 28; 14, 24, 26 and
//! 28. The receiver's window is 28 segments. Bandwidth, delay and timers are not theirs: segments of
//! 1000 octets, a line of 1 ms per segment and 10 ms each way, ticks of 100 ms, every segment
//! acknowledged. A timeline begins with the last loss and ends when all is repaired; its numbers are
//! octets.

use std::fmt::Write;

use cellwise_tcp::{AfterFastRetransmit, Application, OutOfOrder, Seq, Settings, VARIANTS, VariantName};
use cellwise_units::{Bytes, Span};

use crate::toy::{MS, Toy, line};

const LOSSES: [&[u64]; 4] = [&[14], &[14, 28], &[14, 26, 28], &[14, 24, 26, 28]];
/// Vegas doubles its window in every other round trip only: it has 15 outstanding at 40 and later.
const VEGAS_LOSSES: [&[u64]; 4] = [&[40], &[40, 54], &[40, 52, 54], &[40, 50, 52, 54]];
const OCTETS: u64 = 80_000;

fn settings(variant: &str) -> Settings {
    Settings {
        variant: VariantName::find(variant).expect("a known variant"),
        mss: Bytes::new(1000),
        receive_window: Bytes::new(28_000),
        timer_tick: Span::from_ps(100 * MS),
        delayed_ack: false,
        ..Settings::default()
    }
}

fn after_fast_retransmit(variant: &str, way: AfterFastRetransmit) -> Settings {
    Settings { after_fast_retransmit: Some(way), ..settings(variant) }
}

fn losses_of(variant: &str) -> [&'static [u64]; 4] {
    if variant == "vegas" { VEGAS_LOSSES } else { LOSSES }
}

fn transfer(settings: &Settings, lost: &[u64]) -> Toy {
    let mut toy = Toy::new(settings, Application::Finite { octets: OCTETS }, Seq(0), line(lost));
    toy.run(60_000);
    assert!(toy.sender.is_finished());
    assert_eq!(toy.receiver.stats().delivered_octets, OCTETS);
    toy
}

/// The octet up to which a line acknowledges; 0 if it does not.
fn acknowledged(line: &str) -> u64 {
    let after = line.split_once("<- ack ").map_or("", |(_, after)| after);
    after.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// The timelines of a variant with one to four losses.
fn timelines(variant: &str) -> String {
    timelines_of(variant, &settings(variant))
}

fn timelines_of(variant: &str, settings: &Settings) -> String {
    let mut text = String::new();
    let end = if variant == "vegas" { 56_000 } else { 40_000 };
    for lost in losses_of(variant) {
        let toy = transfer(settings, lost);
        let lines: Vec<_> = toy.log.lines().collect();
        let last_loss = lines.iter().rposition(|line| line.contains("LOST")).expect("there was a loss");
        let repaired = lines.iter().position(|line| acknowledged(line) >= end).expect("it was repaired");
        writeln!(text, "=== {variant}, lost: {lost:?}").expect("a string takes text");
        lines[last_loss..=repaired]
            .iter()
            .for_each(|line| writeln!(text, "{line}").expect("a string takes text"));
    }
    text
}

#[test]
fn every_variant_side_by_side() {
    let mut text = String::new();
    for variant in VARIANTS {
        for lost in losses_of(variant.name) {
            let toy = transfer(&settings(variant.name), lost);
            let sent = toy.sender.stats();
            let ms = toy.sender.acknowledged_at().expect("it has finished").ps() / MS;
            writeln!(
                text,
                "{:<20} {} lost: {ms:4} ms, {} timeouts, {} recoveries, {} resent, {} of them in vain",
                variant.name,
                lost.len(),
                sent.timeouts,
                sent.fast_retransmits,
                sent.retransmitted_segments,
                toy.receiver.stats().duplicate_segments,
            )
            .expect("a string takes text");
        }
    }
    insta::assert_snapshot!(text);
}

/// Duplicates do nothing. The timer (3 ticks) fires at 300 ms; slow start then goes back to 14, and an
/// acknowledgment that jumps over what the receiver has kept takes sending along.
#[test]
fn without_fast_retransmit_only_the_timer_repairs() {
    insta::assert_snapshot!(timelines("no-fast-retransmit"));
}

/// The third duplicate resends 14 and begins slow start with one segment (ssthresh 15 / 2 = 7). Sending
/// goes back with it: the window of 2 reaches the second loss, or the segment behind it, a round trip later,
/// and nothing waits for the timer; 27, then 25, 27 of the resent segments have arrived.
#[test]
fn tahoe_goes_back_and_repairs_a_loss_per_round_trip() {
    insta::assert_snapshot!(timelines("tahoe"));
}

/// As in the code of 4.3BSD sending does not go back, so a second loss waits for the timer.
#[test]
fn tahoe_that_goes_on_repairs_one_loss_by_duplicates() {
    let goes_on = after_fast_retransmit("tahoe", AfterFastRetransmit::GoOn);
    insta::assert_snapshot!(timelines_of("tahoe", &goes_on));
}

/// The duplicates behind the third open the window of fast recovery (7 + 3 segments and one for each), and
/// each sends the next segment again, most of which have arrived.
#[test]
fn reno_that_goes_back_sends_again_what_the_receiver_has_kept() {
    let goes_back = after_fast_retransmit("reno", AfterFastRetransmit::GoBackN);
    insta::assert_snapshot!(timelines_of("reno", &goes_back));
}

/// Over a receiver that keeps nothing beyond a hole, Reno that continues has to wait for the timer even after
/// one loss, because all behind it is also missing; Reno that goes back needs no timer, whatever is lost.
#[test]
fn a_receiver_that_drops_what_is_out_of_order_wants_a_sender_that_goes_back() {
    for (way, timeouts) in [(AfterFastRetransmit::GoOn, 1), (AfterFastRetransmit::GoBackN, 0)] {
        for lost in LOSSES {
            let settings = Settings { out_of_order: OutOfOrder::Drop, ..after_fast_retransmit("reno", way) };
            let toy = transfer(&settings, lost);
            let sent = toy.sender.stats();
            assert_eq!(sent.timeouts, timeouts, "{way:?}, lost: {lost:?}: {}", toy.log);
        }
    }
}

/// One loss: 7 + 3 segments, one more for each duplicate, new data once that passes the 15 outstanding;
/// the acknowledgment of 29 deflates to 7 (and opens by one, as in BSD). Two: the first new
/// acknowledgment ends the recovery, and duplicates begin a second one, which halves the window again.
/// Three and four: too few duplicates are left, and the timer ends it, as in Fall and Floyd.
#[test]
fn reno_needs_a_recovery_for_each_loss_and_the_timer_for_the_third() {
    insta::assert_snapshot!(timelines("reno"));
}

/// One recovery whatever is lost: each partial acknowledgment (24, 26, 28) resends the next hole at once,
/// takes off the window what it acknowledges and puts one segment back, so one loss is repaired per
/// round trip. The acknowledgment of all that was outstanding (29 and beyond) ends it with a window of
/// min(ssthresh, outstanding + 1).
#[test]
fn newreno_repairs_one_loss_per_round_trip() {
    insta::assert_snapshot!(timelines("newreno"));
}

/// The window is 7 at once; the number in the network falls by one for each duplicate, and sending continues
/// when it is below 7. 24 counts as lost only with three runs (or more than two segments) acknowledged
/// above it, when 29 has arrived, at 134 ms; 26 and 28 follow as the runs above them grow. All of it in
/// one recovery, less than two round trips.
#[test]
fn sack_repairs_what_three_runs_above_show() {
    insta::assert_snapshot!(timelines("sack"));
}

/// As sack, but 24 counts as lost as soon as 25 is acknowledged selectively (115 ms), and 26 with 27
/// (117 ms): all holes are resent a round trip earlier.
#[test]
fn fack_repairs_all_below_the_highest_report() {
    insta::assert_snapshot!(timelines("fack"));
}

/// The third duplicate resends 40 and takes a quarter of the window (16 to 12). The next hole is resent
/// as soon as its exact timeout has passed: at the first new acknowledgment (50, 192 ms), or at the
/// first duplicate after it (52, 194 ms); without another cut, because it was sent before the last one.
/// Where not even that much time has passed (54 of two losses), the third duplicate does it.
#[test]
fn vegas_repairs_what_the_clock_shows() {
    insta::assert_snapshot!(timelines("vegas"));
}

/// As sack, with a window of 0.7 * 15 = 10.5. Then the Reno-friendly region: 0.53 / cwnd segments more
/// for each acknowledgment.
#[test]
fn cubic_repairs_as_sack_with_a_larger_window() {
    insta::assert_snapshot!(timelines("cubic"));
}
