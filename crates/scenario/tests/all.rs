//! All tests of the crate in one program: what they share is compiled and linked once.

mod abr_network;
mod abr_rules;
mod bounded_fuzz;
mod common;
mod congestion_tables;
mod connection_rules;
mod contract_network;
mod contract_rules;
mod laws;
mod line_rules;
mod memory;
mod network;
mod packet_rules;
mod packet_templates;
mod rules;
mod templates;
mod warnings;
mod ways;
mod web;

#[global_allocator]
static ALLOCATOR: cellwise_engine::memory::Counting = cellwise_engine::memory::Counting;
