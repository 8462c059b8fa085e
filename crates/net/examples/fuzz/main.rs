//! The bodies of the fuzz targets on so many inputs without cargo-fuzz: known inputs with some octets changed,
//! moved, doubled or left out. What fails is printed:
//! `cargo run --release -p cellwise-net --example fuzz [-- INPUTS [SEED]]`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use cellwise_engine::{RandomStream, StreamName};

#[path = "../../../../fuzz/bodies/atm.rs"]
mod atm;
#[path = "../../../../fuzz/bodies/rm_cell.rs"]
mod rm_cell;
#[path = "../../../../fuzz/bodies/scenario.rs"]
mod scenario;
mod seeds;
#[path = "../../../../fuzz/bodies/text.rs"]
mod text;
#[path = "../../../../fuzz/bodies/trace.rs"]
mod trace;

/// What is checked of one input.
type Body = fn(&[u8]);

/// A body: its name, its share of the inputs in percent, and the known inputs.
struct Target {
    name: &'static str,
    percent: u64,
    body: Body,
    seeds: Vec<Vec<u8>>,
}

fn targets() -> Vec<Target> {
    let target = |name, percent, body, seeds| Target { name, percent, body, seeds };
    vec![
        target("cell_header", 25, atm::cell_header, seeds::headers()),
        target("aal5_decode", 20, atm::aal5_decode, seeds::frames()),
        target("rm_cell", 20, rm_cell::rm_cell, seeds::rm_cells()),
        target("quantity", 15, |octets| text::quantity(&String::from_utf8_lossy(octets)), seeds::texts()),
        target("point", 10, |octets| text::point(&String::from_utf8_lossy(octets)), seeds::texts()),
        target("trace", 5, |octets| trace::trace(&String::from_utf8_lossy(octets)), seeds::traces()),
        target(
            "scenario_toml",
            5,
            |octets| scenario::scenario_toml(&String::from_utf8_lossy(octets)),
            seeds::scenarios(),
        ),
    ]
}

/// A change of an input.
fn mutate(input: &mut Vec<u8>, random: &mut RandomStream) {
    let mut place = |len: usize| random.below(len.max(1) as u64) as usize;
    let (at, other, kind) = (place(input.len()), place(input.len()), place(7));
    if input.is_empty() {
        return input.push(place(256) as u8);
    }
    match kind {
        0 => input[at] = place(256) as u8,
        1 => input[at] ^= 1 << place(8),
        2 => input[at] = b"0123456789.eE+-_\"'[]{}=, \n@:"[place(28)],
        3 => input.insert(at, place(256) as u8),
        4 => drop(input.drain(at..input.len().min(at + 1 + place(8)))),
        5 => input.swap(at, other),
        _ => {
            let (from, to) = (at.min(other), at.max(other).min(at.min(other) + 64));
            let again = input[from..to].to_vec();
            input.splice(to..to, again);
        }
    }
}

/// Runs a body on so many changed inputs.
fn attack(target: &Target, inputs: u64, seed: u64) -> Result<(), String> {
    let name = StreamName { seed, replication: 0, element: target.name, purpose: "fuzz" };
    let mut random = RandomStream::new(name);
    for _ in 0..inputs {
        let mut input = target.seeds[random.below(target.seeds.len() as u64) as usize].clone();
        for _ in 0..random.below(6) {
            mutate(&mut input, &mut random);
        }
        if catch_unwind(AssertUnwindSafe(|| (target.body)(&input))).is_err() {
            let shown = String::from_utf8_lossy(&input);
            return Err(format!("{} fails on {input:?}, which is\n{shown}", target.name));
        }
    }
    Ok(())
}

fn main() -> Result<(), String> {
    let given: Result<Vec<u64>, _> = std::env::args().skip(1).map(|word| word.parse()).collect();
    let given = given.map_err(|_| "INPUTS and SEED are whole numbers")?;
    let (inputs, seed) = (given.first().copied().unwrap_or(100_000), given.get(1).copied().unwrap_or(1));
    for target in targets() {
        let (begun, share) = (Instant::now(), inputs * target.percent / 100);
        attack(&target, share, seed)?;
        println!("{:14} {share:9} inputs  {:7.1} s", target.name, begun.elapsed().as_secs_f64());
    }
    Ok(())
}
