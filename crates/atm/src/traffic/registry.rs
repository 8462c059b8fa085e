//! The registry of cell sources: one row per source; scenario tag, dispatch and catalogue follow.

use cellwise_engine::RandomStream;
use cellwise_units::Time;
use cellwise_units::catalogue::{Entry, Status};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{CellSource, FAMILY, constant, on_off, poisson};
use crate::drop_policy::ConfigIssue;

macro_rules! registry {
    ($($module:ident::$source:ident, $name:literal, $status:ident, $summary:literal, $reference:literal;)+) => {
        /// A cell source as a scenario writes it: its name under `pattern`, its parameters beside it.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(tag = "pattern")]
        pub enum CellSourceConfig {
            $(#[doc = $summary] #[serde(rename = $name)] $source($module::Config),)+
        }

        impl CellSourceConfig {
            /// Every source with its default parameters, in catalogue order.
            #[must_use]
            pub fn all() -> Vec<Self> {
                vec![$(Self::$source($module::Config::default())),+]
            }

            /// The name that scenarios use.
            #[must_use]
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$source(_) => $name,)+ }
            }

            /// The source, from `start` on, with a random stream of its own. Total: a setting that
            /// [`check`](Self::check) refuses is taken as the nearest that makes sense.
            #[must_use]
            pub fn build(&self, start: Time, random: RandomStream) -> AnyCellSource {
                match self { $(Self::$source(config) => AnyCellSource::$source(config.build(start, random)),)+ }
            }

            /// What does not make sense; empty if all does.
            #[must_use]
            pub fn check(&self) -> Vec<ConfigIssue> {
                match self { $(Self::$source(config) => config.check(),)+ }
            }

            /// Cells per second in the long run.
            #[must_use]
            pub fn mean_cells_per_s(&self) -> f64 {
                match self { $(Self::$source(config) => config.mean_cells_per_s(),)+ }
            }
        }

        /// Any source of the registry, dispatched without a pointer.
        #[derive(Clone, Debug)]
        pub enum AnyCellSource {
            $(#[doc = $summary] $source($module::$source),)+
        }

        impl CellSource for AnyCellSource {
            #[inline]
            fn next_emission(&self) -> Time {
                match self { $(Self::$source(source) => source.next_emission(),)+ }
            }
            #[inline]
            fn emit(&mut self) {
                match self { $(Self::$source(source) => source.emit(),)+ }
            }
        }

        /// The rows of the family, as `cellwise list cell-sources` prints them.
        #[must_use]
        pub fn catalogue() -> Vec<Entry> {
            vec![$(Entry {
                family: FAMILY, name: $name, summary: $summary, source: $reference, status: Status::$status,
            }),+]
        }
    };
}

registry! {
    constant::Constant, "constant", Validated,
        "Constant rate: one cell after the other at exactly equal spacing.",
        "ATM Forum Traffic Management 4.0 (CBR)";
    on_off::OnOff, "on-off", Validated,
        "On/off: cells at a constant rate while on, none while off; fixed or exponential periods.",
        "Heffes and Lucantoni, IEEE JSAC, September 1986";
    poisson::Poisson, "poisson", Validated,
        "Poisson cells: the gaps between cells are independent and exponential.",
        "Kleinrock, Queueing Systems, volume 1, 1975, section 2.4";
}

impl Default for CellSourceConfig {
    fn default() -> Self {
        Self::Constant(constant::Config::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(value: Value) -> Result<CellSourceConfig, serde_json::Error> {
        serde_json::from_value(value)
    }

    #[test]
    fn a_name_alone_gives_each_source_with_its_defaults() {
        for (config, row) in CellSourceConfig::all().into_iter().zip(catalogue()) {
            assert_eq!(config.name(), row.name);
            assert_eq!(read(json!({ "pattern": row.name })).unwrap(), config);
            assert!(config.check().is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        let written = json!({
            "pattern": "on-off", "rate": "25 Mbit/s", "on": "1 ms", "off": "3 ms",
            "periods": "exponential", "begins": "random",
        });
        let config = read(written.clone()).unwrap();
        assert_eq!(serde_json::to_value(&config).unwrap(), written);
        assert!((config.mean_cells_per_s() - 25e6 / 424.0 / 4.0).abs() < 1e-6);
    }

    #[test]
    fn an_unknown_key_is_refused_by_every_source() {
        for row in catalogue() {
            let error = read(json!({ "pattern": row.name, "rat": "1 Mbit/s" })).unwrap_err();
            assert!(error.to_string().contains("rat"), "{}: {error}", row.name);
        }
    }

    #[test]
    fn the_schema_names_every_source_and_closes_its_table() {
        let schema = serde_json::to_value(schemars::schema_for!(CellSourceConfig)).unwrap();
        let variants = schema["oneOf"].as_array().unwrap();
        assert_eq!(variants.len(), catalogue().len());
        for (variant, row) in variants.iter().zip(catalogue()) {
            assert_eq!(variant["properties"]["pattern"]["const"], row.name);
            assert_eq!(variant["additionalProperties"], false, "{}", row.name);
        }
    }
}
