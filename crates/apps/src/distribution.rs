//! Distributions of sizes, numbers and times, none of them below 0.
//!
//! A distribution has no unit: the setting that contains it has one in its name (`think_time_s`).
//! Draws are the same on any machine: whole random bits, and the portable functions of `libm`.
//! Sources: Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions, volume 1, 1994
//! (chapters 14, 20, 21); the bounded Pareto of Crovella, Harchol-Balter and Murta 1998; the hybrid
//! of a lognormal body and a Pareto tail of Barford and Crovella 1998.

use cellwise_engine::RandomStream;
use cellwise_engine::chance::{self, uniform, unit_exponential};
use cellwise_units::ConfigIssue;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Larger values and means are taken for mistakes.
const LARGEST: f64 = 1e15;
/// The largest mean and standard deviation of a logarithm.
const LARGEST_LOG: f64 = 34.0;
const LARGEST_SIGMA: f64 = 10.0;
const LEAST_SHAPE: f64 = 0.05;
const LARGEST_SHAPE: f64 = 1000.0;
/// A bound below which less lies is taken for a mistake.
const LEAST_PART_BELOW: f64 = 0.01;
/// After so many draws above the tail's least value a body is taken to have no part below it.
const BODY_DRAWS: u32 = 10_000;

/// A distribution of values from 0 up.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "distribution", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Distribution {
    /// Always the same value.
    Constant {
        /// The value, in the unit of the setting.
        #[schemars(range(min = 0, max = LARGEST))]
        value: f64,
    },
    /// Uniform: every value from `least` to `most` alike.
    Uniform {
        /// The least value, in the unit of the setting.
        #[schemars(range(min = 0, max = LARGEST))]
        least: f64,
        /// The largest value, in the unit of the setting; above `least`.
        #[schemars(range(max = LARGEST), extend("exclusiveMinimum" = 0))]
        most: f64,
    },
    /// Exponential.
    Exponential {
        /// The mean, in the unit of the setting.
        #[schemars(range(max = LARGEST), extend("exclusiveMinimum" = 0))]
        mean: f64,
    },
    /// Geometric: the whole numbers from 0 up, each less likely than the one before by a constant factor.
    Geometric {
        /// The mean.
        #[schemars(range(max = LARGEST), extend("exclusiveMinimum" = 0))]
        mean: f64,
    },
    /// Lognormal: its natural logarithm is normal.
    Lognormal {
        /// Mean of the logarithm of the value in the unit of the setting.
        #[schemars(range(min = -LARGEST_LOG, max = LARGEST_LOG))]
        mu: f64,
        /// Standard deviation of the logarithm.
        #[schemars(range(max = LARGEST_SIGMA), extend("exclusiveMinimum" = 0))]
        sigma: f64,
    },
    /// Pareto: P(X > x) = (scale / x)^shape from `scale` up; with `most`, the same given X <= most.
    Pareto {
        /// The least value, in the unit of the setting.
        #[schemars(range(max = LARGEST), extend("exclusiveMinimum" = 0))]
        scale: f64,
        /// How fast the tail falls: the mean is infinite up to 1, the variance up to 2, unless there
        /// is a largest value.
        #[schemars(range(min = LEAST_SHAPE, max = LARGEST_SHAPE))]
        shape: f64,
        /// The largest value, in the unit of the setting; above `scale`. None if not given.
        #[schemars(range(max = LARGEST), extend("exclusiveMinimum" = 0))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<f64>,
    },
    /// Weibull: P(X > x) = exp(-(x / scale)^shape); with `most`, the same given X <= most.
    Weibull {
        /// The scale, in the unit of the setting.
        #[schemars(range(max = LARGEST), extend("exclusiveMinimum" = 0))]
        scale: f64,
        /// The shape: 1 is exponential, less has a heavier tail.
        #[schemars(range(min = LEAST_SHAPE, max = LARGEST_SHAPE))]
        shape: f64,
        /// The largest value, in the unit of the setting; a hundredth of the draws without it lie
        /// below it. None if not given.
        #[schemars(range(max = LARGEST), extend("exclusiveMinimum" = 0))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<f64>,
    },
    /// A lognormal body below `scale` and a Pareto tail from there up.
    LognormalPareto {
        /// Mean of the logarithm of the body's values in the unit of the setting.
        #[schemars(range(min = -LARGEST_LOG, max = LARGEST_LOG))]
        mu: f64,
        /// Standard deviation of that logarithm.
        #[schemars(range(max = LARGEST_SIGMA), extend("exclusiveMinimum" = 0))]
        sigma: f64,
        /// The part of the values that is in the body. Values of the lognormal above `scale` are left out,
        /// and the rest is scaled up to this part.
        #[schemars(range(min = 0, max = 1))]
        body: f64,
        /// The least value of the tail, in the unit of the setting; at least a hundredth of the lognormal lies
        /// below it.
        #[schemars(range(max = LARGEST), extend("exclusiveMinimum" = 0))]
        scale: f64,
        /// The shape of the tail.
        #[schemars(range(min = LEAST_SHAPE, max = LARGEST_SHAPE))]
        shape: f64,
        /// The largest value, in the unit of the setting; above `scale`. None if not given: the mean is then
        /// infinite for a shape up to 1, and runs rarely come near it for one below 1.5.
        #[schemars(range(max = LARGEST), extend("exclusiveMinimum" = 0))]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        most: Option<f64>,
    },
}

