//! The parameters of ABR connections as scenarios write them.
//!
//! Source: ATM Forum af-tm-0056.000, section 5.10.2. A value without sense is an error
//! (a range is given with its key, [`AbrParameters::check`]); one that makes sense and cannot be signalled, since
//! TM 4.0 knows no such step, is a warning ([`AbrParameters::warnings`]).

use std::fmt::Display;

use cellwise_units::{BitRate, CELL_BITS, Cells, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::settings::{AbrSettings, Headroom, RateEncoding, Reverse, TurnAroundPolicy, cells_per_s};

const PS_PER_MS: u64 = 1_000_000_000;
/// The largest TBE that can be signalled: 24 bits.
const MAX_TBE: Cells = Cells::new(16_777_215);
/// The largest rate that can be signalled, cells/s: 24 bits.
const MAX_CELLS_PER_S: u64 = 16_777_215;
/// Longer times than this are taken for mistakes.
const LONGEST: Span = Span::from_ps(3_600_000 * PS_PER_MS);

/// Settings of ABR connections.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AbrParameters {
    /// Peak cell rate, as a bit rate of whole cells; the rate of the connection's first link if not given.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    pub pcr: Option<BitRate>,
    /// Minimum cell rate, as a bit rate of whole cells: the source may always send at this rate. At most pcr.
    pub mcr: BitRate,
    /// Initial cell rate, as a bit rate of whole cells. From mcr to pcr; pcr if not given. A source
    /// starts with tbe / frtt if that is lower, but never below mcr.
    pub icr: Option<BitRate>,
    /// Rate increase factor: a backward RM cell without CI and NI adds rif * pcr. In TM 4.0 a power of two
    /// from 1/32768.
    #[schemars(range(max = 1), extend("exclusiveMinimum" = 0))]
    pub rif: f64,
    /// Rate decrease factor: a backward RM cell with CI takes rdf * ACR. In TM 4.0 a power of two from
    /// 1/32768.
    #[schemars(range(max = 1), extend("exclusiveMinimum" = 0))]
    pub rdf: f64,
    /// Every nrm-th in-rate cell is a forward RM cell. In TM 4.0 a power of two.
    #[schemars(range(min = 2, max = 256))]
    pub nrm: u32,
    /// The least number of in-rate cells between forward RM cells, even if trm has passed. In TM 4.0 always 2.
    #[schemars(range(min = 1))]
    pub mrm: u32,
    /// Once this long has passed since a forward RM cell, the next does not wait for nrm cells. In TM 4.0 100
    /// ms or a 2nd, 4th, ... 128th of it.
    #[schemars(extend("formatExclusiveMinimum" = Span::ZERO, "formatMaximum" = LONGEST))]
    pub trm: Span,
    /// The number of forward RM cells without feedback from which each further one cuts the rate by cdf; tbe /
    /// nrm, rounded up, if not given.
    #[schemars(range(min = 1))]
    pub crm: Option<u64>,
    /// Cutoff decrease factor: such a cut takes cdf * ACR. In TM 4.0 0 or a power of two from 1/64.
    #[schemars(range(min = 0, max = 1))]
    pub cdf: f64,
    /// After this long without a forward RM cell the rate falls back to icr. In TM 4.0 10 ms to 10.23 s in
    /// steps of 10 ms.
    #[schemars(extend("formatExclusiveMinimum" = Span::ZERO, "formatMaximum" = LONGEST))]
    pub adtf: Span,
    /// Transient buffer exposure: cells that the network is ready to take before its first feedback
    /// is back.
    #[schemars(extend("formatMaximum" = MAX_TBE))]
    pub tbe: Cells,
    /// Fixed round-trip time, by which tbe bounds icr; the propagation round-trip time of the connection if not
    /// given. In TM 4.0 up to 16.7 s.
    #[schemars(extend("formatMaximum" = LONGEST))]
    pub frtt: Option<Span>,
    /// Largest rate of out-of-rate forward RM cells, as a bit rate of whole cells. In TM 4.0 always
    /// 10 cells/s, which are 4240 bit/s.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    pub tcr: BitRate,
    /// How RM cells carry rates: exactly, or in the 16-bit format of TM 4.0.
    pub rate_encoding: RateEncoding,
    /// The policy by which a source that does not use its rate loses it. Off if not given.
    pub use_it_or_lose_it: Option<UseItOrLoseIt>,
    /// Whether the cells of the reverse direction, turned-around RM cells among them, are sent by an
    /// ABR source of their own, or at the rate of the line.
    pub reverse: Reverse,
    /// How a turned-around RM cell that still waits is treated when the next one arrives.
    pub turn_around: TurnAroundPolicy,
}

