//! The ADSL access network: servers behind an ATM network, and clients on asymmetric, perhaps noisy,
//! lines.
//!
//! Server `serverI` is joined to the node `switch` by a link of its name, `switch` by the link `trunk`
//! to the access node `an` (the central units of all lines, their multiplexer and the access switch),
//! that by `lineI` to the remote unit `aturI`, and that by `clientI` to the host `clientI`. With
//! `dslam_rate` the access node is two: the switch `an` and the multiplexer `dslam`, joined by the link
//! `uplink`. Virtual connection `vcI` joins server and client and carries the flow `tcpI` (or `udpI`)
//! down the line and, with `uploads`, `upI` up the line. Downstream is the first direction of every link.
//! Source: Lu, TCP over ATM over ADSL, University of Calgary, 2000, Figures 3.2, 4.2 and 4.3.

use cellwise_atm::error_model::{ErrorModelConfig, ErroredCells};
use cellwise_packet::discipline::{DisciplineConfig, Service};
use cellwise_units::catalogue::{Entry, Status};
use cellwise_units::{BitRate, Capacity, Span};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::contract::{Around, Graph, Template, entry, staggered_flow};
use super::keys::Keys;
use crate::issue::Issue;
use crate::memory_budget::growing;
use crate::rules::{LARGEST_SDU, LONGEST_DELAY, SLOWEST};
use crate::schema::{FlowDefaults, FlowEntry, LinkEntry, Named, NodeEntry, NodeRole, PortEntry, VcEntry};

pub(super) const ENTRY: Entry = entry(
    "adsl",
    "Servers and clients on N asymmetric access lines that may be noisy",
    "Lu, TCP over ATM over ADSL, University of Calgary, 2000, Figure 4.3",
    Status::Validated,
);

const MOST_LINES: u32 = 100_000;
const MOST_KM: f64 = 1e6;
/// Propagation along copper pairs and along fibres. Source: section 4.3.2 there.
const LINE_PS_PER_KM: f64 = 5.7e6;
const FIBRE_PS_PER_KM: f64 = 3.7e6;

/// Servers and clients on asymmetric access lines that may be noisy.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(inline)]
pub struct Adsl {
    /// Number of lines, each with a client and a server.
    #[schemars(range(min = 1, max = MOST_LINES))]
    pub lines: u32,
    /// Rate of every line to the client, of whole cells.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub downstream: BitRate,
    /// Rate of every line from the client, of whole cells.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub upstream: BitRate,
    /// Length of every line in km, at 5.7 us/km.
    #[schemars(range(min = 0.0, max = MOST_KM))]
    pub line_km: f64,
    /// The delay that a line's two units add to its propagation delay, each way. If not given, the delay of
    /// the interleaving of an `interleaved` noise, or else 0.
    #[schemars(extend("formatMaximum" = LONGEST_DELAY))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_latency: Option<Span>,
    /// The noise on the lines, in both directions. No noise if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noise: Option<ErrorModelConfig>,
    /// The noise from the clients, if different; `{ model = "none" }` for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub upstream_noise: Option<ErrorModelConfig>,
    /// How errored cells are treated where a line ends; "dropped" if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub errored_cells: Option<ErroredCells>,
    /// How many of the lines are noisy, the first ones; at most all. All if not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noisy_lines: Option<u32>,
    /// How many of the lines are noisy from the clients, if different.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub noisy_upstream: Option<u32>,
    /// Cells that may wait at the access node for each line, or "unlimited"; if not given, the buffer of
    /// every switch port.
    #[schemars(extend("formatMinimum" = "1 cell"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_buffer: Option<Capacity>,
    /// Rate of the link between a remote unit and its client; that of the line, if not given.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_downstream: Option<BitRate>,
    /// Rate of that link from the client; that of the line, if not given.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_upstream: Option<BitRate>,
    /// Rate of the link between the switch and the access node.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub trunk_rate: BitRate,
    /// Its length in km, at 3.7 us/km: 5 in a local-area network, 1000 in a wide-area one.
    #[schemars(range(min = 0.0, max = MOST_KM))]
    pub trunk_km: f64,
    /// Rate of every server's link.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    pub server_rate: BitRate,
    /// Its length in km, at 3.7 us/km.
    #[schemars(range(min = 0.0, max = MOST_KM))]
    pub server_km: f64,
    /// Rate of the link between the access switch and the multiplexer of the lines, if they are two nodes.
    #[schemars(extend("formatMinimum" = SLOWEST))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dslam_rate: Option<BitRate>,
    /// The packet queue in front of every client's link. Without it, cells wait there in the order in which they came.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<DisciplineConfig>,
    /// Whether each client also sends, over the same connection.
    pub uploads: bool,
    /// How much later each line's flows start than those of the one before; all start within the run.
    pub start_stagger: Span,
}

