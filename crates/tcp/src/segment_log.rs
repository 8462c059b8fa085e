//! A record of each segment outstanding: when it was sent, and what is known of it.
//!
//! Source: RFC 8985 5.2 and 6.2. Two orders: by sequence, and by the time of sending. What an acknowledgment delivers
//! gives the newest segment that has arrived, the shortest round trip, and whether segments are reordered.

use std::collections::{BTreeSet, VecDeque};

use cellwise_units::{Span, Time};

use crate::delivery::{self, Arrived, Delivery};

/// A segment outstanding.
#[derive(Clone, Copy, Debug)]
struct Record {
    start: u64,
    end: u64,
    /// When it was sent last.
    sent: Time,
    is_resent: bool,
    is_sacked: bool,
    /// Whether it is taken for lost and was not sent again since.
    is_lost: bool,
}

impl Record {
    const fn octets(&self) -> u64 {
        self.end - self.start
    }

    const fn key(&self) -> (Time, u64) {
        (self.sent, self.end)
    }
}

/// The segment sent last of those that an acknowledgment has delivered.
#[derive(Clone, Copy, Debug)]
struct Sample {
    key: (Time, u64),
    rtt: Span,
}

/// The records of one connection.
#[derive(Clone, Debug, Default)]
pub(crate) struct SegmentLog {
    /// By sequence, without gaps.
    records: VecDeque<Record>,
    /// By the time of sending: time and end. Entries of segments delivered, lost or sent again since are stale.
    order: VecDeque<(Time, u64)>,
    /// First octets of segments that are lost and were not sent again.
    lost: BTreeSet<u64>,
    lost_octets: u64,
    /// Octets ever taken for lost.
    ever_lost: u64,
    sacked_octets: u64,
    sacked_segments: u64,
    sample: Option<Sample>,
    /// The deliveries of the present acknowledgment among segments that were sent again.
    resent: Vec<Sample>,
    /// The segment sent last of all that have arrived (RACK.xmit_ts, RACK.end_seq).
    newest: (Time, u64),
    /// The round-trip time that the last acknowledgment of new data has measured (RACK.rtt).
    rtt: Span,
    min_rtt: Option<Span>,
    /// The end of the highest segment that has arrived (RACK.fack).
    highest: u64,
    reordering_seen: bool,
    /// Whether a round-trip time was measured since it was last asked.
    is_measured: bool,
    /// Whether the recovery finds losses by these records. Where it does not, segments that are sent again are lost.
    finds_losses: bool,
    /// Samples of delivery, for congestion controls that model the path.
    delivery: Option<Box<Delivery>>,
}

impl SegmentLog {
    /// Records for a recovery that finds losses by them, for samples of delivery, or for both.
    pub(crate) fn new(finds_losses: bool, takes_samples: bool) -> Self {
        let delivery = takes_samples.then(Box::default);
        Self { finds_losses, delivery, ..Self::default() }
    }

    /// Takes note that the octets from `start` to before `end` are sent.
    pub(crate) fn on_sent(&mut self, start: u64, end: u64, now: Time) {
        // Most are new: there is nothing to look for.
        let is_new = self.records.back().is_none_or(|last| last.end <= start);
        let find = |records: &VecDeque<Record>| records.partition_point(|record| record.end <= start);
        let first = if is_new { self.records.len() } else { find(&self.records) };
        for index in first..self.records.len() {
            if self.records[index].start >= end {
                return;
            }
            if !self.records[index].is_sacked {
                self.send_again(index, now);
            }
        }
        let start = self.records.back().map_or(start, |last| last.end.max(start));
        if start < end {
            let fresh = Record { start, end, sent: now, is_resent: false, is_sacked: false, is_lost: false };
            self.note_order(fresh.key());
            self.records.push_back(fresh);
            self.sample_sending(self.records.len() - 1, now);
        }
    }

    fn send_again(&mut self, index: usize, now: Time) {
        if !self.finds_losses {
            self.lose(index);
        }
        let record = &mut self.records[index];
        if std::mem::take(&mut record.is_lost) {
            self.lost_octets -= record.octets();
            self.lost.remove(&record.start);
        }
        (record.sent, record.is_resent) = (now, true);
        let key = record.key();
        self.note_order(key);
        self.sample_sending(index, now);
    }

    /// Takes note of the order of sending, if losses are found by it: of two that leave at one instant the one that ends later is the
    /// later one, even if it is new and the other is sent again.
    // spec: rfc8985 6.2 step 2 (RACK_sent_after)
    #[inline]
    fn note_order(&mut self, key: (Time, u64)) {
        if self.finds_losses {
            let is_last = self.order.back().is_none_or(|last| *last <= key);
            self.order.push_back(key);
            if !is_last {
                self.put_last_in_order();
            }
        }
    }

