//! The policed connection: two hosts, one switch, and a virtual connection whose contract the
//! switch enforces.
//!
//! Hosts `h1` and `h2` are at the switch `sw1`; the links have their host's name. Virtual connection
//! `vc1` joins them, under the same contract in both directions, and carries the flows `tcp1` to
//! `tcpN` (or `udpI`) from `h1` to `h2`. With `trunk_rate`, the switches `sw1` and `sw2` are joined by
//! the link `trunk`, and `h2` is at `sw2`; with `cross`, host `b1` at `sw1` sends bare cells to `c1` at
//! `sw2`, flow and connection `cross`. Source: Bonaventure, Klovning and Danthine, 1996, Figure 1.

use cellwise_atm::Category;
use cellwise_atm::aal5::framing::cells_for;
use cellwise_atm::contract::{ContractConfig, ContractKind, MOST_MBS, Surroundings};
use cellwise_atm::policing::{PolicerConfig, Terms};
use cellwise_atm::shaping::{ShaperConfig, Tagging};
use cellwise_atm::traffic::{CellSourceConfig, Unit};
use cellwise_units::catalogue::{Entry, Status};
use cellwise_units::{BitRate, Cells, ConfigIssue, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Around, Graph, Template, entry, staggered_flow};
use super::keys::Keys;
use crate::issue::Issue;
use crate::memory_budget::growing;
use crate::rules::{LONGEST_DELAY, SLOWEST};
use crate::schema::{
    CellsSettings, FlowDefaults, FlowEntry, LinkEntry, NodeEntry, NodeRole, Overrides, Protocol, VcEntry,
};

pub(super) const ENTRY: Entry = entry(
    "policed-vc",
    "Two hosts and a switch that polices the connection between them",
    "Bonaventure, Klovning and Danthine, Is VBR a solution for an ATM LAN?, 1996, Figure 1",
    Status::Validated,
);

const MOST_CONNECTIONS: u32 = 1_000;

/// Two hosts and a switch that polices the connection between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub struct PolicedVc {
    /// Flows on the connection.
    #[schemars(range(min = 1, max = MOST_CONNECTIONS))]
    pub connections: u32,
    /// Rate of every link of a host, cell headers included.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub link_rate: BitRate,
    /// Propagation delay of every link.
    #[schemars(extend("formatMaximum" = LONGEST_DELAY))]
    pub link_delay: Span,
    /// The kind of the contract.
    pub contract: ContractKind,
    /// Peak cell rate of the contract, as a bit rate of whole cells; if not given, that of the hosts'
    /// links, or scr for a CBR contract.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pcr: Option<BitRate>,
    /// Sustainable cell rate of a VBR contract, or minimum cell rate of a GFR one, as a bit rate of
    /// whole cells; at most pcr.
    #[schemars(extend("formatExclusiveMinimum" = BitRate::ZERO))]
    pub scr: BitRate,
    /// Maximum burst size of a VBR or GFR contract.
    #[schemars(extend("formatMinimum" = "1 cell", "formatMaximum" = MOST_MBS))]
    pub mbs: Cells,
    /// Maximum frame size of a GFR contract; that of max_sdu if not given.
    #[schemars(extend("formatMinimum" = "1 cell"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mfs: Option<Cells>,
    /// Whether the network enforces the contract.
    pub policed: bool,
    /// How the contract is enforced.
    pub policing: PolicerConfig,
    /// How the hosts space the cells that they send. Without it, not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shaping: Option<ShaperConfig>,
    /// Which cells the hosts send with CLP=1.
    pub tagging: Tagging,
    /// How much later each flow starts than the one before; all start within the run.
    pub start_stagger: Span,
    /// With a second switch: rate of the link to it.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trunk_rate: Option<BitRate>,
    /// With a second switch: when a host at the first sends cells to one at the second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cross: Option<CellSourceConfig>,
    /// The service category of those cells.
    pub cross_category: Category,
}

