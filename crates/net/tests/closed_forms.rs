//! Small networks whose numbers can be computed by hand: throughput of a lone source, delay of an
//! idle path, periodic sources that share a port.

use cellwise_units::{CELL_BITS, CELL_BYTES};
use proptest::prelude::*;

use crate::common::networks::{shared_port, two_hosts};
use crate::common::{cases, count, real, run};

const PS_PER_US: u64 = 1_000_000;

/// Cells of an AAL5 frame: headers and encapsulation before the data, a trailer of 8 octets
/// behind, in payloads of 48. spec: i.363.5 9.2.1
fn cells(data_bytes: u64, header_bytes: u64, vc_mux: bool) -> u64 {
    let encapsulation_bytes = if vc_mux { 0 } else { 8 };
    (data_bytes + header_bytes + encapsulation_bytes + 8).div_ceil(48)
}

/// `[atm]` with one of two encapsulations, and a measured time of 100 ms.
fn measured(vc_mux: bool) -> String {
    let encapsulation = if vc_mux { "vc-mux" } else { "llc-snap" };
    format!("duration = \"150 ms\"\nwarmup = \"50 ms\"\natm.encapsulation = \"{encapsulation}\"\n")
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn a_lone_greedy_tcp_fills_its_link_with_full_segments(mss in 64u64..9141, vc_mux: bool, mbps in 5u64..200) {
        let tcp = format!("tcp = {{ mss = \"{mss} bytes\", receive_window = \"{} bytes\", delayed_ack = false }}\n", 64 * mss);
        let settings = measured(vc_mux) + &tcp;
        let outcome = run(&two_hosts(&settings, &format!("{mbps} Mbit/s"), "1 us", "kind = \"tcp\""));
        let frame_s = (cells(mss, 40, vc_mux) * CELL_BITS) as f64 / (mbps as f64 * 1e6);
        let expected_segments = 0.1 / frame_s;
        let segments = count(&outcome.flows, "f", "delivered_bytes") as f64 / mss as f64;
        prop_assert!((segments - expected_segments).abs() <= 1.0, "{} against {}", segments, expected_segments);
        let fraction = real(&outcome.flows, "f", "payload_fraction");
        prop_assert_eq!(fraction, mss as f64 / (cells(mss, 40, vc_mux) * CELL_BYTES) as f64);
    }

    #[test]
    fn a_lone_udp_source_at_line_rate_fills_its_link(payload in 1u64..9141, vc_mux: bool, mbps in 5u64..200) {
        let flow = format!("kind = \"udp\", udp = {{ payload = \"{payload} bytes\", rate = \"line\" }}");
        let outcome = run(&two_hosts(&measured(vc_mux), &format!("{mbps} Mbit/s"), "1 us", &flow));
        let frame_s = (cells(payload, 28, vc_mux) * CELL_BITS) as f64 / (mbps as f64 * 1e6);
        let datagrams = count(&outcome.flows, "f", "segments_received") as f64;
        prop_assert!((datagrams - 0.1 / frame_s).abs() <= 1.0, "{} against {}", datagrams, 0.1 / frame_s);
        let utilisation = real(&outcome.ports, "a.nic", "utilisation");
        prop_assert!((utilisation - 1.0).abs() <= frame_s / 0.1, "{}", utilisation);
    }

    #[test]
    fn a_paced_udp_source_delivers_its_rate(payload in 100u64..2000, kbps in 100u64..10_000) {
        let flow = format!("kind = \"udp\", udp = {{ payload = \"{payload} bytes\", rate = \"{kbps} kbit/s\" }}");
        let outcome = run(&two_hosts(&measured(false), "155.52 Mbit/s", "1 us", &flow));
        let expected = 0.1 * kbps as f64 * 1e3 / (8 * payload) as f64;
        let datagrams = count(&outcome.flows, "f", "segments_received") as f64;
        prop_assert!((datagrams - expected).abs() <= 1.0, "{} against {}", datagrams, expected);
    }
}

