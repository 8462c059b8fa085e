//! A transfer between two ends over a line, for measuring what a segment costs.
//!
//! `segments KIND COUNT`: one of `reno`, `cubic`, `modern` (CUBIC, PRR, RACK-TLP, pacing), `bbr-v1`, `bbr-v3`; so many segments. A segment
//! takes 1 ms of the line, 20 ms each way, room for 60; each is acknowledged.

use std::collections::VecDeque;

use cellwise_tcp::pacing::{PacingConfig, linux};
use cellwise_tcp::recovery::RecoveryKind;
use cellwise_tcp::{
    Application, Receiver, RecoveryWindow, RtoRule, Segment, Sender, Settings, TickClock, VariantName,
};
use cellwise_units::{Bytes, Span, Time};

const MS: u64 = 1_000_000_000;
const MSS: u64 = 1_250;
/// Segments that may wait for the line.
const ROOM: u64 = 60;

fn settings(kind: &str) -> Option<Settings> {
    let is_modern = kind == "modern";
    let base = Settings {
        variant: VariantName::find(if is_modern { "cubic" } else { kind })?,
        mss: Bytes::new(MSS),
        receive_window: Bytes::new(1_000_000),
        delayed_ack: false,
        rto_rule: RtoRule::Rfc6298,
        ..Settings::default()
    };
    if !is_modern {
        return Some(base);
    }
    Some(Settings {
        recovery: Some(RecoveryKind::RackTlp),
        recovery_window: RecoveryWindow::Prr,
        pacing: PacingConfig::Linux(linux::Config::default()),
        ..base
    })
}

/// The two ends and the segments on their way; both directions keep their order.
struct Line {
    sender: Sender,
    receiver: Receiver,
    free: Time,
    there: VecDeque<(Time, Segment)>,
    back: VecDeque<(Time, Segment)>,
    out: Vec<Segment>,
}

impl Line {
    fn send(&mut self, now: Time) {
        for segment in self.out.drain(..) {
            if self.free.ps().saturating_sub(now.ps()) <= ROOM * MS {
                self.free = self.free.max(now) + Span::from_ps(MS);
                self.there.push_back((self.free + Span::from_ps(20 * MS), segment));
            }
        }
    }

    fn answer(&mut self, now: Time) {
        let arrives = now + Span::from_ps(20 * MS);
        self.back.extend(self.out.drain(..).map(|segment| (arrives, segment)));
    }

    /// Does what comes next; whether anything does.
    fn step(&mut self) -> bool {
        let first = |queue: &VecDeque<(Time, Segment)>| queue.front().map_or(Time::NEVER, |(at, _)| *at);
        let (there, back) = (first(&self.there), first(&self.back));
        let (sending, receiving) = (self.sender.next_deadline(), self.receiver.next_deadline());
        let now = there.min(back).min(sending).min(receiving);
        if now == Time::NEVER {
            return false;
        }
        if there == now {
            let Some((_, segment)) = self.there.pop_front() else { return false };
            self.receiver.on_data(now, &segment, &mut self.out);
            self.answer(now);
        } else if back == now {
            let Some((_, segment)) = self.back.pop_front() else { return false };
            self.sender.on_ack(now, &segment, &mut self.out);
            self.send(now);
        } else if sending == now {
            self.sender.on_deadline(now, &mut self.out);
            self.send(now);
        } else {
            self.receiver.on_deadline(now, &mut self.out);
            self.answer(now);
        }
        true
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let settings = words.first().and_then(|kind| settings(kind));
    let count = words.get(1).and_then(|count| count.parse::<u64>().ok());
    let (Some(settings), Some(count)) = (settings, count) else {
        eprintln!("segments reno|cubic|modern|bbr-v1|bbr-v3 COUNT");
        std::process::exit(2);
    };
    let application = Application::Finite { octets: count * MSS };
    let mut line = Line {
        sender: Sender::new(&settings, application, TickClock::aligned(settings.timer_tick)),
        receiver: Receiver::new(&settings, TickClock::aligned(settings.delayed_ack_timer)),
        free: Time::ZERO,
        there: VecDeque::new(),
        back: VecDeque::new(),
        out: Vec::new(),
    };
    line.sender.start(Time::ZERO, &mut line.out);
    line.send(Time::ZERO);
    while !line.sender.is_finished() && line.step() {}
    let stats = line.sender.stats();
    println!("segments {} again {}", stats.segments_sent, stats.retransmitted_segments);
}
