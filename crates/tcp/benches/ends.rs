//! Time per segment of the two ends: one `on_data` and one `on_ack` for each, a full window apart.
//! A number as argument says how many segments.

use std::collections::VecDeque;
use std::hint::black_box;
use std::time::Instant;

use cellwise_tcp::{Application, CwndUnit, Receiver, Segment, Sender, Settings, TickClock};
use cellwise_units::{Span, Time};

const SEGMENTS: u64 = 5_000_000;
/// Twelve cells at 155.52 Mbit/s.
const SPACING: Span = Span::from_ps(32_716_049);

fn main() {
    let segments = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(SEGMENTS);
    let base =
        Settings { timer_tick: Span::from_ps(100_000_000_000), delayed_ack: false, ..Settings::default() };
    let growing = Settings { header_prediction: false, ..base.clone() };
    report("predicted", &base, segments);
    report("growing, octets", &growing, segments);
    report("growing, segments", &Settings { cwnd_unit: CwndUnit::Segments, ..growing }, segments);
}

fn report(name: &str, settings: &Settings, segments: u64) {
    let start = Instant::now();
    let acks = exchange(settings, segments);
    let ns = start.elapsed().as_nanos() as f64 / acks as f64;
    println!("{name:<18} {ns:5.1} ns per segment and acknowledgment ({acks} of them)");
}

/// A greedy transfer without loss; returns the acknowledgments received.
fn exchange(settings: &Settings, segments: u64) -> u64 {
    let ticks = TickClock::aligned(settings.timer_tick);
    let mut sender = Sender::new(settings, Application::Greedy, ticks);
    let mut receiver = Receiver::new(settings, TickClock::aligned(settings.delayed_ack_timer));
    let mut line: VecDeque<Segment> = VecDeque::new();
    let (mut now, mut data, mut acks) = (Time::ZERO, Vec::new(), Vec::new());
    sender.start(now, &mut data);
    while sender.stats().acks_received < segments {
        line.extend(data.drain(..));
        let Some(segment) = line.pop_front() else { break };
        now += SPACING;
        receiver.on_data(now, black_box(&segment), &mut acks);
        for ack in acks.drain(..) {
            sender.on_ack(now, black_box(&ack), &mut data);
        }
        black_box(sender.next_deadline());
    }
    sender.stats().acks_received
}
