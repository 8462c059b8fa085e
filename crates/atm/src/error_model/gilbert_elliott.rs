//! Gilbert-Elliott: a chain of a good and a bad state that takes one step for each cell.
//!
//! Source: Gilbert, "Capacity of a burst-noise channel", Bell System Technical Journal 39, 1960;
//! Elliott, "Estimates of error rates for codes on burst-noise channels", the same 42, 1963. A stay in
//! a state has a geometric length, and so has the way to the next error in it: both are drawn at once.
//! The chain starts in equilibrium.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::spells::Spell;
use super::{ErrorModel, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, any};
use crate::policing::Arrivals;
use cellwise_engine::chance::{Geometric, as_ratio, uniform};

const MOST_CELLS: f64 = 1e12;

/// Parameters of [`GilbertElliott`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// CER: the part of all cells that is errored. At least `good_error_ratio`, below
    /// `bad_error_ratio`.
    #[schemars(extend("minimum" = 0, "exclusiveMaximum" = 1))]
    pub cell_error_ratio: f64,
    /// Mean number of cells for which the state stays bad; enough that the good state lasts for at least one
    /// cell.
    #[schemars(extend("minimum" = 1, "maximum" = MOST_CELLS))]
    pub mean_burst_cells: f64,
    /// The probability that a cell is errored in the good state.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub good_error_ratio: f64,
    /// The probability that a cell is errored in the bad state.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub bad_error_ratio: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self { cell_error_ratio: 1e-4, mean_burst_cells: 2.0, good_error_ratio: 0.0, bad_error_ratio: 1.0 }
    }
}

impl Config {
    /// The probability of the bad state.
    fn bad_share(&self) -> f64 {
        let (good, bad) = (as_ratio(self.good_error_ratio), as_ratio(self.bad_error_ratio));
        as_ratio((as_ratio(self.cell_error_ratio) - good) / (bad - good))
    }

    /// The probability of leaving the good state after a cell, above 1 if there is no such chain.
    fn leaves_good(&self) -> f64 {
        let bad = self.bad_share();
        bad / ((1.0 - bad) * self.mean_burst_cells)
    }

    /// The noise on a line.
    #[must_use]
    pub fn build(&self, _: BitRate, mut random: RandomStream) -> GilbertElliott {
        let state = |errors: f64, leaving: f64| State {
            errors: Geometric::new(errors),
            is_all_errored: errors >= 1.0,
            stay: Geometric::new(leaving),
        };
        let bad_leaving = 1.0 / self.mean_burst_cells.clamp(1.0, MOST_CELLS);
        let good = state(self.good_error_ratio, self.leaves_good());
        let bad = state(self.bad_error_ratio, if bad_leaving.is_nan() { 1.0 } else { bad_leaving });
        // The first stay begins with a change of state.
        let is_bad = uniform(&mut random) >= self.bad_share();
        let mut chain = Chain { good, bad, is_bad, left: 0, random, begun: 0 };
        let spell = chain.next();
        GilbertElliott { chain, spell }
    }

    /// Ratios out of order, bursts too short for the ratio.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        self.check_order().or_else(|| self.check_burst()).into_iter().collect()
    }

    /// A mean that no mixture of the two states has.
    fn check_order(&self) -> Option<ConfigIssue> {
        let (good, bad) = (self.good_error_ratio, self.bad_error_ratio);
        if good >= bad {
            let rule = format!("give more than good_error_ratio ({good})");
            return Some(ConfigIssue::new("bad_error_ratio", bad, rule));
        }
        let cer = self.cell_error_ratio;
        (!(good..bad).contains(&cer)).then(|| {
            let rule =
                format!("give at least good_error_ratio ({good}) and less than bad_error_ratio ({bad})");
            ConfigIssue::new("cell_error_ratio", cer, rule)
        })
    }

    fn check_burst(&self) -> Option<ConfigIssue> {
        let bad = self.bad_share();
        let least = bad / (1.0 - bad);
        (self.leaves_good() > 1.0).then(|| {
            let rule = format!(
                "give at least {least}: at this ratio the good state would last for less than a cell"
            );
            ConfigIssue::new("mean_burst_cells", self.mean_burst_cells, rule)
        })
    }

    /// The part of the cells that is errored, in the long run.
    #[must_use]
    pub fn mean_cell_error_ratio(&self, _: BitRate) -> f64 {
        as_ratio(self.cell_error_ratio)
    }

    /// Noise delays nothing.
    #[must_use]
    pub fn latency(&self, _: BitRate) -> Option<Span> {
        None
    }
}

#[cfg(feature = "arbitrary")]
impl Config {
    /// Any settings.
    pub fn arbitrary() -> impl Strategy<Value = Self> {
        let ratios = (0.0f64..0.3, 0.4f64..1.0, any::<bool>());
        // So small a part of bad cells that the good state lasts for a cell however short the bad one is.
        (ratios, 0.0f64..0.5, 1.0f64..30.0).prop_map(|((good, bad, is_plain), share, mean_burst_cells)| {
            let [good_error_ratio, bad_error_ratio] = if is_plain { [0.0, 1.0] } else { [good, bad] };
            let cell_error_ratio = good_error_ratio + share * (bad_error_ratio - good_error_ratio);
            Self { cell_error_ratio, mean_burst_cells, good_error_ratio, bad_error_ratio }
        })
    }
}

/// One state of the chain.
#[derive(Clone, Copy, Debug)]
struct State {
    /// The way to the next error.
    errors: Geometric,
    is_all_errored: bool,
    /// Cells of a stay but the first.
    stay: Geometric,
}

