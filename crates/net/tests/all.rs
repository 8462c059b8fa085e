//! All tests of the crate in one program: what they share is compiled and linked once.

mod abr;
mod abr_laws;
mod both_ways;
mod captures;
mod closed_forms;
mod common;
mod convergence;
mod coupled;
mod delays;
mod determinism;
mod duplicates;
mod events;
mod external;
mod fingerprint;
mod goyal_table1;
mod laws;
mod limits;
mod lines;
mod memory;
mod most_queue;
mod mutated;
mod ns3_validation;
mod outages;
mod outside;
mod outside_twin;
mod packet_forms;
mod packets;
mod parallel;
mod pings;
mod policing;
mod probes;
mod reconvergence;
mod reference;
mod shortcuts;
mod steps;
mod stopped;
mod switches;
mod timelines;
mod waiting;
mod ways;
mod web;

/// For the tests of limits; the others do not mind.
#[global_allocator]
static ALLOCATOR: cellwise_engine::memory::Counting = cellwise_engine::memory::Counting;
