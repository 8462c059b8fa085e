//! Setting up takes in proportion to the size of a network: counted in allocations and octets, which do not
//! depend on how fast the machine is.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use cellwise_net::{Run, Status};
use cellwise_scenario::{expand, identity, parse_toml, to_toml};

thread_local! {
    static COUNTED: Cell<Counted> = const { Cell::new(Counted { calls: 0, asked: 0, held: 0, most: 0 }) };
}

/// What a thread has asked for.
#[derive(Clone, Copy, Debug, Default)]
struct Counted {
    /// Allocations.
    calls: u64,
    /// Octets, also those given back.
    asked: u64,
    /// Octets not given back.
    held: i64,
    /// The most octets held at once.
    most: i64,
}

/// The system's allocator, which counts for each thread.
struct Counting;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn note(taken: usize, given: usize) {
    COUNTED.with(|counted| {
        let mut now = counted.get();
        now.calls += u64::from(taken > 0);
        now.asked += taken as u64;
        now.held += taken as i64 - given as i64;
        now.most = now.most.max(now.held);
        counted.set(now);
    });
}

// SAFETY: every call goes to `System` as it came; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(layout.size(), 0);
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        note(0, layout.size());
        unsafe { System.dealloc(place, layout) }
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(size, layout.size());
        unsafe { System.realloc(place, layout, size) }
    }
}

/// What a piece of work asks for.
fn counted<T>(work: impl FnOnce() -> T) -> (T, Counted) {
    COUNTED.with(|counted| counted.set(Counted::default()));
    let done = work();
    (done, COUNTED.with(Cell::get))
}

fn template(sources: u32) -> String {
    format!("duration = \"1 ms\"\ntopology = {{ template = \"n-source\", sources = {sources} }}\n")
}

/// The same network as a graph that is written out.
fn graph(sources: u32) -> String {
    to_toml(&expand(&parse_toml(&template(sources)).unwrap().scenario().unwrap()))
}

/// Everything from the text to the first event.
fn set_up(text: &str) -> Run {
    let document = parse_toml(text).unwrap();
    let review = document.reviewed().unwrap();
    assert_eq!(review.warnings, []);
    assert_eq!(identity("1", &document.known().unwrap()).len(), 64);
    Run::new(review.network)
}

/// A step twice as large may take a little more: lists grow by doubling, and trees by levels.
const MOST_RATIO: f64 = 2.2;

fn assert_proportional(text: impl Fn(u32) -> String) {
    let found = [1_000, 2_000, 4_000, 8_000].map(|sources| {
        let text = text(sources);
        counted(|| set_up(&text)).1
    });
    for pair in found.windows(2) {
        let parts: [fn(&Counted) -> f64; 3] =
            [|found| found.calls as f64, |found| found.asked as f64, |found| found.most as f64];
        for part in parts {
            assert!(part(&pair[1]) <= MOST_RATIO * part(&pair[0]), "{pair:?}");
        }
    }
}

#[test]
fn twice_the_sources_of_a_template_take_twice_as_much() {
    assert_proportional(template);
}

#[test]
fn twice_the_graph_takes_twice_as_much() {
    assert_proportional(graph);
}

#[test]
fn a_source_takes_at_most_so_many_octets() {
    const SOURCES: u32 = 4_096;
    /// In set-up, kept of it for the run, in the run and for the tables in addition to that.
    const MOST_EACH: [i64; 3] = [8_450, 7_200, 400];
    let text = template(SOURCES);
    // What is made once in a program, such as the schema, is no source's.
    set_up(&template(1));
    let (mut run, set_up) = counted(|| set_up(&text));
    // The longest tables take the room of elements that no other needs, so that no more is held than before.
    let (_outcome, run) = counted(|| {
        while run.advance(1_000_000) == Status::Running {}
        run.finish().unwrap()
    });
    let each = [set_up.most, set_up.held, run.most].map(|octets| octets / i64::from(SOURCES));
    assert!(each.iter().zip(MOST_EACH).all(|(&octets, most)| octets <= most), "{each:?} octets");
}

/// A long record has a number for each text, not the text.
#[test]
fn a_cell_that_is_recorded_takes_at_most_so_many_octets() {
    const MOST_EACH: i64 = 80;
    let text =
        format!("{}[probes]\ncells = {{ port = \"sw1.trunk\" }}\n", template(20).replace("1 ms", "600 ms"));
    let mut run = set_up(&text);
    while run.advance(1_000_000) == Status::Running {}
    let table = run.finish().unwrap().offered.unwrap().table;
    let rows = table.texts("port").len() as i64;
    let (_copy, found) = counted(|| table.clone());
    assert!(rows > 5_000 && found.held <= MOST_EACH * rows, "{} octets of {rows} rows", found.held);
}
