//! The feeds of a network: from where the cells at each element come, and by which hops.

use cellwise_units::Span;

use crate::circuit::feeder::Feeder;
use crate::data::budget::Budget;
use crate::data::error::RunError;
use crate::data::ids::HopId;
use crate::element::Element;
use crate::elements::Elements;

/// A feeder, and how long its cells have then been passing ports without waiting: those that have
/// passed for different times are not in order.
pub(super) type Feed = (Feeder, Span);

/// A hop whose cells an element has of a feed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fed {
    element: Element,
    pub(super) feed: Feed,
    pub(super) hop: HopId,
}

/// All hops, by element and feed.
#[derive(Debug)]
pub(super) struct Feeds(Vec<Fed>);

impl Feeds {
    /// Those of all circuits.
    pub(super) fn of(net: &Elements, budget: Budget) -> Result<Self, RunError> {
        let mut all = Vec::new();
        budget.reserve(&mut all, net.hops.len());
        for (number, circuit) in net.circuits.iter().enumerate() {
            budget.look("ways of circuits", number, net.circuits.len())?;
            let (mut feeder, mut passage) = (circuit.origin, Span::ZERO);
            for hop in circuit.way() {
                let element = net.hops[hop].element;
                all.push(Fed { element, feed: (feeder, passage), hop });
                feeder = feeder.behind(element);
                passage = match element {
                    Element::Express(port) => passage + net.ports[port].settings().passage(),
                    Element::Tap(_) | Element::Watch(_) => passage,
                    stage if stage.feeds() == Some(false) => passage,
                    _ => Span::ZERO,
                };
            }
        }
        all.sort_unstable();
        Ok(Self(all))
    }

    /// The hops at an element, those of a feed next to each other.
    fn at(&self, element: Element) -> &[Fed] {
        let rest = &self.0[self.0.partition_point(|fed| fed.element < element)..];
        &rest[..rest.partition_point(|fed| fed.element == element)]
    }

    /// The feeds of an element, in order, each with the hops that it feeds.
    pub(super) fn each_at(&self, element: Element) -> impl Iterator<Item = &[Fed]> {
        self.at(element).chunk_by(|one, other| one.feed == other.feed)
    }

    /// How many feeds an element has.
    pub(super) fn count_at(&self, element: Element) -> usize {
        self.each_at(element).count()
    }

    /// The feeders of an element, in order, each once.
    pub(super) fn feeders_at(&self, element: Element) -> Vec<Feeder> {
        let mut feeders: Vec<Feeder> = self.each_at(element).map(|hops| hops[0].feed.0).collect();
        feeders.dedup();
        feeders
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::build_whole;
    use crate::written;

    #[test]
    fn a_shared_port_has_a_feed_of_each_source_in_order_with_the_hops_of_its_cells() {
        let network =
            written::network("duration = \"1 ms\"\ntopology = { template = \"n-source\", sources = 3 }\n");
        let net = build_whole(&network).elements;
        let feeds = Feeds::of(&net, Budget::unlimited()).unwrap();
        let port = |name: &str| net.ports.ids().find(|port| net.ports[*port].name() == name).unwrap();
        let trunk = Element::Port(port("sw1.trunk"));
        let hosts = ["s1.nic", "s2.nic", "s3.nic"].map(|name| Feeder::Port(port(name)));
        assert_eq!(feeds.feeders_at(trunk), hosts);
        assert_eq!(feeds.count_at(trunk), 3);
        for (number, hops) in feeds.each_at(trunk).enumerate() {
            let circuits: Vec<_> = hops.iter().map(|fed| net.hops[fed.hop].circuit.vc()).collect();
            assert_eq!(circuits, [number]);
        }
        assert_eq!(feeds.count_at(Element::Port(port("s1.nic"))), 1);
    }
}
