//! Connections whose two ends both send.

use std::collections::BTreeMap;
use std::fmt::Write;

use cellwise_tcp::{
    Application, Codepoint, EcnFeedback, Flags, Joined, Receiver, RtoRule, Segment, Sender, Seq, Settings,
    TickClock, VARIANTS, VariantName,
};
use cellwise_units::{Bytes, Span, Time};
use proptest::prelude::*;

use crate::toy::MS;

/// When the n-th segment from an end, sent at a time, arrives: never, once or more often.
type Path = Box<dyn FnMut(usize, u64, Time) -> Vec<Time>>;

#[derive(Clone, Copy, Debug)]
enum Event {
    /// At an end.
    Arrives(usize, Segment),
    /// An end writes.
    Supplies(usize, u64),
}

/// Two ends, the first of which opens the connection.
struct Pair {
    ends: [(Sender, Receiver); 2],
    now: Time,
    log: String,
    path: Path,
    sent: [u64; 2],
    events: BTreeMap<(Time, u64), Event>,
    count: u64,
    started: [bool; 2],
    /// Octets of the longest packet that has left.
    longest: u64,
}

impl Pair {
    fn new(settings: &Settings, octets: [u64; 2], path: Path) -> Self {
        let slow = TickClock::aligned(settings.timer_tick);
        let fast = TickClock::aligned(settings.delayed_ack_timer);
        let answering = Settings { handshake: false, ..settings.clone() };
        let sender =
            |settings: &Settings, octets| Sender::new(settings, Application::Finite { octets }, slow);
        let receiver = |settings: &Settings| Receiver::new(settings, fast).with_slow_timer(slow).joined();
        Self {
            ends: [
                (sender(settings, octets[0]), receiver(&answering)),
                (sender(&answering, octets[1]), receiver(settings)),
            ],
            now: Time::ZERO,
            log: String::new(),
            path,
            sent: [0; 2],
            events: BTreeMap::new(),
            count: 0,
            started: [false; 2],
            longest: 0,
        }
    }

    fn push(&mut self, at: Time, event: Event) {
        self.events.insert((at, self.count), event);
        self.count += 1;
    }

    fn run(&mut self, end_ms: u64) {
        self.start(0);
        if self.ends[1].1.established_at().is_none() && self.sent[0] == 0 {
            self.start(1);
        }
        while self.step(Time::from_ps(end_ms * MS)) {}
    }

    fn start(&mut self, end: usize) {
        self.started[end] = true;
        let (now, mut out) = (self.now, Vec::new());
        let (sender, receiver) = &mut self.ends[end];
        Joined { sender, receiver }.send(now, &mut out, |sender, out| sender.start(now, out));
        self.carry(end, &out);
    }

    fn step(&mut self, until: Time) -> bool {
        let event = self.events.first_key_value().map_or(Time::NEVER, |(key, _)| key.0);
        let deadlines = [0, 1].map(|end| {
            let (sender, receiver) = &self.ends[end];
            sender.next_deadline().min(receiver.next_deadline())
        });
        let next = event.min(deadlines[0]).min(deadlines[1]);
        if next > until {
            return false;
        }
        self.now = next;
        let mut out = Vec::new();
        if event == next {
            let Some((_, event)) = self.events.pop_first() else { return false };
            let (Event::Arrives(end, _) | Event::Supplies(end, _)) = event;
            let (sender, receiver) = &mut self.ends[end];
            let mut joined = Joined { sender, receiver };
            match event {
                Event::Arrives(_, segment) => {
                    let alone = joined.on_segment(next, &segment, &mut out);
                    assert!(out[..alone].iter().all(|segment| segment.len == 0), "acknowledgments alone");
                }
                Event::Supplies(_, octets) => {
                    joined.send(next, &mut out, |sender, out| sender.supply(next, octets, out));
                }
            }
            self.carry(end, &out);
            if end == 1 && !self.started[1] && self.ends[1].1.established_at().is_some() {
                self.start(1);
            }
            return true;
        }
        let end = usize::from(deadlines[0] != next);
        let (sender, receiver) = &mut self.ends[end];
        let is_receivers = receiver.next_deadline() == next;
        let mut joined = Joined { sender, receiver };
        if is_receivers {
            joined.receive(&mut out, |receiver, out| receiver.on_deadline(next, out));
        } else {
            joined.send(next, &mut out, |sender, out| sender.on_deadline(next, out));
        }
        self.carry(end, &out);
        true
    }

    fn carry(&mut self, end: usize, out: &[Segment]) {
        for segment in out {
            let number = self.sent[end];
            self.sent[end] += 1;
            self.longest = self.longest.max(segment.header_octets() + u64::from(segment.len));
            let arrivals = (self.path)(end, number, self.now);
            self.note(end, segment, arrivals.is_empty());
            for at in arrivals {
                self.push(at, Event::Arrives(1 - end, *segment));
            }
        }
    }

