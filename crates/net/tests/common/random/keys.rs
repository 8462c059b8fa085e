//! Random keys of the sections of a scenario, each as the text of an inline table's members.

use std::sync::LazyLock;

use cellwise_atm::drop_policy::DropPolicyConfig;
use cellwise_atm::error_model::ErrorModelConfig;
use cellwise_scenario::{Probes, json_schema};
use cellwise_tcp::ack_delay::AckDelayConfig;
use cellwise_tcp::congestion::Parameters;
use cellwise_tcp::pacing::PacingConfig;
use cellwise_tcp::recovery::RecoveryKind;
use cellwise_tcp::slow_start::SlowStartConfig;
use cellwise_tcp::undo::UndoConfig;
use cellwise_tcp::{VARIANTS, Variant};
use cellwise_units::{Capacity, Cells};
use proptest::prelude::*;
use proptest::sample::select;
use serde::Serialize;
use serde_json::Value;

/// One of a few texts.
pub(super) fn word(words: &'static [&'static str]) -> BoxedStrategy<String> {
    select(words).prop_map(str::to_owned).boxed()
}

/// A key with one of a few texts as its value, or no key.
pub(super) fn key(name: &'static str, words: &'static [&'static str]) -> BoxedStrategy<String> {
    prop_oneof![Just(String::new()), select(words).prop_map(move |word| format!("{name} = {word}"))].boxed()
}

/// What the schema of scenarios calls by a name.
fn definition(name: &str) -> &'static Value {
    static SCHEMA: LazyLock<Value> =
        LazyLock::new(|| serde_json::from_str(&json_schema()).expect("a JSON Schema"));
    &SCHEMA["$defs"][name]
}

/// The words of a definition, or the truth values, as written; none for one with other values.
fn words_of(schema: &Value) -> Option<Vec<String>> {
    if schema["type"] == "boolean" {
        return Some(vec!["false".to_owned(), "true".to_owned()]);
    }
    // A key that need not be given is a reference or null.
    let reference = schema.get("$ref").or_else(|| schema["anyOf"][0].get("$ref"))?;
    let name = reference.as_str()?.rsplit('/').next()?;
    let forms = definition(name)["oneOf"].as_array()?.iter();
    forms.map(|form| Some(form.get("const")?.to_string())).collect()
}

/// Any word of a definition, as written.
pub(super) fn words(name: &str) -> BoxedStrategy<String> {
    let forms = definition(name)["oneOf"].as_array().expect("words");
    select(forms.iter().map(|form| form["const"].to_string()).collect::<Vec<_>>()).boxed()
}

/// A key of a table with any of the words that the schema has for it, or no key.
pub(super) fn choice(table: &str, name: &str) -> BoxedStrategy<String> {
    chosen(name, words_of(&definition(table)["properties"][name]).expect("a key of words"), 1)
}

/// All keys of a table for which the schema has words, but some; each is left out that much more often than given.
fn choices(table: &str, but: &[&str], rarity: u32) -> Vec<BoxedStrategy<String>> {
    let keys = definition(table)["properties"].as_object().expect("a table").iter();
    let drawn = keys.filter(|(name, _)| !but.contains(&name.as_str()));
    drawn.filter_map(|(name, schema)| Some(chosen(name, words_of(schema)?, rarity))).collect()
}

fn chosen(name: &str, words: Vec<String>, rarity: u32) -> BoxedStrategy<String> {
    let name = name.to_owned();
    let given = select(words).prop_map(move |word| format!("{name} = {word}"));
    prop_oneof![rarity => Just(String::new()), 1 => given].boxed()
}

/// Settings as an inline table.
pub(super) fn inline(settings: &impl Serialize) -> String {
    toml::Value::try_from(settings).expect("settings that a scenario can hold").to_string()
}

/// The members that are there, separated by `separator`.
pub(super) fn joined(parts: Vec<String>, separator: &str) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(separator)
}

pub(super) fn rate() -> BoxedStrategy<String> {
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
    .boxed()
}

pub(super) fn delay() -> BoxedStrategy<String> {
    prop_oneof![
        3 => word(&["0 s", "5 us", "1 us", "100 us", "1 ms"]),
        1 => (0u64..5_000_000_000).prop_map(|delay| format!("{delay} ps")),
    ]
    .boxed()
}

