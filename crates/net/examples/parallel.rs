//! The gain of threads: two busy LANs with a long link between, run whole and in two parts, for several delays of
//! that link: `cargo run --release -p cellwise-net --example parallel [-- RUNS]`.
//!
//! Wall times are medians of RUNS (5) runs, whole and in parts in turn; whatever else the machine does meanwhile
//! shows in them.

use std::time::Instant;

use cellwise_net::{Outcome, Rule, Run, Status, partition};
use cellwise_scenario::{parse_toml, resolve};
use cellwise_units::Span;

const TWO_LANS: &str = include_str!("../../../benches/two-lans.toml");
const ANYWHERE: Rule = Rule { least_delay: Span::from_ps(0), least_gain: 0.0 };

fn main() -> Result<(), String> {
    let runs = std::env::args().nth(1).map_or(Ok(5), |runs| runs.parse()).map_err(|_| "RUNS is a number")?;
    println!("delay     lookahead   expected   whole     in parts   gain   chosen without being asked to");
    for delay in ["10 us", "50 us", "100 us", "200 us", "500 us", "1 ms", "5 ms", "20 ms"] {
        let all = |issues: Vec<cellwise_scenario::Issue>| issues[0].to_string();
        let text = TWO_LANS.replace("5 ms", delay);
        let scenario = parse_toml(&text).and_then(|document| document.scenario()).map_err(all)?;
        let network = resolve(&scenario).map_err(all)?;
        let found = partition(&network, 2, ANYWHERE)?;
        let chosen = partition(&network, 2, Rule::default());
        let (mut whole, mut parts) = (Vec::new(), Vec::new());
        for _ in 0..runs {
            let (one, took_s) = timed(Run::new(network.clone()))?;
            whole.push(took_s);
            let (other, took_s) = timed(Run::with_threads(network.clone(), 2, ANYWHERE))?;
            parts.push(took_s);
            // As text, because a value that was not measured is not a number.
            if format!("{:?} {:?}", one.audit, one.flows) != format!("{:?} {:?}", other.audit, other.flows) {
                return Err(format!("{delay}: the parts and the whole differ"));
            }
        }
        let (whole, parts) = (median(whole), median(parts));
        println!(
            "{delay:8}  {:9}  {:8.2}  {whole:7.3} s  {parts:7.3} s  {:5.2}   {}",
            found.lookahead.to_string(),
            found.expected_gain,
            whole / parts,
            chosen.map_or_else(|why| format!("no: {why}"), |_| "yes".to_owned())
        );
    }
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn timed(mut run: Run) -> Result<(Outcome, f64), String> {
    let start = Instant::now();
    while run.advance(300_000) == Status::Running {}
    let took_s = start.elapsed().as_secs_f64();
    Ok((run.finish().map_err(|error| error.to_string())?, took_s))
}
