//! Nodes.

use cellwise_scenario::{self as scenario, NodeKind, RouterSettings};
use serde::Serialize;

/// A node.
#[derive(Clone, Debug, Serialize)]
pub struct Node<'n> {
    /// Its name.
    pub name: &'n str,
    /// `host`, `router` or `switch`.
    pub kind: &'static str,
}

impl<'n> Node<'n> {
    pub(crate) fn of(node: &'n scenario::Node) -> Self {
        let kind = match node.kind {
            NodeKind::Host(_) => "host",
            NodeKind::Router(RouterSettings { is_switch: false, .. }) => "router",
            NodeKind::Router(_) | NodeKind::Switch(_) => "switch",
        };
        Self { name: &node.name, kind }
    }
}
