//! Random keys of the sections of a scenario, each as the text of an inline table's members.

use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_atm::error_model::ErrorModelConfig;
use cellwise_scenario::Probes;
use cellwise_tcp::congestion::Parameters;
use cellwise_tcp::{VARIANTS, Variant};
use cellwise_units::{Capacity, Cells};
use proptest::prelude::*;
use proptest::sample::select;
use serde::Serialize;

/// One of a few texts.
pub(super) fn word(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    select(words).prop_map(str::to_owned)
}

/// A key with one of a few texts as its value, or no key.
pub(super) fn key(name: &'static str, words: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop_oneof![Just(String::new()), select(words).prop_map(move |word| format!("{name} = {word}"))]
}

/// Settings as an inline table.
pub(super) fn inline(settings: &impl Serialize) -> String {
    toml::Value::try_from(settings).expect("settings that a scenario can hold").to_string()
}

/// The members that are there, separated by `separator`.
pub(super) fn joined(parts: Vec<String>, separator: &str) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(separator)
}

pub(super) fn rate() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just("155.52 Mbit/s".to_owned()),
        4 => word(&[
            "149.76 Mbit/s", "25.6 Mbit/s", "100 Mbit/s", "34.368 Mbit/s", "2.048 Mbit/s", "622.08 Mbit/s",
            // A cell takes 1 us and 10 us: events of different links coincide.
            "424 Mbit/s", "42.4 Mbit/s",
        ]),
        1 => (1_000_000u64..300_000_000).prop_map(|rate| format!("{rate} bit/s")),
        // Cell times that are equal in whole picoseconds and still differ.
        1 => word(&["155519990 bit/s", "155520010 bit/s"]),
    ]
}

pub(super) fn delay() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => word(&["0 s", "5 us", "1 us", "100 us", "1 ms"]),
        1 => (0u64..5_000_000_000).prop_map(|delay| format!("{delay} ps")),
    ]
}

/// The error models of a link, in neither, both or each of its directions.
pub(super) fn errors() -> impl Strategy<Value = String> {
    let [errors, back] = ["errors", "reverse_errors"].map(|key| {
        let written =
            ErrorModelConfig::arbitrary().prop_map(move |model| format!("{key} = {}", inline(&model)));
        prop_oneof![2 => Just(String::new()), 1 => written]
    });
    let errored = key("errored_cells", &["\"dropped\"", "\"delivered\""]);
    let jitter = key("jitter", &["\"2 us\"", "\"300 us\""]);
    (errors, back, errored, jitter)
        .prop_map(|(errors, back, errored, jitter)| joined(vec![errors, back, errored, jitter], ", "))
}

/// Seed, replication and the order of simultaneous cells.
pub(super) fn run() -> impl Strategy<Value = String> {
    let tie = word(&["random", "random", "rotate", "fixed"]);
    (any::<u16>(), 0u8..3, tie).prop_map(|(seed, replication, tie)| {
        format!("seed = {seed}\nreplication = {replication}\ntie = \"{tie}\"\n")
    })
}

/// A switch's queues: buffer, policy with parameters, what is counted.
pub(super) fn switch() -> impl Strategy<Value = String> {
    let occupancy = key("occupancy", &["\"waiting\"", "\"with-service\""]);
    let clp1 = key("clp1_threshold", &["\"1 cells\""]);
    (buffer(), occupancy, clp1)
        .prop_map(|(buffer, occupancy, clp1)| joined(vec![buffer, occupancy, clp1], ", "))
}

/// A buffer and a drop policy that fits it.
pub(super) fn buffer() -> impl Strategy<Value = String> {
    let limited = |cells| Capacity::Limited(Cells::new(cells));
    let buffer = prop_oneof![
        2 => Just(Capacity::Unlimited),
        4 => (1u64..40).prop_map(limited),
        3 => (40u64..400).prop_map(limited),
    ];
    let with_policy = buffer.prop_flat_map(|buffer| (Just(buffer), DropPolicyConfig::arbitrary(buffer)));
    with_policy.prop_map(|(buffer, policy)| format!("buffer = \"{buffer}\", drop = {}", inline(&policy)))
}

