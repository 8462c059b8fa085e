//! The registry of buffers below a discipline: one row per buffer.

use cellwise_units::{BitRate, ConfigIssue, Time, family};

use super::{Lower, bql, buffer, none};

family! {
    /// A buffer below a discipline as a scenario writes it: its name under `lower`, its parameters next to
    /// it.
    config LowerConfig tagged "lower" {
        /// The buffer in front of a line of this rate. Total: a setting that [`check`](Self::check) refuses is taken
        /// as the nearest that makes sense.
        fn build(&self, rate: BitRate);
        fn arbitrary();
        /// What does not make sense; empty if all does.
        fn check(&self) -> Vec<ConfigIssue>;
    }
    any AnyLower: Lower {
        fn has_room(&self) -> bool;
        fn hand_down(&mut self, octets: u32);
        fn begin(&mut self, octets: u32);
        fn complete(&mut self, octets: u64, now: Time);
        fn limit_octets(&self) -> Option<u64>;
    }
    members {
        none::NoBuffer, "none", Validated,
            "No buffer: a packet leaves the discipline when the line can send it.",
            "elementary";
        buffer::Buffer, "buffer", Experimental,
            "A buffer of fixed size that loses nothing, as a modem's.",
            "a model of this project";
        bql::Bql, "bql", Validated,
            "Byte queue limits: as many octets as keep the line busy, which is learnt.",
            "Linux lib/dynamic_queue_limits.c";
    }
}

impl Default for LowerConfig {
    fn default() -> Self {
        Self::NoBuffer(none::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::family::testing::Family;
    use serde_json::json;

    fn family() -> Family<LowerConfig> {
        Family { tag: "lower", all: LowerConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_buffer_with_its_defaults() {
        family().assert_names_give_defaults(LowerConfig::name);
        for config in LowerConfig::all() {
            assert_eq!(config.check(), [], "{}", config.name());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(&json!({
            "lower": "bql", "hold": "500 ms", "limit_min": "3000 bytes", "previous_sent": "passed",
        }));
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_buffer() {
        family().assert_refuses("sise");
    }

    #[test]
    fn the_schema_names_every_buffer_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
