//! Handshake, close and the times that an application measures.
//!
//! A data segment needs 1 ms on the line and 10 ms on the way, an acknowledgment 10 ms.

use cellwise_tcp::{Application, Flags, Seq, Settings};
use cellwise_units::{Bytes, Span, Time};

use crate::toy::{Act, Direction, MS, Path, Toy, line};

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

fn at(ms: u64) -> Option<Time> {
    Some(Time::from_ps(ms * MS))
}

/// As [`line`], losing numbered segments of both directions.
fn lossy(data: &'static [u64], acks: &'static [u64]) -> Path {
    let mut line = line(data);
    Box::new(move |direction, number, now| {
        let lost = direction == Direction::Ack && acks.contains(&number);
        if lost { Vec::new() } else { line(direction, number, now) }
    })
}

fn transfer(settings: &Settings, octets: u64, path: Path) -> Toy {
    let mut toy = Toy::new(settings, Application::Finite { octets }, Seq(0), path);
    toy.run(600_000);
    assert_eq!(toy.receiver.stats().delivered_octets, octets);
    assert!(toy.sender.is_closed() && toy.receiver.is_closed(), "{}", toy.log);
    toy
}

/// SYN, SYN and ACK, ACK (21 ms), data; the FIN on the last segment is acknowledged as octet 2500, the
/// receiver's own FIN follows at once and is acknowledged.
#[test]
fn a_connection_opens_and_closes() {
    let toy = transfer(&settings(), 2_500, line(&[]));
    assert_eq!(
        (toy.sender.stats().control_segments_sent, toy.receiver.stats().control_segments_sent),
        (3, 2)
    );
    insta::assert_snapshot!(toy.log);
}

/// The SYN is resent after 6 s; the answer to the second one is lost and resent by the receiver's own
/// timer, whose timeout has not been doubled. Data begins with one segment, not with four.
#[test]
fn lost_syns_are_resent_by_the_timers_of_both_ends() {
    let initial = Settings { initial_cwnd_segments: 4, ..settings() };
    let toy = transfer(&initial, 2_000, lossy(&[0], &[0]));
    assert_eq!(toy.sender.stats().timeouts, 1);
    insta::assert_snapshot!(toy.log);
}

/// The third step is lost: data makes up for it. All data is lost as well for 6 s: the receiver repeats
/// its SYN and ACK, which is acknowledged again.
#[test]
fn a_lost_third_step_is_made_up_by_data_or_by_the_answer_to_a_second_syn() {
    let with_data = transfer(&settings(), 2_000, line(&[1]));
    assert_eq!(with_data.receiver.stats().control_segments_sent, 2, "SYN and FIN, once each");
    let without = transfer(&settings(), 1_000, line(&[1, 2, 3, 4, 5, 6]));
    assert_eq!(without.receiver.stats().control_segments_sent, 3, "the SYN twice");
    insta::assert_snapshot!(without.log);
}

/// The FIN, which is alone, is lost; of the second one the acknowledgment, and with it the receiver's
/// FIN. Each end repeats its own until it is acknowledged.
#[test]
fn lost_fins_are_resent_until_both_ends_are_closed() {
    let mut toy = Toy::new(&settings(), Application::Greedy, Seq(0), lossy(&[9], &[8, 9]));
    toy.at(70, Act::Close);
    toy.run(60_000);
    assert!(toy.sender.is_closed() && toy.receiver.is_closed(), "{}", toy.log);
    assert_eq!(toy.receiver.stats().delivered_octets, 7_000);
    insta::assert_snapshot!(toy.log);
}

#[test]
fn the_fin_takes_a_small_last_segment_along_that_nagle_would_hold_back() {
    for (close, segments) in [(false, 3), (true, 4)] {
        let settings = Settings { handshake: false, close, initial_cwnd_segments: 2, ..settings() };
        let mut toy = Toy::new(&settings, Application::Finite { octets: 3_500 }, Seq(0), line(&[]));
        toy.start();
        while toy.sender.snd_una_offset() == 0 {
            assert!(toy.step(Time::from_ps(1_000 * MS)));
        }
        assert_eq!(toy.data.len(), segments);
    }
}

