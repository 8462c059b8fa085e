//! The common parts of the templates of a home: a PC, a modem, an access line, a server, and transfers both ways.
//!
//! The host `server` is joined to the router `bras` by the link `net`, `bras` by `line` to the router `modem`, and
//! `modem` by `lan` to the host `pc`. The flows `down1`, `down2` and so on go to the PC, `up1`, `up2` and others leave
//! it, and `ping` from the PC to the server and back, perhaps `outside`, whose transport is outside; each takes the
//! shortest way. The transfers start after the ping, so that both an idle line and a loaded one are seen. Downstream is
//! the first direction of every link.

use cellwise_packet::discipline::DisciplineConfig;
use cellwise_packet::framing::{FramingConfig, ethernet};
use cellwise_units::{BitRate, Span};

use super::contract::{Around, Graph};
use crate::issue::Issue;
use crate::memory_budget::growing;
use crate::schema::{FlowDefaults, FlowEntry, LinkEntry, LinkKind, Named, NodeEntry, NodeRole, Protocol};

pub(super) const MOST_TRANSFERS: u32 = 1_000;
/// The copper between a home and its access node, and what the line's two units add.
pub(super) const LINE_DELAY: Span = Span::from_ps(5_000_000_000);
pub(super) const SERVER_DELAY: Span = Span::from_ps(10_000_000_000);
pub(super) const SERVER_RATE: BitRate = BitRate::from_bps(1_000_000_000);
pub(super) const LAN_RATE: BitRate = BitRate::from_bps(100_000_000);
pub(super) const LOAD_START: Span = Span::from_ps(2_000_000_000_000);
/// From a PC through its home network to the modem.
const LAN_DELAY: Span = Span::from_ps(100_000_000);

/// Declares the template of a home: the keys that all have, then its own.
macro_rules! home {
    ($(#[$doc:meta])* $name:ident { $($(#[$key_doc:meta])* $key:ident: $type:ty = $default:expr,)* }
     rates $downstream:literal, $upstream:literal; pppoe $pppoe:literal;) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
        #[serde(default, deny_unknown_fields)]
        #[schemars(inline)]
        pub struct $name {
            /// Number of flows to the PC.
            #[schemars(range(max = home::MOST_TRANSFERS))]
            pub downloads: u32,
            /// Number of flows from the PC.
            #[schemars(range(max = home::MOST_TRANSFERS))]
            pub uploads: u32,
            /// Rate of the line to the home, as the modem reports it: with everything that is sent.
            #[schemars(extend("formatMinimum" = crate::rules::SLOWEST))]
            pub downstream: BitRate,
            /// Rate of the line from the home.
            #[schemars(extend("formatMinimum" = crate::rules::SLOWEST))]
            pub upstream: BitRate,
            /// Delay of the line, each way.
            #[schemars(extend("formatMaximum" = crate::rules::LONGEST_DELAY))]
            pub line_delay: Span,
            $($(#[$key_doc])* pub $key: $type,)*
            /// Whether the PC's packets are in PPPoE on the Ethernet to the modem, which leaves 1492 octets for each.
            pub pppoe: bool,
            /// The packet queue in the modem, above the line.
            pub queue: DisciplineConfig,
            /// The packet queue in the BRAS, above the line.
            pub bras_queue: DisciplineConfig,
            /// Rate of the Ethernet between PC and modem.
            #[schemars(extend("formatMinimum" = crate::rules::SLOWEST))]
            pub lan_rate: BitRate,
            /// Rate of the Ethernet between BRAS and server.
            #[schemars(extend("formatMinimum" = crate::rules::SLOWEST))]
            pub server_rate: BitRate,
            /// Its delay, each way: the rest of the way through the network.
            #[schemars(extend("formatMaximum" = crate::rules::LONGEST_DELAY))]
            pub server_delay: Span,
            /// How much later than the ping the transfers start; within the run.
            pub load_start: Span,
            /// Whether PC and server have one more flow, `outside`, whose transport is outside: real hosts
            /// (`cellwise wire`) or a program's own.
            pub outside: bool,
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    downloads: 4,
                    uploads: 4,
                    downstream: BitRate::from_bps($downstream),
                    upstream: BitRate::from_bps($upstream),
                    line_delay: home::LINE_DELAY,
                    $($key: $default,)*
                    pppoe: $pppoe,
                    queue: DisciplineConfig::default(),
                    bras_queue: DisciplineConfig::default(),
                    lan_rate: home::LAN_RATE,
                    server_rate: home::SERVER_RATE,
                    server_delay: home::SERVER_DELAY,
                    load_start: home::LOAD_START,
                    outside: false,
                }
            }
        }

        impl $name {
            fn home(&self) -> home::Home<'_> {
                home::Home {
                    transfers: [self.downloads, self.uploads],
                    rates: [self.downstream, self.upstream],
                    line_delay: self.line_delay,
                    pppoe: self.pppoe,
                    queues: [&self.bras_queue, &self.queue],
                    lan_rate: self.lan_rate,
                    server_rate: self.server_rate,
                    server_delay: self.server_delay,
                    load_start: self.load_start,
                    outside: self.outside,
                }
            }
        }
    };
}

