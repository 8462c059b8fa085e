//! The registry of slow starts: one row per rule.

use cellwise_units::family;

use super::{Arrival, Opening, SlowStart, hystart, hystart_plus_plus, standard};
use crate::window::CongestionWindow;

family! {
    /// A rule of slow start as a scenario writes it: its name under `rule`, its parameters next to it.
    config SlowStartConfig tagged "rule" {
        /// The rule for one connection.
        fn build(&self);
        fn arbitrary();
    }
    any AnySlowStart: SlowStart {
        fn on_ack(&mut self, arrival: &Arrival, window: &mut CongestionWindow) -> Opening;
        fn on_reduction(&mut self, is_timeout: bool);
        fn needs_timing(&self) -> bool;
    }
    members {
        standard::Standard, "standard", Validated,
            "The congestion control's own, until the threshold or the first loss.",
            "Jacobson 1988; RFC 5681 3.1";
        hystart::Hystart, "hystart", Validated,
            "Ends when acknowledgments come in a long train, or round trips grow longer than the shortest.",
            "Ha and Rhee 2011; Linux net/ipv4/tcp_cubic.c";
        hystart_plus_plus::HystartPlusPlus, "hystart-plus-plus", Validated,
            "Becomes conservative when round trips grow longer than in the last round, and ends five rounds later.",
            "RFC 9406";
    }
}

impl Default for SlowStartConfig {
    fn default() -> Self {
        Self::Standard(standard::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::family::testing::Family;
    use serde_json::json;

    fn family() -> Family<SlowStartConfig> {
        Family { tag: "rule", all: SlowStartConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_rule_with_its_defaults() {
        family().assert_names_give_defaults(SlowStartConfig::name);
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(
            &json!({ "rule": "hystart-plus-plus", "burst_limit": 4, "css_rounds": 3 }),
        );
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_rule() {
        family().assert_refuses("divisor");
    }

    #[test]
    fn the_schema_names_every_rule_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
