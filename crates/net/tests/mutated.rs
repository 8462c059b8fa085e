//! Attack: scenarios with changed octets, keys and values. Each is refused or runs, with no panic, no step that takes
//! seconds, and no more memory than it was given.

use std::time::{Duration, Instant};

use cellwise_engine::memory::held;
use cellwise_net::{Run, Status};
use cellwise_scenario::{catalogue, parse_toml, template_scenario, to_toml};
use cellwise_units::Bytes;
use proptest::prelude::*;

use crate::common::cases;

/// What a run may hold, and how far it may pass that.
const MEMORY: i64 = 50_000_000;
const MOST: i64 = MEMORY + MEMORY / 10;
const EVENTS: u64 = 20_000;
/// Longer than this nothing may take.
const LONGEST: Duration = Duration::from_secs(5);
/// Larger networks take their time in a build without optimisation; `benches/scale` measures them.
const MOST_ELEMENTS: u64 = 2_000;

/// Scenarios of benchmarks and regressions, and one of every template.
fn sources() -> Vec<String> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");
    let folders = ["benches/scenarios", "crates/net/tests/regressions"];
    let mut paths: Vec<_> = folders
        .iter()
        .flat_map(|folder| std::fs::read_dir(format!("{root}/{folder}")).expect("a folder of the repository"))
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|suffix| suffix == "toml"))
        .collect();
    paths.sort();
    let files = paths.iter().map(|path| std::fs::read_to_string(path).expect("a scenario"));
    let entries = catalogue();
    let templates = entries.iter().filter_map(|entry| template_scenario(entry.name));
    files.chain(templates.map(|scenario| to_toml(&scenario))).collect()
}

/// Values that a mutation puts in place of others: the ends of ranges, other units, other types.
const VALUES: [&str; 24] = [
    "0",
    "1",
    "-1",
    "2",
    "1000",
    "18446744073709551615",
    "1e308",
    "1e-300",
    "0.5",
    "true",
    "[]",
    "{}",
    "\"\"",
    "\"unlimited\"",
    "\"abr\"",
    "\"cells\"",
    "\"1 GB\"",
    "\"2 bytes\"",
    "\"10 Tbit/s\"",
    "\"1 kbit/s\"",
    "\"1000 s\"",
    "\"1 ps\"",
    "\"1 cell\"",
    "\"1000000 cells\"",
];
const LINES: [&str; 8] = [
    "abr.tcr = \"10 Tbit/s\"",
    "atm.category = \"abr\"",
    "tcp.send_buffer = \"1 GB\"",
    "tcp.write_size = \"2 bytes\"",
    "tcp.mss = \"1 byte\"",
    "probes.queue = { port = \"*\" }",
    "probes.segments = { flow = \"*\" }",
    "flow.kind = \"udp\"",
];

/// One change of a text, by numbers that are taken for places in it.
fn mutate(text: &str, (kind, at, other): (u8, usize, usize)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let (line, other_line) = (at % lines.len().max(1), other % lines.len().max(1));
    match kind % 8 {
        0 => {
            let mut octets = text.as_bytes().to_vec();
            if !octets.is_empty() {
                let place = at % octets.len();
                octets[place] = (other % 256) as u8;
            }
            return String::from_utf8_lossy(&octets).into_owned();
        }
        1 => drop(lines.remove(line)),
        2 => lines.insert(line, lines[other_line].clone()),
        3 => lines.insert(0, LINES[other % LINES.len()].to_owned()),
        4 => lines.swap(line, other_line),
        _ => {
            if let Some((key, _)) = lines[line].split_once('=') {
                lines[line] = format!("{key}= {}", VALUES[other % VALUES.len()]);
            }
        }
    }
    lines.join("\n")
}

/// Refuses a scenario or runs a part of it.
fn attack(text: &str) -> Result<(), TestCaseError> {
    let (begun, before) = (Instant::now(), held());
    if let Some((network, elements)) = read(text) {
        if elements > MOST_ELEMENTS {
            return Ok(());
        }
        let mut run = Run::new(network);
        let mut status = Status::Running;
        while status == Status::Running {
            let step = Instant::now();
            status = run.advance(2_000);
            prop_assert!(step.elapsed() < LONGEST, "a step took {:?}", step.elapsed());
            prop_assert!(held() - before < MOST, "{} octets are held", held() - before);
        }
        let _ = run.finish();
    }
    prop_assert!(begun.elapsed() < 2 * LONGEST, "it took {:?}", begun.elapsed());
    Ok(())
}

fn read(text: &str) -> Option<(cellwise_scenario::Network, u64)> {
    let document = parse_toml(text).ok()?;
    let topology = document.value.get("topology").and_then(|topology| topology.as_object());
    let counts = topology.into_iter().flat_map(|keys| keys.values()).filter_map(|count| count.as_u64());
    if counts.max().is_some_and(|most| most > MOST_ELEMENTS) {
        return None;
    }
    let (_, mut network) = document.resolved().ok()?;
    network.limits.memory = Bytes::new(MEMORY as u64);
    network.limits.events = EVENTS;
    let elements = (network.nodes.len() + network.probes.len()) as u64;
    Some((network, elements))
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn a_changed_scenario_is_refused_or_runs_within_its_limits(
        source in any::<prop::sample::Index>(), changes in prop::collection::vec(any::<(u8, usize, usize)>(), 1..6),
    ) {
        let sources = sources();
        let text = changes.into_iter().fold(sources[source.index(sources.len())].clone(), |text, change| mutate(&text, change));
        if let Err(error) = attack(&text) {
            return Err(TestCaseError::fail(format!("{error}\n{text}")));
        }
    }
}
