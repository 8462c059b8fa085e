//! Contracts as scenarios write them.

use cellwise_units::{BitRate, Cells, Span};
use schemars::{JsonSchema, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{Contract, ContractKind, Sustained};
use crate::aal5::framing;

/// The largest MBS that can be signalled: 24 bits.
pub const MOST_MBS: Cells = Cells::new(16_777_215);
/// Longer tolerances are taken for mistakes.
const LONGEST_CDVT: Span = Span::from_ps(10_000_000_000_000);

/// A traffic contract: its kind under `kind`, its parameters next to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
#[schemars(transform = with_aliases)]
pub enum ContractConfig {
    /// CBR.1: the peak rate is reserved; cells that do not conform are discarded.
    #[serde(rename = "cbr.1", alias = "cbr")]
    Cbr1(CbrContract),
    /// VBR.1 (UNI 3.0 contract C): all cells count for PCR and SCR; cells that do not conform are discarded.
    #[serde(rename = "vbr.1", alias = "uni3.0-c")]
    Vbr1(VbrContract),
    /// VBR.2 (UNI 3.0 contract A): only cells with CLP=0 count for SCR; cells that do not conform are
    /// discarded.
    #[serde(rename = "vbr.2", alias = "uni3.0-a")]
    Vbr2(VbrContract),
    /// VBR.3 (UNI 3.0 contract B): only cells with CLP=0 count for SCR; cells that do not conform to it are
    /// tagged.
    #[serde(rename = "vbr.3", alias = "uni3.0-b")]
    Vbr3(VbrContract),
    /// UBR.1: nothing is promised; cells that do not conform to PCR are discarded.
    #[serde(rename = "ubr.1", alias = "ubr")]
    Ubr1(UbrContract),
    /// UBR.2: nothing is promised; the network tags.
    #[serde(rename = "ubr.2")]
    Ubr2(UbrContract),
    /// ABR: PCR and MCR are those of the connection's `abr` parameters.
    #[serde(rename = "abr")]
    Abr(AbrContract),
    /// GFR.1: MCR is promised to whole frames; the network does not change CLP.
    #[serde(rename = "gfr.1")]
    Gfr1(GfrContract),
    /// GFR.2: MCR is promised to whole frames; the network tags frames above it.
    #[serde(rename = "gfr.2")]
    Gfr2(GfrContract),
}

/// Parameters of CBR contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct CbrContract {
    /// Peak cell rate, as a bit rate of whole cells; at most the rate of every link.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    pub pcr: BitRate,
    /// Cell delay variation tolerance of the peak cell rate.
    #[schemars(extend("formatMaximum" = LONGEST_CDVT))]
    #[serde(default)]
    pub cdvt: Span,
}

/// Parameters of VBR contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct VbrContract {
    /// Peak cell rate, as a bit rate of whole cells; at most the rate of every link. The rate of the first
    /// link if not given.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pcr: Option<BitRate>,
    /// Sustainable cell rate, as a bit rate of whole cells; at most pcr.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    pub scr: BitRate,
    /// Maximum burst size: cells that may be sent at pcr in one burst.
    #[schemars(extend("formatMinimum" = "1 cell", "formatMaximum" = MOST_MBS))]
    pub mbs: Cells,
    /// Cell delay variation tolerance of the peak cell rate.
    #[schemars(extend("formatMaximum" = LONGEST_CDVT))]
    #[serde(default)]
    pub cdvt: Span,
    /// Cell delay variation tolerance of the sustainable cell rate, in addition to the burst tolerance.
    #[schemars(extend("formatMaximum" = LONGEST_CDVT))]
    #[serde(default)]
    pub scr_cdvt: Span,
}

/// Parameters of UBR contracts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub struct UbrContract {
    /// Peak cell rate, as a bit rate of whole cells; at most the rate of every link. The rate of the first
    /// link if not given.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pcr: Option<BitRate>,
    /// Cell delay variation tolerance of the peak cell rate.
    #[schemars(extend("formatMaximum" = LONGEST_CDVT))]
    pub cdvt: Span,
}

/// Parameters of ABR contracts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub struct AbrContract {
    /// Cell delay variation tolerance of the peak cell rate.
    #[schemars(extend("formatMaximum" = LONGEST_CDVT))]
    pub cdvt: Span,
}

