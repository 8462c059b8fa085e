//! Writing a draft out as a scenario text.

use std::fmt::Write;

use cellwise_atm::Category;
use cellwise_atm::traffic::{CellSourceConfig, Unit};
use cellwise_units::BitRate;

use super::devices::RouterDraft;
use super::draft::{Draft, FlowDraft, HostDraft, Kind, LinkDraft, Pace, VcDraft};
use super::keys::{HALF, RATE, inline};
use super::packets::{Island, LONGEST_PACKET, Line, QueuesDraft};
use super::path::{Trunk, path};

/// The sections of the graph while they are written.
#[derive(Default)]
struct Sections {
    nodes: String,
    links: String,
    vcs: String,
    flows: String,
}

/// The scenario of a draft.
pub(super) fn text(draft: &Draft) -> String {
    let mut sections = Sections::default();
    let trunks = write_switches(draft, &mut sections);
    let mut homes: Vec<usize> =
        draft.hosts.iter().map(|host| host.switch.index(draft.switches.len())).collect();
    // Probes name the port between these two.
    homes[0] = 0;
    for (number, (host, home)) in draft.hosts.iter().zip(&homes).enumerate() {
        write_end(draft, &mut sections, (number, host), *home);
    }
    for (number, vc) in draft.vcs.iter().enumerate() {
        write_vc(draft, &mut sections, &format!("v{number}"), &between_ends(draft, &trunks, &homes, vc), vc);
    }
    for (number, (link, vc, queues)) in draft.pairs.iter().enumerate() {
        let [a, b] = ["a", "b"].map(|end| format!("{end}{number}"));
        let _ = writeln!(sections.nodes, "{a} = {{ kind = \"host\" }}\n{b} = {{ kind = \"host\" }}");
        let queues = if vc.is_plain() { *queues } else { QueuesDraft::default() };
        write_link(draft, &mut sections, &format!("p{number}"), [&a, &b], (link, queues));
        let way = Way { path: format!("\"{a}\", \"{b}\""), ends: [vec![a], vec![b]], mtu: LONGEST_PACKET };
        write_vc(draft, &mut sections, &format!("w{number}"), &way, vc);
    }
    for (number, island) in draft.islands.iter().enumerate().filter(|_| !draft.plain) {
        let prefix = format!("i{number}");
        write_island(draft, &mut sections, &prefix, island.written(draft, &prefix));
    }
    whole(draft, &sections)
}

fn whole(draft: &Draft, sections: &Sections) -> String {
    let mut text = format!("duration = \"{} us\"\n{}", draft.duration_us, draft.run);
    if let Some(permille) = draft.warmup_permille {
        let _ = writeln!(text, "warmup = \"{} us\"", draft.duration_us * permille / 1000);
    }
    if draft.noisy {
        text.push_str("switch.backward_rm = \"queued\"\n");
    }
    let Sections { nodes, links, vcs, flows } = sections;
    let _ =
        write!(text, "[tcp]\n{}\n[nodes]\n{nodes}[links]\n{links}[vcs]\n{vcs}[flows]\n{flows}", draft.tcp);
    if !draft.plain {
        text.push_str(&draft.choices.sections());
    }
    let _ = write!(text, "[probes]\n{}", draft.probes);
    text
}

/// A network without switches; its flows find their way.
fn write_island(draft: &Draft, sections: &mut Sections, prefix: &str, island: Island) {
    sections.nodes.push_str(&island.nodes);
    sections.links.push_str(&island.links);
    for (number, Line { routers: [a, b], link, vc, queues }) in island.lines.into_iter().enumerate() {
        // Its flows are those between the hosts behind it.
        let vc = VcDraft { flows: Vec::new(), tight: false, bare: None, ..vc };
        let queues = if vc.is_plain() { queues } else { QueuesDraft::default() };
        write_link(draft, sections, &format!("{prefix}c{number}"), [&a, &b], (&link, queues));
        let way = Way { path: format!("\"{a}\", \"{b}\""), ends: [vec![], vec![]], mtu: LONGEST_PACKET };
        write_vc(draft, sections, &format!("{prefix}v{number}"), &way, &vc);
    }
    for (number, ([from, to], flow)) in island.flows.iter().enumerate() {
        let keys = flow_keys(draft, &flow.fitted(island.mtu));
        let ends = format!("from = \"{from}\", to = \"{to}\"");
        let _ = writeln!(sections.flows, "{prefix}f{number} = {{ {ends}, {keys} }}");
        write_back(draft, sections, &format!("{prefix}f{number}"), flow);
    }
}

/// Two lists of members of an inline table, the second of which may be empty.
fn with(first: &str, second: &str) -> String {
    if second.is_empty() { first.to_owned() } else { format!("{first}, {second}") }
}

