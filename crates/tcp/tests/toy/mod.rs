//! A toy network for tests: two ends, a path that says when each segment arrives, and a clock.
//!
//! It prints one line for every segment sent, acknowledgment received and timer fired, so that an
//! exchange can be read and compared.

#![allow(dead_code)]

pub(crate) mod uplink;

use std::collections::BTreeMap;
use std::fmt::Write;

use cellwise_tcp::{Application, Flags, Receiver, Segment, Sender, Seq, Settings, TickClock};
use cellwise_units::{Span, Time};
use uplink::Uplink;

/// Picoseconds in a millisecond.
pub(crate) const MS: u64 = 1_000_000_000;

/// Which way a segment travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Data,
    Ack,
}

/// When the n-th segment of a direction, sent at a time, arrives: never, once or more often.
pub(crate) type Path = Box<dyn FnMut(Direction, u64, Time) -> Vec<Time>>;

/// What the applications do at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Act {
    /// Write so many octets.
    Supply(u64),
    /// Read so many octets, at a receiver that does not read by itself.
    Read(u64),
    /// Stop reading by itself.
    Hold,
    /// Read all, and from now on at once.
    Release,
    /// Write no more and close.
    Close,
    /// Write no more after what is written.
    Finish,
    /// Set the congestion window, where it is set from outside.
    Window(u64),
}

#[derive(Clone, Copy, Debug)]
enum Event {
    Arrives(Direction, Segment),
    Acts(Act),
}

/// The network and its two ends.
pub(crate) struct Toy {
    pub(crate) sender: Sender,
    pub(crate) receiver: Receiver,
    pub(crate) now: Time,
    pub(crate) log: String,
    initial_seq: Seq,
    path: Path,
    sent: [u64; 2],
    events: BTreeMap<(Time, u64), Event>,
    count: u64,
    out: Vec<Segment>,
    /// Every data segment sent, for laws: offset and length.
    pub(crate) data: Vec<(u64, u64)>,
    /// Whether the n-th segment towards the receiver meets a congested queue, which marks it.
    pub(crate) congested: Box<dyn FnMut(u64) -> bool>,
    /// The same on the way back.
    pub(crate) congested_back: Box<dyn FnMut(u64) -> bool>,
    /// What acknowledgments wait in before they set out on the path.
    pub(crate) uplink: Option<Uplink>,
}

/// The segment as a queue leaves it that is congested or not.
pub(crate) fn marked(segment: Segment, is_congested: bool) -> Segment {
    let codepoint = if is_congested { segment.codepoint.marked() } else { segment.codepoint };
    Segment { codepoint, ..segment }
}

impl Toy {
    pub(crate) fn new(settings: &Settings, application: Application, initial_seq: Seq, path: Path) -> Self {
        let slow = TickClock::aligned(settings.timer_tick);
        let fast = TickClock::aligned(settings.delayed_ack_timer);
        Self {
            sender: Sender::new(settings, application, slow).with_initial_seq(initial_seq),
            receiver: Receiver::new(settings, fast).with_initial_seq(initial_seq),
            now: Time::ZERO,
            log: String::new(),
            initial_seq,
            path,
            sent: [0; 2],
            events: BTreeMap::new(),
            count: 0,
            out: Vec::new(),
            data: Vec::new(),
            congested: Box::new(|_| false),
            congested_back: Box::new(|_| false),
            uplink: None,
        }
    }

    /// Has an application act at a time.
    pub(crate) fn at(&mut self, ms: u64, act: Act) {
        self.push(Time::from_ps(ms * MS), Event::Acts(act));
    }

    /// Makes both ends those of a new connection.
    pub(crate) fn reconnect(&mut self, settings: &Settings, application: Application, initial_seq: Seq) {
        self.sender.reconnect(settings, application, initial_seq);
        self.receiver.reconnect(settings, initial_seq);
        self.initial_seq = initial_seq;
    }

    pub(crate) fn set_path(&mut self, path: Path) {
        self.path = path;
    }

    /// Starts the sender.
    pub(crate) fn start(&mut self) {
        let mut out = std::mem::take(&mut self.out);
        self.sender.start(self.now, &mut out);
        self.carry(Direction::Data, out);
    }

