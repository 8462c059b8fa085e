//! Running the parts of a network, each on a thread of its own.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use cellwise_engine::memory;
use cellwise_scenario::Network;
use cellwise_units::{Span, Time};

use super::host_nodes;
use super::join::join;
use super::partition::{MEETINGS, Partition, Rule, divide, least_passage};
use super::places::Places;
use crate::build::build;
use crate::data::budget::Budget;
use crate::data::error::RunError;
use crate::data::ids::HopId;
use crate::data::slice::Slice;
use crate::element::Exit;
use crate::world::{Crossing, Pause, World};

/// So often a thread reads the clocks of the others before it lets others have the processor.
const LOOKS: u32 = 200;

/// So often it does before it sleeps: others may need its processor.
const LOOKS_AWAKE: u32 = 1000;

/// How long it sleeps. A window between meetings takes longer, or the others are far behind.
const NAP: Duration = Duration::from_micros(50);

/// A part of the network.
#[derive(Debug)]
struct Part {
    world: World,
    /// The parts that send to it, and how long that takes at least.
    from: Vec<(usize, Span)>,
    /// The instant that all its elements have reached; a copy of its clock.
    reached: Time,
    /// Octets that its thread has asked for.
    held: i64,
}

/// What a part shares with the others; on a cache line of its own.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Post {
    /// Before this instant, in picoseconds, nothing more is sent; earlier cells are in `crossings`.
    clock: AtomicU64,
    /// What is for this part, from all others.
    crossings: Mutex<Vec<Crossing>>,
}

/// A network in the course of a run on several threads.
#[derive(Debug)]
pub(crate) struct Parts {
    parts: Vec<Part>,
    posts: Vec<Post>,
    places: Places,
    part_of_node: Vec<usize>,
    end: Time,
}

impl Parts {
    /// Divides a network, of which the new world is given, among at most so many threads.
    ///
    /// Gives back the world if it should be run whole; `partition` says why.
    ///
    /// # Errors
    /// [`RunError::Memory`] if the parts take more than the budget.
    pub(crate) fn new(
        network: &Network,
        world: World,
        threads: usize,
        rule: Rule,
        budget: Budget,
    ) -> Result<Result<Self, Box<World>>, RunError> {
        let hosts = host_nodes(network);
        let places = Places::of(&world.elements, network, &hosts);
        let Ok(Partition { part_of_node, nodes, .. }) =
            divide(network, &world.elements, &places, threads, rule)
        else {
            return Ok(Err(Box::new(world)));
        };
        let count = nodes.len();
        let shortcuts = world.shortcuts;
        let mut worlds = vec![world];
        for _ in 1..count {
            worlds.push(build(network, Vec::new(), &BTreeSet::new(), shortcuts, budget)?);
        }
        let end = Time::ZERO + network.duration;
        let parts = worlds.into_iter().enumerate().map(|(number, mut world)| {
            let exits = exits(&world, &places, &part_of_node, number);
            world.elements.ask_only_within(|hop| part_of_node[places.hops[hop.place()]]);
            world.confine(&exits, count, |host| part_of_node[hosts[host.place()]] == number);
            Part { world, from: senders(network, &part_of_node, number), reached: Time::ZERO, held: 0 }
        });
        let parts = parts.collect();
        let posts = std::iter::repeat_with(Post::default).take(count).collect();
        Ok(Ok(Self { parts, posts, places, part_of_node, end }))
    }

    /// Handles a slice, each thread its share.
    pub(crate) fn run(&mut self, slice: Slice) -> Pause {
        let of = |whole: u64| whole.div_ceil(self.parts.len() as u64).max(1);
        let share = Slice { events: of(slice.events), octets: of(slice.octets) };
        let (posts, halt, end) = (&self.posts, &AtomicBool::new(false), self.end);
        thread::scope(|scope| {
            let mut parts = self.parts.iter_mut().enumerate();
            let own = parts.next();
            for (number, part) in parts {
                scope.spawn(move || {
                    let ((), held) = memory::measured(|| part.run(number, posts, halt, end, share));
                    part.held += held;
                });
            }
            if let Some((number, part)) = own {
                part.run(number, posts, halt, end, share);
            }
        });
        let is_done = |part: &Part| part.reached > end || part.world.elements.fault.is_some();
        let has_fault = self.parts.iter().any(|part| part.world.elements.fault.is_some());
        if has_fault || self.parts.iter().all(is_done) { Pause::End } else { Pause::Budget }
    }

    /// The threads that run it.
    pub(crate) fn count(&self) -> usize {
        self.parts.len()
    }

    /// What must not have happened and has, if it has.
    pub(crate) fn take_fault(&mut self) -> Option<RunError> {
        self.parts.iter_mut().find_map(|part| part.world.elements.fault.take())
    }

    /// The instant that every element has reached.
    pub(crate) fn now(&self) -> Time {
        self.parts.iter().map(|part| part.reached).min().unwrap_or(self.end).min(self.end)
    }

    /// Octets that the threads of all parts but the first have asked for.
    pub(crate) fn held_elsewhere(&self) -> i64 {
        self.parts.iter().map(|part| part.held).sum()
    }

    /// Makes the instant that every element has reached the end of the run. A part that has come further has taken what
    /// its adapters planned until then.
    pub(crate) fn end_early(&mut self) {
        let end = self.now();
        for part in &mut self.parts {
            part.world.end_early_at(end, part.reached.clamp(end, self.end));
        }
        self.end = end;
    }

