//! Web flows: whose settings they have, and what is refused.

use cellwise_apps::Distribution;
use cellwise_apps::web::{Connections, Preset};
use cellwise_scenario::{FlowKind, Network, parse_toml, resolve, to_toml};

use crate::common::{assert_only, issues};

const NETWORK: &str = r#"
duration = "10 s"
tcp.mss = "1000 bytes"
web = { preset = "mah", parallel_connections = 2 }
[nodes]
server = { kind = "host" }
client = { kind = "host" }
[links]
l = { ends = ["server", "client"], rate = "10 Mbit/s", delay = "1 ms" }
[vcs]
v = { path = ["server", "client"] }
[flows]
"#;

fn with_flow(keys: &str) -> String {
    format!("{NETWORK}w = {{ vc = \"v\", kind = \"web\", {keys} }}\n")
}

fn network(text: &str) -> Network {
    let scenario = parse_toml(text).unwrap().scenario().unwrap();
    resolve(&scenario).unwrap()
}

#[test]
fn a_web_flow_has_the_settings_of_both_sections_with_its_own_over_them() {
    let keys = "web = { connections = \"persistent\", think_time_s = { distribution = \"exponential\", mean = 5 } }, \
                tcp = { nagle = false }, start = \"1 s\"";
    let network = network(&with_flow(keys));
    let FlowKind::Web { web, settings } = &network.flows[0].kind else { panic!("{:?}", network.flows) };
    assert_eq!((web.preset, web.connections, web.slots()), (Preset::Mah, Connections::Persistent, 2));
    assert_eq!(web.laws().think_time_s, Distribution::Exponential { mean: 5.0 });
    assert_eq!((settings.mss.get(), settings.nagle), (1000, false));
    let [server, client] = network.flows[0].hosts.map(|host| &network.nodes[host.get()].name);
    assert_eq!((server.as_str(), client.as_str()), ("server", "client"));
}

#[test]
fn what_is_expanded_and_written_out_is_the_same_network() {
    let keys =
        "web = { main_object_octets = { distribution = \"pareto\", scale = 1000, shape = 1.1, most = 1e6 } }";
    let scenario = parse_toml(&with_flow(keys)).unwrap().scenario().unwrap();
    let written = to_toml(&cellwise_scenario::expand(&scenario));
    assert_eq!(network(&written), resolve(&scenario).unwrap(), "{written}");
}

#[test]
fn templates_name_their_web_flows_by_the_kind() {
    let text = "topology = { template = \"n-source\", sources = 2 }\nflow.kind = \"web\"\n";
    let names: Vec<String> = network(text).flows.iter().map(|flow| flow.name.clone()).collect();
    assert_eq!(names, ["web1", "web2"]);
}

#[test]
fn what_makes_no_sense_is_refused_once_at_its_key() {
    let cases = [
        ("web = { parallel_connections = 65 }", "flows.w.web.parallel_connections", "from 1 to 64"),
        (
            "web = { embedded_objects = { distribution = \"pareto\", scale = 1, shape = 0 } }",
            "flows.w.web.embedded_objects.shape",
            "from 0.05",
        ),
        ("size = \"5 kB\"", "flows.w.size", "give stop"),
        ("udp = { payload = \"5 bytes\" }", "flows.w.udp", "kind \"udp\""),
        ("tcp = { mss = \"0 bytes\" }", "flows.w.tcp.mss", ""),
        ("web = { conections = \"persistent\" }", "flows.w.web.conections", "did you mean \"connections\""),
    ];
    for (keys, path, rule) in cases {
        assert_only(&with_flow(keys), path, rule);
    }
    let tcp_with_pages = format!("{NETWORK}w = {{ vc = \"v\", web = {{ preset = \"simple\" }} }}\n");
    assert_only(&tcp_with_pages, "flows.w.web", "kind \"web\"");
    let section = NETWORK.replace("parallel_connections = 2", "parallel_connections = 0");
    assert_only(&section, "web.parallel_connections", "from 1 to 64");
    assert_eq!(issues(&with_flow("stop = \"5 s\"")), []);
}
