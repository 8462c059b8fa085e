//! Which slots of a line noise hits.

use cellwise_engine::chance::{Geometric, as_ratio, exponential};
use cellwise_units::{ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Just, Strategy, prop_oneof};
use crate::chance::Draw;

/// Bursts closer than this are taken for a mistake.
const SHORTEST_PERIOD: Span = Span::from_ps(1_000_000);

/// Noise on a line, by the slots that it hits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum NoiseConfig {
    /// None.
    #[default]
    None,
    /// Each slot is hit with the same probability.
    Independent {
        /// The probability.
        #[schemars(extend("minimum" = 0, "maximum" = 1))]
        hit_ratio: f64,
    },
    /// Repetitive impulses (REIN): bursts of one length at regular distances, as from mains at 100 or 120 Hz.
    Rein {
        /// The time from the start of one burst to that of the next, such as 10 ms.
        every: Span,
        /// The length of a burst; less than their distance.
        length: Span,
        /// When the first burst begins.
        #[serde(default)]
        first: Span,
        /// A slot is hit if noise covers more of it than this. Error correction repairs noise up to this
        /// length.
        #[serde(default)]
        correctable: Span,
    },
    /// Single high impulses (SHINE): bursts of one length at random times, independent of each other.
    Shine {
        /// The mean time from the start of one burst to that of the next.
        mean_every: Span,
        /// The length of a burst.
        length: Span,
        /// A slot is hit if noise covers more of it than this. Error correction repairs noise up to this
        /// length.
        #[serde(default)]
        correctable: Span,
    },
}

impl NoiseConfig {
    /// What does not make sense, with keys under `noise`.
    pub(super) fn check(&self) -> Vec<ConfigIssue> {
        match *self {
            Self::None => Vec::new(),
            Self::Independent { hit_ratio } => (!(0.0..=1.0).contains(&hit_ratio))
                .then(|| ConfigIssue::new("noise.hit_ratio", hit_ratio, "give a number from 0 to 1"))
                .into_iter()
                .collect(),
            Self::Rein { every, length, .. } => {
                let least = length.max(SHORTEST_PERIOD);
                (every <= least)
                    .then(|| ConfigIssue::new("noise.every", every, format!("give more than {least}")))
                    .into_iter()
                    .collect()
            }
            Self::Shine { mean_every, .. } => (mean_every < SHORTEST_PERIOD)
                .then(|| {
                    let rule = format!("give at least {SHORTEST_PERIOD}");
                    ConfigIssue::new("noise.mean_every", mean_every, rule)
                })
                .into_iter()
                .collect(),
        }
    }

    /// The noise on slots of so many picoseconds, above 0.
    pub(super) fn build(&self, slot_ps: u64) -> Noise {
        let bursts = |starts, length: Span, correctable: Span| {
            let bursts = Bursts { starts, length: length.get(), correctable: correctable.get(), begin: None };
            // Bursts that never cover more of a slot than can be corrected are no noise.
            if correctable < length.min(Span::from_ps(slot_ps)) { Kind::Bursts(bursts) } else { Kind::None }
        };
        let kind = match *self {
            Self::None => Kind::None,
            Self::Independent { hit_ratio } if as_ratio(hit_ratio) > 0.0 => {
                Kind::Independent { skip: Geometric::new(hit_ratio), next: None }
            }
            Self::Independent { .. } => Kind::None,
            Self::Rein { every, length, first, correctable } => {
                let every = every.max(length).max(SHORTEST_PERIOD).get();
                bursts(Starts::Regular { first: first.get(), every }, length, correctable)
            }
            Self::Shine { mean_every, length, correctable } => {
                bursts(Starts::Random { mean: mean_every.max(SHORTEST_PERIOD) }, length, correctable)
            }
        };
        Noise { kind, slot: slot_ps }
    }
}

#[cfg(feature = "arbitrary")]
impl NoiseConfig {
    /// Any noise, dense enough to matter.
    pub(super) fn arbitrary() -> impl Strategy<Value = Self> {
        let us = |range: std::ops::Range<u64>| range.prop_map(|us| Span::from_ps(us * 1_000_000));
        let rein = (us(2_000..20_000), us(0..1_900), us(0..5_000), us(0..200));
        let shine = (us(1_000..100_000), us(0..10_000), us(0..200));
        prop_oneof![
            Just(Self::None),
            (0.0f64..0.5).prop_map(|hit_ratio| Self::Independent { hit_ratio }),
            rein.prop_map(|(every, length, first, correctable)| Self::Rein {
                every,
                length,
                first,
                correctable
            }),
            shine.prop_map(|(mean_every, length, correctable)| Self::Shine {
                mean_every,
                length,
                correctable
            }),
        ]
    }
}

/// Noise, asked about slots in their order.
#[derive(Clone, Debug)]
pub(super) struct Noise {
    kind: Kind,
    /// The length of a slot, in picoseconds.
    slot: u64,
}

#[derive(Clone, Debug)]
enum Kind {
    None,
    Independent {
        skip: Geometric,
        /// The next slot that is hit, if it has been drawn.
        next: Option<u64>,
    },
    Bursts(Bursts),
}

#[derive(Clone, Debug)]
struct Bursts {
    starts: Starts,
    /// In picoseconds, like all here.
    length: u64,
    correctable: u64,
    /// The beginning of the present burst, if it is known.
    begin: Option<u64>,
}

#[derive(Clone, Copy, Debug)]
enum Starts {
    Regular { first: u64, every: u64 },
    Random { mean: Span },
}