/// How long a host takes for a packet.
pub(super) fn host() -> impl Strategy<Value = String> {
    let span = || {
        prop_oneof![
            4 => Just(None),
            1 => (0u64..300_000).prop_map(|ns| Some(format!("\"{ns} ns\""))),
            1 => (0u64..200, 0u64..30, 0u64..200).prop_map(|(base, per_byte, jitter)| {
                let jitter = jitter.min(base);
                Some(format!(
                    "{{ base = \"{base} us\", per_byte = \"{per_byte} ns\", jitter = \"{jitter} us\" }}"
                ))
            }),
            1 => (0u64..300, 0u64..300)
                .prop_map(|(min, more)| Some(format!("{{ min = \"{min} us\", max = \"{} us\" }}", min + more))),
        ]
    };
    let queue = key("receive_queue", &["1", "3"]);
    let cpu = key("cpu", &["\"shared\""]);
    (span(), span(), queue, cpu).prop_map(|(send, receive, queue, cpu)| {
        let send = send.map(|span| format!("send_processing = {span}"));
        let receive = receive.map(|span| format!("receive_processing = {span}"));
        joined(vec![send.unwrap_or_default(), receive.unwrap_or_default(), queue, cpu], ", ")
    })
}

/// The packet queue in front of a host's link.
pub(super) fn uplink() -> impl Strategy<Value = String> {
    let limits = (
        key("limit_packets", &["1", "3", "20"]),
        key("data_limit_packets", &["1", "5"]),
        word(&[
            "",
            "priority = \"acknowledgments\"",
            "priority = \"acknowledgments\", data_after_ack_octets = \"100 bytes\"",
        ]),
    );
    let filtering = key("ack_filtering", &["\"all\"", "\"keep\"", "\"random\""]);
    let more = (
        key("ack_filtering_in_place", &["true"]),
        key(
            "red",
            &[
                "{ min_threshold_packets = 1, max_threshold_packets = 4, max_probability = 0.3, weight = 0.2 }",
            ],
        ),
    );
    let keys = (limits, filtering, more).prop_map(|((a, b, c), d, (e, f))| {
        format!("uplink = {{ {} }}", joined(vec![a, b, c, d, e, f], ", "))
    });
    prop_oneof![3 => Just(String::new()), 1 => keys]
}

/// The reassembly timeout of a virtual connection, and whether its receivers keep frames apart.
pub(super) fn reassembly() -> impl Strategy<Value = String> {
    let timeout = prop::option::weighted(0.25, 1u64..5000);
    let restarts = key("timeout_restarts", &["\"on-first-cell\"", "\"on-each-cell\""]);
    let lost_end = key("after_lost_end", &["\"merge\"", "\"separate\""]);
    (timeout, restarts, lost_end).prop_map(|(timeout, restarts, lost_end)| {
        let timeout = timeout.map(|us| format!("reassembly_timeout = \"{us} us\""));
        joined(vec![timeout.unwrap_or_default(), restarts, lost_end], ", ")
    })
}

/// The section of defaults for all TCP flows, one key a line: timers short enough to fire.
pub(super) fn tcp() -> impl Strategy<Value = String> {
    let tick = word(&["\"500 us\"", "\"1 ms\"", "\"3 ms\"", "\"10 ms\""]);
    let fast = word(&["\"300 us\"", "\"1 ms\"", "\"7 ms\""]);
    let times = (tick, fast, 1u64..30, 1u32..4).prop_map(|(tick, fast, rto, ticks)| {
        format!("timer_tick = {tick}\ndelayed_ack_timer = {fast}\ninitial_rto = \"{rto} ms\"\nmin_rto_ticks = {ticks}")
    });
    let rules = (
        key("timer_phase", &["\"aligned\"", "\"random\""]),
        key("rto_rule", &["\"net3\"", "\"sunos\"", "\"rfc6298\"\nmin_rto = \"2 ms\"", "\"unrounded\""]),
        key("cwnd_unit", &["\"octets\"", "\"segments\""]),
        key("cwnd_cap", &["\"receive-window\"", "\"unlimited\""]),
        key("ssthresh_rule", &["\"goyal96\""]),
        key("after_timeout", &["\"first-segment\""]),
        key("slow_start_boundary", &["\"below\""]),
        key("initial_ssthresh", &["\"20000 bytes\""]),
    )
        .prop_map(|(a, b, c, d, e, f, g, h)| joined(vec![a, b, c, d, e, f, g, h], "\n"));
    let switches = (
        key("nagle", &["false"]),
        key("header_prediction", &["false"]),
        key("mss_over_8", &["true"]),
        key("bsd_deflate_bug", &["false"]),
        key("idle_restart", &["false"]),
        key("window_scaling", &["false"]),
    )
        .prop_map(|(a, b, c, d, e, f)| joined(vec![a, b, c, d, e, f], "\n"));
    (times, rules, timers(), switches).prop_map(|(a, b, c, d)| joined(vec![a, b, c, d], "\n"))
}

