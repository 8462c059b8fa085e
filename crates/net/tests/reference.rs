//! The shortcuts change nothing: on random networks, reference mode (every stage an ordering
//! point, every train one cell long) and normal mode give the same results to the bit.

mod common;

use cellwise_net::RunError;
use cellwise_scenario::Network;
use common::random::scenario;
use common::{differences, network, run_network};
use proptest::prelude::*;

/// Random networks to try; `PROPTEST_CASES` overrides it.
const CASES: u32 = 150;

fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig {
        cases: cases.unwrap_or(CASES),
        max_shrink_iters: 3000,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// The outcome, or the law that was broken.
fn outcome(network: Network) -> Result<cellwise_net::Outcome, RunError> {
    let mut run = cellwise_net::Run::new(network);
    while run.advance(1_000_000) == cellwise_net::Status::Running {}
    run.finish()
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn reference_mode_and_normal_mode_agree_to_the_bit(scenario in scenario(20_000)) {
        let network = network(&scenario.0);
        let normal = outcome(network.clone());
        let reference = outcome(Network { reference: true, ..network });
        let (normal, reference) = (normal.expect("normal mode"), reference.expect("reference mode"));
        let found = differences(&normal, &reference);
        prop_assert!(found.is_empty(), "normal | reference\n{}", found.join("\n"));
    }
}

#[test]
fn reference_mode_takes_an_event_for_every_cell_at_every_port() {
    let text = common::networks::n_source(2, "10 ms", "unlimited", "{ policy = \"tail\" }", "");
    let reference = run_network(Network { reference: true, ..network(&text) });
    assert!(reference.events > reference.cells, "{} events for {} cells", reference.events, reference.cells);
}
