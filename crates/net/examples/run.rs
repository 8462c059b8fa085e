//! Runs a scenario file and prints what it cost: `cargo run --release -p cellwise-net --example run -- FILE`.

use std::time::Instant;

use cellwise_net::{Run, Status};
use cellwise_scenario::{parse_toml, resolve};

fn main() -> Result<(), String> {
    let file = std::env::args().nth(1).ok_or("give a scenario file")?;
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let all = |issues: Vec<cellwise_scenario::Issue>| {
        issues.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let scenario = parse_toml(&text).and_then(|document| document.scenario()).map_err(all)?;
    let network = resolve(&scenario).map_err(all)?;
    let start = Instant::now();
    let mut run = Run::new(network);
    while run.advance(1_000_000) == Status::Running {}
    let outcome = run.finish().map_err(|error| error.to_string())?;
    let took = start.elapsed().as_secs_f64();
    let sum: f64 = outcome.flows.reals("throughput_bps").iter().sum();
    let is_trunk = |port: &String| port == "sw1.trunk" || port == "switch.trunk";
    let trunk = outcome.ports.texts("port").iter().position(is_trunk).unwrap_or(0);
    let carried = outcome.ports.counts("arrived_cells")[trunk];
    println!("throughput      {:.4} Mbit/s, efficiency {:.4}", sum / 1e6, sum / 125.198e6);
    println!("max waiting     {}", outcome.ports.counts("queue_max_waiting_cells")[trunk]);
    println!("lost            {}", outcome.audit.lost);
    println!("cells at ports  {}, at the trunk {carried}, events {}", outcome.cells, outcome.events);
    println!("took            {took:.4} s, {:.1} ns per cell at the trunk", took * 1e9 / carried as f64);
    Ok(())
}
