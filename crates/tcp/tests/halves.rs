//! The needs of an application with two half connections: data supplied at any time, an
//! acknowledgment ahead of its own data, a handshake's sample of the round-trip time.

use cellwise_tcp::{Application, Receiver, Segment, Sender, Settings, TickClock};
use cellwise_units::{Bytes, Time};

const MS: u64 = 1_000_000_000;

fn at(ms: u64) -> Time {
    Time::from_ps(ms * MS)
}

fn settings() -> Settings {
    Settings { handshake: true, mss: Bytes::new(500), ..Settings::default() }
}

/// The two ends after a handshake of 700 ms and one segment of data, and what was said last.
fn opened() -> (Sender, Receiver, Vec<Segment>) {
    let settings = settings();
    let slow = TickClock::aligned(settings.timer_tick);
    let mut sender = Sender::new(&settings, Application::Finite { octets: 400 }, slow);
    let mut receiver =
        Receiver::new(&settings, TickClock::aligned(settings.delayed_ack_timer)).with_slow_timer(slow);
    let (mut there, mut back) = (Vec::new(), Vec::new());
    sender.start(at(0), &mut there);
    for round in 0..2 {
        for segment in there.drain(..) {
            receiver.on_data(at(350 + 700 * round), &segment, &mut back);
        }
        for segment in back.drain(..) {
            sender.on_ack(at(700 + 700 * round), &segment, &mut there);
        }
    }
    (sender, receiver, there)
}

#[test]
fn an_acknowledgment_that_waits_goes_ahead_of_data_and_only_once() {
    let (_, mut receiver, _) = opened();
    assert_eq!(receiver.stats().delivered_octets, 400);
    let mut out = Vec::new();
    let fast_timer = receiver.next_deadline();
    assert_eq!(fast_timer, at(1_200), "the acknowledgment waits for it");
    receiver.acknowledge_now(at(1_060), &mut out);
    assert_eq!(out.iter().map(|segment| segment.ack.0).collect::<Vec<_>>(), [400]);
    assert!(receiver.next_deadline() > fast_timer);
    receiver.acknowledge_now(at(1_070), &mut out);
    assert_eq!((out.len(), receiver.stats().delayed_acks), (1, 0));
}

#[test]
fn the_other_half_begins_with_the_round_trip_time_of_the_handshake() {
    let (_, receiver, _) = opened();
    let fresh = Sender::new(&settings(), Application::Greedy, TickClock::aligned(settings().timer_tick));
    assert_eq!(fresh.rtt().rto_ticks(), 12, "6 s");
    let informed = fresh.with_rtt(receiver.rtt().clone());
    // From 350 to 1050 ms the timer ticks twice, which Net/3 counts as three; half as much is the deviation.
    assert_eq!(informed.rtt().rto_ticks(), 3 + 4 * 3 / 2);
}

#[test]
fn what_is_supplied_before_the_connection_is_established_waits_for_it() {
    let settings = settings();
    let mut sender =
        Sender::new(&settings, Application::Finite { octets: 0 }, TickClock::aligned(settings.timer_tick));
    let mut out = Vec::new();
    sender.supply(at(0), 100, &mut out);
    assert!(out.is_empty());
    sender.start(at(0), &mut out);
    assert_eq!(out.drain(..).map(|segment| segment.len).sum::<u32>(), 0, "only a SYN");
    sender.supply(at(1), 200, &mut out);
    assert!(out.is_empty());
    let mut receiver = Receiver::new(&settings, TickClock::aligned(settings.delayed_ack_timer));
    let (mut first, mut answer) = (Vec::new(), Vec::new());
    Sender::new(&settings, Application::Greedy, TickClock::aligned(settings.timer_tick))
        .start(at(0), &mut first);
    receiver.on_data(at(2), &first[0], &mut answer);
    sender.on_ack(at(3), &answer[0], &mut out);
    assert_eq!(out.iter().map(|segment| segment.len).sum::<u32>(), 300);
}