/// Parameters of GFR contracts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(inline)]
pub struct GfrContract {
    /// Peak cell rate, as a bit rate of whole cells; at most the rate of every link. The rate of the first
    /// link if not given.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pcr: Option<BitRate>,
    /// Minimum cell rate, as a bit rate of whole cells, promised to whole frames; at most pcr.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    pub mcr: BitRate,
    /// Maximum burst size: cells that may be sent at pcr in one burst; at least mfs.
    #[schemars(extend("formatMinimum" = "1 cell", "formatMaximum" = MOST_MBS))]
    pub mbs: Cells,
    /// Maximum frame size in cells. That of the connection's max_sdu if not given.
    #[schemars(extend("formatMinimum" = "1 cell"))]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mfs: Option<Cells>,
    /// Cell delay variation tolerance of the peak cell rate.
    #[schemars(extend("formatMaximum" = LONGEST_CDVT))]
    #[serde(default)]
    pub cdvt: Span,
    /// Cell delay variation tolerance of the minimum cell rate, in addition to the burst tolerance.
    #[schemars(extend("formatMaximum" = LONGEST_CDVT))]
    #[serde(default)]
    pub mcr_cdvt: Span,
}

/// What a connection's contract takes from its surroundings, where it says nothing itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// The rate of the link on which the direction begins; above 0.
    pub line: BitRate,
    /// PCR and MCR of the connection's ABR parameters, if it is of category ABR.
    pub abr: Option<(BitRate, BitRate)>,
    /// The largest SDU.
    pub max_sdu: cellwise_units::Bytes,
}

impl ContractConfig {
    /// A contract of a kind, from the parameters that kinds have: a rate that is kept up (SCR or MCR)
    /// with its MBS, and MFS. Kinds without one of them leave it out; PCR of CBR is the rate that is
    /// kept up if not given.
    #[must_use]
    pub fn of(
        kind: ContractKind,
        pcr: Option<BitRate>,
        rate: BitRate,
        mbs: Cells,
        mfs: Option<Cells>,
    ) -> Self {
        let cdvt = Span::ZERO;
        let vbr = VbrContract { pcr, scr: rate, mbs, cdvt, scr_cdvt: cdvt };
        let gfr = GfrContract { pcr, mcr: rate, mbs, mfs, cdvt, mcr_cdvt: cdvt };
        match kind {
            ContractKind::Cbr1 => Self::Cbr1(CbrContract { pcr: pcr.unwrap_or(rate), cdvt }),
            ContractKind::Vbr1 => Self::Vbr1(vbr),
            ContractKind::Vbr2 => Self::Vbr2(vbr),
            ContractKind::Vbr3 => Self::Vbr3(vbr),
            ContractKind::Ubr1 => Self::Ubr1(UbrContract { pcr, cdvt }),
            ContractKind::Ubr2 => Self::Ubr2(UbrContract { pcr, cdvt }),
            ContractKind::Abr => Self::Abr(AbrContract { cdvt }),
            ContractKind::Gfr1 => Self::Gfr1(gfr),
            ContractKind::Gfr2 => Self::Gfr2(gfr),
        }
    }

    /// What it promises.
    #[must_use]
    pub const fn kind(&self) -> ContractKind {
        match self {
            Self::Cbr1(_) => ContractKind::Cbr1,
            Self::Vbr1(_) => ContractKind::Vbr1,
            Self::Vbr2(_) => ContractKind::Vbr2,
            Self::Vbr3(_) => ContractKind::Vbr3,
            Self::Ubr1(_) => ContractKind::Ubr1,
            Self::Ubr2(_) => ContractKind::Ubr2,
            Self::Abr(_) => ContractKind::Abr,
            Self::Gfr1(_) => ContractKind::Gfr1,
            Self::Gfr2(_) => ContractKind::Gfr2,
        }
    }

    /// The peak cell rate, if it is given.
    #[must_use]
    pub const fn pcr(&self) -> Option<BitRate> {
        match self {
            Self::Cbr1(contract) => Some(contract.pcr),
            Self::Vbr1(contract) | Self::Vbr2(contract) | Self::Vbr3(contract) => contract.pcr,
            Self::Ubr1(contract) | Self::Ubr2(contract) => contract.pcr,
            Self::Abr(_) => None,
            Self::Gfr1(contract) | Self::Gfr2(contract) => contract.pcr,
        }
    }

