//! The registry of pacings: one row per rule.

use cellwise_units::{Time, family};

use super::{Departure, Pacing, linux, none, rfc9002};

family! {
    /// A rule of pacing as a scenario writes it: its name under `rule`, its parameters next to it.
    config PacingConfig tagged "rule" {
        /// The rule for one connection.
        fn build(&self);
        fn arbitrary();
    }
    any AnyPacing: Pacing {
        fn paces(&self) -> bool;
        fn next_departure(&self) -> Time;
        fn on_departure(&mut self, departure: &Departure);
    }
    members {
        none::Unpaced, "none", Validated,
            "Segments leave as the windows allow.",
            "RFC 9293 3.8.6";
        linux::Linux, "linux", Validated,
            "1.2 windows per round trip, 2 in early slow start; the first ten segments leave at once.",
            "Linux net/ipv4/tcp_input.c, tcp_output.c";
        rfc9002::Rfc9002, "rfc9002", Validated,
            "1.25 windows per round trip, and a bounded burst after a pause.",
            "RFC 9002 7.7";
    }
}

impl Default for PacingConfig {
    fn default() -> Self {
        Self::Unpaced(none::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::family::testing::Family;
    use serde_json::json;

    fn family() -> Family<PacingConfig> {
        Family { tag: "rule", all: PacingConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_rule_with_its_defaults() {
        family().assert_names_give_defaults(PacingConfig::name);
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(
            &json!({ "rule": "linux", "slow_start_percent": 250, "percent": 110, "unpaced_segments": 0 }),
        );
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_rule() {
        family().assert_refuses("gain");
    }

    #[test]
    fn the_schema_names_every_rule_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