/// Links whose cell times are whole microseconds: rate, and cell time in microseconds.
const WHOLE_RATES: [(&str, u64); 5] =
    [("424 Mbit/s", 1), ("212 Mbit/s", 2), ("106 Mbit/s", 4), ("42.4 Mbit/s", 10), ("4.24 Mbit/s", 100)];

/// A chain of switches between two hosts; each link with its rate and its delay in ps.
fn chain(settings: &str, links: &[(usize, u64)], flow: &str) -> String {
    let switches = links.len() - 1;
    let names: Vec<String> = std::iter::once("a".to_owned())
        .chain((0..switches).map(|switch| format!("sw{switch}")))
        .chain(["b".to_owned()])
        .collect();
    let mut text = format!("{settings}[nodes]\n");
    for name in &names {
        let kind = if name.starts_with("sw") { "switch" } else { "host" };
        text += &format!("{name} = {{ kind = \"{kind}\" }}\n");
    }
    text += "[links]\n";
    for (number, (ends, (rate, delay))) in names.windows(2).zip(links).enumerate() {
        let ends = format!("[\"{}\", \"{}\"]", ends[0], ends[1]);
        let rate = WHOLE_RATES[*rate].0;
        text += &format!("l{number} = {{ ends = {ends}, rate = \"{rate}\", delay = \"{delay} ps\" }}\n");
    }
    let path = names.join("\", \"");
    text + &format!("[vcs]\nv = {{ path = [\"{path}\"] }}\n[flows]\nf = {{ vc = \"v\", {flow} }}\n")
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn a_frame_on_an_idle_path_takes_its_store_and_forward_times_to_the_picosecond(
        links in prop::collection::vec((0usize..5, 0u64..3_000_000_000), 1..6),
        payload in 1u64..3000,
        reference: bool,
    ) {
        let flow = format!("kind = \"udp\", udp = {{ payload = \"{payload} bytes\", rate = \"{} bit/s\" }}", payload * 8 * 10);
        let settings = format!("duration = \"350 ms\"\nreference = {reference}\n");
        let outcome = run(&chain(&settings, &links, &flow));
        let cell_times = links.iter().map(|(rate, _)| WHOLE_RATES[*rate].1 * PS_PER_US);
        // The slowest link spaces the cells; the first passes every link, the last comes so much later.
        let slowest = cell_times.clone().max().unwrap_or(0);
        let propagation: u64 = links.iter().map(|(_, delay)| delay).sum();
        let expected_ps = cell_times.sum::<u64>() + (cells(payload, 28, false) - 1) * slowest + propagation;
        prop_assert_eq!(count(&outcome.flows, "f", "segments_received"), 4 - u64::from(expected_ps > 50_000 * PS_PER_US));
        for column in ["delay_min_s", "delay_max_s"] {
            prop_assert_eq!(real(&outcome.flows, "f", column), expected_ps as f64 / 1e12, "{}", column);
        }
    }

    #[test]
    fn processing_times_and_the_reverse_way_add_to_the_delay(
        send_ns in 0u64..500_000, receive_ns in 0u64..500_000, delay in 0u64..3_000_000_000,
    ) {
        let settings = format!(
            "duration = \"50 ms\"\n[host]\nsend_processing = \"{send_ns} ns\"\nreceive_processing = \"{receive_ns} ns\"\n"
        );
        let flow = "kind = \"udp\", from = \"b\", udp = { payload = \"100 bytes\", rate = \"80 kbit/s\" }";
        let outcome = run(&chain(&settings, &[(0, delay), (3, delay)], flow));
        // 100 + 28 + 8 + 8 octets are 3 cells: 10 us each, the last also 1 us. The delay ends with reassembly.
        let expected_ps = send_ns * 1000 + 31 * PS_PER_US + 2 * delay;
        prop_assert_eq!(real(&outcome.flows, "f", "delay_max_s"), expected_ps as f64 / 1e12);
    }
}

