//! The windows that ns-3's own validation of its TCP asks for (`tcp-validation`), over the same line: 50 Mbit/s with the two octets of
//! PPP, a router with CoDel above three packets, a flow from 5 s on with an initial window of ten segments of 1448 octets.
//!
//! Its bounds of CUBIC are bands around what ns-3 does, so they are published numbers of another implementation: that ends slow start by
//! trains of acknowledgments as long as a round trip, and by octets.

use cellwise_net::{Outcome, Series};

use crate::common::networks::Dumbbell;
use crate::common::{run, series};

const MSS: f64 = 1448.0;

/// A flow for so long over a line with so much delay each way, and CoDel.
fn transfer(duration: &str, delay: &str, codel: &str, tcp: &str) -> Outcome {
    let settings = format!(
        r#"
duration = "{duration}"
[packet]
queue = {{ discipline = "tail", limit = "10000 packets" }}
[tcp]
mss = "1448 bytes"
receive_window = "32 MB"
send_buffer = "32 MB"
window_scaling = true
cwnd_cap = "unlimited"
initial_cwnd = "rfc6928"
initial_cwnd_segments = 10
initial_ssthresh = "unlimited"
byte_counting = "unlimited"
sack = true
timestamps = true
recovery_window = "prr"
delayed_ack = true
handshake = true
{tcp}
"#
    );
    // Packets of 1500 octets with two of PPP.
    let line_bps = 50_000_000_u64 * 1500 / 1502;
    let queue = format!(r#"{{ discipline = "codel", least_backlog = "1500 bytes"{codel} }}"#);
    let edge = r#"kind = "raw", rate = "1 Gbit/s", delay = "1 us""#;
    let network = Dumbbell {
        settings: &settings,
        sides: [&[("s", edge)], &[("d", edge)]],
        trunk: &format!(
            r#"kind = "raw", rate = "{line_bps} bit/s", delay = "{delay}", queue = {queue}, lower = {{ lower = "buffer", size = "3 packets" }}"#
        ),
        flows: r#"
f = { from = "s", to = "d", start = "5 s" }
[probes]
cwnd = { flow = "f" }
acknowledgment = { flow = "f", every = "200 ms" }
"#,
    };
    run(&network.text())
}

/// The values from one instant to another, with that which was there at the first.
fn between(series: &Series, from_s: f64, to_s: f64) -> Vec<f64> {
    let at = |time: &u64| *time as f64 / 1e12;
    let first = series.times_ps.iter().rposition(|time| at(time) <= from_s).unwrap_or(0);
    let shown = series.times_ps.iter().zip(&series.values).skip(first);
    shown.take_while(|(time, _)| at(time) <= to_s).map(|(_, value)| *value).collect()
}

fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn most(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

// source: ns-3 examples/tcp/tcp-validation.cc, cubic-50ms-no-ecn
#[test]
fn cubic_through_codel_has_the_windows_of_ns3() {
    let outcome = transfer(
        "20 s",
        "25 ms",
        "",
        r#"variant = "cubic"
slow_start = { rule = "hystart", longest_train = "round-trip" }"#,
    );
    let windows = series(&outcome, "cwnd f");
    let segments =
        |from_s, to_s| between(windows, from_s, to_s).iter().map(|octets| octets / MSS).collect::<Vec<_>>();
    let checks = [
        ("at least 500 before the first loss", least(&segments(5.43, 5.465)) >= 500.0),
        ("at most 390 after it", most(&segments(5.795, 6.0)) <= 390.0),
        ("at least 165 from 14 s on", least(&segments(14.0, 14.197)) >= 165.0),
        ("at least 120 from 17 s on", least(&segments(17.0, 18.026)) >= 120.0),
    ];
    let missed: Vec<_> = checks.iter().filter(|(_, holds)| !holds).map(|(name, _)| name).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

// source: ns-3 examples/tcp/tcp-validation.cc, dctcp-10ms
#[test]
fn dctcp_fills_the_line_below_a_threshold_of_a_millisecond() {
    let outcome =
        transfer("15 s", "5 ms", r#", ecn = true, ce_threshold = "1 ms""#, "variant = \"dctcp\"\necn = true");
    let acknowledged = between(series(&outcome, "acknowledgment f"), 5.6, 15.0);
    let rates: Vec<f64> = acknowledged.windows(2).map(|pair| (pair[1] - pair[0]) * 8.0 / 0.2 / 1e6).collect();
    assert!(rates.len() >= 45, "{rates:?}");
    // The line has room for 50 x 1448/1502 = 48.2 Mbit/s.
    assert!(least(&rates) >= 48.0 && most(&rates) <= 49.0, "{rates:?}");
}
