//! Why there is no path.

use cellwise_net::RunError;
use cellwise_scenario::Issue;
use thiserror::Error;

/// Why there is no path.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum PathError {
    /// The scenario is not in order: every issue, as path, value and rule.
    #[error("{}", lines(.0))]
    Scenario(Vec<Issue>),
    /// No flow has its transport, or its congestion window, outside.
    #[error(
        "flows: none has its transport outside; give one kind = \"outside\" (in templates of a home, topology.outside = true), or tcp.variant = \"external\""
    )]
    NoPort,
    /// What was declared variable is not there, or cannot be: every reason, with the names that there are.
    #[error("{}", .0.join("\n"))]
    Variable(Vec<String>),
    /// The network takes more than it may.
    #[error(transparent)]
    Run(#[from] RunError),
    /// No port has that name.
    #[error("the path has no port \"{name}\"; it has {known}")]
    UnknownPort {
        /// The name asked for.
        name: String,
        /// The ports that there are.
        known: String,
    },
}

fn lines(issues: &[Issue]) -> String {
    issues.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
