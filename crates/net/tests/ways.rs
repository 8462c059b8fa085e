//! Packets take the way that was chosen for their flow, in both directions.

use cellwise_net::Outcome;

use crate::common::{count, run};

/// A ping between two hosts, over links of 1 and 2 ms or over links of 10 and 20 ms.
fn ring(more: &str, flow: &str) -> String {
    let link = |name: &str, ends: [&str; 2], delay: &str| {
        format!(
            "{name}.ends = {ends:?}\n{name}.kind = \"raw\"\n{name}.rate = \"1 Tbit/s\"\n{name}.delay = \"{delay}\"\n"
        )
    };
    let links = [
        link("a", ["a", "r1"], "0 s"),
        link("b", ["b", "r4"], "0 s"),
        link("u1", ["r1", "r2"], "1 ms"),
        link("u2", ["r2", "r4"], "2 ms"),
        link("v1", ["r1", "r3"], "10 ms"),
        link("v2", ["r3", "r4"], "20 ms"),
    ];
    let nodes = ["r1", "r2", "r3", "r4"].map(|name| format!("{name}.kind = \"router\"\n"));
    format!(
        "duration = \"1 s\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n{}[links]\n{}{more}\n[flows]\n\
         f = {{ kind = \"ping\", from = \"a\", to = \"b\", {flow} }}\n",
        nodes.concat(),
        links.concat()
    )
}

fn rtts_ms(text: &str) -> Vec<f64> {
    let outcome = run(text);
    // The last request has no reply yet.
    let answered = outcome.pings.reals("rtt_s").iter().filter(|rtt| !rtt.is_nan());
    answered.map(|rtt| rtt * 1e3).collect()
}

#[test]
fn a_round_trip_takes_the_delays_of_the_way_there_and_of_the_way_back() {
    for (more, flow, expected_ms) in [
        ("", "", 6.0),
        ("u1.cost = 2", "", 60.0),
        ("u1.reverse_cost = 2", "", 33.0),
        ("", "via = [\"r3\"]", 60.0),
        ("", "via = [\"r3\"], back_via = []", 33.0),
        ("", "back_via = [\"v1\"]", 33.0),
    ] {
        let rtts = rtts_ms(&ring(more, flow));
        assert!(!rtts.is_empty());
        assert!(rtts.iter().all(|rtt| (rtt - expected_ms).abs() < 1e-4), "{more} {flow}: {rtts:?}");
    }
}

#[test]
fn data_over_a_connection_are_acknowledged_over_a_packet_link() {
    let text = |flow: &str| {
        format!(
            "duration = \"2 s\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\nr.kind = \"router\"\nq.kind = \"router\"\n\
             [links]\n\
             la = {{ ends = [\"a\", \"r\"], kind = \"raw\", rate = \"1 Gbit/s\", delay = \"0 s\" }}\n\
             lb = {{ ends = [\"b\", \"q\"], kind = \"raw\", rate = \"1 Gbit/s\", delay = \"0 s\" }}\n\
             line = {{ ends = [\"r\", \"q\"], rate = \"10 Mbit/s\", delay = \"1 ms\" }}\n\
             side = {{ ends = [\"r\", \"q\"], kind = \"raw\", rate = \"1 Gbit/s\", delay = \"30 ms\" }}\n\
             [vcs]\nv = {{ path = [\"r\", \"q\"] }}\n\
             [flows]\nf = {{ from = \"a\", to = \"b\", size = \"1 MB\", {flow} }}\n"
        )
    };
    let packets = |outcome: &Outcome, port: &str| count(&outcome.packet_ports, port, "sent_packets");
    let outcome = run(&text("via = [\"v\"], back_via = [\"side\"]"));
    assert_eq!(packets(&outcome, "r.side"), 0);
    assert!(packets(&outcome, "q.side") > 300);
    assert!(count(&outcome.ports, "r.line", "transmitted_cells") > 20_000);
    assert_eq!(count(&outcome.ports, "q.line", "transmitted_cells"), 0);
    assert_eq!(count(&outcome.flows, "f", "delivered_bytes"), 1_000_000);
    let other = run(&text("via = [\"side\"], back_via = [\"v\"]"));
    assert_eq!(packets(&other, "q.side"), 0);
    assert_eq!(count(&other.ports, "r.line", "transmitted_cells"), 0);
    assert_eq!(count(&other.flows, "f", "delivered_bytes"), 1_000_000);
}
