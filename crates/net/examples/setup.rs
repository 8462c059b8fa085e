//! What setting up a run takes by the number of its sources: text to network, network to world, all
//! of it: `cargo run --release -p cellwise-net --example setup [-- SOURCES...]`.

use std::time::Instant;

use cellwise_net::{Run, Status};
use cellwise_scenario::{Issue, parse_toml};

fn main() -> Result<(), String> {
    let sizes: Result<Vec<u32>, _> = std::env::args().skip(1).map(|size| size.parse()).collect();
    let sizes = sizes.map_err(|_| "SOURCES are whole numbers")?;
    let sizes = if sizes.is_empty() { vec![1_000, 10_000, 100_000] } else { sizes };
    println!("sources   resolved   built     1 ms run   closed");
    for sources in sizes {
        let all = |issues: Vec<Issue>| issues[0].to_string();
        let text =
            format!("duration = \"1 ms\"\ntopology = {{ template = \"n-source\", sources = {sources} }}\n");
        let mut laps = vec![Instant::now()];
        let review = parse_toml(&text).and_then(|document| document.reviewed()).map_err(all)?;
        laps.push(Instant::now());
        let mut run = Run::new(review.network);
        laps.push(Instant::now());
        while run.advance(300_000) == Status::Running {}
        laps.push(Instant::now());
        run.finish().map_err(|error| error.to_string())?;
        laps.push(Instant::now());
        let [resolved, built, ran, closed] =
            std::array::from_fn(|lap| (laps[lap + 1] - laps[lap]).as_secs_f64());
        println!("{sources:7}   {resolved:6.2} s   {built:6.2} s  {ran:6.2} s   {closed:6.2} s");
    }
    Ok(())
}
