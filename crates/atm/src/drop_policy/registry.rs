//! The registry of drop policies: one row per policy.

use cellwise_units::{Capacity, ConfigIssue};

use super::{DropPolicy, QueueView, clp_epd, epd, fba, ppd, red, selective_drop, tail};
use crate::queue_level::QueueLevel;
use cellwise_units::family;

family! {
    /// A drop policy as a scenario writes it: its name under `policy`, its parameters next to it.
    config DropPolicyConfig tagged "policy" {
        /// The policy for a buffer of `capacity`. Total: a setting that [`check`](Self::check)
        /// refuses is taken as the nearest that makes sense.
        fn build(&self, capacity: Capacity);
        fn arbitrary(capacity: Capacity);
        /// What does not make sense in a buffer of `capacity`; empty if all does.
        fn check(&self, capacity: Capacity) -> Vec<ConfigIssue>;
        /// The lengths of a queue with a buffer of `capacity` at which it changes what it does.
        fn levels(&self, capacity: Capacity) -> Vec<QueueLevel>;
    }
    any AnyDropPolicy: DropPolicy {
        fn asked_from(&self) -> u64;
        fn refuses_frame(&mut self, view: &QueueView) -> bool;
        fn discards_remainder(&self) -> bool;
        fn needs_vc_accounting(&self) -> bool;
        fn needs_randomness(&self) -> bool;
    }
    members {
        tail::Tail, "tail", Validated,
            "Tail drop: each cell by itself is lost when the buffer is full.",
            "ATM Forum 96-1269, section 4";
        ppd::Ppd, "ppd", Experimental,
            "Partial packet discard: once a cell of a frame met a full buffer, the rest of the frame is discarded, except its last cell.",
            "Armitage and Adams, IEEE Network, 1993; Romanow and Floyd, IEEE JSAC, May 1995";
        epd::Epd, "epd", Validated,
            "Early packet discard: while the queue is longer than a threshold, whole new frames are refused.",
            "Romanow and Floyd, IEEE JSAC, May 1995; ATM Forum 96-1269, section 5";
        selective_drop::SelectiveDrop, "selective-drop", Validated,
            "Selective Drop: above a threshold, new frames of VCs that hold more than their share of the queue are refused.",
            "ATM Forum 96-1269, section 6";
        fba::Fba, "fba", Validated,
            "Fair Buffer Allocation: above a threshold, the share of the queue that a VC may hold shrinks as the buffer fills.",
            "Heinanen and Kilkki, 1995; ATM Forum 96-1269, section 7";
        clp_epd::ClpEpd, "clp-epd", Experimental,
            "Early packet discard with two thresholds: above the lower one new frames whose first cell has CLP=1 are refused, above the higher one all new frames.",
            "ATM Forum Traffic Management 4.1, on GFR (double-EPD)";
        red::Red, "red", Experimental,
            "Random early detection: the longer the queue has been on average, the likelier a new frame is refused.",
            "Floyd and Jacobson, IEEE/ACM ToN, August 1993";
    }
}

impl Default for DropPolicyConfig {
    fn default() -> Self {
        Self::Tail(tail::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::Cells;
    use cellwise_units::family::testing::Family;
    use serde_json::json;

    fn family() -> Family<DropPolicyConfig> {
        Family { tag: "policy", all: DropPolicyConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_policy_with_its_defaults() {
        family().assert_names_give_defaults(DropPolicyConfig::name);
        for config in DropPolicyConfig::all() {
            assert_eq!(config.check(Capacity::Limited(Cells::new(1000))), [], "{}", config.name());
        }
    }

    #[test]
    fn a_policy_is_asked_from_the_first_of_its_levels_on_or_always() {
        for config in DropPolicyConfig::all() {
            let capacity = Capacity::Limited(cellwise_units::Cells::new(1000));
            let first = config.levels(capacity).iter().map(|level| level.cells).min();
            let asked_from = config.build(capacity).asked_from();
            let expected = first.map_or(u64::MAX, |cells| cells + 1);
            assert!([0, expected].contains(&asked_from), "{}: {asked_from}", config.name());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        family().assert_reads_what_it_writes(
            &json!({ "policy": "epd", "threshold": "2800 cells", "discard_remainder": false }),
        );
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_policy() {
        family().assert_refuses("treshold");
    }

    #[test]
    fn the_schema_names_every_policy_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
