//! Laws that every variant keeps under random loss, duplication, reordering and delay.

use cellwise_tcp::ack_delay::{AckDelay as _, AckDelayConfig};
use cellwise_tcp::congestion::Parameters;
use cellwise_tcp::pacing::PacingConfig;
use cellwise_tcp::recovery::RecoveryKind;
use cellwise_tcp::slow_start::SlowStartConfig;
use cellwise_tcp::undo::UndoConfig;
use cellwise_tcp::{
    AfterIdle, AfterTimeout, Application, Backoff, BackoffUntil, ByteCounting, Codepoint, CwndAfterLoss,
    CwndCap, CwndGrowth, CwndUnit, DuplicateAcks, EcnFeedback, Flags, InitialCwnd, NewRenoExit, NewRenoTimer,
    OutOfOrder, Receiver, RecoveryWindow, RetransmissionTimer, RoundTripClock, RtoRule, SackBlocks, Segment,
    Sender, Seq, Settings, SsthreshRule, TickClock, TimerExpiry, Timestamps, VARIANTS, VariantName,
    WindowProbeTimer, WindowUpdateRule,
};
use cellwise_units::{Bytes, Span, Time};
use proptest::prelude::*;

use crate::toy::{Act, Direction, MS, Path, Toy};

/// What happens to a segment: it arrives after each of these delays.
type Fate = Vec<u64>;

/// So many segments are lost in a row at most: fewer than make an end give up.
const MOST_LOST_IN_A_ROW: u32 = 10;

/// Mostly once, sometimes late, twice or never.
fn fate() -> impl Strategy<Value = Fate> {
    prop_oneof![
        6 => (1u64..20).prop_map(|ms| vec![ms]),
        2 => Just(vec![]),
        1 => (1u64..400).prop_map(|ms| vec![ms]),
        1 => (1u64..20, 1u64..400).prop_map(|(first, second)| vec![first, second]),
    ]
}

/// Any segment, its numbers mostly near the start, and any time.
fn any_segment() -> impl Strategy<Value = (Time, Segment)> {
    let near = || prop_oneof![3 => 0u32..20_000, 1 => any::<u32>()];
    let blocks = prop::collection::vec((near(), near()), 0..6);
    let marks = (any::<bool>(), prop::option::of((near(), near())), blocks);
    let header = (near(), near(), near(), near(), any::<u16>());
    (0u64..100_000 * MS, header, marks).prop_map(
        |(ps, (seq, len, ack, window, flags), (ce, stamps, blocks))| {
            let mut segment = Segment::plain(Seq(seq), len, Seq(ack), window, Flags(flags));
            segment.codepoint = if ce { Codepoint::Ce } else { Codepoint::NotEct };
            segment.options.timestamps = stamps.map(|(value, echo)| Timestamps { value, echo });
            let mut sack = SackBlocks::default();
            blocks.iter().for_each(|(start, end)| sack.push(Seq(*start), Seq(*end)));
            segment.options.sack = sack;
            (Time::from_ps(ps), segment)
        },
    )
}

