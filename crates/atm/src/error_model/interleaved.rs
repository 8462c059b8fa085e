//! Bursts on a line with Reed-Solomon correction and interleaving: short ones vanish, long ones spread.
//!
//! Source: ITU-T G.992.1 (codewords of N octets with R check octets, convolutional interleaving at
//! depth d; delay of the interleaved path). Noise comes as in [`bursts`](super::bursts). Interleaving
//! at depth d spreads b octets hit by a burst over (d - 1) N + b octets, b / d of them in each
//! codeword (rounded up). Up to R / 2 octets of a codeword are corrected, so the whole burst is; else
//! every cell that arrives from the start of the burst to the end of the spread octets is errored.
//! Overlapping ones are one noisy period.
//!
//! Octets are those of the coded line, which carries N octets for N - R of the cells. Each burst is
//! judged by itself, though two in one codeword could be too many together.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::checks::{LONGEST_BURST, SHORTEST_BURST, check_bursts};
use super::impulses::Law;
use super::periods::{NoisyPeriods, Spread};
use super::{ErrorModel, Reading, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, micros, noise, select};
use crate::policing::Arrivals;

const MOST_OCTETS: u16 = 255;
const MOST_CHECK_OCTETS: u16 = 16;
const PS_PER_S: u128 = 1_000_000_000_000;
const SYMBOLS_PER_S: f64 = 4000.0;
/// S: symbols in which a codeword is sent.
// spec: g.992.1, forward error correction
const SYMBOLS_OF_A_CODEWORD: (f64, f64) = (1.0, 16.0);

/// Parameters of [`Interleaved`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// CER of the line before correction, as for bursts.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub cell_error_ratio: f64,
    /// D: the mean length of a burst of noise; exponential.
    #[schemars(extend("formatMinimum" = SHORTEST_BURST, "formatMaximum" = LONGEST_BURST))]
    pub mean_burst: Span,
    /// d: codewords that are interleaved.
    #[schemars(extend("enum" = [1, 2, 4, 8, 16, 32, 64]))]
    pub depth: u16,
    /// N: octets of a codeword, check octets included. More than `check_octets`.
    #[schemars(extend("minimum" = 1, "maximum" = MOST_OCTETS))]
    pub codeword_octets: u16,
    /// R: check octets of a codeword, of which half as many errors are corrected. Even.
    #[schemars(extend("minimum" = 0, "maximum" = MOST_CHECK_OCTETS, "multipleOf" = 2))]
    pub check_octets: u16,
    /// Which time between two bursts is exponentially distributed.
    pub reading: Reading,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            cell_error_ratio: 1e-4,
            mean_burst: Span::from_ps(200_000_000),
            depth: 16,
            codeword_octets: MOST_OCTETS,
            check_octets: MOST_CHECK_OCTETS,
            reading: Reading::default(),
        }
    }
}

impl Config {
    fn law(&self) -> Law {
        Law::new(self.cell_error_ratio, self.mean_burst, self.reading)
    }

    /// The time that so many octets take on the coded line.
    fn time_of(&self, octets: u64, line_rate: BitRate) -> Span {
        let codeword = self.codeword_octets.max(1);
        let data = codeword.saturating_sub(self.check_octets).max(1);
        let bits = u128::from(octets) * 8 * u128::from(data);
        let rate = u128::from(line_rate.get().max(1)) * u128::from(codeword);
        Span::from_ps(u64::try_from(bits * PS_PER_S / rate).unwrap_or(u64::MAX))
    }

    fn spread(&self, line_rate: BitRate) -> Spread {
        let [depth, codeword, check] =
            [self.depth.max(1), self.codeword_octets, self.check_octets].map(u64::from);
        // b / d, rounded up, is at most R / 2 if and only if b is at most d R / 2.
        let corrected = self.time_of(depth * (check / 2), line_rate);
        Spread { corrected, stretch: self.time_of((depth - 1) * codeword, line_rate) }
    }

    /// The noise on a line.
    #[must_use]
    pub fn build(&self, line_rate: BitRate, random: RandomStream) -> Interleaved {
        Interleaved(NoisyPeriods::new(self.law(), self.spread(line_rate), random))
    }