/// The use-it-or-lose-it policy: with each forward RM cell the allowed cell rate falls to at most
/// S * (1 + fraction) + headroom, but not below the initial cell rate, where S is the rate at which
/// cells were sent since the forward RM cell before.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UseItOrLoseIt {
    /// How far above S the allowed rate may be, as a bit rate of whole cells.
    pub headroom: BitRate,
    /// How far above S the allowed rate may be in addition to the headroom, as a part of S.
    #[schemars(range(min = 0))]
    pub fraction: f64,
}

impl Default for UseItOrLoseIt {
    fn default() -> Self {
        Self { headroom: BitRate::from_bps(10_000_000), fraction: 0.0 }
    }
}

impl Default for AbrParameters {
    fn default() -> Self {
        Self {
            pcr: None,
            mcr: BitRate::ZERO,
            icr: None,
            rif: 1.0 / 16.0,
            rdf: 1.0 / 16.0,
            nrm: 32,
            mrm: 2,
            trm: Span::from_ps(100 * PS_PER_MS),
            crm: None,
            cdf: 1.0 / 16.0,
            adtf: Span::from_ps(500 * PS_PER_MS),
            tbe: MAX_TBE,
            frtt: None,
            tcr: BitRate::from_bps(10 * CELL_BITS),
            rate_encoding: RateEncoding::default(),
            use_it_or_lose_it: None,
            reverse: Reverse::default(),
            turn_around: TurnAroundPolicy::default(),
        }
    }
}

impl AbrParameters {
    /// The settings of a source whose first link has the rate `line` and whose connection has the
    /// propagation round-trip time `round_trip`.
    #[must_use]
    pub fn resolve(&self, line: BitRate, round_trip: Span) -> AbrSettings {
        let pcr = cells_per_s(self.pcr.unwrap_or(line));
        let mcr = cells_per_s(self.mcr);
        AbrSettings {
            pcr,
            mcr,
            icr: self.initial_rate(pcr, mcr, self.frtt.unwrap_or(round_trip)),
            rif: self.rif,
            rdf: self.rdf,
            nrm: self.nrm,
            mrm: self.mrm,
            trm: self.trm,
            crm: self.crm.unwrap_or_else(|| self.tbe.get().div_ceil(u64::from(self.nrm.max(1)))),
            cdf: self.cdf,
            adtf: self.adtf,
            tcr: cells_per_s(self.tcr),
            rate_encoding: self.rate_encoding,
            use_it_or_lose_it: self
                .use_it_or_lose_it
                .map(|policy| Headroom { rate: cells_per_s(policy.headroom), fraction: policy.fraction }),
            reverse: self.reverse,
            turn_around: self.turn_around,
        }
    }

    /// ICR in cells/s: what was asked for, at most TBE / FRTT, so that no more than TBE cells are
    /// sent before the first feedback. MCR has the last word, since ACR is never below it.
    // spec: af-tm-0056 5.10.2, 5.10.4 rule 1
    fn initial_rate(&self, pcr: f64, mcr: f64, frtt: Span) -> f64 {
        let asked = self.icr.map_or(pcr, cells_per_s);
        let exposed = if frtt.is_zero() { f64::INFINITY } else { self.tbe.get() as f64 / frtt.as_secs_f64() };
        asked.min(exposed).min(pcr).max(mcr)
    }

    /// Everything that is not allowed on a connection whose first link has the rate `line`: the
    /// field, its value and the rule that it breaks.
    #[must_use]
    pub fn check_on(&self, line: BitRate) -> Vec<ConfigIssue> {
        Self { pcr: Some(self.pcr.unwrap_or(line)), ..self.clone() }.check()
    }

