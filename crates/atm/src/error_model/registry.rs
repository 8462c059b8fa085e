//! The registry of error models: one row per model.

use cellwise_engine::RandomStream;
use cellwise_units::{BitRate, ConfigIssue, Span, Time};

use super::{
    ErrorModel, Verdict, bit_errors, bursts, gilbert_elliott, independent, interleaved, none, scripted,
};
use crate::policing::Arrivals;
use cellwise_units::family;

family! {
    /// An error model as a scenario writes it: its name under `model`, its parameters next to it.
    config ErrorModelConfig tagged "model" {
        /// The noise on one direction of a line, since time 0, with a random stream of its own.
        /// Total: a setting that [`check`](Self::check) refuses is taken as the nearest that makes
        /// sense.
        fn build(&self, line_rate: BitRate, random: RandomStream);
        fn arbitrary();
        /// What does not make sense; empty if all does.
        fn check(&self) -> Vec<ConfigIssue>;
        /// The part of the cells that is errored, in the long run, on a line of this rate.
        fn mean_cell_error_ratio(&self, line_rate: BitRate) -> f64;
        /// What the line's own handling of errors adds to its propagation delay, if it has any.
        fn latency(&self, line_rate: BitRate) -> Option<Span>;
    }
    any AnyErrorModel: ErrorModel {
        fn take_clear(&mut self, last: Time, count: u16) -> bool;
        fn judge(&mut self, arrivals: &Arrivals<'_>, out: &mut dyn FnMut(u16, Verdict));
    }
    members {
        independent::Independent, "independent", Validated,
            "Each cell is errored with the same probability, independently of all others.",
            "Lu, TCP over ATM over ADSL, University of Calgary, 2000, section 3.2.3";
        bursts::Bursts, "bursts", Validated,
            "The line is noisy for exponential periods of time; every cell that arrives in one is errored.",
            "Lu, TCP over ATM over ADSL, University of Calgary, 2000, section 3.2.3";
        gilbert_elliott::GilbertElliott, "gilbert-elliott", Validated,
            "A chain of a good and a bad state that takes one step for each cell; each state has its error ratio.",
            "Gilbert, Bell System Technical Journal 39, 1960; Elliott, the same 42, 1963";
        bit_errors::BitErrors, "bit-errors", Validated,
            "Independent bit errors: a cell is errored if any of its 424 bits is.",
            "ITU-T I.432.1 (cell header and HEC); elementary";
        interleaved::Interleaved, "interleaved", Experimental,
            "Bursts behind Reed-Solomon correction and interleaving: short ones vanish, long ones are spread.",
            "ITU-T G.992.1, forward error correction and interleaving";
        scripted::Scripted, "scripted", Validated,
            "Exactly the listed cells are errored.",
            "Fall and Floyd, CCR 26(3), 1996, which scripts its losses so; elementary";
        none::NoErrors, "none", Validated,
            "No cell is errored: for one direction of a link whose other direction has noise.",
            "elementary";
    }
}

impl ErrorModelConfig {
    /// Whether there is nothing to model.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        matches!(self, Self::NoErrors(_))
    }

    /// A line without errors that is modelled nevertheless, so that its cells are counted as those of noisy ones;
    /// with "none" nothing is modelled or counted.
    #[must_use]
    pub const fn errorless() -> Self {
        Self::Independent(independent::Config { cell_error_ratio: 0.0 })
    }
}

impl Default for ErrorModelConfig {
    fn default() -> Self {
        Self::Independent(independent::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::family::testing::{Family, read};
    use serde_json::{Value, json};

    fn family() -> Family<ErrorModelConfig> {
        Family { tag: "model", all: ErrorModelConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_model_with_its_defaults() {
        family().assert_names_give_defaults(ErrorModelConfig::name);
        for config in ErrorModelConfig::all() {
            assert_eq!(config.check(), [], "{}", config.name());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(&json!({
            "model": "interleaved", "cell_error_ratio": 0.001, "mean_burst": "80 us", "depth": 8,
            "codeword_octets": 100, "check_octets": 4, "reading": "good-time",
        }));
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_model() {
        family().assert_refuses("cell_error_rate");
    }

    #[test]
    fn the_schema_names_every_model_and_closes_its_table() {
        family().assert_schema_is_closed();
    }

    #[test]
    fn settings_that_do_not_go_together_are_refused_each_at_its_field() {
        for (written, expected) in [
            (json!({ "model": "bursts", "cell_error_ratio": 1 }), vec!["cell_error_ratio"]),
            (json!({ "model": "bursts", "cell_error_ratio": 1, "reading": "good-time" }), vec![]),
            (
                json!({ "model": "gilbert-elliott", "good_error_ratio": 0.6, "bad_error_ratio": 0.5 }),
                vec!["bad_error_ratio"],
            ),
            (
                json!({ "model": "interleaved", "cell_error_ratio": 1, "codeword_octets": 16 }),
                vec!["cell_error_ratio", "codeword_octets"],
            ),
        ] {
            let config = read::<ErrorModelConfig>(written.clone()).unwrap();
            let fields: Vec<String> = config.check().into_iter().map(|issue| issue.field).collect();
            assert_eq!(fields, expected, "{written}");
        }
    }

    #[test]
    fn rules_say_what_would_be_allowed() {
        let rule = |written: Value| read::<ErrorModelConfig>(written).unwrap().check()[0].rule.clone();
        let exact = rule(json!({ "model": "bursts", "cell_error_ratio": 1 }));
        assert!(exact.contains("less than 1"), "{exact}");
        let codeword = rule(json!({ "model": "interleaved", "codeword_octets": 8, "check_octets": 8 }));
        assert_eq!(codeword, "give more than check_octets (8)");
    }
}
