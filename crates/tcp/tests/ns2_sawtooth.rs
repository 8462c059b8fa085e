//! One sender over a slow link with tail drop: the counts of ns-2.35 by the profile `ns-2`.
//!
//! Source: ns-2.35 run for 1000 s with the agents `Agent/TCP`, `/Reno`, `/Newreno` and `/Sack1` (`packetSize_` 960, `window_` 100, all else as it
//! comes) over 10 Mbit/s and 10 ms, then 800 kbit/s and 50 ms with room for seven packets with the one in service; again with `bugFix_` false. What
//! it drops, and the last packet acknowledged, where packet 0 is the SYN.

use std::collections::VecDeque;

use cellwise_tcp::profile::Profile;
use cellwise_tcp::{Application, Receiver, Segment, Sender, Settings, TickClock};
use cellwise_units::{Span, Time};
use serde_json::{Map, Value, json};

const END: Time = Time::from_ps(1_000_000_000_000_000);
const HEADER: u64 = 40;
/// Packets in the slow link's queue, with the one in service.
const ROOM: usize = 7;

fn settings(keys: &Value) -> Settings {
    let mut table: Map<String, Value> = keys.as_object().cloned().unwrap_or_default();
    for (key, value) in
        [("mss", json!("960 bytes")), ("receive_window", json!("96000 bytes")), ("handshake", json!(true))]
    {
        table.insert(key.to_owned(), value);
    }
    Profile::find("ns-2").expect("a profile").lay_beneath(&mut table);
    serde_json::from_value(table.into()).expect("settings")
}

/// A line of a rate with a queue before it and a delay behind it.
struct Line {
    ps_per_octet: u64,
    delay: Span,
    room: usize,
    free_at: Time,
    /// When those leave that are still here.
    leaves: VecDeque<Time>,
    arrivals: VecDeque<(Time, Segment)>,
    dropped: u64,
}

impl Line {
    fn new(bit_rate: u64, delay_ms: u64, room: usize) -> Self {
        Self {
            ps_per_octet: 8_000_000_000_000 / bit_rate,
            delay: Span::from_ps(delay_ms * 1_000_000_000),
            room,
            free_at: Time::ZERO,
            leaves: VecDeque::new(),
            arrivals: VecDeque::new(),
            dropped: 0,
        }
    }

    fn take(&mut self, now: Time, segment: Segment) {
        while self.leaves.front().is_some_and(|at| *at <= now) {
            self.leaves.pop_front();
        }
        if self.leaves.len() >= self.room {
            self.dropped += 1;
            return;
        }
        let octets = u64::from(segment.len) + HEADER;
        self.free_at = self.free_at.max(now) + Span::from_ps(octets * self.ps_per_octet);
        self.leaves.push_back(self.free_at);
        self.arrivals.push_back((self.free_at + self.delay, segment));
    }

    fn next(&self) -> Time {
        self.arrivals.front().map_or(Time::NEVER, |(at, _)| *at)
    }
}

/// Packets dropped and segments acknowledged.
fn counts(keys: &Value) -> (u64, u64) {
    let settings = settings(keys);
    let mut sender = Sender::new(&settings, Application::Greedy, TickClock::aligned(settings.timer_tick));
    let mut receiver = Receiver::new(&settings, TickClock::aligned(settings.delayed_ack_timer));
    let mut lines = [
        Line::new(10_000_000, 10, usize::MAX),
        Line::new(800_000, 50, ROOM),
        Line::new(800_000, 50, usize::MAX),
        Line::new(10_000_000, 10, usize::MAX),
    ];
    let mut out = Vec::new();
    sender.start(Time::ZERO, &mut out);
    out.drain(..).for_each(|segment| lines[0].take(Time::ZERO, segment));
    loop {
        let deadline = sender.next_deadline();
        let (hop, at) =
            (0..4).map(|hop| (hop, lines[hop].next())).min_by_key(|(_, at)| *at).expect("four lines");
        let now = deadline.min(at);
        if now > END {
            return (lines[1].dropped, sender.snd_una_offset() / 960);
        }
        if deadline < at {
            sender.on_deadline(now, &mut out);
            out.drain(..).for_each(|segment| lines[0].take(now, segment));
            continue;
        }
        let Some((_, segment)) = lines[hop].arrivals.pop_front() else { unreachable!("the first is there") };
        match hop {
            1 => receiver.on_data(now, &segment, &mut out),
            3 => sender.on_ack(now, &segment, &mut out),
            _ => out.push(segment),
        }
        let next = [1, 2, 3, 0][hop];
        out.drain(..).for_each(|segment| lines[next].take(now, segment));
    }
}

/// NewReno has a drop more, of the overshoot at the start; the acknowledged octets are within two in ten thousand.
#[test]
fn the_drops_of_recoveries_are_those_of_ns2() {
    for (keys, drops, more, acked) in [
        (json!({ "variant": "tahoe" }), 421, 0, 81_821_u64),
        (json!({ "variant": "reno" }), 522, 0, 94_915),
        (json!({ "variant": "newreno" }), 523, 1, 94_897),
        (json!({ "variant": "sack" }), 521, 0, 95_025),
        (json!({ "variant": "reno", "avoid_multiple_fast_retransmits": false }), 522, 0, 94_853),
    ] {
        let (dropped, delivered) = counts(&keys);
        assert_eq!(dropped, drops + more, "{keys}");
        assert!(delivered.abs_diff(acked) * 10_000 <= 2 * acked, "{keys}: {delivered}, not {acked}");
    }
}

/// `precisionReduce_` false, ns-2's default up to January 2006.
#[test]
fn with_a_window_of_whole_segments_the_drops_are_those_of_ns2_before_2006() {
    let old = json!({ "variant": "reno", "cwnd_after_loss": "threshold", "avoid_multiple_fast_retransmits": false });
    assert_eq!(counts(&old).0, 506);
}
