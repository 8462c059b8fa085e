//! What a capture of cells costs: 10 s of a full 155.52 Mbit/s port, 3.6 million cells, as ERF records and in
//! the two pcap formats, and how much more memory it takes than 1 s:
//! `cargo run --release -p cellwise-net --example capture [-- FOLDER]`.

use std::path::Path;
use std::time::Instant;

use cellwise_capture::{File, Format};
use cellwise_net::{Capture, Run, Status};
use cellwise_scenario::{Network, capture_point, parse_toml, resolve};

/// A host sends datagrams as fast as its link takes them.
const SCENARIO: &str = r#"
duration = "DURATION"
[nodes]
a = { kind = "host" }
sw = { kind = "switch" }
b = { kind = "host" }
[links]
up = { ends = ["a", "sw"], rate = "155.52 Mbit/s", delay = "5 us" }
down = { ends = ["sw", "b"], rate = "155.52 Mbit/s", delay = "5 us" }
[vcs]
v = { path = ["a", "sw", "b"] }
[flows]
f = { vc = "v", kind = "udp", udp = { rate = "line", payload = "1472 bytes" } }
"#;
const POINT: &str = "cells@sw.down";

fn main() -> Result<(), String> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| std::env::temp_dir().display().to_string());
    let all = |issues: Vec<cellwise_scenario::Issue>| {
        issues.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let network_of = |duration: &str| {
        let text = SCENARIO.replace("DURATION", duration);
        let scenario = parse_toml(&text).and_then(|document| document.scenario());
        scenario.and_then(|scenario| resolve(&scenario)).map_err(all)
    };
    let (short, network) = (network_of("1 s")?, network_of("10 s")?);
    let (cells, plain_s) = timed(network.clone(), Vec::new())?;
    println!("without a capture: {cells} cells in {plain_s:.3} s");
    for &format in Format::ALL {
        let path = Path::new(&folder).join(format!("cellwise-capture{}", format.suffix()));
        timed(short.clone(), vec![capture(&short, format, &path)?])?;
        let peak_of_short = peak_memory();
        let (_, took_s) = timed(network.clone(), vec![capture(&network, format, &path)?])?;
        let octets = std::fs::metadata(&path).map_err(|error| error.to_string())?.len();
        std::fs::remove_file(&path).map_err(|error| error.to_string())?;
        println!(
            "{:8} {took_s:.3} s, {:.2} million cells per second, {:.0} MB written, at most {} in memory, \
             {peak_of_short} for 1 s",
            format.suffix(),
            cells as f64 / took_s / 1e6,
            octets as f64 / 1e6,
            peak_memory(),
        );
    }
    Ok(())
}

fn capture(network: &Network, format: Format, path: &Path) -> Result<Capture, String> {
    Ok(Capture {
        point: capture_point(network, POINT).map_err(|issue| issue.to_string())?,
        name: POINT.to_owned(),
        about: String::new(),
        format,
        sink: Box::new(File::create(path).map_err(|error| error.to_string())?),
        target: path.display().to_string(),
    })
}

/// Runs a network; gives the cells that left the captured port, and how long it took in seconds.
fn timed(network: Network, captures: Vec<Capture>) -> Result<(u64, f64), String> {
    let start = Instant::now();
    let mut run = Run::with_captures(network, captures);
    while run.advance(300_000) == Status::Running {}
    let outcome = run.finish().map_err(|error| error.to_string())?;
    let took_s = start.elapsed().as_secs_f64();
    let port = outcome.ports.texts("port").iter().position(|port| port == "sw.down").unwrap_or(0);
    Ok((outcome.ports.counts("transmitted_cells")[port], took_s))
}

/// The most memory that the process has had, where the system reports it.
fn peak_memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.map_or("an unknown amount".to_owned(), |line| line.trim().to_owned())
}