    #[cold]
    fn put_last_in_order(&mut self) {
        self.order.make_contiguous().sort_unstable();
    }

    #[inline]
    fn sample_sending(&mut self, index: usize, now: Time) {
        if self.delivery.is_some() {
            let (in_flight, octets) = (self.octets_in_flight(), self.records[index].octets());
            if let Some(delivery) = &mut self.delivery {
                delivery.on_sent(index, now, in_flight, octets);
            }
        }
    }

    /// Takes an acknowledgment of all before `ack`.
    pub(crate) fn on_ack(&mut self, ack: u64, now: Time) {
        while let Some(first) = self.records.front_mut() {
            if first.start >= ack {
                return;
            }
            if first.is_lost {
                self.lost.remove(&first.start);
                self.lost_octets -= first.octets().min(ack - first.start);
            }
            if first.end > ack {
                let part = ack - first.start;
                first.start = ack;
                if first.is_lost {
                    self.lost.insert(ack);
                }
                if let Some(delivery) = &mut self.delivery {
                    delivery.on_part(part, now);
                }
                return;
            }
            let record = *first;
            if record.is_sacked {
                self.sacked_octets -= record.octets();
                self.sacked_segments -= 1;
            } else {
                self.deliver(0, &record, now);
            }
            self.records.pop_front();
            if let Some(delivery) = &mut self.delivery {
                delivery.forget_first();
            }
        }
    }

    /// Takes a block of a selective acknowledgment, of which so many octets are new: mostly its last ones. To be called
    /// for the blocks of an acknowledgment in ascending order.
    pub(crate) fn on_sacked(&mut self, start: u64, end: u64, fresh: u64, now: Time) {
        let beyond = self.records.partition_point(|record| record.end <= end);
        let (mut first, mut left) = (beyond, fresh);
        while left > 0 && first > 0 && self.records[first - 1].start >= start {
            first -= 1;
            let record = &self.records[first];
            left = left.saturating_sub(if record.is_sacked { 0 } else { record.octets() });
        }
        for index in first..beyond {
            if !self.records[index].is_sacked {
                self.sack(index, now);
            }
        }
    }

    /// A segment was acknowledged selectively.
    fn sack(&mut self, index: usize, now: Time) {
        let record = &mut self.records[index];
        record.is_sacked = true;
        let octets = record.octets();
        if std::mem::take(&mut record.is_lost) {
            self.lost.remove(&record.start);
            self.lost_octets -= octets;
        }
        let record = *record;
        self.sacked_octets += octets;
        self.sacked_segments += 1;
        self.deliver(index, &record, now);
    }

    /// Takes note of a segment that has arrived, instead of its record. All that one acknowledgment delivers comes in
    /// ascending order: only what an earlier one has shown to have arrived makes a segment late.
    // spec: rfc8985 6.2 steps 1 to 3
    fn deliver(&mut self, index: usize, record: &Record, now: Time) {
        if let Some(delivery) = &mut self.delivery {
            let &Record { sent, end, is_resent, .. } = record;
            delivery.on_delivered(index, Arrived { sent, end, octets: record.octets(), is_resent }, now);
        }
        if record.end > self.highest {
            self.highest = record.end;
        } else if !record.is_resent {
            self.reordering_seen = true;
        }
        let rtt = Span::from_ps(now.ps().saturating_sub(record.sent.ps()));
        let sample = Sample { key: record.key(), rtt };
        if record.is_resent {
            self.resent.push(sample);
            return;
        }
        self.note_round_trip(rtt);
        self.is_measured = true;
        self.take_newer(sample);
    }

    #[inline]
    fn take_newer(&mut self, sample: Sample) {
        if self.sample.is_none_or(|newest| sample.key > newest.key) {
            self.sample = Some(sample);
        }
    }

    /// Takes a round trip for the shortest one, such as that of the opening.
    #[inline]
    pub(crate) fn note_round_trip(&mut self, rtt: Span) {
        self.min_rtt = Some(self.min_rtt.map_or(rtt, |shortest| shortest.min(rtt)));
    }

    /// Ends an acknowledgment: the newest segment that it has delivered counts.
    #[inline]
    pub(crate) fn settle(&mut self) {
        if !self.resent.is_empty() {
            self.take_resent();
        }
        if let Some(sample) = self.sample.take() {
            self.rtt = sample.rtt;
            self.newest = self.newest.max(sample.key);
        }
    }

    #[cold]
    fn take_resent(&mut self) {
        while let Some(sample) = self.resent.pop() {
            // Else the original may have arrived, not what was sent again just now.
            if self.min_rtt.is_some_and(|shortest| sample.rtt >= shortest) {
                self.take_newer(sample);
            }
        }
    }

