//! Extensions after the period: timestamps, exact timers, limited transmit, ECN, initial windows; and SunOS's
//! behaviour before it.
//!
//! A data segment needs 1 ms on the line and 10 ms on the way, an acknowledgment 10 ms.

use cellwise_tcp::congestion::vegas;
use cellwise_tcp::slow_start::SlowStartConfig;
use cellwise_tcp::{
    Application, Codepoint, DuplicateAcks, Flags, InitialCwnd, NewRenoTimer, Receiver, RtoRule, Segment, Seq,
    Settings, SsthreshRule, TickClock, VariantName, WindowUpdateRule,
};
use cellwise_units::{Bytes, Span, Time};
use std::fmt::Write as _;

use crate::toy::{Act, MS, Toy, line};

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

fn transfer(settings: &Settings, octets: u64, lost: &[u64]) -> Toy {
    let mut toy = Toy::new(settings, Application::Finite { octets }, Seq(0), line(lost));
    toy.run(600_000);
    assert!(toy.sender.is_finished(), "{}", toy.log);
    assert_eq!(toy.receiver.stats().delivered_octets, octets);
    toy
}

/// Segment 2 is lost twice. Without timestamps its acknowledgment measures nothing (Karn) and the
/// doubled timeout stays; with them it measures from the second retransmission and the timeout falls.
#[test]
fn a_timestamp_measures_a_retransmission_and_ends_the_backoff() {
    for (timestamps, measured) in [(false, false), (true, true)] {
        let mss = Bytes::new(if timestamps { 1012 } else { 1000 });
        let settings = Settings { timestamps, mss, ..settings("no-fast-retransmit") };
        let mut toy = Toy::new(&settings, Application::Finite { octets: 3_000 }, Seq(0), line(&[2, 3]));
        toy.start();
        while toy.sender.stats().timeouts < 2 {
            assert!(toy.step(Time::from_ps(60_000 * MS)));
        }
        let (backed_off, samples) = (toy.sender.rtt().rto_ticks(), toy.sender.stats().rtt_samples);
        while toy.step(Time::from_ps(60_000 * MS)) {}
        assert_eq!(toy.sender.stats().rtt_samples > samples, measured);
        assert_eq!(toy.sender.rtt().rto_ticks() < backed_off, measured, "{}", toy.log);
    }
}

#[test]
fn timestamps_take_their_octets_from_the_data() {
    let settings = Settings { timestamps: true, ..settings("reno") };
    let toy = transfer(&settings, 988 * 20, &[]);
    assert!(toy.data.iter().all(|&(_, len)| len == 988));
    assert_eq!(toy.sender.stats().rtt_samples, 20, "every acknowledgment is a sample");
}

/// RFC 6298 with samples of 21 ms: SRTT 21, RTTVAR falls from 10.5, RTO = max(min, 21 + max(G, 4 RTTVAR)).
/// The timer fires that long after the last acknowledgment of new data, to the picosecond.
#[test]
fn an_exact_timer_fires_exactly_a_timeout_after_the_last_progress() {
    let exact = Settings {
        rto_rule: RtoRule::Rfc6298,
        min_rto: Span::from_ps(30 * MS),
        initial_rto: Span::from_ps(1_000 * MS),
        timer_tick: Span::from_ps(10 * MS),
        ..settings("no-fast-retransmit")
    };
    // The first acknowledgment, at 21 ms, gives RTO = 21 + 4 * 10.5 = 63 ms; both segments it sends are lost.
    let toy = transfer(&exact, 3_000, &[1, 2]);
    let text = toy.log.lines().find(|line| line.contains("timeout")).expect("a timeout");
    assert!(text.trim_start().starts_with("84.000"), "21 + 63 ms: {}", toy.log);
    let slow = Settings { min_rto: Span::from_ps(1_000 * MS), ..exact };
    let toy = transfer(&slow, 3_000, &[1, 2]);
    assert!(toy.log.contains("\n 1021.000    timeout"), "21 ms + 1 s: {}", toy.log);
}

