//! Web pages over the network: completion times, losses, and what the tables say.

use cellwise_net::{Outcome, Run};
use cellwise_scenario::Network;

use crate::common::networks::two_hosts;
use crate::common::{count, differences, network, real, run, run_in_slices, run_network};

/// The preset for tests, with further keys of the browser and of its TCP connections.
fn pages(web: &str, tcp: &str) -> String {
    format!("kind = \"web\", web = {{ preset = \"simple\", {web} }}, tcp = {{ {tcp} }}")
}

/// Completion times that are there.
fn completion_times_s(outcome: &Outcome) -> Vec<f64> {
    let times = outcome.pages.reals("completion_time_s");
    times.iter().copied().filter(|time| time.is_finite()).collect()
}

/// A server behind 155.52 Mbit/s and clients on lines of 1.536 Mbit/s down and 512 kbit/s up, noisy downstream.
fn access(settings: &str, noise: &str, flows: &[String]) -> String {
    let mut nodes = "[nodes]\ns = { kind = \"host\" }\nsw = { kind = \"switch\" }\n".to_owned();
    let mut links =
        "[links]\ns = { ends = [\"s\", \"sw\"], rate = \"155.52 Mbit/s\", delay = \"2 ms\" }\n".to_owned();
    let (mut vcs, mut entries) = ("[vcs]\n".to_owned(), "[flows]\n".to_owned());
    for (number, flow) in (1..).zip(flows) {
        nodes += &format!("c{number} = {{ kind = \"host\" }}\n");
        links += &format!(
            "c{number} = {{ ends = [\"sw\", \"c{number}\"], rate = \"1.536 Mbit/s\", reverse_rate = \"512 kbit/s\", \
             delay = \"20 us\", errors = {{ {noise} }}, \
             reverse_errors = {{ model = \"independent\", cell_error_ratio = 0.0 }} }}\n"
        );
        vcs += &format!("v{number} = {{ path = [\"s\", \"sw\", \"c{number}\"] }}\n");
        entries += &format!("w{number} = {{ vc = \"v{number}\", {flow} }}\n");
    }
    format!("{settings}\n{nodes}{links}{vcs}{entries}")
}

/// Completion time of a single object of `segments` full segments over an empty link, in us.
///
/// Cells take 1 us: SYN, SYN and ACK and acknowledgments are 2 cells, a request of 300 octets 8, a
/// segment of 512 octets 12. The handshake takes a round trip, and the request follows the ACK. The
/// window doubles each round trip, which lasts until the first acknowledgment is back; the segments of a
/// round go back to back.
fn closed_form_us(delay_us: u64, segments: u64) -> u64 {
    let handshake = 2 + delay_us + 2 + delay_us;
    let request = 2 + 8 + delay_us;
    let (mut left, mut window, mut rounds) = (segments, 1, 0);
    while left > window {
        left -= window;
        window *= 2;
        rounds += 12 + delay_us + 2 + delay_us;
    }
    // The acknowledgment of the request goes ahead of the first response.
    handshake + request + 2 + rounds + 12 * left + delay_us
}

#[test]
fn an_object_takes_the_handshake_the_request_and_the_rounds_of_slow_start() {
    for (delay_us, segments) in [(0, 1), (10_000, 1), (10_000, 2), (10_000, 3), (10_000, 10), (10_000, 31)] {
        let octets = 512 * segments;
        let object = format!(
            "embedded_objects = {{ distribution = \"constant\", value = 0 }}, \
             main_object_octets = {{ distribution = \"constant\", value = {octets} }}"
        );
        let flow = pages(&object, "delayed_ack = false");
        let delay = format!("{delay_us} us");
        let outcome = run(&two_hosts("duration = \"2 s\"", "424 Mbit/s", &delay, &flow));
        let expected = closed_form_us(delay_us, segments) as f64 / 1e6;
        assert_eq!(completion_times_s(&outcome), [expected], "{segments} segments, {delay_us} us");
        assert_eq!(outcome.pages.counts("octets"), [octets]);
    }
}

#[test]
fn the_tables_agree_on_what_was_fetched() {
    let settings = "duration = \"60 s\"\ntcp.delayed_ack = false\n";
    let web = "connections = \"persistent\", parallel_connections = 3";
    let outcome = run(&two_hosts(settings, "10 Mbit/s", "1 ms", &pages(web, "")));
    let times = completion_times_s(&outcome);
    assert!(times.len() > 5 && times.len() == outcome.pages.counts("page").len(), "{times:?}");
    assert!(times[1..].iter().all(|time| *time < times[0]), "the handshakes are over: {times:?}");
    let octets: u64 = outcome.pages.counts("octets").iter().sum();
    assert_eq!(octets, 25_000 * times.len() as u64);
    let flow = |column| count(&outcome.flows, "f", column);
    assert_eq!(flow("delivered_bytes"), octets);
    // A request is one segment; 5000 and 10000 octets are 10 and 20 segments of 512.
    assert_eq!(flow("segments_sent"), (3 + 10 + 2 * 20) * times.len() as u64);
    assert_eq!(flow("segments_received"), flow("segments_sent"));
    assert_eq!(flow("retransmitted_segments"), 0);
    assert_eq!(real(&outcome.flows, "f", "started_s"), 0.0);
    assert_eq!(outcome.pages.counts("page").to_vec(), (1..=times.len() as u64).collect::<Vec<_>>());
}