/// The error models of a link, in neither, both or each of its directions.
pub(super) fn errors() -> BoxedStrategy<String> {
    let [errors, back] = ["errors", "reverse_errors"].map(|key| {
        let written =
            ErrorModelConfig::arbitrary().prop_map(move |model| format!("{key} = {}", inline(&model)));
        prop_oneof![2 => Just(String::new()), 1 => written]
    });
    let errored = choice("LinkEntry", "errored_cells");
    let jitter = key("jitter", &["\"2 us\"", "\"300 us\""]);
    (errors, back, errored, jitter)
        .prop_map(|(errors, back, errored, jitter)| joined(vec![errors, back, errored, jitter], ", "))
        .boxed()
}

/// Seed, replication and the order of simultaneous cells.
pub(super) fn run() -> BoxedStrategy<String> {
    (any::<u16>(), 0u8..3, words("TieOrder"))
        .prop_map(|(seed, replication, tie)| {
            format!("seed = {seed}\nreplication = {replication}\ntie = {tie}\n")
        })
        .boxed()
}

/// A switch's queues: buffer, policy with parameters, counted cells.
pub(super) fn switch() -> BoxedStrategy<String> {
    let occupancy = choice("SwitchDefaults", "occupancy");
    let clp1 = key("clp1_threshold", &["\"1 cells\""]);
    (buffer(), occupancy, clp1)
        .prop_map(|(buffer, occupancy, clp1)| joined(vec![buffer, occupancy, clp1], ", "))
        .boxed()
}

/// A buffer and a drop policy that fits it.
pub(super) fn buffer() -> BoxedStrategy<String> {
    let limited = |cells| Capacity::Limited(Cells::new(cells));
    let buffer = prop_oneof![
        2 => Just(Capacity::Unlimited),
        4 => (1u64..40).prop_map(limited),
        3 => (40u64..400).prop_map(limited),
    ];
    let with_policy = buffer.prop_flat_map(|buffer| (Just(buffer), DropPolicyConfig::arbitrary(buffer)));
    with_policy
        .prop_map(|(buffer, policy)| format!("buffer = \"{buffer}\", drop = {}", inline(&policy)))
        .boxed()
}

/// How long a host takes for a packet.
pub(super) fn host() -> BoxedStrategy<String> {
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
    let cpu = choice("HostDefaults", "cpu");
    (span(), span(), queue, cpu)
        .prop_map(|(send, receive, queue, cpu)| {
            let send = send.map(|span| format!("send_processing = {span}"));
            let receive = receive.map(|span| format!("receive_processing = {span}"));
            joined(vec![send.unwrap_or_default(), receive.unwrap_or_default(), queue, cpu], ", ")
        })
        .boxed()
}

/// The class of a flow's packets, or none: those of the tins and bands of disciplines.
pub(super) fn dscp() -> BoxedStrategy<String> {
    let class = key("dscp", &["\"CS1\"", "\"AF41\"", "\"EF\"", "\"CS5\""]);
    let number = (0u8..64).prop_map(|number| format!("dscp = \"{number}\""));
    prop_oneof![3 => Just(String::new()), 2 => class, 1 => number].boxed()
}

/// The reassembly timeout of a virtual connection, and whether its receivers keep frames apart.
pub(super) fn reassembly() -> BoxedStrategy<String> {
    let timeout = prop::option::weighted(0.25, 1u64..5000);
    let restarts = choice("AtmDefaults", "timeout_restarts");
    let lost_end = choice("AtmDefaults", "after_lost_end");
    (timeout, restarts, lost_end)
        .prop_map(|(timeout, restarts, lost_end)| {
            let timeout = timeout.map(|us| format!("reassembly_timeout = \"{us} us\""));
            joined(vec![timeout.unwrap_or_default(), restarts, lost_end], ", ")
        })
        .boxed()
}

