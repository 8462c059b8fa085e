//! The registry of delays of acknowledgments: one row per rule.

use cellwise_units::{Span, family};

use super::{AckDelay, Arrival, When, fast_timer, linux, timer};

family! {
    /// A rule of delayed acknowledgments as a scenario writes it: its name under `rule`, its parameters next
    /// to it.
    config AckDelayConfig tagged "rule" {
        /// The rule for one connection.
        fn build(&self);
        fn arbitrary();
        /// The longest that it delays an acknowledgment, next to a fast timer of this period.
        fn longest(&self, fast_timer: Span) -> Span;
    }
    any AnyAckDelay: AckDelay {
        fn is_fast_timer(&self) -> bool;
        fn segments(&self) -> u64;
        fn on_data(&mut self, arrival: &Arrival) -> When;
        fn on_duplicate(&mut self, arrival: &Arrival);
        fn on_ack_sent(&mut self, rcv_nxt: u64);
        fn on_timer(&mut self, rto: Span);
    }
    members {
        fast_timer::FastTimer, "fast-timer", Validated,
            "Every second segment, or at the next tick of the host's timer.",
            "4.4BSD; RFC 1122 4.2.3.2";
        timer::Timer, "timer", Validated,
            "Every second segment, or after a fixed time.",
            "RFC 1122 4.2.3.2; FreeBSD netinet/tcp_input.c; Windows";
        linux::Linux, "linux", Validated,
            "One by one at the start, then every second segment, or after a time that follows the arrivals.",
            "Linux net/ipv4/tcp_input.c, tcp_output.c";
    }
}

impl Default for AckDelayConfig {
    fn default() -> Self {
        Self::FastTimer(fast_timer::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::family::testing::Family;
    use serde_json::json;

    fn family() -> Family<AckDelayConfig> {
        Family { tag: "rule", all: AckDelayConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_rule_with_its_defaults() {
        family().assert_names_give_defaults(AckDelayConfig::name);
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(&json!({ "rule": "timer", "delay": "100 ms", "segments": 3 }));
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_rule() {
        family().assert_refuses("period");
    }

    #[test]
    fn the_schema_names_every_rule_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
