//! Random rate rules, every one with any of its parameters; intervals short enough for short runs.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A key with a value, or no key.
fn perhaps<T: std::fmt::Display>(
    name: &'static str,
    value: impl Strategy<Value = T> + 'static,
) -> BoxedStrategy<String> {
    let given = value.prop_map(move |value| format!("{name} = {value}"));
    prop_oneof![Just(String::new()), given].boxed()
}

/// Numbers between two bounds, which come up too.
fn number(least: f64, most: f64) -> impl Strategy<Value = String> {
    prop_oneof![
        4 => (least..=most).prop_map(|value| format!("{value:.4}")),
        1 => select(vec![least, most]).prop_map(|value| format!("{value:.4}")),
    ]
}

/// Numbers above 0.
fn positive(most: f64) -> impl Strategy<Value = String> {
    number(0.001, most)
}

fn flag() -> impl Strategy<Value = bool> {
    any::<bool>()
}

fn span() -> impl Strategy<Value = &'static str> {
    select(vec!["\"20 us\"", "\"100 us\"", "\"1 ms\"", "\"333333333 ps\"", "\"1 ps\""])
}

/// Two thresholds in order.
fn thresholds(least: u64) -> BoxedStrategy<String> {
    let given = (least..30, 0u64..60);
    given.prop_map(|(low, more)| format!("low = \"{low} cells\", high = \"{} cells\"", low + more)).boxed()
}

fn interval() -> Vec<BoxedStrategy<String>> {
    let cells = select(vec!["\"0 cells\"", "\"1 cells\"", "\"10 cells\"", "\"50 cells\""]);
    let length = select(vec!["\"20 us\"", "\"100 us\"", "\"333333333 ps\"", "\"1 ms\"", "\"7 ms\""]);
    vec![perhaps("interval", length), perhaps("interval_cells", cells)]
}

fn erica() -> Vec<BoxedStrategy<String>> {
    vec![
        perhaps("delta", number(0.0, 1.0)),
        perhaps("max_alloc", flag()),
        perhaps("activity_decay", number(0.0, 1.0)),
        perhaps("measured_rates", flag()),
        perhaps("smoothing", positive(1.0)),
    ]
}

/// The parameters of every rule.
fn parameters(rule: &str) -> Vec<BoxedStrategy<String>> {
    match rule {
        "efci" | "relative-rate" => vec![thresholds(0)],
        "eprca" => vec![
            thresholds(0),
            perhaps("averaging", positive(1.0)),
            perhaps("down_pressure", number(0.0, 1.0)),
            perhaps("explicit_reduction", number(0.0, 1.0)),
            perhaps("major_reduction", number(0.0, 1.0)),
            perhaps("separator", number(0.0, 1.0)),
            perhaps("intelligent", flag()),
            perhaps("initial_mean", positive(1.0)),
        ],
        "osu" => with(
            interval(),
            vec![perhaps("target_utilisation", positive(1.0)), perhaps("delta", number(0.0, 0.5))],
        ),
        "erica" => with(interval(), with(erica(), vec![perhaps("target_utilisation", positive(1.0))])),
        "erica-plus" => with(
            with(interval(), erica()),
            vec![
                perhaps("target_delay", span()),
                perhaps("steepness_above", number(1.0, 10.0)),
                perhaps("steepness_below", number(1.0, 10.0)),
                perhaps("least_factor", number(0.0, 1.0)),
            ],
        ),
        "capc" => with(
            interval(),
            vec![
                perhaps("target_utilisation", positive(1.0)),
                perhaps("rise", number(0.0, 1.0)),
                perhaps("fall", number(0.0, 1.0)),
                perhaps("most_rise", number(1.0, 10.0)),
                perhaps("most_fall", number(0.0, 1.0)),
                perhaps("threshold", select(vec!["\"0 cells\"", "\"10 cells\"", "\"100 cells\""])),
                perhaps("initial_rate", positive(1.0)),
            ],
        ),
        "mmrca" => vec![
            thresholds(0),
            perhaps("averaging", positive(1.0)),
            perhaps("least_part", number(0.0, 1.0)),
            perhaps("severe_part", number(0.0, 1.0)),
            perhaps("inactive_after", span()),
        ],
        "fmmra" => with(
            interval(),
            vec![
                thresholds(0),
                perhaps("target_utilisation", positive(1.0)),
                perhaps("smoothing", positive(1.0)),
                perhaps("least_factor", number(0.0, 1.0)),
                perhaps("inactive_after", span()),
                perhaps("remark", flag()),
            ],
        ),
        _ => with(
            interval(),
            vec![
                thresholds(1),
                perhaps("fill", number(0.0, 1.0)),
                perhaps("drain", number(0.0, 1.0)),
                perhaps("least_factor", number(0.0, 1.0)),
                perhaps("inactive_after", span()),
            ],
        ),
    }
}

fn with<T>(mut first: Vec<T>, second: Vec<T>) -> Vec<T> {
    first.extend(second);
    first
}

/// The key of a rate rule.
pub(super) fn rate_rule() -> impl Strategy<Value = String> {
    let names: Vec<&'static str> =
        cellwise_atm::rate_rule::catalogue().into_iter().map(|entry| entry.name).collect();
    select(names).prop_flat_map(|name| {
        let keys = (parameters(name), Just(name));
        keys.prop_map(|(keys, name)| {
            let keys = keys.into_iter().filter(|key| !key.is_empty());
            let all: Vec<String> = std::iter::once(format!("rule = \"{name}\"")).chain(keys).collect();
            format!("rate_rule = {{ {} }}", all.join(", "))
        })
    })
}

/// The sources of bare cells.
pub(super) fn cell_sources() -> impl Strategy<Value = Vec<String>> {
    let rate = 100_000u64..60_000_000;
    let constant = (rate.clone(), any::<bool>()).prop_map(|(rate, phase)| {
        format!("pattern = \"constant\", rate = \"{rate} bit/s\", random_phase = {phase}")
    });
    let periods = select(vec!["deterministic", "exponential"]);
    let begins = select(vec!["on", "off", "random"]);
    let on_off = (rate.clone(), 5000u64..20_000, 0u64..5000, periods, begins).prop_map(
        |(rate, on, off, periods, begins)| {
            format!(
                "pattern = \"on-off\", rate = \"{rate} bit/s\", on = \"{on} us\", off = \"{off} us\", \
                 periods = \"{periods}\", begins = \"{begins}\""
            )
        },
    );
    let fast = (10_000_000u64..400_000_000, 50u64..500, 0u64..1000).prop_map(|(rate, on, off)| {
        format!("pattern = \"on-off\", rate = \"{rate} bit/s\", on = \"{on} us\", off = \"{off} us\"")
    });
    let pareto = (rate.clone(), 5000u64..20_000, 0u64..5000).prop_map(|(rate, on, off)| {
        format!("pattern = \"pareto-on-off\", rate = \"{rate} bit/s\", on = \"{on} us\", off = \"{off} us\"")
    });
    let mpeg = select(vec!["", ", peak_rate = \"12 Mbit/s\""])
        .prop_map(|more| format!("pattern = \"mpeg\", frames_per_s = 200{more}"));
    let poisson = rate.prop_map(|rate| format!("pattern = \"poisson\", rate = \"{rate} bit/s\""));
    vec(prop_oneof![2 => constant, 2 => on_off, 2 => fast, 1 => poisson, 1 => pareto, 1 => mpeg], 1..=3)
}