fn write_switches(draft: &Draft, sections: &mut Sections) -> Vec<Trunk> {
    let mut trunks = Vec::new();
    for (number, (queues, parts)) in draft.switches.iter().enumerate() {
        let parts = if draft.noisy { &parts.replace("\"unqueued\"", "\"queued\"") } else { parts };
        let keys = if draft.plain { queues.clone() } else { with(queues, parts) };
        let _ = writeln!(sections.nodes, "sw{number} = {{ {} }}", with("kind = \"switch\"", &keys));
    }
    let count = draft.switches.len();
    let tree = (1..count).zip(&draft.tree).map(|(here, (parent, link))| ([here, parent.index(here)], link));
    let meshes = draft.meshes.iter().map(|(a, b, link)| ([a.index(count), b.index(count)], link));
    for (number, (ends, link)) in tree.chain(meshes).filter(|(ends, _)| ends[0] != ends[1]).enumerate() {
        let name = format!("t{number}");
        let names = ends.map(|switch| format!("sw{switch}"));
        write_link(draft, sections, &name, [&names[0], &names[1]], (link, QueuesDraft::default()));
        trunks.push(Trunk { name, ends });
    }
    trunks
}

fn write_link(
    draft: &Draft,
    sections: &mut Sections,
    name: &str,
    ends: [&str; 2],
    (link, queues): (&LinkDraft, QueuesDraft),
) {
    let (rate, delay) = (link.rate.get(&draft.rates), link.delay.get(&draft.delays));
    let mut keys =
        format!("ends = [\"{}\", \"{}\"], rate = \"{rate}\", delay = \"{delay}\"", ends[0], ends[1]);
    let mut rates = [rate; 2];
    if let Some((rate, delay)) = &link.back {
        let (rate, delay) = (rate.get(&draft.rates), delay.get(&draft.delays));
        let _ = write!(keys, ", reverse_rate = \"{rate}\", reverse_delay = \"{delay}\"");
        rates[1] = rate;
    }
    let rates = rates.map(|rate| rate.parse().expect("a rate"));
    keys = with(&keys, &draft.choices.queues_of_cells(rates, queues));
    let keys = if draft.noisy { with(&keys, &link.errors) } else { keys };
    let _ = writeln!(sections.links, "{name} = {{ {keys} }}");
}

/// A host, or a router with the hosts on its LANs, and the link to its switch.
fn write_end(draft: &Draft, sections: &mut Sections, (number, host): (usize, &HostDraft), home: usize) {
    let name = end_name(draft, number);
    let adapter = if draft.plain { "" } else { &host.adapter };
    let (kind, keys) = match router_at(draft, number) {
        Some(router) => ("router", &router.keys),
        None => ("host", &host.keys),
    };
    let keys = with(&with(&format!("kind = \"{kind}\""), keys), adapter);
    let _ = writeln!(sections.nodes, "{name} = {{ {keys} }}");
    let is_plain = draft.vcs.iter().filter(|vc| ends_of(draft, vc).contains(&number)).all(VcDraft::is_plain);
    let queues = if is_plain { host.queues } else { QueuesDraft::default() };
    write_link(draft, sections, &format!("h{number}"), [&name, &format!("sw{home}")], (&host.link, queues));
    let lans = router_at(draft, number).into_iter().flat_map(|router| &router.lans);
    for (lan, host) in lans.zip(lan_hosts(draft, number)) {
        let _ = writeln!(sections.nodes, "{host} = {{ {} }}", with("kind = \"host\"", &lan.keys));
        let mut router = name.clone();
        if let Some(between) = &lan.between {
            router = format!("{host}r");
            let _ = writeln!(sections.nodes, "{router} = {{ kind = \"{}\" }}", lan.kind);
            let _ = writeln!(
                sections.links,
                "{router} = {{ {} }}",
                between.written(draft, [&name, &router], None).0
            );
        }
        let _ =
            writeln!(sections.links, "{host} = {{ {} }}", lan.link.written(draft, [&host, &router], None).0);
    }
}

/// The router instead of a host, if there is one. Probes name the first host.
fn router_at(draft: &Draft, number: usize) -> Option<&RouterDraft> {
    draft.hosts[number].router.as_ref().filter(|_| number > 0 && !draft.plain)
}

fn end_name(draft: &Draft, number: usize) -> String {
    let letter = if router_at(draft, number).is_some() { 'r' } else { 'h' };
    format!("{letter}{number}")
}

/// The hosts at an end of a connection: on the LANs of a router, or the end itself.
fn lan_hosts(draft: &Draft, number: usize) -> Vec<String> {
    match router_at(draft, number) {
        Some(router) => (0..router.lans.len()).map(|lan| format!("h{number}x{lan}")).collect(),
        None => vec![format!("h{number}")],
    }
}

