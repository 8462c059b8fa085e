//! One end of a connection whose two ends both send data: what sends and what receives, joined.
//!
//! Source: RFC 9293 3.10.7.4 (what a segment acknowledges comes before its data), 4.4BSD's input and output routines. An
//! acknowledgment rides on data that leaves at the same instant, and one that is delayed on the first data to leave: then
//! none goes alone. Data carries acknowledgment, window, echoes and as many selective blocks as it has room for; new
//! segments are shorter by those. A direction in which nothing is sent changes nothing of the other one.
//!
//! Opening is that of one direction ([`crate::Settings::handshake`]): the sender of the other one has no handshake of
//! its own and starts when [`Receiver::established_at`] says so. Each sender closes its own direction.

use cellwise_packet::Codepoint;
use cellwise_units::Time;

use crate::ecn::accurate::COUNT;
use crate::options::SackBlocks;
use crate::receiver::Receiver;
use crate::segment::{Flags, Output, Segment};
use crate::sender::Sender;

/// The two halves of an end; the receiver is one that was [`Receiver::joined`].
#[derive(Debug)]
pub struct Joined<'a> {
    /// What sends this end's data.
    pub sender: &'a mut Sender,
    /// What takes the other end's.
    pub receiver: &'a mut Receiver,
}

impl Joined<'_> {
    /// Takes a segment of either direction. Returns how many of the segments that leave, beginning with the first, are
    /// the receiver's: acknowledgments alone. The others are the sender's.
    pub fn on_segment(&mut self, now: Time, segment: &Segment, out: &mut Output) -> usize {
        let begin = out.len();
        let (data, ack) = parts(segment, self.receiver.counts_marks());
        if let Some(data) = data {
            self.receiver.on_data(now, &data, out);
        }
        self.receiver.take_timestamp(now, segment);
        if self.receiver.has_end() {
            self.sender.note_peer_closed();
        }
        let acks = out.len() - begin;
        self.make_room(out.last().filter(|_| acks > 0).map(|ack| ack.options.sack));
        self.sender.on_ack(now, &ack, out);
        if !self.sender.may_mark() {
            self.receiver.stop_marking();
        }
        self.carry(now, begin, Riders { acks, confirms: segment.flags.contains(Flags::SYN) }, out)
    }

    /// Has the sender act: start, write, close, or do what is due. What it sends carries the acknowledgment that waits.
    pub fn send(&mut self, now: Time, out: &mut Output, act: impl FnOnce(&mut Sender, &mut Output)) {
        let begin = out.len();
        self.before_sending();
        act(self.sender, out);
        self.after_sending(now, begin, out);
    }

    /// What [`Self::send`] does before the sender acts, for a caller that has it act itself.
    pub fn before_sending(&mut self) {
        self.make_room(None);
    }

    /// The work of [`Self::send`] on the segments that the sender has left in `out`, beginning at `begin`.
    pub fn after_sending(&mut self, now: Time, begin: usize, out: &mut Output) {
        self.carry(now, begin, Riders::default(), out);
    }

    /// Has the receiver act: read, or do what is due. What it sends goes alone.
    pub fn receive(&mut self, out: &mut Output, act: impl FnOnce(&mut Receiver, &mut Output)) {
        let begin = out.len();
        act(self.receiver, out);
        self.place(&mut out[begin..]);
    }

    /// When the first timer of either half fires.
    #[must_use]
    pub fn next_deadline(&self) -> Time {
        self.sender.next_deadline().min(self.receiver.next_deadline())
    }

    /// Leaves room in new segments for the blocks that they will carry.
    // spec: rfc6691 3: the length of data falls by that of options
    fn make_room(&mut self, blocks: Option<SackBlocks>) {
        let blocks = blocks.map_or_else(|| self.receiver.sack_octets(), |blocks| blocks.octets());
        self.sender.leave_room(blocks);
    }

    /// Puts the acknowledgment on the sender's segments, behind the receiver's; returns how many of those still go alone.
    fn carry(&mut self, now: Time, begin: usize, riders: Riders, out: &mut Output) -> usize {
        let Riders { acks, confirms } = riders;
        let mut alone = acks;
        let sends = out.len() > begin + acks;
        if sends {
            let mss = self.sender.mss();
            let fits =
                |ack: &Segment, data: &Segment| blocks_beside(data, mss) >= ack.options.sack.as_slice().len();
            let last = (begin + acks).checked_sub(1).filter(|_| acks > 0).map(|at| out[at]);
            let mut rides = last.filter(|ack| !is_control(ack) && fits(ack, &out[begin + acks]));
            if rides.is_some() {
                alone -= 1;
                out.remove(begin + alone);
                self.receiver.note_carried();
            }
            for segment in &mut out[begin + alone..] {
                if !segment.flags.contains(Flags::SYN) {
                    let mut ack = rides.take().unwrap_or_else(|| self.receiver.acknowledgment(now));
                    if self.receiver.counts_marks() {
                        // spec: rfc9768 3.2.2.1: what acknowledges an answer to the SYN says how that arrived
                        let other = if confirms && segment.len == 0 { &mut ack } else { &mut *segment };
                        other.flags = other.flags.without(COUNT);
                    }
                    load(segment, &ack, mss, self.receiver.knows_timestamp());
                }
            }
        }
        self.place(&mut out[begin..begin + alone]);
        alone
    }

    /// Gives acknowledgments that go alone the sequence number of this end's next octet.
    fn place(&self, acks: &mut [Segment]) {
        for ack in acks.iter_mut().filter(|ack| !is_control(ack)) {
            ack.seq = self.sender.next_seq();
        }
    }
}

