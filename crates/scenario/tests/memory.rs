//! The memory for reading a scenario stays within `limits.memory`, beginning with the first octet.

use cellwise_engine::memory::{begin_peak, peak};
use cellwise_scenario::{Issue, parse_json, parse_toml};
use serde_json::json;

const LIMIT: i64 = 30_000_000;
/// What docs/limits.md promises: a tenth and 2 MB more.
const MOST: i64 = LIMIT + LIMIT / 10 + 2_000_000;

/// The most that a reading has held in addition to its text, and its result.
fn taken(read: impl FnOnce() -> Result<(), Vec<Issue>>) -> (i64, Result<(), Vec<Issue>>) {
    // Things that are made once for all scenarios do not count for this one.
    parse_toml("topology.template = \"two-node\"").unwrap().scenario().unwrap();
    let before = begin_peak();
    let result = read();
    (peak() - before, result)
}

fn refused(name: &str, read: impl FnOnce() -> Result<(), Vec<Issue>>) {
    let (most, result) = taken(read);
    let issues = result.expect_err(name);
    assert_eq!(issues[0].path, "limits.memory", "{name}: {issues:?}");
    assert!(issues[0].rule.contains("give more, or a smaller scenario"), "{name}: {}", issues[0]);
    println!("{name}: {most} octets; {}", issues[0]);
    assert!(most < MOST, "{name}: {most} octets; {}", issues[0]);
}

/// Texts in TOML that take many times their length, of as many parts as are given, divided by a number.
fn dense(divisor: usize) -> Vec<(&'static str, String)> {
    let many =
        |count: usize, each: &dyn Fn(usize) -> String| (0..count / divisor).map(each).collect::<String>();
    vec![
        ("lists", format!("a = [{}]", "[],".repeat(300_000 / divisor))),
        ("numbers", format!("a = [{}]", "1,".repeat(500_000 / divisor))),
        ("tables", many(100_000, &|n| format!("[t{n}]\n"))),
        ("dotted keys", many(50_000, &|n| format!("k{n}.a.b.c.d=1\n"))),
        ("one long key", many(2_000, &|n| format!("k{n}.{}=1\n", "a.".repeat(60) + "b"))),
        ("blanks", format!("a = [{}]", "1 , ".repeat(300_000 / divisor))),
        ("unknown keys", many(150_000, &|n| format!("k{n}=1\n"))),
        ("nodes", many(60_000, &|n| format!("nodes.n{n}.kind=\"host\"\n"))),
        ("ports", many(60_000, &|n| format!("nodes.n.ports.p{n}={{}}\n"))),
        ("probes", format!("probes.queue = [{}]", "{port=\"*\"},".repeat(60_000 / divisor))),
        ("lines of nothing", "\n".repeat(2_000_000 / divisor)),
        ("comments", "#,.=[{\n".repeat(300_000 / divisor)),
    ]
}

#[test]
fn a_large_template_is_refused_before_it_is_there() {
    for keys in [
        "template = \"adsl\", lines = 100000",
        "template = \"adsl\", lines = 100000, line_buffer = \"9 cells\", uploads = true",
        "template = \"n-source\", sources = 100000",
        "template = \"two-node\", sources = 100000",
        "template = \"parking-lot\", links = 300, long = 300, local = 300",
        "template = \"ethernet-bottleneck\", hosts = 100000",
    ] {
        let text = format!("topology = {{ {keys} }}\nlimits.memory = \"{LIMIT} bytes\"\n");
        refused(keys, || parse_toml(&text)?.reviewed().map(|_| ()));
    }
}

#[test]
fn whatever_a_text_is_made_of_it_is_read_within_its_limit() {
    for (name, text) in [1, 4, 8, 16, 32, 64].into_iter().flat_map(dense) {
        for limit in ["limits.memory = \"30 MB\"\n", "limits = { memory = \"30 MB\" }\n"] {
            let text = format!("{limit}{text}");
            let (most, result) = taken(|| parse_toml(&text)?.reviewed().map(|_| ()));
            let reported = result.err().map(|issues| issues[0].to_string()).unwrap_or_default();
            println!("{name}: {} octets of text, {most} taken; {reported:.150}", text.len());
            assert!(most < MOST, "{name}: {most} octets; {reported}");
        }
    }
}

#[test]
fn json_is_read_within_its_limit() {
    for (name, text) in [1, 4, 16].into_iter().flat_map(dense) {
        let Ok(document) = parse_toml(&text) else { continue };
        let mut value = document.value;
        value["limits"] = json!({ "memory": format!("{LIMIT} bytes") });
        let text = value.to_string();
        let (most, result) = taken(|| parse_json(&text)?.reviewed().map(|_| ()));
        let reported = result.err().map(|issues| issues[0].to_string()).unwrap_or_default();
        println!("{name}: {} octets of text, {most} taken; {reported:.150}", text.len());
        assert!(most < MOST, "{name}: {most} octets; {reported}");
    }
}

#[test]
fn a_file_is_read_within_the_limit_of_the_scenario_that_names_it() {
    // A key, the head of its file, and a line of it.
    type Kind = (&'static str, &'static str, fn(usize) -> String);
    let kinds: [Kind; 3] = [
        ("line = { line = \"trace\", file = \"long\" }", "", |n| format!("{}\n", n + 1)),
        ("line = { line = \"rate-table\", file = \"long\" }", "at_ms,rate_mbps\n", |n| {
            format!("{n},{}\n", 1 + n % 9)
        }),
        ("jitter = { distribution = \"empirical\", file = \"long\" }", "", |n| format!("{}\n", 1 + n % 9)),
    ];
    for (key, head, line) in kinds {
        let text = format!(
            "[nodes]\na.kind = \"host\"\nb.kind = \"host\"\n[links.l]\nends = [\"a\", \"b\"]\nkind = \"raw\"\n\
             rate = \"12 Mbit/s\"\ndelay = \"0 s\"\n{key}\n[flows.f]\nfrom = \"a\"\nto = \"b\"\n\
             [limits]\nmemory = \"{LIMIT} bytes\"\n"
        );
        let mut fits = Vec::new();
        for lines in [10_000, 100_000, 200_000, 300_000, 400_000, 2_000_000] {
            let file: String = head.to_owned() + &(0..lines).map(line).collect::<String>();
            let (most, result) =
                taken(|| parse_toml(&text)?.with_files(&|_| Ok(file.clone())).reviewed().map(|_| ()));
            let paths: Vec<&str> =
                result.as_ref().err().into_iter().flatten().map(|issue| &*issue.path).collect();
            println!("{key}: {lines} lines, {most} octets; {paths:?}");
            assert!(most < MOST, "{key}: {lines} lines, {most} octets");
            fits.push(paths.is_empty());
            assert!(paths.iter().all(|path| *path == "limits.memory"), "{key}: {result:?}");
        }
        assert!(fits[0] && !fits[5], "{key}: {fits:?}");
    }
}

#[test]
fn a_scenario_that_fits_is_read() {
    let text = "topology = { template = \"n-source\", sources = 1000 }\nlimits.memory = \"30 MB\"\n";
    let (most, result) = taken(|| parse_toml(text)?.reviewed().map(|_| ()));
    assert_eq!(result, Ok(()));
    assert!(most < LIMIT, "{most}");
}
