//! The registry of undos: one row per rule.

use cellwise_units::family;

use super::{Reduction, Resent, Response, Seen, Undo, Verdict, dsack, eifel, f_rto, linux, none};

family! {
    /// A rule that takes reductions back as a scenario writes it: its name under `rule`, its parameters next
    /// to it.
    config UndoConfig tagged "rule" {
        /// The rule for one connection.
        fn build(&self);
        fn arbitrary();
        /// To what the windows return.
        fn response(&self) -> Response;
        /// Whether it needs timestamps, which the connection then has.
        fn needs_timestamps(&self) -> bool;
        /// Whether it needs reports of duplicates, which the connection then has.
        fn needs_reports(&self) -> bool;
    }
    any AnyUndo: Undo {
        fn watches(&self) -> bool;
        fn on_reduction(&mut self, reduction: &Reduction, goes_on: bool) -> bool;
        fn on_resent(&mut self, resent: &Resent);
        fn on_ack(&mut self, seen: &Seen) -> Verdict;
    }
    members {
        none::NoUndo, "none", Validated,
            "A reduction is never taken back.",
            "RFC 5681 3";
        eifel::Eifel, "eifel", Validated,
            "The first acknowledgment of new data after a retransmission echoes an earlier timestamp.",
            "RFC 3522; RFC 4015";
        dsack::Dsack, "dsack", Validated,
            "The receiver reports all that was sent again as duplicates.",
            "RFC 3708; Linux net/ipv4/tcp_input.c";
        f_rto::FRto, "f-rto", Validated,
            "New segments after a timeout show that the others had arrived.",
            "RFC 5682; RFC 4015";
        linux::Linux, "linux", Validated,
            "Timestamps, reports of duplicates or new segments, whichever shows it first.",
            "Linux net/ipv4/tcp_input.c";
    }
}

impl Default for UndoConfig {
    fn default() -> Self {
        Self::NoUndo(none::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::family::testing::Family;
    use serde_json::json;

    fn family() -> Family<UndoConfig> {
        Family { tag: "rule", all: UndoConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_rule_with_its_defaults() {
        family().assert_names_give_defaults(UndoConfig::name);
    }

    #[test]
    fn what_is_written_is_read_back() {
        family()
            .assert_reads_what_it_writes(&json!({ "rule": "linux", "response": "rfc4015", "f_rto": false }));
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_rule() {
        family().assert_refuses("window");
    }

    #[test]
    fn the_schema_names_every_rule_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