    /// Handles the next thing that happens, if it happens by `end`; arrivals precede timers of
    /// the same time.
    pub(crate) fn step(&mut self, end: Time) -> bool {
        let event = self.events.first_key_value().map_or(Time::NEVER, |(key, _)| key.0);
        let (sender, receiver) = (self.sender.next_deadline(), self.receiver.next_deadline());
        let uplink = self.uplink.as_ref().map_or(Time::NEVER, Uplink::free_at);
        let next = event.min(sender).min(receiver).min(uplink);
        if next > end {
            return false;
        }
        self.now = next;
        let mut out = std::mem::take(&mut self.out);
        if event == next {
            if let Some((_, event)) = self.events.pop_first() {
                self.handle(event, out);
            }
        } else if uplink == next {
            self.serve_uplink();
            self.out = out;
        } else if receiver == next {
            let delayed = self.receiver.stats().delayed_acks;
            self.receiver.on_deadline(next, &mut out);
            let delayed = self.receiver.stats().delayed_acks > delayed;
            self.note(if delayed { "   fast timer" } else { "   receiver's timeout" });
            self.carry(Direction::Ack, out);
        } else {
            let before = *self.sender.stats();
            self.sender.on_deadline(next, &mut out);
            let since = self.sender.stats().since(&before);
            self.note(match (since.timeouts, since.window_probes) {
                (0, 0) if !out.is_empty() => "   next burst",
                (0, _) => "   persist",
                _ => "   timeout",
            });
            self.carry(Direction::Data, out);
        }
        true
    }

    /// Runs until everything is quiet, or until a time.
    pub(crate) fn run(&mut self, end_ms: u64) {
        self.start();
        while self.step(Time::from_ps(end_ms * MS)) {}
    }

    fn handle(&mut self, event: Event, mut out: Vec<Segment>) {
        match event {
            Event::Arrives(Direction::Data, segment) => {
                self.receiver.on_data(self.now, &segment, &mut out);
                self.carry(Direction::Ack, out);
            }
            Event::Arrives(Direction::Ack, segment) => {
                let duplicates = self.sender.stats().duplicate_acks;
                self.sender.on_ack(self.now, &segment, &mut out);
                let duplicate = self.sender.stats().duplicate_acks > duplicates;
                let what = self.describe(&segment, duplicate);
                self.note(&what);
                self.carry(Direction::Data, out);
            }
            Event::Acts(act) => {
                self.note(&format!("   {act:?}"));
                match act {
                    Act::Supply(octets) => {
                        self.sender.supply(self.now, octets, &mut out);
                        self.carry(Direction::Data, out);
                    }
                    Act::Read(octets) => {
                        self.receiver.read(self.now, octets, &mut out);
                        self.carry(Direction::Ack, out);
                    }
                    Act::Close => {
                        self.sender.close(self.now, &mut out);
                        self.carry(Direction::Data, out);
                    }
                    Act::Finish => {
                        self.sender.finish(self.now, &mut out);
                        self.carry(Direction::Data, out);
                    }
                    Act::Window(octets) => {
                        assert!(self.sender.set_cwnd(self.now, octets, &mut out));
                        self.carry(Direction::Data, out);
                    }
                    Act::Hold => self.receiver.set_reads_at_once(false),
                    Act::Release => {
                        self.receiver.set_reads_at_once(true);
                        self.receiver.read(self.now, u64::MAX, &mut out);
                        self.carry(Direction::Ack, out);
                    }
                }
            }
        }
    }

    /// The line of the uplink takes the next packet.
    fn serve_uplink(&mut self) {
        let Some((segment, left)) = self.uplink.as_mut().and_then(|uplink| uplink.serve(self.now)) else {
            return;
        };
        let number = self.sent[Direction::Ack as usize];
        self.sent[Direction::Ack as usize] += 1;
        for at in (self.path)(Direction::Ack, number, left) {
            self.push(at, Event::Arrives(Direction::Ack, segment));
        }
    }

    /// Has an acknowledgment wait in the uplink queue.
    fn push_uplink(&mut self, segment: Segment) {
        let Some(pushed) = self.uplink.as_mut().map(|uplink| uplink.push(self.now, segment)) else { return };
        let number = |segment: &Segment| segment.ack.0.wrapping_sub(self.initial_seq.0);
        let filtered: Vec<_> = pushed.filtered.iter().map(|segment| number(segment).to_string()).collect();
        let dropped = pushed.dropped.as_ref().map(number);
        if !filtered.is_empty() {
            self.note(&format!("   filtered {}", filtered.join(" ")));
        }
        if let Some(dropped) = dropped {
            self.note(&format!("   uplink full, {dropped} dropped"));
        }
    }

