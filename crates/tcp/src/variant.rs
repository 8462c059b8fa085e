//! The TCP variants: rows that pair a congestion control with a loss recovery.

use std::borrow::Cow;

use cellwise_units::catalogue::{Entry, Status, Written};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::congestion::CongestionKind;
use crate::recovery::RecoveryKind;

/// A named pair of congestion control and loss recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name that papers and scenarios use.
    pub name: &'static str,
    /// How the congestion window moves.
    pub congestion: CongestionKind,
    /// How losses are found and repaired.
    pub recovery: RecoveryKind,
    /// What it is, in one sentence.
    pub summary: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// How far it has been validated.
    pub status: Status,
}

/// All variants.
pub const VARIANTS: &[Variant] = &[
    Variant {
        name: "no-fast-retransmit",
        congestion: CongestionKind::Reno,
        recovery: RecoveryKind::TimeoutOnly,
        summary: "Slow start and congestion avoidance; only the retransmission timer finds losses.",
        source: "ATM Forum 96-1269 2",
        status: Status::Validated,
    },
    Variant {
        name: "tahoe",
        congestion: CongestionKind::Reno,
        recovery: RecoveryKind::Tahoe,
        summary: "Fast retransmit, then slow start from one segment.",
        source: "Jacobson 1988; 4.3BSD Tahoe",
        status: Status::Validated,
    },
    Variant {
        name: "reno",
        congestion: CongestionKind::Reno,
        recovery: RecoveryKind::Reno,
        summary: "Fast retransmit and fast recovery.",
        source: "RFC 2581 3.2; 4.4BSD",
        status: Status::Validated,
    },
    Variant {
        name: "newreno",
        congestion: CongestionKind::Reno,
        recovery: RecoveryKind::NewReno,
        summary: "Fast recovery that goes on until all losses of a window are repaired.",
        source: "RFC 6582",
        status: Status::Validated,
    },
    Variant {
        name: "sack",
        congestion: CongestionKind::Reno,
        recovery: RecoveryKind::Sack,
        summary: "Recovery by selective acknowledgments.",
        source: "RFC 2018; RFC 6675",
        status: Status::Validated,
    },
    Variant {
        name: "fack",
        congestion: CongestionKind::Reno,
        recovery: RecoveryKind::Fack,
        summary: "Recovery by the highest selective acknowledgment.",
        source: "Mathis and Mahdavi 1996",
        status: Status::Validated,
    },
    Variant {
        name: "vegas",
        congestion: CongestionKind::Vegas,
        recovery: RecoveryKind::Vegas,
        summary: "Congestion avoidance and retransmission by exact round-trip times.",
        source: "Brakmo, O'Malley and Peterson 1994",
        status: Status::Experimental,
    },
    Variant {
        name: "cubic",
        congestion: CongestionKind::Cubic,
        recovery: RecoveryKind::Sack,
        summary: "Growth by the cube of the time since a loss; recovery by selective acknowledgments.",
        source: "RFC 9438; RFC 6675",
        status: Status::Validated,
    },
    Variant {
        name: "cubic-linux",
        congestion: CongestionKind::CubicLinux,
        recovery: RecoveryKind::RackTlp,
        summary: "CUBIC as Linux computes it; recovery by the times of sending.",
        source: "Linux net/ipv4/tcp_cubic.c 2.3; RFC 8985",
        status: Status::Experimental,
    },
    Variant {
        name: "dctcp",
        congestion: CongestionKind::Dctcp,
        recovery: RecoveryKind::Sack,
        summary: "The window falls by the share of marks; recovery by selective acknowledgments.",
        source: "RFC 8257; RFC 6675",
        status: Status::Validated,
    },
    Variant {
        name: "prague",
        congestion: CongestionKind::Prague,
        recovery: RecoveryKind::RackTlp,
        summary: "Scalable control of the low-latency service: accurate feedback of marks; recovery by the times of sending.",
        source: "draft-briscoe-iccrg-prague-congestion-control-04; RFC 8985",
        status: Status::Validated,
    },
    Variant {
        name: "bbr-v1",
        congestion: CongestionKind::BbrV1,
        recovery: RecoveryKind::RackTlp,
        summary: "BBR version 1: rate and round trip of the path set rate and window; recovery by the times of sending.",
        source: "Cardwell et al. 2016; RFC 8985",
        status: Status::Validated,
    },
    Variant {
        name: "bbr-v3",
        congestion: CongestionKind::BbrV3,
        recovery: RecoveryKind::RackTlp,
        summary: "BBR version 3: a model of the path sets rate and window; recovery by the times of sending.",
        source: "draft-ietf-ccwg-bbr; RFC 8985",
        status: Status::Validated,
    },
    Variant {
        name: "external",
        congestion: CongestionKind::External,
        recovery: RecoveryKind::Sack,
        summary: "A window that is set from outside while the network runs; recovery by selective acknowledgments.",
        source: "RFC 6675",
        status: Status::Experimental,
    },
];

/// The name of a variant, written as text and read only if it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VariantName(&'static Variant);

impl VariantName {
    /// The variant of a name, if there is one.
    #[must_use]
    pub fn find(name: &str) -> Option<Self> {
        VARIANTS.iter().find(|variant| variant.name == name).map(Self)
    }

    /// The variant.
    #[must_use]
    pub const fn variant(self) -> &'static Variant {
        self.0
    }
}

impl Default for VariantName {
    fn default() -> Self {
        Self::find("reno").unwrap_or(Self(&VARIANTS[0]))
    }
}

impl Serialize for VariantName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name)
    }
}

impl<'de> Deserialize<'de> for VariantName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = Cow::<'de, str>::deserialize(deserializer)?;
        Self::find(&name).ok_or_else(|| {
            let known: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
            serde::de::Error::custom(format_args!(
                "unknown variant `{name}`, expected one of `{}`",
                known.join("`, `")
            ))
        })
    }
}

impl JsonSchema for VariantName {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        "VariantName".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names: Vec<_> = VARIANTS.iter().map(|variant| variant.name).collect();
        json_schema!({ "type": "string", "enum": names })
    }
}

/// The rows of the family.
pub(crate) fn rows() -> impl Iterator<Item = Entry> {
    VARIANTS.iter().map(|variant| Entry {
        family: "tcp-variants",
        name: variant.name,
        summary: variant.summary,
        source: variant.source,
        status: variant.status,
        written: Written::Here(file!()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_again() {
        for variant in VARIANTS {
            assert_eq!(VariantName::find(variant.name).unwrap().variant(), variant);
        }
        assert_eq!(VariantName::find("Reno"), None);
        assert_eq!(VariantName::default().variant().name, "reno");
    }
}
