//! Scalable and classic flows on a line under DualPI2: near equal rates at equal round trips.
//!
//! The queue marks L4S packets with 2 p' where it marks classic ones with p'². A flow of Prague then has at least
//! 2 / 2p' segments in a virtual round trip of 25 ms, and one of Reno, or of CUBIC where it does as Reno, 1.22 / p' in
//! its round trip, 15 ms of which are the classic queue's. So Prague's share is to be 0.40, 0.45 and 0.49 at 5, 10 and
//! 15 ms without queues, and up to 0.1 more: its reductions wait for a mark after the virtual round trip has passed, and
//! p' moves about its mean, so that classic flows see more than the square of that mean.

use crate::common::networks::Dumbbell;
use crate::common::{real, run};

/// Prague's share of all that both flows get, over a line of 40 Mbit/s: a packet takes 0.3 ms, less than the
/// millisecond after which the low-latency queue marks.
fn share(queue: &str, classic: &str, round_trip_ms: u32) -> f64 {
    let delay_us = 500 * round_trip_ms;
    let edge = r#"kind = "ethernet", rate = "1 Gbit/s", delay = "1 us""#;
    let network = Dumbbell {
        settings: r#"
duration = "30 s"
warmup = "10 s"
[packet]
queue = { discipline = "tail", limit = "10000 packets" }
[tcp]
profile = "linux-6"
mss = "1460 bytes"
receive_window = "8 MiB"
ecn = true
"#,
        sides: [&[("s1", edge), ("s2", edge)], &[("d1", edge), ("d2", edge)]],
        trunk: &format!(r#"kind = "raw", rate = "40 Mbit/s", delay = "{delay_us} us", queue = {queue}"#),
        flows: &format!(
            r#"
scalable = {{ from = "s1", to = "d1", tcp.variant = "prague" }}
classic = {{ from = "s2", to = "d2", start = "500 ms", tcp.variant = "{classic}" }}
"#
        ),
    };
    let outcome = run(&network.text());
    let [scalable, classic] =
        ["scalable", "classic"].map(|flow| real(&outcome.flows, flow, "throughput_bps"));
    assert!(scalable + classic > 0.95 * 38.6e6, "the line is full: {scalable} and {classic}");
    scalable / (scalable + classic)
}

const DUALPI2: &str = r#"{ discipline = "dualpi2" }"#;

/// Neither has more than twice the other's rate.
fn is_near_equal(share: f64) -> bool {
    (1.0 / 3.0..2.0 / 3.0).contains(&share)
}

// spec: rfc9332 2.1
#[test]
fn prague_and_cubic_share_a_coupled_line_near_equally() {
    for round_trip_ms in [5, 10, 15] {
        let share = share(DUALPI2, "cubic", round_trip_ms);
        assert!(is_near_equal(share), "{share} at {round_trip_ms} ms");
    }
}

#[test]
fn prague_and_reno_share_a_coupled_line_near_equally() {
    let share = share(DUALPI2, "sack", 10);
    assert!(is_near_equal(share), "{share}");
}

/// It is the coupling that does it: with half of it Prague is marked half as often, with three times as
/// much three times as often, and in one queue as often as CUBIC.
// spec: rfc9332 2.1 (k = 2), rfc9331 4.3
#[test]
fn with_another_coupling_the_shares_are_others() {
    let coupled = |coupling: u8, round_trip_ms| {
        share(&format!("{{ discipline = \"dualpi2\", coupling = {coupling} }}"), "cubic", round_trip_ms)
    };
    let (half, triple) = (coupled(1, 15), coupled(6, 5));
    assert!(half > 2.0 / 3.0, "{half}");
    assert!(triple < 1.0 / 3.0, "{triple}");
    let one_queue = share(r#"{ discipline = "pie", ecn = true }"#, "cubic", 10);
    assert!(one_queue > 0.75, "{one_queue}");
}
