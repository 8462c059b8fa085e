//! The registry of lines: one row per line.

use cellwise_units::{BitRate, ConfigIssue, Time, family};

use super::{Line, Link, Retransmissions, Sending, constant, ptm_grid, rate_table, retransmission, trace};
use crate::chance::Draw;

family! {
    /// A line as a scenario writes it: its name under `line`, its parameters next to it.
    config LineConfig tagged "line" {
        /// One direction of the line, since time 0. Total: a setting that [`check`](Self::check) refuses is taken
        /// as the nearest that makes sense.
        fn build(&self, link: &Link);
        fn arbitrary();
        /// What does not make sense on this link; empty if all does.
        fn check(&self, link: &Link) -> Vec<ConfigIssue>;
        /// The rate at which it sends in the long run, with the octets that it counts.
        fn mean_rate(&self, link: &Link) -> BitRate;
    }
    any AnyLine: Line {
        fn free_at(&mut self, now: Time, draw: Draw<'_>) -> Time;
        fn send(&mut self, start: Time, ip_octets: u32, draw: Draw<'_>) -> Sending;
        fn retransmissions(&mut self, now: Time, draw: Draw<'_>) -> Option<Retransmissions>;
    }
    members {
        constant::Constant, "constant", Validated,
            "One rate: a packet takes as long as its octets on the wire do.",
            "elementary";
        ptm_grid::PtmGrid, "ptm-grid", Validated,
            "PTM octet by octet: frames begin at slots, each synchronization octet is where it is sent.",
            "IEEE 802.3, 61.3";
        trace::Trace, "trace", Validated,
            "A trace of instants, each an opportunity to send so many octets, as Mahimahi replays them.",
            "Mahimahi mm-link; Netravali et al., USENIX ATC 2015";
        rate_table::RateTable, "rate-table", Validated,
            "A rate that changes at given instants and is constant between them.",
            "elementary";
        retransmission::Retransmission, "retransmission", Validated,
            "G.INP: units that noise hits are sent again, so that loss becomes delay.",
            "ITU-T G.998.4; slots are a model of this project";
    }
}

impl Default for LineConfig {
    fn default() -> Self {
        Self::Constant(constant::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::framing::{FramingConfig, ptm};
    use cellwise_units::family::testing::Family;
    use serde_json::json;

    fn family() -> Family<LineConfig> {
        Family { tag: "line", all: LineConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_line_with_its_defaults() {
        family().assert_names_give_defaults(LineConfig::name);
        let framing = FramingConfig::Ptm(ptm::Config::default()).build();
        let link = Link { rate: BitRate::from_bps(40_000_000), framing };
        for config in LineConfig::all() {
            assert_eq!(config.check(&link), [], "{}", config.name());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(&json!({
            "line": "rate-table", "rates": [{ "at": "0 s", "rate": "1 Mbit/s" }], "period": "2 s",
        }));
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_line() {
        family().assert_refuses("rte");
    }

    #[test]
    fn the_schema_names_every_line_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
