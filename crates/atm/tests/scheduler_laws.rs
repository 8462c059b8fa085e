//! Laws of every scheduler in the catalogue, over queues of random categories and weights that
//! fill and empty at random.

use std::collections::VecDeque;

use cellwise_atm::Category;
use cellwise_atm::scheduler::{Counted, Discipline, QueueSpec};
use proptest::prelude::*;

/// What happens next at the port.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Cells join a queue, by its position modulo the number of queues.
    Enter { queue: u32, cells: u32 },
    /// Cells are served.
    Serve { cells: u32 },
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let enter = (0u32..12, 1u32..6).prop_map(|(queue, cells)| Step::Enter { queue, cells });
    let serve = (1u32..7).prop_map(|cells| Step::Serve { cells });
    prop::collection::vec(prop_oneof![enter, serve], 1..300)
}

fn queues() -> impl Strategy<Value = Vec<QueueSpec>> {
    let queue = (prop::sample::select(Category::ALL.to_vec()), 1u32..6)
        .prop_map(|(category, weight)| QueueSpec { category, weight });
    prop::collection::vec(queue, 1..8)
}

/// Applies the steps and shows `see` each cell that joins or is served, with the cells of each queue before.
fn run(
    discipline: Discipline,
    queues: &[QueueSpec],
    steps: &[Step],
    mut see: impl FnMut(Event, &[u64]) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut port = Counted::new(discipline, queues);
    for &step in steps {
        match step {
            Step::Enter { queue, cells } => {
                let queue = queue % queues.len() as u32;
                for _ in 0..cells {
                    see(Event::Entered(queue), &port.waiting)?;
                    port.enter(queue);
                }
            }
            Step::Serve { cells } => {
                for _ in 0..cells {
                    see(Event::Served(port.scheduler.first()), &port.waiting)?;
                    port.serve();
                }
            }
        }
    }
    Ok(())
}

/// A report to the scheduler, or its answer.
#[derive(Clone, Copy, Debug)]
enum Event {
    Entered(u32),
    Served(Option<u32>),
}

/// Cells served per queue since two queues have been busy together; reset when one is not.
struct Pair {
    queues: [usize; 2],
    served: [u64; 2],
}

impl Pair {
    fn all(count: usize) -> Vec<Self> {
        let pairs = (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b]));
        pairs.map(|queues| Self { queues, served: [0; 2] }).collect()
    }

    /// Notes a served cell, `waiting` before it; whether both queues stay busy.
    fn note(&mut self, served: u32, waiting: &[u64]) -> bool {
        let left = |queue: usize| waiting[queue] - u64::from(queue == served as usize);
        if self.queues.iter().any(|&queue| left(queue) == 0) {
            self.served = [0; 2];
            return false;
        }
        for (queue, count) in self.queues.iter().zip(&mut self.served) {
            *count += u64::from(*queue == served as usize);
        }
        true
    }
}

/// The largest difference between two busy queues of one category in their service,
/// each divided by its weight.
fn largest_lead(
    discipline: Discipline,
    queues: &[QueueSpec],
    steps: &[Step],
    weight: fn(&QueueSpec) -> u32,
) -> Result<f64, TestCaseError> {
    let mut pairs = Pair::all(queues.len());
    pairs.retain(|pair| queues[pair.queues[0]].category == queues[pair.queues[1]].category);
    let mut most = 0f64;
    run(discipline, queues, steps, |event, waiting| {
        let Event::Served(Some(queue)) = event else { return Ok(()) };
        for pair in &mut pairs {
            if pair.note(queue, waiting) {
                let [a, b] =
                    [0, 1].map(|n| pair.served[n] as f64 / f64::from(weight(&queues[pair.queues[n]])));
                most = most.max((a - b).abs());
            }
        }
        Ok(())
    })?;
    Ok(most)
}

