//! Samples of delivery: how fast the network has delivered since the newest segment that has arrived was sent.
//!
//! Source: draft-cheng-iccrg-delivery-rate-estimation; draft-ietf-ccwg-bbr, "Delivery Rate Samples". It is next to
//! the records of [`crate::segment_log`], only for congestion controls that model the path. A sample's interval is the
//! longer of that in which its segments were sent and that in which they were acknowledged, so that acknowledgments
//! that come together do not make the path look fast. Octets are integers; rates are doubles, by one division.

use std::collections::VecDeque;

use cellwise_units::{Span, Time};

const PS_PER_S: f64 = 1e12;

/// The state at the time when a segment was sent.
// spec: draft-ietf-ccwg-bbr, "Per-packet (P) state"
#[derive(Clone, Copy, Debug, Default)]
struct Snapshot {
    delivered: u64,
    delivered_at: Time,
    first_sent: Time,
    lost: u64,
    /// Octets in the network, the segment's included.
    in_flight: u64,
    is_app_limited: bool,
}

/// A segment that is taken for lost.
#[derive(Clone, Copy, Debug)]
pub struct Lost {
    /// Its first octet, since the start of the connection.
    pub start: u64,
    /// The octet after its last one.
    pub end: u64,
    /// Octets in the network when it was sent, its own included (P.tx_in_flight).
    pub sent_in_flight: u64,
    /// Octets taken for lost since, its own included (C.lost - P.lost).
    pub lost_since: u64,
    /// Whether there was too little to send when it was sent.
    pub is_app_limited: bool,
}

/// The deliveries of an acknowledgment. Octets, unless it says otherwise.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample<'a> {
    /// When it arrived.
    pub now: Time,
    /// The round-trip time of the newest segment delivered that was sent once (RS.rtt).
    pub rtt: Option<Span>,
    /// Octets per second over the interval; 0 if the acknowledgment gives no rate (RS.delivery_rate).
    pub rate: f64,
    /// Delivered in the interval (RS.delivered).
    pub delivered: u64,
    /// Delivered in all when the newest segment was sent; none if nothing was delivered (RS.prior_delivered).
    pub prior_delivered: Option<u64>,
    /// Delivered in all since the start (C.delivered).
    pub total_delivered: u64,
    /// Taken for lost in all since the start (C.lost).
    pub total_lost: u64,
    /// Delivered by this acknowledgment (RS.newly_acked).
    pub newly_acked: u64,
    /// In the network when the newest segment was sent, its own included (RS.tx_in_flight).
    pub sent_in_flight: u64,
    /// Taken for lost since the newest segment was sent (RS.lost).
    pub lost_since: u64,
    /// Whether there was too little to send when the newest segment was sent.
    pub is_app_limited: bool,
    /// An estimate of the octets in the network now (C.inflight).
    pub in_flight: u64,
    /// Whether the congestion window was full at some time since the last sample.
    pub is_window_limited: bool,
    /// Whether losses are being repaired.
    pub in_recovery: bool,
    /// What was taken for lost since the last sample, in the order in which it was.
    pub losses: &'a [Lost],
}

/// The newest segment that an acknowledgment has delivered.
#[derive(Clone, Copy, Debug)]
struct Newest {
    snapshot: Snapshot,
    sent: Time,
    acked: Time,
}

/// The state of one connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct Delivery {
    /// One for each record of the log.
    snapshots: VecDeque<Snapshot>,
    delivered: u64,
    delivered_at: Time,
    /// When the segment was sent that was delivered last, or the first one after an idle time.
    first_sent: Time,
    /// The end of the segment that was delivered last.
    last_end: u64,
    lost: u64,
    /// What must be delivered before the last segment is that was sent with too little to send; 0 if none was.
    app_limited: u64,
    newest: Option<Newest>,
    rtt: Option<(Time, Span)>,
    newly_acked: u64,
    losses: Vec<Lost>,
    is_window_limited: bool,
    /// The octet whose acknowledgment ends the repair of losses.
    recovery_point: Option<u64>,
}

impl Delivery {
    /// Takes note of a segment when it is sent; `index` is its record's, `in_flight` counts it.
    // spec: draft-ietf-ccwg-bbr, "Transmitting a data packet"
    pub(crate) fn on_sent(&mut self, index: usize, now: Time, in_flight: u64, octets: u64) {
        if in_flight <= octets {
            (self.first_sent, self.delivered_at) = (now, now);
        }
        let snapshot = Snapshot {
            delivered: self.delivered,
            delivered_at: self.delivered_at,
            first_sent: self.first_sent,
            lost: self.lost,
            in_flight,
            is_app_limited: self.app_limited != 0,
        };
        match self.snapshots.get_mut(index) {
            Some(place) => *place = snapshot,
            None => self.snapshots.push_back(snapshot),
        }
    }

