//! Drafts of scenarios: choices that fit whatever else is chosen.

use cellwise_atm::Category;
use cellwise_atm::traffic::CellSourceConfig;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::abr::{AbrDraft, abr};
use super::contracts::{ContractDraft, contract};
use super::devices::{self, RouterDraft};
use super::keys;
use super::packets::{self, Choices, IslandDraft, QueuesDraft};

/// A scenario before its names are made.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    pub(super) duration_us: u64,
    pub(super) warmup_permille: Option<u64>,
    pub(super) run: String,
    /// The rates and delays that links choose from: few, so that many are equal.
    pub(super) rates: Vec<String>,
    pub(super) delays: Vec<String>,
    /// Whether there is nothing but hosts, FIFO ports and UBR connections.
    pub(super) plain: bool,
    /// Whether links may be noisy; backward RM cells then wait in queues.
    pub(super) noisy: bool,
    /// The keys of each switch: of its queues, and others.
    pub(super) switches: Vec<(String, String)>,
    /// The link from each switch but the first to one before it.
    pub(super) tree: Vec<(Index, LinkDraft)>,
    /// Links besides the tree.
    pub(super) meshes: Vec<(Index, Index, LinkDraft)>,
    pub(super) hosts: Vec<HostDraft>,
    pub(super) vcs: Vec<VcDraft>,
    /// Pairs of hosts without a switch between them.
    pub(super) pairs: Vec<(LinkDraft, VcDraft, QueuesDraft)>,
    /// What packet links and queues of packets choose from.
    pub(super) choices: Choices,
    /// Networks without switches.
    pub(super) islands: Vec<IslandDraft>,
    pub(super) tcp: String,
    pub(super) probes: String,
}

#[derive(Clone, Debug)]
pub(super) struct LinkDraft {
    pub(super) rate: Index,
    pub(super) delay: Index,
    pub(super) back: Option<(Index, Index)>,
    /// Error models, written in a noisy network.
    pub(super) errors: String,
}

#[derive(Clone, Debug)]
pub(super) struct HostDraft {
    pub(super) switch: Index,
    pub(super) link: LinkDraft,
    pub(super) keys: String,
    pub(super) adapter: String,
    /// The queues of packets at both ends of its link, where they are allowed.
    pub(super) queues: QueuesDraft,
    pub(super) router: Option<RouterDraft>,
}

#[derive(Clone, Debug)]
pub(super) struct VcDraft {
    pub(super) from: Index,
    pub(super) to: Index,
    /// Which of the paths between the ends.
    pub(super) way: u32,
    pub(super) vc_mux: bool,
    /// Whether no frame longer than the longest that is sent is taken.
    pub(super) tight: bool,
    pub(super) keys: String,
    pub(super) category: Category,
    pub(super) weight: u32,
    pub(super) abr: AbrDraft,
    /// Ignored for ABR.
    pub(super) contract: Option<ContractDraft>,
    pub(super) flows: Vec<FlowDraft>,
    /// Sources of bare cells, instead of the flows where that is allowed.
    pub(super) bare: Option<Vec<CellSourceConfig>>,
}

#[derive(Clone, Debug)]
pub(super) struct FlowDraft {
    pub(super) reversed: bool,
    /// Which of the hosts behind a router, at the sending and at the receiving end.
    pub(super) hosts: [Index; 2],
    pub(super) start_permille: u64,
    /// After the start.
    pub(super) stop_us: Option<u64>,
    pub(super) size_bytes: Option<u64>,
    /// The class of its packets.
    pub(super) dscp: String,
    pub(super) kind: Kind,
    /// Data in the opposite direction on the same connection, if it is one of TCP.
    pub(super) back: Option<BackDraft>,
}

#[derive(Clone, Debug)]
pub(super) struct BackDraft {
    pub(super) start_permille: u64,
    /// After the start.
    pub(super) stop_us: Option<u64>,
    pub(super) size_bytes: Option<u64>,
    /// Its own keys of `tcp`.
    pub(super) keys: String,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Tcp { mss_bytes: u64, window_bytes: u64, keys: String },
    Udp { payload_bytes: u64, pace: Pace, socket_packets: u64 },
    Web { mss_bytes: u64, window_bytes: u64, tcp: String, web: String },
    Ping { payload_bytes: u64, keys: String },
}

