//! Small networks as scenario texts.

use std::fmt::Write;

/// The settings of ATM Forum 96-1269: LLC/SNAP acknowledgments of two cells, no fast retransmit,
/// every segment acknowledged at once.
pub(crate) const GOYAL96_TCP: &str = r#"
[tcp]
variant = "no-fast-retransmit"
timer_tick = "100 ms"
delayed_ack = false
header_prediction = false
cwnd_unit = "segments"
cwnd_cap = "unlimited"
ssthresh_rule = "goyal96"
"#;

/// N sources of ATM Forum 96-1269, Figure 2, in its LAN unless `link_delay` says otherwise.
#[derive(Clone, Copy)]
pub(crate) struct NSource<'a> {
    pub(crate) sources: u32,
    pub(crate) link_delay: &'a str,
    pub(crate) duration: &'a str,
    pub(crate) buffer: &'a str,
    /// The members of the drop policy's table.
    pub(crate) drop: &'a str,
    /// Further sections.
    pub(crate) rest: &'a str,
}

impl Default for NSource<'_> {
    fn default() -> Self {
        Self {
            sources: 5,
            link_delay: "5 us",
            duration: "10 s",
            buffer: "unlimited",
            drop: "policy = \"tail\"",
            rest: GOYAL96_TCP,
        }
    }
}

impl NSource<'_> {
    /// The scenario.
    pub(crate) fn text(&self) -> String {
        let Self { sources, link_delay, duration, buffer, drop, rest } = self;
        format!(
            "duration = \"{duration}\"\n[topology]\ntemplate = \"n-source\"\nsources = {sources}\n\
             link_delay = \"{link_delay}\"\n[switch]\nbuffer = \"{buffer}\"\ndrop = {{ {drop} }}\n{rest}"
        )
    }
}

/// UDP sources at one switch that share the link to one destination. Each source is a VC of
/// its own; `flows` are the keys of each flow.
pub(crate) fn shared_port(settings: &str, source_rate: &str, shared_rate: &str, flows: &[String]) -> String {
    let mut text = format!("{settings}\n[nodes]\nsw = {{ kind = \"switch\" }}\nd = {{ kind = \"host\" }}\n");
    let mut links =
        format!("[links]\nd = {{ ends = [\"sw\", \"d\"], rate = \"{shared_rate}\", delay = \"0 s\" }}\n");
    let (mut vcs, mut entries) = ("[vcs]\n".to_owned(), "[flows]\n".to_owned());
    for (number, flow) in (1..).zip(flows) {
        let _ = writeln!(text, "s{number} = {{ kind = \"host\" }}");
        let link = format!("{{ ends = [\"s{number}\", \"sw\"], rate = \"{source_rate}\", delay = \"0 s\" }}");
        let _ = writeln!(links, "s{number} = {link}");
        let _ = writeln!(vcs, "v{number} = {{ path = [\"s{number}\", \"sw\", \"d\"] }}");
        let _ = writeln!(entries, "f{number} = {{ vc = \"v{number}\", {flow} }}");
    }
    text + &links + &vcs + &entries
}

/// Two hosts with one link between them.
pub(crate) fn two_hosts(settings: &str, rate: &str, delay: &str, flow: &str) -> String {
    format!(
        "{settings}\n[nodes]\na = {{ kind = \"host\" }}\nb = {{ kind = \"host\" }}\n\
         [links]\nl = {{ ends = [\"a\", \"b\"], rate = \"{rate}\", delay = \"{delay}\" }}\n\
         [vcs]\nv = {{ path = [\"a\", \"b\"] }}\n[flows]\nf = {{ vc = \"v\", {flow} }}\n"
    )
}

/// Hosts around one switch, on links without delay.
#[derive(Clone, Debug)]
pub(crate) struct Star<'a> {
    /// Sections and keys at the top.
    pub(crate) settings: &'a str,
    /// Names of the hosts, with the rates of their links.
    pub(crate) hosts: &'a [(&'a str, &'a str)],
    /// Flows, each on a connection of its own: from, to, keys of the connection, keys of the flow.
    pub(crate) flows: &'a [(&'a str, &'a str, &'a str, &'a str)],
}

impl Star<'_> {
    /// The scenario; connection `v1` carries flow `f1`, and so on.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("{}\n[nodes]\nsw = {{ kind = \"switch\" }}\n", self.settings);
        let (mut links, mut vcs, mut flows) =
            ("[links]\n".to_owned(), "[vcs]\n".to_owned(), "[flows]\n".to_owned());
        for (host, rate) in self.hosts {
            let _ = writeln!(text, "{host} = {{ kind = \"host\" }}");
            let _ = writeln!(
                links,
                "{host} = {{ ends = [\"{host}\", \"sw\"], rate = \"{rate}\", delay = \"0 s\" }}"
            );
        }
        for (number, (from, to, vc, flow)) in (1..).zip(self.flows) {
            let _ = writeln!(vcs, "v{number} = {{ path = [\"{from}\", \"sw\", \"{to}\"], {vc} }}");
            let _ = writeln!(flows, "f{number} = {{ vc = \"v{number}\", {flow} }}");
        }
        text + &links + &vcs + &flows
    }
}

/// Hosts on both sides of two routers, `r` and `q`, with a link of packets between, which is the `trunk`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dumbbell<'a> {
    /// Sections and keys at the top.
    pub(crate) settings: &'a str,
    /// Names of the hosts at `r` and at `q`, with the keys of their links, which have the same names.
    pub(crate) sides: [&'a [(&'a str, &'a str)]; 2],
    /// The keys of the trunk.
    pub(crate) trunk: &'a str,
    /// The flows, and further sections.
    pub(crate) flows: &'a str,
}

impl Dumbbell<'_> {
    /// The scenario.
    pub(crate) fn text(&self) -> String {
        let Self { settings, sides: [near, far], trunk, flows } = self;
        let mut nodes = "r.kind = \"router\"\nq.kind = \"router\"\n".to_owned();
        let mut links = String::new();
        let ends =
            |ends: [&str; 2], keys: &str| format!("{{ ends = [\"{}\", \"{}\"], {keys} }}", ends[0], ends[1]);
        for (host, keys) in *near {
            let _ = writeln!(nodes, "{host}.kind = \"host\"");
            let _ = writeln!(links, "{host} = {}", ends([host, "r"], keys));
        }
        let _ = writeln!(links, "trunk = {}", ends(["r", "q"], trunk));
        for (host, keys) in *far {
            let _ = writeln!(nodes, "{host}.kind = \"host\"");
            let _ = writeln!(links, "{host} = {}", ends(["q", host], keys));
        }
        format!("{settings}\n[nodes]\n{nodes}[links]\n{links}[flows]\n{flows}")
    }
}

/// Keys of a flow of bare cells at a constant rate.
pub(crate) fn cells_at(rate: &str) -> String {
    format!("kind = \"cells\", cells = {{ source = {{ pattern = \"constant\", rate = \"{rate}\" }} }}")
}
