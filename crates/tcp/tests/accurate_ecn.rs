//! Accurate feedback of marks and the scalable control that needs it, end to end.

use cellwise_tcp::{
    Application, Codepoint, EcnFeedback, Flags, Joined, Receiver, Segment, Sender, Seq, Settings, TickClock,
    VariantName,
};
use cellwise_units::{Bytes, Span, Time};

use crate::toy::{Direction, MS, Path, Toy, line};

fn settings(variant: &str) -> Settings {
    Settings {
        variant: VariantName::find(variant).expect("a known variant"),
        mss: Bytes::new(1000),
        receive_window: Bytes::new(1_000_000),
        timer_tick: Span::from_ps(100 * MS),
        ..Settings::default()
    }
}

fn accurate(variant: &str) -> Settings {
    Settings { ecn: true, ecn_feedback: Some(EcnFeedback::Accurate), ..settings(variant) }
}

/// A connection with a handshake: segments 8 and 9 are marked. The SYN has all three flags, its answer and the acknowledgment
/// of that say that both came unmarked (CWR alone), data has a count of 5 (AE, ECE). The first mark is acknowledged at
/// once with 6 (AE, CWR), and halves Reno's window; later ones have 7.
#[test]
fn marks_are_counted_and_halve_the_window_of_reno_once() {
    let settings = Settings { handshake: true, initial_cwnd_segments: 4, ..accurate("sack") };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 24_000 }, Seq(0), line(&[]));
    toy.congested = Box::new(|number| [8, 9].contains(&number));
    toy.run(10_000);
    assert!(toy.sender.is_finished());
    assert_eq!((toy.receiver.stats().marked_segments, toy.sender.stats().ecn_reductions), (2, 1));
    insta::assert_snapshot!(toy.log);
}

/// Prague in slow start and behind its first mark: alpha is 0 then, so nothing is taken, but slow start ends.
#[test]
fn the_first_mark_ends_slow_start() {
    let settings = Settings { initial_cwnd_segments: 4, ..settings("prague") };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 60_000 }, Seq(0), line(&[]));
    toy.congested = Box::new(|number| number == 12);
    toy.run(10_000);
    assert!(toy.sender.is_finished());
    insta::assert_snapshot!(toy.log);
}

/// A path that loses the first two SYNs: the third asks for nothing, no end counts, and no segment can be marked.
// spec: rfc9768 3.1.4.1
#[test]
fn after_two_lost_requests_there_are_no_marks() {
    let settings = Settings { handshake: true, ..settings("prague") };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 30_000 }, Seq(0), line(&[0, 1]));
    toy.congested = Box::new(|_| true);
    toy.run(60_000);
    assert!(toy.sender.is_finished(), "{}", toy.log);
    assert_eq!(toy.receiver.stats().marked_segments, 0);
    let mut toy = Toy::new(&settings, Application::Finite { octets: 30_000 }, Seq(0), line(&[0]));
    toy.congested = Box::new(|_| true);
    toy.run(60_000);
    assert_eq!(toy.receiver.stats().marked_segments, 30, "the first retransmission still asks");
}

/// With accurate feedback a retransmission is also marked as capable.
// spec: draft-ietf-tcpm-generalized-ecn 3.2.6
#[test]
fn a_retransmission_can_be_marked() {
    let settings = Settings { initial_cwnd_segments: 8, ..accurate("sack") };
    let mut toy = Toy::new(&settings, Application::Finite { octets: 8_000 }, Seq(0), line(&[0]));
    toy.congested = Box::new(|number| number >= 8);
    toy.run(10_000);
    assert_eq!(toy.sender.stats().retransmitted_segments, 1);
    assert_eq!(toy.receiver.stats().marked_segments, 1);
}

