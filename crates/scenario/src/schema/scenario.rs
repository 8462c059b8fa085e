//! A whole scenario.

use cellwise_apps::web::WebSettings;
use cellwise_atm::abr::AbrParameters;
use cellwise_tcp::Settings;
use cellwise_tcp::congestion::Parameters;
use cellwise_units::Span;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::graph::{FlowEntry, LinkEntry, NodeEntry, VcEntry, VpEntry};
use super::named::Named;
use super::values::Overridden;
use super::{
    AdapterDefaults, AdmissionSettings, AtmDefaults, CellsSettings, FlowDefaults, HostDefaults, Limits,
    PacketDefaults, PingSettings, RouterDefaults, SignallingSettings, SwitchDefaults, TieOrder, UdpSettings,
    rows,
};
use crate::probes::Probes;
use crate::template::Topology;

/// A scenario: a network, the traffic on it, and what to record.
///
/// The network is a graph of nodes, links, virtual connections and flows. A template in
/// `[topology]` makes such a graph; entries of `[nodes]`, `[links]`, `[vps]`, `[vcs]` and `[flows]`
/// change or extend it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Scenario {
    /// A one-line summary of the scenario.
    pub title: String,
    /// The purpose of the scenario, at any length.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// How long to simulate.
    #[schemars(extend("formatExclusiveMinimum" = Span::ZERO, "formatMaximum" = "1e7 s"))]
    pub duration: Span,
    /// The part at the start that results leave out; below the duration.
    pub warmup: Span,
    /// The seed of all random streams.
    pub seed: u64,
    /// Which of the independent runs under one seed to make.
    pub replication: u64,
    /// The order in which cells that arrive at the same instant are served.
    pub tie: TieOrder,
    /// Whether to simulate cell by cell without any shortcut: much slower, same results.
    pub reference: bool,
    /// The template that makes the network. Without it, the graph below is the whole network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topology: Option<Topology>,
    /// Defaults for every switch and each of its ports.
    pub switch: SwitchDefaults,
    /// Defaults for every virtual connection.
    pub atm: AtmDefaults,
    /// Defaults for every virtual connection of category "abr".
    pub abr: AbrParameters,
    /// Which virtual connections and calls the network admits.
    pub admission: AdmissionSettings,
    /// How switched virtual connections are set up and released.
    pub signalling: SignallingSettings,
    /// Defaults for the adapters of every host and router.
    pub adapter: AdapterDefaults,
    /// Defaults for every router.
    pub router: RouterDefaults,
    /// Defaults for every packet link.
    pub packet: PacketDefaults,
    /// Defaults for every host.
    pub host: HostDefaults,
    /// Defaults for every flow.
    pub flow: FlowDefaults,
    /// Defaults for every TCP flow, and for the connections of web flows.
    pub tcp: Settings,
    /// Defaults for every UDP flow.
    pub udp: UdpSettings,
    /// Defaults for every flow of cells.
    pub cells: CellsSettings,
    /// Defaults for the browser of every web flow.
    pub web: WebSettings,
    /// Defaults for every ping.
    pub ping: PingSettings,
    /// Hosts, routers and switches by name.
    #[serde(skip_serializing_if = "Named::is_empty", deserialize_with = "rows::read")]
    pub nodes: Named<NodeEntry>,
    /// Links by name.
    #[serde(skip_serializing_if = "Named::is_empty", deserialize_with = "rows::read")]
    pub links: Named<LinkEntry>,
    /// Virtual paths by name.
    #[serde(skip_serializing_if = "Named::is_empty", deserialize_with = "rows::read")]
    pub vps: Named<VpEntry>,
    /// Virtual connections by name.
    #[serde(skip_serializing_if = "Named::is_empty", deserialize_with = "rows::read")]
    pub vcs: Named<VcEntry>,
    /// Flows by name.
    #[serde(skip_serializing_if = "Named::is_empty", deserialize_with = "rows::read")]
    pub flows: Named<FlowEntry>,
    /// What to record over time.
    #[serde(skip_serializing_if = "Probes::is_empty")]
    pub probes: Probes,
    /// Limits at which a run stops itself and keeps what it has.
    pub limits: Limits,
}

impl Default for Scenario {
    fn default() -> Self {
        Self {
            title: String::new(),
            description: String::new(),
            duration: Span::from_ps(10_000_000_000_000),
            warmup: Span::ZERO,
            seed: 1,
            replication: 0,
            tie: TieOrder::default(),
            reference: false,
            topology: None,
            switch: SwitchDefaults::default(),
            atm: AtmDefaults::default(),
            abr: AbrParameters::default(),
            admission: AdmissionSettings::default(),
            signalling: SignallingSettings::default(),
            adapter: AdapterDefaults::default(),
            router: RouterDefaults::default(),
            packet: PacketDefaults::default(),
            host: HostDefaults::default(),
            flow: FlowDefaults::default(),
            tcp: Settings::default(),
            udp: UdpSettings::default(),
            cells: CellsSettings::default(),
            web: WebSettings::default(),
            ping: PingSettings::default(),
            nodes: Named::new(),
            links: Named::new(),
            vps: Named::new(),
            vcs: Named::new(),
            flows: Named::new(),
            probes: Probes::default(),
            limits: Limits::default(),
        }
    }
}

impl Overridden for Settings {
    const TABLES: &'static [&'static str] = Parameters::TABLES;
}
impl Overridden for AbrParameters {}
impl Overridden for AdapterDefaults {}
impl Overridden for CellsSettings {}
impl Overridden for PingSettings {}
impl Overridden for UdpSettings {}
impl Overridden for WebSettings {}
