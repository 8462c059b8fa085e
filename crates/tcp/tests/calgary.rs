//! The TCP of the ADSL study: 4.4BSD-Lite Reno with 500 ms ticks, delayed acknowledgment and Nagle, each
//! setting by the key that a scenario writes.

use cellwise_tcp::{Application, Flags, Receiver, Segment, Sender, Seq, Settings, TickClock};
use cellwise_units::{Span, Time};

const MS: u64 = 1_000_000_000;

/// Everything that the study says, though most of it is the default.
const KEYS: &str = r#"{
    "variant": "reno", "mss": "512 bytes", "receive_window": "65535 bytes", "window_scaling": false,
    "timer_tick": "500 ms", "timer_phase": "random", "rto_rule": "net3", "min_rto_ticks": 2, "initial_rto": "6 s",
    "max_rto_ticks": 128, "delayed_ack": true, "delayed_ack_timer": "200 ms", "nagle": true,
    "initial_cwnd": "segments", "initial_cwnd_segments": 1, "initial_ssthresh": "65535 bytes",
    "cwnd_unit": "octets", "cwnd_cap": "largest-window", "ssthresh_rule": "bsd", "after_timeout": "go-back-n",
    "out_of_order": "cache", "slow_start_boundary": "at-or-below", "mss_over_8": false
}"#;

fn settings() -> Settings {
    let settings: Settings = serde_json::from_str(KEYS).expect("known keys and values");
    assert_eq!(settings.check(), []);
    settings
}

fn at(ms: u64) -> Time {
    Time::from_ps(ms * MS)
}

fn sender(settings: &Settings) -> (Sender, Vec<Segment>) {
    let mut sender = Sender::new(settings, Application::Greedy, TickClock::aligned(settings.timer_tick));
    let mut out = Vec::new();
    sender.start(at(0), &mut out);
    (sender, out)
}

fn ack(number: u64) -> Segment {
    Segment::plain(Seq(0), 0, Seq(number as u32), 65_535, Flags::ACK)
}

#[test]
fn the_keys_differ_from_the_defaults_only_where_the_study_does() {
    let text = r#"{"window_scaling": false, "timer_phase": "random", "initial_ssthresh": "65535 bytes",
        "max_rto_ticks": 128}"#;
    assert_eq!(settings(), serde_json::from_str(text).expect("known keys"));
}

/// Slow start by delayed acknowledgments up to 65535 octets, then no more than 127 segments are outstanding.
#[test]
fn the_window_opens_to_127_segments_of_512_octets() {
    let (mut sender, mut out) = sender(&settings());
    let mut ms = 0;
    while sender.snd_max_offset() - sender.snd_una_offset() < 127 * 512 {
        ms += 50;
        let next = (sender.snd_una_offset() + 1024).min(sender.snd_max_offset());
        sender.on_ack(at(ms), &ack(next), &mut out);
        assert!(ms < 60_000 && sender.cwnd() <= 65_535);
    }
    for _ in 0..100 {
        ms += 50;
        let next = sender.snd_una_offset() + 1024;
        sender.on_ack(at(ms), &ack(next), &mut out);
        assert_eq!(sender.snd_max_offset() - sender.snd_una_offset(), 127 * 512);
    }
    assert!(out.iter().all(|segment| segment.len == 512), "a greedy sender has only full segments");
}

#[test]
fn without_an_answer_timeouts_follow_the_backoff_of_44bsd() {
    let (mut sender, mut out) = sender(&settings());
    let mut timeouts = Vec::new();
    for _ in 0..5 {
        let deadline = sender.next_deadline();
        timeouts.push(deadline.ps() / MS);
        sender.on_deadline(deadline, &mut out);
    }
    // 12, 48, 96, 128, 128 ticks.
    assert_eq!(timeouts, [6_000, 30_000, 78_000, 142_000, 206_000]);
}

/// The threshold at the start is the window, so slow start ends there; above it the window opens by
/// MSS*MSS/cwnd for each acknowledgment, with the term of 4.4BSD-Lite by 64 octets more.
#[test]
fn the_eighth_of_a_segment_is_a_setting() {
    for (mss_over_8, step) in [(false, 512 * 512 / 5632), (true, 512 * 512 / 5632 + 64)] {
        let settings =
            Settings { mss_over_8, initial_ssthresh: "5120 bytes".parse().expect("a size"), ..settings() };
        let (mut sender, mut out) = sender(&settings);
        while sender.cwnd() <= 5_120 {
            let next = sender.snd_una_offset() + 512;
            sender.on_ack(at(100), &ack(next), &mut out);
        }
        assert_eq!(sender.cwnd(), 5_632);
        let next = sender.snd_una_offset() + 512;
        sender.on_ack(at(100), &ack(next), &mut out);
        assert_eq!(sender.cwnd(), 5_632 + step);
    }
}

/// The fast timer runs by itself: a lone segment is acknowledged at its next tick, wherever that is, and a
/// second one at once.
#[test]
fn a_lone_segment_waits_for_the_free_running_fast_timer() {
    for (phase_ms, acknowledged_ms) in [(0, 400), (130, 330), (350, 350)] {
        let fast = TickClock::new(Span::from_ps(200 * MS), at(phase_ms));
        let mut receiver = Receiver::new(&settings(), fast);
        let data = |seq| Segment::plain(Seq(seq), 512, Seq(0), 65_535, Flags::ACK);
        let mut out = Vec::new();
        receiver.on_data(at(300), &data(0), &mut out);
        assert_eq!((out.len(), receiver.next_deadline()), (0, at(acknowledged_ms)));
        receiver.on_data(at(301), &data(512), &mut out);
        assert_eq!((out.len(), out[0].ack, receiver.next_deadline()), (1, Seq(1024), Time::NEVER));
    }
}
