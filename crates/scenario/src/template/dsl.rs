//! A home on a DSL line that carries cells: a PC, a modem that routes, a BRAS and a server.
//!
//! The graph is that of [`mod@home`]. The line is ATM: the virtual connection `line` between `modem` and `bras` carries all
//! packets, in the encapsulation of `encapsulation`. Source: Broadband Forum TR-101, Figure 2 (the way of PPP sessions
//! from a home to the BRAS).

use cellwise_atm::aal5::Encapsulation;
use cellwise_packet::discipline::{DisciplineConfig, Service};
use cellwise_units::catalogue::{Entry, Status};
use cellwise_units::{BitRate, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Around, Graph, Template, entry};
use super::home::{self, Home, home};
use super::keys::Keys;
use crate::issue::Issue;
use crate::rules::LARGEST_SDU;
use crate::schema::{FlowDefaults, LinkEntry, LinkKind, VcEntry};

pub(super) const ENTRY: Entry = entry(
    "dsl",
    "A home on an ADSL line: transfers both ways and a ping, any queue in the modem",
    "Broadband Forum TR-101, Figure 2; RFC 2516; RFC 2684",
    Status::Experimental,
);

home! {
    /// A home on a DSL line that carries cells, with transfers both ways and a ping.
    Dsl {
        /// How packets are wrapped in AAL5 on the line.
        encapsulation: Encapsulation = Encapsulation::PppoeLlc,
    }
    rates 6_000_000, 640_000;
    pppoe true;
}

impl Template for Dsl {
    fn check(&self, scenario: &Around<'_>) -> Vec<Issue> {
        let home = self.home();
        let mut keys = Keys::default();
        for end in 0..2 {
            // A queue above cells allows for the longest packet that AAL5 carries.
            let mtu_octets = LARGEST_SDU.get() as u32;
            let service = Service { rate: home.rates[end], mtu_octets, salt: 0 };
            keys.models(Home::QUEUES[end], home.queues[end].check(&service));
        }
        keys.0.extend(home.check(scenario));
        keys.0
    }

    fn graph(&self, flow: &FlowDefaults) -> Graph {
        let line = LinkEntry { kind: Some(LinkKind::Atm), ..LinkEntry::default() };
        let mut graph = self.home().graph(flow, line);
        let vc = VcEntry {
            path: Some(vec!["bras".into(), "modem".into()]),
            encapsulation: Some(self.encapsulation),
            ..VcEntry::default()
        };
        graph.vcs.insert("line".into(), vc);
        graph
    }
}