pub(super) use home;

/// A home and the way to a server; of pairs, downstream is first.
pub(super) struct Home<'a> {
    pub(super) transfers: [u32; 2],
    pub(super) rates: [BitRate; 2],
    pub(super) line_delay: Span,
    pub(super) pppoe: bool,
    pub(super) queues: [&'a DisciplineConfig; 2],
    pub(super) lan_rate: BitRate,
    pub(super) server_rate: BitRate,
    pub(super) server_delay: Span,
    pub(super) load_start: Span,
    pub(super) outside: bool,
}

impl Home<'_> {
    /// The keys of the line's two queues, as [`Home::queues`].
    pub(super) const QUEUES: [&'static str; 2] = ["bras_queue", "queue"];

    pub(super) fn check(&self, scenario: &Around<'_>) -> Option<Issue> {
        late_load(self.load_start, scenario)
    }

    /// The graph with the line; `line` says what carries the packets.
    pub(super) fn graph(&self, flow: &FlowDefaults, line: LinkEntry) -> Graph {
        let line = LinkEntry {
            ends: Some(["bras".into(), "modem".into()]),
            rate: Some(self.rates[0]),
            reverse_rate: (self.rates[1] != self.rates[0]).then_some(self.rates[1]),
            delay: Some(self.line_delay),
            queue: Some(Box::new(self.queues[0].clone())),
            reverse_queue: (self.queues[1] != self.queues[0]).then(|| Box::new(self.queues[1].clone())),
            ..line
        };
        let node = |kind| NodeEntry { kind: Some(kind), ..NodeEntry::default() };
        let nodes = [
            ("server", NodeRole::Host),
            ("bras", NodeRole::Router),
            ("modem", NodeRole::Router),
            ("pc", NodeRole::Host),
        ];
        Graph {
            nodes: nodes.into_iter().map(|(name, kind)| (name.to_owned(), node(kind))).collect(),
            links: Named::from([
                ("net".into(), self.net()),
                ("line".into(), line),
                ("lan".into(), self.lan()),
            ]),
            flows: self.flows(flow),
            ..Graph::default()
        }
    }

    fn net(&self) -> LinkEntry {
        LinkEntry {
            ends: Some(["server".into(), "bras".into()]),
            kind: Some(LinkKind::of(&FramingConfig::default())),
            rate: Some(self.server_rate),
            delay: Some(self.server_delay),
            ..LinkEntry::default()
        }
    }

    fn lan(&self) -> LinkEntry {
        let pppoe = ethernet::Config { pppoe: true, ..ethernet::Config::default() };
        LinkEntry {
            ends: Some(["modem".into(), "pc".into()]),
            kind: Some(LinkKind::of(&FramingConfig::default())),
            rate: Some(self.lan_rate),
            delay: Some(LAN_DELAY),
            ethernet: self.pppoe.then_some(pppoe),
            ..LinkEntry::default()
        }
    }

    fn flows(&self, flow: &FlowDefaults) -> Named<FlowEntry> {
        let start = Span::from_ps(flow.start.get().saturating_add(self.load_start.get()));
        let of = |from: &str, to: &str| FlowEntry {
            from: Some(from.into()),
            to: Some(to.into()),
            ..FlowEntry::default()
        };
        let load = |entry: FlowEntry| FlowEntry { start: Some(start), ..entry };
        let down = growing("transfers", 1..=self.transfers[0])
            .map(|i| (format!("down{i}"), load(of("server", "pc"))));
        let up =
            growing("transfers", 1..=self.transfers[1]).map(|i| (format!("up{i}"), load(of("pc", "server"))));
        let of_pc = |kind| FlowEntry { kind: Some(kind), ..of("pc", "server") };
        let ping = ("ping".to_owned(), of_pc(Protocol::Ping));
        let outside = self.outside.then(|| ("outside".to_owned(), of_pc(Protocol::Outside)));
        down.chain(up).chain([ping]).chain(outside).collect()
    }
}

/// A load that starts after the end of the run.
pub(super) fn late_load(load_start: Span, scenario: &Around<'_>) -> Option<Issue> {
    let start = scenario.flow.start.get().saturating_add(load_start.get());
    (start >= scenario.duration.get()).then(|| {
        let rule = format!("starts the load after the end of the run ({})", scenario.duration);
        Issue::new("topology.load_start", format!("\"{load_start}\""), rule)
    })
}
