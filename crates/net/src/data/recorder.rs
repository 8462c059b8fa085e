//! A recorder: the values of one probe, sampled at equal distances or at every change.
//!
//! Where nothing happens for long, very many samples may be due at once. All but a few of them are then *outstanding*: noted
//! as a value and how often, and written in pieces between which limits and interrupts are tested.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use cellwise_units::{Span, Time};

use crate::data::growth::Growth as _;

/// So many samples are taken at once at most.
const MOST_AT_ONCE: u64 = 64;

/// The record of one probe.
///
/// Elements run ahead of the clock, so a sampled value is taken when the first event *after* the
/// sample's instant is seen: a sample includes every event of its own instant.
#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    /// The probe: its place among those of the network.
    pub(crate) probe: usize,
    every: Option<Span>,
    /// Next instant to sample; [`Time::NEVER`] when every change is recorded.
    next: Time,
    /// The greatest value since the last sample, where that is sampled.
    most: f64,
    times_ps: Vec<u64>,
    values: Vec<f64>,
    /// Samples that were taken and are not written yet: values, and how often each.
    outstanding: VecDeque<(f64, u64)>,
    /// The instant of the first of them; without one, the next instant to sample.
    first_outstanding: Time,
    /// Set when some are outstanding; for all recorders of a world.
    flag: Arc<AtomicBool>,
}

impl Recorder {
    /// The recorder of a probe that records at equal distances, or every change.
    pub(crate) fn new(probe: usize, every: Option<Span>) -> Self {
        let next = if every.is_some() { Time::ZERO } else { Time::NEVER };
        Self {
            probe,
            every,
            next,
            most: 0.0,
            times_ps: Vec::new(),
            values: Vec::new(),
            outstanding: VecDeque::new(),
            first_outstanding: next,
            flag: Arc::default(),
        }
    }

    /// Has it set this flag from now on when it has samples outstanding.
    pub(crate) fn flag(&mut self, flag: &Arc<AtomicBool>) {
        self.flag = Arc::clone(flag);
    }

    /// The next instant to sample, or [`Time::NEVER`].
    #[inline]
    pub(crate) fn next_sample(&self) -> Time {
        self.next
    }

    /// Whether every change is to be recorded.
    #[inline]
    pub(crate) fn is_exact(&self) -> bool {
        self.every.is_none()
    }

    /// Takes the samples that are due from [`Recorder::next_sample`] on and before `until`, at least one; the value
    /// is the same at all of them.
    pub(crate) fn sample(&mut self, value: f64, until: Time) {
        let Some(every) = self.every else { return };
        let gap_ps = until.ps().saturating_sub(self.next.ps());
        let count = gap_ps.div_ceil(every.get()).max(1);
        self.next = self.at_after(self.next, count);
        if self.outstanding.is_empty() && count <= MOST_AT_ONCE {
            return self.write(value, count);
        }
        match self.outstanding.back_mut() {
            Some((last, times)) if *last == value || (last.is_nan() && value.is_nan()) => *times += count,
            _ => self.outstanding.push_back((value, count)),
        }
        self.flag.store(true, Ordering::Relaxed);
    }

    /// The instant of the sample that follows so many behind another.
    fn at_after(&self, at: Time, count: u64) -> Time {
        let every = self.every.map_or(0, Span::get);
        Time::from_ps(at.ps().saturating_add(every.saturating_mul(count)))
    }

    fn write(&mut self, value: f64, count: u64) {
        for _ in 0..count {
            self.put(self.first_outstanding, value);
            self.first_outstanding = self.at_after(self.first_outstanding, 1);
        }
    }

    /// Writes samples that are outstanding, but no more than so many; gives how many it has written.
    pub(crate) fn write_outstanding(&mut self, most: u64) -> u64 {
        let mut written = 0;
        while written < most
            && let Some((value, count)) = self.outstanding.front_mut()
        {
            let (value, now) = (*value, (*count).min(most - written));
            *count -= now;
            if *count == 0 {
                self.outstanding.pop_front();
            }
            self.write(value, now);
            written += now;
        }
        written
    }

    /// Whether samples are taken that are not written.
    pub(crate) fn has_outstanding(&self) -> bool {
        !self.outstanding.is_empty()
    }

    /// Notes a value that was reached since the last sample.
    pub(crate) fn reach(&mut self, value: f64) {
        self.most = self.most.max(value);
    }

    /// Takes the greatest value since the last sample as the one that is due; the next period begins with
    /// `now`.
    pub(crate) fn sample_most(&mut self, now: f64, until: Time) {
        let most = std::mem::replace(&mut self.most, now);
        let Some(every) = self.every else { return };
        self.sample(most, self.next);
        if self.next < until && every > Span::ZERO {
            self.sample(now, until);
        }
    }

    /// Records the value at the start of the run, if every change is recorded and there is a number.
    pub(crate) fn begin(&mut self, value: f64) {
        if self.is_exact() {
            self.change(Time::ZERO, value);
        }
    }

    /// Records a change; of several at one instant the last stays. What is not a number is nothing to
    /// record yet.
    #[inline]
    pub(crate) fn change(&mut self, at: Time, value: f64) {
        if self.values.last() == Some(&value) || value.is_nan() {
            return;
        }
        if self.times_ps.last() == Some(&at.ps()) {
            self.times_ps.pop();
            self.values.pop();
            if self.values.last() == Some(&value) {
                return;
            }
        }
        self.put(at, value);
    }

