//! The tables of congestion controls among TCP's keys.

use crate::common::{assert_only, issues};
use cellwise_scenario::{FlowKind, Network, Scenario, parse_toml, resolve};

const TEMPLATE: &str = "topology = { template = \"n-source\", sources = 2 }\n";

fn scenario(keys: &str) -> Scenario {
    parse_toml(&format!("{TEMPLATE}{keys}")).unwrap().scenario().unwrap()
}

/// CUBIC's C and beta of each flow.
fn cubic(network: &Network) -> Vec<(f64, f64)> {
    let settings = network.flows.iter().map(|flow| match &flow.kind {
        FlowKind::Tcp { settings, .. } => (settings.congestion.cubic.c, settings.congestion.cubic.beta),
        other => panic!("{other:?}"),
    });
    settings.collect()
}

#[test]
fn a_key_of_a_table_that_stands_flat_is_unknown_and_the_table_is_named() {
    assert_only(&format!("{TEMPLATE}tcp.cubic_beta = 0.5"), "tcp.cubic_beta", "did you mean \"cubic\"?");
    assert_only(&format!("{TEMPLATE}tcp.vegas_alpha = 2"), "tcp.vegas_alpha", "did you mean \"vegas\"?");
}

#[test]
fn a_flows_table_is_laid_over_that_of_all_flows_key_by_key() {
    let made = scenario("tcp.cubic.c = 0.3\nflows.tcp2.tcp.cubic = { beta = 0.5 }\n");
    assert_eq!(cubic(&resolve(&made).unwrap()), [(0.3, 0.7), (0.3, 0.5)]);
}

#[test]
fn a_beta_of_vegas_below_its_alpha_is_a_mistake_of_the_table() {
    let found: Vec<_> =
        issues(&format!("{TEMPLATE}tcp.vegas.alpha = 5")).into_iter().map(|issue| issue.path).collect();
    assert_eq!(found, ["tcp.vegas.beta"]);
}