/// With a window of three and the first segment lost only two duplicates come. Each sends a new segment
/// (RFC 3042), whose duplicates then make the third.
#[test]
fn limited_transmit_gives_a_small_window_its_third_duplicate() {
    for (limited_transmit, timeouts) in [(false, 1), (true, 0)] {
        for variant in ["tahoe", "reno", "newreno", "sack", "fack", "vegas", "cubic"] {
            let settings = Settings { limited_transmit, initial_cwnd_segments: 3, ..settings(variant) };
            let sent = *transfer(&settings, 9_000, &[0]).sender.stats();
            assert_eq!(sent.timeouts, timeouts, "{variant}");
            assert_eq!(sent.limited_transmits, if limited_transmit { 2 } else { 0 }, "{variant}");
        }
    }
    let settings = Settings { limited_transmit: true, initial_cwnd_segments: 3, ..settings("newreno") };
    insta::assert_snapshot!(transfer(&settings, 9_000, &[0]).log);
}

/// By RFC 5681 half of the outstanding octets is kept, without those of limited transmit: 8 segments, not
/// 10.
#[test]
fn limited_transmit_does_not_count_in_the_flight_of_rfc5681() {
    for (limited_transmit, sent_before) in [(false, 8), (true, 10)] {
        let settings = Settings {
            limited_transmit,
            initial_cwnd_segments: 8,
            ssthresh_rule: SsthreshRule::Rfc5681,
            ..settings("sack")
        };
        let mut toy = Toy::new(&settings, Application::Greedy, Seq(0), line(&[0]));
        toy.start();
        while toy.sender.stats().fast_retransmits == 0 {
            assert!(toy.step(Time::from_ps(1_000 * MS)));
        }
        assert_eq!((toy.sender.snd_max_offset(), toy.sender.ssthresh()), (sent_before * 1_000, 4_000));
    }
}

/// Segments 7 and 9 of one window are marked: acknowledgments echo since 7, the first echo halves the
/// window and the next new segment says so (CWR), which ends the echo. The second mark changes nothing,
/// and an echo never opens the window. Segment 20, a window later, halves it again.
#[test]
fn marks_halve_the_window_once_per_window_without_loss() {
    let settings = Settings { ecn: true, ..settings("newreno") };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 30_000 }, Seq(0), line(&[]));
    toy.congested = Box::new(|number| [7, 9, 20].contains(&number));
    toy.run(10_000);
    let sent = toy.sender.stats();
    assert_eq!((sent.ecn_reductions, sent.retransmitted_segments), (2, 0));
    assert_eq!(toy.receiver.stats().marked_segments, 3);
    insta::assert_snapshot!(toy.log);
}

#[test]
fn without_ecn_no_segment_can_be_marked() {
    let mut toy = Toy::new(&settings("reno"), Application::Finite { octets: 30_000 }, Seq(0), line(&[]));
    toy.congested = Box::new(|_| true);
    toy.run(10_000);
    assert_eq!((toy.receiver.stats().marked_segments, toy.sender.stats().ecn_reductions), (0, 0));
}

/// A retransmission is not marked as capable (RFC 3168 6.1.5): of four marks in a recovery none is set.
#[test]
fn a_retransmission_cannot_be_marked() {
    let settings = Settings { ecn: true, initial_cwnd_segments: 8, ..settings("newreno") };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 8_000 }, Seq(0), line(&[0]));
    toy.congested = Box::new(|number| number >= 8);
    toy.run(10_000);
    assert_eq!(toy.sender.stats().retransmitted_segments, 1);
    assert_eq!(toy.receiver.stats().marked_segments, 0);
}

/// A receiver that acknowledges selectively changes nothing for a sender that does not read it.
#[test]
fn reno_does_not_read_selective_acknowledgments() {
    let reports = |log: &str| log.lines().filter(|line| line.contains("duplicate 8000-")).count();
    let plain = transfer(&settings("reno"), 24_000, &[7, 9]);
    let selective = transfer(&Settings { sack: true, ..settings("reno") }, 24_000, &[7, 9]);
    assert_eq!((reports(&plain.log), reports(&selective.log) > 0), (0, true));
    assert_eq!(plain.sender.stats(), selective.sender.stats());
    assert_eq!(plain.data, selective.data);
    assert!(selective.sender.sacked().is_empty());
}