impl Distribution {
    /// The mean, in the unit of the setting; infinite where it is.
    #[must_use]
    pub fn mean(&self) -> f64 {
        match *self {
            Self::Constant { value } => value,
            Self::Uniform { least, most } => (least + most) / 2.0,
            Self::Exponential { mean } | Self::Geometric { mean } => mean,
            Self::Lognormal { mu, sigma } => lognormal_mean(mu, sigma),
            Self::Pareto { scale, shape, most } => Tail { scale, shape, most }.mean(),
            Self::Weibull { scale, shape, most } => weibull_mean(scale, shape, most),
            Self::LognormalPareto { mu, sigma, body, scale, shape, most } => {
                let below = |log_mean: f64| normal_cdf((libm::log(scale) - log_mean) / sigma);
                let of_body = || lognormal_mean(mu, sigma) * below(mu + sigma * sigma) / below(mu);
                let of_tail = || Tail { scale, shape, most }.mean();
                // Of a part that is not there, an infinite or unknown mean must not count.
                let weighted =
                    |part: f64, mean: &dyn Fn() -> f64| if part > 0.0 { part * mean() } else { 0.0 };
                weighted(body, &of_body) + weighted(1.0 - body, &of_tail)
            }
        }
    }

    /// A draw, in the unit of the setting: from 0 up and finite, whatever the parameters.
    #[must_use]
    pub fn sample(&self, random: &mut RandomStream) -> f64 {
        let drawn = match *self {
            Self::Constant { value } => value,
            Self::Uniform { least, most } => least + (most - least) * uniform(random),
            Self::Exponential { mean } => mean * unit_exponential(uniform(random)),
            // The whole part of an exponential draw is geometric.
            Self::Geometric { mean } => {
                (unit_exponential(uniform(random)) / libm::log1p(1.0 / mean.max(f64::MIN_POSITIVE))).floor()
            }
            Self::Lognormal { mu, sigma } => libm::exp(mu + sigma * normal(random)),
            Self::Pareto { scale, shape, most } => Tail { scale, shape, most }.sample(random),
            Self::Weibull { scale, shape, most } => {
                let kept = most.map_or(1.0, |most| weibull_cdf(scale, shape, most));
                let unit = -libm::log1p(-uniform(random) * kept);
                let drawn = scale * libm::pow(unit, 1.0 / shape);
                most.map_or(drawn, |most| drawn.min(most))
            }
            Self::LognormalPareto { mu, sigma, body, scale, shape, most } => {
                if uniform(random) < body {
                    body_below(scale, mu, sigma, random)
                } else {
                    Tail { scale, shape, most }.sample(random)
                }
            }
        };
        if drawn >= 0.0 { drawn.min(f64::MAX) } else { 0.0 }
    }

