//! For tests: a network as text.

use cellwise_scenario::{Network, parse_toml, resolve};

/// The network of a scenario in TOML, which has no mistakes.
pub(crate) fn network(text: &str) -> Network {
    resolve(&parse_toml(text).unwrap().scenario().unwrap()).unwrap()
}