/// When the datagrams of a flow leave.
#[derive(Clone, Debug)]
pub(super) enum Pace {
    Line,
    BitsPerSecond(u64),
    /// A key with the times between them.
    Gaps(String),
    /// A key with their pattern, for so many datagrams per second.
    Pattern(String, u64),
}

pub(super) fn draft(longest_us: u64) -> BoxedStrategy<Draft> {
    let time = (50..=longest_us, prop::option::weighted(0.4, 0u64..1000), keys::run());
    let parts = prop_oneof![Just(String::new()), devices::parts()];
    let links = (vec(keys::rate(), 1..4), vec(keys::delay(), 1..4));
    let graph = (
        vec((keys::switch(), parts), 1..=5),
        vec((any::<Index>(), link()), 4),
        vec((any::<Index>(), any::<Index>(), link()), 0..3),
        vec(host(), 2..=10),
    );
    let plain = (prop::bool::weighted(0.2), prop::bool::weighted(0.35));
    let traffic = (vec(vc(), 1..=7), vec((link(), vc(), packets::queues()), 0..2), keys::tcp());
    let packets = (
        packets::choices(),
        prop_oneof![1 => vec(packets::island(), 0..=0), 1 => vec(packets::island(), 1..=2)],
    );
    (time, links, graph, traffic, packets, keys::probes(), plain)
        .prop_map(|(time, links, graph, traffic, packets, probes, plain)| Draft {
            duration_us: time.0,
            warmup_permille: time.1,
            run: time.2,
            rates: links.0,
            delays: links.1,
            plain: plain.0,
            noisy: plain.1,
            switches: graph.0,
            tree: graph.1,
            meshes: graph.2,
            hosts: graph.3,
            vcs: traffic.0,
            pairs: traffic.1,
            choices: packets.0,
            islands: packets.1,
            tcp: traffic.2,
            probes,
        })
        .boxed()
}

pub(super) fn link() -> BoxedStrategy<LinkDraft> {
    let back = prop::option::weighted(0.2, (any::<Index>(), any::<Index>()));
    (any::<Index>(), any::<Index>(), back, keys::errors())
        .prop_map(|(rate, delay, back, errors)| LinkDraft { rate, delay, back, errors })
        .boxed()
}

fn host() -> BoxedStrategy<HostDraft> {
    let router = prop::option::weighted(0.35, devices::router());
    let draft = (any::<Index>(), link(), keys::host(), devices::adapter(), packets::queues(), router);
    draft
        .prop_map(|(switch, link, keys, adapter, queues, router)| HostDraft {
            switch,
            link,
            keys,
            adapter,
            queues,
            router,
        })
        .boxed()
}

pub(super) fn vc() -> BoxedStrategy<VcDraft> {
    let ends = (any::<Index>(), any::<Index>(), any::<u32>());
    let frames = (any::<bool>(), prop::bool::weighted(0.2), keys::reassembly());
    let category = prop_oneof![
        2 => Just(Category::Ubr),
        3 => Just(Category::Abr),
        3 => select(vec![Category::NrtVbr, Category::RtVbr, Category::Cbr]),
    ];
    let contract = prop::option::weighted(0.4, contract());
    let service = (category, 1u32..5, abr(), contract);
    let bare = prop::option::weighted(0.3, vec(CellSourceConfig::arbitrary(), 1..=3));
    (ends, frames, service, vec(flow(), 1..=3), bare)
        .prop_map(
            |((from, to, way), (vc_mux, tight, keys), (category, weight, abr, contract), flows, bare)| {
                VcDraft { from, to, way, vc_mux, tight, keys, category, weight, abr, contract, flows, bare }
            },
        )
        .boxed()
}

pub(super) fn flow() -> BoxedStrategy<FlowDraft> {
    let start = prop_oneof![2 => Just(0), 1 => 0u64..1000];
    let stop = prop::option::weighted(0.2, 1u64..20_000);
    let size = prop::option::weighted(0.3, 1u64..100_000);
    let kind = prop_oneof![6 => tcp(), 4 => udp(), 1 => web(), 1 => ping()];
    let back = prop::option::weighted(0.4, back());
    let drawn = (any::<bool>(), any::<[Index; 2]>(), start, stop, size, keys::dscp(), kind, back);
    let draft = drawn.prop_map(|(reversed, hosts, start_permille, stop_us, size_bytes, dscp, kind, back)| {
        FlowDraft { reversed, hosts, start_permille, stop_us, size_bytes, dscp, kind, back }
    });
    draft.boxed()
}

