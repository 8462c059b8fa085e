//! Packets of hosts over the network of a scenario, without devices: its queues distinguish flows by the headers.

use cellwise_path::{Path, Seed};
use cellwise_scenario::parse_toml;
use cellwise_units::Time;
use cellwise_wire::exchange::Exchange;
use cellwise_wire::path::PathLine;

const MTU: usize = 1500;
const UDP: u8 = 17;

fn line(discipline: &str) -> Exchange<PathLine> {
    let text = format!(
        "duration = \"1 s\"\n[links.l]\nkind = \"raw\"\nends = [\"a\", \"b\"]\nrate = \"8 Mbit/s\"\ndelay = \"1 ms\"\n\
         queue = {{ discipline = \"{discipline}\" }}\n[nodes]\na = {{ kind = \"host\" }}\nb = {{ kind = \"host\" }}\n\
         [flows]\nf = {{ kind = \"outside\", from = \"a\", to = \"b\" }}\n"
    );
    let scenario = parse_toml(&text).and_then(|document| document.scenario());
    let scenario = scenario.unwrap_or_else(|issues| panic!("{issues:?}\n{text}"));
    let path = Path::new(&scenario, Seed(1)).unwrap_or_else(|error| panic!("{error}"));
    Exchange::new(PathLine::new(path), MTU, true)
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
