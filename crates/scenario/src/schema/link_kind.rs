//! The kinds of links: of cells, or of packets in one of the framings.

use std::borrow::Cow;
use std::sync::LazyLock;

use cellwise_packet::framing::{self, FramingConfig};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

const ATM: &str = "atm";

/// All names, that of cells first.
static NAMES: LazyLock<Vec<&str>> =
    LazyLock::new(|| [ATM].into_iter().chain(framing::catalogue().iter().map(|row| row.name)).collect());

/// Whether a link carries cells or packets, and how packets are framed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LinkKind {
    /// Cells of 53 octets.
    #[default]
    Atm,
    /// Packets in a framing.
    Framed(FramingName),
}

/// The name of a framing of the catalogue, and of no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FramingName(&'static str);

impl LinkKind {
    /// Packets in a framing.
    #[must_use]
    pub const fn of(framing: &FramingConfig) -> Self {
        Self::Framed(FramingName(framing.name()))
    }

    /// The kind of this name, if there is one.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let name = NAMES.iter().find(|one| **one == name)?;
        Some(if *name == ATM { Self::Atm } else { Self::Framed(FramingName(name)) })
    }

    /// The name that scenarios use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Atm => ATM,
            Self::Framed(FramingName(name)) => name,
        }
    }

    /// Whether it carries packets, not cells.
    #[must_use]
    pub const fn is_of_packets(self) -> bool {
        !matches!(self, Self::Atm)
    }

    /// Its framing with the usual settings; `None` for cells.
    pub(crate) fn framing(self) -> Option<FramingConfig> {
        FramingConfig::all().into_iter().find(|framing| framing.name() == self.name())
    }
}

impl Serialize for LinkKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for LinkKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        Self::named(&text).ok_or_else(|| D::Error::unknown_variant(&text, NAMES.as_slice()))
    }
}

impl JsonSchema for LinkKind {
    fn schema_name() -> Cow<'static, str> {
        "LinkKind".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let cells = (ATM, "Cells of 53 octets.");
        let rows = framing::catalogue().into_iter().map(|row| (row.name, row.summary));
        let named = [cells].into_iter().chain(rows);
        let kinds = named
            .map(|(name, summary)| json_schema!({ "description": summary, "type": "string", "const": name }));
        json_schema!({
            "description": "Whether a link carries cells or packets, and how packets are framed.",
            "oneOf": kinds.collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_that_of_its_kind_and_no_other_name_is_a_kind() {
        assert!(NAMES.iter().all(|name| LinkKind::named(name).is_some_and(|kind| kind.name() == *name)));
        assert_eq!(LinkKind::named("token-ring"), None);
    }

    #[test]
    fn every_kind_but_that_of_cells_has_a_framing() {
        assert_eq!(LinkKind::Atm.framing(), None);
        for framing in FramingConfig::all() {
            assert_eq!(LinkKind::of(&framing).framing(), Some(framing));
        }
    }
}