impl Default for PolicedVc {
    fn default() -> Self {
        Self {
            connections: 1,
            link_rate: BitRate::from_bps(155_520_000),
            link_delay: Span::from_ps(1_000_000),
            contract: ContractKind::Vbr1,
            pcr: None,
            scr: BitRate::from_bps(10_000_000),
            mbs: Cells::new(1000),
            mfs: None,
            policed: true,
            policing: PolicerConfig::default(),
            shaping: None,
            tagging: Tagging::default(),
            start_stagger: Span::ZERO,
            trunk_rate: None,
            cross: None,
            cross_category: Category::Ubr,
        }
    }
}

impl Template for PolicedVc {
    fn check(&self, scenario: &Around<'_>) -> Vec<Issue> {
        let mut keys = Keys::default();
        keys.stagger(self.start_stagger, self.connections.into(), scenario);
        let Keys(mut issues) = keys;
        issues.extend(self.check_contract(scenario));
        issues.extend(self.check_cross());
        issues
    }

    fn graph(&self, flow: &FlowDefaults) -> Graph {
        let mut graph = Graph::default();
        self.nodes(&mut graph);
        self.links(&mut graph);
        graph.vcs.insert("vc1".into(), self.vc());
        for number in growing("connections", 1..=self.connections) {
            graph.flows.insert(format!("{}{number}", flow.kind.name()), self.flow(number, flow));
        }
        if let Some(source) = self.cross() {
            self.add_cross(&mut graph, source);
        }
        graph
    }
}

impl PolicedVc {
    fn config(&self) -> ContractConfig {
        ContractConfig::of(self.contract, self.pcr, self.scr, self.mbs, self.mfs)
    }

    /// The contract against itself, the links, the policer and the shaper.
    fn check_contract(&self, scenario: &Around<'_>) -> Vec<Issue> {
        if self.contract == ContractKind::Abr {
            let rule = "give another kind: the hosts have no ABR sources";
            return vec![Issue::new("topology.contract", "\"abr\"", rule)];
        }
        let config = self.config();
        let mut found = config.check();
        let max_sdu = scenario.atm.max_sdu;
        let contract = config.resolve(&Surroundings { line: self.link_rate, abr: None, max_sdu });
        let trunk = self.trunk_rate.filter(|rate| *rate < self.link_rate).map(|rate| ("trunk", rate));
        let (link, rate) = trunk.unwrap_or(("h1", self.link_rate));
        found.extend(config.check_on(&contract, link, rate));
        if found.is_empty() {
            let terms = Terms::of(&contract, cells_for(max_sdu));
            let under = |table: &str, found: Vec<ConfigIssue>| {
                let table = table.to_owned();
                found.into_iter().map(move |mut issue| {
                    issue.field = format!("{table}.{}", issue.field);
                    issue
                })
            };
            if self.policed {
                found.extend(under("policing", self.policing.check(&terms)));
            }
            if let Some(shaping) = &self.shaping {
                found.extend(under("shaping", shaping.check(&terms)));
            }
        }
        let issue = |found: ConfigIssue| {
            // The minimum rate of GFR is written under the key of the sustainable one.
            let field = if found.field == "mcr" { "scr" } else { &found.field };
            Issue::new(format!("topology.{field}"), found.value, found.rule)
        };
        let mut issues: Vec<Issue> = found.into_iter().map(issue).collect();
        let bursts = self.contract.is_vbr() || self.contract.is_gfr();
        if self.tagging != Tagging::None && !bursts {
            let rule = format!(
                "goes by a sustainable rate, and a contract of kind {:?} has none",
                self.contract.name()
            );
            issues.push(Issue::new("topology.tagging", "\"preventive\"", rule));
        }
        issues
    }

