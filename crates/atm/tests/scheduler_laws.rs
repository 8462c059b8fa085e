//! Laws of every scheduler in the catalogue, over queues of random categories and weights that
//! fill and empty at random.

use std::collections::VecDeque;

use cellwise_atm::Category;
use cellwise_atm::scheduler::{Discipline, QueueSpec, Scheduler};
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

/// Applies the steps and shows `see` each cell that is served, with the scheduler's queues before.
fn run(
    discipline: Discipline,
    queues: &[QueueSpec],
    steps: &[Step],
    mut see: impl FnMut(Event, &[u64]) -> Result<(), TestCaseError>,
) -> Result<(), TestCaseError> {
    let mut scheduler = Scheduler::new(discipline, queues);
    let mut waiting = vec![0u64; queues.len()];
    for &step in steps {
        match step {
            Step::Enter { queue, cells } => {
                let queue = queue % queues.len() as u32;
                for _ in 0..cells {
                    scheduler.enter(queue);
                    see(Event::Entered(queue), &waiting)?;
                    waiting[queue as usize] += 1;
                }
            }
            Step::Serve { cells } => {
                for _ in 0..cells {
                    let first = scheduler.first();
                    let served = scheduler.next();
                    prop_assert_eq!(first, served, "what is first is served next");
                    see(Event::Served(served), &waiting)?;
                    if let Some(queue) = served {
                        waiting[queue as usize] -= 1;
                    }
                }
            }
        }
        check_counts(&scheduler, queues, &waiting)?;
    }
    Ok(())
}

/// A report to the scheduler, or its answer.
#[derive(Clone, Copy, Debug)]
enum Event {
    Entered(u32),
    Served(Option<u32>),
}

fn check_counts(scheduler: &Scheduler, queues: &[QueueSpec], waiting: &[u64]) -> Result<(), TestCaseError> {
    prop_assert_eq!(scheduler.waiting(), waiting.iter().sum::<u64>());
    for category in Category::ALL {
        let here = queues.iter().zip(waiting).filter(|(queue, _)| queue.category == category);
        prop_assert_eq!(scheduler.waiting_of(category), here.map(|(_, cells)| cells).sum::<u64>());
    }
    Ok(())
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
    fn whole_rounds_leave_a_scheduler_as_their_cells_one_by_one_do(
        queues in queues(), steps in steps(), by_turns in any::<bool>(), rounds in 1u64..5,
    ) {
        let discipline = if by_turns { Discipline::RoundRobin } else { Discipline::WeightedRoundRobin };
        let mut one = Scheduler::new(discipline, &queues);
        let mut waiting = vec![0u64; queues.len()];
        for step in steps {
            match step {
                Step::Enter { queue, cells } => {
                    let queue = queue % queues.len() as u32;
                    (0..cells).for_each(|_| one.enter(queue));
                    waiting[queue as usize] += u64::from(cells);
                }
                Step::Serve { cells } => {
                    (0..cells).for_each(|_| if let Some(queue) = one.next() { waiting[queue as usize] -= 1; });
                }
            }
            let turns: Vec<u32> = one.turns().collect();
            if turns.is_empty() || turns.iter().any(|&queue| waiting[queue as usize] <= rounds) {
                continue;
            }
            let mut whole = one.clone();
            whole.serve_rounds(turns.len() as u64, rounds);
            for _ in 0..rounds {
                for &queue in &turns {
                    prop_assert_eq!(one.next(), Some(queue));
                    waiting[queue as usize] -= 1;
                }
            }
            let (mut rest_of_one, mut rest_of_whole) = (one.clone(), whole.clone());
            for _ in 0..=one.waiting() {
                prop_assert_eq!(rest_of_one.next(), rest_of_whole.next());
            }
            prop_assert_eq!(Category::ALL.map(|of| one.waiting_of(of)), Category::ALL.map(|of| whole.waiting_of(of)));
        }
    }

    #[test]
    fn cells_that_join_a_busy_queue_together_are_served_as_those_that_join_one_by_one(
        queues in queues(), steps in steps(),
    ) {
        for &discipline in Discipline::ALL {
            let mut together = Scheduler::new(discipline, &queues);
            let mut one_by_one = together.clone();
            let mut waiting = vec![0u64; queues.len()];
            for &step in &steps {
                match step {
                    Step::Enter { queue, cells } => {
                        let queue = queue % queues.len() as u32;
                        (0..cells).for_each(|_| one_by_one.enter(queue));
                        let is_first = waiting[queue as usize] == 0;
                        if is_first {
                            together.enter(queue);
                        }
                        together.enter_more(queue, u64::from(cells) - u64::from(is_first));
                        waiting[queue as usize] += u64::from(cells);
                    }
                    Step::Serve { cells } => {
                        for _ in 0..cells {
                            let last = together.next_if_last();
                            let served = together.next();
                            prop_assert_eq!(served, one_by_one.next());
                            let Some(queue) = served else { continue };
                            waiting[queue as usize] -= 1;
                            let is_last = together.serves_in_rounds() && waiting[queue as usize] == 0;
                            prop_assert_eq!(last, is_last.then_some(queue));
                        }
                    }
                }
                check_counts(&together, &queues, &waiting)?;
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
        let mut scheduler = Scheduler::new(Discipline::WeightedRoundRobin, &queues);
        for (queue, weight) in (0u32..).zip(&weights) {
            (0..weight * rounds).for_each(|_| scheduler.enter(queue));
        }
        for _ in 0..rounds {
            let mut served = vec![0u32; weights.len()];
            for _ in 0..weights.iter().sum::<u32>() {
                served[scheduler.next().unwrap() as usize] += 1;
            }
            prop_assert_eq!(&served, &weights);
        }
        prop_assert_eq!(scheduler.next(), None);
    }
}
