//! Random packet links, and networks of them: routers in a tree, joined by packet links or by a line of cells, with
//! further links and hosts around them.

use std::fmt::Write;

use cellwise_packet::discipline::{DisciplineConfig, Service};
use cellwise_packet::errors::{OfFlow, PacketErrorsConfig};
use cellwise_packet::framing::{Framing, FramingConfig};
use cellwise_packet::jitter::JitterConfig;
use cellwise_packet::line::{LineConfig, Link, Outage};
use cellwise_packet::lower::LowerConfig;
use cellwise_units::{BitRate, Span};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use super::devices::router_keys;
use super::draft::{Draft, FlowDraft, LinkDraft, VcDraft, flow, link, vc};
use super::keys::{self, inline, joined, word};

/// The longest IP packet on a line of cells.
pub(super) const LONGEST_PACKET: u64 = 65_500;
/// The MTU of a link without framing that says nothing else.
const USUAL_MTU: u64 = 1500;

/// What packet links choose from: settings of every framing, line, model of errors, discipline and lower buffer.
#[derive(Clone, Debug)]
pub(super) struct Choices {
    rates: Vec<String>,
    framings: Vec<FramingConfig>,
    lines: Vec<LineConfig>,
    outages: Vec<Vec<Outage>>,
    errors: Vec<PacketErrorsConfig>,
    jitters: Vec<JitterConfig>,
    queues: Vec<DisciplineConfig>,
    lowers: Vec<LowerConfig>,
    /// The queue of links that say nothing.
    usual_queue: String,
    /// The keys of the section for routers.
    routing: String,
}

/// A packet link.
#[derive(Clone, Debug)]
pub(super) struct PacketLinkDraft {
    /// Without a framing, whether packets of any length fit.
    is_large: bool,
    framing: Index,
    rate: Index,
    delay: Index,
    back: Option<(Index, Index)>,
    mtu: Option<u64>,
    lines: [Option<Index>; 2],
    outages: [Option<Index>; 2],
    errors: [Option<Index>; 2],
    jitters: [Option<Index>; 2],
    duplicates: [Option<Index>; 2],
    keeps_order: bool,
    queues: QueuesDraft,
}

/// The queues of packets at both ends of a link, and the buffers below them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct QueuesDraft {
    queues: [Option<Index>; 2],
    lowers: [Option<Index>; 2],
}

/// A network without switches, apart from the others.
#[derive(Clone, Debug)]
pub(super) struct IslandDraft {
    /// Of each router: whether it is a switch where it has packet links alone, its keys, the one before it to which it
    /// is joined, and how.
    routers: Vec<(bool, String, Index, JointDraft)>,
    /// Further links between two routers, with costs in both directions.
    detours: Vec<([Index; 2], PacketLinkDraft, [u32; 2])>,
    /// Of each host: its router, its link and its keys.
    hosts: Vec<(Index, PacketLinkDraft, String)>,
    flows: Vec<([Index; 2], FlowDraft)>,
}

/// What joins two routers: a packet link, or a line of cells with a connection where there can be one.
#[derive(Clone, Debug)]
struct JointDraft {
    link: PacketLinkDraft,
    cells: Option<(LinkDraft, VcDraft)>,
    queues: QueuesDraft,
}

pub(super) fn choices() -> BoxedStrategy<Choices> {
    let usual = word(&[
        "",
        "queue = { discipline = \"tail\", limit = \"7 packets\" }",
        "queue = { discipline = \"codel\", limit = \"30 packets\" }",
        "queue = { discipline = \"fq-codel\" }",
        "queue = { discipline = \"pie\" }",
    ]);
    let models = (
        FramingConfig::arbitrary_of_each(),
        (LineConfig::arbitrary_of_each(), vec(Outage::arbitrary_list(), 1..3)),
        (PacketErrorsConfig::arbitrary_of_each(), OfFlow::arbitrary(String::new()))
            .prop_map(scripted_by_flow),
        JitterConfig::arbitrary_of_each(),
        DisciplineConfig::arbitrary_of_each(),
        LowerConfig::arbitrary_of_each(),
    );
    let routing = word(&[
        "",
        "equal_cost = \"hash\"",
        "equal_cost = \"hash\"\nhash_salt = 7",
        "reconverges_after = \"2 ms\"",
        "equal_cost = \"hash\"\nreconverges_after = \"0 s\"",
    ]);
    (vec(packet_rate(), 1..4), models, usual, routing)
        .prop_map(
            |(rates, (framings, (lines, outages), errors, jitters, queues, lowers), usual_queue, routing)| {
                Choices {
                    rates,
                    framings,
                    lines,
                    outages,
                    errors,
                    jitters,
                    queues,
                    lowers,
                    usual_queue,
                    routing,
                }
            },
        )
        .boxed()
}