#[derive(Clone, Debug)]
struct Chain {
    good: State,
    bad: State,
    is_bad: bool,
    /// Cells left of the stay.
    left: u64,
    random: RandomStream,
    /// Stays in the bad state that have begun, and errors in the good state.
    begun: u64,
}

impl Chain {
    /// The next cells, at least 1 and of one stay: up to the next error, or to the end of the stay.
    fn next(&mut self) -> Spell {
        if self.left == 0 {
            self.is_bad = !self.is_bad;
            let stay = if self.is_bad { &self.bad } else { &self.good }.stay;
            self.left = stay.failures(|| uniform(&mut self.random)).saturating_add(1);
            self.begun += u64::from(self.is_bad);
        }
        let state = if self.is_bad { self.bad } else { self.good };
        let clear = state.errors.failures(|| uniform(&mut self.random)).min(self.left);
        self.left -= clear;
        let errored = if state.is_all_errored && self.is_bad { self.left } else { self.left.min(1) };
        self.left -= errored;
        self.begun += u64::from(errored > 0 && !self.is_bad);
        Spell { clear, errored, burst: self.begun.saturating_sub(1) }
    }
}

/// The Gilbert-Elliott channel.
#[derive(Clone, Debug)]
pub struct GilbertElliott {
    chain: Chain,
    spell: Spell,
}

impl ErrorModel for GilbertElliott {
    #[inline]
    fn take_clear(&mut self, _: Time, count: u16) -> bool {
        self.spell.take_clear(count)
    }

    fn judge(&mut self, arrivals: &Arrivals<'_>, out: &mut dyn FnMut(u16, Verdict)) {
        let Self { chain, spell } = self;
        spell.judge(arrivals.count, out, || chain.next());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_engine::StreamName;

    const RATE: BitRate = BitRate::from_bps(1_500_000);

    fn random() -> RandomStream {
        RandomStream::new(StreamName { seed: 6, replication: 0, element: "line", purpose: "errors" })
    }

    fn config(cell_error_ratio: f64, mean_burst_cells: f64, errors: [f64; 2]) -> Config {
        let [good_error_ratio, bad_error_ratio] = errors;
        Config { cell_error_ratio, mean_burst_cells, good_error_ratio, bad_error_ratio }
    }

    fn fields(config: Config) -> Vec<String> {
        config.check().into_iter().map(|issue| issue.field).collect()
    }

    #[test]
    fn means_that_no_mixture_of_the_states_has_are_refused() {
        assert_eq!(fields(config(0.2, 2.0, [0.1, 0.3])), [""; 0]);
        assert_eq!(fields(config(0.05, 2.0, [0.1, 0.3])), ["cell_error_ratio"]);
        assert_eq!(fields(config(0.3, 2.0, [0.1, 0.3])), ["cell_error_ratio"]);
        assert_eq!(fields(config(0.3, 2.0, [0.3, 0.3])), ["bad_error_ratio"]);
        assert_eq!(fields(config(0.0, 2.0, [0.0, 0.0])), ["bad_error_ratio"]);
        assert_eq!(fields(config(0.0, 2.0, [0.0, 1.0])), [""; 0]);
    }

    #[test]
    fn bursts_must_be_long_enough_for_good_stays_of_a_cell() {
        // Three cells in four errored: bursts of 3 cells, one good cell between them.
        assert_eq!(fields(config(0.75, 3.0, [0.0, 1.0])), [""; 0]);
        let issues = config(0.75, 2.5, [0.0, 1.0]).check();
        assert_eq!(issues[0].field, "mean_burst_cells");
        assert!(issues[0].rule.starts_with("give at least 3:"), "{}", issues[0].rule);
    }

    #[test]
    fn with_three_cells_in_four_errored_bursts_of_three_are_one_good_cell_apart() {
        let mut chain = config(0.75, 3.0, [0.0, 1.0]).build(RATE, random()).chain;
        let spells: Vec<Spell> = (0..20_000).map(|_| chain.next()).collect();
        let stays = |of: fn(&Spell) -> u64| {
            let stays: Vec<f64> = spells.iter().map(of).filter(|&n| n > 0).map(|n| n as f64).collect();
            stays.iter().sum::<f64>() / stays.len() as f64
        };
        assert_eq!(stays(|spell| spell.clear), 1.0);
        // Geometric with mean 3: variance 6, 4 standard errors over 10 000 stays.
        assert!((stays(|spell| spell.errored) - 3.0).abs() < 4.0 * (6.0f64 / 1e4).sqrt());
        assert!(spells.windows(2).all(|pair| (pair[0].errored > 0) != (pair[1].errored > 0)));
    }

    #[test]
    fn errors_of_one_bad_stay_share_a_number_and_each_error_in_the_good_state_has_its_own() {
        let mut chain = config(0.2, 10.0, [0.1, 0.5]).build(RATE, random()).chain;
        let (mut of_good, mut of_bad) = (Vec::new(), Vec::new());
        for _ in 0..20_000 {
            let spell = chain.next();
            if spell.errored > 0 {
                if chain.is_bad { &mut of_bad } else { &mut of_good }.push(spell.burst);
            }
        }
        assert!(of_good.windows(2).all(|pair| pair[0] < pair[1]));
        assert!(of_bad.windows(2).all(|pair| pair[0] <= pair[1]));
        assert!(of_good.iter().all(|burst| of_bad.binary_search(burst).is_err()));
        let stays = of_bad.chunk_by(|a, b| a == b).count();
        // 10 cells of a stay, half of them errored.
        assert!((4.0..6.5).contains(&(of_bad.len() as f64 / stays as f64)));
    }
}