/// Settings with everything of the period that may differ, and everything that came after it.
fn settings() -> impl Strategy<Value = Settings> {
    let extensions = (any::<[bool; 10]>(), 0u32..3, 0u32..3, prop::option::of(1u64..5_000), 1u64..400);
    let few_acks = (
        any::<[bool; 8]>(),
        prop::option::of(1u32..9),
        0usize..3,
        Parameters::arbitrary(),
        SlowStartConfig::arbitrary(),
        (
            PacingConfig::arbitrary(),
            prop::option::of(prop::sample::select(RecoveryKind::ALL)),
            any::<bool>(),
            UndoConfig::arbitrary(),
            AckDelayConfig::arbitrary(),
        ),
    );
    let extended = (settings_of_the_period(), extensions).prop_map(
        |(base, (switches, initial_cwnd, ssthresh_rule, write_size, min_rto))| {
            let [timestamps, sack, ecn, limited_transmit, handshake, close, delayed, sunos, steady, exact] =
                switches;
            // Timestamps need room in every segment.
            let mss = if timestamps { Bytes::new(base.mss.get() + 12) } else { base.mss };
            let scaled = |octets: Bytes| Bytes::new(octets.get() / base.mss.get() * mss.get());
            Settings {
                mss,
                timestamps,
                sack,
                ecn,
                limited_transmit,
                handshake,
                close,
                receive_window: Bytes::new(base.receive_window.get() / base.mss.get() * mss.get() + 7),
                send_buffer: base.send_buffer.map(scaled),
                write_size: base.send_buffer.and(write_size).map(Bytes::new),
                initial_ssthresh: match base.initial_ssthresh {
                    cellwise_tcp::InitialSsthresh::Octets(octets) => {
                        cellwise_tcp::InitialSsthresh::Octets(scaled(octets))
                    }
                    unlimited => unlimited,
                },
                rto_rule: if exact { RtoRule::Rfc6298 } else { base.rto_rule },
                min_rto: Span::from_ps(min_rto * MS),
                ssthresh_rule: if ssthresh_rule == 2 { SsthreshRule::Rfc5681 } else { base.ssthresh_rule },
                duplicate_acks: if delayed { DuplicateAcks::Delayed } else { DuplicateAcks::Immediate },
                window_update_rule: if sunos { WindowUpdateRule::Sunos } else { WindowUpdateRule::Net3 },
                newreno_timer: if steady { NewRenoTimer::SlowButSteady } else { NewRenoTimer::Impatient },
                initial_cwnd: [InitialCwnd::Segments, InitialCwnd::Rfc3390, InitialCwnd::Rfc6928]
                    [initial_cwnd as usize],
                ..base
            }
        },
    );
    (with_windows(with_timers(extended)), few_acks).prop_map(
        |(
            base,
            (
                [ack_congestion_control, prr, paws, reported, accurate, octets, while_limited, ecn_plus_plus],
                max_burst,
                byte_counting,
                congestion,
                slow_start,
                later,
            ),
        )| {
            let (pacing, recovery, dsack, undo, ack_delay) = later;
            let stamps = u64::from(undo.needs_timestamps() && !base.timestamps) * 12;
            let more = stamps + u64::from(ack_congestion_control) * 4;
            Settings {
                ecn_feedback: reported.then_some(match (accurate, octets) {
                    (false, _) => EcnFeedback::Classic,
                    (true, false) => EcnFeedback::Accurate,
                    (true, true) => EcnFeedback::AccurateWithOctets,
                }),
                cwnd_growth: if while_limited { CwndGrowth::WhileLimited } else { CwndGrowth::Always },
                ecn_plus_plus,
                pacing,
                recovery,
                dsack,
                undo,
                paws,
                ack_delay,
                after_fast_retransmit: base.after_fast_retransmit.filter(|_| recovery.is_none()),
                recovery_window: if prr { RecoveryWindow::Prr } else { RecoveryWindow::AtOnce },
                // The options of each also need room.
                mss: Bytes::new(base.mss.get() + more),
                receive_window: Bytes::new(base.receive_window.get() + 16 * 20),
                send_buffer: base.send_buffer.map(|octets| Bytes::new(octets.get() + 16)),
                initial_ssthresh: match base.initial_ssthresh {
                    cellwise_tcp::InitialSsthresh::Octets(octets) => {
                        cellwise_tcp::InitialSsthresh::Octets(Bytes::new(octets.get() + 16))
                    }
                    unlimited => unlimited,
                },
                congestion,
                slow_start,
                ack_congestion_control,
                max_burst,
                byte_counting: [ByteCounting::Off, ByteCounting::Rfc3465, ByteCounting::Unlimited]
                    [byte_counting],
                ..base
            }
        },
    )
}

/// The same with other timers. Without backoff, timeouts in a row must take longer than any delay here, or
/// the sender gives up.
fn with_timers(settings: impl Strategy<Value = Settings>) -> impl Strategy<Value = Settings> {
    let timers = (
        any::<[bool; 4]>(),
        0usize..8,
        0usize..3,
        prop::option::of(1u64..2_000),
        prop::option::of(0u64..4_000),
    );
    (settings, timers).prop_map(
        |(base, ([at_tick, oldest, constant, probes_early], rule, clock, deviation, max))| {
            let least = if constant { Span::from_ps(400 * MS) } else { Span::ZERO };
            let ticks = least.get().div_ceil(base.timer_tick.get()) as u32;
            let min_rto = base.min_rto.max(least);
            let min_rto_ticks = base.min_rto_ticks.max(ticks);
            let longest_min = min_rto.max(base.timer_tick * u64::from(min_rto_ticks));
            Settings {
                rto_rule: [RtoRule::Linux, RtoRule::Freebsd, RtoRule::Unrounded, RtoRule::Ns2]
                    .get(rule)
                    .copied()
                    .unwrap_or(base.rto_rule),
                window_probe_timer: if probes_early {
                    WindowProbeTimer::Rto
                } else {
                    WindowProbeTimer::Bounded
                },
                timer_expiry: if at_tick { TimerExpiry::AtTick } else { TimerExpiry::Exact },
                retransmission_timer: if oldest {
                    RetransmissionTimer::OldestSegment
                } else {
                    RetransmissionTimer::RestartOnAcknowledgment
                },
                backoff: if constant { Backoff::None } else { Backoff::Exponential },
                round_trip_clock: [
                    RoundTripClock::Exact,
                    RoundTripClock::Ticks,
                    RoundTripClock::AtLeastOneTick,
                ][clock],
                initial_deviation: deviation.map(|ms| Span::from_ps(ms * MS)),
                max_rto: max.map(|ms| longest_min + Span::from_ps(ms * MS)),
                min_rto,
                min_rto_ticks,
                ..base
            }
        },
    )
}

