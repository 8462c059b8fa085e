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

/// N sources of ATM Forum 96-1269, Figure 2; `rest` may add further sections.
pub(crate) fn n_source(sources: u32, duration: &str, buffer: &str, drop: &str, rest: &str) -> String {
    format!(
        "duration = \"{duration}\"\n[topology]\ntemplate = \"n-source\"\nsources = {sources}\n\
         [switch]\nbuffer = \"{buffer}\"\ndrop = {drop}\n{rest}"
    )
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
