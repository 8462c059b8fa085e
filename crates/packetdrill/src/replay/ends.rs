//! The two halves of an open connection, and what they have put out.

use std::collections::VecDeque;
use std::num::Wrapping;

use cellwise_tcp::{
    Application, Flags, Joined, MAX_SACK_BLOCKS, MarkedOctets, Options, Receiver, RttEstimator, SackBlocks,
    Segment, Sender, Seq, Settings, TickClock, Timestamps,
};
use cellwise_units::Time;

use super::clock::Window;
use super::compare::{self, Left};
use super::opening::Agreed;
use super::stop::Stop;
use crate::script::{Packet, TcpOption};

/// The number of the first octet of data in every script.
const FIRST: Seq = Seq(1);
/// A tick of the clock of timestamps, with the rules in exact time.
const TIMESTAMP_TICK_PS: u64 = 1_000_000_000;

#[derive(Debug)]
pub(super) struct Ends {
    pub(super) sender: Sender,
    receiver: Receiver,
    mss: u32,
    window_scale: u32,
    /// What the host's timestamps are less than the script's.
    timestamp_offset: Wrapping<u32>,
    out: VecDeque<Left>,
    fresh: Vec<Segment>,
}

impl Ends {
    pub(super) fn new(settings: &Settings, agreed: &Agreed, now: Time) -> Self {
        let mut estimator = RttEstimator::new(settings);
        if let Some(round_trip) = agreed.round_trip {
            estimator = estimator.with_round_trip(round_trip);
        }
        if agreed.was_lost {
            estimator.begin_after_lost_syn();
        }
        let (slow, fast) =
            (TickClock::aligned(settings.timer_tick), TickClock::aligned(settings.delayed_ack_timer));
        let sender = Sender::new(settings, Application::OnDemand, slow).with_initial_seq(FIRST);
        let ours = |at: Time| Wrapping((at.ps() / TIMESTAMP_TICK_PS) as u32);
        let mut ends = Self {
            sender: sender.with_rtt(estimator).with_offered_window(agreed.window.into()),
            receiver: Receiver::new(settings, fast).with_initial_seq(Seq(agreed.next_octet)).joined(),
            mss: agreed.segment(),
            window_scale: agreed.window_scale,
            timestamp_offset: agreed.timestamp.map_or(Wrapping(0), |(value, at)| Wrapping(value) - ours(at)),
            out: agreed.left.iter().copied().collect(),
            fresh: Vec::new(),
        };
        ends.send(now, |sender, out| sender.start(now, out));
        ends.end_opening(agreed, now);
        ends
    }

    /// Takes what ends the opening: its timestamp, which is to be echoed, and its mark, which counts. A script in which it has data gives
    /// it again.
    fn end_opening(&mut self, agreed: &Agreed, now: Time) {
        let mut last = Segment::plain(Seq(agreed.next_octet), 0, FIRST, agreed.window, Flags::ACK);
        last.options.timestamps = agreed.last_timestamp.map(|value| Timestamps { value, echo: 0 });
        last.codepoint = agreed.last_codepoint;
        if last.options.timestamps.is_some() || last.codepoint.is_marked() {
            self.arrive(&last, now);
        }
        self.sender.take_ecn_opening(&agreed.opened);
        if !agreed.opened.may_mark {
            self.receiver.stop_marking();
        }
    }

    fn joined(&mut self) -> (Joined<'_>, &mut Vec<Segment>) {
        (Joined { sender: &mut self.sender, receiver: &mut self.receiver }, &mut self.fresh)
    }

    fn send(&mut self, now: Time, act: impl FnOnce(&mut Sender, &mut Vec<Segment>)) {
        let (mut joined, out) = self.joined();
        joined.send(now, out, act);
        self.left(now);
    }

    fn receive(&mut self, now: Time, act: impl FnOnce(&mut Receiver, &mut Vec<Segment>)) {
        let (mut joined, out) = self.joined();
        joined.receive(out, act);
        self.left(now);
    }