    /// Parameters that do not fit each other, each field as `field` and the parameter's name.
    #[must_use]
    pub fn check(&self, field: &str) -> Vec<ConfigIssue> {
        let issue =
            |name: &str, value: f64, rule: String| ConfigIssue::new(&format!("{field}.{name}"), value, rule);
        let bounded = |most: Option<f64>, scale: f64| {
            let bad = most.filter(|&most| most <= scale);
            bad.map(|most| issue("most", most, format!("give a number above `scale`, {scale}")))
        };
        let found = match *self {
            Self::Constant { .. }
            | Self::Exponential { .. }
            | Self::Geometric { .. }
            | Self::Lognormal { .. } => [None, None],
            Self::Uniform { least, most } => {
                let rule = || format!("give a number above `least`, {least}");
                [(most <= least).then(|| issue("most", most, rule())), None]
            }
            Self::Pareto { scale, most, .. } => [bounded(most, scale), None],
            Self::Weibull { scale, shape, most } => {
                let bad = most.filter(|&most| weibull_cdf(scale, shape, most) < LEAST_PART_BELOW);
                let rule = "give a number that a hundredth of the draws lie below";
                [bad.map(|most| issue("most", most, rule.to_owned())), None]
            }
            Self::LognormalPareto { mu, sigma, body, scale, most, .. } => {
                let below = normal_cdf((libm::log(scale) - mu) / sigma);
                let rule = "give a number that a hundredth of the lognormal lies below";
                let empty = body > 0.0 && below < LEAST_PART_BELOW;
                [empty.then(|| issue("scale", scale, rule.to_owned())), bounded(most, scale)]
            }
        };
        found.into_iter().flatten().collect()
    }
}

/// A Pareto distribution, with or without a largest value.
#[derive(Clone, Copy)]
struct Tail {
    scale: f64,
    shape: f64,
    most: Option<f64>,
}

impl Tail {
    /// P(X <= most) of the distribution without a largest value.
    fn kept(&self) -> f64 {
        self.most.map_or(1.0, |most| -libm::expm1(-self.shape * libm::log(most / self.scale)))
    }

    fn mean(&self) -> f64 {
        let Self { scale, shape, most } = *self;
        match most {
            None if shape <= 1.0 => f64::INFINITY,
            None => scale * shape / (shape - 1.0),
            // The integral of the tail from `scale` to `most`, whose limit at a shape of 1 is a logarithm.
            Some(most) => {
                let log_range = libm::log(most / scale);
                let exponent = 1.0 - shape;
                let integral = if exponent.abs() * log_range < 1e-9 {
                    log_range
                } else {
                    libm::expm1(exponent * log_range) / exponent
                };
                scale * shape * integral / self.kept()
            }
        }
    }

    fn sample(&self, random: &mut RandomStream) -> f64 {
        let above = 1.0 - uniform(random) * self.kept();
        let drawn = self.scale * libm::pow(above, -1.0 / self.shape);
        self.most.map_or(drawn, |most| drawn.min(most))
    }
}

fn weibull_cdf(scale: f64, shape: f64, x: f64) -> f64 {
    -libm::expm1(-libm::pow(x / scale, shape))
}

fn weibull_mean(scale: f64, shape: f64, most: Option<f64>) -> f64 {
    let a = 1.0 + 1.0 / shape;
    // X^shape, in units of scale^shape, is exponential; beyond 500 nothing of it is left.
    match most.map(|most| libm::pow(most / scale, shape)) {
        Some(x) if x < 500.0 => scale * lower_gamma(a, x) / -libm::expm1(-x),
        _ => scale * libm::tgamma(a),
    }
}

/// The integral of t^(a-1) exp(-t) from 0 to `x`, by its series (Abramowitz and Stegun 6.5.29).
fn lower_gamma(a: f64, x: f64) -> f64 {
    let (mut term, mut sum) = (1.0 / a, 1.0 / a);
    let mut n = a;
    while term > 1e-17 * sum {
        n += 1.0;
        term *= x / n;
        sum += term;
    }
    sum * libm::exp(a * libm::log(x) - x)
}

/// A draw of the body: a lognormal one, given that it is below the tail.
fn body_below(tail: f64, mu: f64, sigma: f64, random: &mut RandomStream) -> f64 {
    let mut draws = (0..BODY_DRAWS).map(|_| libm::exp(mu + sigma * normal(random)));
    draws.find(|&drawn| drawn < tail).unwrap_or(tail)
}

fn lognormal_mean(mu: f64, sigma: f64) -> f64 {
    libm::exp(mu + sigma * sigma / 2.0)
}

/// The part of the standard normal distribution that is below `x`.
fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x * std::f64::consts::FRAC_1_SQRT_2)
}

/// A standard normal draw: always two uniform ones.
fn normal(random: &mut RandomStream) -> f64 {
    chance::normal([uniform(random), uniform(random)])
}

#[cfg(test)]
mod tests;
