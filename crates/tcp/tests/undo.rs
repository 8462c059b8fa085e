//! Spurious recoveries and timeouts, by each rule that takes them back.
//!
//! Segments of 1000 octets, 50 ms each way, so a round trip of 100 ms; every segment is acknowledged. Numbers of
//! segments count from 0 in the order of sending.

use cellwise_tcp::recovery::RecoveryKind;
use cellwise_tcp::undo::{Response, UndoConfig, dsack, eifel, f_rto, linux};
use cellwise_tcp::{
    AfterTimeout, Application, DuplicateAcks, RtoRule, Seq, Settings, SsthreshRule, VariantName,
};
use cellwise_units::{Bytes, Span, Time};

use crate::toy::{Direction, MS, Path, Toy};

fn settings(variant: &str, undo: UndoConfig) -> Settings {
    let settings = Settings {
        variant: VariantName::find(variant).expect("a known variant"),
        receive_window: Bytes::new(60_000),
        initial_cwnd_segments: 8,
        delayed_ack: false,
        rto_rule: RtoRule::Rfc6298,
        ssthresh_rule: SsthreshRule::Rfc5681,
        undo,
        ..Settings::default()
    };
    let options = if settings.uses_timestamps() { 12 } else { 0 };
    Settings { mss: Bytes::new(1_000 + options), ..settings }
}

fn eifel(response: Response) -> UndoConfig {
    UndoConfig::Eifel(eifel::Config { response })
}

fn f_rto(response: Response) -> UndoConfig {
    UndoConfig::FRto(f_rto::Config { response })
}

/// Delays of 50 ms; data segments of these numbers are lost, or come later by so many milliseconds.
fn path(lost: &'static [u64], late: &'static [(u64, u64)]) -> Path {
    Box::new(move |direction, number, now| {
        let is_data = direction == Direction::Data;
        if is_data && lost.contains(&number) {
            return Vec::new();
        }
        let more = late.iter().find(|(late, _)| is_data && *late == number).map_or(0, |(_, ms)| *ms);
        vec![now + Span::from_ps((50 + more) * MS)]
    })
}

fn transfer(settings: &Settings, octets: u64, path: Path) -> Toy {
    assert_eq!(settings.check(), []);
    let mut toy = Toy::new(settings, Application::Finite { octets }, Seq(0), path);
    toy.run(60_000);
    assert!(toy.sender.is_finished(), "{}", toy.log);
    assert_eq!(toy.receiver.stats().delivered_octets, octets);
    toy
}

/// The windows in the last line of the log before an instant, in octets: what `cwnd` and `ssthresh` say.
fn windows_at(toy: &Toy, ms: f64) -> (u64, Option<u64>) {
    let at = |line: &str| line.split_whitespace().next()?.parse::<f64>().ok();
    let line = toy
        .log
        .lines()
        .rfind(|line| line.contains("cwnd") && at(line).is_some_and(|at| at <= ms))
        .expect("a line");
    let word = |key: &str| line.split(key).nth(1).and_then(|rest| rest.split_whitespace().next());
    (
        word("cwnd ").expect("cwnd").parse().expect("octets"),
        word("ssthresh ").and_then(|text| text.parse().ok()),
    )
}

/// Segment 8, the first of the second flight, comes 20 ms late. Its flight: 16 segments, all sent at 100 ms; the others
/// arrive at 150, so that 15 duplicates come at 200: the third begins a recovery, with half of 16 segments. The original arrives at
/// 170, and at 220 its acknowledgment, of all 16, echoes 100: from before the retransmission at 200.
const LATE: &[(u64, u64)] = &[(8, 20)];

