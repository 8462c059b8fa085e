//! When noise comes and goes: exponential bursts at exponential distances, in four readings.
//!
//! The source derives "interarrival" = mean burst / CER from a period of good and bad time together,
//! and then draws two independent exponential times. That can be read in four ways ([`Reading`]).

use cellwise_engine::RandomStream;
use cellwise_units::{Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, select};
use cellwise_engine::chance::{as_ratio, exponential, uniform};

/// Which time between two bursts of noise is exponentially distributed, with D the mean burst
/// and I = D / CER.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Reading {
    /// The good time from the end of a burst to the start of the next, with mean I (1 - CER): the
    /// line is noisy for exactly CER of the time, as the source's equations (3.1) to (3.3) demand.
    #[default]
    Exact,
    /// The same good time, with mean I: noisy for CER / (1 + CER).
    GoodTime,
    /// The time from start to start, with mean I; bursts may overlap: noisy for 1 - exp(-CER).
    Overlapping,
    /// The time from start to start, with mean I; the start of a burst ends the one before: noisy for
    /// CER / (1 + CER).
    Restarting,
}

#[cfg(feature = "arbitrary")]
impl Reading {
    /// Any reading.
    pub(super) fn arbitrary() -> impl Strategy<Value = Self> {
        select(vec![Self::Exact, Self::GoodTime, Self::Overlapping, Self::Restarting])
    }
}

/// One burst of noise: from `start` to just before `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Impulse {
    pub(super) start: Time,
    pub(super) end: Time,
}

/// Settings of [`Impulses`], all in range.
#[derive(Clone, Copy, Debug)]
pub(super) struct Law {
    cell_error_ratio: f64,
    mean_burst: Span,
    reading: Reading,
    /// The mean of the time that is exponential by [`Reading`].
    mean_gap: Span,
}

impl Law {
    /// Total: what is out of range is taken as the nearest that is not.
    pub(super) fn new(cell_error_ratio: f64, mean_burst: Span, reading: Reading) -> Self {
        let cer = as_ratio(cell_error_ratio);
        let mean_burst = mean_burst.max(Span::from_ps(1));
        let good_share = if reading == Reading::Exact { 1.0 - cer } else { 1.0 };
        // The cast saturates, at the end of time if there is no noise at all.
        let mean_gap = Span::from_ps((mean_burst.get() as f64 * good_share / cer) as u64);
        Self { cell_error_ratio: cer, mean_burst, reading, mean_gap }
    }

    /// The share of time in which the line is noisy.
    pub(super) fn noisy_share(&self) -> f64 {
        let cer = self.cell_error_ratio;
        match self.reading {
            Reading::Exact => cer,
            Reading::GoodTime | Reading::Restarting => cer / (1.0 + cer),
            Reading::Overlapping => -libm::expm1(-cer),
        }
    }

    /// Starts of bursts in a mean burst of time in which none begins before.
    pub(super) fn starts_per_mean_burst(&self) -> f64 {
        let good_share = if self.reading == Reading::Exact { 1.0 - self.cell_error_ratio } else { 1.0 };
        (self.cell_error_ratio / good_share).min(f64::MAX)
    }

    pub(super) fn mean_burst(&self) -> Span {
        self.mean_burst
    }

    pub(super) fn reading(&self) -> Reading {
        self.reading
    }

    fn draw_after(&self, before: Impulse, random: &mut RandomStream) -> Impulse {
        if self.cell_error_ratio == 0.0 {
            return Impulse { start: Time::NEVER, end: Time::NEVER };
        }
        let from = match self.reading {
            Reading::Exact | Reading::GoodTime => before.end,
            Reading::Overlapping | Reading::Restarting => before.start,
        };
        let start = from + exponential(self.mean_gap, uniform(random));
        Impulse { start, end: start + exponential(self.mean_burst, uniform(random)) }
    }

    /// The remainder at time 0 of the noise of a line that has always been noisy: perhaps nothing. The
    /// remainder of an exponential time is as long as a new one.
    fn draw_left_over(&self, random: &mut RandomStream) -> Impulse {
        let mut end = Time::ZERO;
        if self.reading == Reading::Overlapping {
            // The bursts under way are Poisson with mean CER: so many points of rate 1 are below it.
            let mut point = -libm::log(1.0 - uniform(random));
            while point < self.cell_error_ratio {
                end = end.max(Time::ZERO + exponential(self.mean_burst, uniform(random)));
                point -= libm::log(1.0 - uniform(random));
            }
        } else if uniform(random) < self.noisy_share() {
            end += exponential(self.mean_burst, uniform(random));
        }
        Impulse { start: Time::ZERO, end }
    }
}

