//! Keys that once stood flat among TCP's: still read, each with a note of where it stands now.

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
fn flat_keys_are_read_as_those_of_the_tables() {
    let flat = "[tcp]\nvegas_alpha = 2\nvegas_beta = 4\nvegas_gamma = 3\n\
                cubic_c = 0.5\ncubic_beta = 0.6\ncubic_fast_convergence = false\n";
    let tables = "[tcp]\nvegas = { alpha = 2, beta = 4, gamma = 3 }\n\
                  cubic = { c = 0.5, beta = 0.6, fast_convergence = false }\n";
    assert_eq!(scenario(flat), scenario(tables));
}

#[test]
fn a_flat_key_has_a_note_at_its_line() {
    let text = format!("{TEMPLATE}[flows.tcp2.tcp]\ncubic_beta = 0.5\n");
    let warnings = parse_toml(&text).unwrap().warnings();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert_eq!(
        warnings[0].render(&text),
        "flows.tcp2.tcp.cubic_beta: 0.5 is taken as it is; write it as flows.tcp2.tcp.cubic.beta\n \
         --> line 3, column 14\n  |\n3 | cubic_beta = 0.5\n  |              ^^^"
    );
}

#[test]
fn a_flat_key_is_held_to_the_range_of_its_key_where_it_stands() {
    assert_only(&format!("{TEMPLATE}tcp.cubic_beta = 1.5"), "tcp.cubic_beta", "above 0 and below 1");
    assert_only(&format!("{TEMPLATE}tcp.vegas_alpha = 0"), "tcp.vegas_alpha", "from 1");
}

#[test]
fn a_key_that_is_given_flat_and_in_its_table_is_a_mistake() {
    let text = format!("{TEMPLATE}[tcp]\ncubic_c = 0.5\ncubic.c = 0.4\n");
    assert_only(&text, "tcp.cubic_c", "tcp.cubic.c now, which is given as well");
}

#[test]
fn what_was_never_a_key_is_none_now() {
    assert_only(&format!("{TEMPLATE}tcp.cubic_d = 0.5"), "tcp.cubic_d", "is not a known key");
    assert_only(
        &format!("{TEMPLATE}switch.drop_policy = \"epd\""),
        "switch.drop_policy",
        "is not a known key",
    );
}

#[test]
fn a_flows_table_is_laid_over_that_of_all_flows_key_by_key() {
    for flow in ["tcp.cubic_beta = 0.5", "tcp.cubic = { beta = 0.5 }"] {
        let made = scenario(&format!("tcp.cubic_c = 0.3\nflows.tcp2.{flow}\n"));
        assert_eq!(cubic(&resolve(&made).unwrap()), [(0.3, 0.7), (0.3, 0.5)], "{flow}");
    }
}

#[test]
fn a_beta_of_vegas_below_its_alpha_is_a_mistake_of_the_table() {
    let found: Vec<_> =
        issues(&format!("{TEMPLATE}tcp.vegas.alpha = 5")).into_iter().map(|issue| issue.path).collect();
    assert_eq!(found, ["tcp.vegas.beta"]);
}
