//! Packets of hosts over the network of a scenario, without devices: its queues distinguish flows by the headers.

use cellwise_path::{Path, Seed};
use cellwise_scenario::parse_toml;
use cellwise_units::Time;
use cellwise_wire::exchange::Exchange;
use cellwise_wire::path::PathLine;

const MTU: usize = 1500;
const UDP: u8 = 17;

/// A port at each end of links between nodes; those that are not hosts are routers.
fn network(top: &str, links: &[(&str, [&str; 2], String)]) -> Exchange<PathLine> {
    let mut text = format!("duration = \"1 s\"\n{top}\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n");
    if links.len() > 1 {
        text += "r.kind = \"router\"\nq.kind = \"router\"\n";
    }
    text += "[links]\n";
    text.extend(links.iter().map(|(name, ends, more)| {
        format!("{name} = {{ kind = \"raw\", ends = {ends:?}, delay = \"1 ms\", {more} }}\n")
    }));
    text += "[flows]\nf = { kind = \"outside\", from = \"a\", to = \"b\" }\n";
    let scenario = parse_toml(&text).and_then(|document| document.scenario());
    let scenario = scenario.unwrap_or_else(|issues| panic!("{issues:?}\n{text}"));
    let path = Path::new(&scenario, Seed(1)).unwrap_or_else(|error| panic!("{error}"));
    Exchange::new(PathLine::new(path), MTU, true)
}

fn line(discipline: &str) -> Exchange<PathLine> {
    let of_links = format!("rate = \"8 Mbit/s\", queue = {{ discipline = \"{discipline}\" }}");
    network("", &[("l", ["a", "b"], of_links)])
}

/// A datagram from a port.
fn packet(octets: u16, port: u16) -> Vec<u8> {
    let mut packet = vec![0; usize::from(octets)];
    packet[0] = 0x45;
    packet[2..4].copy_from_slice(&octets.to_be_bytes());
    packet[8] = 64;
    packet[9] = UDP;
    packet[12..20].copy_from_slice(&[10, 0, 0, 1, 10, 0, 0, 2]);
    packet[20..22].copy_from_slice(&port.to_be_bytes());
    packet
}

/// How many of ten long packets from one port come before a short one that is offered after them.
fn long_packets_before_a_short_one(discipline: &str, ports: [u16; 2]) -> usize {
    let mut exchange = line(discipline);
    for _ in 0..10 {
        exchange.admit(0, Time::from_ps(1), &packet(1500, ports[0])).unwrap();
    }
    exchange.admit(0, Time::from_ps(2), &packet(100, ports[1])).unwrap();
    let mut lengths = Vec::new();
    exchange.advance(Time::from_ps(100_000_000_000), |due| lengths.push(due.octets.len())).unwrap();
    assert_eq!(lengths.len(), 11);
    lengths.iter().position(|octets| *octets == 100).unwrap()
}

#[test]
fn a_packet_of_another_port_does_not_wait_behind_a_flow_that_fills_the_queue() {
    // The one that the line is sending, and one for the 14 octets that are left of the quantum.
    assert_eq!(long_packets_before_a_short_one("fq-codel", [5000, 53]), 2);
    assert_eq!(long_packets_before_a_short_one("fq-codel", [5000, 5000]), 10);
    assert_eq!(long_packets_before_a_short_one("tail", [5000, 53]), 10);
}

#[test]
fn real_flows_take_parallel_links() {
    let link = |name, ends, rate| (name, ends, format!("rate = \"{rate}\""));
    let links = [
        link("la", ["a", "r"], "100 Mbit/s"),
        link("t0", ["r", "q"], "1 Mbit/s"),
        link("t1", ["r", "q"], "1 Mbit/s"),
        link("lb", ["b", "q"], "100 Mbit/s"),
    ];
    // How many of a hundred packets from some ports come in 400 ms, in which each of the two links passes fifty.
    let come = |rule: &str, ports: u16| {
        let mut exchange = network(&format!("router.equal_cost = \"{rule}\""), &links);
        for number in 0..100 {
            exchange.admit(0, Time::from_ps(1), &packet(1000, 5000 + number % ports)).unwrap();
        }
        let mut count = 0;
        exchange.advance(Time::from_ps(400_000_000_000), |_| count += 1).unwrap();
        count
    };
    assert!((48..=50).contains(&come("first", 50)), "{}", come("first", 50));
    assert!((48..=50).contains(&come("hash", 1)), "{}", come("hash", 1));
    assert!(come("hash", 50) > 70, "{}", come("hash", 50));
}
