//! The rows of the family.

use cellwise_units::catalogue::Entry;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::adsl::{self, Adsl};
use super::contract::Template;
use super::downstream_bottleneck::{self, DownstreamBottleneck};
use super::dsl::{self, Dsl};
use super::ethernet_bottleneck::{self, EthernetBottleneck};
use super::n_source::{self, NSource};
use super::parking_lot::{self, ParkingLot};
use super::policed_vc::{self, PolicedVc};
use super::rrul::{self, Rrul};
use super::two_node::{self, TwoNode};
use super::vdsl2::{self, Vdsl2};

/// The template of a scenario, with its parameters.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "template", rename_all = "kebab-case")]
pub enum Topology {
    /// Sources and as many destinations on either side of one shared link between two switches.
    NSource(NSource),
    /// Sources and as many destinations on either side of one wide-area trunk between two switches.
    TwoNode(TwoNode),
    /// Connections over all trunks of a row, and local ones on each trunk.
    ParkingLot(ParkingLot),
    /// Connections over a shared trunk that part after it: some over a trunk with background
    /// traffic, the others over a free one.
    DownstreamBottleneck(DownstreamBottleneck),
    /// Two hosts and a switch that polices the connection between them.
    PolicedVc(PolicedVc),
    /// Servers and clients on asymmetric access lines that may be noisy.
    Adsl(Adsl),
    /// Transfers both ways over one access line, and a ping at the same time.
    Rrul(Rrul),
    /// Hosts on either side of one Ethernet link between two routers.
    EthernetBottleneck(EthernetBottleneck),
    /// A home on a DSL line that carries cells, with transfers both ways and a ping.
    Dsl(Dsl),
    /// A home on a VDSL2 line, with transfers both ways and a ping.
    Vdsl2(Vdsl2),
}

impl Topology {
    pub(crate) fn template(&self) -> &dyn Template {
        match self {
            Self::NSource(parameters) => parameters,
            Self::TwoNode(parameters) => parameters,
            Self::ParkingLot(parameters) => parameters,
            Self::DownstreamBottleneck(parameters) => parameters,
            Self::PolicedVc(parameters) => parameters,
            Self::Adsl(parameters) => parameters,
            Self::Rrul(parameters) => parameters,
            Self::EthernetBottleneck(parameters) => parameters,
            Self::Dsl(parameters) => parameters,
            Self::Vdsl2(parameters) => parameters,
        }
    }
}

/// A template's row: its listing, and the parameters it has by default.
pub(super) struct Row {
    pub(super) entry: Entry,
    pub(super) topology: fn() -> Topology,
}

pub(super) fn rows() -> [Row; 10] {
    [
        Row { entry: n_source::ENTRY, topology: || Topology::NSource(NSource::default()) },
        Row { entry: two_node::ENTRY, topology: || Topology::TwoNode(TwoNode::default()) },
        Row { entry: parking_lot::ENTRY, topology: || Topology::ParkingLot(ParkingLot::default()) },
        Row {
            entry: downstream_bottleneck::ENTRY,
            topology: || Topology::DownstreamBottleneck(DownstreamBottleneck::default()),
        },
        Row { entry: policed_vc::ENTRY, topology: || Topology::PolicedVc(PolicedVc::default()) },
        Row { entry: adsl::ENTRY, topology: || Topology::Adsl(Adsl::default()) },
        Row { entry: rrul::ENTRY, topology: || Topology::Rrul(Rrul::default()) },
        Row {
            entry: ethernet_bottleneck::ENTRY,
            topology: || Topology::EthernetBottleneck(EthernetBottleneck::default()),
        },
        Row { entry: dsl::ENTRY, topology: || Topology::Dsl(Dsl::default()) },
        Row { entry: vdsl2::ENTRY, topology: || Topology::Vdsl2(Vdsl2::default()) },
    ]
}

/// The templates, for listings.
#[must_use]
pub fn catalogue() -> Vec<Entry> {
    rows().into_iter().map(|row| row.entry).collect()
}