/// The section of defaults for all TCP flows, one key a line: timers short enough to fire.
pub(super) fn tcp() -> BoxedStrategy<String> {
    let tick = word(&["\"500 us\"", "\"1 ms\"", "\"3 ms\"", "\"10 ms\""]);
    let fast = word(&["\"300 us\"", "\"1 ms\"", "\"7 ms\""]);
    let times = (tick, fast, 1u64..30, 1u32..4).prop_map(|(tick, fast, rto, ticks)| {
        format!("timer_tick = {tick}\ndelayed_ack_timer = {fast}\ninitial_rto = \"{rto} ms\"\nmin_rto_ticks = {ticks}\nmin_rto = \"2 ms\"")
    });
    let bounds = (
        key("cwnd_cap", &["\"receive-window\"", "\"unlimited\""]),
        key("initial_ssthresh", &["\"20000 bytes\""]),
        key("initial_deviation", &["\"2 ms\"", "\"30 ms\""]),
        key("max_rto", &["\"31 ms\"", "\"100 ms\""]),
    )
        .prop_map(|(a, b, c, d)| vec![a, b, c, d]);
    let but = [TOGETHER, &["profile"]].concat();
    (times, bounds, choices("Settings", &but, 1))
        .prop_map(|(times, bounds, words)| joined([vec![times], bounds, words].concat(), "\n"))
        .boxed()
}

/// Opening and closing need their own segments, both or none; the last goes with the variant.
const TOGETHER: &[&str] = &["handshake", "close", "after_fast_retransmit", "recovery"];

/// A variant, with a place to continue from after a fast retransmission that its recovery has.
fn variant() -> BoxedStrategy<String> {
    let written = |(variant, recovery): (Variant, Option<RecoveryKind>)| {
        let ways = recovery.unwrap_or(variant.recovery).after_fast_retransmit().to_vec();
        prop::option::of(select(ways)).prop_map(move |way| {
            // A profile of the section has a recovery that may not go back.
            let recovery = recovery.or(way.is_some().then_some(variant.recovery));
            let recovery = recovery.map(|kind| format!("recovery = {}", inline(&kind)));
            let way = way.map(|way| format!("after_fast_retransmit = {}", inline(&way)));
            let parts = [Some(format!("variant = \"{}\"", variant.name)), recovery, way];
            joined(parts.into_iter().flatten().collect(), ", ")
        })
    };
    let recovery = prop_oneof![2 => Just(None), 1 => select(RecoveryKind::ALL).prop_map(Some)];
    (select(VARIANTS), recovery).prop_flat_map(written).boxed()
}

/// The tables of all congestion controls.
fn congestion() -> BoxedStrategy<String> {
    Parameters::arbitrary()
        .prop_map(|parameters| {
            let tables = toml::Table::try_from(parameters).expect("tables");
            let tables: Vec<_> =
                tables.into_iter().map(|(name, table)| format!("{name} = {table}")).collect();
            tables.join(", ")
        })
        .boxed()
}

/// A key of a table of a family's member, or no key.
fn member(
    key: &'static str,
    config: impl Strategy<Value = impl Serialize + std::fmt::Debug> + 'static,
) -> BoxedStrategy<String> {
    let written = config.prop_map(move |rule| format!("{key} = {}", inline(&rule)));
    prop_oneof![3 => Just(String::new()), 1 => written].boxed()
}

/// Keys of one TCP flow, besides segment and window.
pub(super) fn tcp_of_flow() -> BoxedStrategy<String> {
    let keys = (
        prop_oneof![1 => Just(String::new()), 3 => (variant(), congestion()).prop_map(|(a, b)| format!("{a}, {b}"))],
        key("duplicate_ack_threshold", &["1", "2"]),
        key("initial_cwnd_segments", &["2", "10"]),
        key("max_burst", &["2"]),
        prop_oneof![3 => Just(String::new()), 1 => Just("handshake = true, close = true".to_owned())],
        member("slow_start", SlowStartConfig::arbitrary()),
        member("pacing", PacingConfig::arbitrary()),
        member("undo", UndoConfig::arbitrary()),
        member("ack_delay", AckDelayConfig::arbitrary()),
    )
        .prop_map(|(a, b, c, d, e, f, g, h, i)| vec![a, b, c, d, e, f, g, h, i]);
    (keys, choices("Settings", TOGETHER, 8))
        .prop_map(|(keys, words)| joined([keys, words].concat(), ", "))
        .boxed()
}

