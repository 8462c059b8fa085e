//! Schedulers against closed forms: waiting times of a queue with priorities, fair shares.

use std::collections::VecDeque;

use cellwise_atm::Category;
use cellwise_atm::scheduler::{Counted, Discipline, QueueSpec};
use cellwise_engine::chance::uniform;
use cellwise_engine::{RandomStream, StreamName};

fn random(replication: u64) -> RandomStream {
    RandomStream::new(StreamName { seed: 5, replication, element: "test", purpose: "arrivals" })
}

/// Mean waiting times, in cell times, of Poisson cells of two categories at one port.
fn mean_waits(loads: [f64; 2], cells: u64, replication: u64) -> [f64; 2] {
    let queues = [Category::NrtVbr, Category::Abr].map(|category| QueueSpec { category, weight: 1 });
    let mut scheduler = Counted::new(Discipline::Priority, &queues);
    let mut random = random(replication);
    let mut draw = |load: f64| -libm::log(1.0 - uniform(&mut random)) / load;
    let mut next = loads.map(&mut draw);
    let mut arrived = [VecDeque::new(), VecDeque::new()];
    let (mut free_at, mut waited, mut served) = (0f64, [0f64; 2], [0u64; 2]);
    while served[0] + served[1] < cells {
        let first = usize::from(next[1] < next[0]);
        let is_empty = scheduler.scheduler.first().is_none();
        // A cell that has come by the time the line is free can be chosen.
        if is_empty || next[first] <= free_at {
            free_at = if is_empty { free_at.max(next[first]) } else { free_at };
            scheduler.enter(first as u32);
            arrived[first].push_back(next[first]);
            next[first] += draw(loads[first]);
        } else {
            let queue = scheduler.serve().unwrap() as usize;
            waited[queue] += free_at - arrived[queue].pop_front().unwrap();
            served[queue] += 1;
            free_at += 1.0;
        }
    }
    [0, 1].map(|queue| waited[queue] / served[queue] as f64)
}

#[test]
fn priorities_wait_as_the_formula_of_cobham_says() {
    const REPLICATIONS: u64 = 20;
    let loads = [0.3, 0.5];
    // Non-preemptive priorities, Poisson arrivals, service of one cell time: R = rho / 2.
    let rest = (loads[0] + loads[1]) / 2.0;
    let wanted = [rest / (1.0 - loads[0]), rest / ((1.0 - loads[0]) * (1.0 - loads[0] - loads[1]))];
    let runs: Vec<[f64; 2]> = (0..REPLICATIONS).map(|number| mean_waits(loads, 100_000, number)).collect();
    for queue in [0, 1] {
        let values: Vec<f64> = runs.iter().map(|run| run[queue]).collect();
        let n = REPLICATIONS as f64;
        let mean = values.iter().sum::<f64>() / n;
        let error = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (n - 1.0) / n).sqrt();
        // Student's t with 19 degrees of freedom: 99.9 % within 3.88.
        assert!((mean - wanted[queue]).abs() < 3.88 * error, "{queue}: {mean} +- {error}, {wanted:?}");
        assert!(error < 0.02 * mean, "{queue}: too coarse to decide, {mean} +- {error}");
    }
}

/// Cells served of each queue in so many cell times, with so many cells arriving per 100.
fn served(discipline: Discipline, weights: &[u32], arrivals_per_100: &[u64], cell_times: u64) -> Vec<u64> {
    let queues: Vec<QueueSpec> =
        weights.iter().map(|&weight| QueueSpec { category: Category::Ubr, weight }).collect();
    let mut scheduler = Counted::new(discipline, &queues);
    let mut served = vec![0; weights.len()];
    for time in 0..cell_times {
        for (queue, rate) in (0u32..).zip(arrivals_per_100) {
            let by = |time: u64| rate * time / 100;
            (by(time)..by(time + 1)).for_each(|_| scheduler.enter(queue));
        }
        if let Some(queue) = scheduler.serve() {
            served[queue as usize] += 1;
        }
    }
    served
}

/// The max-min fair shares of one cell per cell time, in cells per 100, weighted.
fn max_min(weights: &[u32], demands: &[u64]) -> Vec<f64> {
    let mut shares: Vec<Option<f64>> = vec![None; weights.len()];
    loop {
        let given: f64 = shares.iter().flatten().sum();
        let open: u32 =
            weights.iter().zip(&shares).filter(|(_, share)| share.is_none()).map(|(w, _)| w).sum();
        let level = (100.0 - given) / f64::from(open.max(1));
        let content = (0..weights.len())
            .find(|&n| shares[n].is_none() && demands[n] as f64 <= level * f64::from(weights[n]));
        match content {
            Some(n) => shares[n] = Some(demands[n] as f64),
            None => {
                let rest = |n: usize| shares[n].unwrap_or(level * f64::from(weights[n]));
                return (0..weights.len()).map(rest).collect();
            }
        }
    }
}

#[test]
fn turns_give_overloaded_queues_their_max_min_shares() {
    let demands = [5, 20, 60, 90, 40];
    for (discipline, weights, effective) in [
        (Discipline::RoundRobin, [1, 9, 1, 9, 1], [1; 5]),
        (Discipline::WeightedRoundRobin, [1, 1, 1, 3, 2], [1, 1, 1, 3, 2]),
    ] {
        let cells = served(discipline, &weights, &demands, 100_000);
        let wanted = max_min(&effective, &demands);
        for (cells, share) in cells.iter().zip(&wanted) {
            // A round at the beginning and one at the end.
            assert!((*cells as f64 - share * 1000.0).abs() <= 16.0, "{discipline}: {cells} of {wanted:?}");
        }
    }
}