#[test]
fn a_request_has_all_three_flags() {
    let mut sent = Vec::new();
    let settings = Settings { handshake: true, ..settings("prague") };
    let ticks = cellwise_tcp::TickClock::aligned(settings.timer_tick);
    let mut sender = cellwise_tcp::Sender::new(&settings, Application::Greedy, ticks);
    sender.start(cellwise_units::Time::ZERO, &mut sent);
    assert_eq!(sent[0].flags, [Flags::AE, Flags::CWR, Flags::ECE].into_iter().fold(Flags::SYN, Flags::with));
}

/// Marks drawn by an xorshift generator.
fn draws(seed: u64, probability: f64) -> Box<dyn FnMut(u64) -> bool> {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    Box::new(move |_| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        ((state >> 11) as f64) / ((1u64 << 53) as f64) < probability
    })
}

/// Segments in flight on average, of five seeds: their mean, and what it may be off by (two standard errors).
fn mean_window(one_way_ms: u64, probability: f64) -> (f64, f64) {
    let settings = Settings { delayed_ack: false, ..settings("prague") };
    mean_window_of(&settings, one_way_ms, probability, 1)
}

/// The same where only every n-th acknowledgment arrives.
fn mean_window_of(settings: &Settings, one_way_ms: u64, probability: f64, nth: u64) -> (f64, f64) {
    let windows: Vec<f64> = (1..=5)
        .map(|seed| {
            let path: Path = Box::new(move |direction, number, now| {
                let is_lost = direction == Direction::Ack && number % nth != 0;
                if is_lost { Vec::new() } else { vec![now + Span::from_ps(one_way_ms * MS)] }
            });
            let mut toy = Toy::new(settings, Application::Greedy, Seq(0), path);
            toy.congested = draws(seed, probability);
            toy.run(10_000);
            let before = toy.receiver.stats().delivered_octets;
            toy.run(40_000);
            let rate = (toy.receiver.stats().delivered_octets - before) as f64 / 1000.0 / 30.0;
            rate * 2.0 * one_way_ms as f64 / 1000.0
        })
        .collect();
    let count = windows.len() as f64;
    let mean = windows.iter().sum::<f64>() / count;
    let variance = windows.iter().map(|window| (window - mean).powi(2)).sum::<f64>() / (count - 1.0);
    (mean, 2.0 * (variance / count).sqrt())
}

/// With marks at random the window is about 2/p. It is reduced by p/2 at the first mark that comes when a round trip has passed since the
/// last reduction, 1/(p W) round trips later, and grows by the octets that are not marked: W = 2 (1 - p) / p (1 + 1/(p
/// W)). Of it only whole segments leave, half a segment less on average.
// spec: rfc9331 4.3; draft-briscoe-iccrg-prague-congestion-control-04 2.4
#[test]
fn under_random_marks_the_window_is_two_by_their_probability_and_the_wait_for_a_mark() {
    for probability in [0.05, 0.1, 0.2] {
        let (mean, error) = mean_window(20, probability);
        let growth = 2.0 * (1.0 - probability) / probability;
        let law = (growth + (growth * growth + 4.0 * growth / probability).sqrt()) / 2.0 - 0.5;
        assert!((mean - law).abs() < 0.1 * law + error, "p {probability}: {mean} ± {error}, not {law}");
    }
}

/// Below the virtual round trip the rate is that at 25 ms, whatever the round trip.
#[test]
fn flows_with_short_round_trips_are_no_faster() {
    let rate = |one_way_ms: u64| mean_window(one_way_ms, 0.05).0 / (2.0 * one_way_ms as f64);
    let (at_10, at_20, at_50) = (rate(5), rate(10), rate(25));
    assert!((at_10 / at_20 - 1.0).abs() < 0.1, "{at_10} and {at_20} segments per ms");
    assert!((1.6..2.4).contains(&(at_20 / at_50)), "{at_20} and {at_50}: as 25 ms to 50 ms");
}