/// SunOS 4.1.3 delays what should be duplicates: the fast timer sends one of them per 200 ms, so the third
/// never comes and the loss waits for the retransmission timer. The fix sends each at once.
#[test]
fn delayed_duplicates_keep_fast_retransmit_from_happening() {
    let sunos = |duplicate_acks| Settings {
        delayed_ack: true,
        duplicate_acks,
        window_update_rule: WindowUpdateRule::Sunos,
        rto_rule: RtoRule::Sunos,
        window_scaling: false,
        header_prediction: false,
        idle_restart: false,
        ..settings("tahoe")
    };
    let faulty = transfer(&sunos(DuplicateAcks::Delayed), 24_000, &[9]);
    assert_eq!((faulty.sender.stats().fast_retransmits, faulty.sender.stats().timeouts), (0, 1));
    let fixed = transfer(&sunos(DuplicateAcks::Immediate), 24_000, &[9]);
    assert_eq!((fixed.sender.stats().fast_retransmits, fixed.sender.stats().timeouts), (1, 0));
    insta::assert_snapshot!(faulty.log);
}

/// Ten segments of a window lost: by default the timer restarts only at the first partial acknowledgment
/// and ends the recovery; otherwise the recovery continues for ten round trips.
#[test]
fn an_impatient_newreno_ends_a_long_recovery_by_the_timer() {
    let lost: Vec<u64> = (31..60).step_by(3).collect();
    for (newreno_timer, timeouts) in [(NewRenoTimer::Impatient, 1), (NewRenoTimer::SlowButSteady, 0)] {
        let settings = Settings {
            newreno_timer,
            receive_window: Bytes::new(64_000),
            timer_tick: Span::from_ps(20 * MS),
            ..settings("newreno")
        };
        assert_eq!(transfer(&settings, 100_000, &lost).sender.stats().timeouts, timeouts);
    }
}

#[test]
fn the_initial_window_follows_its_rule_and_comes_back_after_an_idle_time() {
    let rules = [
        (InitialCwnd::Segments, 536, 2 * 536, 536),
        (InitialCwnd::Rfc3390, 536, 4 * 536, 4 * 536),
        (InitialCwnd::Rfc3390, 1460, 4_380, 4_380),
        (InitialCwnd::Rfc3390, 4_000, 8_000, 8_000),
        (InitialCwnd::Rfc6928, 536, 10 * 536, 10 * 536),
        (InitialCwnd::Rfc6928, 1460, 14_600, 14_600),
        (InitialCwnd::Rfc6928, 9_140, 18_280, 18_280),
    ];
    for (initial_cwnd, mss, at_start, after_idle) in rules {
        let settings = Settings {
            mss: Bytes::new(mss),
            receive_window: Bytes::new(65_535),
            initial_cwnd,
            initial_cwnd_segments: 2,
            ..settings("reno")
        };
        let octets = 20 * mss;
        let mut toy = Toy::new(&settings, Application::Finite { octets }, Seq(0), line(&[]));
        assert_eq!(toy.sender.cwnd(), at_start);
        toy.at(5_000, Act::Supply(20 * mss));
        toy.start();
        while toy.step(Time::from_ps(5_000 * MS)) {}
        assert_eq!(toy.sender.cwnd(), after_idle, "{initial_cwnd:?} with {mss}");
    }
}

/// A path whose line holds 21 segments without a queue: Vegas keeps 1 to 3 more than that in flight,
/// where Reno fills whatever window it may have.
#[test]
fn vegas_settles_between_alpha_and_beta_segments_in_the_queue() {
    for (alpha, beta) in [(1, 3), (2, 4), (6, 9)] {
        let mut settings = Settings { receive_window: Bytes::new(60_000), ..settings("vegas") };
        settings.congestion.vegas = vegas::Config { alpha, beta, ..settings.congestion.vegas };
        let mut toy = Toy::new(&settings, Application::Greedy, Seq(0), line(&[]));
        toy.start();
        let mut range = (u64::MAX, 0);
        while toy.step(Time::from_ps(8_000 * MS)) {
            if toy.now > Time::from_ps(2_000 * MS) {
                let queued = (toy.sender.cwnd() / 1_000).saturating_sub(21);
                range = (range.0.min(queued), range.1.max(queued));
            }
        }
        let wanted = u64::from(alpha)..=u64::from(beta) + 1;
        assert!(wanted.contains(&range.0) && wanted.contains(&range.1), "{range:?} for {wanted:?}");
    }
}

