//! Protection against wrapped sequence numbers: what a receiver refuses for its timestamp.

use cellwise_tcp::{Flags, Receiver, Segment, Seq, Settings, TickClock, Timestamps};
use cellwise_units::{Bytes, Span, Time};

use crate::toy::MS;

/// A receiver with the largest window that there is, and what it sends.
struct End {
    receiver: Receiver,
    out: Vec<Segment>,
}

impl End {
    fn new(paws: bool) -> Self {
        let settings = Settings {
            timestamps: true,
            paws,
            delayed_ack: false,
            receive_window: Bytes::new(65_535 << 14),
            ..Settings::default()
        };
        let ticks = TickClock::aligned(Span::from_ps(200 * MS));
        Self { receiver: Receiver::new(&settings, ticks), out: Vec::new() }
    }

    /// Takes a segment with a timestamp; returns what is acknowledged then.
    fn take(&mut self, seq: u64, len: u32, timestamp: u32) -> u32 {
        let mut segment = Segment::plain(Seq(0).plus(seq), len, Seq(0), 0, Flags::ACK);
        segment.options.timestamps = Some(Timestamps { value: timestamp, echo: 0 });
        self.out.clear();
        self.receiver.on_data(Time::ZERO, &segment, &mut self.out);
        self.out.last().expect("an acknowledgment").ack.0
    }
}

/// Segments of a thousand million octets up to the first number again; then the first 1000 octets come once more, which look like the next.
// spec: rfc7323 5.1
#[test]
fn a_duplicate_from_before_the_numbers_came_round_is_refused() {
    for (paws, refused, delivered) in [(true, 1, 1 << 32), (false, 0, (1 << 32) + 1_000)] {
        let mut end = End::new(paws);
        for (number, timestamp) in (0..4).zip([100, 200, 300, 400]) {
            end.take(number * 1_000_000_000, 1_000_000_000, timestamp);
        }
        assert_eq!(end.take(4_000_000_000, 294_967_296, 500), 0, "the numbers begin anew");
        let acknowledged = end.take(0, 1_000, 100);
        assert_eq!(acknowledged, if paws { 0 } else { 1_000 });
        let stats = end.receiver.stats();
        assert_eq!((stats.refused_segments, stats.delivered_octets), (refused, delivered));
    }
}

#[test]
fn a_late_segment_that_fills_a_hole_is_no_older_than_what_came_before_the_hole() {
    let mut end = End::new(true);
    assert_eq!(end.take(0, 1_000, 10), 1_000);
    assert_eq!(end.take(2_000, 1_000, 12), 1_000, "beyond a hole");
    assert_eq!(end.take(1_000, 1_000, 11), 3_000);
    assert_eq!(end.receiver.stats().refused_segments, 0);
}

/// The retransmission of the first of two missing segments has come: the original of the second is older, and is refused.
#[test]
fn what_a_retransmission_has_overtaken_is_refused() {
    let mut end = End::new(true);
    assert_eq!(end.take(0, 1_000, 30), 1_000, "sent again");
    assert_eq!(end.take(1_000, 1_000, 10), 1_000);
    assert_eq!(end.receiver.stats().refused_segments, 1);
    assert_eq!(end.take(1_000, 1_000, 31), 2_000, "sent again");
}

/// Data that has arrived before is not new: it counts as a duplicate, as without timestamps.
#[test]
fn an_old_duplicate_of_old_octets_is_a_duplicate() {
    let mut end = End::new(true);
    end.take(0, 1_000, 30);
    assert_eq!(end.take(0, 1_000, 10), 1_000);
    let stats = end.receiver.stats();
    assert_eq!((stats.refused_segments, stats.duplicate_segments), (0, 1));
}
