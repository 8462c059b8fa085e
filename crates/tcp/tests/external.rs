//! The variant "external": a window that is set from outside.

use cellwise_tcp::recovery::RecoveryKind;
use cellwise_tcp::{Application, Seq, Settings, VariantName};
use cellwise_units::{Bytes, Span, Time};
use proptest::prelude::*;

use crate::toy::{Act, MS, Toy, line};

const MSS: u64 = 1000;

fn settings(initial: u32) -> Settings {
    Settings {
        variant: VariantName::find("external").expect("a known variant"),
        mss: Bytes::new(MSS),
        receive_window: Bytes::new(60_000),
        initial_cwnd_segments: initial,
        delayed_ack: false,
        ..Settings::default()
    }
}

fn greedy(settings: &Settings, lost: &[u64]) -> Toy {
    Toy::new(settings, Application::Greedy, Seq(0), line(lost))
}

#[test]
fn a_window_that_nobody_sets_stays_the_initial_one() {
    let mut toy = greedy(&settings(5), &[]);
    toy.run(1_000);
    assert_eq!((toy.sender.cwnd(), toy.sender.stats().timeouts), (5 * MSS, 0));
    let outstanding = toy.sender.snd_max_offset() - toy.sender.snd_una_offset();
    assert_eq!(outstanding, 5 * MSS);
    // 1 ms on the line and 10 ms each way; others wait for nothing.
    let trips = toy.sender.external().expect("it is set from outside").1;
    assert_eq!(trips.shortest, Some(Span::from_ps(21 * MS)));
    assert!(trips.count > 40 && trips.sum_ps >= u128::from(trips.count) * u128::from(21 * MS));
}

#[test]
fn what_a_larger_window_has_room_for_is_sent_at_once() {
    let mut toy = greedy(&settings(2), &[]);
    toy.at(5, Act::Window(6 * MSS + 999));
    toy.start();
    while toy.step(Time::from_ps(5 * MS)) {}
    assert_eq!(toy.sender.snd_max_offset(), 6 * MSS);
}

#[test]
fn a_smaller_window_sends_nothing_until_what_is_outstanding_has_shrunk_to_it() {
    let mut toy = greedy(&settings(10), &[]);
    toy.at(5, Act::Window(3 * MSS));
    toy.run(500);
    assert_eq!(toy.sender.snd_max_offset() - toy.sender.snd_una_offset(), 3 * MSS);
    assert_eq!(toy.sender.stats().retransmitted_segments, 0);
}

#[test]
fn to_set_what_is_set_changes_nothing() {
    let (mut plain, mut again) = (greedy(&settings(4), &[7, 30]), greedy(&settings(4), &[7, 30]));
    (0..400).for_each(|ms| again.at(ms * 2 + 1, Act::Window(4 * MSS)));
    plain.run(900);
    again.run(900);
    let others: Vec<&str> = again.log.lines().filter(|line| !line.contains("Window")).collect();
    assert_eq!(plain.log.lines().collect::<Vec<_>>(), others);
}

#[test]
fn after_losses_and_timeouts_the_window_is_what_was_set() {
    for recovery in RecoveryKind::ALL {
        // The last is lost again and again: only the timer finds that.
        let mut toy =
            greedy(&Settings { recovery: Some(*recovery), ..settings(8) }, &[5, 9, 40, 41, 42, 43, 44]);
        toy.at(40, Act::Window(12 * MSS));
        toy.run(20_000);
        let stats = toy.sender.stats();
        assert!(stats.timeouts + stats.fast_retransmits > 0, "{recovery:?}");
        assert_eq!(toy.sender.cwnd(), 12 * MSS, "{recovery:?}");
    }
}

#[test]
fn other_controls_take_no_window() {
    let mut sender = greedy(&Settings::default(), &[]).sender;
    assert!(!sender.set_cwnd(Time::ZERO, 5_000, &mut Vec::new()));
    assert!(sender.external().is_none());
}

proptest! {
    /// Whatever is lost, and whatever the window is set to, everything is delivered once.
    #[test]
    fn all_is_delivered(
        recovery in prop::sample::select(RecoveryKind::ALL),
        windows in prop::collection::vec((0u64..3_000, MSS..80_000), 0..30),
        lost in prop::collection::vec(0u64..150, 0..12),
    ) {
        let octets = 150 * MSS;
        let mut toy = Toy::new(
            &Settings { recovery: Some(recovery), ..settings(4) },
            Application::Finite { octets },
            Seq(u32::MAX - 5_000),
            line(&lost),
        );
        windows.iter().for_each(|&(ms, octets)| toy.at(ms, Act::Window(octets)));
        toy.run(4_000_000);
        prop_assert!(toy.sender.is_finished());
        prop_assert_eq!(toy.receiver.stats().delivered_octets, octets);
    }
}