#[test]
fn a_recovery_for_a_late_segment_is_taken_back_when_its_own_acknowledgment_comes() {
    for variant in ["reno", "newreno", "sack", "fack", "cubic"] {
        let undo = UndoConfig::Linux(linux::Config::default());
        let settings = Settings { timestamps: true, mss: Bytes::new(1_012), ..settings(variant, undo) };
        let toy = transfer(&settings, 60_000, path(&[], LATE));
        let stats = toy.sender.stats();
        assert_eq!((stats.fast_retransmits, stats.undone_recoveries), (1, 1), "{variant}\n{}", toy.log);
        assert!(windows_at(&toy, 219.0).1.is_some(), "{variant}: the threshold has fallen");
        let (cwnd, ssthresh) = windows_at(&toy, 221.0);
        assert_eq!(ssthresh, None, "{variant}\n{}", toy.log);
        assert!(cwnd >= 16_000, "{variant}: {cwnd}\n{}", toy.log);
        let kept = Settings { undo: UndoConfig::default(), ..settings };
        let kept = transfer(&kept, 60_000, path(&[], LATE));
        assert_eq!(kept.sender.stats().undone_recoveries, 0);
        assert!(kept.sender.acknowledged_at() > toy.sender.acknowledged_at(), "{variant}");
    }
}

/// An acknowledgment of all that is outstanding may also follow the loss of all acknowledgments: Eifel has it stay.
// spec: rfc3522 3.2 step 5
#[test]
fn eifel_wants_something_left_outstanding() {
    let all = transfer(&settings("sack", eifel(Response::Prior)), 24_000, path(&[], LATE));
    assert_eq!(all.sender.stats().undone_recoveries, 0, "{}", all.log);
    let more = transfer(&settings("sack", eifel(Response::Prior)), 60_000, path(&[], LATE));
    assert_eq!(more.sender.stats().undone_recoveries, 1, "{}", more.log);
}

/// As RFC 4015 has it: 16 segments were outstanding, which the threshold becomes.
#[test]
fn the_response_of_rfc4015_restores_what_was_outstanding() {
    let toy = transfer(&settings("newreno", eifel(Response::Rfc4015)), 60_000, path(&[], LATE));
    assert_eq!(toy.sender.stats().undone_recoveries, 1, "{}", toy.log);
    insta::assert_snapshot!(toy.log);
}

/// A real loss: the acknowledgment echoes the retransmission, or the segment that made it.
#[test]
fn a_real_loss_is_never_taken_back() {
    let rules = [
        eifel(Response::Prior),
        f_rto(Response::Prior),
        UndoConfig::Dsack(dsack::Config::default()),
        UndoConfig::Linux(linux::Config::default()),
    ];
    for undo in rules {
        for variant in ["reno", "newreno", "sack", "fack", "cubic", "cubic-linux", "vegas", "tahoe"] {
            for lost in [&[8][..], &[8, 12], &[20, 21, 22, 23], &[8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18]] {
                let settings = Settings { timestamps: true, dsack: true, ..settings(variant, undo.clone()) };
                let settings = Settings { mss: Bytes::new(1_012), ..settings };
                let toy = transfer(&settings, 24_000, path(lost, &[]));
                let stats = toy.sender.stats();
                assert_eq!(
                    (stats.undone_recoveries, stats.undone_timeouts),
                    (0, 0),
                    "{undo:?} {variant} {lost:?}\n{}",
                    toy.log
                );
            }
        }
    }
}

/// The report of the duplicate comes a round trip after the retransmission: sent at 200, it arrives at 250 and its report at 300.
#[test]
fn a_report_of_all_that_was_sent_again_takes_a_recovery_back_after_its_end() {
    for recovery in [RecoveryKind::Sack, RecoveryKind::Fack, RecoveryKind::Reno, RecoveryKind::NewReno] {
        let undo = UndoConfig::Dsack(dsack::Config::default());
        let settings = Settings { recovery: Some(recovery), ..settings("reno", undo) };
        let toy = transfer(&settings, 60_000, path(&[], LATE));
        assert_eq!(toy.sender.stats().undone_recoveries, 1, "{recovery:?}\n{}", toy.log);
        assert!(windows_at(&toy, 299.0).1.is_some(), "{recovery:?}\n{}", toy.log);
        let (cwnd, ssthresh) = windows_at(&toy, 301.0);
        assert!(cwnd >= 16_000 && ssthresh.is_none(), "{recovery:?}: {cwnd}\n{}", toy.log);
    }
}

