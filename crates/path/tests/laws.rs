//! Laws of a path that need no closed form: nothing in the way, a clock that runs twice as fast, neighbours, idlers.

use cellwise_path::{Delivery, Ecn, Packet, Path, Seed, Stop};
use cellwise_scenario::parse_toml;
use cellwise_units::Time;

const MS: u64 = 1_000_000_000;

fn path(text: &str) -> Path {
    let scenario = parse_toml(text).and_then(|document| document.scenario());
    let scenario = scenario.unwrap_or_else(|issues| panic!("{issues:?}\n{text}"));
    Path::new(&scenario, Seed(5)).unwrap_or_else(|error| panic!("{error}"))
}

/// A packet to be offered, in whatever network: port, instant in ps, octets.
type Offer = (&'static str, u64, u32);

/// So many packets of all lengths in bursts, from both ends, at instants that are `step_ps` apart or the same.
fn bursts(ends: [&'static str; 2], packets: u64, step_ps: u64) -> Vec<Offer> {
    let one = |n: u64| (ends[(n % 5 / 3) as usize], n / 3 * step_ps, 1 + (n * 7919 % 1500) as u32);
    (0..packets).map(one).collect()
}

/// Offers packets, each with its position as tag, and answers every delivery of a packet from the first port at its
/// instant with an acknowledgment; gives the packets that leave, to the end.
fn carried(path: &mut Path, offers: &[Offer]) -> Vec<Delivery> {
    for (tag, (name, at_ps, octets)) in offers.iter().enumerate() {
        let port = path.port(name).unwrap();
        let packet = Packet { octets: *octets, tag: tag as u64, ecn: Ecn::Ect0, ..Packet::default() };
        path.offer(port, Time::from_ps(*at_ps), packet).unwrap();
    }
    let mut all = Vec::new();
    while let Stop::Delivered(now) = path.run(Time::NEVER) {
        for delivery in path.take() {
            let is_answer = delivery.tag >= offers.len() as u64;
            if !is_answer {
                let packet =
                    Packet { octets: 40, tag: delivery.tag + offers.len() as u64, ..Packet::default() };
                path.offer(delivery.port, now, packet).unwrap();
            }
            all.push(delivery);
        }
    }
    all
}

/// Deliveries as seen at the ports, with instants times `factor`.
fn seen(deliveries: &[Delivery], factor: u64) -> Vec<(usize, u64, u64, u32)> {
    deliveries.iter().map(|one| (one.port.index(), one.at.ps() * factor, one.tag, one.octets)).collect()
}

/// The fastest line that there is: 10 bits in a picosecond.
const FASTEST: &str = "10000 Gbit/s";
const BITS_PER_PS: u64 = 10;

/// Bits of a packet on a line of cells, of AAL5 with LLC/SNAP.
fn in_cells(octets: u32) -> u64 {
    (u64::from(octets) + 8 + 8).div_ceil(48) * 424
}

fn as_it_is(octets: u32) -> u64 {
    u64::from(octets) * 8
}

#[test]
fn on_a_path_that_is_next_to_none_everything_comes_out_in_order_as_soon_as_it_is_sent() {
    let line = |link: &str, flow: &str| {
        format!(
            "duration = \"1 s\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n\
             [links]\nl = {{ ends = [\"a\", \"b\"], rate = \"{FASTEST}\", delay = \"0 s\"{link} }}\n{flow}"
        )
    };
    let cells =
        line("", "[vcs]\nv = { path = [\"a\", \"b\"] }\n[flows]\nf = { vc = \"v\", kind = \"outside\" }\n");
    let packets = line(", kind = \"raw\"", "[flows]\nf = { from = \"a\", to = \"b\", kind = \"outside\" }\n");
    for (text, bits) in [(cells, in_cells as fn(u32) -> u64), (packets, as_it_is)] {
        let offers = bursts(["a", "b"], 900, 1000);
        let came = carried(&mut path(&text), &offers);
        assert_eq!(came.len(), 2 * offers.len(), "all and their answers");
        for port in 0..2 {
            let (mut before, mut offered_at) = (Time::ZERO, Time::ZERO);
            for delivery in came.iter().filter(|one| one.port.index() == port) {
                assert!(delivery.offered_at >= offered_at, "{delivery:?} has overtaken");
                offered_at = delivery.offered_at;
                // The line takes it as soon as it has sent the packet before. Both instants are whole picoseconds.
                let sent = offered_at.max(before).ps() * BITS_PER_PS + bits(delivery.octets);
                let off = (delivery.at.ps() * BITS_PER_PS).abs_diff(sent);
                assert!(off < BITS_PER_PS, "{delivery:?}: {} ps", sent / BITS_PER_PS);
                before = delivery.at;
            }
        }
    }
}

/// Two hosts behind a switch with noise on the line and a buffer that overflows, with rates times `factor`.
fn noisy(factor: u64) -> String {
    let (access, line) = (424 * factor, 106 * factor);
    let (near, far) = (20 / factor, 400 / factor);
    format!(
        "duration = \"{} ms\"\n[nodes]\na.kind = \"host\"\nb.kind = \"host\"\nsw = {{ kind = \"switch\", buffer = \"90 cells\" }}\n\
         [links]\naccess = {{ ends = [\"a\", \"sw\"], rate = \"{access} Mbit/s\", delay = \"{near} us\" }}\n\
         line = {{ ends = [\"sw\", \"b\"], rate = \"{line} Mbit/s\", delay = \"{far} us\", \
         errors = {{ model = \"independent\", cell_error_ratio = 1e-3 }} }}\n\
         [vcs]\nv = {{ path = [\"a\", \"sw\", \"b\"] }}\n[flows]\nf = {{ vc = \"v\", kind = \"outside\" }}\n",
        800 / factor
    )
}

/// The same with packets, through a queue of a few.
fn packets(factor: u64) -> String {
    let (rate, delay) = (80 * factor, 400 / factor);
    format!(
        "duration = \"{} ms\"\n[nodes]\na.kind = \"host\"\nr.kind = \"router\"\nb.kind = \"host\"\n\
         [links]\nnear = {{ kind = \"ethernet\", ends = [\"a\", \"r\"], rate = \"{} Mbit/s\", delay = \"{delay} us\" }}\n\
         far = {{ kind = \"ppp\", ends = [\"r\", \"b\"], rate = \"{rate} Mbit/s\", delay = \"{delay} us\", \
         queue = {{ discipline = \"tail\", limit = \"9 packets\" }}, packet_errors = {{ model = \"independent\", packet_error_ratio = 1e-2 }} }}\n\
         [flows]\nf = {{ from = \"a\", to = \"b\", kind = \"outside\" }}\n",
        800 / factor,
        10 * rate
    )
}

#[test]
fn twice_the_rates_and_half_the_delays_are_half_of_every_instant() {
    for network in [noisy, packets] {
        let [slow, fast] = [1, 2].map(|factor| {
            let offers = bursts(["a", "b"], 2000, MS / 5 / factor);
            seen(&carried(&mut path(&network(factor)), &offers), factor)
        });
        assert!((1000..4000).contains(&slow.len()), "some are lost, {} come out", slow.len());
        assert_eq!(slow, fast);
    }
}

/// Two lines with noise that have nothing to do with each other; the flows on the second may be left out.
fn two_lines(has_second: bool) -> String {
    let line = |n: u32| {
        format!(
            "[nodes.a{n}]\nkind = \"host\"\n[nodes.b{n}]\nkind = \"host\"\n\
             [links.l{n}]\nends = [\"a{n}\", \"b{n}\"]\nrate = \"100 Mbit/s\"\ndelay = \"1 ms\"\n\
             errors = {{ model = \"bursts\", cell_error_ratio = 1e-3, mean_burst = \"50 us\" }}\n\
             [vcs.v{n}]\npath = [\"a{n}\", \"b{n}\"]\n[flows.f{n}]\nvc = \"v{n}\"\nkind = \"outside\"\n"
        )
    };
    let second = if has_second { line(2) } else { String::new() };
    format!("duration = \"1 s\"\n{}{second}", line(1))
}

#[test]
fn two_ports_that_share_nothing_do_not_influence_each_other_and_an_idle_one_nobody() {
    let own = bursts(["a1", "b1"], 1500, MS / 4);
    let neighbours = bursts(["a2", "b2"], 4000, MS / 10);
    let alone = carried(&mut path(&two_lines(false)), &own);
    assert!((1500..3000).contains(&alone.len()), "some are lost, {} come out", alone.len());

    let idle = carried(&mut path(&two_lines(true)), &own);
    assert_eq!(seen(&idle, 1), seen(&alone, 1), "a port at which nothing is offered");

    let mut beside = path(&two_lines(true));
    for (name, at_ps, octets) in &neighbours {
        let packet = Packet { octets: *octets, tag: u64::MAX / 2, ..Packet::default() };
        let port = beside.port(name).unwrap();
        beside.offer(port, Time::from_ps(*at_ps), packet).unwrap();
    }
    // Their tags are not among those that are answered.
    let mut both = carried(&mut beside, &own);
    both.retain(|one| one.port.index() < 2);
    assert_eq!(seen(&both, 1), seen(&alone, 1), "a port at which much is offered");
}