#[test]
fn pages_complete_although_half_of_the_packets_are_lost() {
    // Of 12 cells none is errored with a probability of one half.
    let noise = "model = \"independent\", cell_error_ratio = 0.056126";
    let flows: Vec<String> = ["per-object", "persistent"]
        .iter()
        .map(|connections| pages(&format!("connections = \"{connections}\""), "timer_tick = \"20 ms\""))
        .collect();
    let settings = "duration = \"300 s\"\ntcp = { initial_rto = \"60 ms\", max_rto_ticks = 50, delayed_ack_timer = \"20 ms\" }\n";
    let outcome = run(&access(settings, noise, &flows));
    for flow in ["w1", "w2"] {
        let of_flow = outcome.pages.texts("flow").iter().zip(outcome.pages.reals("completion_time_s"));
        let complete = of_flow.filter(|(name, time)| *name == flow && time.is_finite()).count();
        assert!(complete > 5, "{flow}: {complete}");
        assert!(real(&outcome.flows, flow, "packet_loss_ratio") > 0.3, "{:?}", outcome.flows);
        assert!(count(&outcome.flows, flow, "timeouts") > 10);
    }
    assert_eq!(outcome.audit.sent, outcome.audit.delivered + outcome.audit.lost + outcome.audit.held);
}

/// Browsers of different kinds on noisy lines, with an upload next to the first.
fn busy_lines(noise: &str, seed: u64) -> String {
    let think = "think_time_s = { distribution = \"exponential\", mean = 0.3 }";
    let web =
        |keys: &str, tcp: &str| format!("kind = \"web\", web = {{ {keys}, {think} }}, tcp = {{ {tcp} }}");
    let delay = "server_delay_s = { distribution = \"exponential\", mean = 0.02 }";
    let flows = [
        web("preset = \"surge\", connections = \"persistent\"", "ecn = true"),
        web("preset = \"surge\", begins = \"thinking\"", "variant = \"sack\", timestamps = true"),
        web(&format!("preset = \"mah\", parallel_connections = 2, {delay}"), "timer_phase = \"random\""),
        web("preset = \"simple\", parallel_connections = 1", "variant = \"cubic\", delayed_ack = false"),
    ];
    let settings =
        format!("duration = \"20 s\"\nwarmup = \"3 s\"\nseed = {seed}\nswitch.buffer = \"150 cells\"\n");
    access(&settings, noise, &flows) + "up = { vc = \"v1\", from = \"c1\" }\n"
}

const BURSTS: &str = "model = \"bursts\", cell_error_ratio = 1e-3, mean_burst = \"2 ms\"";

#[test]
fn reference_mode_agrees_over_noisy_lines() {
    for noise in [
        "model = \"independent\", cell_error_ratio = 0.002",
        BURSTS,
        "model = \"gilbert-elliott\", cell_error_ratio = 0.01, mean_burst_cells = 5",
    ] {
        let network = network(&busy_lines(noise, 1));
        let normal = run_network(network.clone());
        let reference = run_network(Network { reference: true, ..network });
        assert_eq!(differences(&normal, &reference), Vec::<String>::new(), "{noise}");
        assert!(completion_times_s(&normal).len() > 10, "{noise}: {:?}", normal.pages);
        assert!(normal.flows.counts("retransmitted_segments").iter().sum::<u64>() > 5, "{noise}");
    }
}

#[test]
fn the_same_seed_gives_the_same_pages_and_another_seed_others() {
    let first = run(&busy_lines(BURSTS, 1));
    let again = run_in_slices(network(&busy_lines(BURSTS, 1)), 17);
    assert_eq!(differences(&first, &again), Vec::<String>::new());
    assert_ne!(first.pages, run(&busy_lines(BURSTS, 2)).pages);
}

#[test]
fn a_page_counts_if_it_begins_or_ends_in_the_measured_time() {
    let pages_after = |warmup: &str| {
        let settings = format!("duration = \"20 s\"\nwarmup = \"{warmup}\"\n");
        let outcome = run(&two_hosts(&settings, "1 Mbit/s", "1 ms", &pages("", "")));
        outcome.pages.counts("page").to_vec()
    };
    // A page takes less than a second, and 5 s are spent reading it.
    assert_eq!(pages_after("0 s"), [1, 2, 3, 4]);
    assert_eq!(pages_after("100 ms"), [1, 2, 3, 4]);
    assert_eq!(pages_after("3 s"), [2, 3, 4]);
}

#[test]
fn a_client_that_stops_asks_for_no_more_pages() {
    let flow = format!("stop = \"7 s\", {}", pages("", ""));
    let outcome = run(&two_hosts("duration = \"60 s\"", "1 Mbit/s", "1 ms", &flow));
    assert_eq!(completion_times_s(&outcome).len(), 2, "{:?}", outcome.pages);
}

#[test]
fn a_run_that_is_stopped_has_no_pages_from_later() {
    let text = busy_lines(BURSTS, 1);
    let whole = run(&text);
    let mut run = Run::new(network(&text));
    while run.progress() < 0.5 {
        run.advance(100);
    }
    let half = run.finish().unwrap();
    let ends = half.pages.reals("started_s").iter().zip(half.pages.reals("completion_time_s"));
    assert!(ends.clone().all(|(started, takes)| *started <= half.simulated_s
        && (takes.is_nan() || started + takes <= half.simulated_s + 1e-9)));
    let shared: Vec<f64> = completion_times_s(&half);
    assert!(shared.len() > 3 && shared.iter().all(|time| completion_times_s(&whole).contains(time)));
}