/// A path, and the hosts at its ends.
struct Way {
    path: String,
    ends: [Vec<String>; 2],
    /// The longest packet that all hosts at its ends can send and take, in octets.
    mtu: u64,
}

/// The shortest MTU behind an end.
fn mtu_behind(draft: &Draft, number: usize) -> u64 {
    let lans = router_at(draft, number).into_iter().flat_map(|router| &router.lans);
    let links = lans.flat_map(|lan| [Some(&lan.link), lan.between.as_ref()]).flatten();
    links
        .map(|link| link.written(draft, ["", ""], None).1)
        .min()
        .unwrap_or(LONGEST_PACKET)
        .min(LONGEST_PACKET)
}

/// The numbers of the two different hosts or routers at the ends of a connection.
fn ends_of(draft: &Draft, vc: &VcDraft) -> [usize; 2] {
    let count = draft.hosts.len();
    let from = vc.from.index(count);
    let other = vc.to.index(count - 1);
    [from, if other >= from { other + 1 } else { other }]
}

/// A path between two different hosts or routers.
fn between_ends(draft: &Draft, trunks: &[Trunk], homes: &[usize], vc: &VcDraft) -> Way {
    let [from, to] = ends_of(draft, vc);
    let mut elements = format!("\"{}\"", end_name(draft, from));
    for (switch, link) in path(trunks, homes[from], homes[to], vc.way) {
        let _ = write!(elements, ", \"sw{switch}.{link}\"");
    }
    let _ = write!(elements, ", \"sw{}\", \"{}\"", homes[to], end_name(draft, to));
    let mtu = mtu_behind(draft, from).min(mtu_behind(draft, to));
    Way { path: elements, ends: [lan_hosts(draft, from), lan_hosts(draft, to)], mtu }
}

fn write_vc(draft: &Draft, sections: &mut Sections, name: &str, way: &Way, vc: &VcDraft) {
    let encapsulation = if vc.vc_mux { "vc-mux" } else { "llc-snap" };
    let mut keys = with(&format!("path = [{}], encapsulation = \"{encapsulation}\"", way.path), &vc.keys);
    if vc.tight {
        let packets = vc.flows.iter().map(|flow| packet_bytes(&flow.fitted(way.mtu).kind));
        let longest = packets.max().unwrap_or(1);
        let _ = write!(keys, ", max_sdu = \"{} bytes\"", longest + if vc.vc_mux { 0 } else { 8 });
    }
    let passes_router = way.path.contains("\"r");
    let bare = vc.bare.as_ref().filter(|_| !draft.plain && !passes_router);
    let category = vc.category;
    let contract = vc.contract.as_ref().filter(|_| !draft.plain && category != Category::Abr);
    let (category, contract) = match contract {
        Some(contract) => contract.written(category, least_rate_bps(draft)),
        None => (category, String::new()),
    };
    keys = with(&keys, &contract);
    if !draft.plain {
        let _ = write!(keys, ", category = \"{category}\", weight = {}", vc.weight);
        if category == Category::Abr {
            let least = least_rate_bps(draft);
            let promised = draft.vcs.len() + draft.pairs.len();
            let _ = write!(keys, ", abr = {{ {} }}", vc.abr.written(least / promised as u64, least));
        }
    }
    let _ = writeln!(sections.vcs, "{name} = {{ {keys} }}");
    match bare {
        Some(sources) => write_cells(draft, sections, name, way, (vc, sources)),
        None => write_flows(draft, sections, name, way, vc),
    }
}

/// The rate of the slowest link.
fn least_rate_bps(draft: &Draft) -> u64 {
    let rates = draft.rates.iter().map(|rate| rate.parse::<BitRate>().expect("a rate").get());
    rates.min().unwrap_or(0)
}

fn write_flows(draft: &Draft, sections: &mut Sections, name: &str, way: &Way, vc: &VcDraft) {
    for (number, flow) in vc.flows.iter().enumerate() {
        let (from, to) = (usize::from(flow.reversed), usize::from(!flow.reversed));
        let ends = [flow.hosts[0].get(&way.ends[from]), flow.hosts[1].get(&way.ends[to])];
        let ends = format!("from = \"{}\", to = \"{}\"", ends[0], ends[1]);
        let keys = flow_keys(draft, &flow.fitted(way.mtu));
        let _ = writeln!(sections.flows, "{name}f{number} = {{ vc = \"{name}\", {ends}, {keys} }}");
        write_back(draft, sections, &format!("{name}f{number}"), flow);
    }
}

