//! The registry of rate rules: one row per rule.

use super::{PortView, RateRule, VcContract};
use super::{capc, efci, eprca, erica, erica_plus, fmmra, mmrca, operating_region, osu, relative_rate};
use crate::abr::RmCell;
use crate::queue_level::QueueLevel;
use cellwise_units::{ConfigIssue, family};

family! {
    /// A rate rule as a scenario writes it: its name under `rule`, its parameters next to it.
    config RateRuleConfig tagged "rule" {
        /// The rule for a port of `link` cells/s, above 0, that carries `vcs`. Total: a setting
        /// that [`check`](Self::check) refuses makes a rule without sense, but no panic.
        fn build(&self, link: f64, vcs: &[VcContract]);
        fn arbitrary();
        /// What does not make sense; empty if all does.
        fn check(&self) -> Vec<ConfigIssue>;
        /// The lengths of the queue of ABR cells at which it changes what it does.
        fn levels(&self) -> Vec<QueueLevel>;
    }
    any AnyRateRule: RateRule {
        fn uses_efci(&self) -> bool;
        fn counts_cells(&self) -> bool;
        fn on_abr_cell(&mut self, view: &PortView, vc: usize);
        fn on_higher_cell(&mut self, view: &PortView);
        fn on_forward(&mut self, view: &PortView, vc: usize, rm: &mut RmCell);
        fn on_backward(&mut self, view: &PortView, vc: usize, rm: &mut RmCell);
        fn marks_efci(&mut self, view: &PortView) -> bool;
    }
    members {
        efci::Efci, "efci", Experimental,
            "EFCI: while the queue is long, data cells are marked, and the destination informs the source.",
            "ATM Forum af-tm-0056, section 5.10.6";
        relative_rate::RelativeRate, "relative-rate", Experimental,
            "Relative rate marking: a long queue asks sources not to increase, a longer one to decrease.",
            "ATM Forum af-tm-0056, section 5.10.6";
        eprca::Eprca, "eprca", Experimental,
            "EPRCA: the port keeps a running mean of the sources' rates, and congestion brings those above it down.",
            "Roberts, ATM Forum 94-0974, 1994";
        osu::Osu, "osu", Experimental,
            "OSU: sources are scaled by the load, and near the target those below the fair share less than the others.",
            "Jain, Kalyanaraman and Viswanathan, ATM Forum 94-0883, 1994";
        erica::Erica, "erica", Validated,
            "ERICA: the fair share of a target utilisation, or the present rate scaled by the load, whichever is more.",
            "Jain et al., ATM Forum 96-1172, 1996";
        erica_plus::EricaPlus, "erica-plus", Validated,
            "ERICA+: ERICA whose target depends on the queue, so that the link is full and the delay near a target.",
            "Jain et al., ATM Forum 96-1172, 1996; Kalyanaraman et al., IEEE/ACM Transactions on Networking 8(1), 2000";
        capc::Capc, "capc", Experimental,
            "CAPC: one explicit rate for all, raised or lowered in proportion to how far the load is from its target.",
            "Barnhart, ATM Forum 94-0983R1, 1994";
        mmrca::Mmrca, "mmrca", Experimental,
            "MMRCA style: while the queue is long, sources above a part of the largest rate come down to it.",
            "Muddu, Chiussi et al., ICC 1996; Chiussi, Xia and Kumar, GLOBECOM 1996 (from descriptions)";
        fmmra::Fmmra, "fmmra", Validated,
            "FMMRA: the port computes the max-min fair rate; RM cells report VCs that are held back elsewhere.",
            "Arulambalam, Chen and Ansari, US patent 6,052,361 and IEEE Communications Magazine, November 1996";
        operating_region::OperatingRegion, "operating-region", Validated,
            "Operating region: max-min fair rates, with the queue steered into a region of preset lengths.",
            "University of Kansas thesis on TCP and UDP over ABR and UBR with EPD (reconstruction)";
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cellwise_units::family::testing::Family;
    use serde_json::json;

    fn family() -> Family<RateRuleConfig> {
        Family { tag: "rule", all: RateRuleConfig::all(), rows: catalogue() }
    }

    #[test]
    fn a_name_alone_gives_each_rule_with_its_defaults() {
        family().assert_names_give_defaults(RateRuleConfig::name);
        for config in RateRuleConfig::all() {
            assert_eq!(config.check(), [], "{}", config.name());
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        family()
            .assert_reads_what_it_writes(&json!({ "rule": "efci", "low": "100 cells", "high": "200 cells" }));
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_rule() {
        family().assert_refuses("treshold");
    }

    #[test]
    fn the_schema_names_every_rule_and_closes_its_table() {
        family().assert_schema_is_closed();
    }
}