    /// Rates in the wrong order: the field, its value and the rule that it breaks. What depends on the
    /// link is left to [`check_on`](Self::check_on) if there is no `pcr`.
    #[must_use]
    pub fn check(&self) -> Vec<ConfigIssue> {
        let mut found = Found::default();
        if let Some(pcr) = self.pcr {
            let rule = format_args!("give at most pcr ({pcr})");
            found.unless(self.mcr <= pcr, "mcr", self.mcr, rule);
        }
        if let Some(icr) = self.icr {
            let in_range = self.mcr <= icr && self.pcr.is_none_or(|pcr| icr <= pcr);
            let rule = match self.pcr {
                Some(pcr) => format!("give from mcr ({}) to pcr ({pcr})", self.mcr),
                None => format!("give at least mcr ({})", self.mcr),
            };
            found.unless(in_range, "icr", icr, &rule);
        }
        found.0
    }

    /// Everything that is allowed here although TM 4.0 cannot signal it: the field, its value and
    /// TM 4.0's own steps.
    #[must_use]
    pub fn warnings(&self) -> Vec<ConfigIssue> {
        let mut found = Found::default();
        self.warn_of_rates(&mut found);
        self.warn_of_steps(&mut found);
        self.warn_of_times(&mut found);
        found.0
    }

    fn warn_of_rates(&self, found: &mut Found) {
        let most = BitRate::from_bps(MAX_CELLS_PER_S * CELL_BITS);
        let rule = format_args!("TM 4.0 knows rates of at most {MAX_CELLS_PER_S} cells/s ({most})");
        let rates = [("pcr", self.pcr), ("mcr", Some(self.mcr)), ("icr", self.icr)];
        for (field, rate) in rates.into_iter().filter_map(|(field, rate)| Some((field, rate?))) {
            found.unless(rate <= most, field, rate, rule);
        }
        let ten = BitRate::from_bps(10 * CELL_BITS);
        found.unless(self.tcr == ten, "tcr", self.tcr, format_args!("TM 4.0 has 10 cells/s ({ten})"));
    }

    fn warn_of_steps(&self, found: &mut Found) {
        for (field, factor) in [("rif", self.rif), ("rdf", self.rdf)] {
            let legal = is_power_of_half(factor, 15);
            found.unless(legal, field, factor, "TM 4.0 has powers of two from 1/32768 to 1");
        }
        let legal = self.cdf == 0.0 || is_power_of_half(self.cdf, 6);
        found.unless(legal, "cdf", self.cdf, "TM 4.0 has 0 and powers of two from 1/64 to 1");
        found.unless(self.nrm.is_power_of_two(), "nrm", self.nrm, "TM 4.0 has powers of two from 2 to 256");
        found.unless(self.mrm == 2, "mrm", self.mrm, "TM 4.0 has 2");
        if let Some(crm) = self.crm {
            let derived = self.tbe.get().div_ceil(u64::from(self.nrm.max(1)));
            let rule = format_args!("TM 4.0 has tbe / nrm, rounded up ({derived})");
            found.unless(crm == derived, "crm", crm, rule);
        }
    }

    fn warn_of_times(&self, found: &mut Found) {
        let longest_trm = 100 * PS_PER_MS;
        let legal = (0..=7).any(|halvings| self.trm.get() == longest_trm >> halvings);
        found.unless(legal, "trm", self.trm, "TM 4.0 has 100 ms and its 2nd, 4th, ... 128th part");
        let step = 10 * PS_PER_MS;
        let adtf = self.adtf.get();
        let legal = adtf.is_multiple_of(step) && (step..=1023 * step).contains(&adtf);
        found.unless(legal, "adtf", self.adtf, "TM 4.0 has 10 ms to 10.23 s in steps of 10 ms");
        if let Some(frtt) = self.frtt {
            let longest = Span::from_ps(16_700 * PS_PER_MS);
            found.unless(frtt <= longest, "frtt", frtt, format_args!("TM 4.0 has at most {longest}"));
        }
    }
}

/// Whether `factor` is 1/2^n for an n from 0 to `most`.
fn is_power_of_half(factor: f64, most: u32) -> bool {
    (0..=most).any(|n| factor == 1.0 / f64::from(1u32 << n))
}

#[derive(Default)]
struct Found(Vec<ConfigIssue>);

impl Found {
    fn unless(&mut self, allowed: bool, field: &str, value: impl ToString, rule: impl Display) {
        if !allowed {
            self.0.push(ConfigIssue::new(field, value, rule.to_string()));
        }
    }
}

#[cfg(test)]
mod tests;
