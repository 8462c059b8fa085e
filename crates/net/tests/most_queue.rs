//! The most cells in a queue within each period, against the record of every change.

use cellwise_net::{Outcome, Series};
use cellwise_scenario::{Keep, LinkIndex, Network, PortQueue, Probe, Quantity};
use cellwise_units::Span;
use proptest::prelude::*;

use crate::common::random::scenario;
use crate::common::{cases, network, run_network};

/// The network with a record of the queue of every port of a link, and no others.
fn recording(network: &Network, keep: Keep, every: Option<Span>) -> Network {
    let ends = (0..network.links.len()).flat_map(|link| [(link, 0), (link, 1)]);
    let probe = |(link, end)| Probe {
        name: format!("queue {link} {end}"),
        quantity: Quantity::Queue(PortQueue { port: (LinkIndex(link), end), keep }),
        every,
    };
    Network { probes: ends.map(probe).collect(), ..network.clone() }
}

/// The greatest value of a record of every change in each period of a sampled one.
fn most(exact: &Series, sampled: &Series) -> Vec<f64> {
    let mut changes = exact.times_ps.iter().zip(&exact.values).peekable();
    let mut now = 0.0;
    let in_period = |&end: &u64| {
        let mut most: f64 = now;
        while let Some((_, &value)) = changes.next_if(|(at, _)| **at <= end) {
            now = value;
            most = most.max(value);
        }
        most
    };
    sampled.times_ps.iter().map(in_period).collect()
}

fn peaks(outcome: &Outcome) -> Vec<u64> {
    outcome.ports.counts("queue_max_waiting_cells").to_vec()
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn the_most_of_a_period_is_the_greatest_change_in_it(scenario in scenario(20_000), every_us in 1u64..3000) {
        let network = network(&scenario.0);
        let every = Some(Span::from_ps(every_us * 1_000_000));
        let exact = run_network(recording(&network, Keep::Last, None));
        let sampled = run_network(recording(&network, Keep::Most, every));
        for (exact, sampled) in exact.series.iter().zip(&sampled.series) {
            prop_assert_eq!(most(exact, sampled), sampled.values.clone(), "{}", sampled.name);
        }
        // That the count begins again at every sample takes nothing from the run's own greatest value.
        prop_assert_eq!(peaks(&exact), peaks(&sampled));
    }
}