/// Where only every eighth acknowledgment arrives the field of three bits may have gone round, so that the most is taken that it may
/// mean; the option has the marked octets.
// spec: rfc9768 3.2.3, appendix a.2.2
#[test]
fn counters_of_octets_report_the_marks_of_lost_acknowledgments() {
    let with = |feedback, nth| {
        let ecn_feedback = Some(feedback);
        let base = Settings { delayed_ack: false, ..settings("prague") };
        let settings = Settings { initial_cwnd_segments: 40, ecn_feedback, ..base };
        mean_window_of(&settings, 20, 0.05, nth)
    };
    let whole = with(EcnFeedback::AccurateWithOctets, 1).0;
    let reported = with(EcnFeedback::AccurateWithOctets, 8).0;
    let guessed = with(EcnFeedback::Accurate, 8).0;
    // Of the window seven segments have arrived before the sender hears of it, and as many wait for their pace.
    assert!((0.7..1.0).contains(&(reported / whole)), "{reported} of {whole}");
    assert!(guessed < 0.3 * reported, "{guessed} and {reported}");
}

/// The segments of a connection over a path without delay, with a handshake, two segments of data and FINs: what it is, and its codepoint.
fn codepoints(settings: &Settings) -> Vec<(&'static str, Codepoint)> {
    let settings = Settings { handshake: true, close: true, delayed_ack: false, ..settings.clone() };
    let ticks = TickClock::aligned(settings.timer_tick);
    let mut sender = Sender::new(&settings, Application::Finite { octets: 1_500 }, ticks);
    let mut receiver = Receiver::new(&settings, ticks);
    let (mut data, mut acks, mut all) = (Vec::new(), Vec::new(), Vec::new());
    let now = Time::ZERO;
    sender.start(now, &mut data);
    while !data.is_empty() {
        all.extend(data.iter().map(|segment| (true, *segment)));
        data.iter().for_each(|segment| receiver.on_data(now, segment, &mut acks));
        data.clear();
        all.extend(acks.iter().map(|segment| (false, *segment)));
        acks.iter().for_each(|segment| sender.on_ack(now, segment, &mut data));
        acks.clear();
    }
    assert!(sender.is_closed());
    let named = |(is_data, segment): (bool, Segment)| {
        let name = match (is_data, segment.len, segment.flags.contains(Flags::SYN)) {
            (true, 0, true) => "SYN",
            (false, _, true) => "answer",
            (_, 0, _) if segment.flags.contains(Flags::FIN) => "FIN",
            (_, 0, _) => "acknowledgment",
            _ => "data",
        };
        (name, segment.codepoint)
    };
    let mut named: Vec<_> = all.into_iter().map(named).collect();
    named.sort_by_key(|(name, codepoint)| (*name, format!("{codepoint:?}")));
    named.dedup();
    named
}

/// Which packets can be marked with ECN++ and without; of classic ECN neither SYNs nor acknowledgments.
// spec: draft-ietf-tcpm-generalized-ecn 3.1 table 1
#[test]
fn all_packets_can_be_marked_that_the_feedback_allows() {
    let of = |settings: Settings, ecn_plus_plus| codepoints(&Settings { ecn_plus_plus, ..settings });
    let classic = || Settings { ecn: true, ..settings("sack") };
    let (ect0, ect1, not) = (Codepoint::Ect0, Codepoint::Ect1, Codepoint::NotEct);
    let rows = |acknowledgment, answer, fin, syn, data| {
        vec![
            ("FIN", fin),
            ("SYN", syn),
            ("acknowledgment", acknowledgment),
            ("answer", answer),
            ("data", data),
        ]
    };
    assert_eq!(of(classic(), false), rows(not, not, not, not, ect0));
    assert_eq!(of(classic(), true), rows(not, ect0, ect0, not, ect0));
    assert_eq!(of(accurate("sack"), false), rows(not, not, not, not, ect0));
    assert_eq!(of(accurate("sack"), true), rows(ect0, ect0, ect0, ect0, ect0));
    assert_eq!(of(settings("prague"), true), rows(ect1, ect1, ect1, ect1, ect1));
    assert_eq!(of(settings("sack"), true), rows(not, not, not, not, not), "without ECN");
}