/// The same with other windows after losses and idle times.
fn with_windows(settings: impl Strategy<Value = Settings>) -> impl Strategy<Value = Settings> {
    (settings, any::<[bool; 3]>(), 0usize..3).prop_map(|(base, [half, once, deflated], idle)| Settings {
        cwnd_after_loss: if half { CwndAfterLoss::Half } else { CwndAfterLoss::Threshold },
        avoid_multiple_fast_retransmits: once,
        newreno_exit: if deflated { NewRenoExit::Deflated } else { NewRenoExit::NoBurst },
        after_idle: [AfterIdle::Restart, AfterIdle::RestartBelowThreshold, AfterIdle::Halving][idle],
        ..base
    })
}

fn settings_of_the_period() -> impl Strategy<Value = Settings> {
    let sizes = (1u64..1_500, 1u64..20, 0u64..1_500, prop::option::of(1u64..9), any::<bool>());
    let switches = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let rules = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>(), 1u32..5);
    let readings = (any::<bool>(), any::<bool>(), 0usize..3);
    let start = (0..VARIANTS.len(), 1u32..12, prop::option::of(1u64..9), 1u64..300, 0u32..3);
    (sizes, switches, rules, readings, start).prop_map(|(sizes, switches, rules, readings, start)| {
        let mss = sizes.0;
        let variant = VariantName::find(VARIANTS[start.0].name).expect("its own name");
        let segments = |count: u64| Bytes::new(count * mss);
        Settings {
            mss: Bytes::new(mss),
            receive_window: Bytes::new(mss * sizes.1 + sizes.2),
            send_buffer: sizes.3.map(segments),
            window_scaling: sizes.4,
            delayed_ack: switches.0,
            nagle: switches.1,
            header_prediction: switches.2,
            bsd_deflate_bug: switches.3,
            mss_over_8: switches.4,
            rto_rule: if rules.0 { RtoRule::Net3 } else { RtoRule::Sunos },
            cwnd_unit: if rules.1 { CwndUnit::Octets } else { CwndUnit::Segments },
            ssthresh_rule: if rules.2 { SsthreshRule::Bsd } else { SsthreshRule::Goyal96 },
            after_timeout: if rules.3 { AfterTimeout::GoBackN } else { AfterTimeout::FirstSegment },
            duplicate_ack_threshold: rules.4,
            backoff_until: if readings.0 { BackoffUntil::Sample } else { BackoffUntil::NewAck },
            out_of_order: if readings.1 { OutOfOrder::Cache } else { OutOfOrder::Drop },
            variant,
            after_fast_retransmit: variant
                .variant()
                .recovery
                .after_fast_retransmit()
                .get(readings.2)
                .copied(),
            initial_cwnd_segments: start.1,
            initial_ssthresh: start
                .2
                .map(segments)
                .map_or_else(Default::default, cellwise_tcp::InitialSsthresh::Octets),
            timer_tick: Span::from_ps(start.3 * MS),
            cwnd_cap: [CwndCap::LargestWindow, CwndCap::ReceiveWindow, CwndCap::Unlimited][start.4 as usize],
            ..Settings::default()
        }
    })
}

/// A path that deals out the fates, then is clean.
fn path(fates: Vec<Fate>) -> Path {
    let (mut fates, mut lost_in_a_row) = (fates.into_iter(), 0);
    Box::new(move |direction, number, now| {
        let clean = || vec![if direction == Direction::Data { 5 } else { 7 }];
        let mut delays = fates.next().unwrap_or_else(clean);
        lost_in_a_row = if delays.is_empty() { lost_in_a_row + 1 } else { 0 };
        // An end whose segment is lost more often gives up, as it should.
        if lost_in_a_row > MOST_LOST_IN_A_ROW {
            (delays, lost_in_a_row) = (clean(), 0);
        }
        // A little apart, so that not everything is simultaneous.
        delays.into_iter().map(|ms| now + Span::from_ps(ms * MS + number)).collect()
    })
}