impl Default for Adsl {
    fn default() -> Self {
        Self {
            lines: 8,
            downstream: BitRate::from_bps(1_500_000),
            upstream: BitRate::from_bps(512_000),
            line_km: 3.5,
            line_latency: None,
            noise: None,
            upstream_noise: None,
            errored_cells: None,
            noisy_lines: None,
            noisy_upstream: None,
            line_buffer: None,
            client_downstream: None,
            client_upstream: None,
            trunk_rate: BitRate::from_bps(155_000_000),
            trunk_km: 5.0,
            server_rate: BitRate::from_bps(155_000_000),
            server_km: 1.0,
            dslam_rate: None,
            queue: None,
            uploads: false,
            start_stagger: Span::ZERO,
        }
    }
}

impl Template for Adsl {
    fn check(&self, scenario: &Around<'_>) -> Vec<Issue> {
        let mut keys = Keys::default();
        keys.stagger(self.start_stagger, self.lines.into(), scenario);
        keys.errors("noise", self.noise.as_ref());
        keys.errors("upstream_noise", self.upstream_noise.as_ref());
        let rate = self.client_upstream.unwrap_or(self.upstream);
        let service = Service { rate, mtu_octets: LARGEST_SDU.get() as u32, salt: 0 };
        keys.models("queue", self.queue.iter().flat_map(|queue| queue.check(&service)));
        let Keys(mut issues) = keys;
        issues.extend(self.check_noisy("noisy_lines", self.noisy_lines, self.noise.as_ref()));
        issues.extend(self.check_noisy("noisy_upstream", self.noisy_upstream, self.noise_of_upstream()));
        issues
    }

    fn graph(&self, flow: &FlowDefaults) -> Graph {
        let lines = u64::from(self.lines);
        let flows = lines * (1 + u64::from(self.uploads));
        let mut graph = Graph::for_so_many(3 * lines + 3, 3 * lines + 2, lines, flows);
        self.nodes(&mut graph);
        self.links(&mut graph);
        for number in growing("lines", 1..=self.lines) {
            let vc = VcEntry { path: Some(self.path(number)), ..VcEntry::default() };
            graph.vcs.insert(format!("vc{number}"), vc);
        }
        for number in growing("lines", 1..=self.lines) {
            graph.flows.insert(format!("{}{number}", flow.kind.name()), self.flow(number, flow));
        }
        for number in growing("lines", 1..=self.lines).filter(|_| self.uploads) {
            let up = FlowEntry { from: Some(format!("client{number}")), ..self.flow(number, flow) };
            graph.flows.insert(format!("up{number}"), up);
        }
        graph
    }
}

impl Adsl {
    fn noise_of_upstream(&self) -> Option<&ErrorModelConfig> {
        self.upstream_noise.as_ref().or(self.noise.as_ref())
    }

    fn check_noisy(&self, key: &str, lines: Option<u32>, noise: Option<&ErrorModelConfig>) -> Option<Issue> {
        let given = lines?;
        let rule = if given > self.lines {
            format!("is more than the lines that there are; give at most {}", self.lines)
        } else if noise.is_none() && given > 0 {
            "says how many lines are noisy, and no noise is given; give noise".into()
        } else {
            return None;
        };
        Some(Issue::new(format!("topology.{key}"), given, rule))
    }