/// A SYN that was marked says that the path is congested: data begins with one segment.
// spec: draft-ietf-tcpm-generalized-ecn 3.2.1.3
#[test]
fn a_marked_syn_leaves_an_initial_window_of_one_segment() {
    for (ecn_plus_plus, first) in [(false, 10), (true, 1)] {
        let base =
            Settings { handshake: true, initial_cwnd_segments: 10, delayed_ack: false, ..accurate("sack") };
        let settings = Settings { ecn_plus_plus, ..base };
        let mut toy = Toy::new(&settings, Application::Finite { octets: 50_000 }, Seq(0), line(&[]));
        toy.congested = Box::new(|number| number == 0);
        toy.start();
        while toy.data.is_empty() {
            assert!(toy.step(Time::from_ps(10_000 * MS)));
        }
        assert_eq!(toy.data.len(), first);
    }
}

/// A SYN that comes again cannot be marked: what drops packets that can be may have dropped the first.
// spec: draft-ietf-tcpm-generalized-ecn 3.2.1.4
#[test]
fn a_syn_sent_again_cannot_be_marked() {
    let settings = Settings { handshake: true, ecn_plus_plus: true, ..accurate("sack") };
    let ticks = TickClock::aligned(settings.timer_tick);
    let (mut sender, mut out) = (Sender::new(&settings, Application::Greedy, ticks), Vec::new());
    sender.start(Time::ZERO, &mut out);
    sender.on_deadline(sender.next_deadline(), &mut out);
    let codepoints: Vec<_> = out.iter().map(|syn| syn.codepoint).collect();
    assert_eq!(codepoints, [Codepoint::Ect0, Codepoint::NotEct]);
}

/// Two marked acknowledgments: what is sent behind them counts 7 (all three flags).
// spec: rfc9768 3.2.2
#[test]
fn marked_acknowledgments_are_counted_in_data() {
    let settings = Settings { ecn_plus_plus: true, ..accurate("sack") };
    let ticks = TickClock::aligned(settings.timer_tick);
    let (mut sender, mut out) = (Sender::new(&settings, Application::Greedy, ticks), Vec::new());
    sender.start(Time::ZERO, &mut out);
    let mut count = |ack: u32, codepoint| {
        let mut segment =
            Segment::plain(Seq(0), 0, Seq(ack), 60_000, Flags::ACK.with(Flags::AE).with(Flags::ECE));
        segment.codepoint = codepoint;
        out.clear();
        sender.on_ack(Time::from_ps(10 * MS), &segment, &mut out);
        let has = |flag| u8::from(out.last().expect("data").flags.contains(flag));
        4 * has(Flags::AE) + 2 * has(Flags::CWR) + has(Flags::ECE)
    };
    assert_eq!(count(1_000, Codepoint::Ect0), 5);
    assert_eq!(count(2_000, Codepoint::Ce), 6);
    assert_eq!(count(3_000, Codepoint::Ce), 7);
}

/// A host that asks for accurate feedback, with its SYN.
fn connecting() -> (Sender, Segment) {
    let settings = Settings { handshake: true, ecn_plus_plus: true, ..accurate("sack") };
    let mut sender = Sender::new(&settings, Application::Greedy, TickClock::aligned(settings.timer_tick));
    let mut out = Vec::new();
    sender.start(Time::ZERO, &mut out);
    (sender, out[0])
}

/// An answer to that which arrives so, and what leaves then.
fn answered(sender: &mut Sender, flags: Flags, codepoint: Codepoint) -> Vec<Segment> {
    let mut out = Vec::new();
    let answer = Segment::plain(Seq(u32::MAX), 0, Seq(0), 60_000, Flags::SYN.with(Flags::ACK).with(flags));
    sender.on_ack(Time::from_ps(10 * MS), &Segment { codepoint, ..answer }, &mut out);
    out
}