    /// Takes for lost what was sent so long before the newest segment that has arrived that it cannot be on its way
    /// any more; returns after how long the next one will be, if one may be.
    // spec: rfc8985 6.2 step 5
    pub(crate) fn detect(&mut self, now: Time, window: Span) -> Option<Span> {
        let mut waiting = Vec::new();
        let mut longest = None;
        while let Some(&key) = self.order.front() {
            if key >= self.newest {
                break;
            }
            self.order.pop_front();
            let Some(index) = self.find(key) else { continue };
            let due = key.0.ps().saturating_add(self.rtt.get()).saturating_add(window.get());
            if due <= now.ps() {
                self.lose(index);
            } else {
                longest = longest.max(Some(Span::from_ps(due - now.ps())));
                waiting.push(key);
            }
        }
        waiting.into_iter().rev().for_each(|key| self.order.push_front(key));
        longest
    }

    /// Takes for lost, at a timeout, the first segment and all that were sent long enough ago.
    // spec: rfc8985 6.3
    pub(crate) fn on_timeout(&mut self, now: Time, window: Span) {
        if !self.records.is_empty() {
            self.lose(0);
        }
        for index in 1..self.records.len() {
            let due =
                self.records[index].sent.ps().saturating_add(self.rtt.get()).saturating_add(window.get());
            if due <= now.ps() {
                self.lose(index);
            }
        }
    }

    fn lose(&mut self, index: usize) {
        let record = &mut self.records[index];
        if !record.is_lost && !record.is_sacked {
            record.is_lost = true;
            self.lost.insert(record.start);
            self.lost_octets += record.octets();
            self.ever_lost += record.octets();
            if let Some(delivery) = &mut self.delivery {
                delivery.on_lost(index, record.start, record.end);
            }
        }
    }

    /// What was taken for lost and was not sent again is on its way after all.
    pub(crate) fn forget_losses(&mut self) {
        while let Some(start) = self.lost.pop_first() {
            let index = self.records.partition_point(|record| record.end <= start);
            self.records[index].is_lost = false;
        }
        self.lost_octets = 0;
        let mut order: Vec<_> = self.records.iter().filter(|one| !one.is_sacked).map(Record::key).collect();
        order.sort_unstable();
        self.order = order.into();
    }

    /// The record of an entry that is not stale.
    fn find(&self, key: (Time, u64)) -> Option<usize> {
        // Mostly it was acknowledged, in order.
        if self.records.front().is_none_or(|first| key.1 <= first.start) {
            return None;
        }
        let index = self.records.partition_point(|record| record.end < key.1);
        let record = self.records.get(index)?;
        (record.key() == key && !record.is_sacked && !record.is_lost).then_some(index)
    }

    /// The first segment that is lost and was not sent again: its first octet and its length.
    pub(crate) fn next_lost(&self) -> Option<(u64, u64)> {
        let start = *self.lost.first()?;
        let record = self.records.get(self.records.partition_point(|record| record.end <= start))?;
        Some((start, record.end - start))
    }

    /// The first segment outstanding.
    pub(crate) fn first(&self) -> Option<(u64, u64)> {
        self.records.front().map(|record| (record.start, record.octets()))
    }

    /// The highest segment outstanding that has not arrived.
    pub(crate) fn last(&self) -> Option<(u64, u64)> {
        let last = self.records.iter().rev().find(|record| !record.is_sacked);
        last.map(|record| (record.start, record.octets()))
    }

    /// An estimate of the octets in the network, of so many outstanding.
    // spec: rfc9937 6.2 (inflight)
    pub(crate) fn in_flight(&self, outstanding: u64) -> u64 {
        outstanding.saturating_sub(self.sacked_octets + self.lost_octets)
    }

    /// The same of all that is recorded.
    pub(crate) fn octets_in_flight(&self) -> u64 {
        let outstanding = match (self.records.front(), self.records.back()) {
            (Some(first), Some(last)) => last.end - first.start,
            _ => 0,
        };
        self.in_flight(outstanding)
    }

    /// Samples of delivery, where they are taken.
    pub(crate) fn delivery(&mut self) -> Option<&mut Delivery> {
        self.delivery.as_deref_mut()
    }