    /// Takes note of octets of a segment that is not whole yet.
    pub(crate) fn on_part(&mut self, octets: u64, now: Time) {
        self.delivered += octets;
        self.newly_acked += octets;
        self.delivered_at = now;
    }

    /// Takes note that a segment has arrived.
    // spec: draft-ietf-ccwg-bbr, "Upon receiving an ACK"
    pub(crate) fn on_delivered(&mut self, index: usize, segment: Arrived, now: Time) {
        let Some(&snapshot) = self.snapshots.get(index) else { return };
        self.on_part(segment.octets, now);
        if !segment.is_resent && self.rtt.is_none_or(|(sent, _)| segment.sent >= sent) {
            let rtt = Span::from_ps(now.ps().saturating_sub(segment.sent.ps()));
            self.rtt = Some((segment.sent, rtt));
        }
        if self.newest.is_none() || (segment.sent, segment.end) > (self.first_sent, self.last_end) {
            self.newest = Some(Newest { snapshot, sent: segment.sent, acked: now });
            (self.first_sent, self.last_end) = (segment.sent, segment.end);
        }
    }

    /// Forgets the first record, all of which is acknowledged.
    pub(crate) fn forget_first(&mut self) {
        self.snapshots.pop_front();
    }

    /// Takes note that a segment is taken for lost.
    pub(crate) fn on_lost(&mut self, index: usize, start: u64, end: u64) {
        let Some(snapshot) = self.snapshots.get(index) else { return };
        self.lost += end - start;
        self.losses.push(Lost {
            start,
            end,
            sent_in_flight: snapshot.in_flight,
            lost_since: self.lost - snapshot.lost,
            is_app_limited: snapshot.is_app_limited,
        });
    }

    /// Has later samples not count as the path's capacity, until all in the network now is delivered.
    // spec: draft-ietf-ccwg-bbr, "Detecting application-limited phases"
    pub(crate) fn mark_app_limited(&mut self, in_flight: u64) {
        self.app_limited = (self.delivered + in_flight).max(1);
    }

    /// Whether there was too little to send lately.
    pub(crate) fn is_app_limited(&self) -> bool {
        self.app_limited != 0
    }

    /// Takes note that the congestion window is full.
    pub(crate) fn fill_window(&mut self) {
        self.is_window_limited = true;
    }

    /// Begins the repair of losses, until all before `point` is acknowledged.
    pub(crate) fn begin_recovery(&mut self, point: u64) {
        self.recovery_point = Some(point);
    }

    /// Ends the repair of spurious losses.
    pub(crate) fn end_recovery(&mut self) {
        self.recovery_point = None;
    }

    /// Gives the sample of an acknowledgment up to `ack` to `take`, and begins the next one.
    // spec: draft-ietf-ccwg-bbr, "Upon receiving an ACK" (GenerateRateSample)
    pub(crate) fn give<T>(
        &mut self,
        (now, ack): (Time, u64),
        (in_flight, min_rtt): (u64, Option<Span>),
        take: impl FnOnce(&Sample<'_>) -> T,
    ) -> T {
        if self.app_limited != 0 && self.delivered > self.app_limited {
            self.app_limited = 0;
        }
        self.recovery_point = self.recovery_point.filter(|point| ack < *point);
        let newest = self.newest.take();
        let snapshot = newest.map_or(Snapshot::default(), |newest| newest.snapshot);
        let delivered = newest.map_or(0, |_| self.delivered - snapshot.delivered);
        let interval = newest.map_or(Span::ZERO, Newest::interval);
        // A shorter one is of a segment that was sent again while the first one was still on its way.
        let is_rate = interval > Span::ZERO && min_rtt.is_none_or(|shortest| interval >= shortest);
        let losses = std::mem::take(&mut self.losses);
        let sample = Sample {
            now,
            rtt: self.rtt.take().map(|(_, rtt)| rtt),
            rate: if is_rate { delivered as f64 * PS_PER_S / interval.get() as f64 } else { 0.0 },
            delivered,
            prior_delivered: newest.map(|_| snapshot.delivered),
            total_delivered: self.delivered,
            total_lost: self.lost,
            newly_acked: std::mem::take(&mut self.newly_acked),
            sent_in_flight: snapshot.in_flight,
            lost_since: newest.map_or(0, |_| self.lost - snapshot.lost),
            is_app_limited: snapshot.is_app_limited,
            in_flight,
            is_window_limited: std::mem::take(&mut self.is_window_limited),
            in_recovery: self.recovery_point.is_some(),
            losses: &losses,
        };
        take(&sample)
    }
}

/// A segment that has arrived.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrived {
    pub(crate) sent: Time,
    pub(crate) end: u64,
    pub(crate) octets: u64,
    pub(crate) is_resent: bool,
}

