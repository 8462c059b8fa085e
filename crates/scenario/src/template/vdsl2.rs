//! A home on a VDSL2 line: packets in packet transfer mode, perhaps with retransmission (G.INP).
//!
//! The graph is that of [`mod@home`]; the line is of kind `ptm`. Source: ITU-T G.993.2; Broadband Forum TR-101, Figure 3.

use cellwise_packet::discipline::{DisciplineConfig, Service};
use cellwise_packet::framing::{Framing, FramingConfig, ptm};
use cellwise_packet::line::{LineConfig, Link, retransmission};
use cellwise_units::catalogue::{Entry, Status};
use cellwise_units::{BitRate, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Around, Graph, Template, entry};
use super::home::{self, Home, home};
use super::keys::Keys;
use crate::issue::Issue;
use crate::schema::{FlowDefaults, LinkEntry, LinkKind};

pub(super) const ENTRY: Entry = entry(
    "vdsl2",
    "A home on a VDSL2 line: transfers both ways and a ping, any queue in the modem",
    "ITU-T G.993.2; ITU-T G.998.4; Broadband Forum TR-101, Figure 3",
    Status::Experimental,
);

/// A VLAN tag or two may be in the frames of a line.
const MOST_TAGS: u32 = 2;

home! {
    /// A home on a VDSL2 line, with transfers both ways and a ping.
    Vdsl2 {
        /// Number of VLAN tags in the frames on the line.
        #[schemars(range(max = MOST_TAGS))]
        vlan_tags: u32 = 0,
        /// Retransmission of errored units (G.INP) from the BRAS, with the noise that makes it needed. Without it, the
        /// line has no errors.
        #[serde(skip_serializing_if = "Option::is_none")]
        ginp: Option<retransmission::Config> = None,
        /// The same from the modem, if different.
        #[serde(skip_serializing_if = "Option::is_none")]
        upstream_ginp: Option<retransmission::Config> = None,
    }
    rates 40_000_000, 10_000_000;
    pppoe true;
}

impl Template for Vdsl2 {
    fn check(&self, scenario: &Around<'_>) -> Vec<Issue> {
        let home = self.home();
        let mut keys = Keys::default();
        let framing = FramingConfig::Ptm(self.framing()).build();
        for end in 0..2 {
            let rate = home.rates[end];
            let service = Service { rate, mtu_octets: framing.queued_octets(framing.mtu()), salt: 0 };
            keys.models(Home::QUEUES[end], home.queues[end].check(&service));
            let link = Link { rate, framing: framing.clone() };
            let (key, ginp) = match (end, &self.upstream_ginp) {
                (1, Some(own)) => ("upstream_ginp", Some(own)),
                _ => ("ginp", self.ginp.as_ref()),
            };
            keys.models(key, ginp.into_iter().flat_map(|ginp| ginp.check(&link)));
        }
        keys.0.extend(home.check(scenario));
        keys.0
    }

    fn graph(&self, flow: &FlowDefaults) -> Graph {
        let line = |ginp: Option<retransmission::Config>| ginp.map(LineConfig::Retransmission);
        let line = LinkEntry {
            kind: Some(LinkKind::of(&FramingConfig::Ptm(self.framing()))),
            ptm: Some(self.framing()),
            line: line(self.ginp).map(Box::new),
            reverse_line: line(self.upstream_ginp).map(Box::new),
            ..LinkEntry::default()
        };
        self.home().graph(flow, line)
    }
}

impl Vdsl2 {
    /// Frames of a modem that bridges: PPPoE from the PC to the BRAS.
    fn framing(&self) -> ptm::Config {
        ptm::Config { pppoe: self.pppoe, vlan_tags: self.vlan_tags, ..ptm::Config::default() }
    }
}