    /// Gives the sample of an acknowledgment up to `ack`, where samples are taken.
    pub(crate) fn give_sample<T>(
        &mut self,
        now: Time,
        ack: u64,
        take: impl FnOnce(&delivery::Sample<'_>) -> T,
    ) -> Option<T> {
        let network = (self.octets_in_flight(), self.min_rtt);
        self.delivery.as_mut().map(|delivery| delivery.give((now, ack), network, take))
    }

    /// Has later samples not count as the path's capacity, until all in the network now is delivered.
    pub(crate) fn mark_app_limited(&mut self) {
        let in_flight = self.octets_in_flight();
        if let Some(delivery) = &mut self.delivery {
            delivery.mark_app_limited(in_flight);
        }
    }

    /// Takes note, where samples are taken, whether a window has no room for another segment.
    #[inline]
    pub(crate) fn note_window(&mut self, usable: u64, mss: u64) {
        if self.delivery.is_some() {
            let is_full = self.octets_in_flight() + mss > usable;
            if let (true, Some(delivery)) = (is_full, &mut self.delivery) {
                delivery.fill_window();
            }
        }
    }

    /// The window after a timeout in addition to its one segment: the octets that are still in the network.
    pub(crate) fn kept_in_flight(&self) -> u64 {
        if self.delivery.is_some() && self.finds_losses { self.octets_in_flight() } else { 0 }
    }

    /// Octets ever taken for lost.
    pub(crate) fn ever_lost(&self) -> u64 {
        self.ever_lost
    }

    /// Whether anything is lost and was not sent again, or has arrived beyond a hole.
    pub(crate) fn is_disordered(&self) -> bool {
        self.sacked_octets > 0 || self.lost_octets > 0
    }

    pub(crate) fn sacked_segments(&self) -> u64 {
        self.sacked_segments
    }

    pub(crate) fn min_rtt(&self) -> Option<Span> {
        self.min_rtt
    }

    pub(crate) fn reordering_seen(&self) -> bool {
        self.reordering_seen
    }

    /// Whether a round-trip time was measured since this was last asked.
    pub(crate) fn takes_measurement(&mut self) -> bool {
        std::mem::take(&mut self.is_measured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn at(ms: u64) -> Time {
        Time::from_ps(ms * MS)
    }

    fn ms(ms: u64) -> Span {
        Span::from_ps(ms * MS)
    }

    /// Four segments of 1000 octets, sent at these instants.
    fn log(sent: [u64; 4]) -> SegmentLog {
        let mut log = SegmentLog::new(true, false);
        for (index, sent) in (0..).zip(sent) {
            log.on_sent(index * 1_000, (index + 1) * 1_000, at(sent));
        }
        log
    }

    fn sack(log: &mut SegmentLog, segment: u64, now: u64) {
        log.on_sacked(segment * 1_000, (segment + 1) * 1_000, 1_000, at(now));
        log.settle();
    }

    #[test]
    fn what_was_sent_before_is_lost_when_the_window_has_passed() {
        let mut log = log([0; 4]);
        sack(&mut log, 3, 100);
        assert_eq!(log.detect(at(100), ms(25)), Some(ms(25)));
        assert_eq!(log.next_lost(), None);
        assert_eq!(log.detect(at(125), ms(25)), None);
        assert_eq!((log.next_lost(), log.in_flight(4_000)), (Some((0, 1_000)), 0));
        log.on_sent(0, 1_000, at(125));
        assert_eq!((log.next_lost(), log.in_flight(4_000)), (Some((1_000, 1_000)), 1_000));
    }

    // spec: rfc8985 9.1: P1 and P3 of three are lost; then the retransmission of P1 arrives
    #[test]
    fn a_retransmission_that_arrives_shows_what_was_lost_before_it() {
        let mut log = log([0, 10, 20, 30]);
        sack(&mut log, 1, 110);
        log.detect(at(110), Span::ZERO);
        assert_eq!(log.next_lost(), Some((0, 1_000)));
        log.on_sent(0, 1_000, at(110));
        log.on_ack(2_000, at(210));
        log.settle();
        log.detect(at(210), Span::ZERO);
        assert_eq!(log.next_lost(), Some((2_000, 1_000)), "sent before the retransmission");
        assert_eq!(log.ever_lost(), 3_000);
    }

    #[test]
    fn a_segment_that_comes_late_and_was_sent_once_is_reordering() {
        let mut log = log([0; 4]);
        sack(&mut log, 2, 100);
        assert!(!log.reordering_seen());
        sack(&mut log, 1, 101);
        assert!(log.reordering_seen());
    }

    #[test]
    fn what_may_be_the_original_is_no_sample() {
        let mut log = log([0; 4]);
        sack(&mut log, 1, 100);
        log.on_sent(0, 1_000, at(110));
        log.on_ack(2_000, at(120));
        log.settle();
        assert_eq!((log.rtt, log.newest), (ms(100), (at(0), 2_000)));
    }

    #[test]
    fn an_acknowledgment_of_half_a_segment_leaves_the_other_half() {
        let mut log = log([0; 4]);
        log.on_timeout(at(500), Span::ZERO);
        log.on_ack(500, at(510));
        assert_eq!((log.next_lost(), log.in_flight(3_500)), (Some((500, 500)), 0));
    }
}