/// How the retransmission timer runs, and what bounds it.
fn timers() -> impl Strategy<Value = String> {
    (
        key("round_trip_clock", &["\"ticks\"", "\"at-least-one-tick\""]),
        key("timer_expiry", &["\"at-tick\""]),
        key("retransmission_timer", &["\"oldest-segment\""]),
        key("backoff", &["\"none\""]),
        key("initial_deviation", &["\"2 ms\"", "\"30 ms\""]),
        key("max_rto", &["\"31 ms\"", "\"100 ms\""]),
    )
        .prop_map(|(a, b, c, d, e, f)| joined(vec![a, b, c, d, e, f], "\n"))
}

/// A variant, with a place to go on from after a fast retransmission that its recovery has.
fn variant() -> impl Strategy<Value = String> {
    let written = |variant: Variant| {
        let ways = variant.recovery.after_fast_retransmit().to_vec();
        prop::option::of(select(ways)).prop_map(move |way| {
            let way = way.map(|way| format!("after_fast_retransmit = {}", inline(&way)));
            joined(vec![format!("variant = \"{}\"", variant.name), way.unwrap_or_default()], ", ")
        })
    };
    select(VARIANTS).prop_flat_map(written)
}

/// The tables of all congestion controls.
fn congestion() -> impl Strategy<Value = String> {
    Parameters::arbitrary().prop_map(|parameters| {
        let tables = toml::Table::try_from(parameters).expect("tables");
        let tables: Vec<_> = tables.into_iter().map(|(name, table)| format!("{name} = {table}")).collect();
        tables.join(", ")
    })
}

/// Keys of one TCP flow, besides segment and window.
pub(super) fn tcp_of_flow() -> impl Strategy<Value = String> {
    let keys = (
        prop_oneof![1 => Just(String::new()), 3 => (variant(), congestion()).prop_map(|(a, b)| format!("{a}, {b}"))],
        key("delayed_ack", &["false", "true"]),
        key("duplicate_ack_threshold", &["1", "2"]),
        key("initial_cwnd_segments", &["2", "10"]),
    );
    let more = (
        key("timestamps", &["true"]),
        key("limited_transmit", &["true"]),
        word(&[
            "",
            "",
            "ecn = true",
            "ecn = true, ack_congestion_control = true",
            "max_burst = 2",
            "byte_counting = \"rfc3465\"",
        ]),
        key("duplicate_acks", &["\"delayed\""]),
        // Opening and closing need their own segments.
        prop_oneof![3 => Just(String::new()), 1 => Just("handshake = true, close = true".to_owned())],
    );
    (keys, more).prop_map(|((a, b, c, d), (e, f, g, h, i))| joined(vec![a, b, c, d, e, f, g, h, i], ", "))
}

/// A browser that reads fast enough for several pages in a short run.
pub(super) fn web() -> impl Strategy<Value = String> {
    let millisecond = |name: &'static str| {
        (1e-5..3e-3).prop_map(move |mean_s| {
            format!("{name} = {{ distribution = \"exponential\", mean = {mean_s:.5} }}")
        })
    };
    let size = |name: &'static str| {
        word(&["200", "900", "5000"])
            .prop_map(move |mean| format!("{name} = {{ distribution = \"exponential\", mean = {mean} }}"))
    };
    let sometimes = |name| prop_oneof![Just(String::new()), millisecond(name)];
    let keys = (
        key("connections", &["\"persistent\""]),
        key("parallel_connections", &["1", "2", "7"]),
        key("begins", &["\"thinking\""]),
        key("request_octets", &["{ distribution = \"exponential\", mean = 900 }"]),
        size("main_object_octets"),
        size("embedded_object_octets"),
        word(&["1", "2", "5"])
            .prop_map(|mean| format!("embedded_objects = {{ distribution = \"geometric\", mean = {mean} }}")),
    );
    let times = (sometimes("active_off_s"), sometimes("server_delay_s"), millisecond("think_time_s"));
    (keys, times).prop_map(|((a, b, c, d, e, f, g), (h, i, j))| {
        joined(vec!["preset = \"simple\"".to_owned(), a, b, c, d, e, f, g, h, i, j], ", ")
    })
}

/// Probes, one key a line; a third of the networks have none, since a probe turns shortcuts off.
pub(super) fn probes() -> impl Strategy<Value = String> {
    let written = |probes: Probes| {
        let tables = toml::Table::try_from(probes).expect("tables");
        tables.into_iter().map(|(name, table)| format!("{name} = {table}\n")).collect()
    };
    prop_oneof![1 => Just(String::new()), 2 => Probes::arbitrary(&["h0.nic", "sw0.h0"]).prop_map(written)]
}
