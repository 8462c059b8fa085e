//! Pings over the network: round-trip times in closed form, losses, and what the table says.

use cellwise_net::Outcome;

use crate::common::networks::two_hosts;
use crate::common::{count, differences, network, real, run, run_in_slices};

/// Two hosts at a link on which a cell takes 1 us, and pings from one to the other.
fn pings(settings: &str, delay: &str, keys: &str) -> Outcome {
    run(&two_hosts(settings, "424 Mbit/s", delay, &format!("kind = \"ping\", {keys}")))
}

fn rtts_us(outcome: &Outcome) -> Vec<f64> {
    outcome.pings.reals("rtt_s").iter().map(|rtt| rtt * 1e6).collect()
}

#[test]
fn a_round_trip_over_an_empty_network_takes_cells_and_delays() {
    // 20 + 8 octets of headers and 8 each of LLC/SNAP and AAL5: the last octet that fits one cell is the 4th.
    for (payload, cells) in [(0, 1), (4, 1), (5, 2), (56, 3), (1472, 32)] {
        for (delay_us, delay) in [(0.0, "0 s"), (1000.0, "1 ms")] {
            let keys = format!("ping = {{ payload = \"{payload} bytes\", interval = \"10 ms\" }}");
            let outcome = pings("duration = \"35 ms\"", delay, &keys);
            let way = f64::from(cells) + delay_us;
            let rtts = rtts_us(&outcome);
            assert_eq!(rtts.len(), 4, "at 0, 10, 20 and 30 ms");
            assert!(rtts.iter().all(|rtt| (rtt - 2.0 * way).abs() < 1e-3), "{payload}, {delay}: {rtts:?}");
        }
    }
}

#[test]
fn on_reply_a_request_follows_each_reply() {
    let outcome = pings("duration = \"10 ms\"", "100 us", "ping = { interval = \"on-reply\" }");
    let (sent, rtts) = (outcome.pings.reals("sent_s"), outcome.pings.reals("rtt_s"));
    assert!(sent.len() > 20);
    for (number, pair) in sent.windows(2).enumerate() {
        assert!((pair[1] - pair[0] - rtts[number]).abs() < 1e-12, "{pair:?}");
    }
}

#[test]
fn what_is_lost_has_no_round_trip_time_and_is_counted() {
    let noise = "errors = { model = \"independent\", cell_error_ratio = 0.05 }";
    let text = two_hosts(
        "duration = \"20 s\"\nwarmup = \"5 s\"",
        "10 Mbit/s",
        "1 ms",
        "kind = \"ping\", ping = { interval = \"10 ms\" }",
    );
    let outcome = run(&text.replace("delay = \"1 ms\"", &format!("delay = \"1 ms\", {noise}")));
    let flow = outcome.flows.texts("flow")[0].to_owned();
    let lost = outcome.pings.reals("rtt_s").iter().filter(|rtt| rtt.is_nan()).count();
    assert_eq!(outcome.pings.counts("number").len() as u64, count(&outcome.flows, &flow, "segments_sent"));
    assert!(lost > 0);
    assert_eq!(real(&outcome.flows, &flow, "throughput_bps"), 0.0);
    assert_eq!(outcome.pings.counts("number")[0], 501, "the first after the warm-up");
}

#[test]
fn a_run_in_pieces_has_the_same_pings() {
    let text = two_hosts(
        "duration = \"100 ms\"",
        "10 Mbit/s",
        "1 ms",
        "kind = \"ping\", stop = \"70 ms\", ping = { interval = \"1 ms\" }",
    );
    let whole = run(&text);
    assert_eq!(whole.pings.counts("number").len(), 70);
    assert_eq!(differences(&whole, &run_in_slices(network(&text), 7)), Vec::<String>::new());
}