/// AE, CWR and ECE as one number.
fn number(segment: &Segment) -> u8 {
    let has = |flag| u8::from(segment.flags.contains(flag));
    4 * has(Flags::AE) + 2 * has(Flags::CWR) + has(Flags::ECE)
}

/// An answer to a SYN is not acknowledged: the second is like the first, the third has none of the flags. The end keeps counting, but sends nothing
/// that can be marked.
// spec: rfc9768 3.2.3.2.2, 3.1.5
#[test]
fn an_answer_that_is_not_acknowledged_falls_back() {
    let settings = Settings { handshake: true, ecn_plus_plus: true, delayed_ack: false, ..accurate("sack") };
    let mut receiver = Receiver::new(&settings, TickClock::aligned(settings.timer_tick));
    let (_, syn) = connecting();
    let mut out = Vec::new();
    receiver.on_data(Time::ZERO, &syn, &mut out);
    for _ in 0..3 {
        receiver.on_deadline(receiver.next_deadline(), &mut out);
    }
    assert_eq!(out.iter().map(number).collect::<Vec<_>>(), [4, 4, 0, 0]);
    let data = Segment::plain(Seq(0), 1000, Seq(0), 60_000, Flags::ACK);
    receiver.on_data(Time::from_ps(9_000 * MS), &Segment { codepoint: Codepoint::Ce, ..data }, &mut out);
    let last = out.last().expect("an acknowledgment");
    assert_eq!((number(last), last.codepoint), (6, Codepoint::NotEct));
}

/// A SYN that comes again is answered by how it arrived.
// spec: rfc9768 3.1.5
#[test]
fn the_latest_syn_is_fed_back() {
    let settings = Settings { handshake: true, ..accurate("sack") };
    let mut receiver = Receiver::new(&settings, TickClock::aligned(settings.timer_tick));
    let (_, syn) = connecting();
    let mut out = Vec::new();
    for codepoint in [Codepoint::Ce, Codepoint::NotEct] {
        receiver.on_data(Time::ZERO, &Segment { codepoint, ..syn }, &mut out);
    }
    assert_eq!(out.iter().map(number).collect::<Vec<_>>(), [6, 2]);
}

/// So is an answer that comes again, even where both ends send data.
// spec: rfc9768 3.2.2.1, 3.1.5
#[test]
fn the_latest_answer_is_fed_back() {
    let (mut sender, _) = connecting();
    let agreed = Flags::CWR;
    assert_eq!(number(&answered(&mut sender, agreed, Codepoint::Ect0)[0]), 4);
    assert_eq!(number(&answered(&mut sender, agreed, Codepoint::Ce)[0]), 6);
    let (mut sender, _) = connecting();
    let mut receiver = Receiver::new(&accurate("sack"), TickClock::aligned(Span::from_ps(MS))).joined();
    for (codepoint, fed_back) in [(Codepoint::Ect1, 3), (Codepoint::Ect0, 4)] {
        let mut out = Vec::new();
        let flags = Flags::SYN.with(Flags::ACK).with(agreed);
        let answer = Segment { codepoint, ..Segment::plain(Seq(u32::MAX), 0, Seq(0), 60_000, flags) };
        Joined { sender: &mut sender, receiver: &mut receiver }.on_segment(Time::ZERO, &answer, &mut out);
        assert_eq!((number(&out[0]), out[0].len), (fed_back, 0));
    }
}

/// An end that was refused takes no count for an echo, which would keep its window closed.
// spec: rfc9768 3.1.5
#[test]
fn an_end_without_marks_takes_no_count_for_an_echo() {
    let (mut sender, _) = connecting();
    answered(&mut sender, Flags(0), Codepoint::NotEct);
    let before = sender.cwnd();
    let count = Segment::plain(Seq(0), 0, Seq(1_000), 60_000, Flags::ACK.with(Flags::AE).with(Flags::ECE));
    sender.on_ack(Time::from_ps(20 * MS), &count, &mut Vec::new());
    assert_eq!(sender.cwnd(), before + 1_000);
}
