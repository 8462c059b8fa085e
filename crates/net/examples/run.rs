//! Runs a scenario file and prints the cost: `cargo run --release -p cellwise-net --example run -- FILE
//! [THREADS [SHORTCUT...]]`; more than one thread where the network can be divided, whether it pays or not, and
//! without the shortcuts that are named. `--shortcuts` in place of a file prints their names.

use std::time::Instant;

use cellwise_net::{Beginning, Rule, Run, Shortcut, Shortcuts, Status};
use cellwise_scenario::parse_toml;

fn main() -> Result<(), String> {
    let file = std::env::args().nth(1).ok_or("give a scenario file")?;
    if file == "--shortcuts" {
        Shortcut::ALL.iter().for_each(|one| println!("{}", one.name()));
        return Ok(());
    }
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{file}: {error}"))?;
    let all = |issues: Vec<cellwise_scenario::Issue>| {
        issues.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let (_, network) = parse_toml(&text).and_then(|document| document.resolved()).map_err(all)?;
    let start = Instant::now();
    let threads = std::env::args().nth(2).map_or(Ok(1), |threads| threads.parse());
    let threads = threads.map_err(|_| "THREADS is a whole number")?;
    let mut shortcuts = Shortcuts::ALL;
    for name in std::env::args().skip(3) {
        let one = Shortcut::find(&name).ok_or_else(|| format!("{name} is not a shortcut"))?;
        shortcuts = shortcuts.without(one);
    }
    let rule = Rule { least_gain: 0.0, ..Rule::default() };
    let beginning = Beginning { threads, rule, shortcuts, ..Beginning::default() };
    let mut run = Run::begin(network, beginning).map_err(|error| error.to_string())?;
    let threads = run.threads();
    while run.advance(1_000_000) == Status::Running {}
    let outcome = run.finish().map_err(|error| error.to_string())?;
    let took = start.elapsed().as_secs_f64();
    let sum: f64 = outcome.flows.reals("throughput_bps").iter().sum();
    let is_trunk = |port: &str| port == "sw1.trunk" || port == "switch.trunk";
    if outcome.packet_audit.sent > 0 {
        println!("packets sent    {}, lost {}", outcome.packet_audit.sent, outcome.packet_audit.lost);
    }
    let trunk = outcome.ports.texts("port").iter().position(is_trunk).unwrap_or(0);
    let Some(&carried) = outcome.ports.counts("arrived_cells").get(trunk) else {
        println!("throughput      {:.4} Mbit/s, events {}", sum / 1e6, outcome.events);
        println!("took            {took:.4} s");
        return Ok(());
    };
    println!("throughput      {:.4} Mbit/s, efficiency {:.4}", sum / 1e6, sum / 125.198e6);
    println!("max waiting     {}", outcome.ports.counts("queue_max_waiting_cells")[trunk]);
    println!("lost            {}", outcome.audit.lost);
    println!("cells at ports  {}, at the trunk {carried}, events {}", outcome.cells, outcome.events);
    println!("inside nodes    {}", outcome.inner_cells);
    println!("threads         {threads}");
    println!("took            {took:.4} s, {:.1} ns per cell at the trunk", took * 1e9 / carried as f64);
    Ok(())
}
