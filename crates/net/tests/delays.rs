//! Delays of packets: each flow has its own, even where several share a virtual connection, and a connection
//! has those of all its flows.
//!
//! `PROPTEST_CASES` overrides the number of networks.

use cellwise_net::Outcome;
use cellwise_scenario::{FlowIndex, Network, Records};
use proptest::prelude::*;

use crate::common::random::scenario;
use crate::common::{cases, differences, network, real, run, run_network};

/// The columns of delays that are kept to the picosecond.
const EXACT: [&str; 3] = ["delay_min_s", "delay_mean_s", "delay_max_s"];

/// Flows on one connection over a link of 1 ms, where a cell takes 10 us: `f1` and so on, by their keys.
fn on_one_connection(flows: &[&str]) -> String {
    let mut text = "duration = \"100 ms\"\n\
        nodes = { a = { kind = \"host\" }, b = { kind = \"host\" } }\n\
        links.l = { ends = [\"a\", \"b\"], rate = \"42.4 Mbit/s\", delay = \"1 ms\" }\n\
        vcs.v = { path = [\"a\", \"b\"] }\nprobes.delays = { flow = \"*\" }\n[flows]\n"
        .to_owned();
    for (number, keys) in (1..).zip(flows) {
        text += &format!("f{number} = {{ vc = \"v\", {keys} }}\n");
    }
    text
}

/// Packets of a flow that are counted among its delays.
fn packets(outcome: &Outcome, flow: &str) -> u64 {
    classes(outcome, &[flow]).last().map_or(0, |(_, packets)| *packets)
}

#[test]
fn flows_of_one_connection_have_delays_of_their_own() {
    let outcome = run(&on_one_connection(&[
        "kind = \"udp\", udp = { payload = \"100 bytes\", rate = \"1 Mbit/s\" }",
        "kind = \"udp\", udp = { payload = \"512 bytes\", rate = \"5.12 Mbit/s\" }, start = \"400 us\"",
        "kind = \"udp\", udp = { payload = \"200 bytes\", rate = \"1 Mbit/s\" }, from = \"b\"",
    ]));
    // Data, 28 octets of headers, 8 of encapsulation and 8 of trailer, in cells of 48: 3, 12 and 6.
    for (flow, us) in [("f1", 1030), ("f2", 1120), ("f3", 1060)] {
        for column in EXACT {
            let found = real(&outcome.flows, flow, column);
            assert!((found - f64::from(us) / 1e6).abs() < 1e-15, "{column} of {flow}: {found}");
        }
    }
    // One of each in 800 us, but those that are under way at the end.
    assert_eq!(["f1", "f2"].map(|flow| packets(&outcome, flow)), [124, 124]);
    let of_vc = |row: usize| EXACT.map(|column| outcome.vcs.reals(column)[row]);
    let [min, mean, max] = of_vc(0);
    assert_eq!((min, max), (1030e-6, 1120e-6), "of the datagrams that go forward");
    assert!((mean - 1075e-6).abs() < 1e-12, "{mean}");
    assert!(of_vc(1).iter().all(|back| (back - 1060e-6).abs() < 1e-15), "and of those that come back");
}

#[test]
fn acknowledgments_count_among_no_delays() {
    // On each circuit go data of one flow and acknowledgments of the other.
    let text = on_one_connection(&["size = \"20000 bytes\"", "size = \"30000 bytes\", from = \"b\""]);
    let outcome = run(&format!("tcp.delayed_ack = false\n{text}"));
    for (row, flow) in outcome.flows.texts("flow").iter().enumerate() {
        assert_eq!(packets(&outcome, flow), outcome.flows.counts("segments_received")[row], "{flow}");
        assert!(packets(&outcome, flow) > 20, "{flow}");
    }
}

/// The network with the delays of all flows recorded.
fn recorded(network: Network) -> Network {
    let delays = (0..network.flows.len()).map(FlowIndex).collect();
    Network { records: Records { delays, ..Records::default() }, ..network }
}