/// Models of errors, the scripted one also with packets of a flow that gets its name when the network has one.
fn scripted_by_flow((mut errors, of_flow): (Vec<PacketErrorsConfig>, OfFlow)) -> Vec<PacketErrorsConfig> {
    for model in &mut errors {
        if let PacketErrorsConfig::Scripted(scripted) = model {
            scripted.flows = vec![of_flow.clone()];
        }
    }
    errors
}

fn packet_rate() -> BoxedStrategy<String> {
    prop_oneof![
        2 => keys::rate(),
        // 1250 octets take 1 ms and 100 us: events of different links coincide.
        2 => word(&["10 Mbit/s", "100 Mbit/s"]),
        2 => word(&["640 kbit/s", "6 Mbit/s", "40 Mbit/s", "1 Gbit/s"]),
    ]
    .boxed()
}

/// A packet link, boxed: a strategy of all that would take too much of a thread's stack.
pub(super) fn packet_link() -> BoxedStrategy<PacketLinkDraft> {
    let times = (any::<Index>(), any::<Index>(), prop::option::weighted(0.2, any::<(Index, Index)>()));
    let mtu = prop::option::weighted(0.2, prop_oneof![Just(576u64), 120u64..3000]);
    let (line, errors) = (one_of_two(0.25, 0.25), one_of_two(0.2, 0.1));
    let line = (line, one_of_two(0.1, 0.05));
    let jitter = (one_of_two(0.2, 0.1), prop::bool::ANY, one_of_two(0.1, 0.05));
    let drawn = (prop::bool::weighted(0.15), any::<Index>(), times, mtu, (line, errors, jitter), queues());
    let draft = drawn.prop_map(
        |(
            is_large,
            framing,
            (rate, delay, back),
            mtu,
            ((lines, outages), errors, (jitters, keeps_order, duplicates)),
            queues,
        )| {
            PacketLinkDraft {
                is_large,
                framing,
                rate,
                delay,
                back,
                mtu,
                lines,
                outages,
                errors,
                jitters,
                duplicates,
                keeps_order,
                queues,
            }
        },
    );
    draft.boxed()
}

/// A choice for both directions of a link, and one for the second alone, each with its probability.
fn one_of_two(both: f64, second: f64) -> BoxedStrategy<[Option<Index>; 2]> {
    let drawn = |probability| prop::option::weighted(probability, any::<Index>());
    (drawn(both), drawn(second)).prop_map(Into::into).boxed()
}

/// The queues at both ends of a link.
pub(super) fn queues() -> BoxedStrategy<QueuesDraft> {
    (one_of_two(0.6, 0.3), one_of_two(0.25, 0.1))
        .prop_map(|(queues, lowers)| QueuesDraft { queues, lowers })
        .boxed()
}

pub(super) fn island() -> BoxedStrategy<IslandDraft> {
    let joint = (packet_link(), prop::option::weighted(0.4, (link(), vc())), queues())
        .prop_map(|(link, cells, queues)| JointDraft { link, cells, queues });
    (
        vec((prop::bool::weighted(0.3), router_keys(), any::<Index>(), joint), 1..=4),
        vec((any::<[Index; 2]>(), packet_link(), [1u32..4, 1u32..4]), 0..=3),
        vec((any::<Index>(), packet_link(), keys::host()), 2..=5),
        vec((any::<[Index; 2]>(), flow()), 1..=4),
    )
        .prop_map(|(routers, detours, hosts, flows)| IslandDraft { routers, detours, hosts, flows })
        .boxed()
}

impl Choices {
    /// The sections of defaults for packet links and routers.
    pub(super) fn sections(&self) -> String {
        format!("[packet]\n{}\n[router]\n{}\n", self.usual_queue, self.routing)
    }

    /// The keys of the queues in front of a line of cells, those that fit it.
    pub(super) fn queues_of_cells(&self, rates: [BitRate; 2], drawn: QueuesDraft) -> String {
        let queues = self.queues(rates.map(|rate| Service { rate, mtu_octets: 65_535, salt: 0 }), drawn);
        // Without a queue at both ends there is nothing to be below.
        let has_both = drawn.queues[0].is_some() && !queues.is_empty();
        joined(vec![queues, if has_both { self.lowers(drawn) } else { String::new() }], ", ")
    }

    /// The models of errors, by flow for this flow.
    fn errors_of(&self, flow: Option<&str>) -> Vec<PacketErrorsConfig> {
        let mut errors = self.errors.clone();
        for model in &mut errors {
            if let PacketErrorsConfig::Scripted(scripted) = model {
                scripted.flows.retain(|_| flow.is_some());
                scripted
                    .flows
                    .iter_mut()
                    .for_each(|of_flow| of_flow.flow = flow.unwrap_or_default().to_owned());
            }
        }
        errors
    }

