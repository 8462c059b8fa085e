//! Max-min fair rates by water-filling, as the sources of the rules define them: the level of the VCs
//! that are still free rises until a link is full or a VC has its PCR.

/// One VC of the question.
#[derive(Clone, Debug)]
pub(crate) struct Demand {
    pub(crate) path: Vec<usize>,
    pub(crate) mcr: f64,
    pub(crate) pcr: f64,
    pub(crate) weight: f64,
}

/// The rate of each VC on links of these capacities: min(PCR, MCR + weight x level of its bottleneck).
pub(crate) fn max_min(capacities: &[f64], demands: &[Demand]) -> Vec<f64> {
    let mut rates: Vec<Option<f64>> = vec![None; demands.len()];
    while rates.contains(&None) {
        let level = |link: usize| {
            let mut left = capacities[link];
            let mut weight = 0.0;
            for (demand, rate) in demands.iter().zip(&rates).filter(|(demand, _)| demand.path.contains(&link))
            {
                left -= rate.unwrap_or(demand.mcr);
                weight += if rate.is_none() { demand.weight } else { 0.0 };
            }
            if weight > 0.0 { left / weight } else { f64::INFINITY }
        };
        let levels: Vec<f64> = (0..capacities.len()).map(level).collect();
        let limit = |demand: &Demand| {
            let of_links = demand.path.iter().map(|&link| levels[link]).fold(f64::INFINITY, f64::min);
            of_links.min((demand.pcr - demand.mcr) / demand.weight)
        };
        let lowest = demands
            .iter()
            .zip(&rates)
            .filter(|(_, rate)| rate.is_none())
            .map(|(demand, _)| limit(demand))
            .fold(f64::INFINITY, f64::min);
        for (demand, rate) in demands.iter().zip(&mut rates) {
            if rate.is_none() && limit(demand) <= lowest {
                *rate = Some(demand.mcr + demand.weight * lowest);
            }
        }
    }
    rates.into_iter().flatten().collect()
}

#[test]
fn the_oracle_knows_the_downstream_bottleneck_of_the_literature() {
    // Ten VCs share link 0; five continue over link 1, of which background leaves a third.
    let demand = |path: &[usize]| Demand { path: path.to_vec(), mcr: 0.0, pcr: 1e9, weight: 1.0 };
    let demands: Vec<_> = (0..10).map(|vc| demand(if vc < 5 { &[0, 1] } else { &[0, 2] })).collect();
    let rates = max_min(&[150.0, 50.0, 150.0], &demands);
    assert!(rates[..5].iter().all(|rate| (rate - 10.0).abs() < 1e-9), "{rates:?}");
    assert!(rates[5..].iter().all(|rate| (rate - 20.0).abs() < 1e-9), "{rates:?}");
}