/// The flow that shares the connection of one that was written, if there is one.
fn write_back(draft: &Draft, sections: &mut Sections, first: &str, flow: &FlowDraft) {
    let (Some(back), Kind::Tcp { keys, .. }) = (&flow.back, &flow.kind) else { return };
    // Marks on acknowledgments are for those that go alone.
    let counts = |text: &str| text.contains("ack_congestion_control = true");
    let is_given = keys.contains("ack_congestion_control");
    if counts(keys) || (!is_given && counts(&draft.tcp)) {
        return;
    }
    let start = draft.duration_us * back.start_permille / 1000;
    let mut text = format!("connection = \"{first}\", kind = \"tcp\", start = \"{start} us\"");
    if let Some(later) = back.stop_us {
        let _ = write!(text, ", stop = \"{} us\"", start + later);
    }
    if let Some(size) = back.size_bytes {
        let _ = write!(text, ", size = \"{size} bytes\"");
    }
    let _ = writeln!(sections.flows, "{first}b = {{ {text}, tcp = {{ {} }} }}", back.keys);
}

/// Sources of bare cells, which start and stop as the frames' flows would.
fn write_cells(
    draft: &Draft,
    sections: &mut Sections,
    name: &str,
    way: &Way,
    (vc, sources): (&VcDraft, &[CellSourceConfig]),
) {
    // Only an adapter holds back what is greedy.
    let is_held = |source: &&CellSourceConfig| {
        vc.category == Category::Abr || source.mean_per_s(Unit::CELL).is_finite()
    };
    for (number, (source, flow)) in sources.iter().filter(is_held).zip(vc.flows.iter().cycle()).enumerate() {
        let from = &way.ends[usize::from(flow.reversed)][0];
        let source = inline(source);
        let keys = format!("kind = \"cells\", {}, cells = {{ source = {source} }}", times(draft, flow));
        let _ =
            writeln!(sections.flows, "{name}f{number} = {{ vc = \"{name}\", from = \"{from}\", {keys} }}");
    }
}

/// The longest packet of a flow, with headers.
fn packet_bytes(kind: &Kind) -> u64 {
    match kind {
        Kind::Tcp { mss_bytes, .. } | Kind::Web { mss_bytes, .. } => mss_bytes + 40,
        Kind::Udp { payload_bytes, .. } | Kind::Ping { payload_bytes, .. } => payload_bytes + 28,
    }
}

fn times(draft: &Draft, flow: &FlowDraft) -> String {
    let start = draft.duration_us * flow.start_permille / 1000;
    let stop = flow.stop_us.map(|later| format!(", stop = \"{} us\"", start + later));
    format!("start = \"{start} us\"{}", stop.unwrap_or_default())
}

fn flow_keys(draft: &Draft, flow: &FlowDraft) -> String {
    let mut keys = with(&times(draft, flow), &flow.dscp);
    if let Some(size) = flow.size_bytes
        && !matches!(flow.kind, Kind::Web { .. } | Kind::Ping { .. })
    {
        let _ = write!(keys, ", size = \"{size} bytes\"");
    }
    let _ = match &flow.kind {
        Kind::Tcp { mss_bytes, window_bytes, keys: more } => {
            let sizes = format!("mss = \"{mss_bytes} bytes\", receive_window = \"{window_bytes} bytes\"");
            write!(keys, ", kind = \"tcp\", tcp = {{ {} }}", with(&sizes, more))
        }
        Kind::Web { mss_bytes, window_bytes, tcp, web } => {
            let sizes = format!("mss = \"{mss_bytes} bytes\", receive_window = \"{window_bytes} bytes\"");
            write!(keys, ", kind = \"web\", tcp = {{ {} }}, web = {{ {web} }}", with(&sizes, tcp))
        }
        Kind::Ping { payload_bytes, keys: more } => {
            write!(keys, ", kind = \"ping\", ping = {{ payload = \"{payload_bytes} bytes\", {more} }}")
        }
        Kind::Udp { payload_bytes, pace, socket_packets } => {
            let socket = payload_bytes * socket_packets;
            let pace = match pace {
                Pace::Line => "rate = \"line\"".to_owned(),
                Pace::BitsPerSecond(bps) => format!("rate = \"{bps} bit/s\""),
                Pace::Gaps(key) => key.clone(),
                Pace::Pattern(key, per_second) => {
                    let rate = format!("{} bit/s", 8 * payload_bytes * per_second);
                    let half = format!("{} bytes", payload_bytes.div_ceil(2));
                    key.replace(RATE, &rate).replace(HALF, &half)
                }
            };
            let udp =
                format!("payload = \"{payload_bytes} bytes\", {pace}, socket_buffer = \"{socket} bytes\"");
            write!(keys, ", kind = \"udp\", udp = {{ {udp} }}")
        }
    };
    keys
}
