//! The registry of models of errors per packet: one row per model.

use cellwise_units::{ConfigIssue, Span, family};

use super::{PacketErrors, Transit, bit_errors, bursts, gilbert_elliott, independent, none, scripted};
use crate::chance::Draw;

family! {
    /// A model of errors per packet as a scenario writes it: its name under `model`, its parameters next to
    /// it.
    config PacketErrorsConfig tagged "model" {
        /// The errors of one direction of a line. Total: a setting that [`check`](Self::check) refuses is taken as
        /// the nearest that makes sense.
        fn build(&self);
        fn arbitrary();
        /// What does not make sense; empty if all does.
        fn check(&self) -> Vec<ConfigIssue>;
        /// The part that is errored, in the long run, of packets with frames of so many octets that are on the line
        /// for so long.
        fn mean_packet_error_ratio(&self, octets: u32, duration: Span) -> f64;
    }
    any AnyPacketErrors: PacketErrors {
        fn is_errored(&mut self, transit: Transit, draw: Draw<'_>) -> bool;
        fn number_flows(&mut self, number_of: &dyn Fn(&str) -> Option<u32>);
    }
    members {
        independent::Independent, "independent", Validated,
            "Each packet is errored with the same probability, independently of all others.",
            "elementary";
        bursts::Bursts, "bursts", Validated,
            "The line is noisy for exponential periods of time; every packet that is on it in one is errored.",
            "elementary: an alternating renewal process";
        gilbert_elliott::GilbertElliott, "gilbert-elliott", Validated,
            "A chain of a good and a bad state that takes one step for each packet; each state has its error ratio.",
            "Gilbert, Bell System Technical Journal 39, 1960; Elliott, the same 42, 1963";
        bit_errors::BitErrors, "bit-errors", Validated,
            "Independent bit errors: a packet is errored if any bit of its frame is.",
            "elementary";
        scripted::Scripted, "scripted", Validated,
            "Exactly the listed packets are errored, by their numbers on the link or in their flow, and those at listed instants.",
            "elementary";
        none::NoErrors, "none", Validated,
            "No packet is errored: for one direction of a link whose other direction has errors.",
            "elementary";
    }
}

impl Default for PacketErrorsConfig {
    fn default() -> Self {
        Self::NoErrors(none::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::family::testing::Family;
    use serde_json::json;

    fn family() -> Family<PacketErrorsConfig> {
        Family { tag: "model", all: PacketErrorsConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_model_with_its_defaults() {
        family().assert_names_give_defaults(PacketErrorsConfig::name);
        for config in PacketErrorsConfig::all() {
            assert_eq!(config.check(), [], "{}", config.name());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(&json!({
            "model": "bursts", "mean_burst": "2 ms", "mean_gap": "500 ms",
        }));
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_model() {
        family().assert_refuses("packet_error_rate");
    }

    #[test]
    fn the_schema_names_every_model_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
