//! Packets per second of virtual time's caller: through one bottleneck of cells, of several lengths, and through a packet
//! link; in an open loop, and stopping at every delivery. Of processor time where the system reports it (Linux), the
//! median of several runs.
//!
//! `cargo bench -p cellwise-path -- link` measures only what has `link` in its name.

use std::time::{Duration, Instant};

use cellwise_path::{Packet, Path, Seed, Stop};
use cellwise_scenario::parse_toml;
use cellwise_units::Time;

const PACKETS: u64 = 200_000;
const RUNS: usize = 5;
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

/// What a thread has taken of a processor so far; without such a count, of time.
struct Spent(Option<Duration>, Instant);

impl Spent {
    fn now() -> Self {
        let reported = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
        let ns = reported.and_then(|reported| reported.split(' ').next()?.parse().ok());
        Self(ns.map(Duration::from_nanos), Instant::now())
    }

    fn since(&self) -> f64 {
        let now = Self::now();
        let spent = self.0.zip(now.0).map_or(now.1 - self.1, |(before, after)| after - before);
        spent.as_secs_f64()
    }
}

/// Offers packets at nine tenths of the line's rate and takes what arrives; gives packets per second and events per packet.
fn measure(text: &str, octets: u32, bits_on_line: u64, rate_bps: u64, is_open: bool) -> (f64, u64) {
    let mut path = path(text);
    let port = path.port("a").expect("there is a host");
    let distance = bits_on_line * S / (rate_bps / 10 * 9);
    let begun = Spent::now();
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
    let seconds = begun.since();
    assert!(arrived > PACKETS * 9 / 10, "{arrived} of {PACKETS} packets arrived");
    (PACKETS as f64 / seconds, path.events() / PACKETS)
}

fn report(name: &str, line: &str, octets: u32, (bits_on_line, rate_bps): (u64, u64), is_open: bool) {
    let way = if is_open { "with an open promise" } else { "stopping at each delivery" };
    let name = format!("{name}, {octets} octets, {way}");
    let chosen: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    if !chosen.iter().all(|word| name.contains(word.as_str())) {
        return;
    }
    let mut runs = [(); RUNS].map(|()| measure(line, octets, bits_on_line, rate_bps, is_open));
    runs.sort_by(|one, other| one.0.total_cmp(&other.0));
    let (rate, events) = runs[RUNS / 2];
    println!("{name}: {rate:.0} packets/s, {events} events each");
}

fn main() {
    for is_open in [false, true] {
        for (octets, cells) in [(40, 2), (576, 13), (1500, 32), (9000, 188)] {
            report("cells", ATM, octets, (cells * 424, 155_520_000), is_open);
        }
        report("packet link", PACKET, 1500, (1538 * 8, 1_000_000_000), is_open);
    }
}
