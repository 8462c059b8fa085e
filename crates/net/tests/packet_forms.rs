//! Queues of packets in networks against closed forms: who waits how long, who is dropped when, who gets what share.

use cellwise_net::Outcome;

use crate::common::networks::Dumbbell;
use crate::common::{count, real, row, run};

/// 1250 octets of IP, which take 1 ms at 10 Mbit/s.
const MILLISECOND: &str = "payload = \"1222 bytes\"";

/// Two hosts at a router, and a link of 10 Mbit/s without framing to a third host behind another.
fn bottleneck(duration: &str, queue: &str, flows: &str) -> Outcome {
    let edge = r#"kind = "raw", rate = "1 Gbit/s", delay = "1 ms""#;
    let network = Dumbbell {
        settings: &format!("duration = \"{duration}\""),
        sides: [&[("a", edge), ("b", edge)], &[("d", edge)]],
        trunk: &format!(r#"kind = "raw", rate = "10 Mbit/s", delay = "5 ms", queue = {queue}"#),
        flows,
    };
    run(&network.text())
}

fn udp(name: &str, from: &str, udp: &str, more: &str) -> String {
    format!("{name} = {{ kind = \"udp\", from = \"{from}\", to = \"d\", udp = {{ {udp} }}{more} }}\n")
}

#[test]
fn of_two_constant_streams_one_waits_for_what_is_left_of_the_others_packet() {
    // D/D/1 with two feeders: each sends 1 ms of the link's time each 2.5 ms, one of them so much later.
    for (later_us, wait_s) in [(0, 0.001), (400, 0.0006), (1000, 0.0), (1300, 0.0), (1700, 0.0002)] {
        let rate = format!("{MILLISECOND}, rate = \"3910400 bit/s\"");
        let later = format!(", start = \"{later_us} us\"");
        let flows = udp("f", "a", &rate, "") + &udp("g", "b", &rate, &later);
        let outcome = bottleneck("2500 ms", "{ discipline = \"tail\", limit = \"9 packets\" }", &flows);
        let at = row(&outcome.queues, "r.trunk");
        let (longest, mean) =
            (outcome.queues.reals("sojourn_max_s")[at], outcome.queues.reals("sojourn_mean_s")[at]);
        assert!((longest - wait_s).abs() < 1e-9, "{later_us}: {longest}");
        assert!((mean - wait_s / 2.0).abs() < 1e-6, "{later_us}: {mean}");
        assert_eq!(outcome.queues.counts("dropped_packets")[at], 0);
    }
}

#[test]
fn codel_drops_first_an_interval_after_the_first_packet_that_waited_for_the_target() {
    // A packet each 0.8 ms, 1 ms each: packet k leaves after k ms, of which it has waited 0.2 k. The 25th has waited
    // for 5 ms, and 100 ms later it is the turn of the 125th. The first comes after 1.01 ms.
    let rate = format!("{MILLISECOND}, rate = \"12220 kbit/s\"");
    for (end_us, dropped) in [(126_009, 0), (126_011, 1), (226_009, 1), (226_011, 2)] {
        let queue = "{ discipline = \"codel\", limit = \"1000 packets\" }";
        let outcome = bottleneck(&format!("{end_us} us"), queue, &udp("f", "a", &rate, ""));
        let at = row(&outcome.queues, "r.trunk");
        assert_eq!(outcome.queues.counts("dropped_aqm_packets")[at], dropped, "until {end_us} us");
        assert_eq!(outcome.queues.counts("dropped_queue_limit_packets")[at], 0);
    }
}

#[test]
fn round_robin_by_octets_gives_long_and_short_packets_the_same_share() {
    for quantum in [500, 1500, 4000] {
        let flows = udp("long", "a", "payload = \"1472 bytes\", rate = \"20 Mbit/s\"", "")
            + &udp("short", "b", "payload = \"272 bytes\", rate = \"20 Mbit/s\"", "");
        let queue = format!(
            "{{ discipline = \"drr\", hash = \"perfect\", limit = \"200 packets\", quantum = \"{quantum} bytes\" }}"
        );
        let outcome = bottleneck("2 s", &queue, &flows);
        let (ports, names) = (outcome.queues.texts("port"), outcome.queues.texts("name"));
        let sent = |flow: &str| {
            let at = (0..names.len()).find(|&at| &ports[at] == "r.trunk" && &names[at] == flow);
            outcome.queues.counts("sent_bytes")[at.expect("a queue of the flow")]
        };
        let (long, short) = (sent("long"), sent("short"));
        assert!(long.abs_diff(short) <= quantum + 2 * 1500, "{quantum}: {long} {short}");
        assert!(long + short > 2_480_000, "{quantum}: the link is busy, {long} + {short}");
    }
}

#[test]
fn a_ping_beside_a_greedy_stream_waits_for_one_packet_at_most() {
    let ping = "p = { kind = \"ping\", from = \"b\", to = \"d\", ping = { interval = \"7300 us\" } }\n";
    let greedy = udp("f", "a", &format!("{MILLISECOND}, rate = \"20 Mbit/s\""), "");
    let fair = "{ discipline = \"fq-codel\", hash = \"perfect\" }";
    let rtts = |queue: &str, flows: &str| {
        let outcome = bottleneck("4 s", queue, flows);
        let rtts: Vec<f64> = outcome.pings.reals("rtt_s").to_vec();
        assert!(rtts.len() > 500 && rtts.iter().filter(|rtt| !rtt.is_nan()).count() + 2 >= rtts.len());
        rtts.into_iter().filter(|rtt| !rtt.is_nan()).collect::<Vec<_>>()
    };
    // 84 octets: 67.2 us at the trunk and 0.672 us at each of the others, both ways.
    let idle = 2.0 * (0.007 + 67.2e-6 + 2.0 * 0.672e-6);
    assert!(rtts(fair, ping).iter().all(|rtt| (rtt - idle).abs() < 1e-9));
    let waits: Vec<f64> = rtts(fair, &(greedy.clone() + ping)).iter().map(|rtt| rtt - idle).collect();
    assert!(waits.iter().all(|wait| (-1e-9..=0.001 + 1e-9).contains(wait)), "{waits:?}");
    let mean = waits.iter().sum::<f64>() / waits.len() as f64;
    assert!((mean - 0.0005).abs() < 0.00003, "half a packet's time in the mean: {mean}");
}

/// A home: a router with a queue of its own in front of a modem with a line of cells, and a greedy stream.
fn home(overhead: &str) -> Outcome {
    run(&format!(
        r#"
duration = "6 s"
nodes = {{ pc.kind = "host", home.kind = "router", modem.kind = "router", bras.kind = "router", server.kind = "host" }}
[links]
pc = {{ ends = ["pc", "home"], kind = "ethernet", rate = "100 Mbit/s", delay = "0 s" }}
wan = {{ ends = ["home", "modem"], kind = "ethernet", rate = "100 Mbit/s", delay = "0 s", ethernet = {{ pppoe = true }}, queue = {{ discipline = "cake", bandwidth = "1 Mbit/s", overhead = "{overhead}" }} }}
line = {{ ends = ["modem", "bras"], rate = "1 Mbit/s", delay = "5 ms", queue = {{ discipline = "tail", limit = "1000 packets" }} }}
net = {{ ends = ["bras", "server"], kind = "ethernet", rate = "1 Gbit/s", delay = "1 ms" }}
[vcs]
line = {{ path = ["modem", "bras"], encapsulation = "pppoe-llc" }}
[flows]
long = {{ kind = "udp", from = "pc", to = "server", udp = {{ payload = "1464 bytes", rate = "2 Mbit/s" }} }}
short = {{ kind = "udp", from = "pc", to = "server", udp = {{ payload = "120 bytes", rate = "500 kbit/s" }} }}
"#
    ))
}

#[test]
fn a_shaper_that_knows_the_cells_keeps_the_lines_queue_at_one_packet() {
    let waiting = |outcome: &Outcome| {
        outcome.packet_ports.counts("queue_max_waiting_packets")[row(&outcome.packet_ports, "modem.line")]
    };
    let right = home("pppoe-llcsnap");
    assert!(waiting(&right) <= 1, "{}", waiting(&right));
    let delivered =
        real(&right.flows, "long", "throughput_bps") + real(&right.flows, "short", "throughput_bps");
    assert!(delivered > 700_000.0, "the line is busy: {delivered}");
    let wrong = home("raw");
    assert!(waiting(&wrong) > 50, "the queue grows: {}", waiting(&wrong));
}

/// A stream over a line that repeats what noise hits, in slots of 0.5 ms: a repeat is sent 5 slots later.
fn repeating(rate: &str, duration: &str, noise: &str) -> Outcome {
    run(&format!(
        r#"
duration = "{duration}"
nodes = {{ s.kind = "host", d.kind = "host" }}
[links]
line = {{ ends = ["s", "d"], kind = "raw", rate = "10 Mbit/s", delay = "1 ms", line = {{ line = "retransmission", unit_time = "500 us", return_time = "2 ms", delay_max = "30 ms", noise = {noise} }} }}
[flows]
f = {{ kind = "udp", from = "s", to = "d", udp = {{ {MILLISECOND}, rate = "{rate}" }} }}
"#
    ))
}

#[test]
fn what_noise_hits_comes_later_and_is_not_lost() {
    let noisy = repeating("2 Mbit/s", "20 s", "{ kind = \"independent\", hit_ratio = 0.02 }");
    let calm = repeating("2 Mbit/s", "20 s", "{ kind = \"none\" }");
    let delay = |outcome: &Outcome, column| real(&outcome.flows, "f", column);
    assert_eq!(noisy.packet_audit.lost, 0);
    let missing = count(&noisy.flows, "f", "segments_sent") - count(&noisy.flows, "f", "segments_received");
    assert!(missing <= 8, "only those under way: {missing}");
    // Units are of 0.5 ms: a packet that is not hit takes at most one more.
    assert!(delay(&calm, "delay_max_s") < 0.0031, "{}", delay(&calm, "delay_max_s"));
    let (least, most) = (delay(&noisy, "delay_min_s"), delay(&noisy, "delay_max_s"));
    assert!((least - delay(&calm, "delay_min_s")).abs() < 1e-4, "{least}");
    assert!((0.0025..0.0355).contains(&(most - least)), "{most} {least}");
}

#[test]
fn each_hit_takes_one_slot_from_new_data() {
    let hit_ratio = 0.05;
    let noise = format!("{{ kind = \"independent\", hit_ratio = {hit_ratio} }}");
    let outcome = repeating("20 Mbit/s", "20 s", &noise);
    let at = row(&outcome.queues, "s.nic");
    let share = outcome.queues.counts("sent_bytes")[at] as f64 * 8.0 / 20.0 / 10e6;
    // Of 40,000 slots: four standard deviations.
    let spread = 4.0 * (hit_ratio * (1.0 - hit_ratio) / 40_000.0_f64).sqrt();
    assert!((share - (1.0 - hit_ratio)).abs() < spread, "{share} and {spread}");
}
