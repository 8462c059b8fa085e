//! The kinds of contracts and the service categories that they are for.

use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::category::Category;

/// The promise of a contract, and how cells that do not keep it are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(transform = with_aliases)]
pub enum ContractKind {
    /// CBR.1: PCR of all cells; cells that do not conform are discarded.
    #[serde(rename = "cbr.1", alias = "cbr")]
    Cbr1,
    /// VBR.1: PCR and SCR of all cells; cells that do not conform are discarded.
    #[serde(rename = "vbr.1", alias = "uni3.0-c")]
    Vbr1,
    /// VBR.2: PCR of all cells, SCR of cells with CLP=0; cells that do not conform are discarded.
    #[serde(rename = "vbr.2", alias = "uni3.0-a")]
    Vbr2,
    /// VBR.3: as VBR.2, but cells that violate only SCR are tagged.
    #[serde(rename = "vbr.3", alias = "uni3.0-b")]
    Vbr3,
    /// UBR.1: PCR of all cells; nothing is promised.
    #[serde(rename = "ubr.1", alias = "ubr")]
    Ubr1,
    /// UBR.2: as UBR.1, and the network may tag.
    #[serde(rename = "ubr.2")]
    Ubr2,
    /// ABR: PCR and MCR; the network gives the source its rate between them.
    #[serde(rename = "abr")]
    Abr,
    /// GFR.1: MCR for whole frames; the network does not change CLP.
    #[serde(rename = "gfr.1")]
    Gfr1,
    /// GFR.2: as GFR.1, and the network tags frames above MCR.
    #[serde(rename = "gfr.2")]
    Gfr2,
}

impl ContractKind {
    /// Every kind, in the order of the specification.
    pub const ALL: [Self; 9] = [
        Self::Cbr1,
        Self::Vbr1,
        Self::Vbr2,
        Self::Vbr3,
        Self::Ubr1,
        Self::Ubr2,
        Self::Abr,
        Self::Gfr1,
        Self::Gfr2,
    ];

    /// The name that scenarios use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cbr1 => "cbr.1",
            Self::Vbr1 => "vbr.1",
            Self::Vbr2 => "vbr.2",
            Self::Vbr3 => "vbr.3",
            Self::Ubr1 => "ubr.1",
            Self::Ubr2 => "ubr.2",
            Self::Abr => "abr",
            Self::Gfr1 => "gfr.1",
            Self::Gfr2 => "gfr.2",
        }
    }

    /// Another name under which scenarios know it, if there is one.
    #[must_use]
    pub const fn alias(self) -> Option<&'static str> {
        match self {
            Self::Cbr1 => Some("cbr"),
            // The three VBR contracts of UNI 3.0; C polices all cells alike, B asks for tagging.
            Self::Vbr1 => Some("uni3.0-c"),
            Self::Vbr2 => Some("uni3.0-a"),
            Self::Vbr3 => Some("uni3.0-b"),
            Self::Ubr1 => Some("ubr"),
            Self::Ubr2 | Self::Abr | Self::Gfr1 | Self::Gfr2 => None,
        }
    }

    /// The service categories that it is for; the first if a connection names none.
    #[must_use]
    pub const fn categories(self) -> &'static [Category] {
        match self {
            Self::Cbr1 => &[Category::Cbr],
            Self::Vbr1 | Self::Vbr2 | Self::Vbr3 => &[Category::NrtVbr, Category::RtVbr],
            Self::Ubr1 | Self::Ubr2 => &[Category::Ubr],
            Self::Abr => &[Category::Abr],
            Self::Gfr1 | Self::Gfr2 => &[Category::Gfr],
        }
    }

    /// Whether it is one of the VBR contracts.
    #[must_use]
    pub const fn is_vbr(self) -> bool {
        matches!(self, Self::Vbr1 | Self::Vbr2 | Self::Vbr3)
    }

    /// Whether it is one of the GFR contracts.
    #[must_use]
    pub const fn is_gfr(self) -> bool {
        matches!(self, Self::Gfr1 | Self::Gfr2)
    }

    /// Whether the network tags cells that do not keep it, rather than discard them.
    #[must_use]
    pub const fn tags(self) -> bool {
        matches!(self, Self::Vbr3 | Self::Ubr2 | Self::Gfr2)
    }
}

/// Lists the other names of a kind in the schema as well: readers take them.
fn with_aliases(schema: &mut Schema) {
    let Some(Value::Array(variants)) = schema.get_mut("oneOf") else { return };
    for kind in ContractKind::ALL {
        if let Some(alias) = kind.alias() {
            let description = format!("The same as {:?}.", kind.name());
            variants.push(json!({ "description": description, "type": "string", "const": alias }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_are_distinct() {
        let kinds = ContractKind::ALL.into_iter();
        let mut names: Vec<&str> =
            kinds.flat_map(|kind| [Some(kind.name()), kind.alias()]).flatten().collect();
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn a_kind_is_read_under_each_of_its_names_and_all_are_in_the_schema() {
        let schema = serde_json::to_value(schemars::schema_for!(ContractKind)).unwrap();
        let words: Vec<&str> =
            schema["oneOf"].as_array().unwrap().iter().filter_map(|word| word["const"].as_str()).collect();
        for kind in ContractKind::ALL {
            assert_eq!(serde_json::to_value(kind).unwrap(), kind.name());
            for name in [Some(kind.name()), kind.alias()].into_iter().flatten() {
                assert_eq!(serde_json::from_value::<ContractKind>(json!(name)).unwrap(), kind);
                assert!(words.contains(&name), "{name}");
            }
        }
    }

    #[test]
    fn every_category_has_a_contract() {
        for category in Category::ALL {
            assert!(ContractKind::ALL.iter().any(|kind| kind.categories().contains(&category)), "{category}");
        }
    }
}