#[test]
fn a_window_of_a_syn_is_not_scaled() {
    let settings =
        Settings { receive_window: Bytes::new(600_000), initial_cwnd_segments: 1_000, ..settings() };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 600_000 }, Seq(0), line(&[]));
    toy.start();
    while toy.sender.established_at().is_none() {
        assert!(toy.step(Time::from_ps(1_000 * MS)));
    }
    assert_eq!(toy.sender.snd_max_offset(), 65_000, "all that 65535 octets hold");
    while toy.sender.snd_una_offset() == 0 {
        assert!(toy.step(Time::from_ps(1_000 * MS)));
    }
    assert_eq!(toy.sender.snd_wnd(), 600_000);
}

/// ttcp's transmitter counts until the last write has returned, its receiver until it reads the end:
/// 8 blocks of 2000 octets into a buffer of 4000.
#[test]
fn both_ends_know_the_times_that_ttcp_measures() {
    let settings = Settings {
        send_buffer: Some(Bytes::new(4_000)),
        write_size: Some(Bytes::new(2_000)),
        initial_cwnd_segments: 4,
        ..settings()
    };
    let toy = transfer(&settings, 16_000, line(&[]));
    let (sender, receiver) = (&toy.sender, &toy.receiver);
    assert_eq!((sender.established_at(), receiver.established_at()), (at(21), at(32)));
    // With 12000 octets acknowledged the last 4000 fit into the buffer.
    assert_eq!(sender.written_at(), sender_time(&toy, 12_000));
    assert_eq!(sender.acknowledged_at(), sender_time(&toy, 16_001));
    assert_eq!(receiver.ended_at().map(way_back), sender.acknowledged_at());
    let closed_off = Settings { close: false, handshake: false, ..settings };
    let mut toy = Toy::new(&closed_off, Application::Finite { octets: 16_000 }, Seq(0), line(&[]));
    toy.receiver = toy.receiver.clone().expecting(16_000);
    toy.run(10_000);
    assert_eq!((toy.sender.established_at(), toy.receiver.established_at()), (at(0), at(11)));
    assert_eq!(toy.receiver.ended_at().map(way_back), toy.sender.acknowledged_at());
}

/// When an acknowledgment sent at a time arrives.
fn way_back(sent: Time) -> Time {
    sent + Span::from_ps(10 * MS)
}

/// When the line of the log was written that acknowledges an octet.
fn sender_time(toy: &Toy, ack: u64) -> Option<Time> {
    let text = format!("<- ack {ack} ");
    let line = toy.log.lines().find(|line| line.contains(&text))?;
    let ms: f64 = line.split_whitespace().next()?.parse().ok()?;
    at(ms as u64)
}

/// At 0 ms the second write is 500 octets short, which fit at 21 ms; the third one then waits for room of
/// 1024 octets until 22 ms, and so does the segment that it fills.
#[test]
fn writes_in_blocks_go_on_when_the_buffer_has_room() {
    let settings = Settings {
        handshake: false,
        close: false,
        send_buffer: Some(Bytes::new(5_500)),
        write_size: Some(Bytes::new(3_000)),
        initial_cwnd_segments: 8,
        ..settings()
    };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 12_000 }, Seq(0), line(&[]));
    toy.run(10_000);
    assert!(toy.sender.is_finished());
    insta::assert_snapshot!(toy.log);
}

#[test]
fn the_options_of_a_syn_follow_the_settings() {
    let options = |settings: &Settings| {
        let mut sent = Vec::new();
        let ticks = cellwise_tcp::TickClock::aligned(settings.timer_tick);
        let mut sender = cellwise_tcp::Sender::new(settings, Application::Greedy, ticks);
        sender.start(Time::ZERO, &mut sent);
        assert!(sent.len() == 1 && sent[0].flags.contains(Flags::SYN));
        (sent[0].header_octets(), sent[0].flags)
    };
    let sunos = Settings { window_scaling: false, ..settings() };
    assert_eq!(options(&sunos), (44, Flags::SYN));
    assert_eq!(options(&settings()).0, 48);
    assert_eq!(options(&Settings { timestamps: true, ..settings() }).0, 60);
    assert_eq!(options(&Settings { timestamps: true, sack: true, ..settings() }).0, 60);
    assert_eq!(options(&Settings { sack: true, ..settings() }).0, 52);
    let ecn = Settings { ecn: true, ..settings() };
    assert_eq!(options(&ecn).1, Flags::SYN.with(Flags::ECE).with(Flags::CWR));
}