/// Bursts of noise, drawn in the order of their starts.
#[derive(Clone, Debug)]
pub(super) struct Impulses {
    law: Law,
    random: RandomStream,
    /// The next to be given.
    following: Impulse,
}

impl Impulses {
    /// The noise since time 0, as if the line had always been noisy; the first one may be empty.
    pub(super) fn new(law: Law, mut random: RandomStream) -> Self {
        let following = law.draw_left_over(&mut random);
        Self { law, random, following }
    }

    /// The next burst, which does not start before the one before it.
    pub(super) fn next(&mut self) -> Impulse {
        let mut given = self.following;
        self.following = self.law.draw_after(given, &mut self.random);
        if self.law.reading == Reading::Restarting {
            given.end = given.end.min(self.following.start);
        }
        given
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::StreamName;

    const BURST: Span = Span::from_ps(200_000_000);

    fn impulses(cell_error_ratio: f64, reading: Reading) -> Impulses {
        let name = StreamName { seed: 11, replication: 0, element: "line", purpose: "errors" };
        Impulses::new(Law::new(cell_error_ratio, BURST, reading), RandomStream::new(name))
    }

    /// Pairs of neighbouring bursts of which the later starts before, at and after the earlier's end.
    fn neighbours(reading: Reading) -> [usize; 3] {
        let mut impulses = impulses(0.5, reading);
        let (mut before, mut counts) = (impulses.next(), [0; 3]);
        for _ in 0..10_000 {
            let next = impulses.next();
            assert!(next.start >= before.start && next.end >= next.start);
            counts[(next.start.cmp(&before.end) as i8 + 1) as usize] += 1;
            before = next;
        }
        counts
    }

    #[test]
    fn bursts_overlap_or_end_each_other_only_in_the_readings_that_say_so() {
        for reading in [Reading::Exact, Reading::GoodTime] {
            assert_eq!(neighbours(reading), [0, 0, 10_000], "{reading:?}");
        }
        let [overlapping, cut, _] = neighbours(Reading::Overlapping);
        assert!(overlapping > 3_000 && cut == 0, "{overlapping} {cut}");
        // A start within an exponential burst has the probability (1 / I) / (1 / I + 1 / D) = 1 / 3.
        let [overlapping, cut, _] = neighbours(Reading::Restarting);
        assert!(overlapping == 0 && (3_100..3_570).contains(&cut), "{overlapping} {cut}");
    }

    #[test]
    fn bursts_and_what_is_between_them_have_the_means_of_their_reading() {
        let interarrival = 200e-6 / 0.1;
        for (reading, from_start, wanted) in [
            (Reading::Exact, false, 0.9 * interarrival),
            (Reading::GoodTime, false, interarrival),
            (Reading::Overlapping, true, interarrival),
            (Reading::Restarting, true, interarrival),
        ] {
            const DRAWS: u32 = 40_000;
            let mut impulses = impulses(0.1, reading);
            let (mut before, mut gaps, mut bursts) = (impulses.next(), 0.0, 0.0);
            for _ in 0..DRAWS {
                let next = impulses.next();
                let from = if from_start { before.start } else { before.end };
                gaps += (next.start - from).as_secs_f64();
                bursts += (next.end - next.start).as_secs_f64();
                before = next;
            }
            let relative = |sum: f64, mean: f64| sum / f64::from(DRAWS) / mean - 1.0;
            let burst = if reading == Reading::Restarting { 200e-6 / 1.1 } else { 200e-6 };
            // The standard error of a mean of exponential draws; 4 of it.
            let error = 4.0 / f64::from(DRAWS).sqrt();
            assert!(relative(gaps, wanted).abs() < error, "{reading:?}: {}", relative(gaps, wanted));
            assert!(relative(bursts, burst).abs() < error, "{reading:?}: {}", relative(bursts, burst));
        }
    }

    #[test]
    fn without_noise_no_burst_ever_comes() {
        for reading in [Reading::Exact, Reading::GoodTime, Reading::Overlapping, Reading::Restarting] {
            let mut impulses = impulses(0.0, reading);
            assert_eq!(impulses.next(), Impulse { start: Time::ZERO, end: Time::ZERO });
            assert_eq!(impulses.next().start, Time::NEVER);
        }
    }
}
