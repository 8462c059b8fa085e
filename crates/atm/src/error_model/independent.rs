//! Independent errors: each cell is errored with the same probability, whatever happened before.
//!
//! The number of cells up to the next error is drawn at once, which is the same in distribution as one
//! draw for each cell. Source: Lu, "TCP over ATM over ADSL", M.Sc. thesis, University of Calgary,
//! 2000, section 3.2.3, independent error model.

use cellwise_engine::RandomStream;
use cellwise_engine::chance::{Geometric, as_ratio, uniform};
use cellwise_units::{BitRate, ConfigIssue, Span, Time};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::spells::Spell;
use super::{ErrorModel, Verdict};
#[cfg(feature = "arbitrary")]
use crate::arbitrary::{Strategy, noise};
use crate::policing::Arrivals;

/// Parameters of [`Independent`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Config {
    /// CER: the probability that a cell is errored.
    #[schemars(extend("minimum" = 0, "maximum" = 1))]
    pub cell_error_ratio: f64,
}

impl Default for Config {
    fn default() -> Self {
        Self { cell_error_ratio: 1e-4 }
    }
}

impl Config {
    /// The noise on a line.
    #[must_use]
    pub fn build(&self, _: BitRate, random: RandomStream) -> Independent {
        let mut model = Independent {
            skip: Geometric::new(self.cell_error_ratio),
            ratio: as_ratio(self.cell_error_ratio),
            random,
            spell: Spell { clear: 0, errored: 0, burst: 0 },
            drawn: 0,
        };
        model.spell = draw(&model.skip, &mut model.random, &mut model.drawn);
        model
    }

    /// Nothing can be wrong with a ratio within its range.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        Vec::new()
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
        noise().prop_map(|cell_error_ratio| Self { cell_error_ratio })
    }
}

/// Independent errors.
#[derive(Clone, Debug)]
pub struct Independent {
    skip: Geometric,
    ratio: f64,
    random: RandomStream,
    spell: Spell,
    /// Errors drawn.
    drawn: u64,
}

fn draw(skip: &Geometric, random: &mut RandomStream, drawn: &mut u64) -> Spell {
    let burst = *drawn;
    *drawn += 1;
    Spell { clear: skip.failures(|| uniform(random)), errored: 1, burst }
}

impl Independent {
    /// Errs with another probability, beginning with the next cell. The past does not affect the time of the next
    /// error, so that is drawn again; the same probability changes nothing.
    pub fn set_ratio(&mut self, ratio: f64) {
        if as_ratio(ratio) == self.ratio {
            return;
        }
        (self.ratio, self.skip) = (as_ratio(ratio), Geometric::new(ratio));
        self.spell = draw(&self.skip, &mut self.random, &mut self.drawn);
    }
}

impl ErrorModel for Independent {
    #[inline]
    fn take_clear(&mut self, _: Time, count: u16) -> bool {
        self.spell.take_clear(count)
    }

    fn judge(&mut self, arrivals: &Arrivals<'_>, out: &mut dyn FnMut(u16, Verdict)) {
        let Self { skip, random, spell, drawn, .. } = self;
        spell.judge(arrivals.count, out, || draw(skip, random, drawn));
    }
}