/// Checks the laws that hold after every step.
fn check_step(toy: &Toy, settings: &Settings, before: &Snapshot) {
    let (sender, mss) = (&toy.sender, settings.mss_octets());
    assert!(sender.cwnd() >= mss, "cwnd {} is below a segment", sender.cwnd());
    assert!(sender.ssthresh() >= mss);
    let (una, nxt, max) = (sender.snd_una_offset(), sender.snd_nxt_offset(), sender.snd_max_offset());
    assert!(una <= nxt && nxt <= max, "{una} <= {nxt} <= {max}");
    assert!(una >= before.una, "snd_una went back");
    assert!(una <= toy.receiver.rcv_nxt_offset(), "acknowledged what never arrived");
    assert!(toy.receiver.rcv_nxt_offset() <= max, "received what was never sent");
    let delivered = toy.receiver.stats().delivered_octets;
    assert!((before.delivered..=toy.receiver.rcv_nxt_offset()).contains(&delivered));
    check_scoreboard(toy);
    check_few_acknowledgments(toy, settings, before);
    for deadline in [sender.next_deadline(), toy.receiver.next_deadline()] {
        assert!(deadline >= toy.now, "a deadline lies in the past");
    }
    // No octet is beyond the offered window, except that of a window probe.
    let edge = before.una.max(una) + u64::from(settings.advertised_window());
    let probes = u64::from(sender.stats().window_probes > 0);
    for (offset, len) in &toy.data[before.sent..] {
        assert!(offset + len <= edge + probes, "{offset}:{len} is beyond {edge}");
        assert!((1..=mss).contains(len));
    }
}

/// The factor of acknowledgment congestion control stays within half the window; no event sends more than
/// a burst, except a segment that shows or repairs a loss, once a round-trip time is known.
fn check_few_acknowledgments(toy: &Toy, settings: &Settings, before: &Snapshot) {
    let least = match (settings.delayed_ack, settings.ack_congestion_control) {
        (false, _) => 1,
        // Acknowledgment congestion control counts by itself.
        (true, true) => 2,
        (true, false) => settings.ack_delay.build().segments(),
    };
    let half = u64::from(settings.advertised_window()) / settings.mss_octets() / 2;
    let most = if settings.ack_congestion_control { half.min(127).max(least) } else { least };
    let factor = toy.receiver.delayed_ack_factor();
    assert!((least..=most).contains(&factor), "{factor} is not from {least} to {most}");
    let sent = (toy.data.len() - before.sent) as u64;
    if let Some(burst) = settings.max_burst
        && before.timed
        && !settings.recovery_kind().uses_sack()
    {
        assert!(sent <= u64::from(burst) + 1, "{sent} segments in a burst of {burst}: {}", toy.log);
    }
}

/// The receiver still has all that the sender takes for acknowledged selectively.
fn check_scoreboard(toy: &Toy) {
    let (read, held) = (toy.receiver.rcv_nxt_offset(), toy.receiver.beyond_hole());
    let has = |start, end| held.iter().any(|run| run.0 <= start && end <= run.1);
    for &(start, end) in toy.sender.sacked() {
        assert!(start < end && toy.sender.snd_una_offset() < start);
        let start = start.max(read);
        assert!(start >= end || has(start, end), "{start}-{end} is not in {held:?}");
    }
}

struct Snapshot {
    una: u64,
    delivered: u64,
    sent: usize,
    timed: bool,
}

impl Snapshot {
    fn of(toy: &Toy) -> Self {
        let delivered = toy.receiver.stats().delivered_octets;
        let timed = toy.sender.exact_rtt().is_some();
        Self { una: toy.sender.snd_una_offset(), delivered, sent: toy.data.len(), timed }
    }
}