/// What leaves with the segments of a sender.
#[derive(Clone, Copy, Debug, Default)]
struct Riders {
    /// Acknowledgments of the receiver.
    acks: usize,
    /// Whether those without data acknowledge an answer to the SYN.
    confirms: bool,
}

fn is_control(segment: &Segment) -> bool {
    segment.flags.contains(Flags::SYN) || segment.flags.contains(Flags::FIN)
}

/// What of a segment concerns the receiver, if anything does, and the sender.
fn parts(segment: &Segment, counts_marks: bool) -> (Option<Segment>, Segment) {
    if segment.flags.contains(Flags::SYN) {
        return ((!segment.flags.contains(Flags::ACK)).then_some(*segment), *segment);
    }
    let is_alone = segment.len == 0 && !segment.flags.contains(Flags::FIN);
    let data = Segment { flags: segment.flags.without(Flags::ECE), ..*segment };
    let flags = segment.flags.without(Flags::FIN);
    // spec: rfc9768 3.1.1: with accurate feedback the flag is part of a count, which is for the sender.
    let flags = if counts_marks { flags } else { flags.without(Flags::CWR) };
    // A mark on data is for the receiver to echo.
    let codepoint = if is_alone { segment.codepoint } else { Codepoint::NotEct };
    (Some(data), Segment { flags, codepoint, ..*segment })
}

/// So many selective blocks fit next to data.
fn blocks_beside(data: &Segment, mss: u64) -> usize {
    (mss.saturating_sub(u64::from(data.len)).saturating_sub(4) / 8) as usize
}

/// Puts an acknowledgment on a segment with data.
fn load(segment: &mut Segment, ack: &Segment, mss: u64, knows_timestamp: bool) {
    segment.ack = ack.ack;
    segment.window = ack.window;
    segment.flags = segment.flags.with(ack.flags);
    for (start, end) in ack.options.sack.as_slice().iter().take(blocks_beside(segment, mss)) {
        segment.options.sack.push(*start, *end);
    }
    if let (true, Some(own), Some(theirs)) =
        (knows_timestamp, &mut segment.options.timestamps, ack.options.timestamps)
    {
        own.echo = theirs.echo;
    }
}