    /// Bursts without time between them, codewords of check octets alone.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let mut issues: Vec<_> = check_bursts(self.cell_error_ratio, self.reading).into_iter().collect();
        if self.codeword_octets <= self.check_octets {
            let rule = format!("give more than check_octets ({})", self.check_octets);
            issues.push(ConfigIssue::new("codeword_octets", self.codeword_octets, rule));
        }
        issues
    }

    /// The part of the cells that is errored, in the long run. Exact for overlapping bursts, and without
    /// correction; else right except for a part of about CER of it.
    #[must_use]
    pub fn mean_cell_error_ratio(&self, line_rate: BitRate) -> f64 {
        let (law, spread) = (self.law(), self.spread(line_rate));
        let mean_burst = law.mean_burst().get() as f64;
        let in_means = |span: Span| span.get() as f64 / mean_burst;
        let (corrected, stretch) = (in_means(spread.corrected), in_means(spread.stretch));
        // Bursts that are not corrected: how many start in a mean burst, and how long they are in it.
        let starts = law.starts_per_mean_burst() * libm::exp(-corrected);
        let length = 1.0 + corrected;
        if law.reading() == Reading::Overlapping {
            return -libm::expm1(-starts * (length + stretch));
        }
        1.0 - libm::exp(-starts * stretch) / (1.0 + starts * length)
    }

    /// The delay of interleaving at one end and de-interleaving at the other, of a line of this rate:
    /// 4 + (S - 1) / 4 + S d / 4 ms. S, the symbols of a codeword, is the time of the codeword in
    /// symbols of 250 us, not rounded to a power of two, but at least 1 and at most 16.
    // spec: g.992.1, delay of the interleaved path
    #[must_use]
    pub fn latency(&self, line_rate: BitRate) -> Option<Span> {
        let codeword_s = self.time_of(self.codeword_octets.into(), line_rate).as_secs_f64();
        let symbols = (SYMBOLS_PER_S * codeword_s).clamp(SYMBOLS_OF_A_CODEWORD.0, SYMBOLS_OF_A_CODEWORD.1);
        let ms = 4.0 + (symbols - 1.0) / 4.0 + symbols * f64::from(self.depth) / 4.0;
        Some(Span::from_ps((ms * 1e9).round() as u64))
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let code = (
            select(vec![1u16, 2, 4, 8, 16, 32, 64]),
            MOST_CHECK_OCTETS + 1..=MOST_OCTETS,
            0..=MOST_CHECK_OCTETS / 2,
        );
        (noise(), micros(1..2_000), code, Reading::arbitrary()).prop_map(
            |(cell_error_ratio, mean_burst, (depth, codeword_octets, half), reading)| Self {
                cell_error_ratio,
                mean_burst,
                depth,
                codeword_octets,
                check_octets: 2 * half,
                reading,
            },
        )
    }
}

/// Noise behind Reed-Solomon correction and interleaving.
#[derive(Clone, Debug)]
pub struct Interleaved(NoisyPeriods);

impl ErrorModel for Interleaved {
    #[inline]
    fn take_clear(&mut self, last: Time, _: u16) -> bool {
        self.0.is_clear_until(last)
    }

    fn judge(&mut self, arrivals: &Arrivals<'_>, out: &mut dyn FnMut(u16, Verdict)) {
        self.0.judge(arrivals, out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000_000;

    fn config(depth: u16, codeword_octets: u16, check_octets: u16) -> Config {
        Config { depth, codeword_octets, check_octets, ..Config::default() }
    }

    #[test]
    fn the_delay_follows_the_formula_of_the_interleaved_path() {
        // 239 data octets in a symbol of 250 us: S = 1, and 4 + 0 + 64 / 4 ms.
        let rate = BitRate::from_bps(239 * 8 * 4000);
        assert_eq!(config(64, 255, 16).latency(rate), Some(Span::from_ps(20 * MS)));
        assert_eq!(config(1, 255, 16).latency(rate), Some(Span::from_ps(4 * MS + MS / 4)));
        // S = 4: 4 + 3 / 4 + 4 * 8 / 4 ms.
        let slower = BitRate::from_bps(239 * 8 * 1000);
        assert_eq!(config(8, 255, 16).latency(slower), Some(Span::from_ps(12 * MS + 3 * MS / 4)));
    }

    #[test]
    fn codewords_of_less_than_one_symbol_or_more_than_16_count_as_the_nearest() {
        let at = |bps| config(1, 255, 16).latency(BitRate::from_bps(bps));
        assert_eq!(at(100_000_000), at(239 * 8 * 4000));
        assert_eq!(at(32_000), at(239 * 8 * 250));
        assert!(at(239 * 8 * 260) < at(239 * 8 * 250));
    }

    #[test]
    fn bursts_of_half_the_check_octets_times_depth_are_corrected_and_others_last_longer() {
        // 8 Mbit/s of cells are 255 / 239 times as much on the line.
        let octet_ps = 1e6 * 239.0 / 255.0;
        let spread = config(16, 255, 16).spread(BitRate::from_bps(8_000_000));
        let is = |span: Span, octets: f64| (span.get() as f64 - octets * octet_ps).abs() < 2.0;
        assert!(is(spread.corrected, 16.0 * 8.0), "{}", spread.corrected);
        assert!(is(spread.stretch, 15.0 * 255.0), "{}", spread.stretch);
    }

    #[test]
    fn without_depth_or_check_octets_nothing_is_corrected_or_spread() {
        let rate = BitRate::from_bps(1_500_000);
        let spread = config(1, 255, 0).spread(rate);
        assert!(spread.corrected.is_zero() && spread.stretch.is_zero());
        let bursts = super::super::bursts::Config::default();
        let (here, there) =
            (config(1, 255, 0).mean_cell_error_ratio(rate), bursts.mean_cell_error_ratio(rate));
        assert!((here / there - 1.0).abs() < 1e-9, "{here} {there}");
    }
}