/// The times between datagrams: a few thousand in a second, also none at all between two, and sometimes a long tail.
pub(super) fn gaps() -> BoxedStrategy<String> {
    let mean = 25e-6..3e-3f64;
    let exact = (1u64..40).prop_map(|steps| format!("\"constant\", value = {:.6}", steps as f64 * 50e-6));
    let between = (0.0..100e-6f64, mean.clone())
        .prop_map(|(least, more)| format!("\"uniform\", least = {least:.7}, most = {:.7}", least + more));
    let poisson = mean.clone().prop_map(|mean| format!("\"exponential\", mean = {mean:.7}"));
    let tail = (mean, 1.05..3.0f64)
        .prop_map(|(scale, shape)| format!("\"pareto\", scale = {scale:.7}, shape = {shape:.3}"));
    prop_oneof![1 => exact, 1 => between, 2 => poisson, 1 => tail]
        .prop_map(|distribution| format!("gap_s = {{ distribution = {distribution} }}"))
        .boxed()
}

/// A rate that follows from the size of datagrams, and half that size, which replace these words.
pub(super) const RATE: &str = "RATE";
pub(super) const HALF: &str = "HALF";

/// Patterns of datagrams; a list has sizes of its own, and several at one instant.
pub(super) fn patterns() -> BoxedStrategy<String> {
    let periods = prop_oneof![Just("deterministic"), Just("exponential")];
    let on_off = (5_000u64..15_000, 0u64..5_000, periods).prop_map(|(on, off, periods)| {
        format!(
            "\"on-off\", rate = \"{RATE}\", on = \"{on} us\", off = \"{off} us\", periods = \"{periods}\""
        )
    });
    let poisson = Just(format!("\"poisson\", rate = \"{RATE}\""));
    let list = prop::collection::vec((0u64..60_000, any::<bool>()), 1..60).prop_map(|mut arrivals| {
        arrivals.sort_unstable();
        let bytes = |is_half: bool| if is_half { format!(", bytes = \"{HALF}\"") } else { String::new() };
        let arrivals: Vec<String> = arrivals
            .iter()
            .map(|&(us, is_half)| format!("{{ at = \"{us} us\"{} }}", bytes(is_half)))
            .collect();
        format!("\"list\", arrivals = [{}]", arrivals.join(", "))
    });
    prop_oneof![on_off, poisson, list]
        .prop_map(|pattern| format!("source = {{ pattern = {pattern} }}"))
        .boxed()
}

/// Keys of one direction of a connection with data both ways, besides those that both directions share.
pub(super) fn tcp_of_back() -> BoxedStrategy<String> {
    let keys = (
        choice("Settings", "delayed_ack"),
        choice("Settings", "nagle"),
        choice("Settings", "out_of_order"),
        key("initial_cwnd_segments", &["2", "10"]),
        key("max_burst", &["2"]),
        member("ack_delay", AckDelayConfig::arbitrary()),
    );
    keys.prop_map(|(a, b, c, d, e, f)| joined(vec![a, b, c, d, e, f], ", ")).boxed()
}

/// A browser that reads fast enough for several pages in a short run.
pub(super) fn web() -> BoxedStrategy<String> {
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
        choice("WebSettings", "connections"),
        key("parallel_connections", &["1", "2", "7"]),
        choice("WebSettings", "begins"),
        key("request_octets", &["{ distribution = \"exponential\", mean = 900 }"]),
        size("main_object_octets"),
        size("embedded_object_octets"),
        word(&["1", "2", "5"])
            .prop_map(|mean| format!("embedded_objects = {{ distribution = \"geometric\", mean = {mean} }}")),
    );
    let times = (sometimes("active_off_s"), sometimes("server_delay_s"), millisecond("think_time_s"));
    (keys, times)
        .prop_map(|((a, b, c, d, e, f, g), (h, i, j))| {
            joined(vec!["preset = \"simple\"".to_owned(), a, b, c, d, e, f, g, h, i, j], ", ")
        })
        .boxed()
}

/// Probes, one key a line; a third of the networks have none, since a probe turns shortcuts off.
pub(super) fn probes() -> BoxedStrategy<String> {
    let written = |probes: Probes| {
        let tables = toml::Table::try_from(probes).expect("tables");
        tables.into_iter().map(|(name, table)| format!("{name} = {table}\n")).collect()
    };
    prop_oneof![1 => Just(String::new()), 2 => Probes::arbitrary(&["h0.nic", "sw0.h0"]).prop_map(written)]
        .boxed()
}
