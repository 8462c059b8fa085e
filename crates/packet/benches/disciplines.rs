//! Time per packet of each discipline: one `enqueue` and one `dequeue`, with as many flows as the second argument says.
//! The first argument says how many packets; a name, which discipline alone.

use std::hint::black_box;
use std::time::Instant;

use cellwise_packet::discipline::{AnyDiscipline, Around, Discipline, DisciplineConfig, Service};
use cellwise_packet::{Codepoint, Flow, Packet};
use cellwise_units::{BitRate, Time};
use serde_json::{Value, json};

const PACKETS: u64 = 5_000_000;
const FLOWS: u64 = 1000;
/// How many packets of each flow wait.
const DEPTH: u64 = 4;
/// 1514 octets at 10 Gbit/s: all of them wait for 4.8 ms, less than any discipline's target.
const SPACING_PS: u64 = 1_211_200;
const SERVICE: Service = Service { rate: BitRate::from_bps(10_000_000_000), mtu_octets: 1514, salt: 1 };

/// What comes at a queue.
struct Load {
    packets: u64,
    flows: u64,
    /// Hosts that send them, in turn.
    hosts: u64,
    /// Flows of which one packet came before.
    idle_flows: u64,
    /// Packets that come for each that leaves.
    per_departure: u64,
}

fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse().ok());
    let packets = numbers.next().unwrap_or(PACKETS);
    let flows = numbers.next().unwrap_or(FLOWS).max(1);
    let load = |flows| Load { packets, flows, hosts: 1, idle_flows: 0, per_departure: 1 };
    for config in DisciplineConfig::all() {
        report(config.name(), "", &config, &load(flows));
    }
    let fair = |settings: Value| config(&settings);
    let hashed = fair(json!({ "discipline": "fq-codel", "hash": "hashed" }));
    report("fq-codel", "hashed", &hashed, &load(flows));
    // Twice as many packets come as leave, so that every other one makes others go.
    let full = fair(json!({ "discipline": "fq-codel", "limit": "4000 packets" }));
    report("fq-codel", "overloaded", &full, &Load { per_departure: 2, ..load(flows) });
    let plain = fair(json!({ "discipline": "fq-codel" }));
    report("fq-codel", "100000 idle", &plain, &Load { idle_flows: 100_000, ..load(flows) });
    let cake = |which, settings: Value, hosts| {
        report("cake", which, &config(&settings), &Load { hosts, ..load(flows) });
    };
    cake("of 7 hosts", json!({ "discipline": "cake" }), 7);
    cake("linux", json!({ "discipline": "cake", "sharing": "linux" }), 1);
    cake("linux, 7", json!({ "discipline": "cake", "sharing": "linux" }), 7);
    cake("by flows", json!({ "discipline": "cake", "isolation": "flows" }), 7);
    for config in DisciplineConfig::all() {
        report(config.name(), "of 10 flows", &config, &load(10));
    }
}

fn config(settings: &Value) -> DisciplineConfig {
    serde_json::from_value(settings.clone()).expect("settings that are written here")
}

fn report(name: &str, which: &str, config: &DisciplineConfig, load: &Load) {
    let mut names = std::env::args().skip(1).filter(|word| word.starts_with(char::is_alphabetic)).peekable();
    if names.peek().is_some() && !names.any(|only| only == name) {
        return;
    }
    let mut discipline = config.build(&SERVICE);
    touch(&mut discipline, load.idle_flows);
    let start = Instant::now();
    let (sent, lost) = pass(&mut discipline, load);
    let ns = start.elapsed().as_nanos() as f64 / load.packets as f64;
    println!("{name:<12} {which:<12} {ns:6.1} ns per packet ({sent} sent, {lost} dropped)");
}

fn packet(number: u64, flows: u64, hosts: u64, now: Time) -> Packet {
    // Flows take turns in an order that no queue can guess.
    let flow = (number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20) % flows;
    Packet {
        handle: number as u32,
        ip_octets: 1500,
        octets: 1514,
        flow: Flow { number: flow, source: (flow % hosts) as u32, destination: flow as u32 },
        dscp: 0,
        codepoint: Codepoint::NotEct,
        acknowledgment: None,
        arrived: now,
        queue: 0,
        marked: None,
    }
}

/// One packet of each of so many other flows comes and goes.
fn touch(discipline: &mut AnyDiscipline, flows: u64) {
    let (mut draw, mut lose) = (|| 0.5, |_: &Packet, _| ());
    let mut around = Around { now: Time::ZERO, draw: &mut draw, lose: &mut lose };
    for number in 0..flows {
        let flow = Flow { number: u64::MAX - number, ..Flow::default() };
        discipline.enqueue(Packet { flow, ..packet(number, 1, 1, Time::ZERO) }, &mut around);
        discipline.dequeue(&mut around);
        discipline.dequeue(&mut around);
    }
}

/// Packets through a queue in which some of each flow wait; how many were sent and dropped.
fn pass(discipline: &mut AnyDiscipline, load: &Load) -> (u64, u64) {
    let (mut sent, mut lost, mut word) = (0, 0, 1u64);
    for number in 0..load.packets {
        let now = Time::from_ps(number * SPACING_PS);
        // Xorshift: its cost is small compared with that of a packet.
        let mut draw = || {
            word ^= word << 13;
            word ^= word >> 7;
            word ^= word << 17;
            (word >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut lose = |_: &Packet, _| lost += 1;
        let mut around = Around { now, draw: &mut draw, lose: &mut lose };
        discipline.enqueue(black_box(packet(number, load.flows, load.hosts, now)), &mut around);
        if number >= load.flows * DEPTH && number % load.per_departure == 0 {
            sent += u64::from(black_box(discipline.dequeue(&mut around)).is_some());
        }
    }
    (sent, lost)
}