    fn check_cross(&self) -> Vec<Issue> {
        let Some(cross) = &self.cross else { return Vec::new() };
        if self.trunk_rate.is_none() {
            let rule = "is for a network with a second switch; give trunk_rate";
            return vec![Issue::unknown_key("topology.cross", rule)];
        }
        let found = cross.check(Unit::CELL).into_iter();
        let mut issues: Vec<Issue> = found
            .map(|found| Issue::new(format!("topology.cross.{}", found.field), found.value, found.rule))
            .collect();
        if self.cross_category == Category::Abr {
            let rule = "give another category: no ABR source sends bare cells";
            issues.push(Issue::new("topology.cross_category", "\"abr\"", rule));
        }
        issues
    }

    /// The cross traffic, where there is a second switch.
    fn cross(&self) -> Option<&CellSourceConfig> {
        self.cross.as_ref().filter(|_| self.trunk_rate.is_some())
    }

    /// The switch at which the receivers are.
    fn far(&self) -> String {
        if self.trunk_rate.is_some() { "sw2".into() } else { "sw1".into() }
    }

    fn nodes(&self, graph: &mut Graph) {
        let hosts: &[&str] = if self.cross().is_some() { &["h1", "h2", "b1", "c1"] } else { &["h1", "h2"] };
        let switches: &[&str] = if self.trunk_rate.is_some() { &["sw1", "sw2"] } else { &["sw1"] };
        for (names, kind) in [(switches, NodeRole::Switch), (hosts, NodeRole::Host)] {
            for name in names {
                let entry = NodeEntry { kind: Some(kind), ..NodeEntry::default() };
                graph.nodes.insert((*name).into(), entry);
            }
        }
    }

    fn link(&self, from: &str, to: &str, rate: BitRate) -> LinkEntry {
        LinkEntry {
            ends: Some([from.into(), to.into()]),
            rate: Some(rate),
            delay: Some(self.link_delay),
            ..LinkEntry::default()
        }
    }

    fn links(&self, graph: &mut Graph) {
        let (rate, far) = (self.link_rate, self.far());
        graph.links.insert("h1".into(), self.link("h1", "sw1", rate));
        if let Some(trunk) = self.trunk_rate {
            graph.links.insert("trunk".into(), self.link("sw1", "sw2", trunk));
        }
        graph.links.insert("h2".into(), self.link(&far, "h2", rate));
        if self.cross().is_some() {
            graph.links.insert("b1".into(), self.link("b1", "sw1", rate));
            graph.links.insert("c1".into(), self.link("sw2", "c1", rate));
        }
    }

    /// The nodes from one host to another.
    fn path(&self, from: &str, to: &str) -> Option<Vec<String>> {
        let mut path = vec![from.to_owned(), "sw1".into()];
        path.extend(self.trunk_rate.map(|_| "sw2".to_owned()));
        path.push(to.into());
        Some(path)
    }

    fn vc(&self) -> VcEntry {
        VcEntry {
            path: self.path("h1", "h2"),
            contract: Some(self.config()),
            policing: self.policed.then(|| self.policing.clone()),
            shaping: self.shaping.clone(),
            tagging: (self.tagging != Tagging::None).then_some(self.tagging),
            ..VcEntry::default()
        }
    }

    fn flow(&self, number: u32, flow: &FlowDefaults) -> FlowEntry {
        staggered_flow(flow, self.start_stagger, number.into(), "vc1".into())
    }

    fn add_cross(&self, graph: &mut Graph, source: &CellSourceConfig) {
        let vc = VcEntry {
            path: self.path("b1", "c1"),
            category: Some(self.cross_category),
            ..VcEntry::default()
        };
        graph.vcs.insert("cross".into(), vc);
        let cells = CellsSettings { source: source.clone() };
        let flow = FlowEntry {
            kind: Some(Protocol::Cells),
            vc: Some("cross".into()),
            cells: Some(Overrides::all_of(&cells)),
            ..FlowEntry::default()
        };
        graph.flows.insert("cross".into(), flow);
    }
}