    /// The keys of the buffers below the queues.
    fn lowers(&self, drawn: QueuesDraft) -> String {
        pair(["lower", "reverse_lower"], &self.lowers.iter().collect::<Vec<_>>(), drawn.lowers)
    }

    /// The keys of the queues at both ends; the first is also the second's, unless that has its own.
    fn queues(&self, services: [Service; 2], drawn: QueuesDraft) -> String {
        let fits = |queue: &&DisciplineConfig| services.iter().all(|service| queue.check(service).is_empty());
        let fitting: Vec<_> = self.queues.iter().filter(fits).collect();
        pair(["queue", "reverse_queue"], &fitting, drawn.queues)
    }

    fn lines(&self, links: &[Link; 2], drawn: [Option<Index>; 2]) -> String {
        let fits = |line: &&LineConfig| links.iter().all(|link| line.check(link).is_empty());
        let fitting: Vec<_> = self.lines.iter().filter(fits).collect();
        pair(["line", "reverse_line"], &fitting, drawn)
    }
}

/// Two keys, each with its drawn value, if any.
fn pair(names: [&str; 2], fitting: &[&impl serde::Serialize], drawn: [Option<Index>; 2]) -> String {
    let written = names.iter().zip(drawn).filter(|_| !fitting.is_empty());
    let written =
        written.filter_map(|(name, index)| Some(format!("{name} = {}", inline(index?.get(fitting)))));
    joined(written.collect(), ", ")
}

impl PacketLinkDraft {
    /// The keys of the link, and its MTU in octets. Errors may be of the packets of a flow, if one is given.
    pub(super) fn written(&self, draft: &Draft, ends: [&str; 2], flow: Option<&str>) -> (String, u64) {
        let choices = &draft.choices;
        let framing = self.framing.get(&choices.framings);
        let is_raw = matches!(framing, FramingConfig::Raw(_));
        let is_large = is_raw && self.is_large;
        let kind = framing.name();
        let longest = if is_raw && !is_large { USUAL_MTU } else { framing.build().mtu().into() };
        let mtu = self.mtu.map_or(longest, |mtu| mtu.min(longest));
        let (rate, delay) = (self.rate.get(&choices.rates), self.delay.get(&draft.delays));
        let mut keys = vec![
            format!("ends = [\"{}\", \"{}\"], kind = \"{kind}\"", ends[0], ends[1]),
            format!("rate = \"{rate}\", delay = \"{delay}\""),
            if self.mtu.is_some() || is_large { format!("mtu = \"{mtu} bytes\"") } else { String::new() },
        ];
        let back = self.back.map(|(rate, delay)| (rate.get(&choices.rates), delay.get(&draft.delays)));
        let is_positive = |delay: &str| delay.parse::<Span>().is_ok_and(|delay| !delay.is_zero());
        let delays_are_positive = is_positive(delay) && back.is_none_or(|(_, delay)| is_positive(delay));
        keys.extend(
            back.map(|(rate, delay)| format!("reverse_rate = \"{rate}\", reverse_delay = \"{delay}\"")),
        );
        let mut table = toml::Table::try_from(framing).expect("a table");
        table.remove("framing");
        if !table.is_empty() {
            keys.push(format!("{kind} = {}", inline(&table)));
        }
        let rates = [rate, back.map_or(rate, |(rate, _)| rate)].map(|rate| rate.parse().expect("a rate"));
        let framing = framing.build();
        let mtu_octets = framing.queued_octets(mtu as u32);
        keys.push(choices.lines(&rates.map(|rate| Link { rate, framing: framing.clone() }), self.lines));
        let outages: Vec<_> = choices.outages.iter().collect();
        keys.push(pair(["outages", "reverse_outages"], &outages, self.outages));
        let errors = choices.errors_of(flow);
        keys.push(pair(
            ["packet_errors", "reverse_packet_errors"],
            &errors.iter().collect::<Vec<_>>(),
            self.errors,
        ));
        let jitters: Vec<_> = choices.jitters.iter().collect();
        keys.push(pair(["jitter", "reverse_jitter"], &jitters, self.jitters));
        keys.push(pair(
            ["duplicate_ratio", "reverse_duplicate_ratio"],
            &[&0.02, &0.3, &1.0],
            self.duplicates,
        ));
        let may_overtake = !self.keeps_order && delays_are_positive;
        keys.push(if may_overtake { "keeps_order = false".to_owned() } else { String::new() });
        let queues = choices.queues(rates.map(|rate| Service { rate, mtu_octets, salt: 0 }), self.queues);
        let needs_queue = is_large && !queues.starts_with("queue");
        keys.push(
            if needs_queue { "queue = { discipline = \"tail\", limit = \"unlimited\" }" } else { "" }
                .to_owned(),
        );
        keys.push(queues);
        keys.push(choices.lowers(self.queues));
        (joined(keys, ", "), mtu)
    }
}

