//! A connection half that an application drives: it writes when it likes, ends when it likes, and opens
//! the next connection in the same place.
//!
//! A data segment needs 1 ms on the line and 10 ms on the way, an acknowledgment 10 ms.

use cellwise_tcp::{Application, Flags, Segment, Seq, Settings};
use cellwise_units::{Bytes, Span, Time};

use crate::toy::{Act, MS, Toy, line};

fn settings() -> Settings {
    Settings {
        mss: Bytes::new(1000),
        receive_window: Bytes::new(16_000),
        timer_tick: Span::from_ps(100 * MS),
        delayed_ack: false,
        handshake: true,
        close: true,
        ..Settings::default()
    }
}

fn on_demand(settings: &Settings) -> Toy {
    Toy::new(settings, Application::OnDemand, Seq(0), line(&[]))
}

fn run_to(toy: &mut Toy, ms: u64) {
    while toy.step(Time::from_ps(ms * MS)) {}
}

#[test]
fn a_connection_on_demand_stays_open_while_it_has_nothing_to_send() {
    let mut toy = on_demand(&settings());
    toy.at(500, Act::Supply(3_000));
    toy.at(2_000, Act::Supply(500));
    toy.at(3_000, Act::Finish);
    toy.start();
    for (ms, delivered) in [(400, 0), (1_900, 3_000), (2_900, 3_500)] {
        run_to(&mut toy, ms);
        assert_eq!(toy.receiver.delivered_offset(), delivered);
        assert!(toy.sender.is_finished() && !toy.sender.is_closed(), "{}", toy.log);
        assert_eq!(toy.receiver.ended_at(), None);
    }
    run_to(&mut toy, 60_000);
    assert!(toy.sender.is_closed() && toy.receiver.is_closed(), "{}", toy.log);
    assert_eq!(toy.receiver.ended_at(), Some(Time::from_ps(3_011 * MS)), "the FIN needs 11 ms: {}", toy.log);
}

#[test]
fn a_finite_application_closes_after_what_it_has() {
    let mut toy = Toy::new(&settings(), Application::Finite { octets: 0 }, Seq(0), line(&[]));
    toy.run(60_000);
    assert!(toy.sender.is_closed());
}

/// All that was written goes out before the FIN, where closing at once leaves out what was not sent.
#[test]
fn finishing_sends_what_was_written_and_closing_does_not() {
    for (act, delivered) in [(Act::Finish, 50_000), (Act::Close, 1_000)] {
        let mut toy = on_demand(&settings());
        toy.at(0, Act::Supply(50_000));
        toy.at(25, act);
        toy.run(60_000);
        assert!(toy.sender.is_closed() && toy.receiver.is_closed(), "{}", toy.log);
        assert_eq!(toy.receiver.delivered_offset(), delivered);
    }
}

#[test]
fn what_is_supplied_before_the_connection_opens_waits_for_it() {
    let mut toy = on_demand(&settings());
    toy.at(5, Act::Supply(1_000));
    toy.at(6, Act::Supply(1_000));
    toy.run(5_000);
    assert_eq!(toy.receiver.delivered_offset(), 2_000);
    assert!(toy.sender.established_at() > Some(Time::from_ps(6 * MS)));
}

/// Three connections in one place: each begins by a handshake and with one segment, and the counters
/// continue.
#[test]
fn a_new_connection_in_the_same_place_starts_afresh() {
    let mut toy = on_demand(&settings());
    let mut begun = 0;
    for connection in 0..3u32 {
        toy.at(begun + 100, Act::Supply(20_000));
        toy.at(begun + 100, Act::Finish);
        toy.start();
        assert_eq!((toy.sender.cwnd(), toy.sender.established_at()), (1_000, None));
        run_to(&mut toy, begun + 5_000);
        assert!(toy.sender.is_closed() && toy.receiver.is_closed(), "{}", toy.log);
        let so_far = u64::from(connection + 1) * 20_000;
        let received = toy.receiver.stats();
        assert_eq!((received.delivered_octets, received.rcv_nxt_offset), (so_far, so_far));
        assert_eq!((toy.receiver.delivered_offset(), toy.sender.snd_una_offset()), (20_000, 20_000));
        assert_eq!(toy.sender.stats().data_octets_sent, so_far);
        begun += 5_000;
        toy.now = Time::from_ps(begun * MS);
        toy.reconnect(&settings(), Application::OnDemand, Seq((connection + 1) * 1_000_000));
    }
    assert_eq!(toy.sender.stats().control_segments_sent, 3 * 3);
}

#[test]
fn a_sender_that_has_given_up_works_again_in_a_new_connection() {
    let mut toy = Toy::new(&settings(), Application::OnDemand, Seq(0), Box::new(|_, _, _| Vec::new()));
    toy.run(3_600_000);
    assert!(toy.sender.stats().gave_up);
    toy.reconnect(&settings(), Application::Finite { octets: 2_000 }, Seq(7));
    toy.set_path(line(&[]));
    toy.run(3_700_000);
    assert!(toy.sender.is_closed() && !toy.sender.stats().gave_up);
    assert_eq!(toy.receiver.delivered_offset(), 2_000);
}

/// What comes late from the old connection lies before the new one's octet 0: nothing of it is delivered.
#[test]
fn a_late_segment_of_the_old_connection_delivers_nothing_in_the_new_one() {
    let mut toy = on_demand(&settings());
    toy.at(50, Act::Supply(5_000));
    toy.at(51, Act::Finish);
    toy.run(5_000);
    toy.reconnect(&settings(), Application::Finite { octets: 3_000 }, Seq(1_000_000));
    let old = Segment::plain(Seq(4_000), 1_000, Seq(0), 16_000, Flags::ACK);
    let mut out = Vec::new();
    toy.receiver.on_data(toy.now, &old, &mut out);
    assert!(out.is_empty(), "no connection yet");
    toy.start();
    run_to(&mut toy, 20_000);
    toy.receiver.on_data(toy.now, &old, &mut out);
    assert_eq!(toy.receiver.delivered_offset(), 3_000);
    assert!(toy.sender.is_closed() && toy.receiver.is_closed(), "{}", toy.log);
}
