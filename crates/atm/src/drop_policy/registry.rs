//! The registry of drop policies: one row per policy; scenario tag, dispatch and catalogue follow.

use cellwise_units::Capacity;
use cellwise_units::catalogue::{Entry, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ConfigIssue, DropPolicy, FAMILY, QueueView, epd, fba, ppd, red, selective_drop, tail};

macro_rules! registry {
    ($($module:ident::$policy:ident, $name:literal, $status:ident, $summary:literal, $source:literal;)+) => {
        /// A drop policy as a scenario writes it: its name under `policy`, its parameters beside it.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "policy")]
        pub enum DropPolicyConfig {
            $(#[doc = $summary] #[serde(rename = $name)] $policy($module::Config),)+
        }

        impl DropPolicyConfig {
            /// Every policy with its default parameters, in catalogue order.
            #[must_use]
            pub fn all() -> Vec<Self> {
                vec![$(Self::$policy($module::Config::default())),+]
            }

            /// The name that scenarios use.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$policy(_) => $name,)+ }
            }

            /// The policy for a buffer of `capacity`. Total: a setting that [`check`](Self::check)
            /// refuses is taken as the nearest that makes sense.
            #[must_use]
            pub fn build(&self, capacity: Capacity) -> AnyDropPolicy {
                match self { $(Self::$policy(config) => AnyDropPolicy::$policy(config.build(capacity)),)+ }
            }

            /// What does not make sense in a buffer of `capacity`; empty if all does.
            #[must_use]
            pub fn check(&self, capacity: Capacity) -> Vec<ConfigIssue> {
                match self { $(Self::$policy(config) => config.check(capacity),)+ }
            }
        }

        /// Any policy of the registry, dispatched without a pointer.
        #[derive(Clone, Debug)]
        pub enum AnyDropPolicy {
            $(#[doc = $summary] $policy($module::$policy),)+
        }

        impl DropPolicy for AnyDropPolicy {
            #[inline]
            fn asked_from(&self) -> u64 {
                match self { $(Self::$policy(policy) => policy.asked_from(),)+ }
            }
            #[inline]
            fn refuses_frame(&mut self, view: &QueueView) -> bool {
                match self { $(Self::$policy(policy) => policy.refuses_frame(view),)+ }
            }
            #[inline]
            fn discards_remainder(&self) -> bool {
                match self { $(Self::$policy(policy) => policy.discards_remainder(),)+ }
            }
            #[inline]
            fn needs_vc_accounting(&self) -> bool {
                match self { $(Self::$policy(policy) => policy.needs_vc_accounting(),)+ }
            }
            #[inline]
            fn needs_randomness(&self) -> bool {
                match self { $(Self::$policy(policy) => policy.needs_randomness(),)+ }
            }
        }

        /// The rows of the family, as `cellwise list drop-policies` prints them.
        #[must_use]
        pub fn catalogue() -> Vec<Entry> {
            vec![$(Entry {
                family: FAMILY, name: $name, summary: $summary, source: $source, status: Status::$status,
            }),+]
        }
    };
}

registry! {
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
    red::Red, "red", Experimental,
        "Random early detection: the longer the queue has been on average, the likelier a new frame is refused.",
        "Floyd and Jacobson, IEEE/ACM ToN, August 1993";
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
    use serde_json::{Value, json};

    fn read(value: Value) -> Result<DropPolicyConfig, serde_json::Error> {
        serde_json::from_value(value)
    }

    #[test]
    fn a_name_alone_gives_each_policy_with_its_defaults() {
        for (config, row) in DropPolicyConfig::all().into_iter().zip(catalogue()) {
            assert_eq!(config.name(), row.name);
            assert_eq!(read(json!({ "policy": row.name })).unwrap(), config);
            assert!(config.check(Capacity::Limited(Cells::new(1000))).is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for config in DropPolicyConfig::all() {
            assert_eq!(read(serde_json::to_value(&config).unwrap()).unwrap(), config);
        }
        let epd =
            read(json!({ "policy": "epd", "threshold": "2800 cells", "discard_remainder": false })).unwrap();
        let written = json!({ "policy": "epd", "threshold": "2800 cells", "discard_remainder": false });
        assert_eq!(serde_json::to_value(&epd).unwrap(), written);
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_policy() {
        for row in catalogue() {
            let error = read(json!({ "policy": row.name, "treshold": 0.5 })).unwrap_err();
            assert!(error.to_string().contains("treshold"), "{}: {error}", row.name);
        }
    }

    #[test]
    fn the_schema_names_every_policy_and_closes_its_table() {
        let schema = serde_json::to_value(schemars::schema_for!(DropPolicyConfig)).unwrap();
        let variants = schema["oneOf"].as_array().unwrap();
        assert_eq!(variants.len(), catalogue().len());
        for (variant, row) in variants.iter().zip(catalogue()) {
            assert_eq!(variant["properties"]["policy"]["const"], row.name);
            assert_eq!(variant["additionalProperties"], false, "{}", row.name);
            assert!(variant.get("$ref").is_none(), "{}: a closed $ref would refuse the tag", row.name);
            assert_eq!(variant["required"], json!(["policy"]));
        }
    }
}