/// The way to the receiver is blocked from 150 ms, when the second flight would arrive, until 1650 ms; then 10 ms
/// lie between segments. The timer of 1 s, which runs from 100 ms, expires at 1100; the original of segment 8 arrives
/// at 1650.
fn stall() -> Path {
    let mut last = 0;
    Box::new(move |direction, _, now| {
        let mut at = now.ps() + 50 * MS;
        if direction == Direction::Data && now.ps() >= 100 * MS {
            at = at.max(1_650 * MS).max(last + 10 * MS);
            last = at;
        }
        vec![Time::from_ps(at)]
    })
}

#[test]
fn a_timeout_for_a_delay_is_taken_back_at_the_second_acknowledgment() {
    let toy = transfer(&settings("newreno", f_rto(Response::Prior)), 60_000, stall());
    let stats = toy.sender.stats();
    assert_eq!((stats.timeouts, stats.undone_timeouts), (1, 1), "{}", toy.log);
    assert_eq!(stats.retransmitted_segments, 1, "only the first is sent again\n{}", toy.log);
    insta::assert_snapshot!(toy.log);
}

#[test]
fn every_recovery_goes_on_after_a_timeout_that_was_none() {
    for undo in [f_rto(Response::Prior), eifel(Response::Prior), UndoConfig::Linux(linux::Config::default())]
    {
        for recovery in RecoveryKind::ALL {
            for after_timeout in [AfterTimeout::GoBackN, AfterTimeout::FirstSegment] {
                let settings = Settings {
                    recovery: Some(*recovery),
                    after_timeout,
                    timestamps: true,
                    mss: Bytes::new(1_012),
                    ..settings("reno", undo.clone())
                };
                let toy = transfer(&settings, 60_000, stall());
                let stats = toy.sender.stats();
                // A tail loss probe precedes the timer, so what comes is another order.
                if *recovery != RecoveryKind::RackTlp {
                    assert_eq!(
                        (stats.undone_timeouts, stats.retransmitted_segments),
                        (1, 1),
                        "{undo:?} {recovery:?}\n{}",
                        toy.log
                    );
                }
            }
        }
    }
}

/// The timer expires because the whole flight but its last segment is lost: after the first acknowledgment two new segments cause duplicates, and
/// what was lost is sent with a window of three segments.
#[test]
fn new_segments_that_cause_a_duplicate_have_it_go_back() {
    let lost = &[8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23];
    let toy = transfer(&settings("newreno", f_rto(Response::Prior)), 40_000, path(lost, &[]));
    let stats = toy.sender.stats();
    assert_eq!((stats.timeouts, stats.undone_timeouts), (1, 0), "{}", toy.log);
    insta::assert_snapshot!(toy.log);
}

/// A mark that is echoed in between is congestion: the window stays.
#[test]
fn a_mark_has_the_reduction_stay() {
    let settings = Settings { ecn: true, ..settings("newreno", f_rto(Response::Prior)) };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 60_000 }, Seq(0), stall());
    toy.congested = Box::new(|number| number == 8);
    toy.run(60_000);
    let stats = toy.sender.stats();
    assert_eq!((stats.timeouts, stats.undone_timeouts), (1, 0), "{}", toy.log);
}

/// A receiver that delays duplicates and a rule that waits for them: nothing breaks.
#[test]
fn delayed_duplicates_change_nothing() {
    let undo = UndoConfig::Dsack(dsack::Config::default());
    let settings = Settings { duplicate_acks: DuplicateAcks::Delayed, ..settings("sack", undo) };
    let toy = transfer(&settings, 60_000, path(&[], LATE));
    assert!(toy.sender.stats().undone_recoveries <= toy.sender.stats().fast_retransmits);
}