    /// Brings everything to the end of the run and makes one world of the parts, in which everything is
    /// as if it had been run whole.
    pub(crate) fn finish(mut self) -> World {
        loop {
            for (number, part) in self.parts.iter_mut().enumerate() {
                part.take_in(&self.posts[number]);
                part.world.settle();
                part.post(&self.posts);
            }
            if self.posts.iter().all(|post| lock(&post.crossings).is_empty()) {
                break;
            }
        }
        let mut worlds: Vec<World> = self.parts.into_iter().map(|part| part.world).collect();
        worlds.iter_mut().for_each(World::finish);
        join(worlds, &self.places, &self.part_of_node)
    }

    pub(crate) fn worlds(&self) -> impl Iterator<Item = &World> {
        self.parts.iter().map(|part| &part.world)
    }
}

impl Part {
    /// Runs until the end, until a slice is done, or until another part halts all.
    fn run(&mut self, number: usize, posts: &[Post], halt: &AtomicBool, end: Time, slice: Slice) {
        let _guard = HaltInPanic(halt);
        let last = self.world.events().saturating_add(slice.events);
        self.world.allow(slice.octets);
        let mut looks = 0;
        while self.reached <= end && !halt.load(Ordering::Relaxed) {
            // The clocks first: what was sent before them is then in the post.
            let horizon = self.horizon(posts);
            if horizon <= self.reached {
                wait(&mut looks);
                continue;
            }
            looks = 0;
            self.take_in(&posts[number]);
            let until = horizon.min(self.next_meeting());
            let (pause, reached) = self.world.run_until(until, last.saturating_sub(self.world.events()));
            self.post(posts);
            self.reached =
                if self.world.elements.fault.is_some() { Time::NEVER } else { reached.max(self.reached) };
            posts[number].clock.store(self.reached.ps(), Ordering::Release);
            if pause == Pause::Budget || self.world.elements.fault.is_some() {
                halt.store(true, Ordering::Relaxed);
            }
        }
    }

    /// Before this instant nothing comes from other parts but what is in the post.
    fn horizon(&self, posts: &[Post]) -> Time {
        let clock = |&(part, passage): &(usize, Span)| {
            Time::from_ps(posts[part].clock.load(Ordering::Acquire).saturating_add(passage.get()))
        };
        self.from.iter().map(clock).min().unwrap_or(Time::NEVER)
    }

    /// When to let the others know how far this part has come, though it could continue: so none has to wait
    /// until the other's window is over.
    fn next_meeting(&self) -> Time {
        let shortest = self.from.iter().map(|(_, passage)| passage.get()).min().unwrap_or(u64::MAX);
        Time::from_ps(self.reached.ps().saturating_add(shortest / MEETINGS + 1))
    }

    fn post(&mut self, posts: &[Post]) {
        for (part, post) in posts.iter().enumerate() {
            let outgoing = self.world.outgoing_to(part);
            if !outgoing.is_empty() {
                lock(&post.crossings).append(outgoing);
            }
        }
    }

    fn take_in(&mut self, post: &Post) {
        let crossings = std::mem::take(&mut *lock(&post.crossings));
        for crossing in &crossings {
            self.world.enter(crossing);
        }
    }
}

/// Halts all parts if one breaks off: the others would always wait for its clock.
struct HaltInPanic<'a>(&'a AtomicBool);

impl Drop for HaltInPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

/// Waits a little for another part.
fn wait(looks: &mut u32) {
    *looks += 1;
    match *looks {
        ..LOOKS => std::hint::spin_loop(),
        LOOKS..LOOKS_AWAKE => thread::yield_now(),
        _ => thread::sleep(NAP),
    }
}

/// A part that has panicked has halted the run: what it was about to post does not matter.
fn lock(crossings: &Mutex<Vec<Crossing>>) -> std::sync::MutexGuard<'_, Vec<Crossing>> {
    crossings.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// The hops at which circuits leave a part: the first at a node of another.
fn exits(world: &World, places: &Places, part_of_node: &[usize], part: usize) -> Vec<(HopId, Exit)> {
    let part_of = |hop: HopId| part_of_node[places.hops[hop.place()]];
    let mut exits = Vec::new();
    for circuit in &world.elements.circuits {
        for (before, hop) in circuit.way().zip(circuit.way().skip(1)) {
            if part_of(before) == part && part_of(hop) != part {
                let is_last = circuit.way().skip_while(|&at| at < hop).all(|later| part_of(later) != part);
                exits.push((hop, Exit { to: part_of(hop), is_last }));
            }
        }
    }
    exits
}

/// The parts that send to one, and how long that takes at least.
fn senders(network: &Network, part_of_node: &[usize], part: usize) -> Vec<(usize, Span)> {
    let mut found: std::collections::BTreeMap<usize, Span> = std::collections::BTreeMap::new();
    for link in &network.links {
        let parts = link.ends.map(|node| part_of_node[node.get()]);
        for (end, direction) in link.directions.iter().enumerate() {
            if parts[end] != part && parts[1 - end] == part {
                let passage = least_passage(direction);
                found.entry(parts[end]).and_modify(|least| *least = passage.min(*least)).or_insert(passage);
            }
        }
    }
    found.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::build_whole;
    use crate::written;

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_part_that_breaks_off_ends_the_run_instead_of_letting_the_others_wait() {
        let text = include_str!("../../../../benches/two-lans.toml").replace("10 s", "100 ms");
        let network = written::network(&text);
        let budget = Budget::unlimited();
        let world = build_whole(&network);
        let parts = Parts::new(&network, world, 2, Rule::default(), budget).unwrap();
        let mut parts = parts.expect("they can be divided");
        // A broken invariant: the second part has lost its ports.
        parts.parts[1].world.elements.ports.as_vec().clear();
        parts.run(Slice { events: u64::MAX, octets: u64::MAX });
    }
}