/// A line of 21 segments, with room for all that the receiver's window of 200 lets wait: the rules of slow start see the
/// queue, and end where the standard one continues to the window.
#[test]
fn slow_start_ends_where_a_queue_shows() {
    let mut text = String::new();
    for slow_start in SlowStartConfig::all() {
        for variant in ["sack", "cubic"] {
            let settings = Settings {
                slow_start: slow_start.clone(),
                receive_window: Bytes::new(200_000),
                ..settings(variant)
            };
            let toy = transfer(&settings, 2_000_000, &[]);
            let ssthresh = toy.sender.ssthresh();
            let threshold = if ssthresh == u64::MAX {
                "none".to_owned()
            } else {
                format!("{} segments", ssthresh / 1000)
            };
            let ms = toy.sender.acknowledged_at().expect("it has finished").ps() / MS;
            let cwnd = toy.sender.cwnd() / 1000;
            let name = slow_start.name();
            writeln!(
                text,
                "{name:<17} {variant:<6} threshold {threshold}, window at the end {cwnd}, {ms} ms"
            )
            .expect("a string takes text");
        }
    }
    insta::assert_snapshot!(text);
}

/// What a receiver with delayed acknowledgments sends for segments of which some are marked: octets acknowledged, and
/// whether with an echo.
fn echoes(variant: &str, marked: &[bool]) -> Vec<(u32, bool)> {
    let settings = Settings { ecn: true, delayed_ack: true, ..settings(variant) };
    let mut receiver = Receiver::new(&settings, TickClock::aligned(Span::from_ps(200 * MS)));
    let mut out = Vec::new();
    for (number, ce) in (0..).zip(marked) {
        let mut segment = Segment::plain(Seq(number * 1000), 1000, Seq(0), 16_000, Flags::ACK);
        segment.codepoint = if *ce { Codepoint::Ce } else { Codepoint::Ect0 };
        receiver.on_data(Time::from_ps(u64::from(number) * MS), &segment, &mut out);
    }
    out.iter().map(|ack| (ack.ack.0, ack.flags.contains(Flags::ECE))).collect()
}

/// The state changes at segments 1 and 3: what waited then is acknowledged at once, with the echo of before.
// spec: rfc8257 3.2 figure 1; next to it rfc3168 6.1.3
#[test]
fn an_exact_echo_is_of_the_marked_segments_only() {
    let marked = [false, true, true, false, false, true];
    assert_eq!(echoes("dctcp", &marked), [(1000, false), (3000, true), (5000, false)]);
    assert_eq!(echoes("sack", &marked), [(2000, true), (4000, true), (6000, true)]);
}

/// A quarter of a window is marked in each round: DCTCP keeps more of its windows than an answer to the first mark alone.
#[test]
fn dctcp_gives_up_the_share_that_was_marked() {
    let ends = |variant| {
        let settings = Settings {
            ecn: true,
            receive_window: Bytes::new(100_000),
            initial_cwnd_segments: 20,
            ..settings(variant)
        };
        let mut toy = Toy::new(&settings, Application::Finite { octets: 2_000_000 }, Seq(0), line(&[]));
        toy.congested = Box::new(|number| number % 40 == 0);
        toy.run(60_000);
        assert_eq!(toy.sender.stats().retransmitted_segments, 0);
        toy.sender.acknowledged_at().expect("it has finished").ps() / MS
    };
    let (dctcp, sack) = (ends("dctcp"), ends("sack"));
    assert!(dctcp < sack, "{dctcp} ms, {sack} ms");
}