    /// The contract of one direction, with missing values taken from `around`.
    #[must_use]
    pub fn resolve(&self, around: &Surroundings) -> Contract {
        let mut contract = Contract {
            kind: self.kind(),
            pcr: self.pcr().unwrap_or(around.line),
            cdvt: Span::ZERO,
            sustained: None,
            mcr: BitRate::ZERO,
            mfs: None,
        };
        match *self {
            Self::Cbr1(CbrContract { cdvt, .. })
            | Self::Ubr1(UbrContract { cdvt, .. })
            | Self::Ubr2(UbrContract { cdvt, .. }) => contract.cdvt = cdvt,
            Self::Vbr1(vbr) | Self::Vbr2(vbr) | Self::Vbr3(vbr) => {
                contract.cdvt = vbr.cdvt;
                contract.sustained = Some(Sustained { rate: vbr.scr, mbs: vbr.mbs, cdvt: vbr.scr_cdvt });
            }
            Self::Abr(AbrContract { cdvt }) => {
                contract.cdvt = cdvt;
                (contract.pcr, contract.mcr) = around.abr.unwrap_or((around.line, BitRate::ZERO));
            }
            Self::Gfr1(gfr) | Self::Gfr2(gfr) => {
                contract.cdvt = gfr.cdvt;
                contract.mcr = gfr.mcr;
                contract.sustained = Some(Sustained { rate: gfr.mcr, mbs: gfr.mbs, cdvt: gfr.mcr_cdvt });
                contract.mfs = Some(gfr.mfs.unwrap_or_else(|| framing::cells_for(around.max_sdu)));
            }
        }
        contract
    }
}

/// Lists the other names of a kind in the schema as well: readers take them.
fn with_aliases(schema: &mut Schema) {
    let Some(Value::Array(variants)) = schema.get_mut("oneOf") else { return };
    let aliases: Vec<Value> = variants.iter().filter_map(alias_of).collect();
    variants.extend(aliases);
}

/// The same variant under its other name.
fn alias_of(variant: &Value) -> Option<Value> {
    let name = variant.pointer("/properties/kind/const")?.as_str()?;
    let alias = ContractKind::ALL.into_iter().find(|kind| kind.name() == name)?.alias()?;
    let mut other = variant.clone();
    *other.pointer_mut("/properties/kind/const")? = json!(alias);
    *other.pointer_mut("/description")? = json!(format!("The same as {name:?}."));
    Some(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(value: Value) -> ContractConfig {
        serde_json::from_value(value.clone()).unwrap_or_else(|error| panic!("{value}: {error}"))
    }

    /// A contract of each kind, with the keys that it needs.
    fn example(name: &str) -> Value {
        let mut written = json!({ "kind": name });
        for (kinds, key, value) in [
            (["cbr", "cbr"].as_slice(), "pcr", "10 Mbit/s"),
            (&["vbr", "uni"], "scr", "10 Mbit/s"),
            (&["gfr"], "mcr", "10 Mbit/s"),
            (&["vbr", "uni", "gfr"], "mbs", "1000 cells"),
        ] {
            if kinds.iter().any(|kind| name.starts_with(kind)) {
                written[key] = json!(value);
            }
        }
        written
    }

    #[test]
    fn a_contract_is_read_under_each_of_its_names_and_written_under_the_first() {
        for kind in ContractKind::ALL {
            for name in [Some(kind.name()), kind.alias()].into_iter().flatten() {
                let contract = read(example(name));
                assert_eq!(contract.kind(), kind);
                assert_eq!(serde_json::to_value(contract).unwrap()["kind"], kind.name());
                assert_eq!(read(serde_json::to_value(contract).unwrap()), contract);
            }
        }
    }

    #[test]
    fn the_schema_has_a_closed_table_for_every_name() {
        let schema = serde_json::to_value(schemars::schema_for!(ContractConfig)).unwrap();
        let variants = schema["oneOf"].as_array().unwrap();
        let names: Vec<&str> =
            variants.iter().filter_map(|variant| variant["properties"]["kind"]["const"].as_str()).collect();
        let kinds = ContractKind::ALL.into_iter();
        let all: Vec<&str> =
            kinds.clone().map(ContractKind::name).chain(kinds.filter_map(ContractKind::alias)).collect();
        assert_eq!(names, all);
        for variant in variants {
            assert_eq!(variant["additionalProperties"], false, "{variant}");
        }
    }

    #[test]
    fn what_is_not_given_comes_from_the_link_the_abr_parameters_and_the_largest_sdu() {
        let line: BitRate = "155.52 Mbit/s".parse().unwrap();
        let mcr: BitRate = "1 Mbit/s".parse().unwrap();
        let around = Surroundings { line, abr: Some((mcr, mcr)), max_sdu: cellwise_units::Bytes::new(9188) };
        assert_eq!(read(example("vbr.1")).resolve(&around).pcr, line);
        assert_eq!(read(example("ubr")).resolve(&around).pcr, line);
        assert_eq!(read(example("gfr.1")).resolve(&around).mfs, Some(Cells::new(192)));
        let abr = read(example("abr")).resolve(&around);
        assert_eq!((abr.pcr, abr.mcr), (mcr, mcr));
    }
}