/// Runs a transfer to its end, checking the laws; returns the exchange.
fn run(settings: &Settings, octets: u64, seq: Seq, fates: Vec<Fate>, holds: bool) -> Toy {
    let mut toy = Toy::new(settings, Application::Finite { octets }, seq, path(fates));
    toy.congested = Box::new(|number| number % 7 == 3);
    toy.congested_back = Box::new(|number| number % 5 == 2);
    if holds {
        toy.at(0, Act::Hold);
        for second in 1..200 {
            toy.at(second * 1_000, Act::Read(settings.receive_window.get()));
        }
        toy.at(200_000, Act::Release);
    }
    toy.start();
    let mut before = Snapshot { una: 0, delivered: 0, sent: 0, timed: false };
    check_step(&toy, settings, &before);
    // The slowest pair of rules repairs one segment per longest timeout (64 s): 60 of them, and 80 fates.
    while toy.step(Time::from_ps(10_000_000 * MS)) {
        check_step(&toy, settings, &before);
        before = Snapshot::of(&toy);
    }
    toy
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn every_transfer_ends_with_every_octet_delivered_once(
        settings in settings(),
        octets in 0u64..40_000,
        seq in prop_oneof![Just(u32::MAX - 5_000), any::<u32>()],
        fates in prop::collection::vec(fate(), 0..80),
        holds in any::<bool>(),
    ) {
        prop_assert_eq!(settings.check(), []);
        let octets = octets.min(60 * settings.mss_octets());
        let toy = run(&settings, octets, Seq(seq), fates, holds);
        let (sent, received) = (toy.sender.stats(), toy.receiver.stats());
        prop_assert!(toy.sender.is_finished(), "{}", toy.log);
        prop_assert_eq!(received.delivered_octets, octets);
        prop_assert_eq!(sent.data_octets_sent, octets + sent.retransmitted_octets);
        prop_assert_eq!(sent.segments_sent, toy.data.len() as u64);
        prop_assert_eq!(toy.sender.next_deadline(), Time::NEVER);
        prop_assert_eq!(toy.receiver.next_deadline(), Time::NEVER);
        prop_assert!(toy.sender.acknowledged_at() >= toy.sender.written_at());
        prop_assert!(toy.sender.written_at() >= toy.sender.established_at());
        prop_assert!(toy.sender.established_at().is_some());
        prop_assert_eq!(toy.sender.is_closed(), settings.close, "{}", toy.log);
        prop_assert_eq!(toy.receiver.is_closed(), settings.close);
        prop_assert_eq!(toy.receiver.ended_at().is_some(), settings.close);
        if settings.recovery_kind() == RecoveryKind::TimeoutOnly {
            prop_assert_eq!(sent.fast_retransmits, 0);
        }
        prop_assert!(sent.undone_timeouts <= sent.timeouts && sent.undone_recoveries <= sent.fast_retransmits);
    }

    #[test]
    fn the_same_inputs_give_the_same_exchange(
        settings in settings(), fates in prop::collection::vec(fate(), 0..60),
    ) {
        let first = run(&settings, 20_000, Seq(7), fates.clone(), false);
        let second = run(&settings, 20_000, Seq(7), fates, false);
        prop_assert_eq!(first.log, second.log);
    }

    #[test]
    fn the_initial_sequence_number_changes_nothing(
        settings in settings(), seq: u32, fates in prop::collection::vec(fate(), 0..60),
    ) {
        let zero = run(&settings, 20_000, Seq(0), fates.clone(), false);
        let other = run(&settings, 20_000, Seq(seq), fates, false);
        prop_assert_eq!(zero.log, other.log);
    }

    #[test]
    fn no_segment_at_no_time_makes_an_end_panic_or_send_beyond_the_window(
        settings in settings(), segments in prop::collection::vec(any_segment(), 1..60),
    ) {
        let ticks = TickClock::aligned(settings.timer_tick);
        let mut sender = Sender::new(&settings, Application::Greedy, ticks);
        let mut receiver = Receiver::new(&settings, ticks);
        let mut out = Vec::new();
        sender.start(Time::ZERO, &mut out);
        let mut widest = u64::from(settings.advertised_window());
        for (at, segment) in segments {
            widest = widest.max(u64::from(segment.window));
            sender.on_ack(at, &segment, &mut out);
            sender.on_deadline(at, &mut out);
            receiver.on_data(at, &segment, &mut out);
            receiver.on_deadline(at, &mut out);
            prop_assert!(sender.snd_max_offset() - sender.snd_una_offset() <= widest + 1);
            prop_assert!(receiver.rcv_nxt_offset() <= receiver.stats().received_octets);
        }
    }

    #[test]
    fn without_loss_or_delay_nothing_is_sent_twice(settings in settings(), octets in 1u64..40_000) {
        let settings =
            Settings { timer_tick: Span::from_ps(500 * MS), min_rto: Span::from_ps(1000 * MS), ..settings };
        let toy = run(&settings, octets, Seq(0), Vec::new(), false);
        // A tail loss probe does not wait for an acknowledgment that is delayed.
        let probes = toy.sender.stats().tail_loss_probes;
        prop_assert!(toy.sender.stats().retransmitted_segments <= probes, "{}", toy.log);
        prop_assert!(toy.receiver.stats().duplicate_segments <= probes);
    }
}