/// Classes of delays (s) of some flows together: the end of each, and how many packets up to there.
fn classes(outcome: &Outcome, flows: &[&str]) -> Vec<(f64, u64)> {
    let delays = outcome.delays.as_ref().expect("delays are recorded");
    let rows = delays.texts("flow").iter().zip(delays.reals("to_s")).zip(delays.counts("packets"));
    let mut found: Vec<(f64, u64)> = rows
        .filter(|((flow, _), _)| flows.contains(flow))
        .map(|((_, to_s), packets)| (*to_s, *packets))
        .collect();
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut until = 0;
    for (_, packets) in &mut found {
        until += *packets;
        *packets = until;
    }
    found
}

/// The directions of connections whose delays are not those of all their flows together.
fn unlike_their_flows(network: &Network, outcome: &Outcome) -> Vec<String> {
    let mut found = Vec::new();
    for row in 0..outcome.vcs.texts("vc").len() {
        let is_here = |(flow, _): &(usize, &str)| {
            let flow = &network.flows[*flow];
            flow.vc().is_some_and(|(vc, reversed)| 2 * vc.get() + usize::from(reversed) == row)
        };
        let flows: Vec<_> = outcome.flows.texts("flow").iter().enumerate().filter(is_here).collect();
        let names: Vec<&str> = flows.iter().map(|(_, name)| *name).collect();
        let of_flows = |column: &str| {
            let values = flows.iter().map(|(flow, _)| outcome.flows.reals(column)[*flow]);
            values.filter(|value| !value.is_nan()).collect::<Vec<_>>()
        };
        let own = |column: &str| outcome.vcs.reals(column)[row];
        let classes = classes(outcome, &names);
        let Some((_, packets)) = classes.last() else {
            if ["delay_min_s", "delay_p50_s"].iter().any(|column| !own(column).is_nan()) {
                found.push(format!("row {row}: a delay and no packet"));
            }
            continue;
        };
        let least = of_flows("delay_min_s").into_iter().fold(f64::INFINITY, f64::min);
        let most = of_flows("delay_max_s").into_iter().fold(0.0, f64::max);
        if (own("delay_min_s"), own("delay_max_s")) != (least, most) {
            found.push(format!("row {row}: extremes"));
        }
        let means = flows.iter().filter_map(|(flow, name)| {
            let packets = self::classes(outcome, &[*name]).last()?.1;
            Some(outcome.flows.reals("delay_mean_s")[*flow] * packets as f64)
        });
        let mean = means.sum::<f64>() / *packets as f64;
        if (own("delay_mean_s") - mean).abs() > 1e-9 * mean {
            found.push(format!("row {row}: mean {} {mean}", own("delay_mean_s")));
        }
        for (column, q) in [("delay_p50_s", 0.5), ("delay_p95_s", 0.95), ("delay_p99_s", 0.99)] {
            let wanted = ((q * *packets as f64).ceil() as u64).max(1);
            let (to_s, _) = classes.iter().find(|(_, until)| *until >= wanted).expect("the last has all");
            // The largest whole number of nanoseconds of the class, but nothing beyond the extremes.
            let wanted_s = (to_s - 1e-9).max(own("delay_min_s")).min(own("delay_max_s"));
            if (own(column) - wanted_s).abs() > 1e-12 {
                found.push(format!("row {row}: {column} {} {wanted_s}", own(column)));
            }
        }
    }
    found
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn a_connection_has_the_delays_of_all_its_flows(scenario in scenario(4_000)) {
        let network = recorded(network(&scenario.0));
        let outcome = run_network(network.clone());
        prop_assert_eq!(unlike_their_flows(&network, &outcome), Vec::<String>::new());
        let reference = run_network(Network { reference: true, ..network });
        prop_assert_eq!(differences(&outcome, &reference).join("\n"), "");
    }
}