    fn put(&mut self, at: Time, value: f64) {
        self.times_ps.make_room();
        self.times_ps.push(at.ps());
        self.values.make_room();
        self.values.push(value);
    }

    /// Forgets what was recorded after `end`.
    pub(crate) fn cut(&mut self, end: Time) {
        let kept = self.times_ps.partition_point(|&at| at <= end.ps());
        self.times_ps.truncate(kept);
        self.values.truncate(kept);
        self.cut_outstanding(end);
    }

    fn cut_outstanding(&mut self, end: Time) {
        let Some(every) = self.every else { return };
        let ahead_ps = end.ps().saturating_add(1).saturating_sub(self.first_outstanding.ps());
        let mut left = ahead_ps.div_ceil(every.get());
        for (_, count) in &mut self.outstanding {
            *count = left.min(*count);
            left -= *count;
        }
        self.outstanding.retain(|(_, count)| *count > 0);
    }

    /// The recorded instants (ps) and values.
    pub(crate) fn take_series(&mut self) -> (Vec<u64>, Vec<f64>) {
        (std::mem::take(&mut self.times_ps), std::mem::take(&mut self.values))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_changes_at_one_instant_the_last_stays() {
        let mut recorder = Recorder::new(0, None);
        for (at, value) in [(0, 1.0), (5, 2.0), (5, 3.0), (6, 3.0), (7, 4.0), (7, 3.0)] {
            recorder.change(Time::from_ps(at), value);
        }
        assert_eq!(recorder.take_series(), (vec![0, 5], vec![1.0, 3.0]));
    }

    #[test]
    fn nothing_is_recorded_until_there_is_a_number() {
        let mut recorder = Recorder::new(0, None);
        for (at, value) in [(0, f64::NAN), (5, f64::NAN), (6, 3.0)] {
            recorder.change(Time::from_ps(at), value);
        }
        assert_eq!(recorder.take_series(), (vec![6], vec![3.0]));
    }

    #[test]
    fn a_record_of_changes_begins_at_the_start_of_the_run_unless_that_changes_at_once() {
        let mut recorder = Recorder::new(0, None);
        recorder.begin(1.0);
        recorder.change(Time::from_ps(5), 2.0);
        assert_eq!(recorder.take_series(), (vec![0, 5], vec![1.0, 2.0]));
        recorder.begin(1.0);
        recorder.change(Time::ZERO, 3.0);
        assert_eq!(recorder.take_series(), (vec![0], vec![3.0]));
        let mut sampled = Recorder::new(0, Some(Span::from_ps(10)));
        sampled.begin(1.0);
        assert_eq!(sampled.values.len(), 0);
    }

    #[test]
    fn what_is_cut_is_what_came_after() {
        let mut recorder = Recorder::new(0, None);
        for (at, value) in [(0, 1.0), (5, 2.0), (6, 3.0)] {
            recorder.change(Time::from_ps(at), value);
        }
        recorder.cut(Time::from_ps(5));
        assert_eq!(recorder.take_series(), (vec![0, 5], vec![1.0, 2.0]));
    }

    #[test]
    fn the_most_of_a_period_is_kept_and_the_next_begins_with_what_is_left() {
        let mut recorder = Recorder::new(0, Some(Span::from_ps(10)));
        recorder.sample_most(0.0, Time::from_ps(1));
        recorder.reach(7.0);
        recorder.reach(3.0);
        recorder.sample_most(2.0, Time::from_ps(11));
        recorder.sample_most(1.0, Time::from_ps(41));
        assert_eq!(recorder.take_series(), (vec![0, 10, 20, 30, 40], vec![0.0, 7.0, 2.0, 1.0, 1.0]));
    }

    #[test]
    fn samples_stand_at_equal_distances() {
        let mut recorder = Recorder::new(0, Some(Span::from_ps(10)));
        for (value, until) in [(1.0, 20), (2.0, 21)] {
            recorder.sample(value, Time::from_ps(until));
        }
        assert_eq!(recorder.take_series(), (vec![0, 10, 20], vec![1.0, 1.0, 2.0]));
    }

    #[test]
    fn many_samples_at_once_are_outstanding_and_written_in_pieces() {
        let flag = Arc::default();
        let mut recorder = Recorder::new(0, Some(Span::from_ps(10)));
        recorder.flag(&flag);
        recorder.sample(1.0, Time::from_ps(1_000));
        recorder.sample(2.0, Time::from_ps(1_001));
        assert!(flag.load(Ordering::Relaxed) && recorder.times_ps.is_empty());
        assert_eq!(recorder.next_sample(), Time::from_ps(1_010));
        assert_eq!([60, 60].map(|most| recorder.write_outstanding(most)), [60, 41]);
        assert!(!recorder.has_outstanding());
        let (times, values) = recorder.take_series();
        assert_eq!(times, (0..=100).map(|n| 10 * n).collect::<Vec<u64>>());
        assert_eq!((values[99], values[100]), (1.0, 2.0));
    }

    #[test]
    fn what_is_outstanding_is_cut_as_what_is_written() {
        let mut recorder = Recorder::new(0, Some(Span::from_ps(10)));
        recorder.sample(1.0, Time::from_ps(1_000));
        recorder.sample(2.0, Time::from_ps(2_000));
        recorder.write_outstanding(30);
        recorder.cut(Time::from_ps(990));
        assert_eq!(recorder.write_outstanding(u64::MAX), 70);
        assert_eq!(recorder.take_series().0.last(), Some(&990));
    }
}