fn back() -> BoxedStrategy<BackDraft> {
    let start = prop_oneof![1 => Just(0), 1 => 0u64..1000];
    let times = (start, prop::option::weighted(0.2, 1u64..20_000), prop::option::weighted(0.5, 1u64..50_000));
    (times, keys::tcp_of_back())
        .prop_map(|((start_permille, stop_us, size_bytes), keys)| BackDraft {
            start_permille,
            stop_us,
            size_bytes,
            keys,
        })
        .boxed()
}

fn tcp() -> BoxedStrategy<Kind> {
    let mss = prop_oneof![3 => Just(512u64), 2 => 17u64..1600, 1 => Just(9140)];
    let window = (1u64..64, 0u64..512);
    (mss, window, keys::tcp_of_flow())
        .prop_map(|(mss_bytes, (segments, rest), keys)| Kind::Tcp {
            mss_bytes,
            window_bytes: mss_bytes * segments + rest,
            keys,
        })
        .boxed()
}

fn web() -> BoxedStrategy<Kind> {
    let mss = prop_oneof![3 => Just(512u64), 2 => 17u64..1600];
    (mss, 1u64..64, keys::tcp_of_flow(), keys::web())
        .prop_map(|(mss_bytes, segments, tcp, web)| Kind::Web {
            mss_bytes,
            window_bytes: mss_bytes * segments,
            tcp,
            web,
        })
        .boxed()
}

fn ping() -> BoxedStrategy<Kind> {
    let interval = prop_oneof![
        2 => (50u64..5_000).prop_map(|us| format!("interval = \"{us} us\"")),
        1 => (50u64..50_000).prop_map(|us| format!("interval = \"on-reply\", timeout = \"{us} us\"")),
    ];
    let payload = prop_oneof![2 => Just(56u64), 1 => 0u64..2000, 1 => 0u64..=65_000];
    (payload, interval).prop_map(|(payload_bytes, keys)| Kind::Ping { payload_bytes, keys }).boxed()
}

fn udp() -> BoxedStrategy<Kind> {
    let payload = prop_oneof![3 => 1u64..2000, 1 => Just(512u64), 1 => Just(9140), 1 => 1u64..=65_000];
    // Packets per second rather than bits bound what a run takes.
    let rate = (200u64..40_000, 0u64..8);
    let pace = prop_oneof![
        3 => Just((Pace::Line, 0)),
        5 => rate.prop_map(|(per_second, more)| (Pace::BitsPerSecond(more), per_second)),
        2 => keys::gaps().prop_map(|gaps| (Pace::Gaps(gaps), 0)),
        1 => (keys::patterns(), 500u64..40_000).prop_map(|(pattern, per_second)| (Pace::Pattern(pattern, per_second), 0)),
    ];
    (payload, pace, 1u64..20)
        .prop_map(|(payload_bytes, (pace, per_second), socket_packets)| Kind::Udp {
            payload_bytes,
            socket_packets,
            pace: match pace {
                Pace::BitsPerSecond(more) => Pace::BitsPerSecond(8 * payload_bytes * per_second + more),
                pace => pace,
            },
        })
        .boxed()
}

impl VcDraft {
    /// Whether it waits for the line only, so that queues of packets may be in front of it.
    pub(super) fn is_plain(&self) -> bool {
        self.category != Category::Abr && self.contract.is_none() && self.bare.is_none()
    }
}

impl FlowDraft {
    /// The flow with packets of at most `mtu` octets, as many in a second.
    pub(super) fn fitted(&self, mtu: u64) -> Self {
        let mut flow = self.clone();
        match &mut flow.kind {
            Kind::Tcp { mss_bytes, .. } | Kind::Web { mss_bytes, .. } => {
                *mss_bytes = (*mss_bytes).min(mtu - 40);
            }
            Kind::Udp { payload_bytes, pace, .. } => {
                let fitting = (*payload_bytes).min(mtu - 28);
                if let Pace::BitsPerSecond(bps) = pace {
                    *bps = (*bps * fitting / *payload_bytes).max(1000);
                }
                *payload_bytes = fitting;
            }
            Kind::Ping { payload_bytes, .. } => *payload_bytes = (*payload_bytes).min(mtu - 28),
        }
        flow
    }
}