    /// Puts segments on the path and takes the emptied vector back.
    fn carry(&mut self, direction: Direction, mut out: Vec<Segment>) {
        for mut segment in out.drain(..) {
            if direction == Direction::Ack && self.uplink.is_some() {
                self.push_uplink(segment);
                continue;
            }
            let number = self.sent[direction as usize];
            self.sent[direction as usize] += 1;
            let arrivals = (self.path)(direction, number, self.now);
            if direction == Direction::Data {
                segment = marked(segment, (self.congested)(number));
                if segment.len > 0 {
                    let offset = segment.seq.offset(self.initial_seq, self.sender.snd_una_offset());
                    self.data.push((offset.expect("data has an offset"), u64::from(segment.len)));
                }
                self.note_data(&segment, arrivals.is_empty());
            } else {
                segment = marked(segment, (self.congested_back)(number));
                if arrivals.is_empty() {
                    self.note("   ack lost");
                }
            }
            for at in arrivals {
                self.push(at, Event::Arrives(direction, segment));
            }
        }
        self.out = out;
    }

    fn push(&mut self, at: Time, event: Event) {
        self.events.insert((at, self.count), event);
        self.count += 1;
    }

    fn note_data(&mut self, segment: &Segment, lost: bool) {
        let ms = self.now.as_secs_f64() * 1e3;
        let seq = segment.seq.0.wrapping_sub(self.initial_seq.0);
        let mut line = match segment.len {
            0 if segment.flags.contains(Flags::SYN) => format!("{ms:9.3} -> SYN"),
            0 if segment.flags.contains(Flags::FIN) => format!("{ms:9.3} -> FIN {seq}"),
            0 => format!("{ms:9.3} -> ack"),
            len => format!("{ms:9.3} -> {seq}:{len}"),
        };
        let words = [
            (segment.len > 0 && segment.flags.contains(Flags::FIN), " FIN"),
            (segment.flags.contains(Flags::AE), " AE"),
            (segment.len > 0 && segment.flags.contains(Flags::CWR), " CWR"),
            (segment.len > 0 && segment.flags.contains(Flags::ECE), " ECE"),
            (segment.retransmission, " again"),
            (segment.codepoint.is_marked(), " MARKED"),
            (lost, " LOST"),
        ];
        words.iter().filter(|(said, _)| *said).for_each(|(_, word)| line.push_str(word));
        writeln!(self.log, "{line}").expect("a string takes text");
    }

    /// What an arriving acknowledgment says.
    fn describe(&self, segment: &Segment, duplicate: bool) -> String {
        let ack = segment.ack.0.wrapping_sub(self.initial_seq.0);
        let duplicate = if duplicate { "duplicate" } else { "" };
        let mut what = format!("<- ack {ack:<6} win {:<6} {duplicate}", segment.window);
        for (flag, word) in [
            (Flags::SYN, " SYN"),
            (Flags::FIN, " FIN"),
            (Flags::AE, " AE"),
            (Flags::CWR, " CWR"),
            (Flags::ECE, " ECE"),
        ] {
            if segment.flags.contains(flag) {
                what.push_str(word);
            }
        }
        if segment.codepoint.is_marked() {
            what.push_str(" MARKED");
        }
        for (start, end) in segment.options.sack.as_slice() {
            let [start, end] = [start, end].map(|seq| seq.0.wrapping_sub(self.initial_seq.0));
            write!(what, " {start}-{end}").expect("a string takes text");
        }
        what
    }

    fn note(&mut self, what: &str) {
        let (cwnd, ssthresh) = (self.sender.cwnd(), self.sender.ssthresh());
        let ssthresh = if ssthresh == u64::MAX { "-".to_owned() } else { ssthresh.to_string() };
        let ms = self.now.as_secs_f64() * 1e3;
        writeln!(self.log, "{ms:9.3} {what:<40} cwnd {cwnd:<6} ssthresh {ssthresh}")
            .expect("a string takes text");
    }
}

/// A path of 10 ms each way that takes 1 ms for a data segment and loses those with the given numbers.
pub(crate) fn line(lost: &[u64]) -> Path {
    let lost = lost.to_vec();
    let mut free = Time::ZERO;
    Box::new(move |direction, number, now| {
        let mut sent = now;
        if direction == Direction::Data {
            sent = now.max(free) + Span::from_ps(MS);
            free = sent;
            if lost.contains(&number) {
                return Vec::new();
            }
        }
        vec![sent + Span::from_ps(10 * MS)]
    })
}