    fn note(&mut self, end: usize, segment: &Segment, lost: bool) {
        let arrow = ["->", "  <-"][end];
        let Segment { seq, len, ack, window, flags, options, .. } = segment;
        let mut line = format!("{:9.3} {arrow} ", self.now.as_secs_f64() * 1e3);
        for (flag, word) in
            [(Flags::SYN, "SYN "), (Flags::FIN, "FIN "), (Flags::ECE, "ECE "), (Flags::CWR, "CWR ")]
        {
            if flags.contains(flag) {
                line.push_str(word);
            }
        }
        write!(line, "{}:{len} ack {} win {window}", seq.0 as i32, ack.0 as i32)
            .expect("a string takes text");
        for (start, end) in options.sack.as_slice() {
            write!(line, " {}-{}", start.0, end.0).expect("a string takes text");
        }
        let words = [(segment.retransmission, " again"), (lost, " LOST")];
        words.iter().filter(|(said, _)| *said).for_each(|(_, word)| line.push_str(word));
        writeln!(self.log, "{line}").expect("a string takes text");
    }

    fn delivered(&self) -> [u64; 2] {
        [1, 0].map(|end: usize| self.ends[end].1.stats().delivered_octets)
    }
}

/// Segments of 1000 octets.
fn settings(variant: &str) -> Settings {
    Settings {
        variant: VariantName::find(variant).expect("a known variant"),
        mss: Bytes::new(1_000),
        receive_window: Bytes::new(16_000),
        timer_tick: Span::from_ps(100 * MS),
        rto_rule: RtoRule::Rfc6298,
        ..Settings::default()
    }
}

/// 1 ms for a segment with data or without on the line of its end, and 10 ms to the other one; these of the first end are lost.
fn line(lost: &'static [u64]) -> Path {
    let mut free = [Time::ZERO; 2];
    Box::new(move |end, number, now| {
        free[end] = now.max(free[end]) + Span::from_ps(MS);
        if end == 0 && lost.contains(&number) { Vec::new() } else { vec![free[end] + Span::from_ps(10 * MS)] }
    })
}

#[test]
fn acknowledgments_ride_on_data_both_ways() {
    let mut pair =
        Pair::new(&Settings { handshake: true, close: true, ..settings("reno") }, [6_000, 3_500], line(&[]));
    pair.run(60_000);
    assert_eq!(pair.delivered(), [6_000, 3_500]);
    insta::assert_snapshot!(pair.log);
}

#[test]
fn selective_blocks_stand_beside_data_which_is_shorter_by_them() {
    let mut pair = Pair::new(&settings("sack"), [12_000, 30_000], line(&[5]));
    pair.run(60_000);
    assert_eq!(pair.delivered(), [12_000, 30_000]);
    insta::assert_snapshot!(pair.log);
}

/// The other end answers a request within the delay of its acknowledgment: nothing goes alone.
#[test]
fn an_answer_takes_the_acknowledgment_that_waits() {
    let mut pair = Pair::new(&settings("reno"), [300, 0], line(&[]));
    pair.push(Time::from_ps(50 * MS), Event::Supplies(1, 400));
    pair.run(49);
    let (_, receiver) = &pair.ends[1];
    assert_eq!((receiver.stats().acks_sent, receiver.next_deadline()), (0, Time::from_ps(200 * MS)));
    while pair.step(Time::from_ps(51 * MS)) {}
    let (_, receiver) = &pair.ends[1];
    assert_eq!((receiver.stats().acks_sent, receiver.stats().acks_carried), (0, 1));
    assert_eq!(receiver.next_deadline(), Time::NEVER, "its timer is off");
    while pair.step(Time::from_ps(1_000 * MS)) {}
    assert!(pair.ends[0].0.is_finished() && pair.ends[1].0.is_finished());
}

/// Data both ways, where one segment from the first end arrives marked.
fn marked_once(feedback: EcnFeedback) -> Pair {
    let settings = Settings { ecn: true, ecn_feedback: Some(feedback), ..settings("reno") };
    let mut pair = Pair::new(&settings, [40_000, 40_000], line(&[]));
    pair.start(0);
    pair.start(1);
    let mut marked = false;
    while pair.step(Time::from_ps(60_000 * MS)) {
        let first = pair.events.values_mut().find_map(|event| match event {
            Event::Arrives(1, segment) if segment.len > 0 && !marked => Some(segment),
            _ => None,
        });
        if let Some(segment) = first.filter(|segment| segment.codepoint.is_capable()) {
            segment.codepoint = Codepoint::Ce;
            marked = true;
        }
    }
    let [(there, _), (back, _)] = &pair.ends;
    assert_eq!((there.stats().ecn_reductions, back.stats().ecn_reductions), (1, 0), "{}", pair.log);
    pair
}

