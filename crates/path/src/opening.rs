//! What is said of a path when it is opened.

use cellwise_net::{LinkKey, link_keys};
use cellwise_scenario::{Network, nearest};

use crate::error::PathError;
use crate::variable::{known, meant};

/// The options of a path in addition to its scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The keys of links that may be set while the path runs, as the scenario names them: `links.NAME.rate`,
    /// `links.NAME.packet_errors.packet_error_ratio` of a packet link, `links.NAME.errors.cell_error_ratio` of a link of
    /// cells; for the way back `reverse_rate`, `reverse_packet_errors` and `reverse_errors`. Each is of one direction.
    ///
    /// Links that are not declared run ahead of the clock as before, and cost nothing.
    pub variable: Vec<String>,
    /// Whether it is noted from the start what becomes of packets that do not arrive, for [`crate::Path::fates`].
    pub fates: bool,
}

impl Opening {
    /// The links' keys that are declared, each once; those in `windows` need no declaration.
    pub(crate) fn declared(&self, network: &Network, windows: &[&str]) -> Result<Vec<LinkKey>, PathError> {
        let keys = if self.variable.is_empty() { Vec::new() } else { link_keys(network) };
        let (mut declared, mut refused) = (Vec::<LinkKey>::new(), Vec::new());
        for key in self.variable.iter().filter(|key| !windows.contains(&key.as_str())) {
            match keys.iter().find(|link| link.key == *key) {
                None => refused.push(unknown(key, &keys)),
                Some(LinkKey { refused: Some(rule), .. }) => {
                    refused.push(format!("{key} cannot be variable: {rule}"))
                }
                Some(link) if declared.contains(link) => {}
                Some(link) => declared.push(link.clone()),
            }
        }
        if refused.is_empty() { Ok(declared) } else { Err(PathError::Variable(refused)) }
    }
}

fn unknown(key: &str, keys: &[LinkKey]) -> String {
    let names: Vec<&str> = keys.iter().map(|link| link.key.as_str()).collect();
    let meant = meant(nearest(key, &names));
    format!("{key} cannot be variable: the network has nothing of that name{meant}; it has {}", known(&names))
}
