//! Packets per second of virtual time's caller: through one bottleneck of cells, of several lengths, and through a packet
//! link; in an open loop, and stopping at every delivery.

use std::time::Instant;

use cellwise_path::{Packet, Path, Seed, Stop};
use cellwise_scenario::parse_toml;
use cellwise_units::Time;

const PACKETS: u64 = 400_000;
const S: u64 = 1_000_000_000_000;

const ATM: &str = r#"
duration = "1000 s"
[nodes]
a.kind = "host"
b.kind = "host"
sw = { kind = "switch", buffer = "1000 cells" }
[links]
access = { ends = ["a", "sw"], rate = "622.08 Mbit/s", delay = "10 us" }
line = { ends = ["sw", "b"], rate = "155.52 Mbit/s", delay = "1 ms" }
[vcs]
v = { path = ["a", "sw", "b"] }
[flows]
f = { vc = "v", kind = "outside" }
"#;

const PACKET: &str = r#"
duration = "1000 s"
[nodes]
a.kind = "host"
b.kind = "host"
[links]
line = { kind = "ethernet", ends = ["a", "b"], rate = "1 Gbit/s", delay = "1 ms" }
[flows]
f = { from = "a", to = "b", kind = "outside" }
"#;

fn path(text: &str) -> Path {
    let document = parse_toml(text).expect("it is TOML").scenario().expect("it is a scenario");
    Path::new(&document, Seed(1)).unwrap_or_else(|error| panic!("{error}"))
}

/// Offers packets at nine tenths of the line's rate and takes what arrives; gives packets per second and events per packet.
fn measure(text: &str, octets: u32, bits_on_line: u64, rate_bps: u64, is_open: bool) -> (f64, u64) {
    let mut path = path(text);
    let port = path.port("a").expect("there is a host");
    let distance = bits_on_line * S / (rate_bps / 10 * 9);
    let begun = Instant::now();
    let mut taken = Vec::new();
    let mut arrived = 0;
    for slice in 0..PACKETS / 1000 {
        for n in slice * 1000..(slice + 1) * 1000 {
            let packet = Packet { octets, tag: n, ..Packet::default() };
            path.offer(port, Time::from_ps(n * distance), packet).expect("it is in order");
        }
        let until = Time::from_ps((slice + 1) * 1000 * distance - 1);
        if is_open {
            path.promise_open(until);
        }
        while let Stop::Delivered(_) = path.run(until) {
            path.take_into(&mut taken);
            arrived += taken.len() as u64;
            taken.clear();
        }
    }
    let seconds = begun.elapsed().as_secs_f64();
    assert!(arrived > PACKETS * 9 / 10, "{arrived} of {PACKETS} packets arrived");
    (PACKETS as f64 / seconds, path.events() / PACKETS)
}

fn main() {
    for (is_open, way) in [(false, "stopping at each delivery"), (true, "with an open promise")] {
        for (octets, cells) in [(40, 2), (576, 13), (1500, 32), (9000, 188)] {
            let (rate, events) = measure(ATM, octets, cells * 424, 155_520_000, is_open);
            println!("cells, {octets} octets, {way}: {rate:.0} packets/s, {events} events each");
        }
        let (rate, events) = measure(PACKET, 1500, 1538 * 8, 1_000_000_000, is_open);
        println!("packet link, 1500 octets, {way}: {rate:.0} packets/s, {events} events each");
    }
}