/// An island's sections, as texts.
#[derive(Debug, Default)]
pub(super) struct Island {
    pub(super) nodes: String,
    pub(super) links: String,
    /// Lines of cells between two routers, with the keys of the queues in front of them.
    pub(super) lines: Vec<Line>,
    /// Between hosts of the island.
    pub(super) flows: Vec<([String; 2], FlowDraft)>,
    /// The shortest MTU of its links, in octets.
    pub(super) mtu: u64,
    /// The name of its first flow.
    first_flow: String,
}

/// A line of cells between two routers.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) routers: [String; 2],
    pub(super) link: LinkDraft,
    pub(super) vc: VcDraft,
    pub(super) queues: QueuesDraft,
}

impl IslandDraft {
    /// The sections of an island whose names begin with `prefix`.
    pub(super) fn written(&self, draft: &Draft, prefix: &str) -> Island {
        let first_flow = format!("{prefix}f0");
        let mut island = Island { mtu: LONGEST_PACKET, first_flow, ..Island::default() };
        let mut has_cells = vec![false; self.routers.len()];
        for (number, (_, _, before, joint)) in self.routers.iter().enumerate().skip(1) {
            let before = before.index(number);
            let ends = [before, number].map(|router| format!("{prefix}r{router}"));
            match &joint.cells {
                // A router has one line of cells.
                Some((link, vc)) if !has_cells[before] => {
                    (has_cells[before], has_cells[number]) = (true, true);
                    let (link, vc) = (link.clone(), vc.clone());
                    island.lines.push(Line { routers: ends, link, vc, queues: joint.queues });
                }
                _ => {
                    island.add_link(draft, &format!("{prefix}t{number}"), [&ends[0], &ends[1]], &joint.link);
                }
            }
        }
        // Between ways of equal cost over different connections nothing chooses.
        let more = if island.lines.is_empty() { 0 } else { 100 };
        for (number, (routers, link, costs)) in self.detours.iter().enumerate() {
            let [a, b] = routers.map(|router| router.index(self.routers.len()));
            if a != b {
                let ends = [a, b].map(|router| format!("{prefix}r{router}"));
                let name = format!("{prefix}d{number}");
                island.add_link_with(
                    draft,
                    &name,
                    [&ends[0], &ends[1]],
                    link,
                    &format!("cost = {}, reverse_cost = {}", costs[0] + more, costs[1] + more),
                );
            }
        }
        for (number, ((is_switch, keys, ..), has_cells)) in self.routers.iter().zip(has_cells).enumerate() {
            let keys = match *is_switch && !has_cells {
                true => "kind = \"switch\"".to_owned(),
                false => joined(vec!["kind = \"router\"".to_owned(), keys.clone()], ", "),
            };
            let _ = writeln!(island.nodes, "{prefix}r{number} = {{ {keys} }}");
        }
        for (number, (router, link, keys)) in self.hosts.iter().enumerate() {
            let (host, router) = (format!("{prefix}h{number}"), router.index(self.routers.len()));
            let keys = joined(vec!["kind = \"host\"".to_owned(), keys.clone()], ", ");
            let _ = writeln!(island.nodes, "{host} = {{ {keys} }}");
            let router = format!("{prefix}r{router}");
            let ends = if number % 2 == 0 { [&host, &router] } else { [&router, &host] };
            island.add_link(draft, &format!("{prefix}l{number}"), ends.map(String::as_str), link);
        }
        island.flows =
            self.flows.iter().map(|(ends, flow)| (self.ends(prefix, *ends), flow.clone())).collect();
        island
    }

    /// Two different hosts.
    fn ends(&self, prefix: &str, [from, to]: [Index; 2]) -> [String; 2] {
        let from = from.index(self.hosts.len());
        let other = to.index(self.hosts.len() - 1);
        let to = if other >= from { other + 1 } else { other };
        [from, to].map(|host| format!("{prefix}h{host}"))
    }
}

impl Island {
    fn add_link(&mut self, draft: &Draft, name: &str, ends: [&str; 2], link: &PacketLinkDraft) {
        self.add_link_with(draft, name, ends, link, "");
    }

    fn add_link_with(
        &mut self,
        draft: &Draft,
        name: &str,
        ends: [&str; 2],
        link: &PacketLinkDraft,
        more: &str,
    ) {
        let (keys, mtu) = link.written(draft, ends, Some(&self.first_flow));
        let _ = writeln!(self.links, "{name} = {{ {} }}", joined(vec![keys, more.to_owned()], ", "));
        self.mtu = self.mtu.min(mtu);
    }
}
