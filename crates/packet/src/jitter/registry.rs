//! The registry of distributions of jitter: one row per distribution.

use cellwise_units::{ConfigIssue, Span, family};

use super::{Jitter, empirical, exponential, normal, pareto, uniform};
use crate::chance::Draw;

family! {
    /// A distribution of jitter as a scenario writes it: its name under `distribution`, its parameters next
    /// to it.
    config JitterConfig tagged "distribution" {
        /// The distribution. Total: a setting that [`check`](Self::check) refuses is taken as the nearest that makes
        /// sense.
        fn build(&self);
        fn arbitrary();
        /// What does not make sense; empty if all does.
        fn check(&self) -> Vec<ConfigIssue>;
    }
    any AnyJitter: Jitter {
        fn extra(&mut self, draw: Draw<'_>) -> Span;
    }
    members {
        uniform::Uniform, "uniform", Validated,
            "Any additional delay between two bounds is equally likely.",
            "elementary";
        normal::Normal, "normal", Validated,
            "A bell curve of additional delays, of which what would be negative is 0.",
            "elementary";
        exponential::Exponential, "exponential", Validated,
            "Most packets are hardly late, a few by several times the mean.",
            "elementary";
        pareto::Pareto, "pareto", Validated,
            "A heavy tail of additional delays, in which single packets are very late.",
            "Lomax, J. Am. Stat. Assoc. 49, 1954";
        empirical::Empirical, "empirical", Validated,
            "Any of the additional delays of a list or file is equally likely.",
            "elementary";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::family::testing::Family;
    use serde_json::json;

    fn family() -> Family<JitterConfig> {
        Family { tag: "distribution", all: JitterConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_distribution_with_its_defaults() {
        family().assert_names_give_defaults(JitterConfig::name);
        for config in JitterConfig::all() {
            assert_eq!(config.check(), [], "{}", config.name());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(&json!({
            "distribution": "normal", "mean": "20 ms", "deviation": "5 ms",
        }));
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_distribution() {
        family().assert_refuses("deviation_ms");
    }

    #[test]
    fn the_schema_names_every_distribution_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
