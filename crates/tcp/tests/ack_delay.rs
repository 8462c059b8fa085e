//! Delayed acknowledgments by rule, on a line of 10 ms that takes 1 ms for a segment.

use cellwise_tcp::ack_delay::{AckDelayConfig, fast_timer, linux, timer};
use cellwise_tcp::{Application, Seq, Settings};
use cellwise_units::{Bytes, Span, Time};

use crate::toy::{MS, Toy, line};

/// Three segments at once, which arrive at 11, 12 and 13 ms: when all is acknowledged, in ms, by how many acknowledgments, and how many of
/// them the timer has sent.
fn acknowledged(ack_delay: AckDelayConfig) -> (u64, u64, u64) {
    let settings = Settings {
        mss: Bytes::new(1_000),
        receive_window: Bytes::new(16_000),
        initial_cwnd_segments: 3,
        ack_delay,
        ..Settings::default()
    };
    assert_eq!(settings.check(), []);
    let mut toy = Toy::new(&settings, Application::Finite { octets: 3_000 }, Seq(0), line(&[]));
    toy.run(2_000);
    let at = toy.sender.acknowledged_at().unwrap_or(Time::NEVER);
    let stats = toy.receiver.stats();
    (at.ps() / MS, stats.acks_sent, stats.delayed_acks)
}

/// The second segment is acknowledged at once; the third, of 13 ms, waits for the tick at 200 ms.
#[test]
fn the_fast_timer_ticks_for_all_connections() {
    assert_eq!(acknowledged(AckDelayConfig::FastTimer(fast_timer::Config::default())), (210, 2, 1));
}

/// The third waits until 13 + 40 ms; three for one acknowledgment wait for each other.
#[test]
fn a_timer_of_its_own_waits_from_the_first_segment() {
    let rule = timer::Config::default();
    assert_eq!(acknowledged(AckDelayConfig::Timer(rule)), (63, 2, 1));
    assert_eq!(acknowledged(AckDelayConfig::Timer(timer::Config { segments: 3, ..rule })), (23, 1, 0));
    let four = timer::Config { segments: 4, delay: Span::from_ps(100 * MS) };
    assert_eq!(acknowledged(AckDelayConfig::Timer(four)), (121, 1, 1), "11 + 100 + 10 ms");
}

/// At first each is acknowledged at once; without that the third waits for 40 ms.
#[test]
fn linux_acknowledges_quickly_at_the_start() {
    let rule = linux::Config::default();
    assert_eq!(acknowledged(AckDelayConfig::Linux(rule)), (23, 3, 0));
    assert_eq!(acknowledged(AckDelayConfig::Linux(linux::Config { quick_acks: 0, ..rule })), (63, 2, 1));
    assert_eq!(acknowledged(AckDelayConfig::Linux(linux::Config { quick_acks: 1, ..rule })), (23, 2, 0));
}