impl Starts {
    /// When the burst begins that follows one; the first, after none.
    fn next(&self, before: Option<u64>, draw: Draw<'_>) -> u64 {
        match *self {
            Self::Regular { first, every } => before.map_or(first, |before| before.saturating_add(every)),
            Self::Random { mean } => before.unwrap_or(0).saturating_add(exponential(mean, draw()).get()),
        }
    }
}

impl Noise {
    /// The first slot in `from..until` that is hit. `from` is never before that of an earlier question.
    pub(super) fn next_hit(&mut self, from: u64, until: u64, draw: Draw<'_>) -> Option<u64> {
        match &mut self.kind {
            Kind::None => None,
            Kind::Independent { skip, next } => {
                let mut hit = next.unwrap_or_else(|| skip.failures(&mut *draw));
                while hit < from {
                    hit = hit.saturating_add(1).saturating_add(skip.failures(&mut *draw));
                }
                *next = Some(hit);
                (hit < until).then_some(hit)
            }
            Kind::Bursts(bursts) => bursts.next_hit(self.slot, from, until, draw),
        }
    }
}

impl Bursts {
    fn next_hit(&mut self, slot: u64, from: u64, until: u64, draw: Draw<'_>) -> Option<u64> {
        loop {
            let begin = self.begin.unwrap_or_else(|| self.starts.next(None, draw));
            self.begin = Some(begin);
            let first = from.max(begin / slot);
            if first >= until {
                return None;
            }
            if let Some(hit) = self.hit_from(slot, first, begin) {
                return (hit < until).then_some(hit);
            }
            self.begin = Some(self.starts.next(Some(begin), draw));
        }
    }

    /// The first slot from `first` on that the burst hits. All but the first and the last that it covers are hit.
    fn hit_from(&self, slot: u64, first: u64, begin: u64) -> Option<u64> {
        let end = begin.saturating_add(self.length);
        let covered = |number: u64| {
            let from = number.saturating_mul(slot);
            end.min(from.saturating_add(slot)).saturating_sub(begin.max(from))
        };
        (first..first.saturating_add(2)).find(|&number| covered(number) > self.correctable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const US: u64 = 1_000_000;
    const SLOT: u64 = 500 * US;

    fn span(us: u64) -> Span {
        Span::from_ps(us * US)
    }

    /// The slots of the first so many that are hit, asked one by one and by skipping.
    fn hits(config: NoiseConfig, slots: u64) -> Vec<u64> {
        let draws = || {
            let mut state = 7u64;
            move || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 11) as f64 / (1u64 << 53) as f64
            }
        };
        let (mut noise, mut draw) = (config.build(SLOT), draws());
        let one_by_one: Vec<u64> =
            (0..slots).filter(|&slot| noise.next_hit(slot, slot + 1, &mut draw).is_some()).collect();
        let (mut noise, mut draw) = (config.build(SLOT), draws());
        let (mut skipping, mut from) = (Vec::new(), 0);
        while let Some(hit) = noise.next_hit(from, slots, &mut draw) {
            skipping.push(hit);
            from = hit + 1;
        }
        assert_eq!(one_by_one, skipping);
        one_by_one
    }

    fn rein(length_us: u64, first_us: u64, correctable_us: u64) -> NoiseConfig {
        NoiseConfig::Rein {
            every: span(10_000),
            length: span(length_us),
            first: span(first_us),
            correctable: span(correctable_us),
        }
    }

    #[test]
    fn a_burst_hits_the_slots_that_it_touches() {
        assert_eq!(hits(rein(100, 0, 0), 45), [0, 20, 40]);
        // From 450 to 550 us: two slots for a tenth of one.
        assert_eq!(hits(rein(100, 450, 0), 45), [0, 1, 20, 21, 40, 41]);
        assert_eq!(hits(rein(1_200, 700, 0), 20), [1, 2, 3]);
        // 1100 us from 450 us on are parts of four slots, 1000 us from 500 us on exactly two.
        assert_eq!(hits(rein(1_100, 450, 0), 20), [0, 1, 2, 3]);
        assert_eq!(hits(rein(1_000, 500, 0), 20), [1, 2]);
    }

    #[test]
    fn what_error_correction_mends_hits_nothing() {
        assert_eq!(hits(rein(1_100, 450, 50), 20), [1, 2]);
        assert_eq!(hits(rein(100, 450, 50), 100), [0; 0]);
        assert_eq!(hits(rein(100, 0, 100), 100), [0; 0]);
        assert_eq!(hits(rein(2_000, 0, 500), 100), [0; 0]);
    }

    #[test]
    fn independent_hits_have_their_share() {
        let share = hits(NoiseConfig::Independent { hit_ratio: 0.1 }, 100_000).len() as f64 / 1e5;
        assert!((share - 0.1).abs() < 4.0 * (0.09f64 / 1e5).sqrt(), "{share}");
    }

    #[test]
    fn random_bursts_hit_as_many_slots_as_arithmetic_says() {
        let length = 1_300;
        let config =
            NoiseConfig::Shine { mean_every: span(50_000), length: span(length), correctable: Span::ZERO };
        let slots = 1_000_000;
        let share = hits(config, slots).len() as f64 / slots as f64;
        // A slot is clear if no burst began within a burst's length before it or in it.
        let clear = (-(length as f64 + 500.0) / 50_000.0).exp();
        // Hits come in rows of about 4; 4 standard errors.
        let error = ((1.0 - clear) * clear * 4.0 / slots as f64).sqrt();
        assert!((share - (1.0 - clear)).abs() < 4.0 * error, "{share}, not {}", 1.0 - clear);
    }
}