    fn arrive(&mut self, segment: &Segment, now: Time) {
        let (mut joined, out) = self.joined();
        joined.on_segment(now, segment, out);
        self.left(now);
    }

    fn left(&mut self, now: Time) {
        self.out.extend(self.fresh.drain(..).map(|segment| Left { at: now, segment }));
    }

    /// Octets of the largest segment.
    pub(super) fn mss(&self) -> u64 {
        u64::from(self.mss.max(1))
    }

    /// Fires what is due before an instant: what arrives at it comes first.
    pub(super) fn run_to(&mut self, until: Time) {
        while self.next_deadline() < until {
            self.fire();
        }
    }

    /// The application writes.
    pub(super) fn write(&mut self, octets: u64, now: Time) {
        self.run_to(now);
        self.send(now, |sender, out| sender.supply(now, octets, out));
    }

    /// A segment arrives.
    pub(super) fn inject(&mut self, packet: &Packet, now: Time) {
        let segment = self.segment(packet);
        // A segment with data is no duplicate acknowledgment, and says nothing new as one that acknowledges.
        let acknowledges =
            segment.len == 0 || u64::from(packet.ack.unwrap_or(1)) > 1 + self.sender.snd_una_offset();
        if acknowledges {
            self.arrive(&segment, now);
        } else {
            self.receive(now, |receiver, out| receiver.on_data(now, &segment, out));
        }
    }

    /// A segment must leave in a window of time: when it has.
    pub(super) fn expect(&mut self, packet: &Packet, window: Window, text: &str) -> Result<Time, Stop> {
        while self.out.is_empty() && self.next_deadline() <= window.last {
            self.fire();
        }
        let Some(left) = self.out.front() else {
            return Err(compare::nothing(text, self.next_deadline()));
        };
        compare::in_time(left, window, text)?;
        let whole = compare::gathered(&mut self.out, packet);
        compare::segment(packet, &whole, text)?;
        Ok(whole.at)
    }

    fn next_deadline(&self) -> Time {
        self.sender.next_deadline().min(self.receiver.next_deadline())
    }

    fn fire(&mut self) {
        let now = self.next_deadline();
        if self.receiver.next_deadline() == now {
            self.receive(now, |receiver, out| receiver.on_deadline(now, out));
        } else {
            self.send(now, |sender, out| sender.on_deadline(now, out));
        }
    }

    fn segment(&self, packet: &Packet) -> Segment {
        let window = packet.window.unwrap_or_default();
        Segment {
            window: window.checked_shl(self.window_scale).unwrap_or(u32::MAX),
            codepoint: compare::codepoint(packet),
            options: self.options(packet),
            ..Segment::plain(
                Seq(packet.seq),
                packet.len,
                Seq(packet.ack.unwrap_or(1)),
                0,
                compare::flags(packet),
            )
        }
    }

    fn options(&self, packet: &Packet) -> Options {
        let mut options = Options::default();
        let mut counters = (None, None);
        for option in packet.options.iter().flatten() {
            match option {
                TcpOption::Sack(blocks) => {
                    let mut sack = SackBlocks::default();
                    blocks.iter().for_each(|&(start, end)| sack.push(Seq(start), Seq(end)));
                    options.sack = sack;
                }
                TcpOption::Timestamp(value, echo) => {
                    let echo = (Wrapping(*echo) - self.timestamp_offset).0;
                    options.timestamps = Some(Timestamps { value: *value, echo });
                }
                TcpOption::AccurateEcn { ect0, marked, .. } => counters = (*ect0, *marked),
                _ => {}
            }
        }
        // Ours counts octets of one codepoint: that which this end sends with.
        if let ((Some(ect0), Some(marked)), true) =
            (counters, options.sack.as_slice().len() < MAX_SACK_BLOCKS)
        {
            options.set_marked_octets(MarkedOctets::new(false, ect0.into(), marked.into()));
        }
        options
    }
}