    /// The node with the central unit of every line.
    fn central(&self) -> &'static str {
        if self.dslam_rate.is_some() { "dslam" } else { "an" }
    }

    fn path(&self, number: u32) -> Vec<String> {
        let mut path = vec![format!("server{number}"), "switch".into(), "an".into()];
        path.extend(self.dslam_rate.map(|_| "dslam".to_owned()));
        path.extend([format!("atur{number}"), format!("client{number}")]);
        path
    }

    fn nodes(&self, graph: &mut Graph) {
        let node = |kind| NodeEntry { kind: Some(kind), ..NodeEntry::default() };
        graph.nodes.insert("switch".into(), node(NodeRole::Switch));
        graph.nodes.insert("an".into(), node(NodeRole::Switch));
        graph
            .nodes
            .insert(self.central().into(), NodeEntry { ports: self.ports(), ..node(NodeRole::Switch) });
        let kinds = [("server", NodeRole::Host), ("atur", NodeRole::Switch), ("client", NodeRole::Host)];
        for (name, kind) in kinds {
            let entry = node(kind);
            let numbers = growing("lines", 1..=self.lines);
            graph.nodes.extend(numbers.map(|number| (format!("{name}{number}"), entry.clone())));
        }
    }

    /// The access node's ports towards the lines, if they have a buffer of their own.
    fn ports(&self) -> Option<Named<PortEntry>> {
        let buffer = self.line_buffer?;
        let port = PortEntry { buffer: Some(buffer), ..PortEntry::default() };
        Some(growing("lines", 1..=self.lines).map(|number| (format!("line{number}"), port.clone())).collect())
    }

    fn links(&self, graph: &mut Graph) {
        let link = |from: &str, to: &str, rate, km| LinkEntry {
            ends: Some([from.into(), to.into()]),
            rate: Some(rate),
            delay: Some(delay_of(km, FIBRE_PS_PER_KM)),
            ..LinkEntry::default()
        };
        for number in growing("lines", 1..=self.lines) {
            let name = format!("server{number}");
            let entry = link(&name, "switch", self.server_rate, self.server_km);
            graph.links.insert(name, entry);
        }
        graph.links.insert("trunk".into(), link("switch", "an", self.trunk_rate, self.trunk_km));
        if let Some(rate) = self.dslam_rate {
            graph.links.insert("uplink".into(), link("an", "dslam", rate, 0.0));
        }
        for number in growing("lines", 1..=self.lines) {
            graph.links.insert(format!("line{number}"), self.line(number));
        }
        for number in growing("lines", 1..=self.lines) {
            let name = format!("client{number}");
            let rate = self.client_downstream.unwrap_or(self.downstream);
            let back = self.client_upstream.unwrap_or(self.upstream);
            let entry = link(&format!("atur{number}"), &name, rate, 0.0);
            let reverse_queue = self.queue.clone().map(Box::new);
            let reverse_rate = (back != rate).then_some(back);
            graph.links.insert(name, LinkEntry { reverse_rate, reverse_queue, ..entry });
        }
    }

    fn line(&self, number: u32) -> LinkEntry {
        let noisy = |lines: Option<u32>| number <= lines.unwrap_or(self.lines);
        let down = self.noise.as_ref().filter(|_| noisy(self.noisy_lines));
        let up = self.noise_of_upstream().filter(|_| noisy(self.noisy_upstream.or(self.noisy_lines)));
        let delay = |noise: Option<&ErrorModelConfig>, rate| {
            let of_units = self.line_latency.or(noise.and_then(|noise| noise.latency(rate)));
            delay_of(self.line_km, LINE_PS_PER_KM) + of_units.unwrap_or(Span::ZERO)
        };
        let there = delay(self.noise.as_ref(), self.downstream);
        let back = delay(self.noise_of_upstream(), self.upstream);
        LinkEntry {
            ends: Some([self.central().into(), format!("atur{number}")]),
            rate: Some(self.downstream),
            delay: Some(there),
            reverse_rate: (self.upstream != self.downstream).then_some(self.upstream),
            reverse_delay: (there != back).then_some(back),
            errors: down.cloned(),
            reverse_errors: (up != down).then(|| up.cloned().unwrap_or(ErrorModelConfig::errorless())),
            errored_cells: self.errored_cells,
            ..LinkEntry::default()
        }
    }

    fn flow(&self, number: u32, flow: &FlowDefaults) -> FlowEntry {
        staggered_flow(flow, self.start_stagger, number.into(), format!("vc{number}"))
    }
}

fn delay_of(km: f64, ps_per_km: f64) -> Span {
    Span::from_ps((km * ps_per_km).round() as u64)
}
