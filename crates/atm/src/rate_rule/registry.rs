//! The registry of rate rules: one row per rule; scenario tag, dispatch and catalogue follow.

use cellwise_units::catalogue::{Entry, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ConfigIssue, FAMILY, PortView, RateRule, VcContract};
use super::{capc, efci, eprca, erica, erica_plus, fmmra, mmrca, operating_region, osu, relative_rate};
use crate::abr::RmCell;

macro_rules! registry {
    ($($module:ident::$rule:ident, $name:literal, $status:ident, $summary:literal, $source:literal;)+) => {
        /// A rate rule as a scenario writes it: its name under `rule`, its parameters beside it.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "rule")]
        pub enum RateRuleConfig {
            $(#[doc = $summary] #[serde(rename = $name)] $rule($module::Config),)+
        }

        impl RateRuleConfig {
            /// Every rule with its default parameters, in catalogue order.
            #[must_use]
            pub fn all() -> Vec<Self> {
                vec![$(Self::$rule($module::Config::default())),+]
            }

            /// The name that scenarios use.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$rule(_) => $name,)+ }
            }

            /// The rule for a port of `link` cells/s, above 0, that carries `vcs`. Total: a setting
            /// that [`check`](Self::check) refuses makes a rule without sense, but no panic.
            #[must_use]
            pub fn build(&self, link: f64, vcs: &[VcContract]) -> AnyRateRule {
                match self { $(Self::$rule(config) => AnyRateRule::$rule(config.build(link, vcs)),)+ }
            }

            /// What does not make sense; empty if all does.
            #[must_use]
            pub fn check(&self) -> Vec<ConfigIssue> {
                match self { $(Self::$rule(config) => config.check(),)+ }
            }
        }

        /// Any rule of the registry, dispatched without a pointer.
        #[derive(Clone, Debug)]
        pub enum AnyRateRule {
            $(#[doc = $summary] $rule($module::$rule),)+
        }

        impl RateRule for AnyRateRule {
            #[inline]
            fn uses_efci(&self) -> bool {
                match self { $(Self::$rule(rule) => rule.uses_efci(),)+ }
            }
            #[inline]
            fn counts_cells(&self) -> bool {
                match self { $(Self::$rule(rule) => rule.counts_cells(),)+ }
            }
            #[inline]
            fn on_abr_cell(&mut self, view: &PortView, vc: usize) {
                match self { $(Self::$rule(rule) => rule.on_abr_cell(view, vc),)+ }
            }
            #[inline]
            fn on_higher_cell(&mut self, view: &PortView) {
                match self { $(Self::$rule(rule) => rule.on_higher_cell(view),)+ }
            }
            #[inline]
            fn on_forward(&mut self, view: &PortView, vc: usize, rm: &mut RmCell) {
                match self { $(Self::$rule(rule) => rule.on_forward(view, vc, rm),)+ }
            }
            #[inline]
            fn on_backward(&mut self, view: &PortView, vc: usize, rm: &mut RmCell) {
                match self { $(Self::$rule(rule) => rule.on_backward(view, vc, rm),)+ }
            }
            #[inline]
            fn marks_efci(&mut self, view: &PortView) -> bool {
                match self { $(Self::$rule(rule) => rule.marks_efci(view),)+ }
            }
        }

        /// The rows of the family, as `cellwise list rate-rules` prints them.
        #[must_use]
        pub fn catalogue() -> Vec<Entry> {
            vec![$(Entry {
                family: FAMILY, name: $name, summary: $summary, source: $source, status: Status::$status,
            }),+]
        }
    };
}

registry! {
    efci::Efci, "efci", Experimental,
        "EFCI: while the queue is long, data cells are marked, and the destination tells the source.",
        "ATM Forum af-tm-0056, section 5.10.6";
    relative_rate::RelativeRate, "relative-rate", Experimental,
        "Relative rate marking: a long queue tells sources not to increase, a longer one to decrease.",
        "ATM Forum af-tm-0056, section 5.10.6";
    eprca::Eprca, "eprca", Experimental,
        "EPRCA: the port keeps a running mean of the sources' rates, and congestion brings those above it down.",
        "Roberts, ATM Forum 94-0974, 1994";
    osu::Osu, "osu", Experimental,
        "OSU: sources are scaled by the load, and near the target those below the fair share less than the others.",
        "Jain, Kalyanaraman and Viswanathan, ATM Forum 94-0883, 1994";
    erica::Erica, "erica", Experimental,
        "ERICA: the fair share of a target utilisation, or the present rate scaled by the load, whichever is more.",
        "Jain et al., ATM Forum 96-1172, 1996";
    erica_plus::EricaPlus, "erica-plus", Experimental,
        "ERICA+: ERICA whose target depends on the queue, so that the link is full and the delay near a target.",
        "Jain et al., ATM Forum 96-1172, 1996; Kalyanaraman et al., IEEE/ACM Transactions on Networking 8(1), 2000";
    capc::Capc, "capc", Experimental,
        "CAPC: one explicit rate for all, raised or lowered in proportion to how far the load is from its target.",
        "Barnhart, ATM Forum 94-0983R1, 1994";
    mmrca::Mmrca, "mmrca", Experimental,
        "MMRCA style: while the queue is long, sources above a part of the largest rate come down to it.",
        "Muddu, Chiussi et al., ICC 1996; Chiussi, Xia and Kumar, GLOBECOM 1996 (from descriptions)";
    fmmra::Fmmra, "fmmra", Experimental,
        "FMMRA: the port computes the max-min fair rate, from what RM cells tell about VCs held back elsewhere.",
        "Arulambalam, Chen and Ansari, US patent 6,052,361 and IEEE Communications Magazine, November 1996";
    operating_region::OperatingRegion, "operating-region", Experimental,
        "Operating region: max-min fair rates, with the queue steered into a region of preset lengths.",
        "University of Kansas thesis on TCP and UDP over ABR and UBR with EPD (reconstruction)";
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(value: Value) -> Result<RateRuleConfig, serde_json::Error> {
        serde_json::from_value(value)
    }

    #[test]
    fn a_name_alone_gives_each_rule_with_its_defaults() {
        for (config, row) in RateRuleConfig::all().into_iter().zip(catalogue()) {
            assert_eq!(config.name(), row.name);
            assert_eq!(read(json!({ "rule": row.name })).unwrap(), config);
            assert!(config.check().is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for config in RateRuleConfig::all() {
            assert_eq!(read(serde_json::to_value(&config).unwrap()).unwrap(), config);
        }
        let written = json!({ "rule": "efci", "low": "100 cells", "high": "200 cells" });
        assert_eq!(serde_json::to_value(read(written.clone()).unwrap()).unwrap(), written);
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_rule() {
        for row in catalogue() {
            let error = read(json!({ "rule": row.name, "treshold": 0.5 })).unwrap_err();
            assert!(error.to_string().contains("treshold"), "{}: {error}", row.name);
        }
    }

    #[test]
    fn the_schema_names_every_rule_and_closes_its_table() {
        let schema = serde_json::to_value(schemars::schema_for!(RateRuleConfig)).unwrap();
        let variants = schema["oneOf"].as_array().unwrap();
        assert_eq!(variants.len(), catalogue().len());
        for (variant, row) in variants.iter().zip(catalogue()) {
            assert_eq!(variant["properties"]["rule"]["const"], row.name);
            assert_eq!(variant["additionalProperties"], false, "{}", row.name);
            assert!(variant.get("$ref").is_none(), "{}: a closed $ref would refuse the tag", row.name);
            assert_eq!(variant["required"], json!(["rule"]));
        }
    }
}