/// A mark on data is echoed on the data that goes back, and answered there.
#[test]
fn marks_are_echoed_on_data() {
    let pair = marked_once(EcnFeedback::Classic);
    assert!(pair.log.lines().any(|line| line.contains("<- ECE") && line.contains(":1000")));
    assert!(pair.log.lines().any(|line| line.contains("-> CWR")), "{}", pair.log);
}

/// With accurate feedback both ends count, also in the flags of their data.
#[test]
fn counts_of_marks_ride_on_data() {
    let pair = marked_once(EcnFeedback::Accurate);
    // The count begins with 5, where ECE is set, and the mark makes it 6, where CWR is set.
    assert!(pair.log.lines().any(|line| line.contains("<- ECE") && line.contains(":1000")), "{}", pair.log);
    assert!(pair.log.lines().any(|line| line.contains("<- CWR") && line.contains(":1000")), "{}", pair.log);
    assert!(!pair.log.lines().any(|line| line.contains("-> CWR")), "{}", pair.log);
}

/// Mostly once, sometimes late, twice or never; at most ten losses in a row.
fn fates() -> impl Strategy<Value = Vec<Vec<u64>>> {
    let fate = prop_oneof![
        6 => (1u64..20).prop_map(|ms| vec![ms]),
        1 => Just(vec![]),
        1 => (1u64..400).prop_map(|ms| vec![ms]),
        1 => (1u64..20, 1u64..400).prop_map(|(first, second)| vec![first, second]),
    ];
    prop::collection::vec(fate, 0..60)
}

fn by_fates(fates: Vec<Vec<u64>>) -> Path {
    let mut lost_in_a_row = [0; 2];
    Box::new(move |end, number, now| {
        let fate = fates.get(2 * number as usize + end).cloned().unwrap_or_else(|| vec![10]);
        lost_in_a_row[end] = if fate.is_empty() { lost_in_a_row[end] + 1 } else { 0 };
        let fate = if lost_in_a_row[end] > 5 { vec![10] } else { fate };
        fate.iter().map(|ms| now + Span::from_ps(ms * MS)).collect()
    })
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let switches = any::<[bool; 8]>();
    (0..VARIANTS.len(), switches, 1u64..20).prop_map(
        |(variant, [sack, timestamps, ecn, accurate, dsack, handshake, close, delayed_ack], window)| {
            Settings {
                sack,
                timestamps,
                ecn,
                ecn_feedback: (ecn && accurate).then_some(EcnFeedback::Accurate),
                dsack,
                handshake,
                close,
                delayed_ack,
                receive_window: Bytes::new(1_000 * window),
                ..settings(VARIANTS[variant].name)
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn every_octet_arrives_once_and_in_order_both_ways(
        settings in any_settings(), there in 0u64..30_000, back in 0u64..30_000, fates in fates(),
    ) {
        prop_assume!(settings.check().is_empty());
        let mut pair = Pair::new(&settings, [there, back], by_fates(fates));
        pair.run(3_600_000);
        prop_assert_eq!(pair.delivered(), [there, back], "{}", pair.log);
        let most = settings.mss.get();
        for ((sender, receiver), octets) in pair.ends.iter().zip([there, back]) {
            prop_assert!(sender.is_finished(), "{}", pair.log);
            let sent = sender.stats();
            prop_assert_eq!(sent.data_octets_sent, octets + sent.retransmitted_octets);
            prop_assert_eq!(sender.is_closed(), settings.close, "{}", pair.log);
            prop_assert_eq!(sender.next_deadline().min(receiver.next_deadline()), Time::NEVER);
            prop_assert_eq!(receiver.has_end(), settings.close);
        }
        prop_assert!(pair.longest <= most + 40, "{} octets", pair.longest);
    }

    #[test]
    fn a_direction_in_which_nothing_is_sent_changes_nothing_of_the_other(
        settings in any_settings(), octets in 0u64..30_000, fates in fates(),
    ) {
        let settings = Settings { close: false, handshake: false, ..settings };
        prop_assume!(settings.check().is_empty());
        let mut pair = Pair::new(&settings, [octets, 0], by_fates(fates.clone()));
        pair.run(3_600_000);
        let mut path = by_fates(fates);
        let path = Box::new(move |direction, number, now| path(direction as usize, number, now));
        let mut toy = crate::toy::Toy::new(&settings, Application::Finite { octets }, Seq(0), path);
        toy.run(3_600_000);
        prop_assert_eq!(pair.ends[0].0.stats(), toy.sender.stats());
        prop_assert_eq!(pair.ends[1].1.stats(), toy.receiver.stats());
        prop_assert_eq!(pair.ends[0].0.acknowledged_at(), toy.sender.acknowledged_at());
    }
}