proptest! {
    #[test]
    fn whole_rounds_leave_a_scheduler_as_it_was(
        queues in queues(), steps in steps(), by_turns in any::<bool>(), rounds in 1u64..5,
    ) {
        let discipline = if by_turns { Discipline::RoundRobin } else { Discipline::WeightedRoundRobin };
        let mut port = Counted::new(discipline, &queues);
        for step in steps {
            match step {
                Step::Enter { queue, cells } => {
                    (0..cells).for_each(|_| port.enter(queue % queues.len() as u32));
                }
                Step::Serve { cells } => (0..cells).for_each(|_| { port.serve(); }),
            }
            let turns: Vec<u32> = port.scheduler.turns().collect();
            if turns.is_empty() || turns.iter().any(|&queue| port.waiting[queue as usize] <= rounds) {
                continue;
            }
            let mut whole = port.clone();
            for _ in 0..rounds {
                for &queue in &turns {
                    prop_assert_eq!(port.serve(), Some(queue));
                    whole.waiting[queue as usize] -= 1;
                }
            }
            let mut one_by_one = port.clone();
            for _ in 0..=port.waiting.iter().sum() {
                prop_assert_eq!(whole.serve(), one_by_one.serve());
            }
        }
    }

    #[test]
    fn where_queues_take_turns_nobody_needs_to_report_what_joins_a_busy_one(
        queues in queues(), steps in steps(),
    ) {
        for &discipline in Discipline::ALL {
            let mut reported = Counted::new(discipline, &queues);
            let mut unreported = reported.clone();
            if !reported.scheduler.serves_by_turns() {
                continue;
            }
            for &step in &steps {
                match step {
                    Step::Enter { queue, cells } => {
                        let queue = queue % queues.len() as u32;
                        (0..cells).for_each(|_| reported.enter(queue));
                        let waiting = unreported.waiting[queue as usize];
                        if waiting == 0 {
                            unreported.scheduler.enter(queue, true);
                        }
                        unreported.waiting[queue as usize] += u64::from(cells);
                    }
                    Step::Serve { cells } => {
                        (0..cells).try_for_each(|_| {
                            prop_assert_eq!(unreported.serve(), reported.serve());
                            Ok(())
                        })?;
                    }
                }
            }
        }
    }

    #[test]
    fn a_port_with_waiting_cells_is_never_idle_and_serves_only_queues_that_have_some(
        queues in queues(), steps in steps(),
    ) {
        for &discipline in Discipline::ALL {
            run(discipline, &queues, &steps, |event, waiting| {
                if let Event::Served(served) = event {
                    prop_assert_eq!(served.is_some(), waiting.iter().any(|&cells| cells > 0));
                    prop_assert!(served.is_none_or(|queue| waiting[queue as usize] > 0));
                }
                Ok(())
            })?;
        }
    }

    #[test]
    fn a_category_is_served_only_while_none_above_it_waits(queues in queues(), steps in steps()) {
        for &discipline in Discipline::ALL.iter().filter(|&&discipline| discipline != Discipline::Fifo) {
            run(discipline, &queues, &steps, |event, waiting| {
                let Event::Served(Some(queue)) = event else { return Ok(()) };
                let busy = queues.iter().zip(waiting).filter(|(_, cells)| **cells > 0);
                let first = busy.map(|(queue, _)| queue.category).min();
                prop_assert_eq!(Some(queues[queue as usize].category), first);
                Ok(())
            })?;
        }
    }

    #[test]
    fn cells_that_share_a_queue_of_the_port_leave_in_the_order_of_arrival(
        queues in queues(), steps in steps(),
    ) {
        for discipline in [Discipline::Fifo, Discipline::Priority] {
            let mut lines = vec![VecDeque::new(); Category::COUNT];
            let class_of = |queue: u32| match discipline {
                Discipline::Fifo => 0,
                _ => queues[queue as usize].category.index(),
            };
            run(discipline, &queues, &steps, |event, _| {
                match event {
                    Event::Entered(queue) => lines[class_of(queue)].push_back(queue),
                    Event::Served(Some(queue)) => {
                        prop_assert_eq!(lines[class_of(queue)].pop_front(), Some(queue));
                    }
                    Event::Served(None) => {}
                }
                Ok(())
            })?;
        }
    }

    #[test]
    fn under_round_robin_two_busy_queues_are_served_alike_to_the_cell(queues in queues(), steps in steps()) {
        let lead = largest_lead(Discipline::RoundRobin, &queues, &steps, |_| 1)?;
        prop_assert!(lead <= 1.0, "{lead}");
    }

    #[test]
    fn under_weighted_round_robin_two_busy_queues_are_at_most_two_rounds_apart(
        queues in queues(), steps in steps(),
    ) {
        let lead = largest_lead(Discipline::WeightedRoundRobin, &queues, &steps, |queue| queue.weight)?;
        prop_assert!(lead <= 2.0 + 1e-9, "{lead}");
    }

    #[test]
    fn a_round_of_busy_queues_serves_each_as_often_as_its_weight(
        weights in prop::collection::vec(1u32..9, 1..7), rounds in 1u32..5,
    ) {
        let queues: Vec<QueueSpec> =
            weights.iter().map(|&weight| QueueSpec { category: Category::Abr, weight }).collect();
        let mut port = Counted::new(Discipline::WeightedRoundRobin, &queues);
        for (queue, weight) in (0u32..).zip(&weights) {
            (0..weight * rounds).for_each(|_| port.enter(queue));
        }
        for _ in 0..rounds {
            let mut served = vec![0u32; weights.len()];
            for _ in 0..weights.iter().sum::<u32>() {
                served[port.serve().unwrap() as usize] += 1;
            }
            prop_assert_eq!(&served, &weights);
        }
        prop_assert_eq!(port.serve(), None);
    }
}
