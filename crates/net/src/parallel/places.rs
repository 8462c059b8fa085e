//! The node of every element of a world.

use std::collections::BTreeMap;

use cellwise_scenario::Network;

use crate::data::ids::{HostId, PortId};
use crate::element::Element;
use crate::elements::Elements;

/// The nodes of everything.
#[derive(Debug)]
pub(super) struct Places {
    /// By hop.
    pub(super) hops: Vec<usize>,
    elements: BTreeMap<Element, usize>,
    /// Nodes that are one place to the engine: an element of the one is asked by the other at once.
    pub(super) joined: Vec<[usize; 2]>,
}

impl Places {
    /// Finds the node of every hop: that of its port or host, or of the next one that the cells reach.
    pub(super) fn of(net: &Elements, network: &Network, host_nodes: &[usize]) -> Self {
        let mut elements: BTreeMap<Element, usize> = BTreeMap::new();
        for (number, link) in network.links.iter().enumerate() {
            for (end, node) in link.ends.iter().enumerate() {
                let port = PortId::of_link(number, end);
                for element in [Element::Port(port), Element::Feedback(port), Element::Express(port)] {
                    elements.insert(element, node.get());
                }
            }
        }
        for (host, &node) in host_nodes.iter().enumerate() {
            elements.insert(Element::Host(HostId::at(host)), node);
        }
        let mut places = Self { hops: vec![usize::MAX; net.hops.len()], elements, joined: Vec::new() };
        // Circuits that end at an adapter are placed by those that begin there.
        places.place_circuits(net);
        places.place_circuits(net);
        places
    }

    /// The node of an element; `None` if nothing passes it.
    pub(super) fn of_element(&self, element: Element) -> Option<usize> {
        self.elements.get(&element).copied()
    }

    fn place_circuits(&mut self, net: &Elements) {
        for circuit in &net.circuits {
            let mut next = None;
            for hop in circuit.way().rev() {
                let element = net.hops[hop].element;
                let known = self.elements.get(&element).copied();
                if let (Some(known), Some(next)) = (known, next)
                    && !matches!(element, Element::Port(_) | Element::Feedback(_) | Element::Express(_))
                    && !matches!(element, Element::Host(_))
                    && known != next
                {
                    self.joined.push([known, next]);
                }
                let Some(node) = known.or(next) else { continue };
                self.elements.entry(element).or_insert(node);
                self.hops[hop.place()] = node;
                next = Some(node);
            }
        }
    }
}
