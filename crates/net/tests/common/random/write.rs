//! Writing a draft out as a scenario text.

use std::fmt::Write;

use super::draft::{Draft, FlowDraft, Kind, LinkDraft, VcDraft};
use super::path::{Trunk, path};

/// The sections of the graph while they are written.
#[derive(Default)]
struct Sections {
    nodes: String,
    links: String,
    vcs: String,
    flows: String,
    tcp_flows: usize,
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
        let _ = writeln!(sections.nodes, "h{number} = {{ {} }}", with("kind = \"host\"", &host.keys));
        write_link(
            draft,
            &mut sections,
            &format!("h{number}"),
            [&format!("h{number}"), &format!("sw{home}")],
            &host.link,
        );
    }
    for (number, vc) in draft.vcs.iter().enumerate() {
        write_vc(draft, &mut sections, &format!("v{number}"), &between_hosts(&trunks, &homes, vc), vc);
    }
    for (number, (link, vc)) in draft.pairs.iter().enumerate() {
        let [a, b] = ["a", "b"].map(|end| format!("{end}{number}"));
        let _ = writeln!(sections.nodes, "{a} = {{ kind = \"host\" }}\n{b} = {{ kind = \"host\" }}");
        write_link(draft, &mut sections, &format!("p{number}"), [&a, &b], link);
        write_vc(draft, &mut sections, &format!("w{number}"), &format!("\"{a}\", \"{b}\""), vc);
    }
    whole(draft, &sections)
}

fn whole(draft: &Draft, sections: &Sections) -> String {
    let mut text = format!("duration = \"{} us\"\n{}", draft.duration_us, draft.run);
    if let Some(permille) = draft.warmup_permille {
        let _ = writeln!(text, "warmup = \"{} us\"", draft.duration_us * permille / 1000);
    }
    let Sections { nodes, links, vcs, flows, tcp_flows } = sections;
    let _ =
        write!(text, "[tcp]\n{}\n[nodes]\n{nodes}[links]\n{links}[vcs]\n{vcs}[flows]\n{flows}", draft.tcp);
    let flow_probes = if *tcp_flows > 0 { draft.flow_probes.as_str() } else { "" };
    let _ = write!(text, "[probes]\n{}{flow_probes}", draft.port_probes);
    text
}

/// Two lists of members of an inline table, the second of which may be empty.
fn with(first: &str, second: &str) -> String {
    if second.is_empty() { first.to_owned() } else { format!("{first}, {second}") }
}

fn write_switches(draft: &Draft, sections: &mut Sections) -> Vec<Trunk> {
    let mut trunks = Vec::new();
    for (number, keys) in draft.switches.iter().enumerate() {
        let _ = writeln!(sections.nodes, "sw{number} = {{ {} }}", with("kind = \"switch\"", keys));
    }
    let count = draft.switches.len();
    let tree = (1..count).zip(&draft.tree).map(|(here, (parent, link))| ([here, parent.index(here)], link));
    let meshes = draft.meshes.iter().map(|(a, b, link)| ([a.index(count), b.index(count)], link));
    for (number, (ends, link)) in tree.chain(meshes).filter(|(ends, _)| ends[0] != ends[1]).enumerate() {
        let name = format!("t{number}");
        let names = ends.map(|switch| format!("sw{switch}"));
        write_link(draft, sections, &name, [&names[0], &names[1]], link);
        trunks.push(Trunk { name, ends });
    }
    trunks
}

fn write_link(draft: &Draft, sections: &mut Sections, name: &str, ends: [&str; 2], link: &LinkDraft) {
    let (rate, delay) = (link.rate.get(&draft.rates), link.delay.get(&draft.delays));
    let mut keys =
        format!("ends = [\"{}\", \"{}\"], rate = \"{rate}\", delay = \"{delay}\"", ends[0], ends[1]);
    if let Some((rate, delay)) = &link.back {
        let (rate, delay) = (rate.get(&draft.rates), delay.get(&draft.delays));
        let _ = write!(keys, ", reverse_rate = \"{rate}\", reverse_delay = \"{delay}\"");
    }
    let _ = writeln!(sections.links, "{name} = {{ {keys} }}");
}

/// The elements of a path between two different hosts.
fn between_hosts(trunks: &[Trunk], homes: &[usize], vc: &VcDraft) -> String {
    let from = vc.from.index(homes.len());
    let other = vc.to.index(homes.len() - 1);
    let to = if other >= from { other + 1 } else { other };
    let mut elements = format!("\"h{from}\"");
    for (switch, link) in path(trunks, homes[from], homes[to], vc.way) {
        let _ = write!(elements, ", \"sw{switch}.{link}\"");
    }
    let _ = write!(elements, ", \"sw{}\", \"h{to}\"", homes[to]);
    elements
}

fn write_vc(draft: &Draft, sections: &mut Sections, name: &str, path: &str, vc: &VcDraft) {
    let encapsulation = if vc.vc_mux { "vc-mux" } else { "llc-snap" };
    let mut keys = with(&format!("path = [{path}], encapsulation = \"{encapsulation}\""), &vc.keys);
    if vc.tight {
        let longest = vc.flows.iter().map(|flow| packet_bytes(&flow.kind)).max().unwrap_or(1);
        let _ = write!(keys, ", max_sdu = \"{} bytes\"", longest + if vc.vc_mux { 0 } else { 8 });
    }
    let _ = writeln!(sections.vcs, "{name} = {{ {keys} }}");
    let [first, last] = [path.split(", ").next(), path.split(", ").last()].map(Option::unwrap_or_default);
    for (number, flow) in vc.flows.iter().enumerate() {
        let from = if flow.reversed { last } else { first };
        sections.tcp_flows += usize::from(matches!(flow.kind, Kind::Tcp { .. }));
        let keys = flow_keys(draft, flow);
        let _ = writeln!(sections.flows, "{name}f{number} = {{ vc = \"{name}\", from = {from}, {keys} }}");
    }
}

/// The longest packet of a flow, with headers.
fn packet_bytes(kind: &Kind) -> u64 {
    match kind {
        Kind::Tcp { mss_bytes, .. } => mss_bytes + 40,
        Kind::Udp { payload_bytes, .. } => payload_bytes + 28,
    }
}

fn flow_keys(draft: &Draft, flow: &FlowDraft) -> String {
    let start = draft.duration_us * flow.start_permille / 1000;
    let mut keys = format!("start = \"{start} us\"");
    if let Some(later) = flow.stop_us {
        let _ = write!(keys, ", stop = \"{} us\"", start + later);
    }
    if let Some(size) = flow.size_bytes {
        let _ = write!(keys, ", size = \"{size} bytes\"");
    }
    let _ = match &flow.kind {
        Kind::Tcp { mss_bytes, window_bytes, keys: more } => {
            let sizes = format!("mss = \"{mss_bytes} bytes\", receive_window = \"{window_bytes} bytes\"");
            write!(keys, ", kind = \"tcp\", tcp = {{ {} }}", with(&sizes, more))
        }
        Kind::Udp { payload_bytes, rate } => {
            let udp = format!("payload = \"{payload_bytes} bytes\", rate = \"{rate}\"");
            write!(keys, ", kind = \"udp\", udp = {{ {udp} }}")
        }
    };
    keys
}