impl Newest {
    /// The longer of the interval in which the segments were sent and that in which they were acknowledged.
    fn interval(self) -> Span {
        let between = |from: Time, to: Time| Span::from_ps(to.ps().saturating_sub(from.ps()));
        let sending = between(self.snapshot.first_sent, self.sent);
        sending.max(between(self.snapshot.delivered_at, self.acked))
    }
}

#[cfg(test)]
mod tests {
    use crate::segment_log::SegmentLog;

    use super::*;

    const MS: u64 = 1_000_000_000;

    fn at(ms: u64) -> Time {
        Time::from_ps(ms * MS)
    }

    fn log() -> SegmentLog {
        SegmentLog::new(true, true)
    }

    fn send(log: &mut SegmentLog, segment: u64, ms: u64) {
        log.on_sent(segment * 1_000, (segment + 1) * 1_000, at(ms));
    }

    /// Rate in octets per second, octets delivered in the interval, and whether there was too little to send.
    fn acknowledge(log: &mut SegmentLog, segments: u64, ms: u64) -> (f64, u64, bool) {
        log.on_ack(segments * 1_000, at(ms));
        log.settle();
        log.give_sample(at(ms), segments * 1_000, |sample| {
            (sample.rate, sample.delivered, sample.is_app_limited)
        })
        .expect("samples are taken")
    }

    /// Four segments sent together over 100 ms; each is acknowledged 10 ms after the one before. The second has two
    /// delivered 110 ms after the connection began, the one sent at the first acknowledgment has four in 100 ms.
    #[test]
    fn the_interval_runs_from_the_delivery_before_the_segment_was_sent() {
        let mut log = log();
        (0..4).for_each(|segment| send(&mut log, segment, 0));
        assert_eq!(acknowledge(&mut log, 1, 100), (10_000.0, 1_000, false));
        send(&mut log, 4, 100);
        assert_eq!(acknowledge(&mut log, 2, 110).1, 2_000);
        acknowledge(&mut log, 3, 120);
        assert_eq!(acknowledge(&mut log, 4, 130).1, 4_000);
        assert_eq!(acknowledge(&mut log, 5, 200), (40_000.0, 4_000, false));
    }

    /// Acknowledgments of eight segments that were sent 10 ms apart come at once: sending them took longer.
    #[test]
    fn acknowledgments_that_come_together_do_not_make_the_path_fast() {
        let mut log = log();
        (0..8).for_each(|segment| send(&mut log, segment, 10 * segment));
        acknowledge(&mut log, 1, 100);
        (8..16).for_each(|segment| send(&mut log, segment, 100 + 10 * (segment - 8)));
        let (rate, delivered, _) = acknowledge(&mut log, 16, 200);
        // The last was sent 170 ms after the first one delivered, and the acknowledgments took 100 ms.
        assert_eq!((rate as u64, delivered), (88_235, 15_000));
    }

    #[test]
    fn what_is_sent_with_too_little_to_send_says_so_until_it_is_delivered() {
        let mut log = log();
        send(&mut log, 0, 0);
        log.mark_app_limited();
        send(&mut log, 1, 10);
        assert!(!acknowledge(&mut log, 1, 100).2);
        send(&mut log, 2, 100);
        assert!(acknowledge(&mut log, 2, 110).2);
        send(&mut log, 3, 110);
        assert!(acknowledge(&mut log, 3, 200).2, "sent before the bubble was gone");
        assert!(!acknowledge(&mut log, 4, 210).2);
    }

    #[test]
    fn an_interval_below_the_shortest_round_trip_gives_no_rate() {
        let mut log = log();
        send(&mut log, 0, 0);
        acknowledge(&mut log, 1, 100);
        send(&mut log, 1, 200);
        log.on_timeout(at(400), Span::ZERO);
        send(&mut log, 1, 400);
        assert_eq!(acknowledge(&mut log, 2, 430).0, 0.0, "the first one may have arrived");
    }

    #[test]
    fn a_lost_segment_reports_what_was_in_the_network_and_lost_with_it() {
        let mut log = log();
        (0..4).for_each(|segment| send(&mut log, segment, segment));
        log.on_sacked(3_000, 4_000, 1_000, at(103));
        log.settle();
        log.detect(at(103), Span::ZERO);
        let losses = log.give_sample(at(103), 0, |sample| sample.losses.to_vec()).expect("samples");
        let reported: Vec<_> =
            losses.iter().map(|lost| (lost.start, lost.sent_in_flight, lost.lost_since)).collect();
        assert_eq!(reported, [(0, 1_000, 1_000), (1_000, 2_000, 2_000), (2_000, 3_000, 3_000)]);
    }
}
