//! A recorder: the values of one probe, sampled at equal distances or at every change.

use cellwise_units::{Span, Time};

use crate::growth::Growth as _;

/// What one probe has recorded.
///
/// Elements run ahead of the clock, so a sampled value is taken when the first event *after* the
/// sample's instant is seen: a sample includes every event of its own instant.
#[derive(Clone, Debug)]
pub(crate) struct Recorder {
    every: Option<Span>,
    /// Next instant to sample; [`Time::NEVER`] when every change is recorded.
    next: Time,
    /// The greatest value since the last sample, where that is what is sampled.
    most: f64,
    times_ps: Vec<u64>,
    values: Vec<f64>,
}

impl Recorder {
    pub(crate) fn new(every: Option<Span>) -> Self {
        let next = if every.is_some() { Time::ZERO } else { Time::NEVER };
        Self { every, next, most: 0.0, times_ps: Vec::new(), values: Vec::new() }
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

    /// Takes the sample that is due at [`Recorder::next_sample`].
    pub(crate) fn sample(&mut self, value: f64) {
        let Some(every) = self.every else { return };
        self.put(self.next, value);
        self.next += every;
    }

    /// Notes a value that was reached since the last sample.
    pub(crate) fn reach(&mut self, value: f64) {
        self.most = self.most.max(value);
    }

    /// Takes the greatest value since the last sample as the one that is due; the next period begins with
    /// `now`.
    pub(crate) fn sample_most(&mut self, now: f64) {
        let most = std::mem::replace(&mut self.most, now);
        self.sample(most);
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
        let mut recorder = Recorder::new(None);
        for (at, value) in [(0, 1.0), (5, 2.0), (5, 3.0), (6, 3.0), (7, 4.0), (7, 3.0)] {
            recorder.change(Time::from_ps(at), value);
        }
        assert_eq!(recorder.take_series(), (vec![0, 5], vec![1.0, 3.0]));
    }

    #[test]
    fn nothing_is_recorded_until_there_is_a_number() {
        let mut recorder = Recorder::new(None);
        for (at, value) in [(0, f64::NAN), (5, f64::NAN), (6, 3.0)] {
            recorder.change(Time::from_ps(at), value);
        }
        assert_eq!(recorder.take_series(), (vec![6], vec![3.0]));
    }

    #[test]
    fn a_record_of_changes_begins_at_the_start_of_the_run_unless_that_changes_at_once() {
        let mut recorder = Recorder::new(None);
        recorder.begin(1.0);
        recorder.change(Time::from_ps(5), 2.0);
        assert_eq!(recorder.take_series(), (vec![0, 5], vec![1.0, 2.0]));
        recorder.begin(1.0);
        recorder.change(Time::ZERO, 3.0);
        assert_eq!(recorder.take_series(), (vec![0], vec![3.0]));
        let mut sampled = Recorder::new(Some(Span::from_ps(10)));
        sampled.begin(1.0);
        assert_eq!(sampled.values.len(), 0);
    }

    #[test]
    fn what_is_cut_is_what_came_after() {
        let mut recorder = Recorder::new(None);
        for (at, value) in [(0, 1.0), (5, 2.0), (6, 3.0)] {
            recorder.change(Time::from_ps(at), value);
        }
        recorder.cut(Time::from_ps(5));
        assert_eq!(recorder.take_series(), (vec![0, 5], vec![1.0, 2.0]));
    }

    #[test]
    fn the_most_of_a_period_is_kept_and_the_next_begins_with_what_is_left() {
        let mut recorder = Recorder::new(Some(Span::from_ps(10)));
        recorder.sample_most(0.0);
        recorder.reach(7.0);
        recorder.reach(3.0);
        recorder.sample_most(2.0);
        recorder.sample_most(1.0);
        assert_eq!(recorder.take_series(), (vec![0, 10, 20], vec![0.0, 7.0, 2.0]));
    }

    #[test]
    fn samples_stand_at_equal_distances() {
        let mut recorder = Recorder::new(Some(Span::from_ps(10)));
        for value in [1.0, 1.0, 2.0] {
            recorder.sample(value);
        }
        assert_eq!(recorder.take_series(), (vec![0, 10, 20], vec![1.0, 1.0, 2.0]));
    }
}