/// Single-cell datagrams, one every `period_us`, from sources that start at these instants (in
/// ps), over links of 1 us a cell to a port of 10 us a cell; 100 periods.
fn periodic(phases_ps: &[u64], period_us: u64) -> cellwise_net::Outcome {
    // 20 octets of data, 28 of headers: one cell without LLC/SNAP would be 56; 4 leave room for all.
    let rate_bps = 8_000_000 * 4 / period_us;
    assert_eq!(rate_bps * period_us, 32_000_000, "a rate in whole bits per second");
    let flows: Vec<String> = phases_ps
        .iter()
        .map(|phase| {
            format!("kind = \"udp\", start = \"{phase} ps\", udp = {{ payload = \"4 bytes\", rate = \"{rate_bps} bit/s\" }}")
        })
        .collect();
    let settings = format!("duration = \"{} us\"\n", 100 * period_us);
    run(&shared_port(&settings, "424 Mbit/s", "42.4 Mbit/s", &flows))
}

/// The waiting cells of an n*D/D/1 queue with the same arrivals, by the recursion of Lindley: the
/// most at once, and the sum of the waiting times of `periods` periods in ps.
fn lindley(phases_ps: &[u64], period_us: u64) -> (u64, u64) {
    let period = period_us * PS_PER_US;
    let service = 10 * PS_PER_US;
    let end = 100 * period;
    let mut arrivals: Vec<u64> = phases_ps
        .iter()
        .flat_map(|phase| (0..100).map(move |n| phase + n * period + PS_PER_US))
        .filter(|&arrival| arrival <= end)
        .collect();
    arrivals.sort_unstable();
    let (mut free, mut waited) = (0, 0);
    let mut starts = Vec::new();
    for &arrival in &arrivals {
        let start = arrival.max(free);
        free = start + service;
        starts.push(start);
        waited += start.min(end) - arrival;
    }
    let most = arrivals.iter().enumerate().map(|(index, &now)| {
        // With every cell that arrives at the same instant; service starts at once when it can.
        let arrived = arrivals.partition_point(|&arrival| arrival <= now).max(index);
        arrived - starts.partition_point(|&start| start <= now)
    });
    (most.max().unwrap_or(0) as u64, waited)
}

#[test]
fn n_simultaneous_periodic_sources_queue_up_to_n_less_one() {
    let (sources, period_us) = (8u64, 100u64);
    let outcome = periodic(&vec![0; sources as usize], period_us);
    assert_eq!(count(&outcome.ports, "sw.d", "queue_max_waiting_cells"), sources - 1);
    // Each period the k-th cell waits k service times: n (n - 1) / 2 times 10 us out of 100.
    let mean = (sources * (sources - 1) / 2 * 10) as f64 / period_us as f64;
    assert_eq!(real(&outcome.ports, "sw.d", "queue_mean_waiting_cells"), mean);
}

#[test]
fn staggered_periodic_sources_never_wait() {
    let phases: Vec<u64> = (0..10).map(|source| source * 10 * PS_PER_US).collect();
    let outcome = periodic(&phases, 100);
    assert_eq!(count(&outcome.ports, "sw.d", "queue_max_waiting_cells"), 0);
    assert_eq!(real(&outcome.ports, "sw.d", "queue_mean_waiting_cells"), 0.0);
    assert!(real(&outcome.ports, "sw.d", "utilisation") > 0.99);
}

proptest! {
    #![proptest_config(cases(40))]

    #[test]
    fn periodic_sources_queue_as_lindley_says(phases in prop::collection::vec(0u64..100_000_000, 1..=10)) {
        let outcome = periodic(&phases, 100);
        let (most, waited_ps) = lindley(&phases, 100);
        prop_assert_eq!(count(&outcome.ports, "sw.d", "queue_max_waiting_cells"), most);
        let mean = waited_ps as f64 / 1e10;
        // Equal except for the rounding of two divisions.
        let ours = real(&outcome.ports, "sw.d", "queue_mean_waiting_cells");
        prop_assert!((ours - mean).abs() <= 1e-14 * mean, "{ours} beside {mean}");
    }
}
